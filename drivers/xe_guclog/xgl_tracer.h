/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The trace events: guc_event for each event of a GuC log, and guc_incident for each
 * incident (a hang or an error of the GPU).
 */
#ifndef _XGL_TRACER_H_
#define _XGL_TRACER_H_

#include <linux/types.h>

struct guc_incident;
struct xgl_poller;
struct xgl_source_session;

/**
 * struct xgl_trace_event - the arguments of the trace event guc_event
 * @device: name of the device
 * @track: name of the track on which Perfetto shows the event
 * @name: name of the event, "unknown" if its id is not in the dictionary of events
 * @gt: number of the GT
 * @seq: number of the event; the count begins when the trace event is enabled
 * @lost: minimum number of events that were lost right before this event
 * @boot_ns: time of the event, CLOCK_BOOTTIME in ns; 0 if it is unknown
 * @tick: timestamp of the event in ticks of the GuC's clock
 * @id: id of the event, that is, the code of what happened
 * @arg: arguments of the event
 * @guc_id: guc_id of the context that the event concerns, -1 if it is unknown
 */
struct xgl_trace_event {
	const char *device;
	const char *track;
	const char *name;
	u32 gt;
	u64 seq;
	u64 lost;
	u64 boot_ns;
	u32 tick;
	u32 id;
	u32 arg[2];
	s32 guc_id;
};

/**
 * struct xgl_trace_incident - the arguments of the trace event guc_incident
 * @device: name of the device
 * @track: name of the track on which Perfetto shows the incident
 * @trigger: name of the first trigger, that is, of what xe noticed first (see enum
 *	guc_trigger)
 * @engine: name of the engine of the queue that hung, empty if it is unknown
 * @process: name of the process that owns the queue, empty if it is unknown
 * @gt: number of the GT
 * @seq: number among the recorded incidents of the GT, from 1
 * @triggers: number of triggers of this incident
 * @boot_ns: time of the first trigger, CLOCK_BOOTTIME in ns
 * @delay_ns: time from the first trigger to the end of the copy of the log
 * @guc_id: guc_id of the queue that hung, -1 if it is unknown
 * @pid: PID of the process that owns the queue, -1 if it is unknown
 */
struct xgl_trace_incident {
	const char *device;
	const char *track;
	const char *trigger;
	const char *engine;
	const char *process;
	u32 gt;
	u32 seq;
	u32 triggers;
	u64 boot_ns;
	u64 delay_ns;
	s32 guc_id;
	s32 pid;
};

/*
 * The kernel calls the functions with "_reg" when a trace event gets its first user, and those with
 * "_unreg" when it loses its last user.
 */
int xgl_tracer_reg(void);
void xgl_tracer_unreg(void);
int xgl_tracer_reg_incident(void);
void xgl_tracer_unreg_incident(void);

bool xgl_tracer_is_on(void);
void xgl_tracer_update(struct xgl_poller *p);
bool xgl_tracer_poll(struct xgl_poller *p, struct xgl_source_session *session);
void xgl_tracer_emit(struct xgl_poller *p);
void xgl_tracer_stop(struct xgl_poller *p);
void xgl_tracer_incident(const char *device, u32 gt, const struct guc_incident *incident);
void xgl_tracer_warn(void);

#endif
