/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A common interface to the libraries that unpack gzip, xz and zstd.
 */
#ifndef _UNPACK_H_
#define _UNPACK_H_

#include "base/base.h"

#define UNPACK_MAX_MAGIC	6

/**
 * struct unpack_io - the input and the output of one call of the function @run of &struct unpack
 * @in: packed bytes
 * @in_len: number of packed bytes
 * @last: all packed bytes were read: the input has ended, and @in is empty
 * @in_used: number of packed bytes that were read
 * @out: room for unpacked bytes
 * @out_len: size of @out
 * @out_used: number of unpacked bytes that were written to @out
 */
struct unpack_io {
	const u8 *in;
	size_t in_len;
	bool last;
	size_t in_used;
	u8 *out;
	size_t out_len;
	size_t out_used;
};

/**
 * struct unpack - a compression format
 * @name: name of the format
 * @magic: first bytes of a file in this format
 * @magic_len: length of @magic in bytes
 * @open: allocates the state of a decompression. Return: the state, or NULL if there is no memory
 * @run: unpacks some bytes. Return: 1 if all bytes are unpacked, 0 if there may be more, or -1 if
 *	the packed bytes are damaged or end too early
 * @close: frees the state
 */
struct unpack {
	const char *name;
	const char *magic;
	size_t magic_len;
	void *(*open)(void);
	int (*run)(void *state, struct unpack_io *io);
	void (*close)(void *state);
};

extern const struct unpack unpack_gzip;
extern const struct unpack unpack_xz;
extern const struct unpack unpack_zstd;

#endif
