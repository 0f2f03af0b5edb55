// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads a state capture region of a log (with registers that the GuC captured, see guc_capture.h)
 * with any bytes, pointers and length. Input: 6 bytes that select the length and the pointers, then
 * the region.
 */
#include "fuzz.h"

#include "guc_capture.h"

/*
 * A register that the reader returns must equal the bytes in the region. If all bytes of the region
 * are available, the reader must return all registers. Return: the length of the capture in bytes.
 */
static u32 check_regs(const struct guc_capture_region *region,
		      const struct guc_capture *capture)
{
	struct guc_capture_reg reg;
	unsigned int i;

	for (i = 0; i < capture->nr_regs; i++) {
		u32 at = (capture->offset + 20 + 16 * i) % region->size;
		bool whole = guc_capture_reg(region, capture, i, &reg);

		if (whole && at + 4 <= region->bytes.len)
			FUZZ_CHECK(reg.offset == guc_load_le32(region->bytes.data + at));
		if (region->bytes.len == region->size)
			FUZZ_CHECK(whole);
	}
	FUZZ_CHECK(!guc_capture_reg(region, capture, i, &reg));
	return 20 + 16 * capture->nr_regs;
}

static void check_group(const struct guc_capture_region *region,
			const struct guc_capture_group *group)
{
	struct guc_capture capture;
	u32 len = 8, nr = 0;

	FUZZ_CHECK(guc_capture_first(region, group, &capture));
	do {
		FUZZ_CHECK(capture.index == nr++);
		FUZZ_CHECK(capture.offset == (group->offset + len) % region->size);
		len += check_regs(region, &capture);
	} while (guc_capture_next(region, group, &capture));
	FUZZ_CHECK(nr == group->nr_captures && len == group->len);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct guc_view in = guc_view(data, size);
	struct guc_region state = { .present = true };
	struct guc_capture_walk walk = { 0 };
	struct guc_capture_region region;
	struct guc_capture_group group;
	struct guc_log log = { .total = 0 };
	u32 end = 0;
	u8 *copy;

	state.size = 4 * fuzz_take(&in, 2);
	state.write_ptr = fuzz_take(&in, 2);
	state.read_ptr = fuzz_take(&in, 2);
	log.region[GUC_REGION_CAPTURE] = state;
	copy = fuzz_copy(in.data, in.len);
	if (guc_capture_open(&region, &log, guc_view(copy, in.len))) {
		free(copy);
		return 0;
	}
	FUZZ_CHECK(region.write < region.size && region.unread <= region.size);
	while (guc_capture_next_group(&region, &walk, &group)) {
		u32 at = (group.offset + region.size - region.write) % region.size;

		/* Groups must not overlap, and must together fit into the region. */
		FUZZ_CHECK(at >= end && walk.done == at + group.len);
		FUZZ_CHECK(walk.done <= region.size);
		end = walk.done;
		check_group(&region, &group);
	}
	FUZZ_CHECK(walk.done == region.size && walk.skipped <= region.size);
	free(copy);
	return 0;
}
