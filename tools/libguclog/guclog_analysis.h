/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/**
 * DOC: guclog_analysis
 *
 * What the analysis of a log has found, with the events that prove it: guclog_walk_verdict()
 * and guclog_walk_context() of guclog.h have the most important of this.
 *
 * The library allocates all structures but &struct guclog_rule. They are valid as long as the
 * walk, and &struct guclog_incident as long as the log. A later release may add members at the
 * ends of those that it allocates. Events are named by their index in the log, and times are in
 * ticks of the GuC's clock: guclog_analysis_ns() makes nanoseconds of them.
 */
#ifndef GUCLOG_ANALYSIS_H
#define GUCLOG_ANALYSIS_H

#include <stdbool.h>

#include "guclog.h"

#ifdef __cplusplus
extern "C" {
#endif

struct guclog_analysis;

/* No guc_id, no engine. */
#define GUCLOG_NONE		UINT32_MAX
/* No event. */
#define GUCLOG_NO_EVENT		UINT64_MAX

/* Yes, no, or unknown. */
enum guclog_tri {
	GUCLOG_UNKNOWN,
	GUCLOG_NO,
	GUCLOG_YES
};

/* States of a context. */
enum guclog_life_state {
	GUCLOG_LIFE_SEEN,		/* named by an event that does not contain its state */
	GUCLOG_LIFE_REGISTERED,
	GUCLOG_LIFE_ENABLED,
	GUCLOG_LIFE_READY,		/* has work and waits for an engine */
	GUCLOG_LIFE_PLACED,		/* written to an engine, which has not answered */
	GUCLOG_LIFE_RUNNING,
	GUCLOG_LIFE_PREEMPTING,		/* on an engine that was asked to switch it out */
	GUCLOG_LIFE_SWITCHED_OUT,	/* has left its engine */
	GUCLOG_LIFE_IDLE,		/* has no work */
	GUCLOG_LIFE_RESET,		/* was taken off its engine by a reset */
	GUCLOG_LIFE_DISABLED,
	GUCLOG_LIFE_DEREGISTERED
};

/**
 * struct guclog_life_op - a request that waits for its answer
 * @open: there is a request
 * @value: the requested value
 * @tick: tick of the request
 * @index: index of its event
 */
struct guclog_life_op {
	bool open;
	uint32_t value;
	int64_t tick;
	uint64_t index;
};

/**
 * struct guclog_life - one context
 * @guc_id: its number
 * @state: at the last event
 * @since: tick at which @state began
 * @lrca: page of its image; 0 when not seen
 * @engine_class: of its engines, GUCLOG_NONE when not seen
 * @engine: its current engine, else its last engine; GUCLOG_NONE if unknown
 * @priority: the last one seen, GUCLOG_NONE when none was
 * @first: index of the first event that names it
 * @last: index of the last event that names it
 * @runs: number of times that it began to run in this log
 * @submits: number of its submissions
 * @preempted: number of its preemptions
 * @resets: number of resets that removed it from its engine
 * @on_engine: it is on @engine
 * @on_known: @on_since is when it was placed; else it was on its engine already
 *	when this part of the log began, at @on_since
 * @on_since: tick
 * @on_ticks: ticks on engines so far, without the time since @on_since
 * @on_least: @on_ticks is a lower bound: a part lies outside the log or in a gap
 * @longest_wait: most ticks between CTX_READY and CTX_PLACED
 * @ready_index: index of its last CTX_READY
 * @first_ready: argument 0 of its first CTX_READY, 0 without
 * @born: its registration is in the log
 * @mode: the scheduling mode that was asked for
 * @end: its deregistration
 * @mode_known: a mode was asked for since the last gap
 * @end_known: a deregistration was asked for since the last gap
 */
struct guclog_life {
	uint32_t guc_id;
	enum guclog_life_state state;
	int64_t since;
	uint32_t lrca;
	uint32_t engine_class;
	uint32_t engine;
	uint32_t priority;
	uint64_t first;
	uint64_t last;
	uint64_t runs;
	uint64_t submits;
	uint64_t preempted;
	uint64_t resets;
	bool on_engine;
	bool on_known;
	int64_t on_since;
	int64_t on_ticks;
	bool on_least;
	int64_t longest_wait;
	uint64_t ready_index;
	uint32_t first_ready;
	bool born;
	bool mode_known;
	bool end_known;
	struct guclog_life_op mode;
	struct guclog_life_op end;
};

/**
 * struct guclog_wait - an engine that was asked to switch its context out
 * @open: the engine has not answered
 * @tick: tick of the request
 * @index: index of the request
 * @engine: the engine
 * @disabled: the driver disabled @victim before, and that is the reason of the request
 * @victim: guc_id on the engine, GUCLOG_NONE when it is not known
 * @waiter: guc_id of the context that became ready last and has no engine, GUCLOG_NONE
 * @waiter_index: event with which it became ready
 * @looks: SWITCH_OUT_WAIT events
 * @last_look: tick of the last one
 * @period: ticks between the last two, 0 when not known
 */
struct guclog_wait {
	bool open;
	int64_t tick;
	uint64_t index;
	uint32_t engine;
	bool disabled;
	uint32_t victim;
	uint32_t waiter;
	uint64_t waiter_index;
	uint64_t looks;
	int64_t last_look;
	int64_t period;
};

/* Further contexts of one reset are counted. */
#define GUCLOG_MAX_VICTIMS	8u

/**
 * struct guclog_victim - a context that a reset took off its engine
 * @guc_id: its number
 * @lrca: page of its image
 * @engine: from which
 * @tick: of its CTX_NOT_READY or CTX_OFF_ENGINE, the first of them
 * @index: of that event
 * @on_known: @on_since is when it was placed
 * @on_since: tick from which it was on the engine, or is known to have been
 */
struct guclog_victim {
	uint32_t guc_id;
	uint32_t lrca;
	uint32_t engine;
	int64_t tick;
	uint64_t index;
	bool on_known;
	int64_t on_since;
};

/**
 * struct guclog_reset - one engine reset
 * @begin_seen: its ENGINE_RESET_BEGIN is in the log
 * @end_seen: its ENGINE_RESET_END is in the log
 * @broken: its steps are not in order
 * @begin_tick: of the first step that was seen
 * @end_tick: of the last step that was seen
 * @begin_index: of the first step that was seen
 * @end_index: of the last step that was seen
 * @engine_class: of ENGINE_RESET_BEGIN or _END
 * @contradicts: the victim is not the context that was placed on the engine
 * @timed_out: a SWITCH_OUT_TIMEOUT caused it
 * @wait_known: the request that timed out is in the log
 * @wait: the request that timed out
 * @timeout_tick: of SWITCH_OUT_TIMEOUT
 * @timeout_index: of SWITCH_OUT_TIMEOUT
 * @nr_victims: number of contexts that it removed from engines; may be more than are
 *	stored
 * @victim: the stored ones
 * @capture_index: the driver's LOG_BUFFER_FILE_FLUSH_COMPLETE behind it
 * @disabled_index: SCHED_MODE_DONE of the first victim behind it
 * @disabled_tick: of that
 * @deregistered_index: CTX_DEREGISTERED of the first victim behind it
 * @limit_us: preemption timeout of the victim, 0 when it is not known
 * @limit_from_ct: it is from the H2G ring
 */
struct guclog_reset {
	bool begin_seen;
	bool end_seen;
	bool broken;
	int64_t begin_tick;
	int64_t end_tick;
	uint64_t begin_index;
	uint64_t end_index;
	uint32_t engine_class;
	bool contradicts;
	bool timed_out;
	bool wait_known;
	struct guclog_wait wait;
	int64_t timeout_tick;
	uint64_t timeout_index;
	unsigned int nr_victims;
	struct guclog_victim victim[GUCLOG_MAX_VICTIMS];
	uint64_t capture_index;
	uint64_t disabled_index;
	int64_t disabled_tick;
	uint64_t deregistered_index;
	uint32_t limit_us;
	bool limit_from_ct;
};

/* What the GuC or an engine no longer does. */
enum guclog_stuck {
	GUCLOG_STUCK_UNKNOWN,		/* cannot be determined */
	GUCLOG_STUCK_NOTHING,
	GUCLOG_STUCK_SUBMIT,		/* an engine, or the GuC itself, does not take a context */
	GUCLOG_STUCK_H2G,		/* the GuC does not read messages */
	GUCLOG_STUCK_DISABLE,		/* a disable is not acknowledged */
	GUCLOG_STUCK_DEREGISTER		/* a deregistration is not acknowledged */
};

/*
 * The reason why @stuck cannot be determined, or why an open request is not reported as
 * stuck.
 */
enum guclog_why {
	GUCLOG_WHY_NOTHING_OPEN,
	GUCLOG_WHY_RULES,		/* the names that it depends on are not used */
	GUCLOG_WHY_END_MISSING,		/* the newest events are missing */
	GUCLOG_WHY_NO_CLOCK,		/* the age of the open request is not known */
	GUCLOG_WHY_YOUNG,		/* it is not old enough to be late */
	GUCLOG_WHY_LATE,		/* it is late */
	GUCLOG_WHY_NO_EVENTS,
	GUCLOG_WHY_HIDDEN		/* what the GuC has not read was taken out of the dump */
};

/**
 * struct guclog_request - the request that has waited longest when the log ends
 * @what: kind of the request, GUCLOG_STUCK_NOTHING if none is open
 * @enable: of GUCLOG_STUCK_SUBMIT: the GuC has not acknowledged the context's enable, with
 *	which its first work is submitted
 * @guc_id: its context, GUCLOG_NONE if it belongs to none
 * @engine: its engine, GUCLOG_NONE if it belongs to none
 * @tick: when it was made
 * @index: of its event
 * @age: ticks until the log was copied, or until its newest event
 * @limit: ticks after which it is late
 */
struct guclog_request {
	enum guclog_stuck what;
	bool enable;
	uint32_t guc_id;
	uint32_t engine;
	int64_t tick;
	uint64_t index;
	int64_t age;
	int64_t limit;
};

/**
 * struct guclog_findings - the result of the analysis
 * @hang: the log has a reset or a request is stuck
 * @reset: the log has an engine reset
 * @chosen: the reset that the verdict describes: the reset of the context that the
 *	dump's reason names, else the last reset; NULL if there is none
 * @nr_resets: number of resets
 * @victim: context that the reset removed from its engine; its guc_id and its engine
 *	are GUCLOG_NONE if unknown
 * @inferred: the log does not show the removal of @victim, which was on the engine
 * @other_victims: number of further contexts that the reset removed from engines
 * @pending: the engine that has not switched out when the log ends, and whose reset may
 *	follow; NULL if there is none
 * @expired: an engine did not switch out in time, but the log has no reset of it
 * @reported: the GuC has reported a reset that is not in the log
 * @waiter: context for which the engine was wanted, GUCLOG_NONE
 * @has_wait: @wait_ticks is known
 * @wait_ticks: from SWITCH_OUT_REQUEST to SWITCH_OUT_TIMEOUT
 * @limit_us: preemption timeout of the victim, 0 when not known
 * @limit_from_ct: it is from the H2G ring, else from the dump's contexts
 * @reason_guc_id: context that the Reason of the devcoredump names, GUCLOG_NONE
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
struct guclog_findings {
	enum guclog_tri hang;
	enum guclog_tri reset;
	const struct guclog_reset *chosen;
	uint64_t nr_resets;
	struct guclog_victim victim;
	bool inferred;
	unsigned int other_victims;
	const struct guclog_wait *pending;
	bool expired;
	bool reported;
	uint32_t waiter;
	bool has_wait;
	int64_t wait_ticks;
	uint32_t limit_us;
	bool limit_from_ct;
	uint32_t reason_guc_id;
	bool reason_differs;
	bool has_faults;
	uint32_t faults;
	enum guclog_stuck stuck;
	enum guclog_why why;
	struct guclog_request open;
	unsigned int nr_open;
	uint32_t newer_messages;
	uint32_t unread_messages;
};

/**
 * struct guclog_survey - figures of a whole log
 * @hz: ticks per second, 0 when not known
 * @has_firmware: @firmware is known
 * @firmware: GuC version: major 23:16, minor 15:8, patch 7:0
 * @firmware_known: the dictionary was made from logs of this version
 * @misfit: so many rules failed that the dictionary is not of this firmware
 * @rules_tested: rules that the log could test
 * @rules_held: number of these that held
 * @words: names that are used for the log, bit n: event n of guclog_analysis_id()
 * @events: number of events, without those from before the load of the firmware
 * @known: number of events whose id is in the dictionary
 * @named: number of events with a name
 * @guesses: number of these whose name is a guess
 * @gaps: gaps in the log
 * @end_missing: the newest events are missing, or the order is not known
 * @first_tick: of the oldest event
 * @last_tick: of the newest event
 * @part_tick: of the first event behind the last gap
 * @silence: longest time without an event; not across a gap
 * @silence_before: index of the event behind it
 * @silence_from: tick of the event before it
 * @contexts: number of contexts
 * @lost_contexts: number of further ones, which were not kept
 * @resets: number of resets that guclog_analysis_reset() gives
 * @granted: preemptions that were granted
 * @granted_ticks: longest time from request to answer
 * @faults_usable: the rules about page faults hold
 * @faults: page faults in the log
 * @fault_answers: answers to page faults in the log
 * @fault_tick: of the last of either
 */
struct guclog_survey {
	uint32_t hz;
	bool has_firmware;
	uint32_t firmware;
	bool firmware_known;
	bool misfit;
	unsigned int rules_tested;
	unsigned int rules_held;
	uint64_t words;
	uint64_t events;
	uint64_t known;
	uint64_t named;
	uint64_t guesses;
	uint64_t gaps;
	bool end_missing;
	int64_t first_tick;
	int64_t last_tick;
	int64_t part_tick;
	int64_t silence;
	uint64_t silence_before;
	int64_t silence_from;
	unsigned int contexts;
	uint64_t lost_contexts;
	unsigned int resets;
	uint64_t granted;
	int64_t granted_ticks;
	bool faults_usable;
	uint64_t faults;
	uint64_t fault_answers;
	int64_t fault_tick;
};

/**
 * struct guclog_rule - a rule of the dictionary, and how a log agrees with it
 * @name: its letters
 * @text: what must be true
 * @off_text: what its failure switches off
 * @wanted_percent: percentage of the checks that must hold
 * @weak: it is weak evidence: it also holds for logs with exchanged arguments
 * @few: it was tested too rarely to be evidence
 * @failed: it does not hold on this log
 * @checks: number of tests
 * @hits: number of tests in which it held
 * @failed_at: index of the event at which it first did not hold
 */
struct guclog_rule {
	const char *name;
	const char *text;
	const char *off_text;
	unsigned int wanted_percent;
	bool weak;
	bool few;
	bool failed;
	uint64_t checks;
	uint64_t hits;
	uint64_t failed_at;
};

/**
 * struct guclog_incident - the trigger of a log that the module copied by itself
 * @boottime_ns: time of the trigger, CLOCK_BOOTTIME; 0 for any other log
 * @has_guc_id: @guc_id is known
 * @guc_id: of the context that the trigger is about
 * @trigger: its name
 * @engine: name of the context's engine, empty when unknown
 */
struct guclog_incident {
	uint64_t boottime_ns;
	bool has_guc_id;
	uint32_t guc_id;
	char trigger[32];
	char engine[16];
};

/**
 * guclog_log_incident() - get the incident for which the module copied a log
 * @log: the log
 *
 * Return: the incident.
 */
const struct guclog_incident *guclog_log_incident(const struct guclog_log *log);

/**
 * guclog_walk_analysis() - get the analysis of a log
 * @walk: a walk over the log, at any position
 *
 * Return: the analysis, which guclog_walk_free() frees.
 */
const struct guclog_analysis *guclog_walk_analysis(const struct guclog_walk *walk);

/**
 * guclog_analysis_findings() - get the verdict with its proofs
 * @a: the analysis
 *
 * Return: the findings.
 */
const struct guclog_findings *guclog_analysis_findings(const struct guclog_analysis *a);

/**
 * guclog_analysis_survey() - get the figures of the whole log
 * @a: the analysis
 *
 * Return: the figures.
 */
const struct guclog_survey *guclog_analysis_survey(const struct guclog_analysis *a);

/**
 * guclog_analysis_ns() - get a time in ns
 * @a: the analysis
 * @ticks: the time
 *
 * Return: the time; 0 when the frequency of the GuC's clock is not known.
 */
int64_t guclog_analysis_ns(const struct guclog_analysis *a, int64_t ticks);

/**
 * guclog_analysis_life() - get a context
 * @a: the analysis
 * @i: number of the context, from 0, in the order in which they were first named
 *
 * Return: the context; NULL behind the last one.
 */
const struct guclog_life *guclog_analysis_life(const struct guclog_analysis *a, unsigned int i);

/**
 * guclog_analysis_find() - find a context by its guc_id
 * @a: the analysis
 * @guc_id: the number
 *
 * Return: the last context with this number, NULL if there is none.
 */
const struct guclog_life *guclog_analysis_find(const struct guclog_analysis *a, uint32_t guc_id);

/**
 * guclog_analysis_running() - get a context that is on an engine where the log ends
 * @a: the analysis
 * @i: number of the context, from 0, in the order of the engines
 *
 * Return: the context; NULL behind the last one.
 */
const struct guclog_life *guclog_analysis_running(const struct guclog_analysis *a, unsigned int i);

/**
 * guclog_analysis_on_ticks() - get how long a context was on engines
 * @a: the analysis
 * @life: the context
 *
 * Return: the time until the newest event, in ticks.
 */
int64_t guclog_analysis_on_ticks(const struct guclog_analysis *a, const struct guclog_life *life);

/**
 * guclog_analysis_wait() - get an engine that has not switched out where the log ends
 * @a: the analysis
 * @i: number of the engine, from 0
 *
 * Return: the request to switch out; NULL behind the last one.
 */
const struct guclog_wait *guclog_analysis_wait(const struct guclog_analysis *a, unsigned int i);

/**
 * guclog_analysis_reset() - get an engine reset
 * @a: the analysis
 * @i: number of the reset, from 0 for the oldest one; the newest 32 resets are kept
 *
 * Return: the reset; NULL behind the last one.
 */
const struct guclog_reset *guclog_analysis_reset(const struct guclog_analysis *a, unsigned int i);

/**
 * guclog_analysis_rule() - get a rule
 * @a: the analysis
 * @i: number of the rule, from 0
 * @rule: filled
 *
 * Return: 0, or -ENOENT behind the last one.
 */
int guclog_analysis_rule(const struct guclog_analysis *a, unsigned int i,
			 struct guclog_rule *rule);

/**
 * guclog_analysis_id() - get how often the log has an event of the dictionary
 * @a: the analysis
 * @i: number of the event in the dictionary, from 0
 * @id: set to its id
 * @count: set to the number of events
 *
 * Return: 0, or -ENOENT behind the last one.
 */
int guclog_analysis_id(const struct guclog_analysis *a, unsigned int i, uint32_t *id,
		       uint64_t *count);

/**
 * guclog_analysis_message() - get the event about a message of the driver
 * @a: the analysis
 * @i: number of the message in the H2G ring of the devcoredump, from 0 for the newest
 * @fence: set to the fence of the message
 * @index: set to the index of the event, GUCLOG_NO_EVENT if it has none
 *
 * Return: 0; -ENOENT behind the oldest message, and if log and ring do not belong together.
 */
int guclog_analysis_message(const struct guclog_analysis *a, unsigned int i, uint32_t *fence,
			    uint64_t *index);

/**
 * typedef guclog_slice_fn - takes a time in which a context had one state or one engine
 * @context: the argument of guclog_walk_slices()
 * @life: the context, as it is right before the time ends
 * @engine: in this time it was on @life->engine, in any states; else it had @life->state
 * @from: tick at which the time begins
 * @to: tick at which it ends
 */
typedef void (*guclog_slice_fn)(void *context, const struct guclog_life *life, bool engine,
				int64_t from, int64_t to);

/**
 * guclog_walk_slices() - get the states and engines of all contexts over the time of the log
 * @walk: the walk, which goes back to the oldest event
 * @slice: gets the times, each when it ends
 * @context: for @slice
 *
 * Return: 0 or -ENOMEM.
 */
int guclog_walk_slices(struct guclog_walk *walk, guclog_slice_fn slice, void *context);

/**
 * guclog_life_state_name() - get the name of a state
 * @state: the state
 *
 * Return: a constant string such as "runs".
 */
const char *guclog_life_state_name(enum guclog_life_state state);

/**
 * guclog_stuck_name() - get the name of what is stuck
 * @stuck: the kind of request
 *
 * Return: a constant string, NULL if nothing is stuck or if it is unknown.
 */
const char *guclog_stuck_name(enum guclog_stuck stuck);

/**
 * guclog_engine_name() - get the name of an engine
 * @engine: the number of the engine in the structures above, not GUCLOG_NONE
 * @buf: destination
 * @size: bytes at @buf
 *
 * Return: length of the name, such as ccs0.
 */
size_t guclog_engine_name(uint32_t engine, char *buf, size_t size);

/**
 * guclog_reason_guc_id() - get the context that the Reason of a devcoredump names
 * @reason: such as "LR job cleanup, guc_id=32"; may be NULL
 * @guc_id: set
 *
 * Return: whether it names one.
 */
bool guclog_reason_guc_id(const char *reason, uint32_t *guc_id);

#ifdef __cplusplus
}
#endif

#endif
