/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The watch over the log of a GT: it copies the log before a suspend, a system sleep or an unbind
 * (see xgl_last.h), and detects loads of the firmware that no tracepoint of xe shows.
 */
#ifndef _XGL_WATCH_H_
#define _XGL_WATCH_H_

#include <linux/types.h>

struct device;
struct xel_layout;
struct xgl_source;
struct xgl_watch;

int xgl_watch_init(void);
void xgl_watch_exit(void);
struct xgl_watch *xgl_watch_start(struct xgl_source *src, struct device *dev, unsigned int gt);
void xgl_watch_stop(struct xgl_watch *w);
void xgl_watch_stopped(struct xgl_watch *w);
void xgl_watch_suspending(struct xgl_watch *w, const struct xel_layout *layout, const void *xe);
void xgl_watch_sleep(void);
void xgl_watch_unbind(const struct device *dev);

#endif
