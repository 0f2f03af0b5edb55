/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The trace events of this module. The names of their fields follow Perfetto's convention
 * for kernel track events, so that Perfetto shows each event on a track of its GT.
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM xe_guclog

#if !defined(_XGL_TRACE_H_) || defined(TRACE_HEADER_MULTI_READ)
#define _XGL_TRACE_H_

#include <linux/tracepoint.h>

#include "xgl_compat.h"
#include "xgl_tracer.h"

/* Type of an event without duration in Perfetto's convention. */
#define XGL_TRACE_INSTANT	'I'

/* clang-format off */
TRACE_EVENT_FN(guc_event,
	TP_PROTO(const struct xgl_trace_event *e),
	TP_ARGS(e),
	TP_STRUCT__entry(
		__string(device, e->device)
		__string(slice_name, e->name)
		__string(track_name, e->track)
		__field(u64, seq)
		__field(u64, lost)
		__field(u64, boot_ns)
		__field(u32, gt)
		__field(u32, scope_gt)
		__field(u32, tick)
		__field(u32, id)
		__field(u32, arg0)
		__field(u32, arg1)
		__field(s32, guc_id)
		__field(char, track_event_type)
	),
	TP_fast_assign(
		xgl_assign_str(device, e->device);
		xgl_assign_str(slice_name, e->name);
		xgl_assign_str(track_name, e->track);
		__entry->seq = e->seq;
		__entry->lost = e->lost;
		__entry->boot_ns = e->boot_ns;
		__entry->gt = e->gt;
		__entry->scope_gt = e->gt;
		__entry->tick = e->tick;
		__entry->id = e->id;
		__entry->arg0 = e->arg[0];
		__entry->arg1 = e->arg[1];
		__entry->guc_id = e->guc_id;
		__entry->track_event_type = XGL_TRACE_INSTANT;
	),
	TP_printk("device=%s gt=%u seq=%llu lost=%llu tick=0x%08x boot_ns=%llu id=0x%x name=%s arg0=0x%x arg1=0x%x guc_id=%d",
		  __get_str(device), __entry->gt, __entry->seq, __entry->lost,
		  __entry->tick, __entry->boot_ns, __entry->id, __get_str(slice_name),
		  __entry->arg0, __entry->arg1, __entry->guc_id),
	xgl_tracer_reg, xgl_tracer_unreg
);

TRACE_EVENT_FN(guc_incident,
	TP_PROTO(const struct xgl_trace_incident *i),
	TP_ARGS(i),
	TP_STRUCT__entry(
		__string(device, i->device)
		__string(trigger, i->trigger)
		__string(slice_name, i->trigger)
		__string(track_name, i->track)
		__string(engine, i->engine)
		__string(process, i->process)
		__field(u64, boot_ns)
		__field(u64, delay_ns)
		__field(u32, gt)
		__field(u32, scope_gt)
		__field(u32, seq)
		__field(u32, triggers)
		__field(s32, guc_id)
		__field(s32, pid)
		__field(char, track_event_type)
	),
	TP_fast_assign(
		xgl_assign_str(device, i->device);
		xgl_assign_str(trigger, i->trigger);
		xgl_assign_str(slice_name, i->trigger);
		xgl_assign_str(track_name, i->track);
		xgl_assign_str(engine, i->engine);
		xgl_assign_str(process, i->process);
		__entry->boot_ns = i->boot_ns;
		__entry->delay_ns = i->delay_ns;
		__entry->gt = i->gt;
		__entry->scope_gt = i->gt;
		__entry->seq = i->seq;
		__entry->triggers = i->triggers;
		__entry->guc_id = i->guc_id;
		__entry->pid = i->pid;
		__entry->track_event_type = XGL_TRACE_INSTANT;
	),
	TP_printk("device=%s gt=%u seq=%u trigger=%s triggers=%u boot_ns=%llu delay_ns=%llu engine=%s guc_id=%d pid=%d process=%s",
		  __get_str(device), __entry->gt, __entry->seq, __get_str(trigger),
		  __entry->triggers, __entry->boot_ns, __entry->delay_ns,
		  __get_str(engine), __entry->guc_id, __entry->pid, __get_str(process)),
	xgl_tracer_reg_incident, xgl_tracer_unreg_incident
);
/* clang-format on */

#endif

#undef TRACE_INCLUDE_PATH
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_PATH .
#define TRACE_INCLUDE_FILE xgl_trace
#include <trace/define_trace.h>
