// SPDX-License-Identifier: GPL-2.0-only
/*
 * A text that lost characters decodes to data that are too short: all bytes after the loss are
 * at a wrong offset. The length of the log gives the number of missing bytes, but not where
 * they are missing. The entries of the event ring show where: an entry has 20 bytes, its second
 * word is 0, and its third word is a small id. Entries before the loss are valid at their own
 * offset; entries after the loss are valid at their offset minus the number of missing bytes.
 */
#include "read/realign.h"

#include "abi/guc_log_abi.h"
#include "guc_log.h"

#define ENTRY		sizeof(struct guc_log_event_v2)
/* Event ids are in this range; most arguments of events are not. */
#define MIN_ID		0x100u
#define MAX_ID		0xffffu
/* This number of consecutive invalid entries shows that the entries are not at their offset. */
#define INVALID_RUN	3
/*
 * Number of valid entries that are needed as evidence that the entries after the loss were found.
 * Fewer can be a coincidence.
 */
#define VALID_ENTRIES	2
/*
 * The buffer states and the log init config (LIC) are shorter than this number of bytes; the rest
 * of the state page is 0.
 */
#define PAGE_USED	1024u

/**
 * struct ring - the event region
 * @data: decoded data
 * @offset: offset of the region in the image
 * @nr: number of whole entries that fit into the region
 * @used: entries before this index are not empty
 * @oldest: index of the oldest entry of a ring that has wrapped, else 0
 * @shift: number of bytes that are missing in @data; entries after the loss are at their offset
 *	minus @shift
 */
struct ring {
	struct guc_view data;
	u64 offset;
	u64 nr;
	u64 used;
	u64 oldest;
	u64 shift;
};

static u32 word(const u8 *entry, unsigned int i)
{
	return guc_load_le32(entry + 4 * i);
}

static bool is_empty(const u8 *entry)
{
	unsigned int i;

	for (i = 0; i < ENTRY / 4; i++)
		if (word(entry, i))
			return false;
	return true;
}

/*
 * Return: the bytes of entry number @index, assuming that the entry is at its offset minus @shift,
 * or NULL if the data do not have these bytes.
 */
static const u8 *entry_at(const struct ring *ring, u64 index, u64 shift)
{
	u64 at = ring->offset + index * ENTRY;

	return at < shift ? NULL : guc_view_at(ring->data, at - shift, ENTRY);
}

static bool is_valid(const struct ring *ring, u64 index, u64 shift)
{
	const u8 *entry = entry_at(ring, index, shift);

	if (!entry || word(entry, 1))
		return false;
	if (index >= ring->used && is_empty(entry))
		return true;
	return word(entry, 2) >= MIN_ID && word(entry, 2) <= MAX_ID;
}

/*
 * Return: whether the timestamps drop at entry @index: the entry is older than the entry before it.
 * The result is the same if the entry is newer by more than half a wrap of the 32-bit timestamp
 * (112 s at 19.2 MHz).
 */
static bool is_drop(const struct ring *ring, u64 index, u64 shift)
{
	const u8 *a = index ? entry_at(ring, index - 1, shift) : NULL;
	const u8 *b = entry_at(ring, index, shift);

	return a && b && word(b, 0) - word(a, 0) > U32_MAX / 2;
}

/*
 * Return: index of the entry, from @first to @last, after the longest time without an event. If
 * whole entries are missing, they are most likely missing before this entry.
 */
static u64 find_largest_step(const struct ring *ring, u64 first, u64 last)
{
	u64 i, best = last;
	u32 largest = 0;

	for (i = max_t(u64, first, 1); i <= last; i++) {
		const u8 *a = entry_at(ring, i - 1, 0), *b = entry_at(ring, i, 0);
		u32 step = a && b ? word(b, 0) - word(a, 0) : 0;

		if (step < largest || step > U32_MAX / 2)
			continue;
		largest = step;
		best = i;
	}
	return best;
}

