// SPDX-License-Identifier: GPL-2.0-only
#include "decode.h"

#include "verbs/inputs.h"
#include "verbs/log_messages.h"
#include "base/msg.h"
#include "base/status.h"

static void say_left_out(const char *name, u64 n, const char *why)
{
	if (n)
		msg_fail(name, "%llu events left out: %s", n, why);
}

static void say_counts(const struct guclog_log *log, const struct guclog_events *t,
		       const struct guclog_export_counts *counts)
{
	char *name = cli_name(log);

	say_left_out(name, counts->before_load,
		     "from before the firmware was loaded again");
	say_left_out(name, counts->ambiguous,
		     "their time is unknown, because events are missing or their order is unknown");
	say_left_out(name, counts->before_boot, "from before the boot");
	say_left_out(name, counts->no_clock,
		     "the log does not contain the frequency of its clock");
	if (!t->anchored && counts->exported)
		msg_fail(name, "no anchor to the host's clock: times count from the oldest event");
	free(name);
}

static void put_events(struct decode *d, const struct cli_log *log, unsigned int nr)
{
	struct guclog_export *x = d->export;
	struct guclog_export_counts counts;
	struct filter_walk walk;
	struct guclog_event e;

	guclog_export_begin(x, log->t, nr);
	filter_walk_begin(&walk, &d->filter, log->t);
	while (filter_walk_next(&walk, &e))
		guclog_export_event(x, &e);
	if (filter_is_empty(&d->filter) && guclog_export_tracks(x) == -ENOMEM)
		mem_none();
	guclog_export_end(x, &counts);
	say_counts(log->log, log->t, &counts);
}

static int put_log(void *context, struct cli_log *log, unsigned int nr)
{
	struct decode *d = context;
	int status;

	if (!decode_possible(d, log, &status))
		return status;
	put_events(d, log, nr);
	return decode_end(log);
}

/* Write the tracks of all logs, then a track for each other source, such as a kernel log. */
static void put_timeline(struct decode *d, struct guclog_export *x, const struct inputs *in)
{
	const struct guclog_timeline *t = in->timeline;
	unsigned int i;
	int ret;

	d->in.status = inputs_status(in);
	for (i = 0; i < in->nr_logs; i++) {
		ret = put_log(d, &in->log[i], i);
		d->in.status = max(d->in.status, ret);
	}
	for (i = 0; i < t->nr_sources; i++)
		if (t->source[i]->kind != GUCLOG_SOURCE_LOG)
			guclog_export_source(x, t, t->source[i]);
}

static int write_to(void *context, const void *data, size_t len)
{
	return file_out_write(context, data, len);
}

/* Begin a trace for Perfetto. Return: the trace, or NULL after printing the reason on stderr. */
static struct guclog_export *begin(struct decode *d, const struct guclog_names *names,
				   struct file_out *out)
{
	struct guclog_export *x;
	int error;

	x = guclog_export_open(GUCLOG_EXPORT_PERFETTO, names, write_to, out, &error);
	if (error == -ENOMEM)
		mem_none();
	if (!x)
		msg_fail(NULL, "this guclog was built without Perfetto");
	else if (!file_out_open(out, &d->out, true))
		return x;
	guclog_export_close(x);
	return NULL;
}

/**
 * decode_perfetto_timeline() - write a trace for Perfetto of several inputs
 * @d: options and state of "guclog decode"
 * @in: the inputs, after inputs_sort(); NULL for the one input that is open in @d
 *
 * Context: process context; creates the file.
 * Return: an enum cmd_status.
 */
int decode_perfetto_timeline(struct decode *d, const struct inputs *in)
{
	struct guclog_names names = schema_names(&d->schema);
	struct file_out out;
	struct guclog_export *x = begin(d, &names, &out);
	int error;

	if (!x)
		return CMD_FAILED;
	d->export = x;
	if (in)
		put_timeline(d, x, in);
	else
		cli_each_log(&d->in, put_log, d);
	d->export = NULL;
	error = guclog_export_close(x);
	if (error == -ENOMEM)
		mem_none();
	if (error || d->in.status == CMD_FAILED) {
		file_out_drop(&out);
		return CMD_FAILED;
	}
	return file_out_close(&out) ? CMD_FAILED : d->in.status;
}

/**
 * decode_perfetto() - write a trace for Perfetto of one input
 * @d: options and state of "guclog decode"
 * @path: path of the input
 *
 * Context: process context; reads the input and creates the file.
 * Return: an enum cmd_status.
 */
int decode_perfetto(struct decode *d, const char *path)
{
	d->in.flags = d->raw ? GUCLOG_EVENTS_PLAIN : 0;
	if (cli_open_with_analysis(&d->in, path) || !cli_nr_logs(d->in.file))
		return CMD_FAILED;
	return decode_perfetto_timeline(d, NULL);
}
