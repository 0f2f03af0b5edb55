// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the reader of type information (BTF). A blob is the type information of a kernel or of
 * one module. The tests make blobs that are truncated or damaged, that have types that contain
 * themselves or unknown kinds of types, and that continue another blob, as the blob of a module
 * continues the blob of its kernel.
 */
#include "test_btf.h"
#include "test_guard.h"

/* Make type information with an integer, a structure and an enumeration. */
static struct test_btf *small(struct kunit *test)
{
	struct test_btf *b = test_btf_new(test, NULL);
	u32 word = test_btf_int(b, "unsigned int", 4);

	test_btf_struct(b, "pair", 8);
	test_btf_member(b, "first", word, 0);
	test_btf_member(b, "second", word, 32);
	test_btf_enum(b, "colour");
	test_btf_value(b, "RED", 1);
	return b;
}

/* Open a copy of a blob. A guard page follows the copy. */
static int open_copy(struct kunit *test, const u8 *data, size_t len)
{
	u8 *copy = test_guarded(test, len);
	struct xel_btf btf;
	u32 nr, index[8];
	int err;

	memcpy(copy, data, len);
	err = xel_btf_count(guc_view(copy, len), NULL, &nr);
	if (err)
		return err;
	KUNIT_ASSERT_LE(test, nr, ARRAY_SIZE(index));
	return xel_btf_open(&btf, guc_view(copy, len), NULL, index, nr);
}

/* A truncated blob must be refused, and no byte after its end be read. */
static void xel_btf_lengths(struct kunit *test)
{
	struct guc_view blob = test_btf_blob(small(test));
	size_t len;

	for (len = 0; len < blob.len; len++)
		KUNIT_EXPECT_EQ_MSG(test, open_copy(test, blob.data, len), -ENODATA,
				    "%zu bytes", len);
	KUNIT_EXPECT_EQ(test, open_copy(test, blob.data, blob.len), 0);
	KUNIT_EXPECT_EQ(test, open_copy(test, (const u8 *)"no types", 8), -EBADMSG);
}

/* A blob with one of these wrong words in its header must be refused with the errno in the row. */
static void xel_btf_header(struct kunit *test)
{
	struct guc_view blob = test_btf_blob(small(test));
	u32 types = guc_load_le32(blob.data + 12), strings = guc_load_le32(blob.data + 20);
	const struct {
		const char *what;
		u32 at;
		u32 word;
		int err;
	} rows[] = {
		{ "as it is", 0, 0x0001eb9f, 0 },
		{ "any flags", 0, 0xff01eb9f, 0 },
		{ "big endian", 0, 0x00019feb, -EPROTONOSUPPORT },
		{ "another magic", 0, 0x0001eb9e, -EBADMSG },
		{ "version 0", 0, 0x0000eb9f, -EPROTONOSUPPORT },
		{ "version 2", 0, 0x0002eb9f, -EPROTONOSUPPORT },
		{ "short header", 4, 20, -EBADMSG },
		{ "odd header", 4, 26, -EBADMSG },
		{ "long header", 4, (u32)blob.len + 4 - (u32)blob.len % 4, -ENODATA },
		{ "endless header", 4, 0xfffffffc, -ENODATA },
		{ "types after the end", 8, (u32)blob.len, -ENODATA },
		{ "types far after", 8, 0xfffffffc, -ENODATA },
		{ "too many types", 12, (u32)blob.len - 23, -ENODATA },
		{ "a record cut", 12, types - 4, -ENODATA },
		{ "half a record", 12, types + 4, -ENODATA },
		{ "strings after the end", 16, types + 1, -ENODATA },
		{ "strings that do not end", 20, strings - 1, -EBADMSG },
		{ "no strings", 20, 0, -EBADMSG },
	};
	unsigned int i;
	u8 *copy;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		copy = test_guarded(test, blob.len);
		memcpy(copy, blob.data, blob.len);
		guc_store_le32(rows[i].word, copy + rows[i].at);
		KUNIT_EXPECT_EQ_MSG(test, open_copy(test, copy, blob.len), rows[i].err,
				    "%s", rows[i].what);
	}
}

