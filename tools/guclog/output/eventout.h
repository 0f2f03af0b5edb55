/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Text output: functions that print an event as a line, and that write printed text to a file.
 */
#ifndef _EVENTOUT_H_
#define _EVENTOUT_H_

#include "base/base.h"
#include "read/log/events.h"

struct print;
struct schema;

/* Kinds of time in the time column of events that are printed as text. */
enum eventout_time {
	EVENTOUT_DEFAULT,	/* EVENTOUT_BOOT if it is known, else EVENTOUT_AGO */
	EVENTOUT_BOOT,		/* seconds since boot */
	EVENTOUT_WALL,		/* UTC */
	EVENTOUT_AGO,		/* seconds before the newest event, negative */
	EVENTOUT_TICK,		/* GuC ticks */
};

/**
 * struct eventout - how events are printed as lines
 * @p: destination of the text
 * @t: reader of the log to which the events belong
 * @schema: names of events, empty when there are none
 * @time: the kind of time in the time column, not EVENTOUT_DEFAULT
 * @second: seconds since 1970 for which @date was formatted
 * @date: @second as text, date and time in UTC; empty before the first use
 */
struct eventout {
	struct print *p;
	const struct guclog_events *t;
	const struct schema *schema;
	enum eventout_time time;
	s64 second;
	char date[32];
};

enum eventout_time eventout_time(const struct guclog_events *t,
				 enum eventout_time wanted);
void eventout_words(struct eventout *out, const struct guclog_event *e);
void eventout_text(struct eventout *out, const struct guclog_event *e);

void print_to_file(struct print *p, FILE *to);
void print_printable(struct print *p, const char *text);
int print_write_to(void *context, const void *data, size_t len);

#endif
