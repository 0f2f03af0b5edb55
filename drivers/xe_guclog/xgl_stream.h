/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A stream: an open file guc_log_stream in debugfs. Its content is an LFD file (a log in blocks,
 * see guc_lfd.h) that never ends, with the events that the firmware writes while the file is open.
 */
#ifndef _XGL_STREAM_H_
#define _XGL_STREAM_H_

#include <linux/poll.h>
#include <linux/types.h>

struct file;
struct xgl_source;
struct xgl_stream;

/* Name of the file in the debugfs directory of a GT. */
#define XGL_STREAM_NAME	"guc_log_stream"

struct xgl_stream *xgl_stream_open(struct xgl_source *src, unsigned int gt);
struct xgl_stream *xgl_stream_open_empty(void);
int xgl_stream_fill(struct xgl_stream *s);
ssize_t xgl_stream_read(struct xgl_stream *s, char __user *buf, size_t len, bool nonblock);
__poll_t xgl_stream_poll(struct xgl_stream *s, struct file *filp, poll_table *table);
void xgl_stream_free(struct xgl_stream *s);

#endif
