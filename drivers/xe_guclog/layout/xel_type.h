/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Access to the types in type information (BTF) that xel_btf_open() has opened. This header is
 * private to this folder and its tests.
 */
#ifndef _XEL_TYPE_H_
#define _XEL_TYPE_H_

#include "xel_btf.h"

/*
 * The kinds of types, copied from include/uapi/linux/btf.h of Linux 7.3. The header of the kernel
 * for which the module is built is not used, because it can be older than the type information that
 * is read.
 */
enum xel_kind {
	XEL_KIND_VOID,
	XEL_KIND_INT,
	XEL_KIND_PTR,
	XEL_KIND_ARRAY,
	XEL_KIND_STRUCT,
	XEL_KIND_UNION,
	XEL_KIND_ENUM,
	XEL_KIND_FWD,
	XEL_KIND_TYPEDEF,
	XEL_KIND_VOLATILE,
	XEL_KIND_CONST,
	XEL_KIND_RESTRICT,
	XEL_KIND_FUNC,
	XEL_KIND_FUNC_PROTO,
	XEL_KIND_VAR,
	XEL_KIND_DATASEC,
	XEL_KIND_FLOAT,
	XEL_KIND_DECL_TAG,
	XEL_KIND_TYPE_TAG,
	XEL_KIND_ENUM64,
	XEL_KIND_COUNT
};

#define XEL_TYPE_BYTES	12u	/* length of the common part of all type records */

/**
 * struct xel_type - the record of a type, unpacked
 * @btf: the blob (type information of a kernel or of a module) that contains the record.
 *	For an id that was looked up in a module's blob, this can be the blob of the kernel
 * @pos: offset of the record in @btf->types
 * @name: offset of the name among the strings, see xel_string(); 0 for none
 * @kind: an enum xel_kind, or an unknown kind
 * @vlen: number of elements that follow, such as members or enumerators
 * @kflag: a flag with a meaning that depends on @kind
 * @size: size of the type in bytes; for a type that refers to another one, such
 *	as a pointer or a typedef, the id of that type
 */
struct xel_type {
	const struct xel_btf *btf;
	u32 pos;
	u32 name;
	u32 kind;
	u32 vlen;
	bool kflag;
	u32 size;
};

/**
 * struct xel_member - the type and offset of a member in its structure
 * @btf: the blob (type information) in which the id @type can be looked up
 * @type: id of the type of the member
 * @bit_off: offset of the member in bits from the start of the structure
 * @bits: for a bit field, its width in bits, else 0
 */
struct xel_member {
	const struct xel_btf *btf;
	u32 type;
	u64 bit_off;
	u32 bits;
};

void xel_type_unpack(struct xel_type *t, const struct xel_btf *btf, u32 pos,
		     const u8 *record);
bool xel_type_at(const struct xel_btf *btf, u32 id, struct xel_type *t);
bool xel_type_own(const struct xel_btf *btf, u32 nth, struct xel_type *t);
bool xel_type_real(const struct xel_btf *btf, u32 id, struct xel_type *t);
bool xel_type_array(const struct xel_type *t, u32 *element, u32 *nelem);
u64 xel_type_size(const struct xel_btf *btf, u32 id);
bool xel_type_enumerator(const struct xel_type *t, u32 nth, u32 *name,
			 u64 *value);
u32 xel_ptr_size(const struct xel_btf *btf);
const char *xel_string(const struct xel_btf *btf, u32 off);
bool xel_string_is_one_of(const char *s, const char *names);
bool xel_member_find(const struct xel_type *t, const char *name, size_t len,
		     u32 *budget, struct xel_member *member);

#endif
