// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include <unistd.h>

#include "decode.h"
#include "verbs/kernel_text.h"
#include "verbs/log_messages.h"
#include "base/msg.h"

static const char * const column[] = {
	[EVENTOUT_BOOT] = "seconds since boot",
	[EVENTOUT_WALL] = "UTC",
	[EVENTOUT_AGO] = "seconds before the newest event",
	[EVENTOUT_TICK] = "GuC ticks",
};

/*
 * Return: the kind of time to print for the events of a stream. Seconds before the newest event are
 * not possible, because newer events follow; ticks are used instead. If the stream gets a clock
 * anchor after some events were printed, the kind of time changes; a line about that is printed.
 */
static enum eventout_time stream_time(struct decode *d, const struct guclog_events *t)
{
	enum eventout_time time = eventout_time(t, d->time);

	if (time == EVENTOUT_AGO)
		time = EVENTOUT_TICK;
	if (d->shown_time && time != d->shown_time && d->to == DECODE_TEXT) {
		print_str(&d->print, "# time in ");
		print_str(&d->print, column[time]);
		print_char(&d->print, '\n');
	}
	d->shown_time = time;
	return time;
}

static void put_head(struct decode *d, const struct guclog_log *log,
		     const struct guclog_events *t, const struct eventout *out)
{
	const struct guclog_layout *l = log->layout;

	/* The same name as that of cli_name(), but printed without allocating memory for it. */
	print_fmt(&d->print, "# %s", log->name);
	if (facts_know(log->facts, GUCLOG_FACT_GT))
		print_fmt(&d->print, ": GT %u", log->facts->gt);
	print_fmt(&d->print, ": %llu %s%s%s; time in %s", (u64)(l->entries ?: l->bytes),
		  l->entries == 1 ? "event" : l->entries ? "events" : "bytes of events",
		  *l->order ? ", " : "", l->order, column[out->time]);
	if (t->anchored && facts_know(log->facts, GUCLOG_FACT_ANCHOR_UNCERTAINTY_NS)) {
		print_str(&d->print, ", +/- ");
		print_ns(&d->print, (s64)log->facts->anchor_uncertainty_ns, 1);
	}
	print_char(&d->print, '\n');
}

/*
 * Print a heading. The events of a log have two parts: first the events from before the firmware
 * was loaded again (@old is true), then all others.
 */
static void put_part(struct decode *d, const struct guclog_events *t, bool old)
{
	if (old)
		print_fmt(&d->print,
			  "# %llu events from before the firmware was loaded again, in storage order:\n",
			  (u64)t->before_load);
	else
		print_str(&d->print, "# since the firmware was loaded:\n");
}

static void put_events(struct decode *d, struct guclog_events *t,
		       struct eventout *out, const struct follow_log *follow)
{
	struct filter_walk walk;
	bool old = false;
	struct guclog_event e;

	filter_walk_begin(&walk, &d->filter, t);
	while (filter_walk_next(&walk, &e)) {
		if (follow && !follow_is_new(follow, &e))
			continue;
		if (d->export) {
			guclog_export_event(d->export, &e);
			continue;
		}
		if (e.before_load != old)
			put_part(d, t, e.before_load);
		old = e.before_load;
		eventout_text(out, &e);
	}
}

/*
 * If the dictionary was not made from logs of this firmware version, or if some of its rules do not
 * hold on the log, print that.
 */
static void put_dictionary(struct decode *d, const struct guclog_survey *s)
{
	if (s->firmware_known && s->rules_held == s->rules_tested)
		return;
	print_str(&d->print, s->misfit ? "# the dictionary does not fit this log: no names; " :
			     s->firmware_known ? "# " :
			     "# the dictionary was not made from logs of this firmware version; ");
	if (!s->misfit && s->basis_logs)
		print_fmt(&d->print, "names were learned from %llu earlier log%s of this version; ",
			  (u64)s->basis_logs, s->basis_logs == 1 ? "" : "s");
	if (s->conflicts)
		print_fmt(&d->print, "%llu ids have another meaning in this log and get no name; ",
			  (u64)s->conflicts);
	print_fmt(&d->print, "%llu of %llu rules hold, see 'guclog events --check'\n",
		  (u64)s->rules_held, (u64)s->rules_tested);
}

