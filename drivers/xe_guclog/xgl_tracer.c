// SPDX-License-Identifier: GPL-2.0-only
/*
 * The trace events of this module. While the trace event guc_event is enabled, the poller
 * of each GT (see xgl_poller.h) runs, and emits guc_event once for each new event in the
 * GuC's log.
 */
#include "xgl_tracer.h"

#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "guc_clock.h"
#include "guc_event.h"
#include "guc_incident.h"
#include "xgl_anchor.h"
#include "xgl_poller.h"
#include "xgl_source.h"

#include "abi/guc_log_abi.h"

#define CREATE_TRACE_POINTS
#include "xgl_trace.h"

/**
 * struct xgl_tracer - the state of the trace event guc_event for one GT
 * @times_on: value of the variable times_on when this state was made
 * @cursor: position of the trace event in the event ring
 * @result: result of the last poll; when its events have been emitted, they are removed
 *	from it
 * @lost: minimum number of events that were lost since the last emitted event
 * @track: name of the track on which Perfetto shows the events
 * @log: parsed from @page
 * @page: the state page
 * @buf: the events of the last poll
 */
struct xgl_tracer {
	unsigned int times_on;
	struct xgl_cursor cursor;
	struct xgl_poll_result result;
	u64 lost;
	char track[80];
	struct guc_log log;
	u8 page[GUC_LOG_STATE_PAGE_SIZE];
	u8 buf[XGL_CURSOR_ROOM];
};

/* Whether the trace event guc_event is enabled. */
static bool is_on;
/* How often guc_event has been enabled. */
static unsigned int times_on;
/* Whether guc_event or guc_incident was enabled at least once since the module was loaded. */
static bool was_on;

/**
 * xgl_tracer_reg() - start all pollers, because the trace event guc_event has been enabled
 *
 * Context: process context, may sleep; the kernel's lock of tracepoints is held.
 * Return: 0.
 */
int xgl_tracer_reg(void)
{
	WRITE_ONCE(was_on, true);
	WRITE_ONCE(times_on, times_on + 1);
	WRITE_ONCE(is_on, true);
	xgl_poller_now_all();
	return 0;
}

/**
 * xgl_tracer_unreg() - stop the polls for the trace event guc_event, which has been disabled
 *
 * At its next poll, each poller stops, unless a reader of the stream waits for events.
 *
 * Context: process context, may sleep; the kernel's lock of tracepoints is held.
 */
void xgl_tracer_unreg(void)
{
	WRITE_ONCE(is_on, false);
}

/**
 * xgl_tracer_reg_incident() - remember for xgl_tracer_warn() that the trace event
 * guc_incident has been enabled
 *
 * Context: process context, may sleep.
 * Return: 0.
 */
int xgl_tracer_reg_incident(void)
{
	WRITE_ONCE(was_on, true);
	return 0;
}

/**
 * xgl_tracer_unreg_incident() - the kernel calls this when the trace event guc_incident
 * has been disabled; nothing needs to be done
 *
 * Context: process context, may sleep.
 */
void xgl_tracer_unreg_incident(void)
{
}

/**
 * xgl_tracer_warn() - print a warning that the kernel is about to empty the trace buffer
 *
 * When a module is unloaded after one of its trace events was enabled, the kernel empties the
 * trace buffers, because they may contain trace events that it cannot print without the module.
 *
 * Context: process context; the module is being unloaded.
 */
void xgl_tracer_warn(void)
{
	if (READ_ONCE(was_on))
		pr_warn("%s: trace events of this module were on: the kernel now empties the trace buffer\n",
			KBUILD_MODNAME);
}

/**
 * xgl_tracer_is_on() - check whether the trace event guc_event is enabled
 *
 * Context: any.
 * Return: true when it is enabled.
 */
bool xgl_tracer_is_on(void)
{
	return READ_ONCE(is_on);
}

/**
 * xgl_tracer_update() - make or free the state of the trace event guc_event for a
 * GT
 * @p: the poller of the GT; p->tracer is set when guc_event is enabled and there is
 *	memory, and NULL otherwise
 *
 * Context: process context, may sleep; the poller's lock is held.
 */
void xgl_tracer_update(struct xgl_poller *p)
{
	unsigned int times = READ_ONCE(times_on);

	/*
	 * If guc_event was disabled and enabled again since the last poll, free the state and make
	 * a new one, because the events in between must not be emitted, and the number of the next
	 * event must be 0.
	 */
	if (!xgl_tracer_is_on() || (p->tracer && p->tracer->times_on != times))
		xgl_tracer_stop(p);
	if (!xgl_tracer_is_on() || p->tracer)
		return;
	p->tracer = kvzalloc(sizeof(*p->tracer), GFP_KERNEL);
	if (!p->tracer)
		return;
	p->tracer->times_on = times;
	snprintf(p->tracer->track, sizeof(p->tracer->track), "GuC %s gt%u", p->name, p->gt);
}

/**
 * xgl_tracer_stop() - free the state of the trace event guc_event for a GT
 * @p: the poller of the GT
 *
 * Context: process context, may sleep; the poller's lock is held, or nobody else
 * uses the poller.
 */
