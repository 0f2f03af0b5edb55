/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * What the events of a log say about contexts, engine resets and a hang.
 */
#ifndef _GUCLOG_EVENTS_FINDINGS_H_
#define _GUCLOG_EVENTS_FINDINGS_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/types.h"

struct guclog_analysis;
struct guclog_events;

/*
 * The structures from here on contain the results of the analysis of a log, with the events that
 * prove them. The library allocates them, except &struct guclog_rule, and they are valid as long as
 * the analysis. A member "index" or "..._index" is the index of an event in the log. Times are in
 * ticks of the GuC's clock, which guclog_analysis_ns() converts to nanoseconds.
 *
 * Names in capitals, such as CTX_PLACED, are names of events. guclog_dictionary_row() returns their
 * meaning.
 */

/* States of a context. */
enum guclog_context_state {
	GUCLOG_CONTEXT_SEEN,		/* an event names the context but not its state */
	GUCLOG_CONTEXT_REGISTERED,
	GUCLOG_CONTEXT_ENABLED,
	GUCLOG_CONTEXT_READY,		/* has work and waits for an engine */
	GUCLOG_CONTEXT_PLACED,		/* written to an engine, which has not acknowledged it */
	GUCLOG_CONTEXT_RUNNING,
	GUCLOG_CONTEXT_PREEMPTING,	/* on an engine that was asked to switch it out */
	GUCLOG_CONTEXT_SWITCHED_OUT,	/* has left its engine */
	GUCLOG_CONTEXT_IDLE,		/* has no work */
	GUCLOG_CONTEXT_RESET,		/* a reset removed it from its engine */
	GUCLOG_CONTEXT_DISABLED,
	GUCLOG_CONTEXT_DEREGISTERED
};

/**
 * struct guclog_pending - the latest request of one kind about a context
 * @open: the request has no answer in the log; false also if there was no request
 * @value: the value in the request, such as the new scheduling mode
 * @tick: tick of the request
 * @index: index of the event of the request
 */
struct guclog_pending {
	bool open;
	uint32_t value;
	int64_t tick;
	uint64_t index;
};

/**
 * struct guclog_context - a context and its history in the log
 * @guc_id: number of the context
 * @state: state after the last event of the log; GUCLOG_CONTEXT_SEEN if no event after the last gap
 *	shows the state
 * @since: tick at which @state began
 * @lrca: LRCA: bits 31:12 of the address of the context image; 0 if no event contained it
 * @engine_class: class of the context's engines, GUCLOG_NONE if no event contained it
 * @engine: number of the engine on which the context is or was last; GUCLOG_NONE if unknown
 * @priority: latest priority of the context, GUCLOG_NONE if no event contained it
 * @first: index of the first event that names the context
 * @last: index of the last event that names the context
 * @runs: number of times that the context began to run in this log
 * @submits: number of submissions
 * @preempted: number of preemptions of the context
 * @resets: number of resets that removed the context from its engine
 * @on_engine: the context is on @engine
 * @on_known: the log has the event that placed the context on @engine, at @on_since. If false,
 *	@on_since is the start of the log, the end of a gap, or the time at which the state of the
 *	context last changed.
 * @on_since: tick from which the context is known to be on @engine, see @on_known
 * @on_index: index of the event at @on_since, GUCLOG_NO_EVENT unless @on_known
 * @left: number of times that the context left an engine because it was complete or was preempted
 * @whole_runs: number of the stays on an engine, counted in @left, that began in this log
 * @longest_run: duration of the longest of the @whole_runs, ticks
 * @on_ticks: time that the context was on engines, ticks; without the time since @on_since
 * @on_least: @on_ticks is a lower bound: a part of the time lies outside the log or in a gap
 * @longest_wait: longest time from a CTX_READY of the context to the next CTX_PLACED, ticks;
 *	without the time that the context waits at the end of the log, see
 *	guclog_analysis_wait_ticks()
 * @ready_index: index of the last CTX_READY of the context
 * @first_ready: argument 0 of the first CTX_READY of the context, 0 if there is none
 * @born: the log contains the registration of the context
 * @mode: the driver's latest request to change the scheduling mode (to enable or disable the
 *	context)
 * @end: the driver's request to deregister the context
 * @mode_known: a change of the mode was requested or acknowledged after the last gap
 * @end_known: @end is valid, because the context was registered or its deregistration was requested
 *	after the last gap
 * @ended: the engine has reported that the context left it because the context was complete or was
 *	preempted
 * @answers: number of requests to change the scheduling mode or to deregister the context that the
 *	GuC has acknowledged
 * @not_ready: since the driver disabled the context, the log has a CTX_NOT_READY of it
 * @says_disabled: the last such CTX_NOT_READY says that the context is disabled
 */
