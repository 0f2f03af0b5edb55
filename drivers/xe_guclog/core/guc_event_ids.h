/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Generated from data/guc_events.csv by scripts/gen-event-table.py: change that.
 */
#ifndef _GUC_EVENT_IDS_H_
#define _GUC_EVENT_IDS_H_

enum guc_event_id {
	/* the firmware chooses a queue for a new context */
	GUC_EV_QUEUE_FOR_CTX = 0x0356,
	/* a context is written to an engine's submit queue */
	GUC_EV_ELSQ_SUBMIT = 0x0365,
	/* a preempted context may run again */
	GUC_EV_CTX_RESUMED = 0x036f,
	/* the engine is asked to preempt its context */
	GUC_EV_SWITCH_OUT_REQUEST = 0x03a8,
	/* the firmware still waits for a preemption */
	GUC_EV_SWITCH_OUT_WAIT = 0x03ae,
	/* an engine reset begins */
	GUC_EV_ENGINE_RESET_BEGIN = 0x03b3,
	/* first step of a reset */
	GUC_EV_RESET_DECIDED = 0x03b8,
	/* the engine did not preempt its context in time */
	GUC_EV_SWITCH_OUT_TIMEOUT = 0x03b9,
	/* an engine of the reset domain is reset */
	GUC_EV_RESET_ENGINE = 0x03be,
	/* an engine of the reset domain has been reset */
	GUC_EV_RESET_ENGINE_DONE = 0x03bf,
	/* submission to a class continues after a reset */
	GUC_EV_CLASS_RESUMED = 0x03c2,
	/* the firmware waits for the engines to reset */
	GUC_EV_RESET_WAIT = 0x03c5,
	/* the engine reset is over */
	GUC_EV_ENGINE_RESET_END = 0x03ca,
	/* page fault requests are taken from the fault queue */
	GUC_EV_PF_REQUESTS = 0x043e,
	/* answers to page faults are forwarded */
	GUC_EV_PF_RESPONSES = 0x0442,
	/* the page fault queues are searched for faults of an engine */
	GUC_EV_PF_FLUSH_ENGINE = 0x044a,
	/* the page fault queues are searched for faults of a context */
	GUC_EV_PF_FLUSH_CONTEXT = 0x0454,
	/* byte position in the queue of the preceding event */
	GUC_EV_QUEUE_POSITION = 0x0455,
	/* context status word of an engine */
	GUC_EV_CSB = 0x0476,
	/* the ring of the context that leaves the engine */
	GUC_EV_RING_AT_SWITCH = 0x0479,
	/* a message of the driver was read */
	GUC_EV_H2G_RECEIVED = 0x048e,
	/* the context has no work or may not run */
	GUC_EV_CTX_NOT_READY = 0x8101,
	/* the context runs */
	GUC_EV_CTX_RUNNING = 0x8102,
	/* the context has work and waits for an engine */
	GUC_EV_CTX_READY = 0x8103,
	/* the context gets an engine */
	GUC_EV_CTX_PLACED = 0x8104,
	/* the driver has given the context more work */
	GUC_EV_CTX_SUBMIT = 0x8105,
	/* the context has left the engine */
	GUC_EV_CTX_OFF_ENGINE = 0x8107,
	/* the driver allows or forbids the context to run */
	GUC_EV_SCHED_MODE_SET = 0x84bf,
	/* the scheduling mode of the context has changed */
	GUC_EV_SCHED_MODE_DONE = 0x84c2,
	/* a policy of the context; comes twice */
	GUC_EV_CTX_POLICY = 0x8505,
	/* the driver sets the context's priority */
	GUC_EV_CTX_PRIORITY = 0x8507,
	/* the firmware has registered a context */
	GUC_EV_CTX_REGISTERED = 0x850a,
	/* the firmware begins to deregister a context */
	GUC_EV_CTX_DEREGISTER = 0x850c,
	/* the firmware has deregistered the context */
	GUC_EV_CTX_DEREGISTERED = 0x850e,
};

