/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What "guclog top" shows: lines of text, or JSON.
 */
#ifndef _TOP_VIEW_H_
#define _TOP_VIEW_H_

#include "record/recorder.h"
#include "record/streams.h"

/* The order in which the contexts are shown. */
enum top_sort {
	TOP_BUSY,
	TOP_WAIT,
	TOP_ID,
	TOP_PROCESS,
	TOP_SORTS
};

extern const char * const top_sort_name[TOP_SORTS + 1];

/* Styles of a line on a terminal. */
enum top_style {
	TOP_PLAIN,
	TOP_HEAD,	/* line of a GT */
	TOP_COLUMNS,	/* names of columns */
	TOP_ALARM,	/* work makes no progress */
};

/**
 * struct top_line - a line of the output
 * @style: how the line is shown
 * @text: printable text
 */
struct top_line {
	enum top_style style;
	char *text;
};

struct top_counts;

/**
 * struct top_view - the data from which the output of "guclog top" is made, and its lines
 * @streams: the streams of the GTs
 * @recorder: which process created which context, read from the kernel's recorder
 * @asked: 0 before @recorder was read. Then 1 plus the sum of the results of newest_unknown() (in
 *	view.c) for all streams when @recorder was read; a change of this sum shows that a context
 *	is new, so @recorder must be read again.
 * @sort: order of the contexts
 * @idle: show contexts without work too
 * @stall_ns: mark work that has made no progress for this time, in ns; 0: never
 * @incident: describes the incident with this number of the store, from 0 for the newest, as a text
 *	that is freed; returns NULL after the last one that is shown; NULL to show none
 * @store: directory of the incident store, for @incident
 * @nr_counts: number of elements of @counts
 * @counts: for each stream, the counters at the last two samples
 * @nr: number of lines
 * @line: the lines from top_view_lines()
 */
struct top_view {
	struct streams *streams;
	struct recorder recorder;
	u64 asked;
	enum top_sort sort;
	bool idle;
	s64 stall_ns;
	char *(*incident)(const char *store, unsigned int i);
	const char *store;
	unsigned int nr_counts;
	struct top_counts *counts;
	unsigned int nr;
	struct top_line *line;
};

int top_view_sample(struct top_view *view);
void top_view_lines(struct top_view *view);
#ifdef GUCLOG_JSON
struct json_object;

struct json_object *top_view_object(struct top_view *view);
void top_view_json(struct top_view *view);
#else
/* Without json-c this function is not called: the parser of the options refuses --json. */
static inline void top_view_json(struct top_view *view)
{
}
#endif
void top_view_free(struct top_view *view);

#endif