/*
 * Return: index of the entry before which whole entries are missing, or @wrong if no whole entry
 * seems to be missing. @wrong: index of the first entry that is not at its offset. In a ring that
 * has wrapped, timestamps drop at the oldest entry. If they drop at an entry before the oldest one
 * and before @wrong, whole entries are missing somewhere before the drop, most likely where the
 * time between two consecutive entries is longest.
 */
static u64 find_missing_entries(const struct ring *ring, u64 wrong)
{
	u64 i;

	for (i = 1; i < min(ring->oldest, wrong); i++)
		if (is_drop(ring, i, 0))
			return find_largest_step(ring, 1, i - 1);
	return wrong;
}

/* Return: index of the first entry that is not at its offset, or ring->nr if there is none. */
static u64 find_first_wrong(const struct ring *ring)
{
	u64 i, run = 0;

	for (i = 0; i < ring->nr && run < INVALID_RUN; i++)
		run = is_valid(ring, i, 0) ? 0 : run + 1;
	return find_missing_entries(ring, i - run);
}

/*
 * Return: whether the timestamps drop at entry @i, which is after the loss, because whole entries
 * are missing there. In a complete ring, timestamps drop only at the oldest entry. A drop at
 * another entry can also be caused by a long time without events. This is assumed if two conditions
 * hold: the missing bytes are not whole entries, and the oldest entry is certainly at the right
 * offset, because it is before the loss or the timestamps drop there. @wrong: index of the first
 * entry that is not at its offset
 */
static bool is_wrong_drop(const struct ring *ring, u64 i, u64 wrong)
{
	if (!ring->oldest || i == ring->oldest || i >= ring->nr ||
	    !is_drop(ring, i, ring->shift))
		return false;
	return ring->shift % ENTRY == 0 ||
	       (ring->oldest >= wrong && !is_drop(ring, ring->oldest, ring->shift));
}

/*
 * Return: index of the first entry after the missing bytes, or ring->nr if there is none. @wrong:
 * index of the first entry that is not at its offset
 */
static u64 find_first_right(const struct ring *ring, u64 wrong)
{
	u64 i, run = 0, valid = 0;

	/*
	 * If all missing bytes are before the end of the ring, the bytes in the place of entry
	 * ring->nr are the beginning of the next region. If they are an entry of the ring instead,
	 * some of the missing bytes are after the ring.
	 */
	if (is_valid(ring, ring->nr, ring->shift) &&
	    !is_empty(entry_at(ring, ring->nr, ring->shift)))
		return ring->nr;
	for (i = ring->nr; i && run < INVALID_RUN; i--) {
		const u8 *entry = entry_at(ring, i - 1, ring->shift);

		if (is_wrong_drop(ring, i, wrong))
			break;
		run = is_valid(ring, i - 1, ring->shift) ? 0 : run + 1;
		valid += !run && !is_empty(entry);
	}
	return valid < VALID_ENTRIES ? ring->nr : i + run;
}

/*
 * After the buffer states and the LIC, the state page has only zeroes. If there is another byte,
 * bytes of the page are missing, and the byte belongs to the region after the page. Return: offset
 * of this byte, rounded down to a dword, or ring->offset if there is none.
 */
static u64 find_page_end(const struct ring *ring)
{
	const u8 *page = guc_view_at(ring->data, 0, ring->offset);
	u64 i;

	for (i = PAGE_USED; page && i < ring->offset; i++)
		if (page[i])
			return i / 4 * 4;
	return ring->offset;
}

static bool open_ring(struct ring *ring, const struct realign *r)
{
	const struct guc_region *event;
	struct guc_log log;
	bool wrapped;

	guc_log_parse_page(&log, r->data, r->total);
	event = &log.region[GUC_REGION_EVENT];
	if (!event->present || event->contradicts || event->version != 2)
		return false;
	wrapped = event->wrap_offset && event->wrap_offset < event->size;
	*ring = (struct ring){
		.data = r->data,
		.offset = event->offset,
		.nr = event->size / ENTRY,
		.used = (wrapped ? event->wrap_offset : event->write_ptr) / ENTRY,
		.oldest = wrapped ? event->write_ptr / ENTRY : 0,
		.shift = r->total - r->data.len,
	};
	return event->offset >= GUC_LOG_STATE_PAGE_SIZE &&
	       event->offset + event->size <= r->total;
}

