/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Triggers: tracepoints of xe that are called when xe notices a hang or an
 * error.
 */
#ifndef _XGL_TRIGGER_H_
#define _XGL_TRIGGER_H_

#include <linux/types.h>

#include "guc_incident.h"
#include "xel_layout.h"

/* Size in bytes of the three states at the start of a log. */
#define XGL_STATES_BYTES	108

/**
 * struct xgl_queue_facts - facts about the queue that a trigger concerns
 * @guc_id: id of the queue
 * @pid: id of the process that created the queue
 * @has_pid: @pid and @process are known
 * @killed: the process was killed, so the driver ends its jobs; this is not a
 *	hang
 * @engine: name of the engine, empty when not known
 * @process: name of the process
 */
struct xgl_queue_facts {
	u32 guc_id;
	u32 pid;
	bool has_pid;
	bool killed;
	char engine[sizeof(((struct guc_incident *)0)->engine)];
	char process[sizeof(((struct guc_incident *)0)->process)];
};

/* xgl_trigger_read.c; none of these sleeps or faults */
const void *xgl_trigger_pointer(const struct xel_layout *layout, const void *obj,
				enum xel_field_id id);
const void *xgl_trigger_device(const struct xel_layout *layout, const void *xe);
const void *xgl_trigger_queue_gt(const struct xel_layout *layout, const void *queue,
				 const void **dev, u32 *gt);
bool xgl_trigger_queue_facts(const struct xel_layout *layout, const void *queue,
			     struct xgl_queue_facts *facts);
bool xgl_trigger_states(const struct xel_layout *layout, const void *xe, u32 gt,
			u8 states[XGL_STATES_BYTES]);

/* xgl_trigger.c, which is built only for a kernel that has tracepoints */
#ifdef CONFIG_TRACEPOINTS
int xgl_trigger_init(void);
void xgl_trigger_exit(void);
void xgl_trigger_attach(u32 protos);
void xgl_trigger_detach(void);
#else
static inline int xgl_trigger_init(void)
{
	return 0;
}

static inline void xgl_trigger_exit(void)
{
}

static inline void xgl_trigger_attach(u32 protos)
{
}

static inline void xgl_trigger_detach(void)
{
}
#endif

#endif
