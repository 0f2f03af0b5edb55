// SPDX-License-Identifier: GPL-2.0-only
#include "input/dump_file.h"

#include "input/bytes.h"
#include "input/input_log.h"
#include "input/paste.h"
#include "input/text.h"
#include "base/msg.h"
#include "base/printable.h"

#define CHUNK	(256 * 1024)

/**
 * struct feed - a file that is passed to the readers
 * @reader: of the devcoredump
 * @text: of the logs, NULL when they are not wanted
 * @encoding: of the file
 * @started: @encoding is known
 */
struct feed {
	struct dump_reader *reader;
	struct text *text;
	enum paste_encoding encoding;
	bool started;
};

/* Return: bytes at the end of @buf that are left for the next time, -1 on error. */
static ssize_t feed_some(struct feed *f, u8 *buf, size_t len)
{
	size_t skip = 0, use = len, n;
	ssize_t left;

	if (!f->started) {
		f->encoding = paste_detect(buf, len, &skip);
		f->started = true;
		use -= skip;
	}
	if (f->encoding != PASTE_BYTES)
		use -= use % 2;
	left = (ssize_t)(len - skip - use);
	n = paste_convert(f->encoding, buf + skip, use);
	if (f->text)
		text_feed(f->text, (const char *)buf + skip, n);
	if (dump_reader_feed(f->reader, (const char *)buf + skip, n))
		return -1;
	return left;
}

/* Return: 0 at the end, -1 after printing why it is not reached. */
static int read_all(struct bytes *bytes, struct feed *f)
{
	u8 *buf = mem_grow(NULL, CHUNK);
	size_t had = 0;
	ssize_t n, left;

	for (;;) {
		n = bytes_read(bytes, buf + had, CHUNK - had);
		if (n <= 0)
			break;
		had += (size_t)n;
		/* A pipe may begin with a few bytes. */
		if (!f->started && had < 4)
			continue;
		left = feed_some(f, buf, had);
		if (left < 0)
			break;
		if (left)
			buf[0] = buf[had - 1];
		had = (size_t)left;
	}
	if (!n && had)
		feed_some(f, buf, had);
	free(buf);
	return n < 0 ? -1 : 0;
}

/* @quiet: do not print that a file is no devcoredump. */
static struct dump *read_dump(const char *path, struct input *in, bool quiet)
{
	struct dump_reader *reader = dump_reader_new();
	struct bytes *bytes = bytes_open(path);
	struct feed feed = { .reader = reader };
	struct dump *dump = NULL;
	int ret = -ENOMEM;

	if (in)
		*in = (struct input){
			.name = printable(strcmp(path, "-") ? path :
					  "standard input"),
		};
	if (bytes && reader) {
		if (in) {
			in->packing = bytes_packing(bytes);
			feed.text = text_begin(in);
		}
		if (read_all(bytes, &feed))
			dump_reader_cut(reader);
		if (feed.text)
			text_end(feed.text);
	}
	if (reader)
		ret = dump_reader_end(reader, &dump);
	if (!bytes)
		return NULL;
	bytes_close(bytes);
	if (ret == -ENOENT && quiet)
		return NULL;
	if (ret == -ENOENT)
		msg_fail(path, "not an Xe devcoredump: no line '**** Xe Device Coredump ****'");
	else if (ret)
		msg_fail(path, "%s", strerror(-ret));
	return dump;
}

/**
 * dump_file_read_logs() - read a devcoredump and the GuC logs in it
 * @path: the file, packed or not, "-" for standard input
 * @in: filled with the logs in it, NULL when they are not wanted; free it with
 *	input_free() whatever is returned
 *
 * A file that cannot be read to its end gives what could be read, after the reason
 * was printed; the dump then has a further problem.
 *
 * Return: the devcoredump, for dump_free(), or NULL after printing the reason on stderr.
 */
struct dump *dump_file_read_logs(const char *path, struct input *in)
{
	return read_dump(path, in, false);
}

/**
 * dump_file_read() - read a devcoredump
 * @path: as for dump_file_read_logs()
 *
 * Return: as dump_file_read_logs().
 */
struct dump *dump_file_read(const char *path)
{
	return read_dump(path, NULL, false);
}

/**
 * dump_file_find() - read a file that may be a devcoredump
 * @path: as for dump_file_read_logs()
 *
 * Return: for dump_free(), or NULL: the file is none, or cannot be read and the
 * reason was printed on stderr.
 */
struct dump *dump_file_find(const char *path)
{
	return read_dump(path, NULL, true);
}
