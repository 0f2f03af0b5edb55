/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The ticks of a stream's runs. A stream can last for days, be idle for longer than the
 * 32 bits of an entry take to wrap, and lose events. Each of its anchors gives the upper
 * bits of the events after it, and of those before it up to the last loss.
 */
#ifndef _STREAM_TIMES_H_
#define _STREAM_TIMES_H_

struct logview;

void stream_times_set(struct logview *view);

#endif
