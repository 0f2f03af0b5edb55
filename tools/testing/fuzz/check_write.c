// SPDX-License-Identifier: GPL-2.0-only
/* Checks of the LFD file of a log: its length is computed, it is written, and it is read back. */
#include "fuzz.h"

#include "guc_log.h"
#include "abi/guc_lfd_abi.h"
#include "abi/guc_log_abi.h"

static bool inside(const struct guc_seg *seg, const void *start, u64 len)
{
	uintptr_t p = (uintptr_t)seg->data, s = (uintptr_t)start;

	return p >= s && p - s <= len && seg->len <= len - (p - s);
}

/*
 * Each segment of the LFD file must lie in the writer's buffer or in the image. Return: the sum of
 * the lengths of the segments.
 */
static u64 check_segs(const struct guc_lfd_file *file,
		      const struct guc_lfd_source *src)
{
	unsigned int i;
	u64 sum = 0;

	FUZZ_CHECK(file->nr_segs >= 1 && file->nr_segs <= GUC_LFD_MAX_SEGS);
	for (i = 0; i < file->nr_segs; i++) {
		const struct guc_seg *seg = &file->seg[i];

		FUZZ_CHECK(seg->len > 0);
		FUZZ_CHECK(inside(seg, file->made, file->made_len) ||
			   inside(seg, src->image.data, src->image.len));
		sum += seg->len;
	}
	return sum;
}

/* Copying the LFD file in pieces of various sizes must give the same bytes as one copy. */
static void check_copy(const struct guc_lfd_file *file, const u8 *whole)
{
	u64 pos = 0, step = 1;

	while (pos < file->size) {
		size_t want = min_t(u64, step, file->size - pos);
		u8 *part = fuzz_alloc(want);

		FUZZ_CHECK(guc_segs_copy(file->seg, file->nr_segs, pos, part,
					 want) == want);
		FUZZ_CHECK(!memcmp(part, whole + pos, want));
		free(part);
		pos += want;
		step = step * 3 + 1;
	}
	FUZZ_CHECK(guc_segs_copy(file->seg, file->nr_segs, file->size,
				 &(u8){ 0 }, 1) == 0);
}

void *fuzz_lfd(const struct guc_lfd_source *src, size_t *len)
{
	struct guc_lfd_file measured, file;
	u8 *whole;

	memset(&measured, 0, sizeof(measured));
	FUZZ_CHECK(guc_lfd_write(&measured, src) == 0);

	memset(&file, 0, sizeof(file));
	file.made_size = measured.made_len;
	file.made = fuzz_alloc(file.made_size);
	FUZZ_CHECK(guc_lfd_write(&file, src) == 0);
	FUZZ_CHECK(file.size == measured.size);
	FUZZ_CHECK(file.made_len == measured.made_len);
	FUZZ_CHECK(check_segs(&file, src) == file.size);

	*len = file.size;
	whole = fuzz_alloc(file.size);
	FUZZ_CHECK(guc_segs_copy(file.seg, file.nr_segs, 0, whole,
				 file.size) == file.size);
	check_copy(&file, whole);
	free(file.made);
	return whole;
}

static void check_no_space(const struct guc_lfd_source *src)
{
	struct guc_lfd_file file;

	memset(&file, 0, sizeof(file));
	FUZZ_CHECK(guc_lfd_write(&file, src) == 0);
	file.made_size = file.made_len / 2;
	file.made = fuzz_alloc(file.made_size);
	FUZZ_CHECK(guc_lfd_write(&file, src) == -ENOSPC);
	free(file.made);
}

static struct guc_lfd_block take(struct guc_lfd_reader *reader, u32 type,
				 u64 bytes)
{
	struct guc_lfd_block block;

	FUZZ_CHECK(guc_lfd_next(reader, &block) == 1);
	FUZZ_CHECK(block.type == type);
	FUZZ_CHECK(block.data_count == (bytes + 3) / 4);
	FUZZ_CHECK(block.data.len == 4ull * block.data_count);
	return block;
}

/* Check that @data continues with @span of the image. Return: the data after it. */
static const u8 *same_bytes(const u8 *data, struct guc_view image,
			    const struct guc_span *span)
{
	if (span->len)
		FUZZ_CHECK(!memcmp(data, image.data + span->offset, span->len));
	return data + span->len;
}

static void check_padding(const struct guc_lfd_block *block, const u8 *from)
{
	const u8 *end = block->data.data + block->data.len;

	FUZZ_CHECK(end - from <= 3);
	for (; from < end; from++)
		FUZZ_CHECK(!*from);
}

static unsigned int count(const char *text, const char *what)
{
	unsigned int n = 0;

	for (text = strstr(text, what); text; text = strstr(text + 1, what))
		n++;
	return n;
}

/*
 * Check that the next block of the file is a comment whose text begins with @start. Return: its
 * text; the caller frees it.
 */
static char *take_comment(struct guc_lfd_reader *reader, const char *start)
{
	struct guc_lfd_block block;
	char *text;

	FUZZ_CHECK(guc_lfd_next(reader, &block) == 1);
	FUZZ_CHECK(block.type == GUC_LFD_HOST_COMMENT);
	text = fuzz_alloc(block.data.len + 1);
	memcpy(text, block.data.data, block.data.len);
	text[block.data.len] = '\0';
	FUZZ_CHECK(!strncmp(text, start, strlen(start)));
	FUZZ_CHECK(text[strlen(text) - 1] == '\n');
	return text;
}

