// SPDX-License-Identifier: GPL-2.0-only
#include <zlib.h>

#include "base/arena.h"
#include "read/inflate_log.h"
#include "read/log/logs.h"

#define CHUNK	(256u * 1024)

/*
 * Unpack the image of @log into the image of @plain. Return: Z_OK if the limit of the length was
 * reached, else the last result of zlib.
 */
static int unpack(const struct input_log *log, struct input_log *plain)
{
	z_stream z = { .next_in = log->image, .avail_in = (uInt)log->len };
	int ret = inflateInit(&z);

	while (ret == Z_OK && plain->len <= GUCLOG_MAX_IMAGE - CHUNK) {
		if (!input_log_room(plain, CHUNK)) {
			ret = Z_MEM_ERROR;
			break;
		}
		z.next_out = plain->image + plain->len;
		z.avail_out = CHUNK;
		ret = inflate(&z, Z_NO_FLUSH);
		plain->len += CHUNK - z.avail_out;
	}
	inflateEnd(&z);
	if (ret == Z_MEM_ERROR)
		plain->arena->failed = true;
	return ret;
}

/**
 * inflate_log_is_whole() - find out whether all compressed data are available
 * @log: the log with the compressed data
 *
 * Bytes after the end of the compressed data are ignored.
 *
 * Context: allocates memory.
 * Return: whether the data can be unpacked to their end.
 */
bool inflate_log_is_whole(const struct input_log *log)
{
	struct input_log plain = { .arena = log->arena };
	bool whole = unpack(log, &plain) == Z_STREAM_END;

	arena_drop(log->arena, plain.image);
	return whole;
}

/**
 * inflate_log() - unpack the data of a log
 * @log: the log with the compressed data, which are replaced by the unpacked data
 *
 * If the data end early, their beginning is used. No part of damaged data is used: zlib detects
 * damage late, and the bytes that it has unpacked until then can be wrong.
 *
 * Context: allocates memory.
 */
void inflate_log(struct input_log *log)
{
	struct input_log plain = { .arena = log->arena };
	int ret = unpack(log, &plain);

	arena_drop(log->arena, log->image);
	log->image = plain.image;
	log->len = plain.len;
	log->room = plain.room;
	switch (ret) {
	case Z_STREAM_END:
		break;
	case Z_OK:
		input_log_loss(log, "longer than %llu MiB when unpacked: the rest is ignored",
			       GUCLOG_MAX_IMAGE >> 20);
		break;
	case Z_BUF_ERROR:
		input_log_loss(log, "the compressed data end early: %zu bytes could be unpacked",
			       log->len);
		break;
	default:
		input_log_loss(log, "the compressed data are damaged at an unknown place");
		log->len = 0;
	}
}