struct guclog_context {
	uint32_t guc_id;
	enum guclog_context_state state;
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
	uint64_t on_index;
	uint64_t left;
	uint64_t whole_runs;
	int64_t longest_run;
	int64_t on_ticks;
	bool on_least;
	int64_t longest_wait;
	uint64_t ready_index;
	uint32_t first_ready;
	bool born;
	bool mode_known;
	bool end_known;
	struct guclog_pending mode;
	struct guclog_pending end;
	bool ended;
	uint64_t answers;
	bool not_ready;
	bool says_disabled;
};

/**
 * struct guclog_wait - a request of the GuC to an engine to switch its context out (a preemption)
 * @open: the engine has not answered
 * @tick: tick of the request
 * @index: index of the event SWITCH_OUT_REQUEST
 * @engine: number of the engine
 * @disabled: the GuC made the request because the driver had disabled @victim
 * @victim: guc_id of the context on the engine, GUCLOG_NONE when it is not known
 * @waiter: guc_id of the context for which the GuC made the request: the only context that was
 *	ready and had no engine. GUCLOG_NONE if there was none or several, or if @disabled.
 * @waiter_index: index of the event with which @waiter became ready
 * @waiters: number of contexts that were ready and had no engine when the request was made; 0 if
 *	@disabled
 * @looks: number of SWITCH_OUT_WAIT events (the GuC still waits for the answer) since the request,
 *	without those that came while another engine also had an unanswered request
 * @last_look: tick of the last SWITCH_OUT_WAIT
 * @period: ticks between the last two SWITCH_OUT_WAIT events, 0 when not known
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
	unsigned int waiters;
	uint64_t looks;
	int64_t last_look;
	int64_t period;
};

/* Maximum number of contexts of a reset that are stored. All are counted. */
#define GUCLOG_MAX_VICTIMS	8u

/**
 * struct guclog_victim - a context that a reset removed from its engine
 * @guc_id: number of the context
 * @lrca: LRCA: bits 31:12 of the address of the context image
 * @engine: number of the engine from which the context was removed
 * @tick: tick of the context's CTX_NOT_READY or CTX_OFF_ENGINE, whichever came first
 * @index: index of the event at @tick
 * @on_known: the log shows when the context was placed on the engine: at @on_since
 * @on_since: tick from which the context was on the engine, or is known to have been there
 * @on_index: index of the event at @on_since, GUCLOG_NO_EVENT unless @on_known
 * @left: number of earlier times that the context left an engine because it was complete or was
 *	preempted
 * @whole_runs: number of the stays on an engine, counted in @left, that began in this log
 * @longest_run: duration of the longest of the @whole_runs, ticks
 * @preempted: number of earlier preemptions of the context
 * @gave_way_index: index of the event that ended the last of these preemptions; GUCLOG_NO_EVENT if
 *	there is none, or if another context was preempted on the same engine later
 * @gave_way_tick: tick of the event at @gave_way_index
 * @gave_way_ticks: time from the request to switch out to the event at @gave_way_index, ticks
 */
struct guclog_victim {
	uint32_t guc_id;
	uint32_t lrca;
	uint32_t engine;
	int64_t tick;
	uint64_t index;
	bool on_known;
	int64_t on_since;
	uint64_t on_index;
	uint64_t left;
	uint64_t whole_runs;
	int64_t longest_run;
	uint64_t preempted;
	uint64_t gave_way_index;
	int64_t gave_way_tick;
	int64_t gave_way_ticks;
};

