/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The options and functions of "guclog decode", which consists of cmd_decode.c and decode_*.c.
 */
#ifndef _DECODE_H_
#define _DECODE_H_

#include "verbs/cli.h"
#include "output/eventout.h"
#include "verbs/filter.h"
#include "stream/follow.h"
#include "stream/follow_stream.h"
#include "base/print.h"
#include "output/schema.h"
#include "base/file_out.h"

/* Forms of the output, in the order of the names for --to in cmd_decode.c. */
enum decode_to {
	DECODE_TEXT,
	DECODE_JSON,
	DECODE_JSONL,
	DECODE_CSV,
	DECODE_PERFETTO,
};

/**
 * struct decode - options and state of "guclog decode"
 * @in: the input, if there is only one
 * @filter: the events that are selected
 * @schema: names of events, from --schema and from the dictionary
 * @raw: print ids and numbers, without the names of the dictionary
 * @time: the kind of time in the time column of the text
 * @to: enum decode_to
 * @json: --json, the same as --to json
 * @out: --output
 * @contexts: show the contexts instead of the events
 * @timeline: show everything that has a time, sorted by time, even for one input
 * @no_suspend: according to the user, the machine was not suspended since it booted
 * @trace_clock: 1 if the clock of a trace is the time since boot, else 0
 * @following: print new events as they are added to the input, until a signal
 * @follow: state of the file that is followed
 * @is_stream: the input that is followed is a stream
 * @stream: state of the stream that is followed
 * @shown_time: the kind of time that was printed for the last events of the stream
 * @names: the names of @schema in the form that @export needs
 * @export: the events in a form for programs, NULL for text
 * @print: the text that is being printed
 */
struct decode {
	struct cli_logs in;
	struct filter filter;
	struct schema schema;
	bool raw;
	enum eventout_time time;
	int to;
	bool json;
	struct output out;
	bool contexts;
	bool timeline;
	bool no_suspend;
	int trace_clock;
	bool following;
	struct follow follow;
	bool is_stream;
	struct follow_stream stream;
	enum eventout_time shown_time;
	struct guclog_names names;
	struct guclog_export *export;
	struct print print;
};

/* Message for a log in which --context, --engine and --h2g cannot select events. */
#define DECODE_NO_WORDS \
	"the dictionary does not fit this log: contexts, engines and messages cannot be distinguished"

bool decode_possible(const struct decode *d, const struct cli_log *log, int *status);
int decode_end(const struct cli_log *log);
int decode_contexts(struct cli_logs *in, const char *path, bool json);
int decode_timeline(struct decode *d, char **path, int nr);
int decode_perfetto(struct decode *d, const char *path);
int decode_write(struct decode *d, int (*write)(struct decode *d, void *what), void *what);

struct inputs;
int decode_perfetto_timeline(struct decode *d, const struct inputs *in);

/* Return: the library's number of the form in d->to, which must not be DECODE_TEXT. */
static inline enum guclog_export_form decode_export_form(const struct decode *d)
{
	switch (d->to) {
	case DECODE_CSV:
		return GUCLOG_EXPORT_CSV;
	case DECODE_JSONL:
		return GUCLOG_EXPORT_JSONL;
	case DECODE_PERFETTO:
		return GUCLOG_EXPORT_PERFETTO;
	}
	return GUCLOG_EXPORT_JSON;
}

#endif
