/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Type information (BTF) that a test makes record by record. test_xe_types() makes the
 * type information of an imaginary xe driver. This type information has the structures and members
 * that the layout code requires.
 */
#ifndef _TEST_BTF_H_
#define _TEST_BTF_H_

#include <kunit/test.h>

#include "guc_view.h"
#include "xel_layout.h"
#include "xel_type.h"

/**
 * struct test_btf - type information that is being made
 * @test: the running test
 * @base: the type information that this one continues (split BTF), NULL for none
 * @types: the records
 * @types_len: length of the records, bytes
 * @nr: number of records
 * @strings: the strings
 * @strings_len: length of the strings, bytes
 * @vlen: offset in @types of the number of elements in the last record that was begun
 * @layout: the layout section, which has the lengths of the kinds of records;
 *	NULL if there is none
 * @layout_len: length of the layout section, bytes
 * @btf: opened by test_btf_open()
 */
struct test_btf {
	struct kunit *test;
	const struct test_btf *base;
	u8 types[16384];
	u32 types_len;
	u32 nr;
	char strings[8192];
	u32 strings_len;
	u32 vlen;
	const u8 *layout;
	u32 layout_len;
	struct xel_btf btf;
};

struct test_btf *test_btf_new(struct kunit *test, const struct test_btf *base);
u32 test_btf_string(struct test_btf *b, const char *s);
void test_btf_word(struct test_btf *b, u32 word);
u32 test_btf_type(struct test_btf *b, const char *name, u32 kind, u32 vlen, u32 size);
u32 test_btf_int(struct test_btf *b, const char *name, u32 size);
u32 test_btf_ptr(struct test_btf *b, u32 target);
u32 test_btf_array(struct test_btf *b, u32 element, u32 nelem);
u32 test_btf_struct(struct test_btf *b, const char *name, u32 size);
void test_btf_member(struct test_btf *b, const char *name, u32 type, u32 bit_off);
u32 test_btf_enum(struct test_btf *b, const char *name);
void test_btf_value(struct test_btf *b, const char *name, u32 value);
struct guc_view test_btf_blob(struct test_btf *b);
int test_btf_try(struct test_btf *b);
const struct xel_btf *test_btf_open(struct test_btf *b);

/**
 * struct test_xe - the changes that a test makes to the types of the imaginary xe driver
 * of test_xe_types()
 * @gone: a member that is missing, in the form "structure.member"; NULL for none
 * @other: a member that is a float instead of its proper type; NULL for none
 * @moved: a member whose offset is larger by 8 bytes; NULL for none
 * @vram: name of the structure that describes the VRAM and has its size as a member;
 *	NULL for "xe_vram_region", the name in xe
 * @larger: bytes by which the declared size of struct xe_tile is larger
 */
struct test_xe {
	const char *gone;
	const char *other;
	const char *moved;
	const char *vram;
	u32 larger;
};

void test_xe_types(struct test_btf *b, const struct test_xe *how);

#endif
