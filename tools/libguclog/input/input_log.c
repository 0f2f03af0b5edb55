// SPDX-License-Identifier: GPL-2.0-only
#include "input/input_log.h"

#include <sys/mman.h>

#include "arena.h"
#include "guclog_dump.h"
#include "shared/bytes.h"

/**
 * input_add_log() - another log
 * @in: the input; pointers to its logs move
 * @form: its form
 *
 * Return: the log, zeroed but for its form, name and source; NULL without memory.
 */
struct input_log *input_add_log(struct input *in, enum guclog_form form)
{
	const char *source = guclog_form_label(form);
	struct input_log *all, *log;

	all = arena_grow(in->arena, in->log, (in->nr_logs + 1) * sizeof(*in->log));
	if (!all)
		return NULL;
	in->log = all;
	log = &all[in->nr_logs];
	*log = (struct input_log){ .arena = in->arena, .form = form };
	log->name = arena_strdup(in->arena, in->name);
	if (!log->name)
		return NULL;
	in->nr_logs++;
	guc_facts_set(&log->facts, GUC_FACT_source, source, strlen(source));
	if (in->form == GUCLOG_FORM_UNKNOWN)
		in->form = form;
	return log;
}

/**
 * input_add_whole() - add the one log of an input
 * @in: the input
 * @form: its form
 * @data: all its bytes, memory of the arena, which the log keeps
 * @len: number of bytes at @data
 * @page: the parsed state page of an image, NULL without
 *
 * Context: allocates memory.
 */
void input_add_whole(struct input *in, enum guclog_form form, u8 *data, size_t len,
		     const struct guc_log *page)
{
	struct input_log *log = input_add_log(in, form);

	if (!log)
		return;
	log->page = page;
	log->image = data;
	log->len = len;
	log->room = len;
	log->total = len;
}

/* Ask for large pages: most of the time to fill a large image is spent in page faults. */
static void want_large_pages(struct input_log *log)
{
	const size_t large = 2 * 1024 * 1024;
	uintptr_t start = ((uintptr_t)log->image + large - 1) & ~(large - 1);
	uintptr_t end = ((uintptr_t)log->image + log->room) & ~(large - 1);

	/* This is a hint; an error is ignored. */
	if (start < end)
		(void)madvise((void *)start, end - start, MADV_HUGEPAGE);
}

/**
 * input_log_room() - make room in an image
 * @log: the log
 * @more: bytes that are wanted after @log->len
 *
 * Return: false without memory.
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
 * input_log_hole() - bytes are not known
 * @log: the log
 * @from: the first, not before any hole that the log has
 * @to: after the last
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
 * input_log_insert_hole() - bytes in the middle of an image are not known
 * @log: the log; what is after the hole moves
 * @at: where, not before any hole that the log has
 * @len: how many, not 0
 *
 * A line of text can ask for a hole of any length, and a text for many: their memory is
 * not written to, so that it needs no pages. Without memory the image stays as it is.
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
 * input_log_loss() - something is missing
 * @log: the log; beyond some dozens they are only counted
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

/**
 * input_add_bare() - note a devcoredump without a GuC log
 * @in: the input
 * @name: name of the devcoredump
 */
void input_add_bare(struct input *in, const char *name)
{
	char **bare = arena_room(in->arena, in->bare, in->nr_bare, sizeof(*bare));
	char *copy = arena_strdup(in->arena, name);

	if (!bare)
		return;
	in->bare = bare;
	if (copy)
		bare[in->nr_bare++] = copy;
}

static void append_logs(struct input *in, struct input *more)
{
	struct input_log *log;
	unsigned int i;

	if (!more->nr_logs)
		return;
	log = arena_grow(in->arena, in->log, (in->nr_logs + more->nr_logs) * sizeof(*in->log));
	if (!log)
		return;
	in->log = log;
	for (i = 0; i < more->nr_logs; i++)
		log[in->nr_logs++] = more->log[i];
}

static void add_other(struct input *in, struct input_other other)
{
	struct input_other *all;

	all = arena_room(in->arena, in->other, in->nr_others, sizeof(*all));
	if (!all || !other.name)
		return;
	in->other = all;
	all[in->nr_others++] = other;
}

/**
 * input_append() - move the logs of an input to another one
 * @in: gets them
 * @more: an input of the same arena; has no logs afterwards
 */
void input_append(struct input *in, struct input *more)
{
	unsigned int i;

	append_logs(in, more);
	for (i = 0; i < more->nr_others; i++)
		add_other(in, more->other[i]);
	for (i = 0; i < more->nr_bare; i++)
		input_add_bare(in, more->bare[i]);
	for (i = 0; i < more->nr_dumps; i++)
		input_add_dump(in, more->dump[i], in->nr_logs);
	arena_drop(in->arena, more->log);
	*more = (struct input){ .arena = in->arena, .messages = in->messages };
}

/**
 * input_add_dump() - keep a devcoredump
 * @in: the input
 * @dump: the devcoredump, of the arena of @in
 * @from: index of the first log that is part of it; all after it are too
 */
void input_add_dump(struct input *in, struct guclog_dump *dump, unsigned int from)
{
	struct guclog_dump **all;

	all = arena_room(in->arena, in->dump, in->nr_dumps, sizeof(*all));
	if (!all)
		return;
	in->dump = all;
	all[in->nr_dumps++] = dump;
	if (!dump->name)
		dump->name = arena_strdup(in->arena, in->name);
	for (; from < in->nr_logs; from++)
		in->log[from].dump = dump;
}

/**
 * input_add_other() - note that an input has no GuC log
 * @in: the input
 * @what: what it is, with an article; a constant string
 */
void input_add_other(struct input *in, const char *what)
{
	add_other(in, (struct input_other){
		.name = arena_strdup(in->arena, in->name),
		.what = what,
	});
}

/**
 * input_log_parse() - parse a log's image
 * @log: the log, no LFD file
 * @parsed: filled; bytes in holes of the image are missing there
 */
void input_log_parse(const struct input_log *log, struct guc_log *parsed)
{
	struct guc_view image = input_log_view(log);
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
}

/**
 * input_read_all() - read bytes to their end into the memory of an input
 * @in: the input
 * @bytes: the bytes
 * @data: memory of the arena with the first @len bytes; grown
 * @len: moved to the end of what was read
 * @max: most bytes, more than @len
 *
 * Context: reads the bytes, allocates memory.
 * Return: as bytes_read_all(), and -1 without memory.
 */
int input_read_all(struct input *in, struct bytes *bytes, u8 **data, size_t *len, size_t max)
{
	size_t room = *len;
	ssize_t n;
	u8 *more;

	do {
		if (*len == room) {
			room += max_t(size_t, room / 2, 64 * 1024);
			more = arena_grow(in->arena, *data, room);
			if (!more)
				return -1;
			*data = more;
		}
		n = bytes_read(bytes, *data + *len, room - *len);
		if (n < 0)
			return -1;
		*len += (size_t)n;
	} while (n && *len <= max);
	return *len > max;
}
