/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Definitions for all headers in this folder: fixed-width little-endian types and compile-time
 * assertions, for the kernel and userspace.
 */
#ifndef _GUC_ABI_H_
#define _GUC_ABI_H_

#include <linux/types.h>

#ifdef __KERNEL__
#include <linux/build_bug.h>
#include <linux/stddef.h>
#else
#include <assert.h>
#include <stddef.h>
#endif

/*
 * Check the size of a structure and the offset of a member at compile time. The checks find padding
 * that the compiler has added, which would make the format different on some hosts.
 */
#define GUC_ABI_SIZE(type, size) \
	static_assert(sizeof(type) == (size), #type " is not " #size " bytes")
#define GUC_ABI_OFFSET(type, member, offset) \
	static_assert(offsetof(type, member) == (offset), \
		      #type "." #member " is not at " #offset)

#endif
