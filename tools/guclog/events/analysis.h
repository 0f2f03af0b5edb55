/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * What the events of a GuC log show: the results of the rules (tests of event names), the history
 * of its contexts and its engine resets. The folder explain adds the verdict (whether there was a
 * hang, and why). This code does not print, read files or read a clock. Its memory is bounded by
 * the number of contexts.
 */
#ifndef _ANALYSIS_H_
#define _ANALYSIS_H_

#include "base/arena.h"
#include "events/event.h"
#include "guc_clock.h"
#include "events/learn/learn.h"
#include "read/log/event_reader.h"
#include "events/join.h"
#include "events/contexts.h"
#include "events/resets.h"
#include "events/rules.h"
#include "events/sequence.h"
#include "events/findings.h"
#include "read/dump/sections.h"

/*
 * A request without an answer is late if it is older than LATE_MS, and older than LATE_TIMES times
 * the longest time to an answer of the same kind in the log. (The disable of a context that is on
 * an engine has another limit, see stuck.c.)
 */
#define LATE_MS			10u
#define LATE_TIMES		20

/* Largest number of long times without an event that are stored; only the newest are. */
#define ANALYSIS_PAUSES		32u

/**
 * struct analysis_log - the known properties of a log, without its events
 * @hz: ticks per second, 0 when not known
 * @has_firmware: @firmware is known
 * @firmware: GuC version: major 23:16, minor 15:8, patch 7:0
 * @known: the dictionary was made from logs of this firmware; analysis_new() sets the member
 * @from_load: the oldest event is the first one after the firmware was loaded
 * @end_missing: the newest events are missing, or the order of the events is not known
 * @missing_bytes: bytes of the missing newest events, 0 if unknown
 * @has_now: @now is known
 * @now: tick when the log was copied
 * @has_trigger: @trigger is known
 * @trigger: tick of the event in the driver because of which the kernel module recorded the log
 * @before_load: analyse the events from before the firmware was loaded again, not those since then
 * @has_messages: analysis_end() will be called with the H2G ring of a devcoredump
 * @no_resets: do not analyse preemptions and resets, because only the names of events are wanted,
 *	and the log has no event of an engine reset or of a request that can lead to one
 * @names_only: find only which names of events may be used: make no verdict, and only the members
 *	of the survey that depend on nothing except the rules
 */
struct analysis_log {
	u32 hz;
	bool has_firmware;
	u32 firmware;
	bool known;
	bool from_load;
	bool end_missing;
	u64 missing_bytes;
	bool has_now;
	s64 now;
	bool has_trigger;
	s64 trigger;
	bool before_load;
	bool has_messages;
	bool no_resets;
	bool names_only;
};

/**
 * struct analysis_context - an exec queue that a devcoredump lists
 * @guc_id: guc_id of the queue
 * @has_timeout: the dump lists the preemption timeout
 * @timeout_us: the preemption timeout, us
 */
struct analysis_context {
	u32 guc_id;
	bool has_timeout;
	u64 timeout_us;
};

/**
 * struct analysis_dump - facts from the other sections of a devcoredump
 * @has_guc_id: the context that the dump is about is known: the Reason of the dump names it, or
 *	else the dump lists only one context
 * @guc_id: the guc_id of that context; of a parallel queue, the first one
 * @width: number of guc_ids of that context, which follow each other; only a parallel queue has
 *	several. 0 means 1.
 * @engine_class: engine class of that context, as the GuC numbers them; GUCLOG_NONE if not known
 * @lrca: LRCA page of that context (see guclog.h), 0 if it is not known or if there are several
 * @has_listed: the dump lists exactly one context, and it is not @guc_id
 * @listed: the guc_id of the listed context
 * @h2g: H2G ring, NULL if the dump has none
 * @g2h: G2H ring, NULL if the dump has none
 * @damaged: parts of @h2g are missing; if its messages then contradict the log, they are not used
 * @unread_hidden: the dump has unread messages, but their contents were redacted
 * @nr_contexts: number of exec queues
 * @context: the exec queues
 */