/**
 * struct guclog_reset - one engine reset
 * @begin_seen: the log contains ENGINE_RESET_BEGIN of this reset
 * @end_seen: the log contains ENGINE_RESET_END of this reset
 * @broken: the events of the reset are not in the normal order
 * @begin_tick: tick of the first event of the reset that the log contains
 * @end_tick: tick of the last event of the reset that the log contains
 * @begin_index: index of the first event of the reset that the log contains
 * @end_index: index of the last event of the reset that the log contains
 * @engine_class: engine class in ENGINE_RESET_BEGIN or ENGINE_RESET_END
 * @contradicts: the log contradicts itself, because the removed context is not the context that was
 *	placed on the engine
 * @timed_out: a SWITCH_OUT_TIMEOUT caused the reset
 * @wait_known: the log contains the SWITCH_OUT_REQUEST that timed out
 * @wait: this request, if @wait_known
 * @timeout_tick: tick of SWITCH_OUT_TIMEOUT
 * @timeout_index: index of SWITCH_OUT_TIMEOUT
 * @nr_victims: number of contexts that the reset removed from engines; at most
 *	GUCLOG_MAX_VICTIMS of them are in @victim
 * @victim: the contexts that are stored
 * @capture_index: index of the event about the driver's first message
 *	LOG_BUFFER_FILE_FLUSH_COMPLETE after the reset (the driver has read the state capture), or
 *	GUCLOG_NO_EVENT
 * @disabled_index: index of the first SCHED_MODE_DONE after the reset that acknowledges the disable
 *	of a victim, or GUCLOG_NO_EVENT
 * @disabled_tick: tick of the event at @disabled_index
 * @deregistered_index: index of the first CTX_DEREGISTERED of a victim after the reset, or
 *	GUCLOG_NO_EVENT
 * @limit_us: preemption timeout of the victim in us, 0 when it is not known
 * @limit_from_ct: @limit_us is from a message in the H2G ring of the devcoredump; otherwise it is
 *	from the list of contexts in the devcoredump
 * @limit_fits: the time from @wait to SWITCH_OUT_TIMEOUT is as long as @limit_us, up to a tolerance
 * @placed: guc_id of the first context that had waited before the reset and was placed on one of
 *	the reset engines after the removal of the victim, GUCLOG_NONE if there is none
 * @placed_index: index of the event with which @placed was put on the engine
 * @placed_ready: index of the event with which @placed became ready
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
	bool limit_fits;
	uint32_t placed;
	uint64_t placed_index;
	uint64_t placed_ready;
};

/* The kind of request that the GuC or an engine no longer answers. */
enum guclog_stuck {
	GUCLOG_STUCK_UNKNOWN,		/* cannot be determined */
	GUCLOG_STUCK_NOTHING,		/* no request is late */
	GUCLOG_STUCK_SUBMIT,		/* an engine or the GuC itself does not accept a context */
	GUCLOG_STUCK_H2G,		/* the GuC does not read messages */
	GUCLOG_STUCK_DISABLE,		/* the disable of a context is not acknowledged */
	GUCLOG_STUCK_DEREGISTER		/* the deregistration of a context is not acknowledged */
};

/* The reason for the value of @stuck of the findings. */
enum guclog_why {
	GUCLOG_WHY_NOTHING_OPEN,	/* every request was answered */
	GUCLOG_WHY_RULES,		/* @stuck depends on rules that failed */
	GUCLOG_WHY_END_MISSING,		/* events after the newest one in the log are missing */
	GUCLOG_WHY_NO_CLOCK,		/* the age of the unanswered request is not known */
	GUCLOG_WHY_YOUNG,		/* the unanswered request is not old enough to be late */
	GUCLOG_WHY_LATE,		/* the unanswered request is late */
	GUCLOG_WHY_NO_EVENTS,		/* the log has no events */
	GUCLOG_WHY_HIDDEN,		/* the GuC has not read messages, and these were redacted */
	GUCLOG_WHY_UNREAD		/* as before, and no event shows which one it read last */
};

