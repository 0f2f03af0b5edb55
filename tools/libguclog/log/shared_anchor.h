/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A log without an anchor beside another copy of it that has one, as a collector
 * stores them.
 */
#ifndef _SHARED_ANCHOR_H_
#define _SHARED_ANCHOR_H_

struct input;
struct logview;

void shared_anchor_use(struct logview *view, const struct input *in);

#endif
