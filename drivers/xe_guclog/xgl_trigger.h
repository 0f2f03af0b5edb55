/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Triggers: tracepoints that xe calls when it notices a hang or an error of the GPU. This
 * module attaches probes to them.
 */
#ifndef _XGL_TRIGGER_H_
#define _XGL_TRIGGER_H_

#include <linux/types.h>

#include "guc_incident.h"
#include "guc_text.h"
#include "xel_layout.h"

/* Size in bytes of the states of the three regions (struct guc_log_buffer_state) of a log. */
#define XGL_STATES_BYTES	108

/* To how many of the triggers this module has attached a probe: none, some or all. */
enum xgl_trigger_state {
	XGL_TRIGGERS_NONE,	/* no hang can be recorded */
	XGL_TRIGGERS_SOME,
	XGL_TRIGGERS_ALL,
};

/* xgl_trigger_read.c; none of these sleeps or faults */
const void *xgl_trigger_device(const struct xel_layout *layout, const void *xe);
const void *xgl_trigger_queue_gt(const struct xel_layout *layout, const void *queue,
				 const void **dev, u32 *gt);
void xgl_trigger_queue_facts(const struct xel_layout *layout, const void *queue,
			     struct guc_incident_event *event);
void xgl_trigger_failed_engine(const struct xel_layout *layout, const void *xe, u32 gt, u32 len,
			       u32 end, struct guc_incident_event *event);
bool xgl_trigger_states(const struct xel_layout *layout, const void *xe, u32 gt,
			u8 states[XGL_STATES_BYTES]);

/* xgl_trigger.c, which is built only for a kernel that has tracepoints */
#ifdef CONFIG_TRACEPOINTS
int xgl_trigger_init(void);
void xgl_trigger_exit(void);
void xgl_trigger_attach(u32 protos);
void xgl_trigger_detach(void);
enum xgl_trigger_state xgl_trigger_state(void);
bool xgl_trigger_knows_kills(void);
void xgl_trigger_print(struct guc_text *text);
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

static inline enum xgl_trigger_state xgl_trigger_state(void)
{
	return XGL_TRIGGERS_NONE;
}

static inline bool xgl_trigger_knows_kills(void)
{
	return false;
}

static inline void xgl_trigger_print(struct guc_text *text)
{
	guc_text_add(text, "triggers=this kernel has no tracepoints\n");
}
#endif

#endif
