// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* Sentences about the lines of kernel logs about a hang, which are called witnesses in the code. */
#include "explain/explanation.h"

/* Largest number of kernel log lines that one sentence quotes. */
#define MAX_LINES	6u
/* Largest number of wedged GPUs that are named. */
#define MAX_WEDGED	16

static void say_line(struct explanation *x, const struct guclog_kernel_line *line)
{
	sentence_more(x, "at %s %s", line->time, guclog_kernel_event_name(line->event));
	if (line->event == GUCLOG_KERNEL_ERROR)
		sentence_more(x, " \"%s\"", line->text);
	if (line->guc_id != GUCLOG_NONE)
		sentence_more(x, " of guc_id %u", line->guc_id);
	if (*line->engine_class)
		sentence_more(x, " (%s)", line->engine_class);
	if (line->process) {
		sentence_more(x, " in %s", line->process);
		if (line->has_pid)
			sentence_more(x, " [%u]", line->pid);
	}
	if (x->several_gpus && *line->device)
		sentence_more(x, " on %s", line->device);
}

/*
 * For each GPU that the driver has declared wedged, at most MAX_WEDGED: add a sentence that
 * explains what this means, from the documentation of xe.
 */
static void say_wedged(struct explanation *x, const struct guclog_kernel_log *log)
{
	const struct guclog_kernel_line *newest[MAX_WEDGED];
	unsigned int i = log->nr_lines, k, n = 0;

	while (i-- && n < MAX_WEDGED) {
		if (log->line[i]->event != GUCLOG_KERNEL_WEDGED)
			continue;
		for (k = 0; k < n && strcmp(newest[k]->device, log->line[i]->device); k++)
			;
		if (k == n)
			newest[n++] = log->line[i];
	}
	while (n--)
		sentence_begin(x, "At %s the driver declared the GPU %s wedged: it gave the GPU up, blocks all its ioctls, and no program can use the GPU until it is recovered; the default recovery is to bind the driver to the device again, or a bus reset.",
			       newest[n]->time, newest[n]->device);
}

static void list_lines(struct explanation *x, unsigned int log, bool joined)
{
	const char *between = " ";
	unsigned int i, nr = 0;

	for (i = 0; i < x->shown.nr_witnesses; i++) {
		const struct guclog_witness *w = x->shown.witness[i];

		if (w->kernel_log != log || w->joined != joined)
			continue;
		if (nr++ == MAX_LINES) {
			sentence_more(x, "; and more");
			break;
		}
		sentence_more(x, "%s", between);
		say_line(x, w->line);
		between = "; ";
	}
	sentence_more(x, ".");
}

/* Return: what proves that the lines of a kernel log with @joined are about the hang. */
static const char *proof_of(const struct explanation *x, unsigned int log)
{
	const char *proof = "same time";
	unsigned int i;

	for (i = 0; i < x->shown.nr_witnesses; i++) {
		const struct guclog_witness *w = x->shown.witness[i];

		if (w->kernel_log != log || !w->joined)
			continue;
		if (w->line->guc_id != GUCLOG_NONE)
			return "same time and queue";
		if (w->line->has_asid)
			proof = "same time and address space";
	}
	return proof;
}

static void say_log(struct explanation *x, unsigned int i)
{
	const struct guclog_kernel_log *log = x->kernel_log[i];
	unsigned int joined = x->nr_joined[i], others = log->nr_lines - joined;
	bool alone = !x->dump && !x->log;

	if (!log->nr_lines) {
		sentence_begin(x, "The kernel log %s has no line of xe or i915 that is an error, or that is known to be about a hang.",
			       log->name);
		explain_unread(x, log);
		return;
	}
	say_wedged(x, log);
	if (alone) {
		if (!log->nr_incidents) {
			sentence_begin(x, "No line of the kernel log %s is known to be about a hang.",
				       log->name);
			sentence_is(x, GUCLOG_CERTAINTY_UNKNOWN);
		}
		explain_incidents(x, log);
		explain_unread(x, log);
		return;
	}
	if (joined) {
		sentence_begin(x, "The kernel log %s has this hang (%s):", log->name,
			       proof_of(x, i));
		list_lines(x, i, true);
		sentence_is(x, GUCLOG_CERTAINTY_INFERRED);
	} else {
		sentence_begin(x, "No line of the kernel log %s is proven to be about this hang.",
			       log->name);
		sentence_is(x, GUCLOG_CERTAINTY_UNKNOWN);
	}
	if (!others)
		return;
	sentence_begin(x, "This kernel log has %u other line%s of the driver, the newest first:", others,
		       others == 1 ? "" : "s");
	list_lines(x, i, false);
	explain_unread(x, log);
}

/**
 * explain_witnesses() - list the lines of the kernel logs about the hang, and the newest of
 * the other lines
 * @x: the explanation, after witness_make()
 *
 * Context: allocates memory; a failure makes guclog_explain() return NULL.
 */
void explain_witnesses(struct explanation *x)
{
	unsigned int i;

	for (i = 0; i < x->nr_kernel_logs; i++)
		say_log(x, i);
}
