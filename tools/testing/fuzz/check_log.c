// SPDX-License-Identifier: GPL-2.0-only
/* Checks of the log that the core parses from any image. */
#include "fuzz.h"

#include "guc_log.h"
#include "abi/guc_log_abi.h"

/* A range [from, to) of byte offsets in the event region. */
struct range {
	u64 from;
	u64 to;
};

static u32 unit_of(const struct guc_region *r)
{
	return r->version == GUC_LOG_EVENT_VERSION ? 20 : 4;
}

/* Return: the range of the entries that lie completely in [from, to). */
static struct range whole(const struct guc_region *r, u64 from, u64 to)
{
	u64 unit = unit_of(r);
	struct range out = { (from + unit - 1) / unit * unit, to / unit * unit };

	if (out.from > out.to)
		out.from = out.to;
	return out;
}

/*
 * Computes which ranges of the event region the core must return as runs (consecutive events),
 * oldest first, from the buffer state of the event region and from the length of the late entries
 * (written while the log was copied) that the core found. Sets @order to the expected order.
 * Returns the number of ranges, including empty ones.
 */
static unsigned int expect_ranges(const struct guc_log *log, struct range out[2],
				  enum guc_order *order)
{
	const struct guc_region *r = &log->region[GUC_REGION_EVENT];
	u32 size = r->size, wp = r->write_ptr, wrap = r->wrap_offset;
	u64 end = (u64)wp + log->events.late;

	*order = GUC_ORDER_STORAGE;
	out[0] = whole(r, 0, size);
	if (size % 4 || wp % 4 || wrap % 4 || wp > size || wrap > size)
		return 1;
	if (wrap == 0 || wrap == size) {
		*order = GUC_ORDER_LINEAR;
		out[0] = whole(r, 0, end);
		return 1;
	}
	if (wp > wrap)
		return 1;
	*order = GUC_ORDER_WRAPPED;
	out[0] = whole(r, end, wrap);
	out[1] = whole(r, 0, end);
	return 2;
}

/* Return: the number of bytes of the region that the image has. */
static u64 held(const struct guc_region *r, struct guc_view image)
{
	u64 bytes = r->offset < image.len ? image.len - r->offset : 0;

	return min_t(u64, bytes, r->avail);
}

static void check_late(const struct guc_log *log, struct guc_view image)
{
	const struct guc_region *r = &log->region[GUC_REGION_EVENT];
	const struct guc_events *ev = &log->events;
	u64 end = (u64)r->write_ptr + ev->late;

	if (!ev->late)
		return;
	FUZZ_CHECK(r->version == GUC_LOG_EVENT_VERSION && ev->late % 20 == 0);
	FUZZ_CHECK(r->write_ptr % 20 == 0 && end <= held(r, image));
	FUZZ_CHECK(ev->order == GUC_ORDER_LINEAR ||
		   (ev->order == GUC_ORDER_WRAPPED && end < r->wrap_offset));
}

/* The runs that the core returns, and the gaps between them, must equal the expected ranges. */
static void check_runs(const struct guc_log *log, struct guc_view image)
{
	const struct guc_region *r = &log->region[GUC_REGION_EVENT];
	const struct guc_events *ev = &log->events;
	unsigned int i, nr, range = 0;
	enum guc_order order;
	struct range want[2];
	u64 at, skip;

	if (!r->present || (r->size && !r->avail)) {
		FUZZ_CHECK(ev->order == GUC_ORDER_ABSENT);
		FUZZ_CHECK(!ev->nr_runs && !ev->before_load.len);
		FUZZ_CHECK(!ev->has_unread && !ev->missing && !ev->late);
		return;
	}
	nr = expect_ranges(log, want, &order);
	FUZZ_CHECK(ev->order == order);
	at = want[0].from;
	for (i = 0; i < ev->nr_runs; i++) {
		const struct guc_run *run = &ev->run[i];
		u64 from = run->span.offset - r->offset;

		FUZZ_CHECK(run->span.len && run->span.offset >= r->offset);
		FUZZ_CHECK(run->span.len % unit_of(r) == 0);
		FUZZ_CHECK(from + run->span.len <= held(r, image));
		skip = run->gap;
		while (skip >= want[range].to - at && range + 1 < nr &&
		       from != at + skip) {
			skip -= want[range].to - at;
			at = want[++range].from;
		}
		FUZZ_CHECK(at + skip == from);
		at = from + run->span.len;
		FUZZ_CHECK(at <= want[range].to);
	}
	skip = want[range].to - at;
	while (++range < nr)
		skip += want[range].to - want[range].from;
	FUZZ_CHECK(ev->missing == skip);
	if (ev->has_unread)
		FUZZ_CHECK(ev->unread <= r->size && r->read_ptr % 4 == 0 &&
			   order != GUC_ORDER_STORAGE);
}

