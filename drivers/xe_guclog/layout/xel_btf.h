/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * A reader of BTF, the kernel's type information. The reader checks all bytes, because the type
 * information can come from any file.
 */
#ifndef _XEL_BTF_H_
#define _XEL_BTF_H_

#include "guc_view.h"

/**
 * struct xel_btf - opened type information of a kernel or of a module (a blob)
 * @base: the blob with the ids and strings that this blob continues, NULL for none
 * @full: another blob, for structures of which this blob has only the name and the size:
 *	their members are looked up in @full. A module file can have such structures
 *	in its section .BTF.base. xel_btf_open() sets NULL; the caller may change it
 * @types: the type records
 * @strings: the strings; their last byte is 0
 * @layout: table of the lengths of records by kind, empty when the blob has
 *	none
 * @index: for each type the offset of its record in @types, indexed by id -
 *	@first_id
 * @first_id: id of the first type
 * @nr_types: number of types
 * @first_string: string offset of the first byte of @strings; for a blob with a @base, string
 *	offsets continue those of the base
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