/*
 * A blob that continues another blob (its first string is not empty) must be refused if the other
 * blob is not given. A blob of more than 1 GiB must be refused, too.
 */
static void xel_btf_wants_base(struct kunit *test)
{
	struct guc_view blob = test_btf_blob(small(test));
	u8 *copy = test_guarded(test, blob.len);
	u32 nr;

	memcpy(copy, blob.data, blob.len);
	copy[24 + guc_load_le32(copy + 12)] = 'x';
	KUNIT_EXPECT_EQ(test, xel_btf_count(guc_view(copy, blob.len), NULL, &nr), -EINVAL);
	KUNIT_EXPECT_EQ(test, xel_btf_count(guc_view(copy, 0x40000001), NULL, &nr), -EINVAL);
}

/*
 * If the index has one entry too few, xel_btf_open() must fail and write nothing after the end of
 * the index.
 */
static void xel_btf_index(struct kunit *test)
{
	struct test_btf *b = small(test);
	struct guc_view blob = test_btf_blob(b);
	struct xel_btf btf;
	u32 *index, nr;

	KUNIT_EXPECT_EQ(test, xel_btf_count(blob, NULL, &nr), 0);
	KUNIT_EXPECT_EQ(test, nr, 3);
	for (nr = 0; nr < 3; nr++) {
		index = test_guarded(test, nr * sizeof(*index));
		KUNIT_EXPECT_EQ(test, xel_btf_open(&btf, blob, NULL, index, nr), -ENOSPC);
	}
	index = test_guarded(test, 3 * sizeof(*index));
	KUNIT_EXPECT_EQ(test, xel_btf_open(&btf, blob, NULL, index, 3), 0);
	KUNIT_EXPECT_EQ(test, index[0], 0);
	KUNIT_EXPECT_EQ(test, index[1], 16);
	KUNIT_EXPECT_EQ(test, index[2], 52);
}

/* It must be possible to read a blob at an address of any alignment. */
static void xel_btf_unaligned(struct kunit *test)
{
	struct guc_view blob = test_btf_blob(small(test));
	unsigned int i;
	u8 *copy;

	for (i = 1; i < 4; i++) {
		copy = test_guarded(test, blob.len + 8);
		memcpy(copy + i, blob.data, blob.len);
		KUNIT_EXPECT_EQ(test, open_copy(test, copy + i, blob.len), 0);
	}
}

/*
 * Add a record of the unknown kind 69 with 65537 elements, followed by one word. Only the wider bit
 * fields of Linux 7.3's BTF have room for both numbers.
 */
static void put_unknown(struct test_btf *b)
{
	test_btf_type(b, "later", 69, 65537, 0);
	test_btf_word(b, 0);
}

#define UNKNOWN_LAYOUT	(70 * 4)

static u8 *layout_of_unknown(struct kunit *test, u8 info, u8 elem)
{
	u8 *layout = test_guarded(test, UNKNOWN_LAYOUT);

	memset(layout, 0, UNKNOWN_LAYOUT);
	layout[69 * 4] = info;
	layout[69 * 4 + 1] = elem;
	return layout;
}

