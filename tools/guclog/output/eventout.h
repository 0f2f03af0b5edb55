/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Prints one event as a line, in each of the output forms.
 */
#ifndef _EVENTOUT_H_
#define _EVENTOUT_H_

#include "guc_env.h"
#include "guclog.h"

struct print;
struct schema;

/* The columns of an event. */
#define EVENTOUT_CSV_COLUMNS \
	"log,gt,index,before_load,gap_bytes,ambiguous,stamp,tick," \
	"boottime_ns,realtime_ns,id,dw1,arg0,arg1,name"

/* What the time column of the text form shows. */
enum eventout_time {
	EVENTOUT_DEFAULT,	/* boottime where it is known, else ago */
	EVENTOUT_BOOT,		/* seconds since boot */
	EVENTOUT_WALL,		/* UTC */
	EVENTOUT_AGO,		/* seconds before the newest event, negative */
	EVENTOUT_TICK,		/* GuC ticks */
};

/**
 * struct eventout - settings of the output of lines
 * @p: destination
 * @t: the log to which the events belong
 * @schema: names, empty when there are none
 * @time: the text form's time column, not EVENTOUT_DEFAULT
 * @log: number of the log in its input
 * @has_gt: @gt is filled
 * @gt: number of its GT, empty when it is unknown
 * @second: of @date, the second that was last formatted
 * @date: that second
 */
struct eventout {
	struct print *p;
	const struct guclog_events *t;
	const struct schema *schema;
	enum eventout_time time;
	unsigned int log;
	bool has_gt;
	char gt[16];
	s64 second;
	char date[32];
};

enum eventout_time eventout_time(const struct guclog_events *t,
				 enum eventout_time wanted);
void eventout_words(struct eventout *out, const struct guclog_event *e);
void eventout_text(struct eventout *out, const struct guclog_event *e);
void eventout_csv_head(struct print *p);
void eventout_csv_members(struct eventout *out, const struct guclog_event *e);
void eventout_csv(struct eventout *out, const struct guclog_event *e);
void eventout_json_members(struct eventout *out, const struct guclog_event *e);
void eventout_json(struct eventout *out, const struct guclog_event *e);

#endif
