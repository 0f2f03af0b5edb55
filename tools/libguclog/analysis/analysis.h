/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Analysis of a GuC log: the rules that hold for it, the lives of its contexts, its
 * engine resets, and the verdict. This code does not print, read files or read a clock.
 * Its memory is bounded by the number of contexts.
 */
#ifndef _ANALYSIS_H_
#define _ANALYSIS_H_

#include "event.h"
#include "guc_clock.h"
#include "join.h"
#include "lives.h"
#include "reset.h"
#include "rules.h"
#include "sequence.h"

/**
 * struct analysis_log - the known properties of a log, without its events
 * @hz: ticks per second, 0 when not known
 * @has_firmware: @firmware is known
 * @firmware: GuC version: major 23:16, minor 15:8, patch 7:0
 * @from_load: the oldest event is the first one after the firmware was loaded
 * @end_missing: the newest events are missing, or the order is not known
 * @has_now: @now is known
 * @now: tick when the log was copied
 */
struct analysis_log {
	u32 hz;
	bool has_firmware;
	u32 firmware;
	bool from_load;
	bool end_missing;
	bool has_now;
	s64 now;
};

/**
 * struct analysis_context - an exec queue that a devcoredump lists
 * @guc_id: its number
 * @has_timeout: its preemption timeout is listed
 * @timeout_us: the preemption timeout, us
 */
struct analysis_context {
	u32 guc_id;
	bool has_timeout;
	u64 timeout_us;
};

/**
 * struct analysis_dump - facts from the other sections of a devcoredump
 * @has_guc_id: the reason names a context
 * @guc_id: the guc_id of that context
 * @reported: the GuC has sent the driver a reset notification of @guc_id
 * @answers_since: answers to a change of a scheduling mode or a deregistration that it sent
 *	behind the newest such notification
 * @h2g: H2G ring, NULL if the dump has none
 * @damaged: parts of @h2g are missing: messages that contradict the log are not used
 * @unread_hidden: the dump has unread messages, but not what they say
 * @nr_contexts: number of exec queues
 * @context: the exec queues
 */
struct analysis_dump {
	bool has_guc_id;
	u32 guc_id;
	bool reported;
	u64 answers_since;
	const struct guc_ct_ring *h2g;
	bool damaged;
	bool unread_hidden;
	unsigned int nr_contexts;
	const struct analysis_context *context;
};

/* Yes, no, or unknown. */
enum analysis_tri {
	ANALYSIS_UNKNOWN,
	ANALYSIS_NO,
	ANALYSIS_YES
};

/* What the GuC or an engine no longer does. */
enum analysis_stuck {
	STUCK_UNKNOWN,		/* cannot be determined */
	STUCK_NOTHING,
	STUCK_SUBMIT,		/* an engine, or the GuC itself, does not take a context */
	STUCK_H2G,		/* the GuC does not read messages */
	STUCK_DISABLE,		/* a disable is not acknowledged */
	STUCK_DEREGISTER,	/* a deregistration is not acknowledged */
};

/*
 * The reason why @stuck cannot be determined, or why an open request is not reported as
 * stuck.
 */
enum analysis_why {
	WHY_NOTHING_OPEN,
	WHY_RULES,		/* the names that it depends on are not used */
	WHY_END_MISSING,	/* the newest events are missing */
	WHY_NO_CLOCK,		/* the age of the open request is not known */
	WHY_YOUNG,		/* it is not old enough to be late */
	WHY_LATE,		/* it is late */
	WHY_NO_EVENTS,
	WHY_HIDDEN,		/* what the GuC has not read was taken out of the dump */
};

/**
 * struct analysis_open - the request that has waited longest when the log ends
 * @what: kind of the request, STUCK_NOTHING if none is open
 * @enable: of STUCK_SUBMIT: the GuC has not acknowledged the context's enable, with
 *	which its first work is submitted
 * @guc_id: its context, AN_NONE if it belongs to none
 * @engine: its engine, AN_NONE if it belongs to none
 * @tick: when it was made
 * @index: of its event
 * @age: ticks until the log was copied, or until its newest event
 * @limit: ticks after which it is late
 */
struct analysis_open {
	enum analysis_stuck what;
	bool enable;
	u32 guc_id;
	u32 engine;
	s64 tick;
	u64 index;
	s64 age;
	s64 limit;
};