/*
 * Check the block that has the runs (consecutive events) from index @i up to the next gap. Return:
 * the index of the run after these.
 */
static unsigned int check_block_of_runs(struct guc_lfd_reader *reader,
					const struct guc_lfd_source *src,
					unsigned int i)
{
	const struct guc_events *ev = &src->log->events;
	struct guc_lfd_block block;
	unsigned int next = i;
	u64 bytes = 0;
	const u8 *data;

	do
		bytes += ev->run[next++].span.len;
	while (next < ev->nr_runs && !ev->run[next].gap);
	block = take(reader, GUC_LFD_LOG_EVENTS_BUFFER, 4 + bytes);
	FUZZ_CHECK(guc_load_le32(block.data.data) ==
		   src->log->region[GUC_REGION_EVENT].version);
	data = block.data.data + 4;
	for (; i < next; i++)
		data = same_bytes(data, src->image, &ev->run[i].span);
	FUZZ_CHECK(data == block.data.data + block.data.len);
	return next;
}

/* Check the blocks of events: before each block that follows a gap, there must be a comment. */
static void check_events(struct guc_lfd_reader *reader,
			 const struct guc_lfd_source *src)
{
	const struct guc_events *ev = &src->log->events;
	unsigned int i = 0;

	while (i < ev->nr_runs) {
		if (ev->run[i].gap)
			free(take_comment(reader, "events=events right before "));
		i = check_block_of_runs(reader, src, i);
	}
}

static void check_crash(struct guc_lfd_reader *reader,
			const struct guc_lfd_source *src)
{
	struct guc_lfd_block block;

	if (!src->log->crash.len)
		return;
	block = take(reader, GUC_LFD_FW_CRASH_DUMP, src->log->crash.len);
	check_padding(&block, same_bytes(block.data.data, src->image,
					 &src->log->crash));
}

static void check_os(struct guc_lfd_reader *reader,
		     const struct guc_lfd_source *src)
{
	size_t len = strlen(src->facts->kernel);
	struct guc_lfd_block block = take(reader, GUC_LFD_OS_ID, 4 + len);

	FUZZ_CHECK(guc_load_le32(block.data.data) == GUC_LFD_OS_LINUX);
	if (len)
		FUZZ_CHECK(!memcmp(block.data.data + 4, src->facts->kernel, len));
	check_padding(&block, block.data.data + 4 + len);
}

static void check_comment(struct guc_lfd_reader *reader,
			  const struct guc_lfd_source *src)
{
	unsigned int faults = src->log->nr_faults;
	char *text = take_comment(reader, "writer=xe_guclog ");

	FUZZ_CHECK(count(text, "\nfault=") ==
		   min_t(unsigned int, faults, GUC_LOG_MAX_FAULTS));
	FUZZ_CHECK(count(text, "\nfaults_not_listed=") ==
		   (faults > GUC_LOG_MAX_FAULTS));
	FUZZ_CHECK(count(text, "\nevent_order=") == 1);
	FUZZ_CHECK(count(text, "\ncrash_dump=") == 1);
	if (src->notes)
		FUZZ_CHECK(strstr(text, src->notes));
	free(text);
}

static void check_other_events(struct guc_lfd_reader *reader,
			       const struct guc_lfd_source *src,
			       const struct guc_span *span, const char *comment)
{
	struct guc_lfd_block block;

	if (!span->len)
		return;
	free(take_comment(reader, comment));
	block = take(reader, GUC_LFD_LOG_EVENTS_BUFFER, 4ull + span->len);
	FUZZ_CHECK(guc_load_le32(block.data.data) ==
		   src->log->region[GUC_REGION_EVENT].version);
	same_bytes(block.data.data + 4, src->image, span);
}

/* The file must have every expected block, in order, and no other block. */
static void check_blocks(struct guc_view file, const struct guc_lfd_source *src)
{
	const struct guc_lic *lic = &src->log->lic;
	struct guc_lfd_reader reader;
	struct guc_lfd_block block;
	u32 key;

	FUZZ_CHECK(guc_lfd_open(&reader, file) == 0);
	for (key = 1; key <= GUC_LIC_KEYS; key++) {
		if (!guc_lic_has(lic, key))
			continue;
		block = take(&reader, key, 4);
		FUZZ_CHECK(guc_load_le32(block.data.data) == lic->value[key]);
	}
	check_os(&reader, src);
	check_events(&reader, src);
	check_crash(&reader, src);
	check_comment(&reader, src);
	check_other_events(&reader, src, &src->log->events.before_load,
			   "events=written before the firmware was ");
	check_other_events(&reader, src, &src->log->events.after_wrap,
			   "events=after wrap_offset, ");
	FUZZ_CHECK(guc_lfd_next(&reader, &block) == 0);
	FUZZ_CHECK(reader.pos == file.len);
}

void fuzz_check_write(const struct guc_lfd_source *src)
{
	struct guc_lfd_summary sum;
	struct guc_fault fault;
	struct guc_view file;
	size_t len;
	u8 *whole = fuzz_lfd(src, &len);

	file = guc_view(whole, len);
	FUZZ_CHECK(guc_lfd_check(file, &sum, &fault) == 0);
	FUZZ_CHECK(sum.end == len);
	FUZZ_CHECK(sum.unknown == 0);
	FUZZ_CHECK(sum.missing == (~src->log->lic.known & 0x3e));
	check_blocks(file, src);
	check_no_space(src);
	free(whole);
}
