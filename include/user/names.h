/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * This header defines types and macros of the kernel for programs, so that the kernel module
 * and programs can share code.
 */
#ifndef _USER_NAMES_H_
#define _USER_NAMES_H_

#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef unsigned long long u64;	/* as in the kernel: printed with %llu on every host */
typedef long long s64;

#define U32_MAX			0xffffffffu

#define ARRAY_SIZE(a)		(sizeof(a) / sizeof((a)[0]))
#define BIT(n)			(1ul << (n))
#define BIT_ULL(n)		(1ull << (n))

/*
 * Helper of min() and max(). Each argument is evaluated once. With __COUNTER__, nested calls get
 * variables with different names, so that no variable shadows another.
 */
#define GUC_PICK(a, op, b, ua, ub) __extension__({ \
	__auto_type ua = (a); \
	__auto_type ub = (b); \
	ua op ub ? ua : ub; \
})
#define GUC_PICK_NR(a, op, b, nr)	GUC_PICK_NAMED(a, op, b, nr)
#define GUC_PICK_NAMED(a, op, b, nr) \
	GUC_PICK(a, op, b, guc_pick_a_##nr, guc_pick_b_##nr)
#define min(a, b)		GUC_PICK_NR(a, <, b, __COUNTER__)
#define max(a, b)		GUC_PICK_NR(a, >, b, __COUNTER__)
#define min_t(t, a, b)		min((t)(a), (t)(b))
#define max_t(t, a, b)		max((t)(a), (t)(b))

#define __printf(f, a)		__attribute__((format(printf, f, a)))
#define fallthrough		__attribute__((fallthrough))

#endif