static void put_log_head(struct decode *d, const struct cli_log *log,
			 const struct guclog_events *t, const struct eventout *out,
			 const struct follow_log *follow)
{
	if (d->to != DECODE_TEXT)
		return;
	if (!follow || follow->first) {
		put_head(d, log->log, t, out);
		if (log->survey)
			put_dictionary(d, log->survey);
	} else if (follow->lost) {
		print_str(&d->print, "# no event above is in the log any more; events may be missing here:\n");
	}
}

/**
 * decode_possible() - check whether the selected events of a log can be read
 * @d: options and state of "guclog decode"
 * @log: the log that contains the events
 * @status: set to an enum cmd_status if they cannot be read
 *
 * Context: process context; prints the reason on stderr.
 * Return: whether the events can be read.
 */
bool decode_possible(const struct decode *d, const struct cli_log *log, int *status)
{
	const struct guclog_log *source = log->log;
	const char *why = NULL;

	if (cli_is_empty(source)) {
		*status = log_say_empty(source);
		return false;
	}
	if (!log->t) {
		msg_fail(source->name, "the format version %u of the events is unknown",
			 source->layout->version);
		*status = CMD_FAULTS;
		return false;
	}
	if (!filter_is_empty(&d->filter))
		why = filter_unusable(&d->filter, log->t);
	if (!why && filter_needs_words(&d->filter) && !(log->survey && log->survey->words))
		why = d->raw ? "--raw cannot be used with --context, --engine or --h2g" :
		      DECODE_NO_WORDS;
	if (!why)
		return true;
	msg_fail(source->name, "%s", why);
	*status = CMD_FAILED;
	return false;
}

/**
 * decode_end() - get the exit status for a log after its events were read
 * @log: the log
 *
 * Context: process context; prints on stderr if the log ends with an incomplete event.
 * Return: CMD_FINE, or CMD_FAULTS if events are missing or the log has faults.
 */
int decode_end(const struct cli_log *log)
{
	const struct guclog_layout *layout = log->log->layout;

	if (log->t->rest)
		msg_fail(log->log->name, "the last %llu bytes of the events are an incomplete event",
			 (u64)log->t->rest);
	return log->t->rest || layout->faults || layout->missing_bytes || layout->gap_bytes ?
	       CMD_FAULTS : CMD_FINE;
}

static int decode_log(void *context, struct cli_log *log, unsigned int nr)
{
	struct decode *d = context;
	struct guclog_events *t = log->t;
	struct eventout out = { .p = &d->print, .schema = &d->schema, .t = t };
	const struct follow_log *follow = NULL;
	int status;

	if (!decode_possible(d, log, &status))
		return status;
	d->schema.words = log->survey ? log->survey->words : 0;
	out.time = d->is_stream ? stream_time(d, t) : eventout_time(t, d->time);
	if (d->is_stream)
		follow = follow_stream_read(&d->stream);
	else if (d->following)
		follow = follow_read(&d->follow, t, nr);
	put_log_head(d, log, t, &out, follow);
	if (d->export)
		guclog_export_begin(d->export, t, nr);
	put_events(d, t, &out, follow);
	if (d->is_stream)
		follow_stream_trim(&d->stream, t);
	return decode_end(log);
}

static int put_logs(struct decode *d)
{
	if (d->to != DECODE_TEXT && !d->export) {
		d->names = schema_names(&d->schema);
		d->export = guclog_export_open(decode_export_form(d), &d->names, print_write_to,
					       &d->print, NULL);
		if (!d->export)
			mem_none();
	}
	return cli_each_log(&d->in, decode_log, d);
}

/* Flush the output, so that a program which reads it from a pipe gets new events at once. */
static void flush(struct decode *d)
{
	if (d->export)
		guclog_export_flush(d->export);
	print_flush(&d->print);
	fflush(stdout);
}