/*
 * Return: the offset in the image right after the last nonzero byte of the region at or after the
 * offset @from in the region, or 0 if there is no such byte.
 */
static u64 last_used(const struct guc_region *r, struct guc_view image, u64 from)
{
	u64 end = r->offset + held(r, image) / unit_of(r) * unit_of(r);
	u64 at, last = 0;

	for (at = r->offset + from; at < end; at++)
		if (image.data[at])
			last = at + 1;
	return last;
}

/*
 * @span is what the core found outside of the events of the log: entries from before the firmware
 * was loaded, or data after the wrap. If it is not empty, it must begin with the first whole entry
 * at or after @from, and end with the entry that has the last nonzero byte of the region.
 */
static void check_other(const struct guc_region *r, struct guc_view image,
			const struct guc_span *span, u64 from)
{
	struct range w = whole(r, from, r->size);
	u64 last = last_used(r, image, w.from), end = span->offset + span->len;

	if (!span->len)
		return;
	FUZZ_CHECK(span->offset == r->offset + w.from);
	FUZZ_CHECK(end >= last && end - last < unit_of(r));
	FUZZ_CHECK(end <= r->offset + held(r, image));
	FUZZ_CHECK(span->len % unit_of(r) == 0);
}

static void check_outside(const struct guc_log *log, struct guc_view image)
{
	const struct guc_region *r = &log->region[GUC_REGION_EVENT];
	const struct guc_events *ev = &log->events;
	struct range w;
	u64 last;

	if (ev->order == GUC_ORDER_WRAPPED) {
		FUZZ_CHECK(!ev->before_load.len && !ev->not_understood);
		check_other(r, image, &ev->after_wrap, r->wrap_offset);
	} else if (ev->order == GUC_ORDER_LINEAR) {
		FUZZ_CHECK(!ev->after_wrap.len);
		check_other(r, image, &ev->before_load,
			    (u64)r->write_ptr + ev->late);
		w = whole(r, (u64)r->write_ptr + ev->late, r->size);
		last = last_used(r, image, w.from);
		FUZZ_CHECK(!!last == (ev->before_load.len || ev->not_understood));
		FUZZ_CHECK(!ev->before_load.len || !ev->not_understood);
	} else {
		FUZZ_CHECK(!ev->before_load.len && !ev->after_wrap.len);
		FUZZ_CHECK(!ev->not_understood);
	}
}

static void check_crash(const struct guc_log *log, struct guc_view image)
{
	const struct guc_region *r = &log->region[GUC_REGION_CRASH];
	u64 i, len = held(r, image);

	for (i = 0; i < len; i++)
		if (image.data[r->offset + i])
			break;
	FUZZ_CHECK(log->crash.len == (i < len ? len : 0));
	FUZZ_CHECK((log->crash_state == GUC_CRASH_PRESENT) == (i < len));
	FUZZ_CHECK((log->crash_state == GUC_CRASH_NONE) ==
		   (r->present && i == len && len == r->size));
	if (log->crash.len)
		FUZZ_CHECK(log->crash.offset == r->offset);
}

static void check_regions(const struct guc_log *log, u64 total)
{
	unsigned int i;

	for (i = 0; i < GUC_REGION_COUNT; i++) {
		const struct guc_region *r = &log->region[i];
		u64 left = r->offset <= total ? total - r->offset : 0;

		FUZZ_CHECK(r->avail == (r->present ? min_t(u64, r->size, left) : 0));
		FUZZ_CHECK(!r->present || r->offset >= GUC_LOG_STATE_PAGE_SIZE);
		FUZZ_CHECK(r->full_count < 16);
	}
}

