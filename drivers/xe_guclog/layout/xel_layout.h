/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The layout of xe's private types in one kernel: the offsets and sizes of
 * their members, from the type information (BTF) of this kernel.
 */
#ifndef _XEL_LAYOUT_H_
#define _XEL_LAYOUT_H_

#include "xel_btf.h"
#include "xel_fields.h"

struct guc_text;

/* XEL_<id>: index of a field in XEL_FIELDS(). */
enum xel_field_id {
#define X(id, root, path, need, shape, of, max) XEL_##id,
	XEL_FIELDS(X)
#undef X
	XEL_FIELD_COUNT
};

/* XEL_ROOT_<id>: index of a structure in XEL_ROOTS(). */
enum xel_root_id {
#define X(id, names) XEL_ROOT_##id,
	XEL_ROOTS(X)
#undef X
	XEL_ROOT_COUNT
};

/* XEL_ENUM_<id>: index of an enumeration in XEL_ENUMS(). */
enum xel_enum_id {
#define X(id, tag) XEL_ENUM_##id,
	XEL_ENUMS(X)
#undef X
	XEL_ENUM_COUNT
};

/* XEL_PROTO_<id>: index of a tracepoint in XEL_PROTOS(). */
enum xel_proto_id {
#define X(id, tracepoint, arguments) XEL_PROTO_##id,
	XEL_PROTOS(X)
#undef X
	XEL_PROTO_COUNT
};

/*
 * The reasons why one field or all fields are unknown; xel_reason_text() has a text for each. The
 * comments say what the members "found" and "expected" of struct xel_layout_fault contain. The
 * shape of a member is its kind of type, such as a number, a pointer or an array.
 */
enum xel_reason {
	XEL_FINE,
	/* reasons for one field */
	XEL_NO_TYPE,		/* no such structure */
	XEL_NO_MEMBER,		/* the structure has no such member */
	XEL_OTHER_SHAPE,	/* not the shape in XEL_FIELDS(); found: bytes of the member */
	XEL_TOO_LARGE,		/* found: bytes of the member; expected: maximum */
	XEL_BROKEN_TYPE,	/* BTF has no valid type, size or offset of the member */
	XEL_COPIES_DISAGREE,	/* found, expected: values that differ in two definitions */
	/* reasons for all fields */
	XEL_NO_BASE,		/* the types of a module, but not of its kernel, were given */
	XEL_POINTER_SIZE,	/* found: bytes of a pointer; expected: 8 */
	XEL_REASONS
};

/**
 * struct xel_field - the offset and size of a member in its root, a structure of
 * XEL_ROOTS()
 * @off: offset in bytes from the start of the root structure; when @nelem is
 *	not 0, the offset of the member in the first element of the array
 * @size: size in bytes; for a bit field, the size of the bytes that contain it.
 *	When the field is an array, this is the size of the whole array; when it
 *	is a member of the array's first element, the size of this member
 * @nelem: number of elements of the array in the path, 0 when there is none
 * @stride: number of bytes from one element to the next
 * @bit: for a bit field, its lowest bit in the @size bytes
 * @width: for a bit field, its number of bits, else 0
 * @present: the members above are known; if not, they are 0
 * @reason: the reason why the members above are unknown, an enum xel_reason
 */
struct xel_field {
	u32 off;
	u32 size;
	u32 nelem;
	u32 stride;
	u8 bit;
	u8 width;
	bool present;
	u8 reason;
};

#define XEL_NAME_MAX	48u	/* largest size of a name in bytes, with terminator */
#define XEL_MAX_NAMES	256u	/* maximum number of enumerators */

/**
 * struct xel_name - an enumerator
 * @value: value of the enumerator
 * @of: the enumeration, an enum xel_enum_id
 * @name: name of the enumerator, printable and terminated, truncated when it is
 *	longer
 */
struct xel_name {
	u32 value;
	u8 of;
	char name[XEL_NAME_MAX];
};

/**
 * struct xel_layout - the resolved fields, enumerators and tracepoints of xe
 * @field: the fields, by enum xel_field_id
 * @size: by enum xel_root_id, length of the structure in bytes; 0 when the type
 *	information does not define it
 * @copies: by enum xel_root_id, number of definitions of the structure
 * @name: the enumerators, grouped by enumeration, in the order of the definition
 * @nr_names: number of names
 * @protos: bit mask of enum xel_proto_id: the tracepoints of xe whose arguments are those
 *	in XEL_PROTOS()
 *
 * The structure has about 16 KiB, which is too large for a kernel stack.
 */
struct xel_layout {
	struct xel_field field[XEL_FIELD_COUNT];
	u32 size[XEL_ROOT_COUNT];
	u32 copies[XEL_ROOT_COUNT];
	struct xel_name name[XEL_MAX_NAMES];
	u32 nr_names;
	u32 protos;
};

/**
 * struct xel_layout_fault - the reason why a layout is refused
 * @reason: the kind of the fault
 * @field: the field, XEL_FIELD_COUNT when the fault concerns all fields
 * @found: a value that was found; enum xel_reason says which value
 * @expected: the value or limit for @found, see enum xel_reason
 * @kind: for XEL_OTHER_SHAPE, the BTF kind of the member's type
 * @name: for XEL_OTHER_SHAPE, the name of the member's type; empty when it has none
 * @what: for XEL_COPIES_DISAGREE, the name of the value that differs; NULL when only one
 *	definition has the expected member
 */
struct xel_layout_fault {
	enum xel_reason reason;
	enum xel_field_id field;
	u64 found;
	u64 expected;
	u32 kind;
	char name[XEL_NAME_MAX];
	const char *what;
};

int xel_layout_resolve(struct xel_layout *out, const struct xel_btf *base,
		       const struct xel_btf *xe, struct xel_layout_fault *fault);
void xel_layout_print(struct guc_text *text, const struct xel_layout *layout);
void xel_layout_fault_print(struct guc_text *text,
			    const struct xel_layout_fault *fault);
const char *xel_layout_name(const struct xel_layout *layout,
			    enum xel_enum_id id, u32 value);
int xel_layout_value(const struct xel_layout *layout, enum xel_enum_id id,
		     const char *name, u32 *value);
const char *xel_field_id_name(enum xel_field_id id);
const char *xel_field_path(enum xel_field_id id);
const char *xel_field_root(enum xel_field_id id);
bool xel_field_is_required(enum xel_field_id id);
const char *xel_root_name(enum xel_root_id id);
const char *xel_proto_name(enum xel_proto_id id);
const char *xel_enum_tag(enum xel_enum_id id);
const char *xel_reason_text(enum xel_reason reason);

/**
 * xel_field_value() - get the number in the bytes of a field
 * @field: a field of at most 8 bytes
 * @bytes: the @field->size bytes at the offset @field->off of the structure
 *
 * Context: any, does not sleep.
 * Return: the number, not sign-extended.
 */
static inline u64 xel_field_value(const struct xel_field *field,
				  const void *bytes)
{
	const u8 *p = bytes;
	u64 value = 0;
	u32 i;

	for (i = field->size; i-- > 0;)
		value = value << 8 | p[i];
	if (!field->width)
		return value;
	return value >> field->bit & (~0ull >> (64 - field->width));
}

#endif
