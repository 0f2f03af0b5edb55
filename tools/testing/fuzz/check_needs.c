// SPDX-License-Identifier: GPL-2.0-only
/*
 * Checks that the parts that guc_log_needs() returns are enough to make the same LFD file as the
 * whole image.
 */
#include "fuzz.h"

#include "guc_log.h"
#include "abi/guc_log_abi.h"

/*
 * Returns the image as the module's snapshot of a log has it: the state page and the parts that
 * guc_log_needs() names, with zeroes between them, up to the end of the last part. The caller frees
 * it.
 */
static struct guc_view copy_needed(struct guc_view image, u64 total)
{
	size_t page = min_t(size_t, image.len, GUC_LOG_STATE_PAGE_SIZE);
	struct guc_span need[GUC_REGION_COUNT];
	struct guc_log log;
	unsigned int i, nr;
	size_t len = page;
	u8 *p;

	guc_log_parse_page(&log, image, total);
	nr = guc_log_needs(&log, need);
	FUZZ_CHECK(nr <= GUC_REGION_COUNT);
	for (i = 0; i < nr; i++) {
		FUZZ_CHECK(need[i].len > 0);
		FUZZ_CHECK(need[i].offset >= GUC_LOG_STATE_PAGE_SIZE);
		FUZZ_CHECK(need[i].len <= total - need[i].offset);
		if (need[i].offset < image.len)
			len = max_t(size_t, len,
				    min_t(u64, image.len,
					  need[i].offset + need[i].len));
	}
	p = fuzz_alloc(len);
	memset(p, 0, len);
	memcpy(p, image.data, page);
	for (i = 0; i < nr; i++) {
		struct guc_view part = guc_view_clip(image, need[i].offset,
						     need[i].len);

		if (part.len)
			memcpy(p + need[i].offset, part.data, part.len);
	}
	return guc_view(p, len);
}

void fuzz_check_needs(const struct guc_lfd_source *src)
{
	struct guc_lfd_source less = *src;
	size_t want_len, have_len;
	struct guc_log log;
	u8 *want, *have;

	less.image = copy_needed(src->image, src->log->total);
	less.log = &log;
	guc_log_parse(&log, less.image, src->log->total);
	want = fuzz_lfd(src, &want_len);
	have = fuzz_lfd(&less, &have_len);
	FUZZ_CHECK(have_len == want_len && !memcmp(have, want, want_len));
	free(want);
	free(have);
	free((void *)less.image.data);
}
