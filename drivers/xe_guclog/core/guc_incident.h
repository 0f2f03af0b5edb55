/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * An incident: the driver noticed a hang or an error of the GPU, and the log
 * was copied. This code describes an incident and decides which incidents are
 * kept.
 */
#ifndef _GUC_INCIDENT_H_
#define _GUC_INCIDENT_H_

#include "guc_env.h"

struct guc_region;
struct guc_text;

/* Triggers of one GT within this time, in ns, are one incident. */
#define GUC_INCIDENT_NS		1000000000ull

/* The event that the driver noticed. */
enum guc_trigger {
	GUC_TRIGGER_TIMEOUT,		/* a job did not complete in time */
	GUC_TRIGGER_ENGINE_RESET,	/* the GuC reset an engine */
	GUC_TRIGGER_RESET_FAILED,	/* the GuC could not reset an engine */
	GUC_TRIGGER_CAT_ERROR,		/* an access to memory failed */
	GUC_TRIGGER_UNCORRECTABLE,	/* an uncorrectable error of memory */
	GUC_TRIGGER_STATE_CAPTURE,	/* the GuC captured an engine's registers */
	GUC_TRIGGER_CRASH_DUMP,		/* the GuC crashed, and wrote a dump */
	GUC_TRIGGER_EXCEPTION,		/* the GuC had an exception */
	GUC_TRIGGER_GT_RESET,		/* the driver stops a queue to reset the GT */
	GUC_TRIGGER_COUNT
};

/**
 * struct guc_incident - an incident of one GT
 * @seq: number among the incidents of the GT, from 1
 * @first_seq: number of the first incident of the series, which is kept in
 *	addition to this one; equal to @seq when this one is the first
 * @replaced: number of incidents between the two, whose logs were not kept
 * @trigger: the first trigger, enum guc_trigger
 * @seen: bit mask of all triggers
 * @triggers: number of triggers
 * @boottime_ns: time of the first trigger, CLOCK_BOOTTIME
 * @realtime_ns: the same on CLOCK_REALTIME
 * @delay_ns: time from the first trigger to the end of the copy of the log
 * @has_queue: @guc_id is known
 * @has_pid: @pid and @process are known
 * @guc_id: of the queue that the trigger is about
 * @pid: of the process that created the queue
 * @engine: name of the queue's engine, empty when not known
 * @process: name of the process
 * @has_state: the log's state at the trigger is known; then the following
 *	members are valid:
 * @restarted: the log was restarted between the trigger and the copy, so that
 *	the state at the trigger determines the order of the events
 * @written: smallest possible number of bytes that the firmware wrote to the
 *	ring between the trigger and the copy: as many bytes of the oldest
 *	events are lost
 */
struct guc_incident {
	u32 seq;
	u32 first_seq;
	u32 replaced;
	u32 trigger;
	u32 seen;
	u32 triggers;
	u64 boottime_ns;
	u64 realtime_ns;
	u64 delay_ns;
	bool has_queue;
	bool has_pid;
	u32 guc_id;
	u32 pid;
	char engine[16];
	char process[32];
	bool has_state;
	bool restarted;
	u32 written;
};

/**
 * struct guc_series - the incidents of one GT
 * @seq: number of the latest
 * @first_seq: number of the first of the series
 * @replaced: incidents of the series whose logs were replaced
 */
struct guc_series {
	u32 seq;
	u32 first_seq;
	u32 replaced;
};

/* The places for the log of an incident. */
enum guc_incident_place {
	GUC_INCIDENT_FIRST,
	GUC_INCIDENT_NEWEST,
	GUC_INCIDENT_PLACES
};

int guc_trigger_of_action(u32 action);
const char *guc_trigger_name(enum guc_trigger trigger);
bool guc_incident_is_over(u64 trigger_ns, u64 now_ns);
void guc_incident_compare(struct guc_incident *incident, const struct guc_region *then,
			  const struct guc_region *now);
enum guc_incident_place guc_series_add(struct guc_series *series, struct guc_incident *incident,
				       bool first_kept, bool newest_kept);
void guc_incident_copy_name(char *to, size_t size, const char *from, size_t len);
void guc_incident_print(struct guc_text *text, const struct guc_incident *incident);

#endif
