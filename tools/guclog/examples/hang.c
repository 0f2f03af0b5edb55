// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * hang INPUT -- print whether a GPU has hung: the explanation and the contexts of each log, and
 * the messages between driver and GuC in each devcoredump.
 *
 * cc hang.c $(pkg-config --cflags --libs libguclog) -o hang
 */
#include <guclog_dump.h>

#include <inttypes.h>
#include <stdio.h>

static void show_explanation(const struct guclog_explanation *x)
{
	static const char * const words[] = {
		[GUCLOG_UNKNOWN] = "unknown", [GUCLOG_NO] = "no", [GUCLOG_YES] = "yes",
	};
	unsigned int i;

	printf("hang: %s\n", words[x->hang]);
	printf("signature: %s\n", x->signature);
	for (i = 0; i < x->nr_sentences; i++)
		printf("%s\n", x->sentence[i]->text);
}

static void show_contexts(const struct guclog_analysis *a)
{
	const struct guclog_context *c;
	char engine[16];
	unsigned int i;

	if (!guclog_analysis_has_contexts(a))
		return;
	for (i = 0; (c = guclog_analysis_context(a, i)); i++)
		printf("context %" PRIu32 ": %s, %" PRIu64 " submits, %s\n", c->guc_id,
		       guclog_context_engine(c, engine, sizeof(engine)) ? engine : "-",
		       c->submits, guclog_context_state_name(c->state));
}

static void show_messages(const struct guclog_dump *dump)
{
	const struct guclog_ct_ring *ring;
	const struct guclog_ct *ct;
	unsigned int i, k, n;

	for (i = 0; i < dump->nr_gts; i++) {
		ct = guclog_ct_open(dump, i);
		for (k = GUCLOG_H2G; ct && k <= GUCLOG_G2H; k++) {
			ring = ct->ring[k];
			for (n = 0; n < ring->nr_messages; n++)
				printf("%s %s%s\n", ring->name, ring->message[n]->text,
				       ring->message[n]->unread ? " (unread)" : "");
		}
		guclog_ct_close(ct);
	}
}

static int show_log(const struct guclog_log *log)
{
	const struct guclog_explanation *x;
	struct guclog_error error;

	printf("# %s\n", log->name);
	x = guclog_explain(log, NULL, NULL, &error);
	if (!x) {
		fprintf(stderr, "%s: %s\n", log->name, error.text);
		return 1;
	}
	show_explanation(x);
	if (x->analysis)
		show_contexts(x->analysis);
	guclog_explanation_free(x);
	return 0;
}

int main(int argc, char **argv)
{
	const struct guclog_dump *dump;
	struct guclog_error error;
	struct guclog_file *file;
	unsigned int i;
	int status = 0;

	if (argc != 2) {
		fprintf(stderr, "usage: hang INPUT\n");
		return 2;
	}
	file = guclog_open(argv[1], NULL, &error);
	if (!file) {
		fprintf(stderr, "hang: %s\n", error.text);
		return 2;
	}
	for (i = 0; i < file->nr_logs; i++)
		status |= show_log(file->log[i]);
	for (i = 0; (dump = file->dump[i]); i++)
		show_messages(dump);
	guclog_close(file);
	return status;
}
