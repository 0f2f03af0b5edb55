/* SPDX-License-Identifier: GPL-2.0 */
/* event.h -- seeded log entries: each is a function of the seed and of its number. */
#ifndef GPU_EVENT_H
#define GPU_EVENT_H

#include "types.h"

#define EVENT_DWORDS	5
#define EVENT_SIZE	(4 * EVENT_DWORDS)
#define EVENT_SPACING	19200u		/* ticks between seeded events: 1 ms */

u32 event_word(u64 seed, u64 n);
u64 event_ticks(u64 seed, u64 n);
void event_make(u64 seed, u64 n, u64 ticks, u32 entry[EVENT_DWORDS]);

#endif