/* Position in guc_event_table[], a bit in sets of events. */
enum guc_event_index {
	GUC_EVX_QUEUE_FOR_CTX,
	GUC_EVX_ELSQ_SUBMIT,
	GUC_EVX_CTX_RESUMED,
	GUC_EVX_SWITCH_OUT_REQUEST,
	GUC_EVX_SWITCH_OUT_WAIT,
	GUC_EVX_ENGINE_RESET_BEGIN,
	GUC_EVX_RESET_DECIDED,
	GUC_EVX_SWITCH_OUT_TIMEOUT,
	GUC_EVX_RESET_ENGINE,
	GUC_EVX_RESET_ENGINE_DONE,
	GUC_EVX_CLASS_RESUMED,
	GUC_EVX_RESET_WAIT,
	GUC_EVX_ENGINE_RESET_END,
	GUC_EVX_PF_REQUESTS,
	GUC_EVX_PF_RESPONSES,
	GUC_EVX_PF_FLUSH_ENGINE,
	GUC_EVX_PF_FLUSH_CONTEXT,
	GUC_EVX_QUEUE_POSITION,
	GUC_EVX_CSB,
	GUC_EVX_RING_AT_SWITCH,
	GUC_EVX_H2G_RECEIVED,
	GUC_EVX_CTX_NOT_READY,
	GUC_EVX_CTX_RUNNING,
	GUC_EVX_CTX_READY,
	GUC_EVX_CTX_PLACED,
	GUC_EVX_CTX_SUBMIT,
	GUC_EVX_CTX_OFF_ENGINE,
	GUC_EVX_SCHED_MODE_SET,
	GUC_EVX_SCHED_MODE_DONE,
	GUC_EVX_CTX_POLICY,
	GUC_EVX_CTX_PRIORITY,
	GUC_EVX_CTX_REGISTERED,
	GUC_EVX_CTX_DEREGISTER,
	GUC_EVX_CTX_DEREGISTERED,
	GUC_EVX_COUNT
};

/* Bits of the arguments, for FIELD_GET(). */
#define GUC_EV_QUEUE_FOR_CTX_CLASS	0xffff0000u
#define GUC_EV_QUEUE_FOR_CTX_PRIORITY	0x0000ffffu
#define GUC_EV_ELSQ_SUBMIT_CLASS	0x00f00000u
#define GUC_EV_ELSQ_SUBMIT_MASK	0x000ffff0u
#define GUC_EV_ELSQ_SUBMIT_PRIORITY	0x0000000fu
#define GUC_EV_ENGINE_RESET_BEGIN_CLASS	0xffff0000u
#define GUC_EV_ENGINE_RESET_BEGIN_INSTANCE	0x0000ffffu
#define GUC_EV_ENGINE_RESET_END_CLASS	0xffff0000u
#define GUC_EV_ENGINE_RESET_END_INSTANCE	0x0000ffffu
#define GUC_EV_CSB_CLASS	0xe0000000u
#define GUC_EV_CSB_INSTANCE	0x1f800000u
#define GUC_EV_CSB_GUC_ID	0x003fffc0u
#define GUC_EV_CTX_NOT_READY_LRCA	0x000fffffu
#define GUC_EV_CTX_NOT_READY_CLASS	0x00f00000u
#define GUC_EV_CTX_NOT_READY_INSTANCE	0xff000000u
#define GUC_EV_CTX_RUNNING_LRCA	0x000fffffu
#define GUC_EV_CTX_RUNNING_CLASS	0x00f00000u
#define GUC_EV_CTX_RUNNING_INSTANCE	0xff000000u
#define GUC_EV_CTX_READY_LRCA	0x000fffffu
#define GUC_EV_CTX_READY_CLASS	0x00f00000u
#define GUC_EV_CTX_READY_PRIORITY	0xff000000u
#define GUC_EV_CTX_PLACED_LRCA	0x000fffffu
#define GUC_EV_CTX_PLACED_CLASS	0x00f00000u
#define GUC_EV_CTX_PLACED_INSTANCE	0xff000000u
#define GUC_EV_CTX_SUBMIT_LRCA	0x000fffffu
#define GUC_EV_CTX_OFF_ENGINE_LRCA	0x000fffffu
#define GUC_EV_CTX_OFF_ENGINE_CLASS	0x00f00000u
#define GUC_EV_CTX_OFF_ENGINE_INSTANCE	0xff000000u

#endif
