// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * This file prints a layout of xe's structures as text, and the reason why a layout is refused.
 */
#include "guc_text.h"
#include "xel_layout.h"
#include "xel_spec.h"

static const char *const reasons[XEL_REASONS] = {
	[XEL_FINE] = "fine",
	[XEL_NO_TYPE] = "no such structure",
	[XEL_NO_MEMBER] = "no such member",
	[XEL_OTHER_SHAPE] = "has an unexpected type",
	[XEL_TOO_LARGE] = "is too large",
	[XEL_BROKEN_TYPE] = "its type cannot be followed",
	[XEL_COPIES_DISAGREE] = "definitions disagree",
	[XEL_NO_BASE] = "the types of the kernel are missing",
	[XEL_POINTER_SIZE] = "pointers do not have 64 bits",
};

static const char *const kinds[XEL_KIND_COUNT] = {
	[XEL_KIND_VOID] = "void",
	[XEL_KIND_INT] = "an integer",
	[XEL_KIND_PTR] = "a pointer",
	[XEL_KIND_ARRAY] = "an array",
	[XEL_KIND_STRUCT] = "a structure",
	[XEL_KIND_UNION] = "a union",
	[XEL_KIND_ENUM] = "an enumeration",
	[XEL_KIND_FWD] = "declared only",
	[XEL_KIND_FUNC_PROTO] = "a function",
	[XEL_KIND_FLOAT] = "a float",
	[XEL_KIND_ENUM64] = "an enumeration of 64 bits",
};

static const char *const shapes[] = {
	[XEL_SHAPE_NUMBER] = "a number",
	[XEL_SHAPE_ENUM] = "an enumeration",
	[XEL_SHAPE_POINTER] = "a pointer",
	[XEL_SHAPE_STRUCT] = "a structure",
	[XEL_SHAPE_ARRAY] = "an array of structures",
	[XEL_SHAPE_MASK] = "an array of 64 bit integers",
};

/**
 * xel_field_id_name() - get the name of a field in XEL_FIELDS()
 * @id: which field
 *
 * Context: any, does not sleep.
 * Return: the name, such as "GUC_LOG", or NULL when there is no such field.
 */
const char *xel_field_id_name(enum xel_field_id id)
{
	return id < XEL_FIELD_COUNT ? xel_specs[id].id : NULL;
}

/**
 * xel_field_path() - get the path of a field in XEL_FIELDS()
 * @id: which field
 *
 * Context: any, does not sleep.
 * Return: the members from the root structure to the field, such as "info.devid"; NULL
 * when there is no such field.
 */
const char *xel_field_path(enum xel_field_id id)
{
	return id < XEL_FIELD_COUNT ? xel_specs[id].path : NULL;
}

/**
 * xel_field_root() - get the structure from which the path of a field begins
 * @id: which field
 *
 * Context: any, does not sleep.
 * Return: its name, or "a|b" when it has one of two names, or NULL when there is no such
 * field.
 */
const char *xel_field_root(enum xel_field_id id)
{
	return id < XEL_FIELD_COUNT ? xel_root_names[xel_specs[id].root] : NULL;
}

/**
 * xel_field_is_required() - check whether a log cannot be found without a field
 * @id: which field
 *
 * Context: any, does not sleep.
 * Return: true when the field is required, or false when it is optional or there is no
 * such field.
 */
bool xel_field_is_required(enum xel_field_id id)
{
	return id < XEL_FIELD_COUNT && xel_specs[id].need == XEL_MUST;
}

/**
 * xel_root_name() - get the name of a structure in XEL_ROOTS()
 * @id: which structure
 *
 * Context: any, does not sleep.
 * Return: its name, or "a|b" when it has one of two names, or NULL when there is no such
 * structure.
 */
const char *xel_root_name(enum xel_root_id id)
{
	return id < XEL_ROOT_COUNT ? xel_root_names[id] : NULL;
}

/**
 * xel_enum_tag() - get the name of an enumeration in XEL_ENUMS()
 * @id: which enumeration
 *
 * Context: any, does not sleep.
 * Return: its name, or NULL when there is no such enumeration.
 */
const char *xel_enum_tag(enum xel_enum_id id)
{
	return id < XEL_ENUM_COUNT ? xel_enum_tags[id] : NULL;
}

/**
 * xel_reason_text() - describe as text why a field or a layout is unknown
 * @reason: which reason
 *
 * Context: any, does not sleep.
 * Return: the text, without a field's name or numbers.
 */
const char *xel_reason_text(enum xel_reason reason)
{
	return reason < XEL_REASONS ? reasons[reason] : "unknown reason";
}

static void print_field(struct guc_text *text, enum xel_field_id id,
			const struct xel_field *f)
{
	const struct xel_spec *spec = &xel_specs[id];

	guc_text_add(text, "%-22s %s.%s ", spec->id, xel_root_names[spec->root],
		     spec->path);
	if (!f->present) {
		guc_text_add(text, "- %s\n", xel_reason_text(f->reason));
		return;
	}
	guc_text_add(text, "%u", f->off);
	if (f->width)
		guc_text_add(text, ".%u:%u", f->bit, f->width);
	else
		guc_text_add(text, "/%u", f->size);
	if (f->nelem)
		guc_text_add(text, " [%u x %u]", f->nelem, f->stride);
	guc_text_add(text, "\n");
}

