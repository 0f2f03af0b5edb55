/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * An incident is a hang or an error of the GPU that the driver notices. The module then copies the
 * log. This copy, with a description of the incident, is the record of the incident. The code in
 * this file makes the description, and decides which copies the module keeps.
 */
#ifndef _GUC_INCIDENT_H_
#define _GUC_INCIDENT_H_

#include "guc_env.h"

struct guc_region;
struct guc_text;

/*
 * A trigger can be a consequence of an incident only within this time (in ns) after the first
 * trigger of the incident.
 */
#define GUC_INCIDENT_NS		1000000000ull
/*
 * The limit in ns that is used instead of GUC_INCIDENT_NS for job timeouts after an incident with a
 * GT reset. This limit is longer, because the reset can be slow.
 */
#define GUC_INCIDENT_RESET_NS	3000000000ull
/* Maximum number of triggers that the description of an incident lists. */
#define GUC_INCIDENT_EVENTS	16
/* Number of words that guc_incident_failed_engine() reads: two headers, class and instance. */
#define GUC_INCIDENT_FAILED_WORDS 4
/*
 * Number of incidents that may follow each other without a pause. After these, one incident may
 * begin every GUC_INCIDENT_NS.
 */
#define GUC_INCIDENT_BURST	4

/*
 * The kinds of triggers. A trigger is something that the driver notices about a hang or an error.
 * It begins an incident, or belongs to the incident that has begun.
 */
enum guc_trigger {
	GUC_TRIGGER_TIMEOUT,		/* a job did not complete in time */
	GUC_TRIGGER_ENGINE_RESET,	/* the GuC reset an engine */
	GUC_TRIGGER_RESET_FAILED,	/* the GuC could not reset an engine */
	GUC_TRIGGER_CAT_ERROR,		/* an access to memory failed (memory CAT error) */
	GUC_TRIGGER_CGP_ERROR,		/* an error in the memory of a group of queues (CGP) */
	GUC_TRIGGER_UNCORRECTABLE,	/* the memory had an uncorrectable error */
	GUC_TRIGGER_STATE_CAPTURE,	/* the GuC captured an engine's registers */
	GUC_TRIGGER_CRASH_DUMP,		/* the GuC crashed, and wrote a crash dump */
	GUC_TRIGGER_EXCEPTION,		/* the GuC had an exception */
	GUC_TRIGGER_GT_RESET,		/* the driver stops a queue in order to reset the GT */
	GUC_TRIGGER_COUNT
};

/**
 * struct guc_incident_event - one trigger
 * @boottime_ns: time of the trigger, CLOCK_BOOTTIME, in ns
 * @trigger: enum guc_trigger
 * @has_queue: the trigger names a queue, so @guc_id and @killed are known
 * @has_pid: @pid and @process are known
 * @killed: the queue was killed, because its process destroyed it or ended, so the driver ends
 *	the queue's jobs; this is not a hang
 * @guc_id: guc_id of the queue
 * @pid: PID of the process that created the queue
 * @engine: name of the queue's engine, or of the engine that could not be reset; empty when
 *	not known
 * @process: name of the process that created the queue
 */
struct guc_incident_event {
	u64 boottime_ns;
	u32 trigger;
	bool has_queue;
	bool has_pid;
	bool killed;
	u32 guc_id;
	u32 pid;
	char engine[16];
	char process[32];
};

/**
 * struct guc_incident_count - number and kinds of triggers
 * @triggers: number of all triggers
 * @seen: bit mask of the kinds that occurred, by enum guc_trigger
 */
struct guc_incident_count {
	u32 triggers;
	u32 seen;
};

/**
 * struct guc_incident_change - the change of a log between two points in time
 * @is_known: the states at both times are valid, so the members below are
 *	known
 * @restarted: the firmware was loaded again between these times, which started a new log
 * @written: minimum number of bytes that the firmware wrote to the ring; the same number of
 *	bytes of the oldest events is lost
 */
struct guc_incident_change {
	bool is_known;
	bool restarted;
	u32 written;
};

