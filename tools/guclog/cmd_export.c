// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include <unistd.h>

#include "events/analysed.h"
#include "events/eventout.h"
#include "events/export_perfetto.h"
#include "events/filter.h"
#include "events/print.h"
#include "events/schema.h"
#include "order/order.h"
#include "util/file_out.h"
#include "util/msg.h"

enum shape { NONE, PERFETTO, CSV, JSONL };

/**
 * struct export - one run
 * @in: the input, unless there are several
 * @order: several inputs
 * @filter: the events that are selected
 * @schema: names
 * @shape: the output form
 * @out: --output
 * @perfetto: the trace, NULL in the other forms
 * @print: the text, in the other forms
 */
struct export {
	struct analysed_input in;
	struct order order;
	struct filter filter;
	struct schema schema;
	enum shape shape;
	struct output out;
	struct export_perfetto *perfetto;
	struct print print;
};

static void say_left_out(const char *name, u64 n, const char *why)
{
	if (n)
		msg_fail(name, "%llu events left out: %s", n, why);
}

static void say_counts(const struct log_view *view, const struct guclog_timeline *t,
		       const struct export_counts *counts)
{
	char *name = cli_name(view);

	say_left_out(name, counts->before_load,
		     "from before the firmware was loaded again");
	say_left_out(name, counts->ambiguous,
		     "a gap hides when they were");
	say_left_out(name, counts->before_boot, "from before the boot");
	say_left_out(name, counts->no_clock,
		     "the log does not contain the frequency of its clock");
	if (!t->anchored && counts->exported)
		msg_fail(name, "no anchor to the host's clock: time begins at the oldest event");
	free(name);
}

static void put_event(struct export *x, struct eventout *line,
		      const struct guclog_entry *e)
{
	if (x->shape == PERFETTO) {
		export_perfetto_event(x->perfetto, e);
	} else if (x->shape == CSV) {
		eventout_csv(line, e);
	} else {
		eventout_json(line, e);
		print_char(&x->print, '\n');
	}
}

static void put_events(struct export *x, const struct log_view *view,
		       struct guclog_timeline *t,
		       struct guclog_walk *analysed, unsigned int nr)
{
	struct eventout line = {
		.p = &x->print,
		.t = t,
		.schema = &x->schema,
		.log = nr,
	};
	struct filter_walk walk;
	struct guclog_entry e;

	if (x->shape == PERFETTO)
		export_perfetto_begin(x->perfetto, t);
	filter_walk_begin(&walk, &x->filter, t, analysed);
	while (filter_walk_next(&walk, &e))
		put_event(x, &line, &e);
	if (x->shape == PERFETTO && analysed && filter_is_empty(&x->filter))
		export_perfetto_lives(x->perfetto, t, analysed);
	if (x->shape == PERFETTO)
		say_counts(view, t, export_perfetto_end(x->perfetto));
}

static int export_log(struct export *x, const struct analysed_log *log,
		      unsigned int nr)
{
	const struct log_view *view = &log->view;
	struct guclog_timeline t;
	int ret;

	if (cli_is_empty(view))
		return cli_tell_empty(view);
	ret = cli_timeline(&t, view, &x->filter);
	if (ret)
		return ret;
	x->schema.words = log->survey ? log->survey->words : 0;
	if (filter_needs_words(&x->filter) && !x->schema.words) {
		msg_fail(guclog_log_name(view->handle),
			 "the dictionary does not fit this log: contexts, engines and messages cannot be told apart");
		return CMD_FAILED;
	}
	put_events(x, view, &t, log->walk, nr);
	if (t.rest)
		msg_fail(guclog_log_name(view->handle), "%llu bytes are not a whole event",
			 (u64)t.rest);
	return t.rest || view->layout.faults ? CMD_FAULTS : CMD_FINE;
}

static void export_logs(struct export *x)
{
	struct analysed_log log;
	unsigned int i = 0;
	int ret;

	while (analysed_next(&x->in, &i, &log)) {
		ret = export_log(x, &log, i - 1);
		x->in.logs.status = max(x->in.logs.status, ret);
		analysed_log_free(&log);
	}
}

