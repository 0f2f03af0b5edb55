/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The saver of the log of a GT: it copies the log before a suspend, a system sleep or an unbind,
 * and keeps the copy as the last log of the GT (see xgl_last.h).
 */
#ifndef _XGL_SAVER_H_
#define _XGL_SAVER_H_

#include <linux/types.h>

struct device;
struct xel_layout;
struct xgl_source;
struct xgl_saver;

int xgl_saver_init(void);
void xgl_saver_exit(void);
struct xgl_saver *xgl_saver_start(struct xgl_source *src, struct device *dev, unsigned int gt);
void xgl_saver_stop(struct xgl_saver *s);
void xgl_saver_suspending(struct xgl_saver *s, const struct xel_layout *layout, const void *xe);
void xgl_saver_sleep(void);
void xgl_saver_unbind(const struct device *dev);

#endif