/**
 * struct guclog_request - the request that has been unanswered longest at the end of the log
 * @what: kind of the request, GUCLOG_STUCK_NOTHING if no request is unanswered
 * @enable: for GUCLOG_STUCK_SUBMIT: the request is the enable of a context, with which the driver
 *	also submits the first work of the context
 * @guc_id: context of the request, GUCLOG_NONE if it belongs to no context
 * @engine: engine of the request, GUCLOG_NONE if it belongs to no engine
 * @tick: tick of the request
 * @index: index of the event of the request
 * @age: ticks from the request until the log was copied, or until the newest event
 * @limit: age in ticks at which the request is late
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
 * @hang: whether the log has a reset or a request is stuck; also unknown when an engine has not
 *	answered a request to switch out at the end of the log, or the firmware has crashed
 * @reset: whether the log has the engine reset that the other members describe, see @chosen
 * @chosen: the reset that the other members describe; NULL if there is none. If the devcoredump
 *	names a context (see @reason_guc_id), it is the newest reset that removed this context, else
 *	the newest reset for which this context waited, else the last reset if the log does not show
 *	which contexts it removed. Otherwise it is the last reset. A reset that is much older than
 *	the devcoredump or the trigger of the recording is not chosen.
 * @nr_resets: number of engine resets in the log
 * @victim: the context that @chosen removed from its engine; if there is no such reset but a
 *	request is stuck, the context of that request. Its @guc_id and @engine are GUCLOG_NONE if
 *	unknown.
 * @inferred: the log does not show the removal of @victim, but @victim was on the engine
 * @other_victims: number of further contexts that @chosen removed from engines
 * @pending: the request to switch out that an engine has not answered when the log ends, so
 *	a reset may follow; NULL if there is none
 * @expired: an engine did not switch its context out in time, but the log has no reset of that
 *	engine
 * @reported: the GuC has reported a reset of the context @reason_guc_id to the driver, and this
 *	reset is not in the log
 * @waiter: guc_id of the context that waited for the engine, or GUCLOG_NONE
 * @has_wait: @wait_ticks is known
 * @wait_ticks: ticks from SWITCH_OUT_REQUEST to SWITCH_OUT_TIMEOUT
 * @limit_us: preemption timeout of the victim in us, 0 when not known
 * @limit_from_ct: @limit_us is from a message in the H2G ring of the devcoredump; otherwise it is
 *	from the list of contexts in the devcoredump
 * @reason_guc_id: guc_id in the Reason (the line of the devcoredump with the driver's reason for
 *	making it). If the Reason names no context: guc_id of the only context that the devcoredump
 *	lists, or GUCLOG_NONE.
 * @reason_differs: the devcoredump lists the context that was reset, but its Reason names another
 *	context
 * @reason_waits: the Reason names the context that waited for the engine, or a context that the
 *	reset removed from another engine
 * @not_this: number of resets in the log other than @chosen, if @reason_guc_id is known. They are
 *	resets of other contexts, or are too old.
 * @faults_known: @faults is known
 * @faults: number of page faults without an answer at the end of the log
 * @stuck: the kind of request that is stuck
 * @why: the reason for the value of @stuck
 * @open: the request that has been unanswered longest
 * @nr_open: number of requests without an answer
 * @newer_messages: number of messages of the driver that the GuC has read after the log's newest
 *	event
 * @unread_messages: number of messages of the driver that the GuC has not read
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
	bool reason_waits;
	uint64_t not_this;
	bool faults_known;
	uint32_t faults;
	enum guclog_stuck stuck;
	enum guclog_why why;
	struct guclog_request open;
	unsigned int nr_open;
	uint32_t newer_messages;
	uint32_t unread_messages;
};

/**
 * struct guclog_survey - totals and statistics of a whole log
 * @hz: ticks per second, 0 when not known
 * @has_firmware: @firmware is known
 * @firmware: GuC version: major 23:16, minor 15:8, patch 7:0
 * @firmware_known: the dictionary (the table of the event names) was made from logs of this version
 * @misfit: too many rules failed: the dictionary does not match this firmware
 * @learned: number of event names that were learned from this log or earlier logs and are used; 0
 *	when the names of the dictionary are used
 * @basis_events: number of event ids in the log whose names are known from earlier logs of this
 *	firmware
 * @basis_logs: largest number of earlier logs that agree about the name of one of these event ids
 * @conflicts: number of event ids for which the log contradicts earlier logs; these ids get no name
 * @rules_tested: number of rules of the dictionary that could be tested on the log
 * @rules_held: number of tested rules that are true for the log
 * @words: bit mask of the event names that are used for the log: bit n stands for event n of
 *	guclog_analysis_id()
 * @before_load: the analysis is about the events from before the firmware was loaded again, because
 *	these show a hang, and the events since then do not
 * @events: number of events, without those of the other side of such a load
 * @known: number of events whose id is in the dictionary
 * @named: number of events with a name
 * @guesses: number of events with a name that is a guess
 * @gaps: number of gaps in the log
 * @end_missing: the newest events are missing, or the order is not known
 * @missing_bytes: length of the newest events if these are missing, 0 if unknown
 * @apart: the H2G ring of the devcoredump has messages, but they do not match the events of the log
 * @first_tick: tick of the oldest event
 * @last_tick: tick of the newest event
 * @part_tick: tick of the first event after the last gap
 * @silence: longest time between two consecutive events without a gap, ticks
 * @silence_before: index of the event at the end of @silence
 * @silence_from: tick of the event at the start of @silence
 * @contexts: number of contexts
 * @lost_contexts: number of further contexts, which were not stored
 * @resets: number of resets that guclog_analysis_reset() returns
 * @granted: number of requests to switch out after which the context left its engine
 * @granted_ticks: longest time from a request that @granted counts to its answer, ticks
 * @faults_usable: the rules about the events of page faults are true for the log
 * @faults: number of page faults in the log
 * @fault_answers: number of answers to page faults in the log
 * @fault_tick: tick of the newest page fault or answer to one
 */
