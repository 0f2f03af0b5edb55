/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Fast output of text for millions of lines: the functions below format numbers into a buffer
 * themselves, because printf() is slower.
 */
#ifndef _SHARED_PRINT_H_
#define _SHARED_PRINT_H_

#include "base/base.h"

#define PRINT_SIZE	(64 * 1024)

/**
 * typedef print_write - writes a piece of text
 * @context: the argument of print_init()
 * @data: the piece
 * @len: bytes at @data
 *
 * Return: 0; another value is an error.
 */
typedef int (*print_write)(void *context, const void *data, size_t len);

/**
 * struct print - text that is being written
 * @write: writes a piece of the text, see print_init()
 * @context: first argument of @write
 * @error: error that @write returned, or -ENOMEM from print_fmt(); 0 before an error
 * @len: bytes in @buf
 * @buf: text that has not been written yet
 */
struct print {
	print_write write;
	void *context;
	int error;
	size_t len;
	char buf[PRINT_SIZE];
};

void print_init(struct print *p, print_write write, void *context);
void print_flush(struct print *p);
void print_bytes(struct print *p, const char *s, size_t len);
__printf(2, 3) void print_fmt(struct print *p, const char *fmt, ...);
void print_dec(struct print *p, u64 value, unsigned int width, char pad);
void print_s64(struct print *p, s64 value, unsigned int width);
void print_hex(struct print *p, u32 value, unsigned int digits);
void print_ns(struct print *p, s64 ns, unsigned int width);

static inline void print_char(struct print *p, char c)
{
	if (p->len == sizeof(p->buf))
		print_flush(p);
	p->buf[p->len++] = c;
}

/* Inline, so that the compiler computes the length of a constant string at build time. */
static inline void print_str(struct print *p, const char *s)
{
	print_bytes(p, s, strlen(s));
}

#endif
