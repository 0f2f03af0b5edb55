/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Functions that compress an open file, or bytes in memory, into a zstd file.
 */
#ifndef _PACK_H_
#define _PACK_H_

#include "room.h"

/* Largest number of bytes from the beginning of a stream that pack_copy() returns uncompressed. */
#define PACK_HEAD	8192

/**
 * struct pack_stats - length and beginning of the stream that pack_copy() has copied
 * @bytes: number of bytes of the stream
 * @read_error: errno of the read() that failed, after which the rest of the stream is missing; 0 at
 *	the end of the stream
 * @cut: the stream has more bytes, which are not stored, for a reason in words; NULL if not
 * @no_space: the reason is that the disk is full
 * @head: beginning of the stream
 * @head_len: number of bytes at @head
 */
struct pack_stats {
	u64 bytes;
	int read_error;
	const char *cut;
	bool no_space;
	char head[PACK_HEAD + 1];
	size_t head_len;
};

int pack_copy(const char *head, int in, int out, struct room *room, struct pack_stats *stats);
char *pack_read(int in, size_t *len);
int pack_buffer(const void *data, size_t len, int out, struct room *room);

#endif