/* Return: flags for log_events_open(). There is no verdict, so no hang is searched for. */
static unsigned int event_flags(const struct decode *d)
{
	return d->raw ? GUCLOG_EVENTS_PLAIN : GUCLOG_EVENTS_NAMES;
}

/* Open the input. Return: whether it contains a log. */
static bool open_input(struct decode *d, const char *path)
{
	d->in.flags = event_flags(d);
	return !cli_open_with_analysis(&d->in, path) && d->in.file->nr_logs;
}

static int put_kernel_log(struct decode *d, void *what)
{
	const struct kernel_logs *kernel = what;

	kernel_text_lines(&d->print, kernel->log[0]);
	return CMD_FINE;
}

/*
 * Open the input, which is not followed. If it is a kernel log alone, print its lines with their
 * values. Return: whether the input contains a log; if not, @ret is set to an enum cmd_status.
 */
static bool open_or_kernel_log(struct decode *d, const char *path, int *ret)
{
	struct kernel_logs kernel = { .nr = 0 };
	bool is;

	*ret = CMD_FAILED;
	d->in.is_text = true;
	is = open_input(d, path);
	d->in.is_text = false;
	if (is)
		return true;
	is = !d->to && !d->json && !d->raw && kernel_text_open(&kernel, &d->in, path);
	if (is)
		*ret = decode_write(d, put_kernel_log, &kernel);
	if (is)
		*ret = max(*ret, cli_text_status(&d->in));
	kernel_logs_free(&kernel);
	if (!is)
		cli_say_absent(&d->in);
	return false;
}

/* Read the input once, and print its events. */
static int decode_input(struct decode *d, const char *path)
{
	if (!open_input(d, path))
		return CMD_FAILED;
	return put_logs(d);
}

/* Decode the new events of a stream. */
static int decode_window(struct decode *d)
{
	int ret = CMD_FAILED;

	d->in.flags = event_flags(d);
	if (!cli_use_file(&d->in, growing_log_update(d->stream.growing)))
		ret = put_logs(d);
	d->in.file = NULL;
	flush(d);
	return ret;
}

static int decode_stream(struct decode *d)
{
	int ret = CMD_FINE;

	d->is_stream = true;
	while (ret != CMD_FAILED && !ferror(stdout) && follow_stream_wait(&d->stream)) {
		ret = max(ret, decode_window(d));
		d->filter.tail.given = false;
	}
	return ret;
}

/*
 * If stderr is a terminal, print how to end the program. This is not needed for a stream that ends
 * by itself. A file never ends by itself, because more events can always be added to it.
 */
static void say_how_to_end(const struct decode *d, const char *path)
{
	if (isatty(STDERR_FILENO) && (!d->stream.growing->is_stream || d->stream.grows))
		fprintf(stderr, "guclog: %s: waiting for more events; Ctrl-C ends\n",
			path);
}

/*
 * Show new events until a signal arrives, the stream ends or stdout has an error. If a file cannot
 * be read, an error is printed, and the file is read again later.
 */
static int decode_follow(struct decode *d, const char *path)
{
	int ret = follow_stream_start(&d->stream, path);

	if (ret >= 0)
		say_how_to_end(d, path);
	if (ret)
		return ret < 0 ? CMD_FAILED : decode_stream(d);
	if (follow_start(&d->follow, path))
		return CMD_FAILED;
	do {
		cli_close(&d->in);
		ret = decode_input(d, path);
		flush(d);
		d->filter.tail.given = false;
	} while (!ferror(stdout) && follow_wait(&d->follow));
	return ret;
}

static int follow(struct decode *d, const char *path)
{
	int ret;

	print_to_file(&d->print, stdout);
	d->filter.quiet = true;
	ret = decode_follow(d, path);
	if (d->export)
		guclog_export_close(d->export);
	print_flush(&d->print);
	return ret;
}

