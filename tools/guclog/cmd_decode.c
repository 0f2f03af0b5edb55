// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include "events/analysed.h"
#include "events/eventout.h"
#include "events/filter.h"
#include "events/follow.h"
#include "events/follow_stream.h"
#include "events/print.h"
#include "events/schema.h"
#include "guc_text.h"
#include "util/msg.h"
#include "shared/printable.h"

#include <unistd.h>

/**
 * struct decode - one run
 * @in: the input
 * @filter: the events that are selected
 * @schema: names
 * @raw: ids and numbers, no names of the dictionary
 * @time: the time column
 * @json: as JSON
 * @begun: the beginning of the JSON was printed
 * @following: follow the input
 * @follow: the events of the preceding reading
 * @is_stream: the input that is followed is a stream
 * @stream: that stream
 * @name: of that stream, NULL for an input that is read from its path
 * @shown_time: the time column of the preceding reading
 * @print: standard output
 */
struct decode {
	struct analysed_input in;
	struct filter filter;
	struct schema schema;
	bool raw;
	enum eventout_time time;
	bool json;
	bool begun;
	bool following;
	struct follow follow;
	bool is_stream;
	struct follow_stream stream;
	const char *name;
	enum eventout_time shown_time;
	struct print print;
};

static const char * const column[] = {
	[EVENTOUT_BOOT] = "seconds since boot",
	[EVENTOUT_WALL] = "UTC",
	[EVENTOUT_AGO] = "seconds before the newest event",
	[EVENTOUT_TICK] = "GuC ticks",
};

/*
 * The newest event of a stream is never the last one, and its clock may be known only
 * after a while.
 */
static enum eventout_time choose_time(struct decode *d, const struct guclog_timeline *t)
{
	enum eventout_time time = eventout_time(t, d->time);

	if (!d->is_stream)
		return time;
	if (time == EVENTOUT_AGO)
		time = EVENTOUT_TICK;
	if (d->shown_time && time != d->shown_time && !d->json) {
		print_str(&d->print, "# time in ");
		print_str(&d->print, column[time]);
		print_char(&d->print, '\n');
	}
	d->shown_time = time;
	return time;
}

static void put_head(struct decode *d, const struct log_view *view,
		     const struct guclog_timeline *t, const struct eventout *out)
{
	char buf[160];
	struct guc_text text = { .buf = buf, .size = sizeof(buf) };
	char *name = cli_name(view);

	cli_describe(view, &text);
	print_str(&d->print, "# ");
	print_str(&d->print, name);
	print_str(&d->print, ": ");
	print_str(&d->print, buf);
	print_str(&d->print, "; time in ");
	print_str(&d->print, column[out->time]);
	if (t->anchored &&
	    guc_facts_has(&view->facts, GUC_FACT_anchor_uncertainty_ns)) {
		print_str(&d->print, ", +/- ");
		print_ns(&d->print, (s64)view->facts.anchor_uncertainty_ns, 1);
	}
	print_char(&d->print, '\n');
	free(name);
}

/*
 * The events from before the load are printed first; the line separates them from the
 * others.
 */
static void put_part(struct decode *d, const struct guclog_timeline *t,
		     const struct guclog_entry *e, bool *old)
{
	if (e->before_load == *old)
		return;
	*old = e->before_load;
	if (*old) {
		print_str(&d->print, "# ");
		print_dec(&d->print, t->before_load, 1, ' ');
		print_str(&d->print, " events from before the firmware was loaded again");
		print_str(&d->print, ", in storage order:\n");
	} else {
		print_str(&d->print, "# since the firmware was loaded:\n");
	}
}

static void put_events(struct decode *d, struct guclog_timeline *t,
		       struct eventout *out, const struct follow_log *follow,
		       bool *first)
{
	struct filter_walk walk;
	bool old = false;
	struct guclog_entry e;

	filter_walk_begin(&walk, &d->filter, t, out->walk);
	while (filter_walk_next(&walk, &e)) {
		if (follow && !follow_is_new(follow, &e))
			continue;
		if (d->json) {
			print_str(&d->print, *first ? "\n" : ",\n");
			eventout_json(out, &e);
			*first = false;
			continue;
		}
		put_part(d, t, &e, &old);
		eventout_text(out, &e);
	}
	if (t->rest)
		msg_fail(guclog_log_name(t->log), "%llu bytes are not a whole event",
			 (u64)t->rest);
}

/* Find the names that may be used. */
static void put_dictionary(struct decode *d, const struct guclog_survey *s)
{
	if (s->firmware_known && s->rules_held == s->rules_tested)
		return;
	print_str(&d->print, s->misfit ? "# the dictionary does not fit this log: no names; " :
			     s->firmware_known ? "# " :
			     "# the firmware is not one that the dictionary was made from; ");
	print_dec(&d->print, s->rules_held, 1, ' ');
	print_str(&d->print, " of ");
	print_dec(&d->print, s->rules_tested, 1, ' ');
	print_str(&d->print, " rules hold, see 'guclog events --check'\n");
}