/* Records of unknown kinds must be skipped when the layout section has their length. */
static void xel_btf_unknown_kinds(struct kunit *test)
{
	struct test_btf *b = test_btf_new(test, NULL), *more;
	struct xel_type t;

	put_unknown(b);
	test_btf_int(b, "int", 4);
	KUNIT_EXPECT_EQ(test, test_btf_try(b), -EPROTONOSUPPORT);
	/* the layout section ends right before the entry of the unknown kind */
	b->layout = layout_of_unknown(test, 4, 0);
	b->layout_len = UNKNOWN_LAYOUT - 4;
	KUNIT_EXPECT_EQ(test, test_btf_try(b), -EPROTONOSUPPORT);
	b->layout_len = UNKNOWN_LAYOUT;
	test_btf_open(b);
	KUNIT_ASSERT_TRUE(test, xel_type_at(&b->btf, 1, &t));
	KUNIT_EXPECT_EQ(test, t.kind, 69);
	KUNIT_EXPECT_EQ(test, t.vlen, 65537);
	KUNIT_EXPECT_FALSE(test, t.kflag);
	KUNIT_ASSERT_TRUE(test, xel_type_at(&b->btf, 2, &t));
	KUNIT_EXPECT_STREQ(test, xel_string(&b->btf, t.name), "int");
	/* the layout section of the kernel is also used for its modules */
	more = test_btf_new(test, b);
	put_unknown(more);
	test_btf_int(more, "long", 8);
	test_btf_open(more);
	KUNIT_EXPECT_EQ(test, xel_type_size(&more->btf, 4), 8);
	/* with one byte for each element, the record would be longer than the blob */
	b->layout = layout_of_unknown(test, 4, 1);
	KUNIT_EXPECT_EQ(test, test_btf_try(b), -ENODATA);
}

/* A record of kind 0 (void) must be an error, even if the blob has a layout section. */
static void xel_btf_void_record(struct kunit *test)
{
	struct test_btf *b = test_btf_new(test, NULL);

	b->layout = layout_of_unknown(test, 4, 0);
	b->layout_len = UNKNOWN_LAYOUT;
	test_btf_type(b, "", XEL_KIND_VOID, 0, 0);
	KUNIT_EXPECT_EQ(test, test_btf_try(b), -EBADMSG);
}

/* For each kind of record, the reader must use the right length, so it finds the next record. */
static void xel_btf_kinds(struct kunit *test)
{
	static const u8 words[XEL_KIND_COUNT][2] = {
		[XEL_KIND_INT] = { 1, 0 }, [XEL_KIND_ARRAY] = { 3, 0 },
		[XEL_KIND_STRUCT] = { 0, 3 }, [XEL_KIND_UNION] = { 0, 3 },
		[XEL_KIND_ENUM] = { 0, 2 }, [XEL_KIND_FUNC_PROTO] = { 0, 2 },
		[XEL_KIND_VAR] = { 1, 0 }, [XEL_KIND_DATASEC] = { 0, 3 },
		[XEL_KIND_DECL_TAG] = { 1, 0 }, [XEL_KIND_ENUM64] = { 0, 3 },
	};
	struct test_btf *b;
	struct xel_type t;
	u32 kind, i;

	for (kind = XEL_KIND_INT; kind < XEL_KIND_COUNT; kind++) {
		b = test_btf_new(test, NULL);
		test_btf_type(b, "one", kind, 2, 0);
		for (i = 0; i < words[kind][0] + 2u * words[kind][1]; i++)
			test_btf_word(b, 0);
		test_btf_type(b, "two", XEL_KIND_FLOAT, 0, 16);
		KUNIT_ASSERT_EQ_MSG(test, test_btf_try(b), 0, "kind %u", kind);
		KUNIT_EXPECT_EQ_MSG(test, b->btf.nr_types, 2, "kind %u", kind);
		KUNIT_ASSERT_TRUE(test, xel_type_at(&b->btf, 2, &t));
		KUNIT_EXPECT_STREQ(test, xel_string(&b->btf, t.name), "two");
	}
}