/**
 * decode_write() - write text to the output that the user has named
 * @d: options and state of "guclog decode"; this function sets up its @print
 * @write: prints the text and returns an enum cmd_status; if that is CMD_FAILED, the output file is
 *	neither created nor replaced
 * @what: second argument of @write
 *
 * Context: process context; creates the file.
 * Return: an enum cmd_status.
 */
int decode_write(struct decode *d, int (*write)(struct decode *d, void *what), void *what)
{
	struct file_out out;
	int ret = CMD_FAILED;
	bool fine;
	FILE *to;

	if (!d->out.path) {
		/* Errors of standard output are reported by main(). */
		print_to_file(&d->print, stdout);
		ret = write(d, what);
		print_flush(&d->print);
		return ret;
	}
	if (file_out_open(&out, &d->out, false))
		return CMD_FAILED;
	to = fdopen(dup(out.fd), "w");
	fine = to;
	if (to) {
		print_to_file(&d->print, to);
		ret = write(d, what);
		print_flush(&d->print);
		fine = !fflush(to) && !ferror(to);
	}
	if (!fine)
		msg_fail(out.name, "%s", strerror(errno));
	if (to)
		fclose(to);
	if (!fine || ret == CMD_FAILED)
		file_out_drop(&out);
	else
		fine = !file_out_close(&out);
	return fine ? ret : CMD_FAILED;
}

static int write_logs(struct decode *d, void *what)
{
	int ret = put_logs(d);

	if (d->export)
		guclog_export_close(d->export);
	return ret;
}

/* Return: whether the user gave an option that selects or describes events. */
static bool has_event_options(const struct decode *d)
{
	return !filter_is_empty(&d->filter) || d->schema.nr || d->raw || d->time ||
	       d->timeline || d->following || d->out.path;
}

/* Return: the error in the options as text, or NULL if there is none. */
static const char *wrong_options(const struct decode *d, int nr)
{
	bool timeline = nr > 1 || d->timeline;

	if (d->json && d->to && d->to != DECODE_JSON)
		return "--json is the same as --to json";
	if (d->contexts && (nr > 1 || has_event_options(d) || (d->to && d->to != DECODE_JSON)))
		return "--contexts needs one INPUT and allows only --gt, --log and --json";
#ifndef GUCLOG_JSON
	if (d->contexts && (d->json || d->to == DECODE_JSON))
		return "--contexts --json: this guclog was built without JSON";
#endif
	if (d->following && (timeline || d->out.path || d->to == DECODE_PERFETTO))
		return "--follow needs one INPUT without --timeline, --to perfetto and -o";
	if (timeline && (d->raw || d->time))
		return "--raw and --time cannot be used with several inputs or --timeline";
	if (!timeline && (d->no_suspend || d->trace_clock))
		return "--no-suspend and --trace-clock need several inputs or --timeline";
	return NULL;
}

static int run(void *into, int nr, char **path)
{
	struct decode *d = into;
	const char *wrong = wrong_options(d, nr);
	int i, ret;

	if (wrong)
		return options_fail("decode", "%s", wrong);
	for (i = 0; d->out.path && i < nr; i++)
		if (file_out_is_input(&d->out, path[i]))
			return CMD_FAILED;
	if (d->json)
		d->to = DECODE_JSON;
	if (d->contexts)
		return decode_contexts(&d->in, path[0], d->to == DECODE_JSON);
	if (nr > 1 || d->timeline)
		return decode_timeline(d, path, nr);
	if (d->following)
		return follow(d, path[0]);
	if (d->to == DECODE_PERFETTO)
		return decode_perfetto(d, path[0]);
	return open_or_kernel_log(d, path[0], &ret) ? decode_write(d, write_logs, NULL) : ret;
}

static void end(void *into)
{
	struct decode *d = into;

	if (d->following) {
		follow_stop(&d->follow);
		follow_stream_stop(&d->stream);
	}
	cli_close(&d->in);
	free(d->filter.id);
	if (d->schema.nr)
		schema_free(&d->schema);
}