/**
 * struct guc_incident - an incident of one GT
 * @seq: number among the recorded incidents of the GT, from 1
 * @first_seq: number of the first incident of the series (see struct guc_series); its
 *	log is kept in addition to the log of this incident. Equal to @seq if this
 *	incident is the first one of the series
 * @replaced: number of incidents of the series whose logs were not kept, because newer logs
 *	have replaced them
 * @count: number and kinds of all triggers of the incident
 * @event: the first triggers, in order of time. A trigger that @alive does not count is added
 *	only while fewer than half of the elements are used, so that there is room for others.
 * @nr: number of triggers in @event
 * @killed: number of triggers that name a killed queue
 * @alive: number of triggers that were certainly not caused by the end of a killed queue. This
 *	excludes triggers that name a killed queue, and messages of the GuC about a queue that do
 *	not name the queue, because these may concern a killed queue.
 * @resets: number of engine resets that the GuC reported, minus those for which the driver has
 *	named the queue
 * @cat_errors: number of memory CAT errors that the GuC reported, minus those for which the driver
 *	has named the queue
 * @cgp_errors: number of errors of groups of queues that the GuC reported, minus those for which
 *	the driver has named the queue
 * @unrecorded: number and kinds of the triggers between the previous record and this incident
 *	that are in no record
 * @realtime_ns: time of the first trigger, CLOCK_REALTIME, in ns
 * @delay_ns: time from the first trigger to the end of the copy of the log, in ns
 * @change: change of the log between the first trigger and the copy of the log. If the firmware
 *	was loaded again in between, the events in the record are ordered by the state that the
 *	ring had at the first trigger
 */
struct guc_incident {
	u32 seq;
	u32 first_seq;
	u32 replaced;
	struct guc_incident_count count;
	struct guc_incident_event event[GUC_INCIDENT_EVENTS];
	u32 nr;
	u32 killed;
	u32 alive;
	int resets;
	int cat_errors;
	int cgp_errors;
	struct guc_incident_count unrecorded;
	u64 realtime_ns;
	u64 delay_ns;
	struct guc_incident_change change;
};

/**
 * struct guc_series - the numbering of the incidents of one GT, and its current series
 * @seq: number of the latest incident
 * @first_seq: number of the first incident of the current series
 * @replaced: number of incidents of the series whose logs were replaced
 *
 * Of a series of incidents, only two logs are kept: the log of the first incident and the log of
 * the newest incident. The series ends when the log of the first incident is deleted, by a
 * program in userspace that has read it or by the kernel after 24 hours. The next incident then
 * begins a new series.
 */
struct guc_series {
	u32 seq;
	u32 first_seq;
	u32 replaced;
};

/**
 * struct guc_incident_pace - the state of the limit on the rate of incidents
 * @from_ns: a time on CLOCK_BOOTTIME in ns. Each incident adds GUC_INCIDENT_NS to it, or to the
 *	present time if that is later. Another incident may begin while @from_ns is at most
 *	(GUC_INCIDENT_BURST - 1) * GUC_INCIDENT_NS in the future.
 */
struct guc_incident_pace {
	u64 from_ns;
};

/*
 * Which of the two logs that are kept of a series of incidents (see struct guc_series): the log of
 * the first incident, or the log of the newest incident.
 */
enum guc_incident_place {
	GUC_INCIDENT_FIRST,
	GUC_INCIDENT_NEWEST,
	GUC_INCIDENT_PLACES
};

int guc_trigger_of_action(u32 action);
const char *guc_trigger_name(enum guc_trigger trigger);
void guc_incident_failed_engine(struct guc_incident_event *event,
				const u32 msg[GUC_INCIDENT_FAILED_WORDS]);
void guc_incident_add(struct guc_incident *incident, const struct guc_incident_event *event);
void guc_incident_count(struct guc_incident_count *count,
			const struct guc_incident_event *event);
bool guc_incident_is_waiting(const struct guc_incident *incident);
bool guc_incident_is_kill(const struct guc_incident *incident);
bool guc_incident_has_other_queue(const struct guc_incident *incident, u64 since_ns);
bool guc_incident_caused(const struct guc_incident *incident,
			 const struct guc_incident_event *event);
bool guc_incident_continues(const struct guc_incident *incident,
			    const struct guc_incident *later);
const struct guc_incident_event *guc_incident_cause(const struct guc_incident *incident);
bool guc_incident_may_begin(struct guc_incident_pace *pace, u64 now_ns);
void guc_incident_was_none(struct guc_incident_pace *pace);
void guc_incident_compare(struct guc_incident_change *change, const struct guc_region *then,
			  const struct guc_region *now);
enum guc_incident_place guc_series_add(struct guc_series *series, struct guc_incident *incident,
				       bool first_kept, bool newest_kept);
void guc_incident_copy_name(char *to, size_t size, const char *from, size_t len);
void guc_incident_print(struct guc_text *text, const struct guc_incident *incident);

#endif