/* Typedefs and qualifiers must be resolved; loops and chains that are too long must be refused. */
static void xel_btf_chains(struct kunit *test)
{
	static const u32 wrap[] = { XEL_KIND_TYPEDEF, XEL_KIND_VOLATILE, XEL_KIND_CONST,
				    XEL_KIND_RESTRICT, XEL_KIND_TYPE_TAG };
	struct test_btf *b = test_btf_new(test, NULL);
	u32 id = test_btf_int(b, "int", 4), ring, i;
	struct xel_type t;

	for (i = 0; i < 31; i++)
		id = test_btf_type(b, "", wrap[i % ARRAY_SIZE(wrap)], 0, id);
	ring = test_btf_type(b, "one_more", XEL_KIND_TYPEDEF, 0, id) + 1;
	test_btf_type(b, "ring", XEL_KIND_TYPEDEF, 0, ring);
	test_btf_type(b, "nowhere", XEL_KIND_TYPEDEF, 0, 1000);
	test_btf_open(b);
	KUNIT_ASSERT_TRUE(test, xel_type_real(&b->btf, id, &t));
	KUNIT_EXPECT_STREQ(test, xel_string(&b->btf, t.name), "int");
	KUNIT_EXPECT_EQ(test, xel_type_size(&b->btf, id), 4);
	KUNIT_EXPECT_FALSE(test, xel_type_real(&b->btf, id + 1, &t));
	KUNIT_EXPECT_FALSE(test, xel_type_real(&b->btf, ring, &t));
	KUNIT_EXPECT_EQ(test, xel_type_size(&b->btf, ring), 0);
	KUNIT_EXPECT_FALSE(test, xel_type_real(&b->btf, ring + 1, &t));
	KUNIT_EXPECT_FALSE(test, xel_type_real(&b->btf, 0, &t));
	KUNIT_EXPECT_FALSE(test, xel_type_at(&b->btf, 0xffffffff, &t));
}

/* xel_type_size() must return a size that fits into 32 bits, and 0 for a larger one. */
static void xel_btf_sizes(struct kunit *test)
{
	struct test_btf *b = test_btf_new(test, NULL);
	u32 quad = test_btf_int(b, "long long", 8), inner, id, i;

	inner = test_btf_array(b, quad, 3);
	id = test_btf_array(b, inner, 5);
	test_btf_ptr(b, quad);				/* id + 1 */
	test_btf_array(b, quad, 0x1fffffff);		/* id + 2 */
	test_btf_array(b, quad, 0x20000000);		/* id + 3 */
	test_btf_array(b, id + 3, 0x20000000);		/* id + 4 */
	test_btf_array(b, id + 5, 1);			/* id + 5: of itself */
	test_btf_type(b, "f", XEL_KIND_FUNC_PROTO, 0, 0); /* id + 6 */
	test_btf_array(b, 0, 4);			/* id + 7: of void */
	test_btf_open(b);
	KUNIT_EXPECT_EQ(test, xel_type_size(&b->btf, id), 120);
	KUNIT_EXPECT_EQ(test, xel_type_size(&b->btf, id + 1), 8);
	KUNIT_EXPECT_EQ(test, xel_type_size(&b->btf, id + 2), 0xfffffff8);
	for (i = 3; i < 9; i++)
		KUNIT_EXPECT_EQ_MSG(test, xel_type_size(&b->btf, id + i), 0, "%u", i);
	KUNIT_EXPECT_EQ(test, xel_type_size(&b->btf, 0), 0);
}

/* The size of a pointer must be that of unsigned long, even if only the base has this type. */
static void xel_btf_pointers(struct kunit *test)
{
	struct test_btf *b = test_btf_new(test, NULL), *more;
	u32 p;

	test_btf_int(b, "long unsigned int", 4);
	p = test_btf_ptr(b, 0);
	test_btf_open(b);
	KUNIT_EXPECT_EQ(test, xel_type_size(&b->btf, p), 4);
	more = test_btf_new(test, b);
	p = test_btf_ptr(more, 0);
	test_btf_open(more);
	KUNIT_EXPECT_EQ(test, xel_type_size(&more->btf, p), 4);
	KUNIT_EXPECT_EQ(test, xel_ptr_size(NULL), 8);
}