static int decode_log(struct decode *d, struct analysed_log *log,
		      unsigned int nr, bool *first)
{
	struct eventout out = {
		.p = &d->print,
		.schema = &d->schema,
		.log = nr,
		.walk = log->walk,
	};
	const struct follow_log *follow = NULL;
	const struct log_view *view = &log->view;
	struct guclog_timeline t;
	int ret;

	if (cli_is_empty(view))
		return cli_tell_empty(view);
	ret = cli_timeline(&t, view, &d->filter);
	if (ret)
		return ret;
	d->schema.words = log->survey ? log->survey->words : 0;
	if (filter_needs_words(&d->filter) && !d->schema.words) {
		msg_fail(guclog_log_name(view->handle), d->raw ?
			 "--context, --engine and --h2g do not go with --raw" :
			 "the dictionary does not fit this log: contexts, engines and messages cannot be told apart");
		return CMD_FAILED;
	}
	out.t = &t;
	out.time = choose_time(d, &t);
	if (d->is_stream)
		follow = follow_stream_read(&d->stream);
	else if (d->following)
		follow = follow_read(&d->follow, &t, nr);
	if (!d->json && (!follow || follow->first)) {
		put_head(d, view, &t, &out);
		if (log->survey)
			put_dictionary(d, log->survey);
	}
	if (!d->json && follow && follow->lost)
		print_str(&d->print, "# the events before are gone, some may be missing:\n");
	put_events(d, &t, &out, follow, first);
	if (d->is_stream)
		follow_stream_trim(&d->stream, &t);
	return t.rest || view->layout.faults || view->layout.missing_bytes ||
	       view->layout.gap_bytes ? CMD_FAULTS : CMD_FINE;
}

/* The messages and the output name the stream. */
static void rename_logs(struct guclog_file *file, const char *path)
{
	char *name = printable(path);

	if (guclog_file_rename(file, name))
		mem_none();
	free(name);
}

/* Read the input once. */
static int decode_input(struct decode *d, const char *path, bool *first)
{
	struct analysed_log log;
	unsigned int i = 0;
	int ret;

	d->in.raw = d->raw;
	if (analysed_open(&d->in, path) || !log_file_logs(d->in.logs.file))
		return CMD_FAILED;
	if (d->name)
		rename_logs(d->in.logs.file, d->name);
	if (d->json && !d->begun)
		print_str(&d->print, "{\"events\":[");
	d->begun = true;
	while (analysed_next(&d->in, &i, &log)) {
		ret = decode_log(d, &log, i - 1, first);
		d->in.logs.status = max(d->in.logs.status, ret);
		analysed_log_free(&log);
	}
	return d->in.logs.status;
}

/* The input of a stream is a file in memory with its newest part. */
static int decode_window(struct decode *d, const char *name, bool *first)
{
	int fd = follow_stream_file(&d->stream), ret;
	char path[64];

	if (fd < 0) {
		msg_fail(name, "%s", strerror(errno));
		return CMD_FAILED;
	}
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	d->name = name;
	ret = decode_input(d, path, first);
	close(fd);
	print_flush(&d->print);
	fflush(stdout);
	return ret;
}

static int decode_stream(struct decode *d, const char *path, bool *first)
{
	int ret = CMD_FINE;

	d->is_stream = true;
	while (ret != CMD_FAILED && !ferror(stdout) && follow_stream_wait(&d->stream)) {
		ret = max(ret, decode_window(d, path, first));
		d->filter.tail.given = false;
		analysed_close(&d->in);
	}
	return ret;
}

/* Only a signal ends the loop; errors were already reported. */
static int decode_follow(struct decode *d, const char *path, bool *first)
{
	int ret = follow_stream_start(&d->stream, path);

	if (ret)
		return ret < 0 ? CMD_FAILED : decode_stream(d, path, first);
	if (follow_start(&d->follow, path))
		return CMD_FAILED;
	do {
		analysed_close(&d->in);
		ret = decode_input(d, path, first);
		print_flush(&d->print);
		fflush(stdout);
		d->filter.tail.given = false;
	} while (!ferror(stdout) && follow_wait(&d->follow));
	return ret;
}

static int run(void *into, int nr, char **path)
{
	struct decode *d = into;
	bool first = true;
	int ret;

	print_init(&d->print, stdout);
	ret = d->following ? decode_follow(d, path[0], &first) :
			     decode_input(d, path[0], &first);
	if (d->json && d->begun)
		print_str(&d->print, "\n]}\n");
	print_flush(&d->print);
	return ret;
}

static void end(void *into)
{
	struct decode *d = into;

	follow_stop(&d->follow);
	follow_stream_stop(&d->stream);
	analysed_close(&d->in);
	filter_free(&d->filter);
	schema_free(&d->schema);
}

static const char * const times[] = { "boot", "wall", "ago", "tick", NULL };

static const struct option_desc options[] = {
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
	OPT_GT(struct decode, in.logs.choice.gt, "only the log of this GT"),
	OPT_FLAG(struct decode, following, "follow",
		 "show also the events that are new, until interrupted: INPUT is\n"
		 "a stream of the module, or a file that is read again and again"),
	/* Printed without json-c. */
	OPT_FLAG(struct decode, json, "json",
		 "print JSON; guclog(1) lists the names"),
	OPT_END
};

/* guclog decode */
const struct cmd cmd_decode = {
	.summary = "show the events of a log",
	.usage = {
		.verb = "decode",
		.synopsis = "[OPTION...] INPUT",
		.about =
"Show the events of a GuC log, oldest first: index, time, id, name, arguments.\n"
"Names are those of the dictionary ('guclog events') as far as its rules hold on\n"
"the log; '?' marks a guess.\n",
		.options = options,
		.notes = USAGE_INPUT
"A '~' marks a time that may be wrong by whole wraps of the GuC's 32 bits.\n"
"What is missing is printed on standard error, and the exit status is 1.\n",
		.operands = "one INPUT is needed",
		.min_operands = 1,
		.max_operands = 1,
	},
	.size = sizeof(struct decode),
	.run = run,
	.end = end,
};
