/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads an input in chunks, and unpacks it if it is compressed (gzip, xz, zstd). Only
 * bytes_read_all() keeps more than one chunk of the input in memory.
 */
#ifndef _BYTES_H_
#define _BYTES_H_

#include "base/base.h"

struct bytes;
struct message_sink;

/**
 * typedef bytes_source - reads the bytes of an input
 * @from: the argument @from of bytes_from()
 * @to: destination
 * @len: largest number of bytes to read, not 0
 *
 * Return: number of bytes that were read, 0 at the end, or -1 on an error.
 */
typedef ssize_t (*bytes_source)(void *from, void *to, size_t len);

/*
 * A function that resizes memory like realloc(). @context: owner of the memory. @old: the memory,
 * NULL if there is none yet. @size: new size in bytes, not 0.
 * Return: the memory, or NULL if there is not enough; @old is then unchanged.
 */
typedef void *(*bytes_grow)(void *context, void *old, size_t size);

struct bytes *bytes_open(const char *path, const struct message_sink *to);
struct bytes *bytes_from(bytes_source source, void *from, const char *name,
			 const struct message_sink *to);
struct bytes *bytes_from_memory(const u8 *data, size_t len, const char *name,
				const struct message_sink *to);
ssize_t bytes_read(struct bytes *bytes, void *buf, size_t len);
int bytes_read_all(struct bytes *bytes, u8 **data, size_t *len, size_t max, bytes_grow grow,
		   void *context);
bool bytes_are_packed(const u8 *first, size_t len);
const char *bytes_packing(const struct bytes *bytes);
void bytes_close(struct bytes *bytes);

#endif
