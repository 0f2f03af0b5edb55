// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "guc_entry.h"

/*
 * Maximum number of entries that guc_entries_look_real() examines: enough to distinguish events
 * from other data.
 */
#define MAX_JUDGED	1024u

/*
 * Limits for late entries, that is, entries that were written while the log was copied,
 * see guc_entries_late(). A late entry is less than LATE_TICKS newer than the newest entry
 * before write_ptr. The timestamp of the entry after the last late entry differs from that
 * of the last late entry by at least SEAM_TICKS. At 19.2 MHz, LATE_TICKS are 1.7 s, and
 * SEAM_TICKS are 3.5 s.
 */
#define LATE_TICKS	BIT(25)
#define SEAM_TICKS	BIT(26)

static u32 entry_stamp(const u8 *entry)
{
	return guc_load_le32(entry + offsetof(struct guc_log_event_v2,
					      timestamp));
}

/* Return: the ticks from @from to @to, or 0 if @to is at most GUC_TICKS_BACK before @from. */
static u32 step_forward(u32 from, u32 to)
{
	return from - to <= GUC_TICKS_BACK ? 0 : to - from;
}

/**
 * guc_entry_is_plausible() - check whether 20 bytes can be an entry of version 2
 * @entry: the first of the 20 bytes
 *
 * The second dword of every entry is 0, and ids are small numbers other than 0.
 *
 * Context: any, does not sleep.
 * Return: true when the bytes can be an entry.
 */
bool guc_entry_is_plausible(const u8 *entry)
{
	u32 zero = guc_load_le32(entry + offsetof(struct guc_log_event_v2,
						  zero));
	u32 id = guc_load_le32(entry + offsetof(struct guc_log_event_v2, id));

	return !zero && id && id <= 0xffff;
}

/**
 * guc_entries_look_real() - check whether memory contains event entries of
 * version 2
 * @v: the memory; an incomplete entry at its end is ignored
 *
 * Memory that was never initialized, or that lost its content while the device
 * had no power, can contain any bytes. Of the first 1024 entries that are not all
 * zero, at least three quarters must be plausible, and the timestamps of the
 * plausible ones must rise. Among n plausible entries, n / 8 + 1 exceptions are
 * allowed, because a 32-bit timestamp does not seem to rise after a pause of more than
 * half of its range, nor at the position where the ring wrapped.
 *
 * Context: any, does not sleep. Reads up to all of @v.
 * Return: true if @v contains entries; false otherwise, also if all bytes of @v are zero.
 */
bool guc_entries_look_real(struct guc_view v)
{
	u32 judged = 0, good = 0, back = 0, last = 0;
	size_t at;

	for (at = 0; v.len - at >= GUC_ENTRY_V2 && judged < MAX_JUDGED;
	     at += GUC_ENTRY_V2) {
		const u8 *entry = v.data + at;

		if (!memchr_inv(entry, 0, GUC_ENTRY_V2))
			continue;
		judged++;
		if (!guc_entry_is_plausible(entry))
			continue;
		if (good++ && step_forward(last, entry_stamp(entry)) >> 31)
			back++;
		last = entry_stamp(entry);
	}
	return good && good * 4 >= judged * 3 && back <= good / 8 + 1;
}

/**
 * guc_entries_late() - find entries that were written while the log was copied
 * @v: the bytes of the ring after the write pointer, whole entries of version 2
 * @newest: timestamp of the entry before the write pointer
 *
 * The host copies first the state page with the write pointer, and then the ring. The
 * firmware continues writing meanwhile, so entries after the copied write pointer can be
 * newer than all others (late entries). Their timestamps continue from @newest. The late
 * entries end before the first entry whose timestamp does not continue. This is the oldest
 * entry of a ring that has wrapped, an entry from before the firmware was loaded again, or
 * memory that was never written. If the timestamps continue up to the end of @v, no entry is
 * considered late, because late entries cannot be distinguished from the oldest ones then.
 *
 * Context: any, does not sleep. Reads up to all of @v, normally one entry.
 * Return: the length of the late entries in bytes, 0 if there are none.
 */
u32 guc_entries_late(struct guc_view v, u32 newest)
{
	u32 last = newest, step;
	u32 at;

	for (at = 0; v.len - at >= GUC_ENTRY_V2; at += GUC_ENTRY_V2) {
		const u8 *entry = v.data + at;

		if (!guc_entry_is_plausible(entry))
			return at;
		step = step_forward(last, entry_stamp(entry));
		if (step >= SEAM_TICKS)
			return at;
		if (step_forward(newest, entry_stamp(entry)) >= LATE_TICKS)
			return 0;
		if (step)
			last = entry_stamp(entry);
	}
	return 0;
}
