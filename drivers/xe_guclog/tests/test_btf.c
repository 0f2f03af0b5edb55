// SPDX-License-Identifier: GPL-2.0-only
#include "test_btf.h"

#include "test_guard.h"

/* Make type information that has no type except void. */
struct test_btf *test_btf_new(struct kunit *test, const struct test_btf *base)
{
	struct test_btf *b = kunit_kzalloc(test, sizeof(*b), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, b);
	b->test = test;
	b->base = base;
	/* string offset 0 is the empty name, which only a base has */
	b->strings_len = base ? 0 : 1;
	return b;
}

/* Add a string. Return: its offset, after the offsets of the base. */
u32 test_btf_string(struct test_btf *b, const char *s)
{
	u32 at = b->strings_len, len = strlen(s) + 1;

	if (!*s)
		return 0;
	KUNIT_ASSERT_LE(b->test, at + len, sizeof(b->strings));
	memcpy(b->strings + at, s, len);
	b->strings_len += len;
	return at + (b->base ? b->base->strings_len : 0);
}

/* Add a word to the types. */
void test_btf_word(struct test_btf *b, u32 word)
{
	KUNIT_ASSERT_LE(b->test, b->types_len + 4, sizeof(b->types));
	guc_store_le32(word, b->types + b->types_len);
	b->types_len += 4;
}

/* Begin a record; bit 31 of @vlen is the kind flag. Return: the id of the type. */
u32 test_btf_type(struct test_btf *b, const char *name, u32 kind, u32 vlen, u32 size)
{
	test_btf_word(b, test_btf_string(b, name));
	b->vlen = b->types_len;
	test_btf_word(b, kind << 24 | vlen);
	test_btf_word(b, size);
	b->nr++;
	return b->nr + (b->base ? b->base->nr : 0);
}

u32 test_btf_int(struct test_btf *b, const char *name, u32 size)
{
	u32 id = test_btf_type(b, name, XEL_KIND_INT, 0, size);

	test_btf_word(b, size * 8);
	return id;
}

u32 test_btf_ptr(struct test_btf *b, u32 target)
{
	return test_btf_type(b, "", XEL_KIND_PTR, 0, target);
}

u32 test_btf_array(struct test_btf *b, u32 element, u32 nelem)
{
	u32 id = test_btf_type(b, "", XEL_KIND_ARRAY, 0, 0);

	test_btf_word(b, element);
	test_btf_word(b, 1);
	test_btf_word(b, nelem);
	return id;
}

/* Begin a structure; test_btf_member() then adds the members. Return: the id of the type. */
u32 test_btf_struct(struct test_btf *b, const char *name, u32 size)
{
	return test_btf_type(b, name, XEL_KIND_STRUCT, 0, size);
}

static void one_more(struct test_btf *b)
{
	guc_store_le32(guc_load_le32(b->types + b->vlen) + 1, b->types + b->vlen);
}

void test_btf_member(struct test_btf *b, const char *name, u32 type, u32 bit_off)
{
	one_more(b);
	test_btf_word(b, test_btf_string(b, name));
	test_btf_word(b, type);
	test_btf_word(b, bit_off);
}

/* Begin an enumeration; test_btf_value() then adds the values. Return: the id of the type. */
u32 test_btf_enum(struct test_btf *b, const char *name)
{
	return test_btf_type(b, name, XEL_KIND_ENUM, 0, 4);
}

void test_btf_value(struct test_btf *b, const char *name, u32 value)
{
	one_more(b);
	test_btf_word(b, test_btf_string(b, name));
	test_btf_word(b, value);
}

static void put_header(const struct test_btf *b, u8 *p, u32 header)
{
	guc_store_le32(0x0001eb9f, p);
	guc_store_le32(header, p + 4);
	guc_store_le32(0, p + 8);
	guc_store_le32(b->types_len, p + 12);
	guc_store_le32(b->types_len, p + 16);
	guc_store_le32(b->strings_len, p + 20);
	if (!b->layout)
		return;
	guc_store_le32(b->types_len + b->strings_len, p + 24);
	guc_store_le32(b->layout_len, p + 28);
}

/* Return: the bytes of the type information, with a guard page after the last byte. */
struct guc_view test_btf_blob(struct test_btf *b)
{
	u32 header = b->layout ? 32 : 24;
	u32 len = header + b->types_len + b->strings_len + b->layout_len;
	u8 *p = test_guarded(b->test, len);

	put_header(b, p, header);
	memcpy(p + header, b->types, b->types_len);
	memcpy(p + header + b->types_len, b->strings, b->strings_len);
	if (b->layout)
		memcpy(p + len - b->layout_len, b->layout, b->layout_len);
	return guc_view(p, len);
}

/*
 * Count the types of the blob, and open the blob with an index of exactly this length. Return: 0,
 * or the errno of xel_btf_count() or xel_btf_open().
 */
int test_btf_try(struct test_btf *b)
{
	const struct xel_btf *base = b->base ? &b->base->btf : NULL;
	struct guc_view blob = test_btf_blob(b);
	u32 nr = 0xa5a5a5a5, *index;
	int err;

	err = xel_btf_count(blob, base, &nr);
	if (err) {
		KUNIT_EXPECT_EQ(b->test, nr, 0);
		return err;
	}
	index = test_guarded(b->test, nr * sizeof(*index));
	memset(&b->btf, 0xa5, sizeof(b->btf));
	return xel_btf_open(&b->btf, blob, base, index, nr);
}

/* Do the same as test_btf_try(), and expect success. */
const struct xel_btf *test_btf_open(struct test_btf *b)
{
	KUNIT_ASSERT_EQ(b->test, test_btf_try(b), 0);
	KUNIT_EXPECT_EQ(b->test, b->btf.nr_types, b->nr);
	return &b->btf;
}
