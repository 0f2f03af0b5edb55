/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/**
 * DOC: State of a running GPU
 *
 * These functions get the present state of the GuC of a running GPU, for programs that read the
 * stream of the GuC's events (the file guc_log_stream of the module xe_guclog) for hours or days.
 * Their memory does not grow with the length of the stream, and they analyse each event once.
 *
 * A program passes the bytes of the stream to guclog_live_add() when they arrive. To get the state,
 * it calls guclog_live_update(), which fills the members of &struct guclog_live. Times are
 * nanoseconds of CLOCK_BOOTTIME of the machine that has the GPU.
 */
#ifndef GUCLOG_LIVE_H
#define GUCLOG_LIVE_H

#include "guclog.h"

#ifdef __cplusplus
extern "C" {
#endif

struct guclog_live_context;

/**
 * struct guclog_live_engine - an engine that at least one event has named
 * @engine: number of the engine, as in guclog.h
 * @name: name of the engine, such as ccs0
 * @context: context on the engine, NULL if there is none
 * @idle_ns: time for which the engine has had no context, ns; 0 while it has a context
 * @busy_ns: total time for which the engine had a context since the first event, ns
 */
struct guclog_live_engine {
	uint32_t engine;
	char name[16];
	const struct guclog_live_context *context;
	int64_t idle_ns;
	int64_t busy_ns;
};

/**
 * struct guclog_live_context - a registered context
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
struct guclog_live_context {
	const struct guclog_context *context;
	char engine[16];
	const char *state;
	int64_t state_ns;
	int64_t on_ns;
	int64_t busy_ns;
	bool waits;
	const struct guclog_live_context *holder;
};

/* Kinds of stalls (work that makes no progress). */
enum guclog_stall_kind {
	GUCLOG_STALL_HELD,	/* a context waits for an engine that another context occupies */
	GUCLOG_STALL_UNSCHEDULED,	/* a context gets no engine, although one is idle */
	GUCLOG_STALL_REQUEST,	/* the GuC or an engine does not answer a request */
	GUCLOG_STALL_SILENT,	/* the driver submits jobs, but the GuC writes no events */
	GUCLOG_STALLS		/* number of kinds */
};

/**
 * struct guclog_live_stall - work that makes no progress
 * @kind: kind of the stall
 * @request: for GUCLOG_STALL_REQUEST: kind of the request that has no answer
 * @engine: name of the engine or of the engine class; may be empty
 * @guc_id: the context that waits, GUCLOG_NONE if there is none
 * @holder: for GUCLOG_STALL_HELD: the context that is on the engine
 * @age_ns: time since the stall began, ns
 */
struct guclog_live_stall {
	enum guclog_stall_kind kind;
	enum guclog_stuck request;
	char engine[16];
	uint32_t guc_id;
	uint32_t holder;
	int64_t age_ns;
};

/**
 * struct guclog_live - the state of one GuC
 * @gpu: address of the GPU, empty if the stream does not have it
 * @platform: platform of the GPU, empty if the stream does not have it
 * @firmware: version of the GuC, empty if the stream does not have it
 * @gt: number of the GT
 * @hz: ticks of the GuC's clock per second; 0 until guclog_live_before() is called or the blocks at
 *	the beginning of the stream arrive
 * @events: number of events, including those of the log that guclog_live_before() has added
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
 * @analysis: the analysis of all events; NULL until guclog_live_before() is called or the blocks at
 *	the beginning of the stream arrive
 */
struct guclog_live {
	const char *gpu;
	const char *platform;
	const char *firmware;
	uint32_t gt;
	uint32_t hz;
	uint64_t events;
	uint64_t lost;
	uint64_t restarts;
	int64_t oldest_ns;
	int64_t newest_ns;
	bool known;
	unsigned int nr_engines;
	const struct guclog_live_engine *const *engine;
	unsigned int nr_contexts;
	const struct guclog_live_context *const *context;
	unsigned int nr_stalls;
	const struct guclog_live_stall *const *stall;
	uint64_t preempted;
	const struct guclog_analysis *analysis;
};

/**
 * guclog_live_new() - begin to read a stream
 *
 * Return: the state, which the caller must free with guclog_live_free(), or NULL if there is no
 * memory.
 */
const struct guclog_live *guclog_live_new(void);

/**
 * guclog_live_before() - add the events that the GuC wrote before the stream was opened
 * @live: the state, before the first guclog_live_add()
 * @log: the log of the same GT, read after the stream was opened
 *
 * A stream contains only the events from its opening on. With @log, engines and contexts are known
 * even while the GuC writes no events. Events that are both in the log and in the stream are used
 * once.
 *
 * Return: 0; -EBADMSG if the log is not an LFD file with a known frequency of the GuC's clock, and
 * the state is then unchanged; -ENOMEM.
 */
int guclog_live_before(const struct guclog_live *live, const struct guclog_log *log);

/**
 * guclog_live_add() - add bytes of the stream that have arrived
 * @live: the state
 * @data: the bytes that follow the bytes of the previous call
 * @len: bytes at @data
 * @boottime_ns: time at which the bytes arrived; GUCLOG_NO_TIME for a recorded stream or the stream
 *	of another machine, which contain their own times
 *
 * Return: 0; -EBADMSG if the bytes are not a stream of the kernel module; -ENOMEM. After an error,
 * all later calls return the same error.
 */
int guclog_live_add(const struct guclog_live *live, const void *data, size_t len,
		    int64_t boottime_ns);

/**
 * typedef guclog_live_fn - a function that is called while a recorded stream is read
 * @context: the argument of guclog_live_every()
 * @now_ns: the time of the next event of the recording
 */
typedef void (*guclog_live_fn)(void *context, int64_t now_ns);

/**
 * guclog_live_every() - set a function that is called while a recorded stream is read
 * @live: the state
 * @interval_ns: shortest time between two calls, in the times of the events
 * @call: called by guclog_live_add() before an event; it may call guclog_live_update()
 * @context: first argument of @call
 *
 * One call of guclog_live_add() can add hours of a recording. With @call, a program can also get
 * the state at times within these hours.
 */
void guclog_live_every(const struct guclog_live *live, int64_t interval_ns, guclog_live_fn call,
		       void *context);

/**
 * struct guclog_live_when - the times that guclog_live_update() needs
 * @now_ns: the present time; GUCLOG_NO_TIME for the time of the newest event
 * @blind_until_ns: the GPU was suspended or not observed before this time. The age of a stall and
 *	the idle time of an engine are counted from this time at the earliest. GUCLOG_NO_TIME if the
 *	GPU was always observed.
 * @submitted_ns: time at which the driver last submitted a job, GUCLOG_NO_TIME if unknown
 * @stall_ns: from this age on, work that makes no progress is a stall; 0: do not look for stalls
 */
struct guclog_live_when {
	int64_t now_ns;
	int64_t blind_until_ns;
	int64_t submitted_ns;
	int64_t stall_ns;
};

/**
 * guclog_live_update() - update the state
 * @live: the state; its members are filled, and the objects that they point to are valid until the
 *	next call of this function
 * @when: the present time, and the age from which on work without progress is a stall
 *
 * Return: 0 or -ENOMEM.
 */
int guclog_live_update(const struct guclog_live *live, const struct guclog_live_when *when);

/**
 * guclog_stall_name() - get the name of a kind of stall
 * @kind: the kind
 *
 * Return: a constant string such as "held".
 */
const char *guclog_stall_name(enum guclog_stall_kind kind);

/**
 * guclog_live_stall_text() - describe a stall in a sentence
 * @stall: the stall
 * @buf: destination
 * @size: bytes at @buf
 *
 * Return: length of the sentence.
 */
size_t guclog_live_stall_text(const struct guclog_live_stall *stall, char *buf, size_t size);

/**
 * guclog_live_free() - free the state
 * @live: the state, may be NULL
 */
void guclog_live_free(const struct guclog_live *live);

#ifdef __cplusplus
}
#endif

#endif
