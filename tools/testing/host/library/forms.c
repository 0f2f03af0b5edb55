// SPDX-License-Identifier: GPL-2.0-only
/*
 * forms path|memory|fd INPUT -- print all that the library reads from an input, for
 * test_library_forms.py: one line for each thing, members separated by "|".
 */
#include <guclog_dump.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_INPUT	(64 << 20)

static void show_time(int64_t ns)
{
	if (ns == GUCLOG_NO_TIME)
		printf("|-");
	else
		printf("|%" PRId64, ns);
}

static void show_event(const struct guclog_events *walk, const struct guclog_event *e)
{
	char text[512] = "";

	guclog_event_text(walk, e, text, sizeof(text));
	printf("event|%" PRIu64 "|%" PRId64, e->index, e->tick);
	show_time(e->boottime_ns);
	show_time(e->realtime_ns);
	printf("|%" PRIu32 "|%" PRIu32 "|%" PRIu32 "|%s|%s\n", e->id, e->arg[0],
	       e->arg[1], e->name ? e->name : "-", text);
}

static void show_contexts(const struct guclog_events *walk)
{
	const struct guclog_analysis *a = walk->analysis;
	const struct guclog_context *c;
	char engine[16];
	unsigned int i;

	if (!guclog_analysis_has_contexts(a))
		return;
	for (i = 0; (c = guclog_analysis_context(a, i)); i++) {
		guclog_context_engine(c, engine, sizeof(engine));
		printf("context|%" PRIu32 "|%" PRIu32 "|%s|%s", c->guc_id, c->lrca, engine,
		       guclog_context_state_name(c->state));
		printf("|%" PRIu64 "|%" PRIu64 "|%" PRIu64 "|%" PRIu64, c->submits, c->runs,
		       c->preempted, c->resets);
		printf("|%" PRIu64 "|%" PRIu64, c->first, c->last);
		show_time(guclog_analysis_ns(a, guclog_analysis_on_ticks(a, c)));
		show_time(guclog_analysis_ns(a, c->longest_wait));
		printf("|%d|%d\n", c->on_engine, c->on_least);
	}
}

static void show_log(const struct guclog_log *log)
{
	struct guclog_error error;
	struct guclog_events *walk;
	struct guclog_event event;
	struct guclog_bytes image = log->image;

	printf("log|%s|%d|%zu|%s\n", guclog_form_label(log->form), log->is_lfd, image.len,
	       log->dump ? "dump" : "-");
	walk = guclog_events_open(log, 0, &error);
	if (!walk) {
		printf("error|%d\n", error.code);
		return;
	}
	while (guclog_events_next(walk, &event))
		show_event(walk, &event);
	show_contexts(walk);
	guclog_events_close(walk);
}

/* Parts of the sections of each GT; each is the one that a search finds. */
static void show_sections(const struct guclog_dump *dump)
{
	const struct guclog_dump_context *context;
	const struct guclog_dump_gt *gt;
	uint64_t uptime = 0, number = 0;
	unsigned int i, k;

	if (!guclog_dump_seconds(&dump->head, "Uptime", &uptime) ||
	    guclog_dump_number(&dump->head, "no such line", &number) || number)
		exit(4);
	printf("tree|%" PRIu64 "|%" PRIu64 "|%s\n", dump->lines, uptime,
	       guclog_dump_text(&dump->head, "kernel"));
	for (i = 0; i < dump->nr_gts; i++) {
		gt = &dump->gt[i];
		for (k = 0; k < gt->nr_contexts; k++) {
			context = &gt->context[k];
			guclog_dump_number(&context->fields, "Timeout", &number);
			printf("queue|%" PRIu32 "|%" PRIu32 "|%" PRIu64 "|%u|%u\n", gt->id,
			       context->guc_id, number, context->nr_lrcs, context->nr_jobs);
		}
		for (k = 0; k < gt->nr_engines; k++)
			printf("engine|%" PRIu32 "|%s|%u\n", gt->id, gt->engine[k].name,
			       gt->engine[k].regs.nr);
	}
}

static void show_messages(int64_t gt, const struct guclog_ct_ring *ring)
{
	uint32_t i, k;

	for (i = 0; i < ring->nr_messages; i++) {
		const struct guclog_message *m = ring->message[i];

		printf("message|%" PRId64 "|%d|%" PRIu32 "|%" PRIu32 "|%s|%d|%s|",
		       gt, m->ring, m->offset, m->fence, m->type_name, m->unread, m->text);
		for (k = 0; k < m->nr_data; k++)
			printf("%s%" PRIu32, k ? "," : "", m->data[k]);
		printf("\n");
	}
}

static void show_dump(const struct guclog_dump *dump)
{
	struct guclog_field f;
	unsigned int gt;
	size_t i;

	for (i = 0; !guclog_dump_list(dump, i, &f); i++)
		printf("field|%s|%" PRId64 "|%" PRId64 "|%s|%s|%s\n", f.section, f.gt, f.number,
		       f.item ? f.item : "-", f.name, f.value);
	if (guclog_dump_text(&dump->head, "Uptime"))
		show_sections(dump);
	for (gt = 0; gt < dump->nr_gts; gt++) {
		const struct guclog_ct *ct = guclog_ct_open(dump, gt);
		int64_t id = dump->gt[gt].has_id ? (int64_t)dump->gt[gt].id : -1;

		show_messages(id, ct->ring[GUCLOG_H2G]);
		show_messages(id, ct->ring[GUCLOG_G2H]);
		guclog_ct_close(ct);
	}
}

static struct guclog_file *open_in(const char *mode, const char *path,
				   struct guclog_error *error)
{
	struct guclog_options options = { .size = sizeof(options), .name = path };
	struct guclog_file *file;
	char *data;
	size_t len;
	FILE *in;

	if (!strcmp(mode, "path"))
		return guclog_open(path, NULL, error);
	if (!strcmp(mode, "fd"))
		return guclog_open_fd(STDIN_FILENO, &options, error);
	in = fopen(path, "rb");
	data = malloc(MAX_INPUT);
	if (!in || !data)
		exit(3);
	len = fread(data, 1, MAX_INPUT, in);
	fclose(in);
	/* Memory of the exact length, which does not stay. */
	data = realloc(data, len ? len : 1);
	file = guclog_open_memory(data, len, &options, error);
	if (data)
		memset(data, 0x5a, len);
	free(data);
	return file;
}

int main(int argc, char **argv)
{
	const struct guclog_dump *dump;
	struct guclog_error error;
	struct guclog_file *file;
	const char *text;
	unsigned int i;

	if (argc != 3)
		return 3;
	file = open_in(argv[1], argv[2], &error);
	if (!file) {
		printf("none|%d|%s\n", error.code, error.text);
		return 0;
	}
	text = file->packing;
	printf("file|%s|%s\n", guclog_file_form(file), text ? text : "-");
	for (i = 0; (text = file->message[i]); i++)
		printf("said|%s\n", text);
	for (i = 0; i < file->nr_logs; i++)
		show_log(file->log[i]);
	for (i = 0; (dump = file->dump[i]); i++)
		show_dump(dump);
	guclog_close(file);
	return 0;
}
