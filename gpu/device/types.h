/* SPDX-License-Identifier: GPL-2.0 */
/* types.h -- types and macros that all files of the device use. */
#ifndef GPU_TYPES_H
#define GPU_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int32_t s32;
typedef int64_t s64;

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))
/*
 * For __attribute__: @f is the position of the format string in the parameter list, @a the position
 * of the first value to print.
 */
#define printf_like(f, a)	format(printf, f, a)

#define BIT(n)		(1u << (n))
#define KIB(n)		((u64)(n) << 10)
#define MIB(n)		((u64)(n) << 20)
#define GIB(n)		((u64)(n) << 30)

static inline u64 max_u64(u64 a, u64 b)
{
	return a > b ? a : b;
}

static inline u64 min_u64(u64 a, u64 b)
{
	return a < b ? a : b;
}

/* freq_units - convert megahertz to the hardware's unit of 50/3 MHz */
static inline u32 freq_units(u32 mhz)
{
	return (mhz * 3 + 25) / 50;
}

/* field - get bits @hi down to @lo of @v */
static inline u32 field(u32 v, unsigned int hi, unsigned int lo)
{
	return (v >> lo) & (u32)((1ull << (hi - lo + 1)) - 1);
}

#endif
