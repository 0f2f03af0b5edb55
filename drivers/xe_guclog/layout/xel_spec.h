/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The lists of xe's members (fields), structures and enumerations in xel_fields.h, as tables. This
 * header is private to this folder.
 */
#ifndef _XEL_SPEC_H_
#define _XEL_SPEC_H_

#include "xel_layout.h"
#include "xel_type.h"

enum xel_need { XEL_MAY, XEL_MUST };

enum xel_shape {
	XEL_SHAPE_NUMBER,
	XEL_SHAPE_ENUM,
	XEL_SHAPE_POINTER,
	XEL_SHAPE_STRUCT,
	XEL_SHAPE_ARRAY,
	XEL_SHAPE_MASK,
};

/**
 * struct xel_spec - one row of XEL_FIELDS(), which describes a member of xe's structures
 * @id: name of the row
 * @path: members from the structure @root to the member
 * @of: required name of the type, or NULL
 * @root: the structure from which @path begins
 * @need: whether the member is required
 * @shape: required kind of type
 * @max: maximum size in bytes, 0 for any size
 */
struct xel_spec {
	const char *id;
	const char *path;
	const char *of;
	enum xel_root_id root;
	enum xel_need need;
	enum xel_shape shape;
	u32 max;
};

/**
 * struct xel_found - the type of the member that the path of a field has reached
 * @kind: kind of the type, an enum xel_kind
 * @name: name of the type; for an array, the name of its element; for a pointer
 *	whose target XEL_FIELDS() prescribes, the name of the target
 * @bytes: size of the type
 */
struct xel_found {
	u32 kind;
	const char *name;
	u64 bytes;
};

extern const struct xel_spec xel_specs[XEL_FIELD_COUNT];
extern const char *const xel_root_names[XEL_ROOT_COUNT];
extern const char *const xel_enum_tags[XEL_ENUM_COUNT];

void xel_field_resolve(struct xel_field *field, const struct xel_spec *spec,
		       const struct xel_type *root, u32 *budget,
		       struct xel_found *found);
void xel_name_copy(char *to, const char *name);
u32 xel_protos_resolve(const struct xel_btf *btf);
void xel_enums_resolve(struct xel_layout *layout, const struct xel_btf *btf);

#endif
