// SPDX-License-Identifier: GPL-2.0-only
#include "read/input.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "read/dump/sections.h"
#include "read/forms.h"
#include "read/log/logs.h"
#include "read/archive.h"
#include "read/directory.h"
#include "read/image.h"
#include "read/layer.h"
#include "read/mail.h"
#include "read/text.h"
#include "base/messages.h"
#include "base/bytes.h"

#define CHUNK	(128 * 1024)
/* Largest depth of archives within archives that are read. */
#define MAX_DEPTH	4
/*
 * Largest number of layers (see layer.h) around a text, such as those of a web page in an email in
 * a file that was compressed twice.
 */
#define MAX_LAYERS	12

/**
 * input_add_log() - add a log
 * @in: the input; pointers to its logs from before the call are no longer valid
 * @form: form of the log
 *
 * Return: the log, zeroed except its form, name and source, or NULL if there is no memory.
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
	*log = (struct input_log){ .arena = in->arena, .form = form, .name = in->name };
	in->nr_logs++;
	guc_facts_set(&log->facts, GUC_FACT_source, source, strlen(source));
	if (in->form == GUCLOG_FORM_UNKNOWN)
		in->form = form;
	return log;
}

/**
 * input_add_whole() - add a log that is the whole input
 * @in: the input
 * @form: form of the input
 * @data: all bytes of the input, in memory of the arena, which the log uses as its image
 * @len: number of bytes at @data
 * @page: the parsed state page of an image, NULL if there is none
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

/**
 * input_add_bare() - add a devcoredump to the list of devcoredumps without a GuC log
 * @in: the input
 * @name: name of the devcoredump
 */
void input_add_bare(struct input *in, const char *name)
{
	char **bare = arena_room(in->arena, in->bare, in->nr_bare + 1, sizeof(*bare));
	char *copy = arena_strdup(in->arena, name);

	if (!bare)
		return;
	in->bare = bare;
	if (copy)
		bare[in->nr_bare++] = copy;
	bare[in->nr_bare] = NULL;
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

	if (!other.name)
		return;
	all = arena_room(in->arena, in->other, in->nr_others, sizeof(*all));
	if (!all)
		return;
	in->other = all;
	all[in->nr_others++] = other;
}

/**
 * input_append() - move the logs and devcoredumps of an input to another input
 * @in: the input to which the logs and devcoredumps are added
 * @more: an input of the same arena; it is empty after the call
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
 * input_add_dump() - add a devcoredump to an input
 * @in: the input
 * @dump: the devcoredump, in memory of the arena of @in
 * @from: index of the first log that is part of @dump; all later logs are part of @dump, too
 */
void input_add_dump(struct input *in, struct guclog_dump *dump, unsigned int from)
{
	struct guclog_dump **all;

	all = arena_room(in->arena, in->dump, in->nr_dumps + 1, sizeof(*all));
	if (!all)
		return;
	in->dump = all;
	all[in->nr_dumps++] = dump;
	all[in->nr_dumps] = NULL;
	if (!dump->name)
		dump->name = arena_strdup(in->arena, in->name);
	for (; from < in->nr_logs; from++)
		in->log[from].dump = dump;
}

/**
 * input_add_other() - add an input to its list of files without a GuC log
 * @in: the input
 * @what: the kind of file, with an article; a constant string
 * @used: some verbs (subcommands of guclog) use the file, so no message reports it as skipped
 */
void input_add_other(struct input *in, const char *what, bool used)
{
	add_other(in, (struct input_other){
		.name = arena_strdup(in->arena, in->name),
		.what = what,
		.used = used,
	});
}

static bool is_plain(u8 c)
{
	return (c >= 0x20 && c < 0x7f) || (c && strchr("\t\n\r", c));
}

/*
 * Return: whether the data are text. A text may have some invalid bytes, and zeroes that a
 * crash left in a log file.
 */
static bool is_text(enum guclog_form form, const u8 *data, size_t len)
{
	size_t i, plain = 0, other = 0;

	if (form == GUCLOG_FORM_IMAGE || form == GUCLOG_FORM_RDF ||
	    form_foreign(guc_view(data, len)))
		return false;
	/* ASIC info is recognized only by its length, which a text can have by chance. */
	if (form == GUCLOG_FORM_ASIC)
		return !memchr(data, 0, len);
	for (i = 0; i < len; i++) {
		plain += is_plain(data[i]);
		other += data[i] && !is_plain(data[i]);
	}
	return plain > other;
}

/*
 * Add a leaf (a text or binary file inside of layers, see &struct input_leaf) to the list. @data:
 * its first @len bytes; this memory then belongs to the leaf. @bytes: reader of the remaining
 * bytes.
 * Return: 0, or -1 if it cannot be read to its end or there is no memory.
 */
static int add_leaf(struct input *in, struct bytes *bytes, u8 *data, size_t len)
{
	struct input_leaves *to = in->leaves;
	struct input_leaf *all = arena_room(in->arena, to->leaf, to->nr, sizeof(*all));
	int ret;

	if (!all)
		return -1;
	to->leaf = all;
	ret = bytes_read_all(bytes, &data, &len, SIZE_MAX / 2, arena_bytes_grow, in->arena);
	all[to->nr++] = (struct input_leaf){ data, len };
	return ret;
}

