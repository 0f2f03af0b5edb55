// SPDX-License-Identifier: GPL-2.0-only
#include "decode.h"

#include "events/export_perfetto.h"
#include "order/order.h"
#include "util/msg.h"
#include "util/status.h"

static void say_left_out(const char *name, u64 n, const char *why)
{
	if (n)
		msg_fail(name, "%llu events left out: %s", n, why);
}

static void say_counts(const struct log_view *view, const struct guclog_events *t,
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

static void put_events(struct decode *d, struct export_perfetto *x, const struct log_view *view,
		       struct guclog_events *t)
{
	struct filter_walk walk;
	struct guclog_event e;

	export_perfetto_begin(x, t);
	filter_walk_begin(&walk, &d->filter, t);
	while (filter_walk_next(&walk, &e))
		export_perfetto_event(x, &e);
	if (t->analysis && filter_is_empty(&d->filter))
		export_perfetto_lives(x, t);
	say_counts(view, t, export_perfetto_end(x));
}

static int put_log(struct decode *d, struct export_perfetto *x, const struct analysed_log *log)
{
	const struct log_view *view = &log->view;
	struct guclog_events *t = log->t;
	int ret;

	if (cli_is_empty(view))
		return cli_tell_empty(view);
	ret = cli_check_filter(t, view, &d->filter);
	if (ret)
		return ret;
	d->schema.words = log->survey ? log->survey->words : 0;
	if (filter_needs_words(&d->filter) && !d->schema.words) {
		msg_fail(guclog_log_name(view->handle), DECODE_NO_WORDS);
		return CMD_FAILED;
	}
	put_events(d, x, view, t);
	if (t->rest)
		msg_fail(guclog_log_name(view->handle), "%llu bytes are not a whole event",
			 (u64)t->rest);
	return t->rest || view->layout.faults ? CMD_FAULTS : CMD_FINE;
}

static void put_logs(struct decode *d, struct export_perfetto *x)
{
	struct analysed_log log;
	unsigned int i = 0;
	int ret;

	while (analysed_next(&d->in, &i, &log)) {
		ret = put_log(d, x, &log);
		d->in.logs.status = max(d->in.logs.status, ret);
		analysed_log_free(&log);
	}
}

/* Several inputs: their logs, then a track for each of the other sources. */
static void put_order(struct decode *d, struct export_perfetto *x, const struct order *o)
{
	unsigned int i;
	int ret;

	d->in.logs.status = order_status(o);
	for (i = 0; i < o->nr_logs; i++) {
		ret = put_log(d, x, &o->log[i]);
		d->in.logs.status = max(d->in.logs.status, ret);
	}
	for (i = 0; i < o->nr_sources; i++)
		if (o->source[i].kind != ORDER_GUC)
			export_perfetto_source(x, o, i);
}

/**
 * decode_perfetto_timeline() - write a trace of several inputs
 * @d: the run
 * @order: the inputs in one order; NULL for the one input that is open in @d
 *
 * Context: process context; creates the file.
 * Return: an enum cmd_status.
 */
int decode_perfetto_timeline(struct decode *d, const struct order *order)
{
	struct export_perfetto *x = export_perfetto_open(&d->out, &d->schema);

	if (!x)
		return CMD_FAILED;
	if (order)
		put_order(d, x, order);
	else
		put_logs(d, x);
	if (export_perfetto_close(x, d->in.logs.status != CMD_FAILED))
		return CMD_FAILED;
	return d->in.logs.status;
}

/**
 * decode_perfetto() - write a trace of one input
 * @d: the run
 * @path: the input
 *
 * Context: process context; reads the input and creates the file.
 * Return: an enum cmd_status.
 */
int decode_perfetto(struct decode *d, const char *path)
{
	d->in.raw = d->raw;
	if (analysed_open(&d->in, path) || !log_file_logs(d->in.logs.file))
		return CMD_FAILED;
	return decode_perfetto_timeline(d, NULL);
}
