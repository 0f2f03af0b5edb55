/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Names of event ids that were learned from logs.
 */
#ifndef _GUCLOG_EVENTS_LEARN_LEARNED_H_
#define _GUCLOG_EVENTS_LEARN_LEARNED_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/dictionary.h"

struct guclog_error;
struct guclog_log;

/**
 * struct guclog_learned_row - the proposed meaning of an event id of an unknown firmware
 * @id: the id
 * @count: number of events with this id
 * @name: name of the dictionary's event that is proposed for the id, NULL without a proposal
 * @grade: "certain", "likely", "doubt" (another proposal fits nearly as well) or "unknown"
 *	(no proposal fits, or there are too few events); only certain and likely proposals are used
 *	as names
 * @used: events with this id get the name. If the field of the engine was not found, the analysis
 *	does not use these events.
 * @base: the proposal is the event that has this id in the dictionary, with the same fields
 * @score: weight of the evidence in bits: log2 of how much more likely the passed checks are for
 *	the right event than for any other event
 * @hits: number of passed checks of the proposal
 * @checks: number of checks of the proposal; 0: the row was taken from the dictionary without a
 *	check
 * @evidence: classes of the checks, such as "BC", see @evidence of &struct guclog_row
 * @refutation: an observation that would refute the proposal, NULL if there is none
 * @rival: another id that fits @name nearly as well; @id itself if two logs contradict each other;
 *	or GUCLOG_NONE
 * @nr_fields: number of fields
 * @field: the fields
 * @look: a description of the values of each of the two arguments
 * @before: the id that most often precedes this id, or GUCLOG_NONE
 * @after: the id that most often follows this id, or GUCLOG_NONE
 */
struct guclog_learned_row {
	uint32_t id;
	uint64_t count;
	const char *name;
	const char *grade;
	bool used;
	bool base;
	double score;
	uint32_t hits;
	uint32_t checks;
	char evidence[8];
	const char *refutation;
	uint32_t rival;
	unsigned int nr_fields;
	struct guclog_row_field field[GUCLOG_ROW_FIELDS];
	const char *look[2];
	uint32_t before;
	uint32_t after;
};

/**
 * struct guclog_learned - the proposed meanings of the event ids of an unknown firmware
 * @anchored: the ids of the events about the driver's messages were found; otherwise nothing is
 *	learned
 * @aligned: number of events about the driver's messages that were matched with a message of the
 *	H2G ring
 * @base_held: number of events of the dictionary that have the same id in this firmware
 * @base_moved: number of events of the dictionary that have another id in this firmware
 * @logs: number of logs from which the meanings were learned
 * @nr_rows: number of rows
 * @row: the rows, ascending by id
 */
struct guclog_learned {
	bool anchored;
	uint32_t aligned;
	uint32_t base_held;
	uint32_t base_moved;
	uint32_t logs;
	unsigned int nr_rows;
	const struct guclog_learned_row *const *row;
};

/**
 * guclog_learn() - learn the meaning of the events of a log
 * @log: the log; more can be learned if it is from a devcoredump
 * @error: filled with the error, or with code 0 on success; may be NULL
 *
 * The names of the dictionary are the first proposals. A name is used only if a check on the log
 * confirms it, with one exception: if the checks confirm every proposal that can be checked, the
 * names of ids with too few events for a check are used, too.
 *
 * Return: the meanings, which the caller must free with guclog_learned_free(), or NULL on an error.
 */
struct guclog_learned *guclog_learn(const struct guclog_log *log,
				    struct guclog_error *error);

/**
 * guclog_learned_add() - add the evidence of another log of the same firmware
 * @learned: from guclog_learn()
 * @log: the other log
 * @error: filled with the error, or with code 0 on success; may be NULL
 *
 * The evidence for the same proposal in both logs is added up. Proposals that contradict each other
 * are not used. Pointers to rows from before the call are no longer valid.
 *
 * Return: 0 or a negative errno.
 */
int guclog_learned_add(struct guclog_learned *learned, const struct guclog_log *log,
		       struct guclog_error *error);

/**
 * guclog_learned_free() - free the learned meanings
 * @learned: from guclog_learn(), may be NULL
 */
void guclog_learned_free(struct guclog_learned *learned);

#endif