/* Read the text whose first @len bytes are at @buf. */
static int read_lines(struct input *in, struct bytes *bytes, const u8 *buf, size_t len)
{
	u8 *more = arena_alloc(in->arena, CHUNK);
	struct text *text = more ? text_begin(in) : NULL;
	const u8 *from = buf;
	ssize_t n = (ssize_t)len;

	if (!text)
		return -1;
	while (n > 0) {
		text_feed(text, (const char *)from, (size_t)n);
		n = bytes_read(bytes, more, CHUNK);
		from = more;
	}
	if (n < 0)
		text_cut(text);
	text_end(text, guc_view(buf, len));
	arena_drop(in->arena, more);
	return n < 0 ? -1 : 0;
}

static int read_bytes(struct input *in, struct bytes *bytes);

/*
 * Remove a layer (an encoding or a change of the text, see layer.h), and read the result with
 * @reader. @kind: kind of the layer; NULL to pass the bytes unchanged to @reader, for compressed
 * data and for a mail. @state: state of the layer, NULL if there is none; freed. @bytes: the text
 * with the layer, except its beginning, which is in @first.
 */
static int read_layer(struct input *in, const struct layer_kind *kind, void *state,
		      struct bytes *bytes, struct guc_view first, archive_member_reader reader)
{
	struct layer *layer = layer_new(in->arena, kind, state, bytes, first);
	struct bytes *inner = NULL;
	int ret = -1;

	if (layer)
		inner = bytes_from(layer_read, layer, in->name, &in->messages->sink);
	if (inner) {
		in->layers++;
		ret = reader(in, inner);
		in->layers--;
		bytes_close(inner);
	}
	layer_free(layer, in->arena);
	return ret;
}

/*
 * Read the first CHUNK bytes of the input, or the whole input if it is shorter. @len: set to the
 * number of bytes at @buf. Return: more than 0 if the input may have more bytes, 0 if it has been
 * read to its end, or -1 after a message.
 */
static ssize_t read_first(struct bytes *bytes, u8 *buf, size_t *len)
{
	ssize_t n = 1;

	*len = 0;
	while (n > 0 && *len < CHUNK) {
		n = bytes_read(bytes, buf + *len, CHUNK - *len);
		if (n > 0)
			*len += (size_t)n;
	}
	return n;
}

static int read_mail(struct input *in, struct bytes *bytes)
{
	return mail_read(in, bytes, read_bytes);
}

/*
 * Remove the outermost layer of a text (such as base64, see layer.h), and read the result. If the
 * text has no layer, read it line by line.
 */
static int read_text(struct input *in, struct bytes *bytes)
{
	u8 *buf = arena_alloc(in->arena, CHUNK);
	const struct layer_kind *kind = NULL;
	void *state = NULL;
	struct guc_view first;
	int ret = -1;
	ssize_t n;
	size_t len;

	if (!buf)
		return -1;
	n = read_first(bytes, buf, &len);
	first = guc_view(buf, len);
	if (in->layers < MAX_LAYERS && mail_is(first)) {
		ret = read_layer(in, NULL, NULL, bytes, first, read_mail);
	} else {
		if (in->layers < MAX_LAYERS)
			kind = layer_find(first, in->arena, &state);
		if (!kind && in->leaves)
			return add_leaf(in, bytes, buf, len);
		ret = kind ? read_layer(in, kind, state, bytes, first, read_bytes) :
		      read_lines(in, bytes, buf, len);
	}
	arena_drop(in->arena, buf);
	return n < 0 ? -1 : ret;
}

/*
 * Read a binary input to its end. An input that is not a log becomes a log of GUCLOG_FORM_UNKNOWN.
 * @data: the beginning of the input; the memory becomes the image of a log, or it is freed. @n: the
 * value that read_first() returned.
 */
static int read_binary(struct input *in, struct bytes *bytes, enum guclog_form form,
		       u8 *data, size_t len, ssize_t n)
{
	int ret = n < 0;

	if (in->leaves)
		return add_leaf(in, bytes, data, len);
	/* In a directory or archive, files without a GuC log are ignored. */
	if (in->depth && form != GUCLOG_FORM_LFD && form != GUCLOG_FORM_IMAGE) {
		input_add_other(in, form_sniff(guc_view(data, len)), false);
		arena_drop(in->arena, data);
		return -ret;
	}
	if (n > 0)
		ret = bytes_read_all(bytes, &data, &len, GUCLOG_MAX_IMAGE, arena_bytes_grow,
				     in->arena);
	if (ret > 0 && n > 0)
		messages_add(in->messages, in->name, "is longer than %llu MiB: the rest is ignored",
			     GUCLOG_MAX_IMAGE >> 20);
	data = arena_grow(in->arena, data, len + 1) ?: data;
	if (form == GUCLOG_FORM_IMAGE)
		image_add(in, data, len);
	else
		input_add_whole(in, form == GUCLOG_FORM_LFD ? form : GUCLOG_FORM_UNKNOWN,
				data, len, NULL);
	return ret ? -1 : 0;
}