/* Several inputs: their logs, then a track for each of the other sources. */
static void export_order(struct export *x)
{
	const struct order *o = &x->order;
	unsigned int i;
	int ret;

	x->in.logs.status = order_status(o);
	for (i = 0; i < o->nr_logs; i++) {
		ret = export_log(x, &o->log[i], i);
		x->in.logs.status = max(x->in.logs.status, ret);
	}
	for (i = 0; i < o->nr_sources; i++)
		if (o->source[i].kind != ORDER_GUC)
			export_perfetto_source(x->perfetto, o, i);
}

static int to_perfetto(struct export *x)
{
	bool keep;

	x->perfetto = export_perfetto_open(&x->out, &x->schema);
	if (!x->perfetto)
		return CMD_FAILED;
	if (x->order.nr_inputs)
		export_order(x);
	else
		export_logs(x);
	keep = x->in.logs.status != CMD_FAILED;
	if (export_perfetto_close(x->perfetto, keep))
		return CMD_FAILED;
	return x->in.logs.status;
}

/* Return: whether the text was written. */
static bool print_to(struct export *x, FILE *to)
{
	print_init(&x->print, to);
	if (x->shape == CSV)
		eventout_csv_head(&x->print);
	export_logs(x);
	print_flush(&x->print);
	return !fflush(to) && !ferror(to);
}

static int to_text(struct export *x)
{
	struct file_out out;
	FILE *to;
	bool fine;

	if (file_out_open(&out, &x->out, false))
		return CMD_FAILED;
	to = fdopen(dup(out.fd), "w");
	fine = to && print_to(x, to);
	if (!fine)
		msg_fail(out.name, "%s", strerror(errno));
	if (to)
		fclose(to);
	if (!fine || x->in.logs.status == CMD_FAILED)
		file_out_drop(&out);
	else
		fine = !file_out_close(&out);
	return fine ? x->in.logs.status : CMD_FAILED;
}

static int run(void *into, int nr, char **path)
{
	struct export *x = into;

	if (x->shape == NONE)
		return options_fail("export", "one of --perfetto, --csv, --jsonl is needed");
	if (nr > 1 && x->shape != PERFETTO)
		return options_fail("export", "several inputs need --perfetto");
	if (x->shape == PERFETTO && export_perfetto_missing())
		return CMD_FAILED;
	if (nr > 1) {
		x->order.choice = x->in.logs.choice;
		if (order_open(&x->order, path, nr))
			return CMD_FAILED;
		order_sort(&x->order);
		return to_perfetto(x);
	}
	if (analysed_open(&x->in, path[0]) || !log_file_logs(x->in.logs.file))
		return CMD_FAILED;
	return x->shape == PERFETTO ? to_perfetto(x) : to_text(x);
}

static void end(void *into)
{
	struct export *x = into;

	order_close(&x->order);
	analysed_close(&x->in);
	filter_free(&x->filter);
	schema_free(&x->schema);
}

static const struct option_desc options[] = {
	OPT_SELECT(struct export, shape, "perfetto", PERFETTO,
		   "trace for Perfetto: one track per GT, on the host's\n"
		   "boottime clock"),
	OPT_SELECT(struct export, shape, "csv", CSV,
		   "one row per event, under the names of the columns"),
	OPT_SELECT(struct export, shape, "jsonl", JSONL,
		   "one JSON object per event and line"),
	OPT_OUTPUT(struct export, out),
	OPTS_FILTER(struct export, filter),
	OPT_CALL(struct export, schema, "schema", "FILE", schema_option,
		 "names of ids and arguments; guclog(1) describes the format"),
	OPT_GT(struct export, in.logs.choice.gt, "only the log of this GT"),
	OPT_END
};

/* guclog export */
const struct cmd cmd_export = {
	.summary = "write the events of a log for another program",
	.usage = {
		.verb = "export",
		.synopsis = "--perfetto|--csv|--jsonl [-o OUT] [OPTION...] INPUT\n"
			    "--perfetto [-o OUT] [OPTION...] FILE...",
		.about =
"Write the events of a GuC log for another program.\n",
		.options = options,
		.notes = USAGE_INPUT
"A trace takes several FILEs, also kernel logs and reports of trace-cmd, as\n"
"'guclog timeline' does.\n"
"A trace has no events without a time on its clock; their number is printed.\n"
"Without an anchor its time begins at the oldest event.\n",
		.operands = "one INPUT is needed",
		.min_operands = 1,
		.max_operands = OPERANDS_ANY,
	},
	.size = sizeof(struct export),
	.run = run,
	.end = end,
};
