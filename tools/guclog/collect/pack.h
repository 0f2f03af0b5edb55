/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Compression of a stream of bytes, or of bytes in memory, into a zstd file.
 */
#ifndef _PACK_H_
#define _PACK_H_

#include "shared/base.h"

/* Number of bytes at the beginning of a stream that pack_copy() also returns uncompressed. */
#define PACK_HEAD	8192

/**
 * struct pack_stats - properties of the copied stream
 * @bytes: length of the stream
 * @head: beginning of the stream
 * @head_len: number of bytes at @head
 */
struct pack_stats {
	u64 bytes;
	char head[PACK_HEAD + 1];
	size_t head_len;
};

int pack_copy(const char *head, int in, int out, struct pack_stats *stats);
char *pack_read(int in, size_t *len);
int pack_buffer(const void *data, size_t len, int out);

#endif
