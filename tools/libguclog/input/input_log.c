// SPDX-License-Identifier: GPL-2.0-only
#include "input/input_log.h"

#include <sys/mman.h>

#include "dump/dump.h"
#include "shared/msg.h"

/**
 * input_add_log() - another log
 * @in: the input; pointers to its logs move
 * @form: its form
 *
 * Return: the log, zeroed but for its form, name and source.
 */
struct input_log *input_add_log(struct input *in, enum guclog_form form)
{
	const char *source = guclog_form_label(form);
	struct input_log *log;

	in->log = mem_grow(in->log, (in->nr_logs + 1) * sizeof(*in->log));
	log = &in->log[in->nr_logs++];
	*log = (struct input_log){ .form = form };
	log->name = strdup(in->name);
	guc_facts_set(&log->facts, GUC_FACT_source, source, strlen(source));
	if (in->form == GUCLOG_FORM_UNKNOWN)
		in->form = form;
	return log;
}

/* Filling a large image takes most of its time in page faults. */
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
 * @more: bytes that are wanted behind @log->len
 */
void input_log_room(struct input_log *log, size_t more)
{
	size_t want = log->len + more;

	if (want <= log->room)
		return;
	log->room = max(want, log->room + log->room / 2);
	log->image = mem_grow(log->image, log->room);
	want_large_pages(log);
}

/**
 * input_log_hole() - bytes are not known
 * @log: the log
 * @from: the first, not before any hole that the log has
 * @to: behind the last
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
 * @log: the log; what is behind the hole moves
 * @at: where, not before any hole that the log has
 * @len: how many, not 0
 *
 * A line of text can ask for a hole of any length, and a text for many: their memory is
 * not written to, so that it needs no pages.
 */
void input_log_insert_hole(struct input_log *log, size_t at, size_t len)
{
	size_t tail = log->len - at;
	u8 *image = mem_zero(log->len + len);

	if (at)
		memcpy(image, log->image, at);
	if (tail)
		memcpy(image + at + len, log->image + at, tail);
	free(log->image);
	log->image = image;
	log->len += len;
	log->room = log->len;
	input_log_hole(log, at, at + len);
}

static void add_note(struct input_log *log, const char *fmt, va_list args)
{
	size_t old = log->notes ? strlen(log->notes) : 0;
	char line[256] = "loss=";
	size_t len = strlen(line);

	vsnprintf(line + len, sizeof(line) - len, fmt, args);
	len = strlen(line);
	log->notes = mem_grow(log->notes, old + len + 2);
	memcpy(log->notes + old, line, len);
	memcpy(log->notes + old + len, "\n", 2);
}

/**
 * input_log_loss() - something is missing
 * @log: the log; beyond some dozens they are only counted
 * @fmt: as printf(), printable ASCII
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
 * @name: of the devcoredump
 */
void input_add_bare(struct input *in, const char *name)
{
	in->bare = mem_grow(in->bare, (in->nr_bare + 1) * sizeof(*in->bare));
	in->bare[in->nr_bare++] = strdup(name);
}

/**
 * input_append() - move the logs of an input to another one
 * @in: gets them
 * @more: has no logs afterwards
 */
void input_append(struct input *in, struct input *more)
{
	unsigned int i;

	in->log = mem_grow(in->log,
			   (in->nr_logs + more->nr_logs + 1) * sizeof(*in->log));
	for (i = 0; i < more->nr_logs; i++)
		in->log[in->nr_logs++] = more->log[i];
	more->nr_logs = 0;
	in->other = mem_grow(in->other, (in->nr_others + more->nr_others + 1) *
			     sizeof(*in->other));
	for (i = 0; i < more->nr_others; i++)
		in->other[in->nr_others++] = more->other[i];
	more->nr_others = 0;
	for (i = 0; i < more->nr_bare; i++)
		input_add_bare(in, more->bare[i]);
	for (i = 0; i < more->nr_dumps; i++)
		input_add_dump(in, more->dump[i], in->nr_logs);
	more->nr_dumps = 0;
}

/**
 * input_add_dump() - keep a devcoredump
 * @in: the input
 * @dump: the devcoredump, which input_free() frees
 * @from: index of the first log that is part of it; all behind it are too
 */
void input_add_dump(struct input *in, struct guclog_dump *dump, unsigned int from)
{
	in->dump = mem_grow(in->dump, (in->nr_dumps + 1) * sizeof(*in->dump));
	in->dump[in->nr_dumps++] = dump;
	if (!dump->name)
		dump->name = strdup(in->name);
	for (; from < in->nr_logs; from++)
		in->log[from].dump = dump;
}

/**
 * input_add_other() - an input has no GuC log
 * @in: the input
 * @what: what it is, with an article; a constant string
 */
void input_add_other(struct input *in, const char *what)
{
	in->other = mem_grow(in->other,
			     (in->nr_others + 1) * sizeof(*in->other));
	in->other[in->nr_others++] = (struct input_other){
		.name = strdup(in->name),
		.what = what,
	};
}

/**
 * input_free() - free an input
 * @in: from input_open()
 */
void input_free(struct input *in)
{
	unsigned int i;

	for (i = 0; i < in->nr_logs; i++) {
		free(in->log[i].name);
		free(in->log[i].image);
		free(in->log[i].notes);
	}
	for (i = 0; i < in->nr_others; i++)
		free(in->other[i].name);
	free(in->log);
	for (i = 0; i < in->nr_bare; i++)
		free(in->bare[i]);
	free(in->bare);
	for (i = 0; i < in->nr_dumps; i++)
		dump_free(in->dump[i]);
	free(in->dump);
	free(in->other);
	free(in->name);
	*in = (struct input){ .name = NULL };
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
	guc_log_parse_page(parsed, image, log->total);
	guc_log_parse_regions(parsed, image, &holes);
}