void xgl_tracer_stop(struct xgl_poller *p)
{
	kvfree(p->tracer);
	p->tracer = NULL;
}

/* Place the cursor after the newest event. Return: false, because no event is read. */
static bool start(struct xgl_tracer *t, struct xgl_source_session *session)
{
	xgl_cursor_start(&t->cursor, session, &t->log, t->page);
	return false;
}

/**
 * xgl_tracer_poll() - read the new events of the log, so that xgl_tracer_emit() can emit them
 * @p: the poller of the GT
 * @session: the open session with the source
 *
 * Context: between xgl_source_begin() and xgl_source_end(); the poller's lock is
 * held.
 * Return: true if events were written, or the firmware was loaded again, since the last poll.
 */
bool xgl_tracer_poll(struct xgl_poller *p, struct xgl_source_session *session)
{
	struct xgl_tracer *t = p->tracer;
	int ret;

	if (!t)
		return false;
	if (!t->cursor.started)
		return start(t, session);
	ret = xgl_cursor_read(&t->cursor, session, t->buf, &t->result);
	if (ret == -ESTALE)
		return start(t, session);
	if (ret)
		return false;
	t->lost += t->result.lost;
	xgl_poller_pace(p, &t->result);
	return t->result.fill_ns || t->result.restarted;
}

/* Return: guc_id of the context that the event concerns, or -1 if it is unknown. */
static s32 find_guc_id(const struct guc_event_def *def, const u32 arg[2])
{
	unsigned int i;

	for (i = 0; def && i < def->nr_fields; i++)
		if (def->field[i].kind == GUC_EVENT_GUC_ID)
			return guc_event_value(&def->field[i], arg);
	return -1;
}

/* Return: the time of an event on CLOCK_BOOTTIME in ns, or 0 if it is unknown. */
static u64 find_time(const struct xgl_tracer *t, const struct xgl_anchor_point *point, u32 tick)
{
	if (!t->cursor.hz || !point->boottime_ns)
		return 0;
	return guc_tick_to_boot_ns(tick, point->tick, point->boottime_ns, t->cursor.polled_ns,
				   t->cursor.hz);
}

static void emit(struct xgl_poller *p, const struct guc_log_event_v2 *entry, u64 seq,
		 const struct xgl_anchor_point *point)
{
	struct xgl_trace_event e = {
		.device = p->name, .track = p->tracer->track, .name = "unknown",
		.gt = p->gt, .seq = seq, .lost = p->tracer->lost,
		.tick = le32_to_cpu(entry->timestamp), .id = le32_to_cpu(entry->id),
		.arg = { le32_to_cpu(entry->arg[0]), le32_to_cpu(entry->arg[1]) },
	};
	const struct guc_event_def *def = guc_event_find(e.id);

	if (def)
		e.name = def->name;
	e.guc_id = find_guc_id(def, e.arg);
	e.boot_ns = find_time(p->tracer, point, e.tick);
	trace_guc_event(&e);
	p->tracer->lost = 0;
}

/**
 * xgl_tracer_emit() - emit guc_event for each event that xgl_tracer_poll() has read
 * @p: the poller of the GT
 *
 * Context: process context, may sleep; the poller's lock is held, and no session is open.
 */
void xgl_tracer_emit(struct xgl_poller *p)
{
	const struct guc_log_event_v2 *entry;
	struct xgl_tracer *t = p->tracer;
	struct xgl_anchor_point point;
	size_t i, n;

	if (!t || !t->result.entries.len)
		return;
	xgl_anchor_used(p->src, p->gt);
	xgl_cursor_anchor(&t->cursor, p->src, p->gt, &point);
	entry = (const void *)t->result.entries.data;
	n = t->result.entries.len / sizeof(*entry);
	for (i = 0; i < n; i++) {
		emit(p, &entry[i], t->result.seq + i, &point);
		cond_resched();
	}
	t->result.entries.len = 0;
}

/**
 * xgl_tracer_incident() - emit the trace event guc_incident
 * @device: name of the device
 * @gt: number of the GT
 * @incident: the incident (a hang or an error of the GPU)
 *
 * Context: process context.
 */
void xgl_tracer_incident(const char *device, u32 gt, const struct guc_incident *incident)
{
	const struct guc_incident_event *first = &incident->event[0];
	const struct guc_incident_event *cause = guc_incident_cause(incident);
	char track[80];
	struct xgl_trace_incident i = {
		.device = device, .track = track, .gt = gt,
		.trigger = guc_trigger_name(first->trigger),
		.engine = cause ? cause->engine : "", .process = cause ? cause->process : "",
		.seq = incident->seq, .triggers = incident->count.triggers,
		.boot_ns = first->boottime_ns, .delay_ns = incident->delay_ns,
		.guc_id = cause ? (s32)cause->guc_id : -1,
		.pid = cause && cause->has_pid ? (s32)cause->pid : -1,
	};

	if (!trace_guc_incident_enabled())
		return;
	snprintf(track, sizeof(track), "GuC %s gt%u", device, gt);
	trace_guc_incident(&i);
}
