/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Devcoredumps of logs. The kernel keeps only one dump for each device, and xe makes the
 * dumps of the GPU's own device. Therefore this module creates further devices, called
 * places, for its own dumps.
 */
#ifndef _XGL_DUMP_H_
#define _XGL_DUMP_H_

#include <linux/jiffies.h>
#include <linux/types.h>

struct configfs_attribute;
struct xgl_snapshot;
struct xgl_source;

/*
 * Time in jiffies after which the kernel deletes a dump: first for a dump that a user
 * requested, then for the dump of an incident.
 */
#define XGL_DUMP_TIMEOUT		(5 * 60 * HZ)
#define XGL_DUMP_INCIDENT_TIMEOUT	(24 * 60 * 60 * HZ)

/*
 * The reason for which a dump is made. For each reason, a GT has a device (place) with at most one
 * dump.
 */
enum xgl_dump_place {
	XGL_DUMP_DEMANDED,	/* a user requested it in configfs */
	XGL_DUMP_FIRST,		/* the first incident of a series, see guc_incident.h */
	XGL_DUMP_NEWEST,	/* the newest incident of a series */
};

/* xgl_dump.c */
int xgl_dump_take(const char *name, struct xgl_source *src, unsigned int gt);
int xgl_dump_incident(const char *name, unsigned int gt, enum xgl_dump_place where,
		      const struct xgl_snapshot *snap, const char *notes);
bool xgl_dump_is_pending(const char *name, unsigned int gt, enum xgl_dump_place where);
void xgl_dump_exit(void);

#endif
