// SPDX-License-Identifier: GPL-2.0-only
#include "input/dump_file.h"

#include "input/bytes.h"
#include "input/input_log.h"
#include "input/text.h"
#include "util/msg.h"
#include "util/printable.h"

#define CHUNK	(256 * 1024)

/* Return: 0 at the end, -1 after saying why it is not reached. */
static int read_all(struct bytes *bytes, struct dump_reader *reader,
		    struct text *text)
{
	char *buf = mem_grow(NULL, CHUNK);
	ssize_t n;

	do {
		n = bytes_read(bytes, buf, CHUNK);
		if (n > 0 && text)
			text_feed(text, buf, (size_t)n);
	} while (n > 0 && !dump_reader_feed(reader, buf, (size_t)n));
	free(buf);
	return n < 0 ? -1 : 0;
}

/* @quiet: a file that is no devcoredump is nothing to speak of. */
static struct dump *read_dump(const char *path, struct input *in, bool quiet)
{
	struct dump_reader *reader = dump_reader_new();
	struct bytes *bytes = bytes_open(path);
	struct text *text = NULL;
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
			text = text_begin(in);
		}
		if (read_all(bytes, reader, text))
			dump_reader_cut(reader);
		if (text)
			text_end(text);
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
 * was printed; then the dump has a problem more.
 *
 * Return: for dump_free(), or NULL after printing on stderr why not.
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
