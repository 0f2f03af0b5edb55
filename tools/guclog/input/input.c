// SPDX-License-Identifier: GPL-2.0-only
#include "input/input.h"

#include <sys/stat.h>

#include "input/binary.h"
#include "input/bytes.h"
#include "input/directory.h"
#include "input/paste.h"
#include "input/text.h"
#include "util/msg.h"
#include "util/printable.h"

#define CHUNK	(256 * 1024)

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

static void feed_text(struct text *text, enum paste_encoding encoding, u8 *buf,
		      size_t len)
{
	text_feed(text, (const char *)buf, paste_convert(encoding, buf, len));
}

/* Return: bytes that are there now, 0 at the end, -1 after an error. */
static ssize_t read_even(struct bytes *bytes, u8 *buf, size_t had)
{
	ssize_t n;

	do {
		n = bytes_read(bytes, buf + had, CHUNK - had);
		if (n <= 0)
			return n < 0 ? -1 : 0;
		had += (size_t)n;
	} while (had % 2);
	return (ssize_t)had;
}

static int read_text(struct input *in, struct bytes *bytes, u8 *buf, size_t len)
{
	struct text *text = text_begin(in);
	enum paste_encoding encoding;
	ssize_t n = (ssize_t)len;
	size_t skip;

	encoding = paste_detect(buf, len, &skip);
	if (encoding != PASTE_BYTES && len % 2)
		n = read_even(bytes, buf, len);
	if (n > 0)
		feed_text(text, encoding, buf + skip, (size_t)n - skip);
	while (n > 0) {
		n = encoding == PASTE_BYTES ? bytes_read(bytes, buf, CHUNK) :
		    read_even(bytes, buf, 0);
		if (n > 0)
			feed_text(text, encoding, buf, (size_t)n);
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

	*in = (struct input){
		.name = printable(strcmp(path, "-") ? path : "standard input"),
	};
	if (strcmp(path, "-") && !stat(path, &st) && S_ISDIR(st.st_mode))
		return directory_read(in, path, input_open);
	return read_file(in, path);
}
