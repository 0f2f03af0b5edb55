// SPDX-License-Identifier: GPL-2.0-only
/*
 * shared INPUT... -- test that several threads may use one handle at the same time in the functions
 * that take it as a pointer to const. The threads share the file, its logs, readers of events,
 * the blocks, the facts, the ASIC info and the timeline of each input, and must get the same
 * results. Build it with the thread sanitizer. A function that frees a handle is the last one.
 */
#include "internal.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

#define THREADS	3

/* The handles of one input. */
struct shared {
	struct guclog_file *file;
	struct guclog_events *events;
	struct guclog_timeline *timeline;
	struct guclog_blocks *blocks;
	struct guclog_block block;
	const struct guclog_asic *asic;
	const struct guclog_facts_file *facts;
	void *lfd;
};

static uint64_t add(uint64_t sum, uint64_t number)
{
	return (sum ^ number) * 0x100000001b3ull;
}

static int write_nothing(void *context, const void *data, size_t len)
{
	uint64_t *sum = context;

	(void)data;
	*sum = add(*sum, len);
	return 0;
}

static void take_slice(void *context, const struct guclog_context *ctx, bool engine, int64_t from,
		       int64_t to)
{
	uint64_t *sum = context;

	*sum = add(*sum, (uint64_t)(to - from) + ctx->guc_id + engine);
}

static void take_row(void *context, const char *name, const char *text)
{
	uint64_t *sum = context;

	*sum = add(*sum, strlen(name) + strlen(text));
}

static void use_events(uint64_t *sum, const struct guclog_log *log, const struct guclog_events *t)
{
	const struct guclog_analysis *a = t->analysis;
	struct guclog_events *own = guclog_events_copy(t);
	const struct guclog_context *c;
	struct guclog_learned *learned;
	struct guclog_event e;
	struct guclog_rule rule;
	struct guclog_summary summary;
	const char *name;
	char text[512];
	uint32_t id;
	uint64_t n;
	bool least;
	unsigned int i;

	while (own && guclog_events_next(own, &e)) {
		*sum = add(*sum, guclog_event_text(t, &e, text, sizeof(text)));
		*sum = add(*sum, (uint64_t)guclog_events_boottime_ns(t, e.tick));
		*sum = add(*sum, (uint64_t)guclog_events_realtime_ns(t, e.tick));
		*sum = add(*sum, (uint64_t)guclog_event_field(&e, 0, &name, &id));
		*sum = add(*sum, guclog_log_entry(log, e.index).len);
	}
	guclog_events_close(own);
	for (i = 0; (c = guclog_analysis_context(a, i)); i++) {
		*sum = add(*sum, guclog_context_engine(c, text, sizeof(text)));
		*sum = add(*sum, guclog_context_cell(a, c, 0, text, sizeof(text)));
		*sum = add(*sum, (uint64_t)guclog_analysis_on_ticks(a, c));
		*sum = add(*sum, (uint64_t)guclog_analysis_wait_ticks(a, c, &least));
	}
	*sum = add(*sum, !!guclog_analysis_findings(a));
	*sum = add(*sum, !!guclog_analysis_survey(a));
	*sum = add(*sum, (uint64_t)guclog_analysis_ns(a, 1000));
	*sum = add(*sum, guclog_analysis_has_contexts(a));
	*sum = add(*sum, !!guclog_analysis_reset(a, 0));
	*sum = add(*sum, (uint64_t)guclog_analysis_rule(a, 0, &rule));
	*sum = add(*sum, (uint64_t)guclog_analysis_id(a, 0, &id, &n));
	guclog_events_slices(t, take_slice, sum);
	guclog_log_summary(log, t, &summary);
	guclog_summary_rows(&summary, take_row, sum);
	learned = guclog_learn(log, NULL);
	*sum = add(*sum, learned ? learned->nr_rows : 0);
	guclog_learned_free(learned);
}

static void use_log(uint64_t *sum, const struct guclog_log *log)
{
	const struct guclog_check_result *check = guclog_check(log);
	const struct guclog_captures *captures = guclog_captures_open(log, NULL);
	const struct guclog_explanation *x = guclog_explain(log, NULL, NULL, NULL);
	struct guclog_events *own = log_events_open(log, 0, NULL);
	struct guclog_region region;
	struct guclog_fault fault;
	struct guclog_bytes part;
	char text[512];
	uint32_t value;
	size_t len;

	*sum = add(*sum, (uint64_t)guclog_log_fault(log, 0, &fault));
	*sum = add(*sum, (uint64_t)guclog_log_region(log, 0, &region));
	*sum = add(*sum, (uint64_t)guclog_log_lic(log, 0, &value));
	*sum = add(*sum, guclog_log_events(log, &part, 1));
	*sum = add(*sum, guclog_log_text(log, text, sizeof(text)));
	*sum = add(*sum, guclog_log_complete(log));
	*sum = add(*sum, (uint64_t)guclog_log_lfd(log, NULL, NULL, NULL, 0, &len));
	guclog_export_log(log, GUCLOG_EXPORT_CSV, write_nothing, sum);
	*sum = add(*sum, guclog_facts_has(log->facts, 0));
	*sum = add(*sum, (uint64_t)guclog_facts_get(log->facts, "platform", text, sizeof(text)));
	guclog_explanation_free(guclog_explain_known(log, NULL));
	guclog_explanation_free(x);
	guclog_check_free(check);
	guclog_captures_close(captures);
	guclog_events_close(own);
}

