// SPDX-License-Identifier: GPL-2.0-only
/* What must be true of every parsed log, whatever the image says. */
#include "fuzz.h"

#include "guc_log.h"
#include "abi/guc_log_abi.h"

/* [from, to) in the event region */
struct range {
	u64 from;
	u64 to;
};

static struct range clip(struct range r, u64 bound)
{
	r.from = min(r.from, bound);
	r.to = min(r.to, bound);
	return r;
}

/*
 * The ring rule once more, from the words of the state alone. Returns how many
 * ranges, empty ones included.
 */
static unsigned int expect_runs(const struct guc_region *r, struct range out[2],
				enum guc_order *order)
{
	u32 size = r->size, wp = r->write_ptr, wrap = r->wrap_offset;

	*order = GUC_ORDER_STORAGE;
	out[0] = (struct range){ 0, size };
	if (size % 4 || wp % 4 || wrap % 4 || wp > size || wrap > size)
		return 1;
	if (wrap == 0 || wrap == size) {
		*order = GUC_ORDER_LINEAR;
		out[0] = (struct range){ 0, wp };
		return 1;
	}
	if (wp > wrap)
		return 1;
	*order = GUC_ORDER_WRAPPED;
	out[0] = (struct range){ wp, wrap };
	out[1] = (struct range){ 0, wp };
	return 2;
}

static u64 held(const struct guc_region *r, struct guc_view image)
{
	u64 bytes = r->offset < image.len ? image.len - r->offset : 0;

	return min_t(u64, bytes, r->avail);
}

static void check_runs(const struct guc_log *log, struct guc_view image)
{
	const struct guc_region *r = &log->region[GUC_REGION_EVENT];
	const struct guc_events *ev = &log->events;
	unsigned int i, n = 0, nr;
	enum guc_order order;
	struct range want[2];

	if (!r->present || (r->size && !r->avail)) {
		FUZZ_CHECK(ev->order == GUC_ORDER_ABSENT);
		FUZZ_CHECK(!ev->nr_runs && !ev->before_load.len);
		FUZZ_CHECK(!ev->has_unread);
		return;
	}
	nr = expect_runs(r, want, &order);
	FUZZ_CHECK(ev->order == order);
	for (i = 0; i < nr; i++) {
		struct range w = clip(want[i], held(r, image));

		if (w.from >= w.to)
			continue;
		FUZZ_CHECK(n < ev->nr_runs);
		FUZZ_CHECK(ev->run[n].offset == r->offset + w.from);
		FUZZ_CHECK(ev->run[n].len == w.to - w.from);
		n++;
	}
	FUZZ_CHECK(ev->nr_runs == n);
	if (ev->has_unread)
		FUZZ_CHECK(ev->unread <= r->size && r->read_ptr % 4 == 0 &&
			   order != GUC_ORDER_STORAGE);
}

/* All of it that is not zero, no more than an entry's rest behind that. */
static void check_before_load(const struct guc_log *log, struct guc_view image)
{
	const struct guc_region *r = &log->region[GUC_REGION_EVENT];
	const struct guc_span *span = &log->events.before_load;
	u64 end = r->offset + held(r, image);
	u32 unit = r->version == GUC_LOG_EVENT_VERSION ? 20 : 4;
	u64 at, last = 0;

	if (log->events.order != GUC_ORDER_LINEAR) {
		FUZZ_CHECK(!span->len);
		return;
	}
	for (at = r->offset + r->write_ptr; at < end; at++)
		if (image.data[at])
			last = at + 1;
	if (!last) {
		FUZZ_CHECK(!span->len);
		return;
	}
	FUZZ_CHECK(span->offset == r->offset + r->write_ptr);
	at = span->offset + span->len;
	FUZZ_CHECK(at >= last && at <= end && at - last < unit);
	FUZZ_CHECK(span->len % unit == 0 || at == end);
}

static void check_crash(const struct guc_log *log, struct guc_view image)
{
	const struct guc_region *r = &log->region[GUC_REGION_CRASH];
	u64 i, len = held(r, image);

	for (i = 0; i < len; i++)
		if (image.data[r->offset + i])
			break;
	FUZZ_CHECK(log->crash.len == (i < len ? len : 0));
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

static unsigned int kept(const struct guc_log *log)
{
	return min_t(unsigned int, log->nr_faults, GUC_LOG_MAX_FAULTS);
}

/* The page alone, @b, says what the image, @a, says but for what is cut. */
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

/* The parts that a file is made of and that are not all there, page faults first. */
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
	FUZZ_CHECK(log->nr_faults == n);
}

static int first_error(const struct guc_log *log)
{
	return log->nr_faults ? guc_fault_errno(&log->fault[0]) : 0;
}

/* The page alone, in memory that ends with it, must say the same. */
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
	check_runs(&log, image);
	check_before_load(&log, image);
	check_crash(&log, image);
	check_page_alone(&log, image, total);
}