static bool find(const struct xel_btf *btf, u32 id, const char *name, struct xel_member *m)
{
	struct xel_type t;
	u32 budget = 1000;

	memset(m, 0xa5, sizeof(*m));
	return xel_type_at(btf, id, &t) &&
	       xel_member_find(&t, name, strlen(name), &budget, m);
}

/* Bit fields of both forms, and members of nested structures without a name, must be found. */
static void xel_btf_members(struct kunit *test)
{
	struct test_btf *b = test_btf_new(test, NULL);
	u32 word = test_btf_int(b, "unsigned int", 4), bits, un, st, id;
	struct xel_member m;

	/*
	 * a bit field of three bits, from bit 5 of its word, in BTF's older form: the record of the
	 * integer type has the offset and the width
	 */
	bits = test_btf_type(b, "unsigned int", XEL_KIND_INT, 0, 4);
	test_btf_word(b, 5 << 16 | 3);
	un = test_btf_type(b, "", XEL_KIND_UNION, 0, 4);
	test_btf_member(b, "a", word, 0);
	test_btf_member(b, "b", word, 0);
	st = test_btf_struct(b, "", 12);
	test_btf_member(b, "", un, 32);
	test_btf_member(b, "old", bits, 64);
	id = test_btf_type(b, "all", XEL_KIND_STRUCT, 1u << 31, 64);
	test_btf_member(b, "flag", word, 1u << 24 | 77);
	test_btf_member(b, "", word, 3u << 24 | 78);	/* padding has no name */
	test_btf_member(b, "", st, 128);
	test_btf_member(b, "plain", word, 0xfffff0);
	test_btf_open(b);
	KUNIT_EXPECT_TRUE(test, find(&b->btf, id, "flag", &m));
	KUNIT_EXPECT_EQ(test, m.bit_off, 77);
	KUNIT_EXPECT_EQ(test, m.bits, 1);
	KUNIT_EXPECT_TRUE(test, find(&b->btf, id, "b", &m));
	KUNIT_EXPECT_EQ(test, m.bit_off, 128 + 32);
	KUNIT_EXPECT_EQ(test, m.bits, 0);
	KUNIT_EXPECT_EQ(test, m.type, word);
	KUNIT_EXPECT_TRUE(test, find(&b->btf, id, "old", &m));
	KUNIT_EXPECT_EQ(test, m.bit_off, 128 + 64 + 5);
	KUNIT_EXPECT_EQ(test, m.bits, 3);
	KUNIT_EXPECT_TRUE(test, find(&b->btf, id, "plain", &m));
	KUNIT_EXPECT_EQ(test, m.bit_off, 0xfffff0);
	/* neither a prefix of a name nor a longer name */
	KUNIT_EXPECT_FALSE(test, find(&b->btf, id, "fla", &m));
	KUNIT_EXPECT_FALSE(test, find(&b->btf, id, "flags", &m));
	KUNIT_EXPECT_FALSE(test, find(&b->btf, id, "", &m));
	KUNIT_EXPECT_FALSE(test, find(&b->btf, word, "flag", &m));
}

/* The search in structures that contain themselves must end after a limited number of steps. */
static void xel_btf_nested(struct kunit *test)
{
	struct test_btf *b = test_btf_new(test, NULL);
	u32 word = test_btf_int(b, "unsigned int", 4), id, i, budget;
	struct xel_member m;
	struct xel_type t;

	id = test_btf_struct(b, "", 4);
	test_btf_member(b, "deep", word, 0);
	for (i = 0; i < 8; i++) {
		u32 in = id;

		id = test_btf_struct(b, "", 4);
		test_btf_member(b, "", in, 0);
	}
	test_btf_struct(b, "deeper", 4);
	test_btf_member(b, "", id, 0);
	test_btf_struct(b, "self", 4);
	for (i = 0; i < 20; i++)
		test_btf_member(b, "", id + 2, 0);
	test_btf_open(b);
	KUNIT_EXPECT_TRUE(test, find(&b->btf, id, "deep", &m));
	KUNIT_EXPECT_FALSE(test, find(&b->btf, id + 1, "deep", &m));
	/* there are 20^9 paths, so the search ends when the budget is used up */
	KUNIT_ASSERT_TRUE(test, xel_type_at(&b->btf, id + 2, &t));
	budget = 100000;
	KUNIT_EXPECT_FALSE(test, xel_member_find(&t, "deep", 4, &budget, &m));
	KUNIT_EXPECT_EQ(test, budget, 0);
}