static void set_gap(struct realign_gap *gap, u64 from, u64 to)
{
	*gap = (struct realign_gap){ .from = from, .to = to };
}

/* Find the missing bytes if all entries are at their offset: the loss is after the event ring. */
static void find_after_events(const struct realign *r, const struct ring *ring,
			      struct realign_gap *gap)
{
	u64 end = ring->offset + ring->nr * ENTRY;
	u64 shift = r->total - r->data.len;

	if (r->cut && !r->nr_breaks)
		set_gap(gap, r->data.len, r->total);
	else if (r->nr_breaks && r->first_break >= end)
		set_gap(gap, r->first_break,
			r->nr_breaks == 1 ? r->first_break + shift : r->total);
	else
		set_gap(gap, end, r->total);
}

/*
 * Find the missing bytes among the events. The entries at both ends of the gap may be a mixture
 * of two entries: they become part of the gap.
 */
static void find_in_events(const struct realign *r, const struct ring *ring,
			   u64 wrong, struct realign_gap *gap)
{
	u64 right = find_first_right(ring, wrong), from;

	if (right == ring->nr) {
		/*
		 * No entry was found after the loss, so the offset of the data there is not known:
		 * all these data become part of the gap.
		 */
		from = ring->offset + wrong * ENTRY;
		if (r->cut && !r->nr_breaks && r->data.len < from + ENTRY)
			from = r->data.len;
		else if (wrong)
			from -= ENTRY;
		set_gap(gap, min_t(u64, from, r->data.len), r->total);
		gap->entries = ring->used > wrong ? ring->used - wrong : 0;
		return;
	}
	if (right <= wrong && !(ring->shift % ENTRY))
		wrong = find_largest_step(ring, right, wrong);
	wrong -= !!wrong;
	right += right < ring->nr;
	from = ring->offset + wrong * ENTRY;
	set_gap(gap, from, max(ring->offset + right * ENTRY, from + ring->shift));
	gap->entries = (gap->to - gap->from + ENTRY - 1) / ENTRY;
}

static void find_in_page(const struct ring *ring, u64 end, u64 total,
			 struct realign_gap *gap)
{
	if (!find_first_right(ring, 0) && PAGE_USED + ring->shift <= ring->offset)
		set_gap(gap, ring->offset - ring->shift, ring->offset);
	else
		set_gap(gap, end, total);
}

/**
 * realign_find() - find where bytes are missing
 * @r: the data
 * @gap: filled with the position and the length of the gap
 *
 * Data become part of the gap if their offset in the log is not certain.
 *
 * Context: any, does not sleep.
 */
void realign_find(const struct realign *r, struct realign_gap *gap)
{
	u64 page_end, wrong;
	struct ring ring;

	if (!open_ring(&ring, r)) {
		set_gap(gap, r->nr_breaks ? r->first_break : r->data.len, r->total);
		return;
	}
	page_end = find_page_end(&ring);
	wrong = find_first_wrong(&ring);
	if (page_end < ring.offset || (!wrong && !find_first_right(&ring, 0)))
		find_in_page(&ring, page_end, r->total, gap);
	else if (wrong == ring.nr)
		find_after_events(r, &ring, gap);
	else
		find_in_events(r, &ring, wrong, gap);
}

/**
 * realign_total() - get the length of a log from its state page
 * @data: decoded data
 *
 * This is for input forms that do not contain the length of the log.
 *
 * Context: any, does not sleep.
 * Return: length of the log in bytes, or 0 if the buffer states do not contain the sizes of all
 * regions.
 */
u64 realign_total(struct guc_view data)
{
	u64 total = GUC_LOG_STATE_PAGE_SIZE;
	struct guc_log log;
	unsigned int i;

	guc_log_parse_page(&log, data, U32_MAX);
	for (i = 0; i < GUC_REGION_COUNT; i++) {
		if (!log.region[i].present)
			return 0;
		total += log.region[i].size;
	}
	return log.nr_faults ? 0 : total;
}