static const char * const forms[] = { "text", "json", "jsonl", "csv", "perfetto", NULL };
static const char * const times[] = { "boot", "wall", "ago", "tick", NULL };
static const char * const clocks[] = { "unknown", "boot", NULL };

static const struct option_desc options[] = {
	OPT_CHOICE(struct decode, to, "to", "FORM", DECODE_TEXT, forms,
		   "text      a line for each event (default)\n"
		   "json      one object with an array of the events\n"
		   "jsonl     an object for each event, one on each line\n"
		   "csv       a row for each event, after the names of the columns\n"
		   "perfetto  trace for Perfetto: one track per GT, on the host's\n"
		   "          boottime clock"),
	/*
	 * Not OPT_JSON: the library writes the JSON of events without json-c. Only the JSON of
	 * --contexts needs json-c, see wrong_options().
	 */
	OPT_FLAG(struct decode, json, "json",
		 "the same as --to json; guclog(1) lists the names"),
	OPT_CHOICE(struct decode, time, "time", "WHAT", EVENTOUT_BOOT, times,
		   "boot  seconds since boot (default where it is known)\n"
		   "wall  date and time, UTC\n"
		   "ago   seconds before the newest event\n"
		   "tick  ticks of the GuC's clock"),
	OPTS_FILTER(struct decode, filter),
	OPT_FLAG(struct decode, raw, "raw",
		 "ids and numbers only, without names of the dictionary"),
	OPT_CALL(struct decode, schema, "schema", "FILE", schema_option,
		 "names of ids and arguments; guclog(1) describes the format"),
	OPT_GT(struct decode, in.choice.gt, "only the log of this GT"),
	OPT_LOG(struct decode, in.choice.log),
	OPT_FLAG(struct decode, contexts, "contexts",
		 "a line for each context instead of the events: how often it\n"
		 "got work and ran, how long it was on engines, its longest\n"
		 "wait for one, its last state"),
	OPT_FLAG(struct decode, timeline, "timeline",
		 "everything that has a time, in one order, with messages of a\n"
		 "devcoredump and lines of kernel logs and traces; the\n"
		 "default with several inputs"),
	OPT_FLAG(struct decode, no_suspend, "no-suspend",
		 "the machine was not suspended since it booted: seconds of\n"
		 "the kernel log are seconds since boot"),
	OPT_CHOICE(struct decode, trace_clock, "trace-clock", "CLOCK", 0, clocks,
		   "clock of the trace: boot if it was recorded with\n"
		   "'trace-cmd record -C boot', else unknown"),
	OPT_FLAG(struct decode, following, "follow",
		 "also show new events until interrupted, like\n"
		 "tail -f: INPUT is a stream of the module, or a file that\n"
		 "is read again and again"),
	OPT_OUTPUT(struct decode, out),
	OPT_END
};

/* guclog decode */
const struct cmd cmd_decode = {
	.summary = "show the events of logs, also together with a kernel log, or write them",
	.usage = {
		.verb = "decode",
		.synopsis = "[OPTION...] INPUT\n"
			    "[OPTION...] INPUT FILE...\n"
			    "--contexts [OPTION...] INPUT",
		.about =
"Show the events of a GuC log, oldest first: index, time, id, name, arguments.\n"
"Names are those of the dictionary ('guclog events') as far as its rules hold on\n"
"the log; '?' marks a guess. Several files are shown in one order: GuC logs, the\n"
"messages of devcoredumps, the lines of a kernel log about xe and DRM, and the\n"
"events of xe in the report of trace-cmd.\n",
		.options = options,
		.notes = USAGE_INPUT
"A '~' marks a time that may be wrong by whole wraps of the GuC's 32-bit clock.\n"
"With several files, each line has the uncertainty of its clock; a file with a clock\n"
"that cannot be related to the others is shown at the end, with the reason.\n"
"Missing parts are reported on standard error, and the exit status is then 1.\n",
		.operands = "an INPUT is needed",
		.min_operands = 1,
		.max_operands = OPERANDS_ANY,
	},
	CMD_INTO(struct decode),
	.run = run,
	.end = end,
};
