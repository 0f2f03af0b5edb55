/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The present state of the GuC of a running GPU, for commands that read the stream of the GuC's
 * events (the file guc_log_stream of the module) for hours or days. The memory does not grow with
 * the length of the stream, and each event is analysed once.
 *
 * A command passes the bytes of the stream to live_add() when they arrive. To get the state, it
 * calls live_update(), which fills the members of &struct live. Times are nanoseconds of
 * CLOCK_BOOTTIME of the machine that has the GPU.
 */
#ifndef _LIVE_H_
#define _LIVE_H_

#include "base/arena.h"
#include "explain/analysis.h"

struct live_context;

/**
 * struct live_engine - an engine that at least one event has named
 * @engine: number of the engine, as in guclog.h
 * @name: name of the engine, such as ccs0
 * @context: context on the engine, NULL if there is none
 * @idle_ns: time for which the engine has had no context, ns; 0 while it has a context
 * @busy_ns: total time for which the engine had a context since the first event, ns
 */
struct live_engine {
	u32 engine;
	char name[16];
	const struct live_context *context;
	s64 idle_ns;
	s64 busy_ns;
};

/**
 * struct live_context - a registered context
 * @context: the context, with its history since the first event
 * @engine: name of the context's engine, or of its last engine, or of its engine class; may be
 *	empty
 * @state: state of the context in words
 * @state_ns: time for which the context has been in this state, ns
 * @on_ns: time since the context was placed on its engine, ns; 0 if it is on no engine
 * @busy_ns: total time for which the context was on engines since the first event, ns
 * @waits: the context has work and has been waiting for an engine for @state_ns
 * @holder: context on the engine for which this context waits, NULL if there is none or it is
 *	unknown
 */
struct live_context {
	const struct guclog_context *context;
	char engine[16];
	const char *state;
	s64 state_ns;
	s64 on_ns;
	s64 busy_ns;
	bool waits;
	const struct live_context *holder;
};

/* Kinds of stalls (work that makes no progress). */
enum live_stall_kind {
	LIVE_STALL_HELD,	/* a context waits for an engine that another context occupies */
	LIVE_STALL_UNSCHEDULED,	/* a context gets no engine, although one is idle */
	LIVE_STALL_REQUEST,	/* the GuC or an engine does not answer a request */
	LIVE_STALL_SILENT,	/* the driver submits jobs, but the GuC writes no events */
	LIVE_STALLS		/* number of kinds */
};

/**
 * struct live_stall - work that makes no progress
 * @kind: kind of the stall
 * @request: for LIVE_STALL_REQUEST: kind of the request that has no answer
 * @engine: name of the engine or of the engine class; may be empty
 * @guc_id: the context that waits, GUCLOG_NONE if there is none
 * @holder: for LIVE_STALL_HELD: the context that is on the engine
 * @age_ns: time since the stall began, ns
 */
struct live_stall {
	enum live_stall_kind kind;
	enum guclog_stuck request;
	char engine[16];
	u32 guc_id;
	u32 holder;
	s64 age_ns;
};

/**
 * struct live_busy - how long an engine was busy
 * @ticks: ticks during which the engine had a context, without the time of the present context
 * @until: tick at which the last context left the engine
 */
struct live_busy {
	s64 ticks;
	s64 until;
};

/**
 * struct live_entry - an event that the log had when the stream was opened
 * @stamp: timestamp of the event
 * @id: id of the event
 * @arg: arguments of the event
 */
struct live_entry {
	u32 stamp;
	u32 id;
	u32 arg[2];
};

/**
 * typedef live_fn - a function that is called while a recorded stream is read
 * @context: the argument of live_every()
 * @now_ns: the time of the next event of the recording
 */
typedef void (*live_fn)(void *context, s64 now_ns);

