// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * This file finds the offsets and sizes of all fields of XEL_FIELDS() in all definitions of their
 * structures. The type information of a kernel can define the same structure up to a dozen times,
 * once for each source file. The definitions must agree.
 */
#include "xel_layout.h"

#include "xel_spec.h"

/*
 * Total number of members that may be examined while a layout is resolved. Current kernels
 * need about ten thousand. The limit bounds the time for malformed type information.
 */
#define BUDGET	1000000u

/**
 * struct resolver - the state while a layout is resolved
 * @out: the layout that is being filled
 * @btf: the type information that defines the structures
 * @budget: number of members that may still be examined, at first BUDGET
 * @root: by enum xel_root_id, the name that is used for the structure (one of the names "a|b" in
 *	XEL_ROOTS()), and the length of this name
 */
struct resolver {
	struct xel_layout *out;
	const struct xel_btf *btf;
	u32 budget;
	struct {
		const char *name;
		size_t len;
	} root[XEL_ROOT_COUNT];
};

/* Return: the structure of XEL_ROOTS() that the type defines, XEL_ROOT_COUNT for none. */
static enum xel_root_id root_of(const struct resolver *r, const struct xel_type *t)
{
	const char *name;
	unsigned int i;

	if (t->kind != XEL_KIND_STRUCT || !t->name || !t->vlen)
		return XEL_ROOT_COUNT;
	name = xel_string(t->btf, t->name);
	for (i = 0; i < XEL_ROOT_COUNT; i++)
		if (!strncmp(name, r->root[i].name, r->root[i].len) &&
		    !name[r->root[i].len])
			break;
	return i;
}

/*
 * For each root structure with several possible names, use the first name that the type information
 * defines, or the last name if none is defined. Count the definitions of each root structure.
 */
static void choose_names(struct resolver *r)
{
	bool again = true;
	struct xel_type t;
	unsigned int i;
	u32 nth;

	for (i = 0; i < XEL_ROOT_COUNT; i++)
		r->root[i].name = xel_root_names[i];
	while (again) {
		again = false;
		memset(r->out->copies, 0, sizeof(r->out->copies));
		for (i = 0; i < XEL_ROOT_COUNT; i++)
			r->root[i].len = strcspn(r->root[i].name, "|");
		for (nth = 0; xel_type_own(r->btf, nth, &t); nth++) {
			i = root_of(r, &t);
			if (i < XEL_ROOT_COUNT)
				r->out->copies[i]++;
		}
		for (i = 0; i < XEL_ROOT_COUNT; i++)
			if (!r->out->copies[i] && r->root[i].name[r->root[i].len]) {
				r->root[i].name += r->root[i].len + 1;
				again = true;
			}
	}
}

/*
 * Fill the fault with the first property of a field that differs in two definitions. @was_size,
 * @size: length of the structure in these definitions. Return: false if nothing differs.
 */
static bool find_difference(struct xel_layout_fault *fault, const struct xel_field *was,
			    u32 was_size, const struct xel_field *field, u32 size)
{
	const struct {
		const char *name;
		u32 was;
		u32 is;
	} property[] = {
		{ NULL, was->present, field->present },
		{ "offset", was->off, field->off },
		{ "size", was->size, field->size },
		{ "number of elements", was->nelem, field->nelem },
		{ "stride", was->stride, field->stride },
		{ "lowest bit", was->bit, field->bit },
		{ "number of bits", was->width, field->width },
		{ "length of the structure", was_size, size },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(property); i++) {
		if (property[i].was == property[i].is)
			continue;
		fault->what = property[i].name;
		fault->expected = property[i].was;
		fault->found = property[i].is;
		return true;
	}
	return false;
}

static void mark_disagree(struct xel_field *field)
{
	*field = (struct xel_field){ .reason = XEL_COPIES_DISAGREE };
}

/*
 * Add the definition @t of a root structure to the layout. @first: @t is the first definition of
 * this structure. If a later definition gives a field another offset or size, the field becomes
 * unknown.
 */
static void merge(struct resolver *r, enum xel_root_id root, const struct xel_type *t,
		  bool first)
{
	struct xel_field *known, field;
	struct xel_layout_fault fault;
	struct xel_found found;
	unsigned int id;

	for (id = 0; id < XEL_FIELD_COUNT; id++) {
		if (xel_specs[id].root != root)
			continue;
		known = &r->out->field[id];
		xel_field_resolve(&field, &xel_specs[id], t, &r->budget, &found);
		if (first)
			*known = field;
		else if (find_difference(&fault, known, r->out->size[root], &field, t->size))
			mark_disagree(known);
	}
	if (first)
		r->out->size[root] = t->size;
}

