/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The kernel's helpers that the core uses, defined for userspace with the same names and the
 * same meaning. Only guc_env.h includes this file.
 */
#ifndef _GUC_ENV_USER_H_
#define _GUC_ENV_USER_H_

#include <assert.h>
#include <endian.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <linux/types.h>

#include "user/names.h"

/* FIELD_GET() evaluates @reg once, and FIELD_PREP() @val; @mask must be a constant. */
#define FIELD_GET(mask, reg)	(((reg) & (mask)) / ((mask) & -(mask)))
#define FIELD_PREP(mask, val)	(((val) * ((mask) & -(mask))) & (mask))

/* As in the kernel, @d is evaluated twice, so it must be a constant. */
#define DIV_ROUND_UP(n, d)	(((n) + (d) - 1) / (d))

/* As in the kernel, @a must be a power of two. */
#define IS_ALIGNED(x, a)	(((x) & ((__typeof__(x))(a) - 1)) == 0)

#define lower_32_bits(v)	((u32)((v) & 0xffffffffu))
#define upper_32_bits(v)	((u32)((u64)(v) >> 32))

#define cpu_to_le16(v)		((__le16)htole16(v))
#define cpu_to_le32(v)		((__le32)htole32(v))
#define cpu_to_le64(v)		((__le64)htole64(v))
#define le16_to_cpu(v)		((u16)le16toh((uint16_t)(v)))
#define le32_to_cpu(v)		((u32)le32toh((uint32_t)(v)))
#define le64_to_cpu(v)		((u64)le64toh((uint64_t)(v)))

static inline s64 div64_s64(s64 dividend, s64 divisor)
{
	return dividend / divisor;
}

static inline unsigned int hweight64(u64 v)
{
	return (unsigned int)__builtin_popcountll(v);
}

static inline unsigned int fls(unsigned int v)
{
	return v ? 32 - (unsigned int)__builtin_clz(v) : 0;
}

static inline const char *str_yes_no(bool v)
{
	return v ? "yes" : "no";
}

static inline const char *str_enable_disable(bool v)
{
	return v ? "enable" : "disable";
}

/*
 * Return: the address of the first byte that is not @c, or NULL if there is none, as in
 * the kernel. All bytes are @c if the first byte is @c and each byte is equal to the next
 * one. Check this with memcmp() first, because memcmp() is faster than a loop.
 */
static inline const void *memchr_inv(const void *start, int c, size_t len)
{
	const unsigned char *p = start;

	if (len && *p == (unsigned char)c && !memcmp(p, p + 1, len - 1))
		return NULL;
	for (; len; len--, p++)
		if (*p != (unsigned char)c)
			return p;
	return NULL;
}

#endif
