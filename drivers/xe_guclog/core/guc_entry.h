/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Entries of the event ring (one entry is one event): their length, their fields, and
 * checks whether bytes look like entries.
 */
#ifndef _GUC_ENTRY_H_
#define _GUC_ENTRY_H_

#include "guc_view.h"

#include "abi/guc_log_abi.h"

/* Length in bytes of an entry of version 2. */
#define GUC_ENTRY_V2	((u32)sizeof(struct guc_log_event_v2))

/*
 * The firmware can store two entries in the opposite order of their timestamps. The
 * timestamps then differ by at most this number of ticks (1.7 ms at 19.2 MHz). If a
 * timestamp is smaller than the previous one by more ticks than this, the 32-bit timestamp
 * has wrapped. This is normal: while a GPU is idle, the firmware may write no event for
 * minutes.
 */
#define GUC_TICKS_BACK	32768u

/**
 * guc_entry_unit() - get the length of an entry; the pointers of a ring are multiples of it
 * @version: version of the format of the entries, from the state of the event region
 *
 * Context: any, does not sleep.
 * Return: the length of an entry in bytes; 4 when the version is unknown, since
 * entries of every version consist of dwords.
 */
static inline u32 guc_entry_unit(u32 version)
{
	return version == GUC_LOG_EVENT_VERSION ? GUC_ENTRY_V2 : 4;
}

bool guc_entry_is_plausible(const u8 *entry);
bool guc_entries_look_real(struct guc_view v);
u32 guc_entries_late(struct guc_view v, u32 newest);

#endif
