// SPDX-License-Identifier: GPL-2.0-only
/*
 * Explains a devcoredump with any kernel log. The text of the kernel log must not change which
 * context hangs. The explanation lists lines of the kernel log ("witnesses"), and marks those that
 * are proved to be about the hang ("joined"). No line about another context may be joined.
 *
 * Input: a byte that selects the options, then the text of a kernel log; or the text of a trace,
 * which is read beside a kernel log with a page fault.
 */
#include "fuzz.h"

#include "base/types.h"
#include "explain/explain.h"
#include "messages/lines.h"
#include "read/dump/sections.h"

#define GUC_ID	22u

#define WITH_DUMP	BIT(0)
#define TWICE		BIT(1)
#define IS_TRACE	BIT(2)

/* The page fault, address space and queue of the seeds with a trace. */
#define HEAD "xe 0000:03:00.0: [drm] Tile0: GT0:"
static const char fault[] =
	"[    7.000000] " HEAD "\n\tASID: 42\n\tFaulted Address: 0x0000800400a03000\n"
	"\tFaultType: 0\n\tAccessType: 0\n\tFaultLevel: 1\n\tEngineClass: 5 ccs\n"
	"\tEngineInstance: 0\n"
	"[  7.001000] " HEAD " Engine memory CAT error: class=ccs, logical_mask: 0x1, guc_id=22\n";

static const enum dump_name names[] = {
	DUMP_HEAD_REASON, DUMP_HEAD_UPTIME, DUMP_HEAD_SNAPSHOT_TIME, DUMP_HEAD_KERNEL,
};

static char values[][72] = {
	"Timedout job - seqno=171, lrc_seqno=171, guc_id=22, flags=0x0",
	"365371.234567890", "1767225600.123456789", "6.16.3-2-test",
};

static char process[] = "clpeak", name[] = "name";

static void check_line(const struct guclog_kernel_line *line)
{
	unsigned int i;

	FUZZ_CHECK(guclog_kernel_event_name(line->event));
	FUZZ_CHECK(line->time && *line->time && line->text);
	FUZZ_CHECK(memchr(line->device, '\0', sizeof(line->device)));
	FUZZ_CHECK(memchr(line->engine_class, '\0', sizeof(line->engine_class)));
	FUZZ_CHECK(!line->has_pid || line->process);
	FUZZ_CHECK(guclog_message_class_name(line->about) && line->weight <= 9);
	FUZZ_CHECK(line->meaning || line->about == GUCLOG_MESSAGE_UNKNOWN);
	for (i = 0; i < line->nr_fields; i++)
		FUZZ_CHECK(*line->field[i].name && line->field[i].text);
}

/* Each line belongs to at most one incident, and each incident has lines in their order. */
static void check_incidents(const struct guclog_kernel_log *log)
{
	unsigned int i, k, lines = 0, of = 0;

	for (i = 0; i < log->nr_lines; i++)
		lines += log->line[i]->incident != GUCLOG_NONE;
	for (i = 0; i < log->nr_incidents; i++) {
		const struct guclog_kernel_incident *incident = log->incident[i];

		FUZZ_CHECK(incident->nr_lines && incident->cause && incident->worst);
		FUZZ_CHECK(incident->dump_of == GUCLOG_NONE || incident->dump_of < i);
		FUZZ_CHECK((incident->dump == GUCLOG_DUMP_NONE) == !incident->dump_line);
		for (k = 0; k < incident->nr_lines; k++)
			FUZZ_CHECK(incident->line[k]->incident == i);
		of += incident->nr_lines;
	}
	FUZZ_CHECK(of == lines);
}

static void check_log(const struct guclog_kernel_log *log)
{
	unsigned int i;

	for (i = 0; i < log->nr_lines; i++)
		check_line(log->line[i]);
	check_incidents(log);
}

static bool has_guc_id(const struct guclog_kernel_log *log, u32 guc_id)
{
	unsigned int i;

	for (i = 0; i < log->nr_lines; i++)
		if (log->line[i]->guc_id == guc_id)
			return true;
	return false;
}

static void check(const struct guclog_explanation *x, const struct guclog_kernel_log *log,
		  bool with_dump)
{
	unsigned int i;

	FUZZ_CHECK(*x->signature && x->nr_sentences);
	FUZZ_CHECK(x->nr_witnesses <= x->nr_kernel_lines);
	for (i = 0; i < x->nr_sentences; i++)
		FUZZ_CHECK(*x->sentence[i]->text && guclog_basis_name(x->sentence[i]->basis));
	if (!with_dump) {
		FUZZ_CHECK(x->first->guc_id == GUCLOG_NONE || has_guc_id(log, x->first->guc_id));
		return;
	}
	FUZZ_CHECK(x->first->guc_id == GUC_ID && x->driver.pid == 2711);
	for (i = 0; i < x->nr_witnesses; i++) {
		const struct guclog_witness *w = x->witness[i];

		if (!w->joined)
			continue;
		FUZZ_CHECK(w->line->guc_id == GUC_ID || w->line->guc_id == GUCLOG_NONE);
		FUZZ_CHECK(!w->line->has_pid || w->line->pid == 2711);
		FUZZ_CHECK(!w->line->process || !strcmp(w->line->process, process));
	}
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	const struct guclog_kernel_log *log, *both[2];
	struct guclog_dump_field field[ARRAY_SIZE(names)];
	struct guclog_dump_gt gt = { .nr_contexts = 0 };
	struct guclog_dump dump = {
		.head = { ARRAY_SIZE(names), field }, .nr_gts = 1, .gt = &gt,
		.process = process, .has_pid = true, .pid = 2711,
	};
	struct guclog_explain_options options = { .kernel_log = both };
	struct guc_view in = guc_view(data, size);
	const struct guclog_explanation *x;
	u32 flags = fuzz_take(&in, 1);
	unsigned int i;
	char *text, *trace = NULL;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		field[i] = (struct guclog_dump_field){ names[i], 0, name, values[i],
						       false, 0, i };
	text = fuzz_copy(in.data, in.len);
	if (flags & IS_TRACE) {
		trace = malloc(in.len + 1);
		memcpy(trace, text, in.len);
		trace[in.len] = '\0';
		options.trace = trace;
		flags &= ~WITH_DUMP;
		log = guclog_kernel_log_open("log", fault, sizeof(fault) - 1, NULL);
		FUZZ_CHECK(log && log->nr_incidents);
	} else {
		log = guclog_kernel_log_open("log", text, in.len, NULL);
	}
	free(text);
	if (!log)
		return 0;
	check_log(log);
	both[0] = log;
	both[1] = log;
	options.nr_kernel_logs = flags & TWICE ? 2 : 1;
	x = guclog_explain(NULL, flags & WITH_DUMP ? &dump : NULL, &options, NULL);
	FUZZ_CHECK(x);
	check(x, log, flags & WITH_DUMP);
	guclog_explanation_free(x);
	guclog_kernel_log_free(log);
	free(trace);
	return 0;
}
