/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A log without an anchor beside another copy of it that has one, as a collector
 * stores them.
 */
#ifndef _BORROW_H_
#define _BORROW_H_

struct input;
struct logview;

void borrow_anchor(struct logview *view, const struct input *in);

#endif