/* Return: how many of the faults that were found are stored in the log. */
static unsigned int kept(const struct guc_log *log)
{
	return min_t(unsigned int, log->nr_faults, GUC_LOG_MAX_FAULTS);
}

/*
 * @b, parsed from the state page alone, must equal @a, parsed from the whole image, except for the
 * faults that check_cut() expects after those of the state page.
 */
static void check_same_page(const struct guc_log *a, const struct guc_log *b)
{
	unsigned int i;

	FUZZ_CHECK(a->nr_faults >= b->nr_faults);
	for (i = 0; i < kept(b); i++) {
		FUZZ_CHECK(a->fault[i].code == b->fault[i].code);
		FUZZ_CHECK(a->fault[i].section == b->fault[i].section);
		FUZZ_CHECK(a->fault[i].offset == b->fault[i].offset);
		FUZZ_CHECK(a->fault[i].found == b->fault[i].found);
		FUZZ_CHECK(a->fault[i].expected == b->fault[i].expected);
	}
	for (i = 0; i < GUC_REGION_COUNT; i++) {
		FUZZ_CHECK(a->region[i].offset == b->region[i].offset);
		FUZZ_CHECK(a->region[i].avail == b->region[i].avail);
	}
	FUZZ_CHECK(a->lic.known == b->lic.known);
	FUZZ_CHECK(!memcmp(a->lic.value, b->lic.value, sizeof(a->lic.value)));
}

/*
 * The faults of @log must be those of the state page, then one for each region that is only partly
 * in the image, then one if there are data after the wrap offset.
 */
static void check_cut(const struct guc_log *log, struct guc_view image,
		      unsigned int page_faults)
{
	unsigned int i, n = page_faults;

	for (i = GUC_REGION_EVENT; i <= GUC_REGION_CRASH; i++) {
		const struct guc_region *r = &log->region[i];

		if (held(r, image) == r->avail)
			continue;
		if (n < GUC_LOG_MAX_FAULTS) {
			FUZZ_CHECK(log->fault[n].code == GUC_FAULT_CUT);
			FUZZ_CHECK(log->fault[n].offset == r->offset);
			FUZZ_CHECK(log->fault[n].found == held(r, image));
			FUZZ_CHECK(log->fault[n].expected == r->avail);
		}
		n++;
	}
	if (log->events.after_wrap.len) {
		if (n < GUC_LOG_MAX_FAULTS)
			FUZZ_CHECK(log->fault[n].code == GUC_FAULT_AFTER_WRAP);
		n++;
	}
	FUZZ_CHECK(log->nr_faults == n);
}

static int first_error(const struct guc_log *log)
{
	return log->nr_faults ? guc_fault_errno(&log->fault[0]) : 0;
}

/*
 * Parsing a copy of the state page alone must give the same values as parsing the image. The copy
 * is in memory of exactly its size, so that reads beyond its end are noticed.
 */
static void check_page_alone(const struct guc_log *log, struct guc_view image,
			     u64 total)
{
	size_t len = min_t(size_t, image.len, GUC_LOG_STATE_PAGE_SIZE);
	u8 *page = fuzz_copy(image.data, len);
	struct guc_log alone;
	int err;

	memset(&alone, 0x5a, sizeof(alone));
	err = guc_log_parse_page(&alone, guc_view(page, len), total);
	FUZZ_CHECK(err == first_error(&alone));
	check_same_page(log, &alone);
	check_cut(log, image, alone.nr_faults);
	FUZZ_CHECK(!alone.events.nr_runs && !alone.crash.len);
	free(page);
}

void fuzz_check_log(struct guc_view image, u64 total)
{
	struct guc_log log;
	unsigned int i;
	int err;

	memset(&log, 0xa5, sizeof(log));
	err = guc_log_parse(&log, image, total);
	FUZZ_CHECK(err == first_error(&log));
	for (i = 0; i < kept(&log); i++)
		fuzz_check_fault(&log.fault[i],
				 max_t(u64, total, GUC_LOG_STATE_PAGE_SIZE));
	check_regions(&log, total);
	check_late(&log, image);
	check_runs(&log, image);
	check_outside(&log, image);
	check_crash(&log, image);
	check_page_alone(&log, image, total);
}
