/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Rules that test whether the event names of the dictionary fit a log. Each rule is a condition
 * about events. The analysis counts how many times a rule was tested and held. If it fails, the
 * names and the verdicts that depend on it are not used.
 */
#ifndef _ANALYSIS_RULES_H_
#define _ANALYSIS_RULES_H_

#include "guc_event.h"

/*
 * The numbers of the rules, in the order of rule_defs[]. The letters stand for what the rules are
 * about: H messages of the driver, C submissions to an engine, B answers of the engine, M changes
 * of a context by the driver, P page faults, R preemptions and engine resets, G comparison with the
 * H2G ring of the devcoredump.
 */
enum rule {
	RULE_H1, RULE_H2, RULE_H3, RULE_H4, RULE_H5, RULE_H6, RULE_H9,
	RULE_C5, RULE_C6, RULE_C7,
	RULE_B1, RULE_B4, RULE_B5, RULE_B6, RULE_B8, RULE_B10,
	RULE_M1, RULE_M2, RULE_M3, RULE_M4,
	RULE_P3, RULE_P4, RULE_P5,
	RULE_R1, RULE_R2, RULE_R3, RULE_R4, RULE_R5,
	RULE_G1, RULE_G2, RULE_G3, RULE_G4, RULE_G5, RULE_G6, RULE_G7,
	RULE_COUNT
};

/* Verdicts that are not given if a rule fails. */
#define RULE_OFF_HANG		1u	/* engine resets: which context, why, after which wait */
#define RULE_OFF_SUBMIT		2u	/* a submission without an answer */
#define RULE_OFF_DISABLE	4u	/* a disable without an answer */
#define RULE_OFF_DEREGISTER	8u	/* a deregistration without an answer */
#define RULE_OFF_H2G		16u	/* messages that were not read */
#define RULE_OFF_FAULTS		32u	/* the number of unanswered page faults */
#define RULE_OFF_ALL		63u

/* Number of checks that a rule needs to be evidence for names in a log of an unknown firmware. */
#define RULE_MIN_CHECKS		5u

/* A rule that was checked at least this number of times still holds if one check fails. */
#define RULE_SPARE_CHECKS	20u

/**
 * struct rule_def - a rule
 * @name: name of the rule, such as "R2"
 * @text: the statement that must be true
 * @off_text: text for users: the names and verdicts that are not used if the rule fails
 * @off: names that are not used if the rule fails, bit n: guc_event_table[n]
 * @support: names for which the rule is evidence if it holds, bit n: guc_event_table[n]
 * @verdicts: RULE_OFF_* bits of the verdicts that are not given if the rule fails
 * @wanted: percentage of the checks that must hold
 * @weak: the rule is weak evidence: in a control experiment, its condition was also true for logs
 *	in which the arguments of the events had been exchanged
 */
struct rule_def {
	const char *name;
	const char *text;
	const char *off_text;
	u64 off;
	u64 support;
	u8 verdicts;
	u8 wanted;
	bool weak;
};

/**
 * struct rule_count - results of a rule on one log
 * @checks: number of tests
 * @hits: number of tests in which the rule held
 * @failed_at: index of the first event at which the rule did not hold
 */
struct rule_count {
	u64 checks;
	u64 hits;
	u64 failed_at;
};

/**
 * struct rules - results of all rules on one log
 * @count: indexed by enum rule
 */
struct rules {
	struct rule_count count[RULE_COUNT];
};

/**
 * struct rules_result - the names and verdicts that may be used for a log
 * @tested: number of rules that were tested at least once
 * @held: number of tested rules that held
 * @failed: bit n: rule n of enum rule failed
 * @words: bit mask of the names that may be used, bit n: guc_event_table[n]
 * @off: RULE_OFF_* bits of the verdicts that are not given
 * @known: the dictionary was made from logs of this firmware
 * @misfit: too many rules failed: the dictionary does not fit this firmware
 */
struct rules_result {
	unsigned int tested;
	unsigned int held;
	u64 failed;
	u64 words;
	unsigned int off;
	bool known;
	bool misfit;
};

/**
 * struct rules_learned - names that were learned from a log of another firmware
 * @words: bit mask of the names, bit n: guc_event_table[n]
 * @absent: events that the log cannot have, because nothing in the log can cause them; bit n:
 *	guc_event_table[n]
 */
struct rules_learned {
	u64 words;
	u64 absent;
};

extern const struct rule_def rule_defs[RULE_COUNT];

/* Count one test of a rule. @index: index of the event at which it was tested */
static inline void rules_check(struct rules *rules, enum rule rule, bool holds,
			       u64 index)
{
	struct rule_count *count = &rules->count[rule];

	if (!holds && count->hits == count->checks)
		count->failed_at = index;
	count->checks++;
	count->hits += holds;
}

bool rules_failed(const struct rules *rules, enum rule rule);
bool rules_ignore(unsigned int rule, u64 learned);
void rules_result(struct rules_result *result, const struct rules *rules,
		  bool known, const struct rules_learned *learned);

#endif
