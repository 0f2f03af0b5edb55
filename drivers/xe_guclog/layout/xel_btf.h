/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A reader of BTF, the kernel's type information. It checks all bytes, because
 * they can come from any file.
 */
#ifndef _XEL_BTF_H_
#define _XEL_BTF_H_

#include "guc_view.h"

/**
 * struct xel_btf - one blob of type information, opened
 * @base: the blob with the ids and strings that this blob continues, NULL for none
 * @full: another opened blob, in which the members of a structure are looked up
 *	when this blob has only its name and size. The file of a module can
 *	contain such a blob for the types of its kernel (.BTF.base). NULL when
 *	xel_btf_open() returns; the caller may set it
 * @types: the type records
 * @strings: the strings; their last byte is 0
 * @layout: table of the lengths of records by kind, empty when the blob has
 *	none
 * @index: for each type the offset of its record in @types, indexed by id -
 *	@first_id
 * @first_id: id of the first type
 * @nr_types: number of types
 * @first_string: offset by which records refer to the first byte of @strings
 * @ptr_size: size of a pointer in bytes, 0 when it is unknown
 */
struct xel_btf {
	const struct xel_btf *base;
	const struct xel_btf *full;
	struct guc_view types;
	struct guc_view strings;
	struct guc_view layout;
	const u32 *index;
	u32 first_id;
	u32 nr_types;
	u32 first_string;
	u32 ptr_size;
};

int xel_btf_count(struct guc_view data, const struct xel_btf *base, u32 *nr);
int xel_btf_open(struct xel_btf *btf, struct guc_view data,
		 const struct xel_btf *base, u32 *index, u32 index_len);

#endif
