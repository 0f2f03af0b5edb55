/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The verdict on a log in sentences, each with the events that prove it.
 */
#ifndef _STORY_H_
#define _STORY_H_

#include "events/analysed.h"

#define STORY_MAX_LINES		40
#define STORY_MAX_EVENTS	8

/**
 * struct story_line - a sentence
 * @text: the sentence
 * @nr: number of events that prove it
 * @event: their indexes
 */
struct story_line {
	char *text;
	unsigned int nr;
	u64 event[STORY_MAX_EVENTS];
};

/**
 * struct story - the sentences about one log
 * @log: the log, NULL for a devcoredump without one
 * @dump: the devcoredump, NULL without
 * @nr: number of sentences
 * @line: the sentences
 */
struct story {
	const struct analysed_log *log;
	const struct guclog_tree *dump;
	unsigned int nr;
	struct story_line line[STORY_MAX_LINES];
};

void story_make(struct story *story, const struct analysed_log *log,
		const struct guclog_tree *dump);
void story_free(struct story *story);

/* For the parts of the story. */
__printf(2, 3) void story_add(struct story *story, const char *fmt, ...);
__printf(2, 3) void story_more(struct story *story, const char *fmt, ...);
void story_prove(struct story *story, u64 index);

/* Text of a point in time, of a span and of an engine. */
#define STORY_TEXT	48
const char *story_when(const struct story *story, s64 tick, char buf[STORY_TEXT]);
const char *story_span(const struct story *story, s64 ticks,
		       char buf[STORY_TEXT]);
const char *story_engine(u32 engine, char buf[STORY_TEXT]);

void story_reset(struct story *story);
void story_open(struct story *story);
void story_contexts(struct story *story);
void story_faults(struct story *story);
void story_dump(struct story *story);
void story_dictionary(struct story *story);

#endif