struct guclog_survey {
	uint32_t hz;
	bool has_firmware;
	uint32_t firmware;
	bool firmware_known;
	bool misfit;
	unsigned int learned;
	unsigned int basis_events;
	unsigned int basis_logs;
	unsigned int conflicts;
	unsigned int rules_tested;
	unsigned int rules_held;
	uint64_t words;
	bool before_load;
	uint64_t events;
	uint64_t known;
	uint64_t named;
	uint64_t guesses;
	uint64_t gaps;
	bool end_missing;
	uint64_t missing_bytes;
	bool apart;
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
 * struct guclog_rule - a rule that tests event names on a log, and the result of the test
 * @name: short name of the rule: a letter and a number
 * @text: the condition that must be true
 * @off_text: event names or results that are not used when the rule fails
 * @wanted_percent: percentage of the tests in which the condition must be true
 * @weak: the rule is weak evidence: in a control, its condition was also true for logs in which the
 *	arguments of the events had been exchanged
 * @few: the rule was tested too rarely to be evidence
 * @failed: the condition was true in less than @wanted_percent of the tests; with 20 or more tests,
 *	one false result is allowed in any case
 * @checks: number of tests; 0 also if names were learned from the log, but not those of the rule
 * @hits: number of tests in which the condition was true
 * @failed_at: index of the event at which the condition was first false
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
 * guclog_analysis_findings() - get the verdict and the events that prove it
 * @a: the analysis
 *
 * Return: the findings.
 */
const struct guclog_findings *guclog_analysis_findings(const struct guclog_analysis *a);

/**
 * guclog_analysis_survey() - get totals and statistics of the whole log
 * @a: the analysis
 *
 * Return: the survey.
 */
const struct guclog_survey *guclog_analysis_survey(const struct guclog_analysis *a);

/**
 * guclog_analysis_ns() - convert a time to nanoseconds
 * @a: the analysis
 * @ticks: the time, ticks of the GuC's clock
 *
 * Return: the time in ns, or 0 when the frequency of the GuC's clock is not known.
 */
int64_t guclog_analysis_ns(const struct guclog_analysis *a, int64_t ticks);

/**
 * guclog_analysis_context() - get a context
 * @a: the analysis
 * @i: number of the context, from 0, in the order of the first event that names each context
 *
 * Return: the context; NULL after the last context.
 */
const struct guclog_context *
guclog_analysis_context(const struct guclog_analysis *a, unsigned int i);

/**
 * guclog_analysis_has_contexts() - check whether the contexts of a log can be listed
 * @a: the analysis
 *
 * Return: true, or false if event names that are needed to find the contexts do not fit this log.
 */
bool guclog_analysis_has_contexts(const struct guclog_analysis *a);

/**
 * guclog_analysis_on_ticks() - get the time that a context was on engines
 * @a: the analysis
 * @ctx: the context
 *
 * Return: the time up to the newest event of the log, in ticks.
 */
int64_t guclog_analysis_on_ticks(const struct guclog_analysis *a, const struct guclog_context *ctx);

/**
 * guclog_analysis_wait_ticks() - get the longest time that a context waited for an engine
 * @a: the analysis
 * @ctx: the context
 * @least: set to whether the time is a lower bound, because the context still waits at the end of
 *	the log
 *
 * Return: the longest time from a CTX_READY of the context to the next CTX_PLACED or, if there is
 * none, to the newest event of the log, in ticks.
 */
int64_t guclog_analysis_wait_ticks(const struct guclog_analysis *a,
				   const struct guclog_context *ctx, bool *least);

/**
 * guclog_analysis_reset() - get an engine reset
 * @a: the analysis
 * @i: number of the reset, from 0 for the oldest reset. Only the newest 32 resets are stored.
 *
 * Return: the reset; NULL after the last reset.
 */
const struct guclog_reset *guclog_analysis_reset(const struct guclog_analysis *a, unsigned int i);

/**
 * guclog_analysis_rule() - get a rule and the result of its test
 * @a: the analysis
 * @i: number of the rule, from 0
 * @rule: filled with the rule and its result
 *
 * Return: 0, or -ENOENT after the last rule.
 */
int guclog_analysis_rule(const struct guclog_analysis *a, unsigned int i,
			 struct guclog_rule *rule);

/**
 * guclog_analysis_id() - get the id of an event of the dictionary, and count it in the log
 * @a: the analysis
 * @i: number of the event in the dictionary, from 0
 * @id: set to the event's id in the dictionary
 * @count: set to the number of events of the log that have the name of event @i. If names were
 *	learned, the id of these events can differ from @id.
 *
 * Return: 0, or -ENOENT after the last event of the dictionary.
 */
int guclog_analysis_id(const struct guclog_analysis *a, unsigned int i, uint32_t *id,
		       uint64_t *count);

/**
 * typedef guclog_slice_fn - receives a period in which a context kept its state or its engine
 * @context: the argument of guclog_events_slices()
 * @ctx: the context right before the period ends
 * @engine: true: the context was on @ctx->engine for the whole period, in any states;
 *	false: the context was in @ctx->state for the whole period
 * @from: tick at which the period begins
 * @to: tick at which the period ends
 */
typedef void (*guclog_slice_fn)(void *context, const struct guclog_context *ctx, bool engine,
				int64_t from, int64_t to);

/**
 * guclog_events_slices() - get all periods in which contexts kept a state or an engine
 * @events: a reader with @analysis, at any position
 * @slice: called with each period when the period ends
 * @context: first argument of @slice
 *
 * Return: 0 or -ENOMEM.
 */
int guclog_events_slices(const struct guclog_events *events, guclog_slice_fn slice,
			 void *context);

/**
 * guclog_context_engine() - get the engine of a context as text
 * @context: the context
 * @buf: destination
 * @size: bytes at @buf
 *
 * Return: length of the text: the context's last engine, such as ccs0, or the class of its engines;
 * 0 if both are unknown.
 */
size_t guclog_context_engine(const struct guclog_context *context, char *buf, size_t size);

/**
 * guclog_context_state_name() - get the name of a state
 * @state: the state
 *
 * Return: a constant string such as "runs".
 */
const char *guclog_context_state_name(enum guclog_context_state state);

#endif
