/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Checks the clock anchor: compares the times of events in the log with the GPU's own timestamps.
 */
#ifndef _ANCHOR_H_
#define _ANCHOR_H_

#include "stream.h"

void anchor_beat(const void *machine, int fd);
void anchor_judge(const struct machine *m, struct page *page, const struct recording *r,
		  unsigned int nr, const struct buffer *beats);

#endif
