/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Preemptions: requests of the firmware to an engine to switch out its context, and their ends.
 */
#ifndef _EXPLAIN_PREEMPTIONS_H_
#define _EXPLAIN_PREEMPTIONS_H_

#include "events/event.h"
#include "events/rules.h"
#include "events/contexts.h"

/* Number of stored contexts that became ready and may need an engine. */
#define PREEMPTION_READY	16u
/* Largest number of stored preemptions that timed out; only the newest ones are stored. */
#define PREEMPTION_TIMEOUTS	8u

/* Usual time between two SWITCH_OUT_WAIT events about one request. */
#define WAIT_PERIOD_MS		64u

/**
 * struct engine_set - a set of engines
 * @instances: indexed by the engine class: one bit for each instance
 */
struct engine_set {
	u64 instances[AN_CLASSES];
};

/* Return: whether @engine, the number of an engine, is in the set; false for GUCLOG_NONE. */
static inline bool engine_set_has(const struct engine_set *set, u32 engine)
{
	return engine != GUCLOG_NONE &&
	       set->instances[an_engine_class(engine)] >> an_engine_instance(engine) & 1;
}

static inline void engine_set_add(struct engine_set *set, u32 engine)
{
	set->instances[an_engine_class(engine)] |= 1ull << an_engine_instance(engine);
}

/* A request to switch out that is not known. */
#define NO_WAIT	((struct guclog_wait){ .engine = GUCLOG_NONE, .victim = GUCLOG_NONE,	\
				       .waiter = GUCLOG_NONE })

/**
 * struct preemption_timeout - a preemption that timed out
 * @open: the engine was not reset since then, and has not answered late
 * @wait_known: the log has the request
 * @wait: the request; NO_WAIT unless @wait_known
 * @classes: engine classes in the one or two SWITCH_OUT_TIMEOUT events, one bit each: those of
 *	the engines that are reset together
 * @tick: tick of the first SWITCH_OUT_TIMEOUT
 * @index: index of this event
 */
struct preemption_timeout {
	bool open;
	bool wait_known;
	struct guclog_wait wait;
	u32 classes;
	s64 tick;
	u64 index;
};

/*
 * Whether the preceding event is the first SWITCH_OUT_TIMEOUT event of a pair. These events come in
 * pairs, and one event of a pair ends an open request to switch out.
 */
enum preemption_pair {
	PAIR_NONE,		/* it is not */
	PAIR_MATCHED,		/* it is; the second one need not end a request */
	PAIR_UNMATCHED		/* it is, and ended no request: the second one must */
};

/**
 * struct preemptions - all preemptions of a log
 * @wait: indexed by an_engine(): the open request to switch out (SWITCH_OUT_REQUEST), or the last
 *	one if none is open; cleared at a gap
 * @timeout: the last preemptions that timed out; number n is at index n % PREEMPTION_TIMEOUTS;
 *	cleared at a gap
 * @nr_timeouts: number of preemptions that timed out
 * @granted: number of requests to switch out after which the context was preempted
 * @ended: number of requests to switch out that ended because the context had completed its work
 * @granted_ticks: longest time from a request to the CSB event of the preemption, ticks
 * @older: an unanswered request to switch out that is not in the log; if @open, index and tick of
 *	the first and of the last SWITCH_OUT_WAIT event about the request; cleared at a gap
 * @gave_way: indexed by an_engine(): the last preemption on the engine: the guc_id of the preempted
 *	context, index and tick of the CSB event that reported the preemption, and the ticks from
 *	the request to this event. @known is false if the context is unknown, or if the request may
 *	have been made because the driver disabled the context.
 */
struct preemptions {
	struct guclog_wait wait[AN_ENGINES];
	struct preemption_timeout timeout[PREEMPTION_TIMEOUTS];
	u64 nr_timeouts;
	u64 granted;
	u64 ended;
	s64 granted_ticks;
	struct {
		bool open;
		u64 first;
		s64 since;
		u64 last;
		s64 tick;
	} older;
	struct {
		bool known;
		u32 guc_id;
		u64 index;
		s64 tick;
		s64 ticks;
	} gave_way[AN_ENGINES];
	/* private: state while the events are processed */
	u32 asked;		/* engine classes of the requests since the last gap, as bits */
	u32 nr_open;		/* number of open requests in @wait */
	u32 only;		/* engine at which switch_out_wait() begins its search */
	bool last_disables;	/* the preceding event is a request to disable a context */
	enum preemption_pair pair;
	u32 pair_class;		/* class in the first event of the pair */
	bool pair_follows;	/* the preceding event is the second one of a pair */
	bool doubt;		/* a SWITCH_OUT_TIMEOUT may be about a request before the log */
	struct {
		u32 guc_id;
		u64 index;
	} ready[PREEMPTION_READY];
	unsigned int next_ready;
};

void preemptions_event(struct preemptions *p, struct rules *rules,
		       const struct contexts *contexts, const struct an_event *e, u32 hz);
struct preemption_timeout *preemptions_newest(struct preemptions *p, u64 back);
struct preemption_timeout *preemptions_guess(struct preemptions *p, u32 class, s64 since);
struct preemption_timeout *preemptions_of(struct preemptions *p, const struct contexts *contexts,
					  const struct engine_set *engines, s64 since);
const struct guclog_wait *preemptions_removed(struct preemptions *p, u32 engine);
void preemptions_reset(struct preemptions *p, struct rules *rules, u32 engine,
		       const struct an_event *e);

#endif