/**
 * struct verdict - the result of the analysis
 * @hang: the log has a reset or a request is stuck
 * @reset: the log has an engine reset
 * @chosen: the reset that the verdict describes: the reset of the context that the
 *	dump's reason names, else the last reset; NULL if there is none
 * @nr_resets: number of resets
 * @victim: context that the reset removed from its engine, AN_NONE if unknown
 * @inferred: the log does not show the removal of @victim, which was on the engine
 * @victim_engine: the engine of @victim, AN_NONE if unknown
 * @victim_tick: tick at which @victim was removed
 * @victim_index: of that event
 * @victim_on_known: @victim_on_since is when it was placed on the engine
 * @victim_on_since: tick at which it was placed, or the first tick at which it is
 *	known to be on the engine
 * @victim_lrca: page of its image
 * @other_victims: number of further contexts that the reset removed from engines
 * @pending: the engine that has not switched out when the log ends, and whose reset may
 *	follow; NULL if there is none
 * @expired: an engine did not switch out in time, but the log has no reset of it
 * @reported: the GuC has reported a reset that is not in the log
 * @waiter: context for which the engine was wanted, AN_NONE
 * @has_wait: @wait_ticks is known
 * @wait_ticks: from SWITCH_OUT_REQUEST to SWITCH_OUT_TIMEOUT
 * @limit_us: preemption timeout of the victim, 0 when not known
 * @limit_from_ct: it is from the H2G ring, else from the dump's contexts
 * @reason_differs: the dump's reason names another context than the victim
 * @has_faults: @faults is known
 * @faults: page faults that were not answered when the log ended
 * @stuck: the kind of request that is stuck
 * @why: the reason for the value of @stuck
 * @open: the request that has waited longest
 * @nr_open: requests without an answer
 * @newer_messages: messages that the GuC has read after the log's newest event
 * @unread_messages: messages that the GuC has not read
 */
struct verdict {
	enum analysis_tri hang;
	enum analysis_tri reset;
	const struct reset *chosen;
	u64 nr_resets;
	u32 victim;
	bool inferred;
	u32 victim_engine;
	s64 victim_tick;
	u64 victim_index;
	bool victim_on_known;
	s64 victim_on_since;
	u32 victim_lrca;
	unsigned int other_victims;
	const struct reset_wait *pending;
	bool expired;
	bool reported;
	u32 waiter;
	bool has_wait;
	s64 wait_ticks;
	u32 limit_us;
	bool limit_from_ct;
	bool reason_differs;
	bool has_faults;
	u32 faults;
	enum analysis_stuck stuck;
	enum analysis_why why;
	struct analysis_open open;
	unsigned int nr_open;
	u32 newer_messages;
	u32 unread_messages;
};

/**
 * struct analysis - an analysis of a log
 * @log: the known properties of the log
 * @rules: the results of the rules
 * @result: the names and verdicts that the rules allow
 * @sequence: the last events
 * @lives: contexts and engines
 * @resets: engine resets
 * @join: H2G messages
 * @events: number of events
 * @known: number of events whose id is in the dictionary
 * @gap: events are missing between the last known event and the next one
 * @count: by position in guc_event_table[]
 * @first_tick: of the oldest event
 * @last_tick: of the newest event
 * @silence: longest time without an event, ticks; not across a gap
 * @silence_before: index of the event behind it
 * @silence_from: tick of the event before it
 * @gaps: gaps in the log
 * @verdict: after analysis_end()
 */
struct analysis {
	struct analysis_log log;
	struct rules rules;
	struct rules_result result;
	struct sequence sequence;
	struct lives lives;
	struct resets resets;
	struct join join;
	u64 events;
	u64 known;
	bool gap;
	u64 count[GUC_EVX_COUNT];
	s64 first_tick;
	s64 last_tick;
	s64 silence;
	u64 silence_before;
	s64 silence_from;
	u64 gaps;
	struct verdict verdict;
};

struct analysis *analysis_new(const struct analysis_log *log);
void analysis_event(struct analysis *a, const struct an_event *e);
int analysis_end(struct analysis *a, const struct analysis_dump *dump);
void analysis_free(struct analysis *a);

u64 analysis_named(const struct analysis *a);
u64 analysis_guesses(const struct analysis *a);
void verdict_make(struct analysis *a, const struct analysis_dump *dump);
const char *analysis_stuck_name(enum analysis_stuck stuck);

/* Ticks of a time, 0 without a clock. @us: less than 2^40. */
static inline s64 analysis_us(const struct analysis *a, u64 us)
{
	return (s64)(us / 1000000 * a->log.hz + us % 1000000 * a->log.hz / 1000000);
}

/* A time in ns, without overflow. */
static inline s64 analysis_ns(const struct analysis *a, s64 ticks)
{
	return a->log.hz ? guc_ticks_to_ns(ticks, a->log.hz) : 0;
}

#endif
