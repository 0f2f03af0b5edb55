/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Functions that make an expected LFD file byte by byte. They do not use the project's headers, and
 * the result does not depend on the host's byte order.
 */
#ifndef _TEST_WANT_H_
#define _TEST_WANT_H_

#include <kunit/test.h>

#include "guc_env.h"

/**
 * struct test_want - expected bytes
 * @len: number of bytes
 * @bytes: the bytes
 */
struct test_want {
	size_t len;
	u8 bytes[3072];
};

static inline void want_bytes(struct kunit *test, struct test_want *want,
			      const void *bytes, size_t len)
{
	KUNIT_ASSERT_LE(test, want->len + len, sizeof(want->bytes));
	memcpy(want->bytes + want->len, bytes, len);
	want->len += len;
}

static inline void want_dword(struct kunit *test, struct test_want *want, u32 value)
{
	const u8 bytes[4] = {
		value & 0xff, value >> 8 & 0xff, value >> 16 & 0xff, value >> 24
	};

	want_bytes(test, want, bytes, 4);
}

/* Add a block with @len bytes of data, which is padded with zeroes to whole dwords. */
static inline void want_block(struct kunit *test, struct test_want *want, u32 type,
			      const void *data, size_t len)
{
	want_dword(test, want, type << 16 | 0x8086);
	want_dword(test, want, (len + 3) / 4);
	want_bytes(test, want, data, len);
	want_bytes(test, want, "\0\0\0", (4 - len % 4) % 4);
}

static inline void want_value(struct kunit *test, struct test_want *want, u32 type,
			      u32 value)
{
	want_dword(test, want, type << 16 | 0x8086);
	want_dword(test, want, 1);
	want_dword(test, want, value);
}

static inline struct test_want *want_file(struct kunit *test)
{
	struct test_want *want = kunit_kzalloc(test, sizeof(*want), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, want);
	want_bytes(test, want, "FSLG\xaa\xaa\x86\x80\0\0\1\0", 12);
	return want;
}

#endif
