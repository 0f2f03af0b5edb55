// SPDX-License-Identifier: GPL-2.0-only
#include "read/input_log.h"
#include "abi/guc_log_abi.h"

#include <sys/mman.h>

#include "base/arena.h"

/*
 * Ask the kernel for large pages: otherwise, page faults take most of the time in which a large
 * image is filled.
 */
static void want_large_pages(struct input_log *log)
{
	const size_t large = 2 * 1024 * 1024;
	uintptr_t start = ((uintptr_t)log->image + large - 1) & ~(large - 1);
	uintptr_t end = ((uintptr_t)log->image + log->room) & ~(large - 1);

	/* madvise() only gives a hint to the kernel, so an error is ignored. */
	if (start < end)
		(void)madvise((void *)start, end - start, MADV_HUGEPAGE);
}

/**
 * input_log_room() - make room in an image
 * @log: the log
 * @more: number of bytes that will be added after @log->len
 *
 * Return: true, or false if there is no memory.
 */
bool input_log_room(struct input_log *log, size_t more)
{
	size_t want = log->len + more;
	size_t room = max(want, log->room + log->room / 2);
	u8 *image;

	if (want <= log->room)
		return true;
	image = arena_grow(log->arena, log->image, room);
	if (!image)
		return false;
	log->image = image;
	log->room = room;
	want_large_pages(log);
	return true;
}

/**
 * input_log_hole() - mark bytes of an image as unknown
 * @log: the log
 * @from: offset of the first unknown byte; the log has no hole after it
 * @to: offset after the last unknown byte
 */
void input_log_hole(struct input_log *log, size_t from, size_t to)
{
	struct input_hole *last = log->nr_holes ?
				  &log->hole[log->nr_holes - 1] : NULL;

	if (last && (from <= last->to || log->nr_holes == INPUT_MAX_HOLES))
		last->to = to;
	else
		log->hole[log->nr_holes++] = (struct input_hole){ from, to };
}

/**
 * input_log_insert_hole() - insert a hole, which is bytes of unknown value, into an image
 * @log: the log; the data after the hole move
 * @at: offset of the hole; the log has no hole after it
 * @len: number of bytes, not 0
 *
 * A text can lead to many holes of any length. The bytes of a hole are therefore not written: they
 * are in zeroed memory from arena_zero(), and need no physical memory. If there is no memory, the
 * image is unchanged.
 */
void input_log_insert_hole(struct input_log *log, size_t at, size_t len)
{
	size_t tail = log->len - at;
	u8 *image = arena_zero(log->arena, log->len + len);

	if (!image)
		return;
	if (at)
		memcpy(image, log->image, at);
	if (tail)
		memcpy(image + at + len, log->image + at, tail);
	arena_drop(log->arena, log->image);
	log->image = image;
	log->len += len;
	log->room = log->len;
	input_log_hole(log, at, at + len);
}

static void add_note(struct input_log *log, const char *fmt, va_list args)
{
	size_t old = log->notes ? strlen(log->notes) : 0;
	char line[256] = "loss=", *notes;
	size_t len = strlen(line);

	vsnprintf(line + len, sizeof(line) - len, fmt, args);
	len = strlen(line);
	notes = arena_grow(log->arena, log->notes, old + len + 2);
	if (!notes)
		return;
	log->notes = notes;
	memcpy(log->notes + old, line, len);
	memcpy(log->notes + old + len, "\n", 2);
}

/**
 * input_log_loss() - store a message about missing data
 * @log: the log; messages after the first 32 are not stored, only counted
 * @fmt: format as for printf(), printable ASCII
 */
void input_log_loss(struct input_log *log, const char *fmt, ...)
{
	va_list args;

	if (log->losses++ >= 32)
		return;
	va_start(args, fmt);
	add_note(log, fmt, args);
	va_end(args);
}

/*
 * If all bytes of the log are 0, replace the faults of its parts by this single cause: no GuC was
 * loaded, it sleeps, or the driver has reset it and has not loaded it again.
 */
static void note_not_written(struct guc_log *parsed, struct guc_view image, unsigned int nr_holes)
{
	if (nr_holes || image.len < GUC_LOG_STATE_PAGE_SIZE ||
	    memchr_inv(image.data, 0, image.len))
		return;
	parsed->nr_faults = 0;
	guc_log_add_fault(parsed, (struct guc_fault){
		.code = GUC_FAULT_NOT_WRITTEN, .section = GUC_SECTION_STATE_PAGE,
	});
}

/**
 * input_log_parse() - parse a log's image
 * @log: the log; must not be an LFD file, which has no image
 * @parsed: filled with the parsed state page and regions; the bytes in the holes of the image are
 *	treated as missing
 */
void input_log_parse(const struct input_log *log, struct guc_log *parsed)
{
	struct guc_view image = input_log_bytes(log);
	struct guc_holes holes = { .nr = log->nr_holes };
	unsigned int i;

	for (i = 0; i < holes.nr; i++)
		holes.hole[i] = (struct guc_span){
			.offset = log->hole[i].from,
			.len = (u32)(log->hole[i].to - log->hole[i].from),
		};
	if (log->page)
		*parsed = *log->page;
	else
		guc_log_parse_page(parsed, image, log->total);
	guc_log_parse_regions(parsed, image, &holes);
	note_not_written(parsed, image, holes.nr);
}