/**
 * struct live - the state of one GuC, whose log is read as a stream
 * @gpu: address of the GPU, empty if the stream does not have it
 * @platform: platform of the GPU, empty if the stream does not have it
 * @firmware: version of the GuC, empty if the stream does not have it
 * @gt: number of the GT
 * @hz: ticks of the GuC's clock per second; 0 until live_before() is called or the blocks at the
 *	beginning of the stream arrive
 * @events: number of events, including those of the log that live_before() has added
 * @lost: minimum number of lost events
 * @restarts: number of times that the firmware was loaded again
 * @oldest_ns: time of the first event, GUCLOG_NO_TIME without events
 * @newest_ns: time of the newest event, GUCLOG_NO_TIME without events
 * @known: the contexts and engines can be listed; false if event names that are needed to find them
 *	do not fit the events, see guclog_analysis_has_contexts()
 * @nr_engines: number of engines
 * @engine: the engines, in the order of their numbers
 * @nr_contexts: number of contexts
 * @context: the contexts, without those that were deregistered
 * @nr_stalls: number of stalls
 * @stall: the stalls, the oldest first
 * @preempted: number of preemptions since the first event
 * @arena: memory of the stream
 * @described: memory of the objects that the last call of live_update() made
 * @a: the analysis; NULL until live_before() was called or the blocks before the events have
 *	arrived
 * @blocks: the blocks of the stream
 * @head_len: bytes of the blocks before the events, at the beginning of @head
 * @head: the bytes of the blocks before the events
 * @begun: the blocks before the events have arrived
 * @error: the negative errno because of which the reading ended, 0 if it has not ended
 * @busy: how long each engine was busy, indexed by an_engine()
 * @index: number of the next event, counted from 0
 * @stamp: timestamp of the last event, 32 bits
 * @tick: tick of the last event; ticks also increase when the firmware is loaded again
 * @base: difference between the tick of an event and the value of the firmware's clock
 * @has_base: @base is known; else the first event sets it
 * @has_anchor: @anchor_tick and @anchor_ns are known: the same moment on two clocks
 * @anchor_exact: @anchor_tick and @anchor_ns are from a clock anchor in the stream; false if they
 *	are an estimate from the time at which bytes arrived
 * @anchor_tick: the moment in the ticks of @tick
 * @anchor_ns: the moment on CLOCK_BOOTTIME, ns
 * @nr_before: number of events that the log had when the stream was opened
 * @before: the events that the log had when the stream was opened; freed when the first event of
 *	the stream arrives
 * @again: number of further events of the stream to skip, because they were also in @before
 * @call: called every @interval_ns, NULL for never
 * @call_context: first argument of @call
 * @interval_ns: shortest time between two calls of @call
 * @called: tick of the event before which @call was last called
 * @next: the data of the comments about the next block of events
 */
struct live {
	const char *gpu;
	const char *platform;
	const char *firmware;
	u32 gt;
	u32 hz;
	u64 events;
	u64 lost;
	u64 restarts;
	s64 oldest_ns;
	s64 newest_ns;
	bool known;
	unsigned int nr_engines;
	const struct live_engine *const *engine;
	unsigned int nr_contexts;
	const struct live_context *const *context;
	unsigned int nr_stalls;
	const struct live_stall *const *stall;
	u64 preempted;
	struct arena arena;
	struct arena described;
	struct guclog_analysis *a;
	struct guclog_blocks *blocks;
	size_t head_len;
	u8 *head;
	bool begun;
	int error;
	struct live_busy *busy;
	u64 index;
	u32 stamp;
	s64 tick;
	s64 base;
	bool has_base;
	bool has_anchor;
	bool anchor_exact;
	s64 anchor_tick;
	s64 anchor_ns;
	size_t nr_before;
	struct live_entry *before;
	size_t again;
	live_fn call;
	void *call_context;
	s64 interval_ns;
	s64 called;
	struct {
		bool gap;
		bool restart;
		bool anchor;
		u64 lost;
		u64 tick;
		s64 boottime_ns;
		s64 age_ns;
		s64 seen_ns;
	} next;
};

/**
 * struct live_when - the times that live_update() needs
 * @now_ns: the present time; GUCLOG_NO_TIME for the time of the newest event
 * @blind_until_ns: the GPU was suspended or not observed before this time. The age of a stall and
 *	the idle time of an engine are counted from this time at the earliest. GUCLOG_NO_TIME if the
 *	GPU was always observed.
 * @submitted_ns: time at which the driver last submitted a job, GUCLOG_NO_TIME if unknown
 * @stall_ns: from this age on, work that makes no progress is a stall; 0: do not look for stalls
 */
struct live_when {
	s64 now_ns;
	s64 blind_until_ns;
	s64 submitted_ns;
	s64 stall_ns;
};

struct live *live_new(void);
int live_before(struct live *live, const struct guclog_log *log);
int live_add(struct live *live, const void *data, size_t len, s64 boottime_ns);
void live_every(struct live *live, s64 interval_ns, live_fn call, void *context);
int live_update(struct live *live, const struct live_when *when);
const char *live_stall_name(enum live_stall_kind kind);
size_t live_stall_text(const struct live_stall *stall, char *buf, size_t size);
void live_free(struct live *live);

#endif
