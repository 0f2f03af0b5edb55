// SPDX-License-Identifier: GPL-2.0-only
#include "dump_file.h"

#include "bytes.h"
#include "dump/dump.h"
#include "util/msg.h"

#define CHUNK	(256 * 1024)

/**
 * dump_file_read() - read a devcoredump
 * @path: the file, packed or not, "-" for standard input
 *
 * A file that cannot be read to its end gives what could be read, after saying so.
 *
 * Return: for dump_free(), or NULL after saying on stderr why not.
 */
struct dump *dump_file_read(const char *path)
{
	struct dump_reader *reader = dump_reader_new();
	struct bytes *bytes = bytes_open(path);
	struct dump *dump = NULL;
	char *buf;
	ssize_t n;
	int ret;

	if (!bytes || !reader) {
		if (bytes)
			bytes_close(bytes);
		if (reader)
			dump_reader_end(reader, &dump);
		else
			msg_fail(path, "out of memory");
		return NULL;
	}
	buf = mem_grow(NULL, CHUNK);
	do {
		n = bytes_read(bytes, buf, CHUNK);
	} while (n > 0 && !dump_reader_feed(reader, buf, (size_t)n));
	bytes_close(bytes);
	free(buf);
	ret = dump_reader_end(reader, &dump);
	if (ret == -ENOENT)
		msg_fail(path, "no Xe devcoredump (a line '**** Xe Device Coredump ****')");
	else if (ret)
		msg_fail(path, "%s", strerror(-ret));
	return dump;
}