static int read_stream(struct input *in, struct bytes *bytes)
{
	u8 *buf = arena_alloc(in->arena, CHUNK);
	enum guclog_form form;
	struct guc_view first;
	ssize_t n = 1;
	size_t len = 0;
	int ret = -1;

	if (!buf)
		return -1;
	n = read_first(bytes, buf, &len);
	first = guc_view(buf, len);
	form = form_detect(first);
	if (form == GUCLOG_FORM_LFD)
		return read_binary(in, bytes, form, buf, len, n);
	if (in->depth && !len && !n) {
		input_add_other(in, form_sniff(first), false);
		ret = 0;
	} else if (bytes_are_packed(buf, len) && in->layers < MAX_LAYERS) {
		ret = read_layer(in, NULL, NULL, bytes, first, read_bytes);
	} else if (archive_is(buf, len) && in->depth < MAX_DEPTH && !in->leaves) {
		ret = archive_read_members(in, bytes, buf, len, read_bytes);
	} else if ((n >= 0 || len) && is_text(form, buf, min_t(size_t, len, 4096))) {
		ret = read_layer(in, &layer_clean, NULL, bytes, first, read_text);
	} else if (n >= 0 || len) {
		return read_binary(in, bytes, form, buf, len, n);
	}
	arena_drop(in->arena, buf);
	return n < 0 ? -1 : ret;
}

static int read_bytes(struct input *in, struct bytes *bytes)
{
	unsigned int had = in->nr_logs;
	int ret;

	in->packing = bytes_packing(bytes) ?: in->packing;
	ret = read_stream(in, bytes);
	if (ret && in->nr_logs > had)
		input_log_loss(&in->log[in->nr_logs - 1],
			       "the input could not be read to its end");
	return ret;
}

static int read_file(struct input *in, const char *path)
{
	struct bytes *bytes = bytes_open(path, &in->messages->sink);
	int ret;

	if (!bytes)
		return -1;
	ret = read_bytes(in, bytes);
	bytes_close(bytes);
	return ret;
}

/*
 * Read an LFD file of @size bytes with one call of read(). Return: true, or false if the file has
 * another form, is longer than @size or cannot be read. After false, the caller uses read_file(),
 * which reports errors.
 */
static bool read_lfd_file(struct input *in, const char *path, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	u8 magic[8], *data = NULL;
	bool complete;

	if (fd < 0)
		return false;
	if (pread(fd, magic, sizeof(magic), 0) == sizeof(magic) &&
	    form_detect(guc_view(magic, sizeof(magic))) == GUCLOG_FORM_LFD)
		data = arena_alloc(in->arena, size + 1);
	complete = data && read(fd, data, size + 1) == (ssize_t)size;
	close(fd);
	if (complete)
		input_add_whole(in, GUCLOG_FORM_LFD, data, size, NULL);
	else
		arena_drop(in->arena, data);
	return complete;
}

/*
 * Return: whether the path names the module's file guc_log_stream, which has no end. The caller has
 * checked that the size of the file is 0: a recording of a stream can have the same name, but is
 * not empty.
 */
static bool is_endless(const char *path)
{
	const char *base = strrchr(path, '/');

	return !strcmp(base ? base + 1 : path, "guc_log_stream");
}

static int refuse_stream(const struct input *in, const char *path)
{
	if (in->depth)
		return 0;
	messages_add(in->messages, path,
		     "is an endless stream: use 'guclog record' or 'guclog decode --follow'");
	return -1;
}

/**
 * input_open() - read an input
 * @in: the input, in which @arena, @messages, @want_dumps and @text_kind are set; the other members
 *	are filled
 * @path: a file, an archive, a directory, or "-" for stdin
 *
 * The logs that could be read before an error are in @in.
 *
 * Context: reads files, allocates memory.
 * Return: 0, or -1 after a message or if there is no memory.
 */
int input_open(struct input *in, const char *path)
{
	struct stat st;

	in->name = arena_printable(in->arena, strcmp(path, "-") ? path : "standard input");
	if (!in->name)
		return -1;
	if (!strcmp(path, "-") || stat(path, &st))
		return read_file(in, path);
	if (S_ISDIR(st.st_mode))
		return directory_read(in, path);
	if (S_ISREG(st.st_mode) && st.st_size > 0 && st.st_size <= (off_t)GUCLOG_MAX_IMAGE &&
	    read_lfd_file(in, path, (size_t)st.st_size))
		return 0;
	if (S_ISREG(st.st_mode) && !st.st_size && is_endless(path))
		return refuse_stream(in, path);
	return read_file(in, path);
}

/**
 * input_open_bytes() - read an input that is not a file
 * @in: as for input_open()
 * @bytes: the bytes of the input
 * @name: name of the input, for messages
 *
 * Context: reads the bytes, allocates memory.
 * Return: the same as input_open().
 */
int input_open_bytes(struct input *in, struct bytes *bytes, const char *name)
{
	in->name = arena_printable(in->arena, name);
	return in->name ? read_bytes(in, bytes) : -1;
}
