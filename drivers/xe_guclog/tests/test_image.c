// SPDX-License-Identifier: GPL-2.0-only
#include "test_image.h"

#include "test_guard.h"

/* The LIC of firmware 70.44.1 on an Arc Pro B70. */
static const u32 real_lic[] = {
	0x8086900d, 0x00010000, 0x0000000a,
	0x00010001, 0x00462c01, 0x00020001, 0x00000061, 0x00030001, 0x00004b00,
	0x00040001, 0x05008000, 0x00050001, 0x0000001e,
};

/* The buffer states of the same log. */
static const u32 real_states[] = {
	0xcabba9e6, 0xdeadfeed, 0x00000000, 0x00000ba4, 0x00010000, 0x00000000,
	0x0000fff0, 0x00000000, 0x00000002,
	0xcabba9e6, 0x8086dead, 0x00000000, 0x00000000, 0x00004000, 0x00000000,
	0x00004000, 0x00000000, 0x00000002,
	0xcabba9f7, 0xbeeffeed, 0x00000fb8, 0x00000fb8, 0x00100000, 0x00000fb8,
	0x00100000, 0x00000000, 0x00000002,
};

static void put_le32(u8 *to, u32 value)
{
	to[0] = value;
	to[1] = value >> 8;
	to[2] = value >> 16;
	to[3] = value >> 24;
}

static u32 take_le32(const u8 *from)
{
	return from[0] | from[1] << 8 | from[2] << 16 | (u32)from[3] << 24;
}

/* Set the dword at @offset of the image to @value. */
void test_put(struct test_image *img, u32 offset, u32 value)
{
	KUNIT_ASSERT_LE(img->test, (size_t)offset + 4, img->len);
	put_le32(img->data + offset, value);
}

u32 test_get(struct test_image *img, u32 offset)
{
	KUNIT_ASSERT_LE(img->test, (size_t)offset + 4, img->len);
	return take_le32(img->data + offset);
}

/* Set the pointers of the event ring. */
void test_ring(struct test_image *img, u32 read, u32 write, u32 wrap)
{
	test_put(img, T_EVENT + T_READ, read);
	test_put(img, T_EVENT + T_WRITE, write);
	test_put(img, T_EVENT + T_WRAP, wrap);
}

/* Write a state at @offset. @markers: the first marker << 32 | the second. All pointers are 0. */
void test_state(struct test_image *img, u32 offset, u64 markers, u32 size)
{
	u32 field;

	for (field = 0; field < 36; field += 4)
		test_put(img, offset + field, 0);
	test_put(img, offset + T_MARKER_1, markers >> 32);
	test_put(img, offset + T_MARKER_2, (u32)markers);
	test_put(img, offset + T_SIZE, size);
	test_put(img, offset + T_VERSION, 2);
}

/*
 * Write entries of version 2 to [from, to) of the event region, which must be
 * the first region. The first entry has the timestamp @tick, each further entry
 * 1000 ticks more.
 */
void test_entries(struct test_image *img, u32 from, u32 to, u32 tick)
{
	u32 i;

	for (i = 0; from + 20 <= to; from += 20, i++) {
		test_put(img, 4096 + from, tick + 1000 * i);
		test_put(img, 4096 + from + 4, 0);
		test_put(img, 4096 + from + 8, 0x8100 + i % 16);
		test_put(img, 4096 + from + 12, i);
		test_put(img, 4096 + from + 16, 0xe0000000 + i);
	}
}

/*
 * Make an image: a state page with three states and the LIC, then the three
 * regions. Dword i of the event region is 0xe0000000 + i; each byte of the crash
 * dump region is 0, each byte of the state capture region 0xcc.
 */
struct test_image *test_image(struct kunit *test, u32 event, u32 crash, u32 capture)
{
	struct test_image *img = kunit_kzalloc(test, sizeof(*img), GFP_KERNEL);
	u32 i;

	KUNIT_ASSERT_NOT_NULL(test, img);
	img->test = test;
	img->len = (size_t)4096 + event + crash + capture;
	img->total = img->len;
	img->data = test_guarded(test, img->len);
	memset(img->data, 0, img->len);

	test_state(img, T_EVENT, 0xcabba9e6deadfeedull, event);
	test_state(img, T_CRASH, 0xcabba9e68086deadull, crash);
	test_state(img, T_CAPTURE, 0xcabba9f7beeffeedull, capture);
	for (i = 0; i < ARRAY_SIZE(real_lic); i++)
		test_put(img, T_LIC + 4 * i, real_lic[i]);
	for (i = 0; i < event / 4; i++)
		test_put(img, 4096 + 4 * i, 0xe0000000 + i);
	memset(img->data + 4096 + event + crash, 0xcc, capture);
	return img;
}

/* Make the small image (see T_SMALL_EVENT), which has no faults. */
struct test_image *test_small(struct kunit *test)
{
	struct test_image *img = test_image(test, T_SMALL_EVENT, T_SMALL_CRASH,
					    T_SMALL_CAPTURE);

	test_put(img, T_EVENT + T_WRITE, T_SMALL_WRITE);
	test_put(img, T_EVENT + T_WRAP, T_SMALL_WRAP);
	test_put(img, T_CRASH + T_WRAP, T_SMALL_CRASH);
	return img;
}

/* Make an image with the states and the LIC of a real log; its ring has wrapped. */
struct test_image *test_real(struct kunit *test)
{
	struct test_image *img = test_image(test, 0x10000, 0x4000, 0x100000);
	u32 i;

	for (i = 0; i < ARRAY_SIZE(real_states); i++)
		test_put(img, 4 * i, real_states[i]);
	return img;
}

/* Truncate the image after @len bytes. A guard page follows the last byte. */
void test_cut(struct test_image *img, size_t len)
{
	u8 *data = test_guarded(img->test, len);

	KUNIT_ASSERT_LE(img->test, len, img->len);
	memcpy(data, img->data, len);
	img->data = data;
	img->len = len;
}

void test_set(struct kunit *test, struct guc_facts *facts, const char *key, const char *value)
{
	int id = guc_facts_find(key, strlen(key));

	KUNIT_ASSERT_TRUE(test, id >= 0);
	KUNIT_ASSERT_EQ_MSG(test, guc_facts_set(facts, id, value, strlen(value)), 0, "%s", key);
}

/* Set a fact for the LFD file. */
void test_fact(struct test_image *img, const char *key, const char *value)
{
	test_set(img->test, &img->facts, key, value);
}

/*
 * CRC-32 as in zlib, to compare a long file with a constant. The kernel's own function is not used,
 * because not every test kernel has it.
 */
u32 test_crc32(const void *data, size_t len)
{
	const u8 *p = data;
	u32 crc = ~0u;
	int bit;

	for (; len; len--) {
		crc ^= *p++;
		for (bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
	}
	return ~crc;
}

/*
 * Parse the image as it is now. The old content of the log must not matter, so it is
 * filled with 0xa5.
 */
int test_parse(struct test_image *img)
{
	memset(&img->log, 0xa5, sizeof(img->log));
	return guc_log_parse(&img->log, guc_view(img->data, img->len), img->total);
}