/* Enumerators with values of 32 and of 64 bits must be read. */
static void xel_btf_enumerators(struct kunit *test)
{
	struct test_btf *b = test_btf_new(test, NULL);
	u32 e = test_btf_enum(b, "e"), name;
	struct xel_type t;
	u64 value;

	test_btf_value(b, "MINUS", 0xffffffff);
	test_btf_type(b, "wide", XEL_KIND_ENUM64, 1, 8);
	test_btf_word(b, test_btf_string(b, "LARGE"));
	test_btf_word(b, 0x89abcdef);
	test_btf_word(b, 0x01234567);
	test_btf_open(b);
	KUNIT_ASSERT_TRUE(test, xel_type_at(&b->btf, e, &t));
	KUNIT_EXPECT_TRUE(test, xel_type_enumerator(&t, 0, &name, &value));
	KUNIT_EXPECT_EQ(test, value, 0xffffffffull);
	KUNIT_EXPECT_STREQ(test, xel_string(&b->btf, name), "MINUS");
	KUNIT_EXPECT_FALSE(test, xel_type_enumerator(&t, 1, &name, &value));
	KUNIT_ASSERT_TRUE(test, xel_type_at(&b->btf, e + 1, &t));
	KUNIT_EXPECT_TRUE(test, xel_type_enumerator(&t, 0, &name, &value));
	KUNIT_EXPECT_EQ(test, value, 0x0123456789abcdefull);
}

/*
 * The type information of a module refers to types and strings of its kernel. Their ids and offsets
 * must be looked up in the type information of the kernel (the base).
 */
static void xel_btf_split(struct kunit *test)
{
	struct test_btf *b = test_btf_new(test, NULL), *more;
	u32 word = test_btf_int(b, "unsigned int", 4), name, id;
	struct xel_member m;
	struct xel_type t;

	name = test_btf_string(b, "shared");
	more = test_btf_new(test, b);
	id = test_btf_struct(more, "own", 8);
	test_btf_member(more, "first", word, 0);
	/* add a member whose name is in the strings of the base */
	guc_store_le32(guc_load_le32(more->types + more->vlen) + 1, more->types + more->vlen);
	test_btf_word(more, name);
	test_btf_word(more, word);
	test_btf_word(more, 32);
	KUNIT_EXPECT_EQ(test, id, word + 1);
	test_btf_open(b);
	test_btf_open(more);
	KUNIT_EXPECT_TRUE(test, find(&more->btf, id, "shared", &m));
	KUNIT_EXPECT_EQ(test, m.bit_off, 32);
	KUNIT_ASSERT_TRUE(test, xel_type_real(&more->btf, m.type, &t));
	KUNIT_EXPECT_PTR_EQ(test, t.btf, &b->btf);
	KUNIT_EXPECT_STREQ(test, xel_string(t.btf, t.name), "unsigned int");
	/* the base has no type of this id */
	KUNIT_EXPECT_FALSE(test, xel_type_at(&b->btf, id, &t));
	KUNIT_EXPECT_STREQ(test, xel_string(&b->btf, b->strings_len), "");
	KUNIT_EXPECT_STREQ(test, xel_string(&more->btf, 0xffffffff), "");
}

/*
 * If a blob only declares a structure, the members must be taken from the definition with
 * the same name and size in btf->full.
 */