static void use_dump(uint64_t *sum, const struct guclog_file *file, const struct guclog_dump *dump)
{
	const struct guclog_ct *ct = guclog_ct_open(dump, 0);
	unsigned int i, k;
	uint64_t number;
	char text[512];

	for (i = 0; i < dump->head.nr; i++)
		*sum = add(*sum, strlen(dump->head.field[i].value));
	for (i = 0; i < dump->nr_gts; i++) {
		*sum = add(*sum, !!guclog_dump_find_log(file, dump, &dump->gt[i]));
		for (k = 0; k < dump->gt[i].nr_contexts; k++)
			*sum = add(*sum, guclog_dump_queue_words(dump, &dump->gt[i].context[k],
								 true, text, sizeof(text)));
	}
	*sum = add(*sum, !!guclog_dump_cut(dump));
	*sum = add(*sum, guclog_dump_why_no_log(dump));
	*sum = add(*sum, !!guclog_dump_text(&dump->head, DUMP_HEAD_PROCESS));
	*sum = add(*sum, (uint64_t)guclog_dump_number(&dump->head, DUMP_HEAD_PCI_ID, &number));
	*sum = add(*sum, (uint64_t)guclog_dump_seconds(&dump->head, DUMP_HEAD_UPTIME, &number));
	guclog_ct_close(ct);
}

static void use_blocks(uint64_t *sum, const struct shared *s)
{
	struct guclog_block_events events;
	struct guclog_bytes release;
	struct guclog_block cut;
	char text[512];

	*sum = add(*sum, guclog_blocks_whole(s->blocks));
	*sum = add(*sum, (uint64_t)guclog_blocks_cut(s->blocks, &cut));
	*sum = add(*sum, guclog_blocks_version(s->blocks));
	*sum = add(*sum, guclog_block_text(s->blocks, &s->block, text, sizeof(text)));
	*sum = add(*sum, (uint64_t)guclog_blocks_events(s->blocks, &s->block, &events));
	*sum = add(*sum, !!guclog_block_os(&s->block, &release));
}

static uint64_t use(const struct shared *s)
{
	const struct guclog_file *file = s->file;
	struct guclog_redact_count count = { 0 };
	const struct guclog_asic *asic;
	uint64_t sum = 1;
	char text[512];
	unsigned int i;

	sum = add(sum, strlen(guclog_file_form(file)));
	sum = add(sum, (uint64_t)guclog_file_reason(file, GUCLOG_WANT_LOG, 0, text, sizeof(text)));
	sum = add(sum, guclog_redact_count_text(&count, 0, text, sizeof(text)));
	guclog_report(file, NULL, write_nothing, &sum);
	for (i = 0; i < file->nr_logs; i++)
		use_log(&sum, file->log[i]);
	for (i = 0; i < file->nr_dumps; i++)
		use_dump(&sum, file, file->dump[i]);
	if (s->events)
		use_events(&sum, file->log[0], s->events);
	if (s->timeline)
		guclog_export_timeline(s->timeline, GUCLOG_EXPORT_CSV, write_nothing, &sum);
	if (s->blocks)
		use_blocks(&sum, s);
	if (s->facts) {
		sum = add(sum, guclog_facts_info(s->facts, text, sizeof(text)));
		asic = guclog_asic_from_facts(s->facts->device);
		guclog_asic_close(asic);
	}
	if (s->asic)
		sum = add(sum, guclog_asic_wrap(s->asic, NULL, 0));
	return sum;
}

static void *work(void *arg)
{
	return (void *)(uintptr_t)use(arg);
}

static void open_lfd(struct shared *s)
{
	size_t len = 0;

	if (guclog_log_lfd(s->file->log[0], NULL, NULL, NULL, 0, &len))
		return;
	s->lfd = malloc(len);
	if (s->lfd && !guclog_log_lfd(s->file->log[0], NULL, NULL, s->lfd, len, &len))
		s->blocks = guclog_blocks_open(s->lfd, len, NULL);
	if (s->blocks)
		guclog_blocks_next(s->blocks, &s->block, NULL);
}

int main(int argc, char **argv)
{
	pthread_t thread[THREADS];
	int i, k;

	for (i = 1; i < argc; i++) {
		struct open_options options = { .flags = GUCLOG_OPEN_ANY };
		struct shared s = { .file = logs_open(argv[i], &options, NULL) };
		void *sum, *first = NULL;

		if (!s.file)
			continue;
		if (s.file->nr_logs) {
			s.events = log_events_open(s.file->log[0], 0, NULL);
			open_lfd(&s);
			s.asic = guclog_asic_from_facts(s.file->log[0]->facts);
		}
		s.timeline = guclog_timeline_new(0);
		if (s.timeline && !guclog_timeline_add_file(s.timeline, s.file))
			guclog_timeline_sort(s.timeline);
		s.facts = guclog_facts_open(argv[i], NULL);
		for (k = 0; k < THREADS; k++)
			ok(!pthread_create(&thread[k], NULL, work, &s), "thread %d", k);
		for (k = 0; k < THREADS; k++) {
			ok(!pthread_join(thread[k], &sum) && (!first || sum == first),
			   "%s: result of thread %d", argv[i], k);
			first = sum;
		}
		guclog_facts_close(s.facts);
		guclog_asic_close(s.asic);
		guclog_blocks_close(s.blocks);
		free(s.lfd);
		guclog_timeline_free(s.timeline);
		guclog_events_close(s.events);
		logs_close(s.file);
	}
	return result();
}
