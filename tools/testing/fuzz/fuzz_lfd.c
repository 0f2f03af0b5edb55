// SPDX-License-Identifier: GPL-2.0-only
/* Reads and checks an LFD file; the whole input is the file. */
#include "fuzz.h"

#include "abi/guc_lfd_abi.h"

/*
 * Reads the blocks, and checks that every block lies in the file, after the previous block. Returns
 * the number of blocks before the end or the first fault; *err is 0 at the end.
 */
static u32 walk(struct guc_view file, int *err)
{
	struct guc_lfd_reader reader;
	struct guc_lfd_block block;
	u64 end = sizeof(struct guc_lfd_file_header);
	u32 blocks = 0;

	memset(&reader, 0xa5, sizeof(reader));
	*err = guc_lfd_open(&reader, file);
	while (!*err) {
		*err = guc_lfd_next(&reader, &block);
		if (*err <= 0)
			break;
		*err = 0;
		FUZZ_CHECK(block.offset == end);
		FUZZ_CHECK(block.data.data == file.data + end + 8);
		FUZZ_CHECK(block.data.len == 4ull * block.data_count);
		end += 8 + block.data.len;
		FUZZ_CHECK(end <= file.len && reader.pos == end);
		FUZZ_CHECK(guc_lfd_type_name(block.type));
		blocks++;
	}
	if (*err) {
		fuzz_check_fault(&reader.fault, file.len);
		FUZZ_CHECK(*err == guc_fault_errno(&reader.fault));
		/* After a fault in a block, a further call returns the same result. */
		if (reader.pos)
			FUZZ_CHECK(guc_lfd_next(&reader, &block) == *err);
	} else {
		FUZZ_CHECK(end == file.len);
	}
	return blocks;
}

static int check(struct guc_view file, struct guc_lfd_summary *sum,
		 struct guc_fault *fault)
{
	int err;

	memset(sum, 0xa5, sizeof(*sum));
	memset(fault, 0xa5, sizeof(*fault));
	err = guc_lfd_check(file, sum, fault);
	FUZZ_CHECK(err <= 0);
	FUZZ_CHECK(sum->end <= file.len);
	FUZZ_CHECK(sum->unknown <= sum->blocks);
	if (err)
		fuzz_check_fault(fault, file.len);
	else
		FUZZ_CHECK(fault->code == GUC_FAULT_NONE && sum->end == file.len);
	FUZZ_CHECK(err == guc_fault_errno(fault));
	return err;
}

/* The part of the file before the first fault must be a file without a fault. */
static void check_good_part(struct guc_view file,
			    const struct guc_lfd_summary *sum)
{
	struct guc_lfd_summary again;
	struct guc_fault fault;
	u8 *part;

	if (sum->end < sizeof(struct guc_lfd_file_header))
		return;
	part = fuzz_copy(file.data, sum->end);
	FUZZ_CHECK(check(guc_view(part, sum->end), &again, &fault) == 0);
	FUZZ_CHECK(again.blocks == sum->blocks);
	free(part);
}

/*
 * A valid file with an unknown block added at its end must be valid. One more byte after the block
 * must be a fault.
 */
static void check_longer(struct guc_view file)
{
	static const u8 unknown[] = { 0x86, 0x80, 0xff, 0x7f, 1, 0, 0, 0,
				      0xde, 0xad, 0xbe, 0xef };
	size_t len = file.len + sizeof(unknown);
	struct guc_lfd_summary sum;
	struct guc_fault fault;
	u8 *p = fuzz_alloc(len + 1);

	memcpy(p, file.data, file.len);
	memcpy(p + file.len, unknown, sizeof(unknown));
	p[len] = 0;
	FUZZ_CHECK(check(guc_view(p, len), &sum, &fault) == 0);
	FUZZ_CHECK(sum.unknown >= 1);
	FUZZ_CHECK(check(guc_view(p, len + 1), &sum, &fault) == -ENODATA);
	FUZZ_CHECK(fault.code == GUC_FAULT_TOO_SHORT && fault.offset == len);
	FUZZ_CHECK(fault.found == 1 && fault.expected == 8);
	free(p);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct guc_view file = guc_view(fuzz_copy(data, size), size);
	struct guc_lfd_summary sum;
	struct guc_fault fault;
	int err, walk_err;
	u32 blocks;

	blocks = walk(file, &walk_err);
	err = check(file, &sum, &fault);
	/* The check of the whole file must find every fault that walk() has found. */
	FUZZ_CHECK(!walk_err || err);
	FUZZ_CHECK(sum.blocks <= blocks);
	check_good_part(file, &sum);
	if (!err)
		check_longer(file);
	free((void *)file.data);
	return 0;
}