static void resolve_fields(struct resolver *r)
{
	bool seen[XEL_ROOT_COUNT] = { false };
	enum xel_root_id root;
	struct xel_type t;
	unsigned int id;
	u32 nth;

	for (id = 0; id < XEL_FIELD_COUNT; id++)
		r->out->field[id].reason = XEL_NO_TYPE;
	for (nth = 0; xel_type_own(r->btf, nth, &t); nth++) {
		root = root_of(r, &t);
		if (root == XEL_ROOT_COUNT)
			continue;
		merge(r, root, &t, !seen[root]);
		seen[root] = true;
	}
}

/*
 * Fill the fault for a field: describe the first definition in which the field cannot be resolved,
 * or the difference of two definitions.
 */
static void explain(struct resolver *r, enum xel_field_id id,
		    struct xel_layout_fault *fault)
{
	struct xel_field field, before = { .reason = XEL_NO_TYPE };
	const struct xel_spec *spec = &xel_specs[id];
	struct xel_found found;
	struct xel_type t;
	u32 nth, size = 0;

	*fault = (struct xel_layout_fault){
		.reason = r->out->field[id].reason, .field = id,
	};
	r->budget = BUDGET;
	for (nth = 0; xel_type_own(r->btf, nth, &t); nth++) {
		if (root_of(r, &t) != spec->root)
			continue;
		xel_field_resolve(&field, spec, &t, &r->budget, &found);
		if (fault->reason != XEL_COPIES_DISAGREE) {
			fault->kind = found.kind;
			fault->found = found.bytes;
			fault->expected = spec->max;
			xel_name_copy(fault->name, found.name);
			return;
		}
		if (before.reason != XEL_NO_TYPE &&
		    find_difference(fault, &before, size, &field, t.size))
			return;
		before = field;
		size = t.size;
	}
}

static int reason_errno(enum xel_reason reason)
{
	switch (reason) {
	case XEL_FINE:
		return 0;
	case XEL_NO_TYPE:
	case XEL_NO_MEMBER:
		return -ENOENT;
	case XEL_COPIES_DISAGREE:
		return -ENOTUNIQ;
	case XEL_NO_BASE:
		return -EINVAL;
	case XEL_POINTER_SIZE:
		return -EPROTONOSUPPORT;
	default:
		return -EBADMSG;
	}
}

/*
 * Refuse the layout because of a fault that concerns all fields, and store this fault as the reason
 * why each field is absent. Return: the negative errno of the fault.
 */
static int refuse(struct xel_layout *out, struct xel_layout_fault *fault,
		  enum xel_reason reason, u64 found, u64 expected)
{
	unsigned int id;

	for (id = 0; id < XEL_FIELD_COUNT; id++)
		out->field[id].reason = reason;
	*fault = (struct xel_layout_fault){
		.reason = reason,
		.field = XEL_FIELD_COUNT,
		.found = found,
		.expected = expected,
	};
	return reason_errno(reason);
}

/**
 * xel_layout_resolve() - find the members of xe's structures in the type information
 * @out: filled with the layout. If the layout is refused, the fields in @out that were found may
 *	be displayed, but must not be used.
 * @base: the kernel's type information, opened
 * @xe: type information of the module xe, opened with @base; NULL or @base for
 *	an xe that is built into the kernel. If @base is NULL, @xe must not continue
 *	another blob.
 * @fault: filled with the reason why the layout is refused, or XEL_FINE
 *
 * An optional field that does not have the expected shape is absent.
 *
 * Context: any, does not sleep. Takes some milliseconds for current kernels;
 * the time is bounded for any input.
 * Return: 0 when all required fields are present. Else -ENOENT when a required
 * field is missing, -EBADMSG when a required field has another shape, -ENOTUNIQ when
 * definitions disagree, -EPROTONOSUPPORT when pointers do not have 64 bits, or
 * -EINVAL when there is no type information or @xe was opened with another
 * @base.
 */
int xel_layout_resolve(struct xel_layout *out, const struct xel_btf *base,
		       const struct xel_btf *xe, struct xel_layout_fault *fault)
{
	struct resolver r = { .out = out, .btf = xe ? xe : base, .budget = BUDGET };
	unsigned int id;

	memset(out, 0, sizeof(*out));
	if (!r.btf || (xe && xe != base && xe->base != base))
		return refuse(out, fault, XEL_NO_BASE, 0, 0);
	if (xel_ptr_size(r.btf) != 8)
		return refuse(out, fault, XEL_POINTER_SIZE, xel_ptr_size(r.btf), 8);
	choose_names(&r);
	resolve_fields(&r);
	xel_enums_resolve(out, r.btf);
	out->protos = xel_protos_resolve(r.btf);
	*fault = (struct xel_layout_fault){ .field = XEL_FIELD_COUNT };
	for (id = 0; id < XEL_FIELD_COUNT; id++) {
		if (xel_specs[id].need != XEL_MUST || out->field[id].present)
			continue;
		explain(&r, id, fault);
		return reason_errno(fault->reason);
	}
	return 0;
}
