// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * This file finds the offset and size of one field of XEL_FIELDS() in one definition of its root
 * structure, that is, of the structure from which the path of the field begins. It follows the path
 * through the type information (BTF). A blob is the type information of the kernel or of one
 * module.
 */
#include "xel_spec.h"

/**
 * struct place - the member that a path has reached
 * @btf: the blob that has the id @type
 * @type: id of the type of the member
 * @bit_off: offset of the member in bits from the start of the root structure
 * @bits: width of a bit field, else 0
 * @stride: length in bytes of an element of the array that the path goes through
 * @nelem: number of elements of this array, 0 when there is none
 */
struct place {
	const struct xel_btf *btf;
	u32 type;
	u64 bit_off;
	u32 bits;
	u64 stride;
	u32 nelem;
};

/* At "[]" in a path: let @at, which is an array, become the first element of this array. */
static enum xel_reason enter_array(struct place *at)
{
	struct xel_type t;
	u32 element;

	if (!xel_type_real(at->btf, at->type, &t))
		return XEL_BROKEN_TYPE;
	if (!xel_type_array(&t, &element, &at->nelem))
		return XEL_OTHER_SHAPE;
	at->btf = t.btf;
	at->type = element;
	at->stride = xel_type_size(at->btf, element);
	return at->nelem && at->stride ? XEL_FINE : XEL_BROKEN_TYPE;
}

/* Follow the members in the first @len characters of a path, beginning at the structure @t. */
static enum xel_reason follow(struct place *at, struct xel_type t, const char *path,
			      size_t len, u32 *budget)
{
	const char *end = path + len;
	enum xel_reason reason;
	struct xel_member m;
	size_t n;

	for (;;) {
		n = strcspn(path, ".[|");
		if (!xel_member_find(&t, path, n, budget, &m))
			return *budget ? XEL_NO_MEMBER : XEL_BROKEN_TYPE;
		at->btf = m.btf;
		at->type = m.type;
		at->bit_off += m.bit_off;
		at->bits = m.bits;
		path += n;
		if (*path == '[') {
			reason = enter_array(at);
			if (reason)
				return reason;
			path += 2;
		}
		if (path >= end)
			return XEL_FINE;
		path++;		/* the dot */
		if (!xel_type_real(at->btf, at->type, &t))
			return XEL_BROKEN_TYPE;
	}
}

static bool called(const struct xel_type *t, const char *of)
{
	return !of || xel_string_is_one_of(xel_string(t->btf, t->name), of);
}

/*
 * Return: whether the pointer @t points to a type with the name @of; true when @of is NULL. Only
 * the name is compared, because this blob may only declare the structure.
 */
static bool points_to(const struct xel_type *t, const char *of, struct xel_found *found)
{
	struct xel_type target;

	if (!of)
		return true;
	found->name = "void";
	if (!xel_type_real(t->btf, t->size, &target))
		return false;
	found->name = xel_string(target.btf, target.name);
	return called(&target, of);
}

static bool is_array_of(const struct xel_type *t, const struct xel_spec *spec,
			struct xel_field *field, struct xel_found *found)
{
	struct xel_type e;
	u32 element, nelem;
	u64 stride;

	if (!xel_type_array(t, &element, &nelem) ||
	    !xel_type_real(t->btf, element, &e))
		return false;
	found->name = xel_string(e.btf, e.name);
	stride = xel_type_size(t->btf, element);
	if (!nelem || !stride)
		return false;
	field->nelem = nelem;
	field->stride = (u32)stride;
	if (spec->shape == XEL_SHAPE_MASK)
		return e.kind == XEL_KIND_INT && stride == sizeof(u64);
	return (e.kind == XEL_KIND_STRUCT || e.kind == XEL_KIND_UNION) &&
	       called(&e, spec->of);
}

static bool is_number(const struct xel_type *t)
{
	return (t->kind == XEL_KIND_INT || t->kind == XEL_KIND_ENUM ||
		t->kind == XEL_KIND_ENUM64) &&
	       (t->size == 1 || t->size == 2 || t->size == 4 || t->size == 8);
}