struct analysis_dump {
	bool has_guc_id;
	u32 guc_id;
	u32 width;
	u32 engine_class;
	u32 lrca;
	bool has_listed;
	u32 listed;
	const struct guc_ct_ring *h2g;
	const struct guc_ct_ring *g2h;
	bool damaged;
	bool unread_hidden;
	unsigned int nr_contexts;
	const struct analysis_context *context;
};

/**
 * struct guclog_analysis - an analysis of a log
 * @arena: arena that has its memory
 * @log: the known properties of the log
 * @rules: the results of the rules
 * @result: the names of events and the verdicts that the rules allow for this log
 * @sequence: the last events, for the rules about consecutive events
 * @contexts: the history of the contexts, and the last state of the engines
 * @resets: engine resets
 * @expired: a preemption that timed out and that no reset has followed, in the form of a reset;
 *	@timed_out is false if there is none
 * @join: the H2G messages of the devcoredump, matched with the events
 * @events: number of events
 * @known: number of events with an id in the dictionary
 * @gap: events are missing after the last event that has an id in the dictionary
 * @count: number of events of each id, indexed by position in guc_event_table[]
 * @first_tick: tick of the oldest event
 * @last_tick: tick of the newest event
 * @silence: longest time without an event, ticks; not across a gap
 * @silence_before: index of the event at the end of @silence
 * @silence_from: tick of the event at the beginning of @silence
 * @pause: the last long times without an event (see analysis_may_be_longer()), from the tick of one
 *	event to that of the next one; number n is at index n % ANALYSIS_PAUSES
 * @nr_pauses: number of these long times, including those that are no longer in @pause
 * @gaps: number of gaps in the log
 * @verdict: the verdict, which verdict_make() makes
 * @survey: statistics of the log, which analysis_end() collects
 * @t: reader of the log, which converts the ticks of events to times; set by analysis_read(),
 *	otherwise zeroed
 * @learned: names that were learned from the log of an unknown firmware, NULL when the dictionary
 *	is used
 */
struct guclog_analysis {
	struct arena arena;
	struct analysis_log log;
	struct rules rules;
	struct rules_result result;
	struct sequence sequence;
	struct contexts contexts;
	struct resets resets;
	struct guclog_reset expired;
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
	struct {
		s64 from;
		s64 to;
	} pause[ANALYSIS_PAUSES];
	u64 nr_pauses;
	u64 gaps;
	struct guclog_findings verdict;
	struct guclog_survey survey;
	struct event_reader t;
	struct learned *learned;
};

struct dump_facts;

struct guclog_analysis *analysis_new(const struct analysis_log *log);
void analysis_event(struct guclog_analysis *a, const struct an_event *e);
int analysis_end(struct guclog_analysis *a, const struct analysis_dump *dump);
void analysis_free(struct guclog_analysis *a);

void analysis_add_events(struct guclog_analysis *a, struct event_reader *t);
struct guclog_analysis *analysis_read(struct event_reader *t, const struct guclog_dump *dump,
				      bool names_only, struct dump_facts *facts);
struct guclog_analysis *analysis_read_before_load(const struct guclog_analysis *a,
						  struct event_reader *t);

const struct guc_event_def *analysis_def(const struct guclog_analysis *a, u32 id);

s64 analysis_end_tick(const struct guclog_analysis *a);
bool analysis_is_about(const struct analysis_dump *dump, u32 guc_id);
bool analysis_is_of_another(const struct guclog_wait *wait, const struct analysis_dump *dump);
bool analysis_is_reset(const struct guclog_reset *reset);
void analysis_find_expired(struct guclog_analysis *a, const struct analysis_dump *dump);
void survey_make(struct guclog_analysis *a);

/* Convert microseconds (less than 2^40) to ticks. Return: 0 if the clock's frequency is unknown. */
static inline s64 analysis_us(const struct guclog_analysis *a, u64 us)
{
	return (s64)(us / 1000000 * a->log.hz + us % 1000000 * a->log.hz / 1000000);
}

#endif
