/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Incidents: when xe notices a hang or an error of the GPU, the log of the GT is copied and
 * published as a devcoredump.
 */
#ifndef _XGL_INCIDENT_H_
#define _XGL_INCIDENT_H_

#include <linux/types.h>

#include "guc_incident.h"

struct device;
struct guc_text;
struct xgl_source;

#ifdef CONFIG_PCI

/* xgl_incident.c */
int xgl_incident_init(void);
void xgl_incident_exit(void);
int xgl_incident_add(struct xgl_source *src, struct device *dev, unsigned int gt);
void xgl_incident_remove(struct xgl_source *src, unsigned int gt);
void xgl_incident_log_flush(const void *xe, u32 gt);
void xgl_incident_of_message(enum guc_trigger trigger, const void *xe, u32 gt, u32 len, u32 end);
void xgl_incident_of_queue(enum guc_trigger trigger, const void *queue);
void xgl_incident_of_job(enum guc_trigger trigger, const void *job);
void xgl_incident_of_create(const void *queue);
unsigned int xgl_incident_sleeps(void);
void xgl_incident_arm(bool arm);
void xgl_incident_set_missing(unsigned int n);
const char *xgl_incident_state(void);
void xgl_incident_print(struct guc_text *text);
void xgl_incident_print_gt(struct guc_text *text, const struct xgl_source *src, unsigned int gt);

#else

static inline int xgl_incident_init(void)
{
	return 0;
}

static inline void xgl_incident_exit(void)
{
}

static inline void xgl_incident_arm(bool arm)
{
}

static inline const char *xgl_incident_state(void)
{
	return "unable";
}

#endif

#endif