static void print_counts(struct guc_text *text, const struct xel_layout *layout)
{
	unsigned int id, have[2] = { 0, 0 }, all[2] = { 0, 0 };

	for (id = 0; id < XEL_FIELD_COUNT; id++) {
		all[xel_specs[id].need]++;
		have[xel_specs[id].need] += layout->field[id].present;
	}
	guc_text_add(text, "required %u of %u\noptional %u of %u\n", have[XEL_MUST],
		     all[XEL_MUST], have[XEL_MAY], all[XEL_MAY]);
}

static void print_enum(struct guc_text *text, const struct xel_layout *layout,
		       enum xel_enum_id id)
{
	u32 i;

	guc_text_add(text, "enum %s", xel_enum_tags[id]);
	for (i = 0; i < layout->nr_names; i++)
		if (layout->name[i].of == id)
			guc_text_add(text, " %s=%u", layout->name[i].name,
				     layout->name[i].value);
	guc_text_add(text, "\n");
}

/**
 * xel_layout_print() - print a layout of xe's structures
 * @text: the text to append to
 * @layout: the layout; it may be one that was refused
 *
 * The text has two lines with the counts of the required and of the optional
 * fields that are known, then a line for each structure, "struct NAMES BYTES
 * DEFINITIONS", a line for each field, and a line for each enumeration,
 * "enum TAG NAME=VALUE...". The line of a field is "ID
 * STRUCTURE.PATH OFFSET/BYTES", for a bit field "ID STRUCTURE.PATH
 * OFFSET.BIT:WIDTH", and for an unknown field "ID STRUCTURE.PATH - REASON". When the
 * path goes through an array, " [ELEMENTS x STRIDE]" follows.
 *
 * Context: any, does not sleep.
 */
void xel_layout_print(struct guc_text *text, const struct xel_layout *layout)
{
	unsigned int i;

	print_counts(text, layout);
	for (i = 0; i < XEL_ROOT_COUNT; i++)
		guc_text_add(text, "struct %s %u %u\n", xel_root_names[i],
			     layout->size[i], layout->copies[i]);
	for (i = 0; i < XEL_FIELD_COUNT; i++)
		print_field(text, i, &layout->field[i]);
	for (i = 0; i < XEL_ENUM_COUNT; i++)
		print_enum(text, layout, i);
}

static void print_kind(struct guc_text *text, const struct xel_layout_fault *fault)
{
	const char *kind = fault->kind < XEL_KIND_COUNT ? kinds[fault->kind] : NULL;

	guc_text_add(text, "is %s", kind ? kind : "of an unexpected kind");
	if (fault->name[0])
		guc_text_add(text, " '%s'", fault->name);
	guc_text_add(text, " of %llu bytes", fault->found);
}

static void print_reason(struct guc_text *text, const struct xel_layout_fault *fault,
			 const struct xel_spec *spec)
{
	switch (fault->reason) {
	case XEL_OTHER_SHAPE:
		print_kind(text, fault);
		guc_text_add(text, ", expected %s", shapes[spec->shape]);
		if (spec->of)
			guc_text_add(text, " '%s'", spec->of);
		break;
	case XEL_TOO_LARGE:
		guc_text_add(text, "has %llu bytes, expected at most %llu",
			     fault->found, fault->expected);
		break;
	case XEL_COPIES_DISAGREE:
		guc_text_add(text, "definitions disagree, ");
		if (fault->what)
			guc_text_add(text, "%s %llu and %llu", fault->what, fault->expected,
				     fault->found);
		else
			guc_text_add(text, "only one has the expected member");
		break;
	default:
		guc_text_add(text, "%s", xel_reason_text(fault->reason));
	}
}

/**
 * xel_layout_fault_print() - print the reason why a layout is refused
 * @text: the text to append to; a sentence without a full stop and a newline is appended
 * @fault: the reason, from xel_layout_resolve()
 *
 * Context: any, does not sleep.
 */
void xel_layout_fault_print(struct guc_text *text,
			    const struct xel_layout_fault *fault)
{
	const struct xel_spec *spec;

	if (fault->field >= XEL_FIELD_COUNT) {
		guc_text_add(text, "%s", xel_reason_text(fault->reason));
		if (fault->reason == XEL_POINTER_SIZE)
			guc_text_add(text, ", but %llu", 8 * fault->found);
		return;
	}
	spec = &xel_specs[fault->field];
	if (fault->reason == XEL_NO_TYPE) {
		guc_text_add(text, "%s: no such structure", xel_root_names[spec->root]);
		return;
	}
	guc_text_add(text, "%s.%s: ", xel_root_names[spec->root], spec->path);
	print_reason(text, fault, spec);
}
