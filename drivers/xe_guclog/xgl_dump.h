/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The devcoredump door: a log for whoever collects dumps, on a device of our own.
 * The GPU's slot is xe's.
 */
#ifndef _XGL_DUMP_H_
#define _XGL_DUMP_H_

struct configfs_attribute;
struct xgl_source;

/* Name of the device that a dump is of: of the GPU and the GT. */
#define XGL_DUMP_NAME		"xe_guclog-%s-gt%u"

/* xgl_dump.c */
int xgl_dump_take(const char *name, struct xgl_source *src, unsigned int gt);
void xgl_dump_exit(void);

/* xgl_source_session.c */
extern struct configfs_attribute *xgl_dump_attrs[];

#endif