static void xel_btf_full(struct kunit *test)
{
	struct test_btf *b = test_btf_new(test, NULL), *full = test_btf_new(test, NULL);
	u32 id = test_btf_struct(b, "pair", 8), word;
	struct xel_member m;
	struct xel_type t;

	test_btf_struct(b, "pair", 16);
	test_btf_struct(b, "", 8);
	test_btf_struct(full, "pair", 8);
	word = test_btf_int(full, "unsigned int", 4);
	test_btf_struct(full, "pair", 8);
	test_btf_member(full, "second", word, 32);
	test_btf_open(full);
	test_btf_open(b);
	KUNIT_EXPECT_FALSE(test, find(&b->btf, id, "second", &m));
	b->btf.full = &full->btf;
	KUNIT_EXPECT_TRUE(test, find(&b->btf, id, "second", &m));
	KUNIT_EXPECT_EQ(test, m.bit_off, 32);
	KUNIT_ASSERT_TRUE(test, xel_type_real(m.btf, m.type, &t));
	KUNIT_EXPECT_STREQ(test, xel_string(t.btf, t.name), "unsigned int");
	KUNIT_EXPECT_FALSE(test, find(&b->btf, id, "third", &m));
	KUNIT_EXPECT_FALSE(test, find(&b->btf, id + 1, "second", &m));
	KUNIT_EXPECT_FALSE(test, find(&b->btf, id + 2, "second", &m));
}

/* A blob that continues another one must be accepted even if it has no strings. */
static void xel_btf_no_strings(struct kunit *test)
{
	struct test_btf *b = small(test), *more;

	test_btf_open(b);
	more = test_btf_new(test, b);
	test_btf_ptr(more, 1);
	KUNIT_EXPECT_EQ(test, test_btf_try(more), 0);
	KUNIT_EXPECT_EQ(test, more->btf.first_id, 4);
}

/* xel_string_is_one_of() must accept only a whole name of the list. */
static void xel_btf_words(struct kunit *test)
{
	KUNIT_EXPECT_TRUE(test, xel_string_is_one_of("b", "a|b"));
	KUNIT_EXPECT_TRUE(test, xel_string_is_one_of("a", "a|b"));
	KUNIT_EXPECT_FALSE(test, xel_string_is_one_of("", "a|b"));
	KUNIT_EXPECT_FALSE(test, xel_string_is_one_of("a|b", "a|b"));
	KUNIT_EXPECT_FALSE(test, xel_string_is_one_of("ab", "a|b"));
	KUNIT_EXPECT_FALSE(test, xel_string_is_one_of("a", "ab|b"));
}

static struct kunit_case xel_btf_cases[] = {
	KUNIT_CASE(xel_btf_lengths),
	KUNIT_CASE(xel_btf_header),
	KUNIT_CASE(xel_btf_wants_base),
	KUNIT_CASE(xel_btf_index),
	KUNIT_CASE(xel_btf_unaligned),
	KUNIT_CASE(xel_btf_unknown_kinds),
	KUNIT_CASE(xel_btf_void_record),
	KUNIT_CASE(xel_btf_kinds),
	KUNIT_CASE(xel_btf_chains),
	KUNIT_CASE(xel_btf_sizes),
	KUNIT_CASE(xel_btf_pointers),
	KUNIT_CASE(xel_btf_members),
	KUNIT_CASE(xel_btf_nested),
	KUNIT_CASE(xel_btf_enumerators),
	KUNIT_CASE(xel_btf_split),
	KUNIT_CASE(xel_btf_full),
	KUNIT_CASE(xel_btf_no_strings),
	KUNIT_CASE(xel_btf_words),
	{}
};

static struct kunit_suite xel_btf_suite = {
	.name = "xel_btf",
	.test_cases = xel_btf_cases,
};

kunit_test_suite(xel_btf_suite);