static bool has_shape(const struct xel_type *t, const struct xel_spec *spec,
		      struct xel_field *field, struct xel_found *found)
{
	switch (spec->shape) {
	case XEL_SHAPE_NUMBER:
		return is_number(t);
	case XEL_SHAPE_ENUM:
		return is_number(t) && t->kind != XEL_KIND_INT && called(t, spec->of);
	case XEL_SHAPE_POINTER:
		return t->kind == XEL_KIND_PTR && points_to(t, spec->of, found);
	case XEL_SHAPE_STRUCT:
		return (t->kind == XEL_KIND_STRUCT || t->kind == XEL_KIND_UNION) &&
		       called(t, spec->of);
	case XEL_SHAPE_ARRAY:
	case XEL_SHAPE_MASK:
		return is_array_of(t, spec, field, found);
	}
	return false;
}

/*
 * Set the offset and size of a field. The size of a bit field is the number of bytes that
 * it overlaps. All other fields start at a byte.
 */
static enum xel_reason locate(struct xel_field *field, const struct place *at,
			      u64 bytes, u64 root_bytes)
{
	u64 off = at->bit_off / 8, end;

	if (at->bits) {
		field->bit = at->bit_off % 8;
		field->width = (u8)at->bits;
		bytes = DIV_ROUND_UP(field->bit + at->bits, 8);
		if (bytes > sizeof(u64))
			return XEL_BROKEN_TYPE;
	} else if (at->bit_off % 8) {
		return XEL_BROKEN_TYPE;
	}
	if (at->nelem) {
		field->nelem = at->nelem;
		field->stride = (u32)at->stride;
	}
	/* The product cannot overflow 64 bits, because both factors have 32 bits. */
	end = off + bytes + (at->nelem ? at->stride * (at->nelem - 1) : 0);
	if (!bytes || end > root_bytes)
		return XEL_BROKEN_TYPE;
	field->off = (u32)off;
	field->size = (u32)bytes;
	return XEL_FINE;
}

static enum xel_reason resolve_path(struct xel_field *field, const struct xel_spec *spec,
				    const struct xel_type *root, const char *path,
				    u32 *budget, struct xel_found *found)
{
	struct place at = { .btf = root->btf };
	enum xel_reason reason;
	struct xel_type t;

	*found = (struct xel_found){ .name = "" };
	reason = follow(&at, *root, path, strcspn(path, "|"), budget);
	if (reason == XEL_NO_MEMBER || reason == XEL_BROKEN_TYPE)
		return reason;
	if (!xel_type_real(at.btf, at.type, &t))
		return XEL_BROKEN_TYPE;
	found->kind = t.kind;
	found->name = xel_string(t.btf, t.name);
	found->bytes = xel_type_size(at.btf, at.type);
	if (reason || !has_shape(&t, spec, field, found))
		return XEL_OTHER_SHAPE;
	if (spec->max && found->bytes > spec->max)
		return XEL_TOO_LARGE;
	return locate(field, &at, found->bytes, root->size);
}

/**
 * xel_field_resolve() - find a field in one definition of its root structure
 * @field: filled with the offset and size of the member; when the field is not present,
 *	only the reason is set
 * @spec: the row of XEL_FIELDS() that describes the field
 * @root: a definition of the root structure
 * @budget: number of members that may be examined; reduced by the number of
 *	examined members
 * @found: filled with the type of the member that the path reached
 *
 * A resolved field lies inside its root structure.
 *
 * Context: any, does not sleep.
 */
void xel_field_resolve(struct xel_field *field, const struct xel_spec *spec,
		       const struct xel_type *root, u32 *budget,
		       struct xel_found *found)
{
	const char *path = spec->path;
	enum xel_reason reason;

	for (;;) {
		memset(field, 0, sizeof(*field));
		reason = resolve_path(field, spec, root, path, budget, found);
		path += strcspn(path, "|");
		if (!reason || !*path)
			break;
		path++;
	}
	if (reason)
		memset(field, 0, sizeof(*field));
	field->present = !reason;
	field->reason = reason;
}
