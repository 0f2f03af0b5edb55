// SPDX-License-Identifier: GPL-2.0-only
#include "input.h"

#include <sys/mman.h>
#include <sys/stat.h>

#include "../form.h"
#include "../msg.h"
#include "binary.h"
#include "bytes.h"
#include "directory.h"
#include "text.h"

#define CHUNK	(256 * 1024)

/**
 * input_form_name() - a form in words
 * @form: the form
 *
 * Return: a constant string.
 */
const char *input_form_name(enum input_form form)
{
	static const char * const names[INPUT_FORMS] = {
		[INPUT_UNKNOWN] = "image",
		[INPUT_IMAGE] = "image",
		[INPUT_LFD] = "LFD file",
		[INPUT_DEVCOREDUMP] = "Xe devcoredump",
		[INPUT_DEBUGFS] = "debugfs guc_log",
		[INPUT_DEBUGFS_OLD] = "debugfs guc_log of 6.12",
		[INPUT_CAPTURE] = "kernel log capture",
		[INPUT_HEXDUMP] = "i915 guc_log_dump",
		[INPUT_RELAY] = "i915 guc_log_relay",
		[INPUT_DIRECTORY] = "directory",
	};

	return names[form];
}

/**
 * input_add_log() - another log
 * @in: the input; pointers to its logs move
 * @form: in which form
 *
 * Return: the log, zeroed but for its form, name and source.
 */
struct input_log *input_add_log(struct input *in, enum input_form form)
{
	const char *source = input_form_name(form);
	struct input_log *log;

	in->log = mem_grow(in->log, (in->nr_logs + 1) * sizeof(*in->log));
	log = &in->log[in->nr_logs++];
	*log = (struct input_log){ .form = form };
	log->name = strdup(in->name);
	guc_facts_set(&log->facts, GUC_FACT_source, source, strlen(source));
	if (in->form == INPUT_UNKNOWN)
		in->form = form;
	return log;
}

/* Filling a large image takes most of its time in page faults. */
static void want_large_pages(struct input_log *log)
{
	const size_t large = 2 * 1024 * 1024;
	uintptr_t start = ((uintptr_t)log->image + large - 1) & ~(large - 1);
	uintptr_t end = ((uintptr_t)log->image + log->room) & ~(large - 1);

	/* A hint: where it is refused, all goes on without. */
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
 * A line of text can ask for a hole of any length, and a text for many: they get
 * memory that nobody has written to, which costs none until somebody does.
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

static bool is_plain(u8 c)
{
	return (c >= 0x20 && c < 0x7f) || (c && strchr("\t\n\r", c));
}

/*
 * Spoiled bytes make no binary of a text, nor do the holes of zeroes that a
 * crash leaves in a log file.
 */
static bool is_text(const u8 *data, size_t len)
{
	size_t i, plain = 0, other = 0;

	for (i = 0; i < len; i++) {
		plain += is_plain(data[i]);
		other += data[i] && !is_plain(data[i]);
	}
	switch (form_detect(guc_view(data, len))) {
	case FORM_IMAGE:
	case FORM_LFD:
	case FORM_RDF:
		return false;
	case FORM_ASIC:		/* told by its length alone: texts have that, too */
		return !memchr(data, 0, len);
	default:
		return plain > other;
	}
}

static int read_text(struct input *in, struct bytes *bytes, u8 *buf, size_t len)
{
	struct text *text = text_begin(in);
	ssize_t n = (ssize_t)len;

	while (n > 0) {
		text_feed(text, (const char *)buf, (size_t)n);
		n = bytes_read(bytes, buf, CHUNK);
	}
	text_end(text);
	return n < 0 ? -1 : 0;
}

static int read_stream(struct input *in, struct bytes *bytes)
{
	u8 *buf = mem_grow(NULL, CHUNK);
	ssize_t n = 1;
	size_t len = 0;
	int ret = -1;

	/* Enough to judge: a pipe may begin with a few bytes. */
	while (n > 0 && len < 4096) {
		n = bytes_read(bytes, buf + len, CHUNK - len);
		if (n > 0)
			len += (size_t)n;
	}
	if (n >= 0 || len)
		ret = is_text(buf, min(len, (size_t)4096)) ?
		      read_text(in, bytes, buf, len) :
		      binary_read(in, bytes, buf, len);
	free(buf);
	return n < 0 ? -1 : ret;
}

static int read_file(struct input *in, const char *path)
{
	struct bytes *bytes = bytes_open(path);
	unsigned int had = in->nr_logs;
	int ret;

	if (!bytes)
		return -1;
	in->packing = bytes_packing(bytes);
	ret = read_stream(in, bytes);
	if (ret && in->nr_logs > had)
		input_log_loss(&in->log[in->nr_logs - 1],
			       "the input could not be read to its end");
	bytes_close(bytes);
	return ret;
}

/**
 * input_open() - read an input
 * @in: filled; free it with input_free(), also after an error
 * @path: a file, "-" for stdin, or a directory that a collector made
 *
 * What could be read before an error is there.
 *
 * Return: 0, or -1 after saying why on stderr.
 */
int input_open(struct input *in, const char *path)
{
	struct stat st;

	*in = (struct input){ .name = path };
	if (!strcmp(path, "-"))
		in->name = "standard input";
	else if (!stat(path, &st) && S_ISDIR(st.st_mode))
		return directory_read(in, path);
	return read_file(in, path);
}

/**
 * input_free() - forget an input
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
	free(in->log);
	*in = (struct input){ .name = NULL };
}
