// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * This file copies the names and values of xe's enumerators from the type information (BTF) into
 * the layout, because the type information is freed after the layout was resolved.
 */
#include "xel_layout.h"

#include "xel_spec.h"

/**
 * xel_name_copy() - copy a name out of type information
 * @to: array of XEL_NAME_MAX bytes, filled and terminated. A longer name is
 *	truncated. A question mark replaces each blank and each byte that is not
 *	printable ASCII
 * @name: the name
 *
 * Context: any, does not sleep.
 */
void xel_name_copy(char *to, const char *name)
{
	size_t i;

	for (i = 0; i < XEL_NAME_MAX - 1 && name[i]; i++)
		to[i] = name[i] > ' ' && name[i] < 0x7f ? name[i] : '?';
	to[i] = '\0';
}

static void keep_name(struct xel_name *to, enum xel_enum_id id, const char *name,
		      u32 value)
{
	to->value = value;
	to->of = (u8)id;
	xel_name_copy(to->name, name);
}

/* Append the enumerators of one definition of an enumeration, until the layout is full. */
static void append(struct xel_layout *layout, enum xel_enum_id id,
		   const struct xel_type *t)
{
	u32 i, name;
	u64 value;

	for (i = 0; xel_type_enumerator(t, i, &name, &value); i++) {
		if (layout->nr_names == XEL_MAX_NAMES)
			return;
		if (value <= U32_MAX)
			keep_name(&layout->name[layout->nr_names++], id,
				  xel_string(t->btf, name), (u32)value);
	}
}

/*
 * Return: whether the definition @t has the same enumerators as an earlier definition, which are in
 * the layout from index @from on. If the layout is full, only the enumerators in it are compared.
 */
static bool same_names(const struct xel_layout *layout, enum xel_enum_id id,
		       const struct xel_type *t, u32 from)
{
	u32 i, name, nth = from;
	struct xel_name one;
	u64 value;

	for (i = 0; xel_type_enumerator(t, i, &name, &value); i++) {
		if (nth == XEL_MAX_NAMES)
			return true;
		if (value > U32_MAX)
			continue;
		keep_name(&one, id, xel_string(t->btf, name), (u32)value);
		if (nth >= layout->nr_names || layout->name[nth].value != one.value ||
		    strcmp(layout->name[nth].name, one.name))
			return false;
		nth++;
	}
	return nth == layout->nr_names;
}

static bool is_enum(const struct xel_type *t, const char *tag, size_t len)
{
	const char *name;

	if ((t->kind != XEL_KIND_ENUM && t->kind != XEL_KIND_ENUM64) || !t->vlen)
		return false;
	name = xel_string(t->btf, t->name);
	return !strncmp(name, tag, len) && !name[len];
}

/*
 * Append the enumerators of the enumeration with the name @tag to the layout. If the enumeration
 * has definitions that disagree, append none. Return: whether @btf defines the enumeration.
 */
static bool resolve_enum(struct xel_layout *layout, enum xel_enum_id id,
			 const char *tag, size_t len, const struct xel_btf *btf)
{
	u32 nth, from = layout->nr_names;
	bool defined = false;
	struct xel_type t;

	for (nth = 0; xel_type_own(btf, nth, &t); nth++) {
		if (!is_enum(&t, tag, len))
			continue;
		if (!defined) {
			append(layout, id, &t);
		} else if (!same_names(layout, id, &t, from)) {
			layout->nr_names = from;
			return true;
		}
		defined = true;
	}
	return defined;
}

/*
 * XEL_ENUMS() has one or several names for an enumeration ("a|b"). Use the first name that the
 * type information of the module or of its kernel defines.
 */
static void resolve_tags(struct xel_layout *layout, enum xel_enum_id id,
			 const struct xel_btf *btf)
{
	const char *tag = xel_enum_tags[id];
	const struct xel_btf *in;
	size_t len;

	for (;; tag += len + 1) {
		len = strcspn(tag, "|");
		for (in = btf; in; in = in->base)
			if (resolve_enum(layout, id, tag, len, in))
				return;
		if (!tag[len])
			return;
	}
}

/**
 * xel_enums_resolve() - copy the enumerators of the enumerations in XEL_ENUMS()
 * @layout: its list of enumerators is filled. An enumeration with definitions that
 *	disagree is left out
 * @btf: type information that defines the enumerations, itself or in its base
 *
 * Context: any, does not sleep.
 */
void xel_enums_resolve(struct xel_layout *layout, const struct xel_btf *btf)
{
	unsigned int id;

	layout->nr_names = 0;
	for (id = 0; id < XEL_ENUM_COUNT; id++)
		resolve_tags(layout, id, btf);
}

/**
 * xel_layout_name() - find the name of a value of an enumeration
 * @layout: the layout that has the names
 * @id: which enumeration of XEL_ENUMS()
 * @value: the value
 *
 * Context: any, does not sleep.
 * Return: the first name of the value, or NULL when the value has no name.
 */
const char *xel_layout_name(const struct xel_layout *layout,
			    enum xel_enum_id id, u32 value)
{
	u32 i;

	for (i = 0; i < layout->nr_names; i++)
		if (layout->name[i].of == id && layout->name[i].value == value)
			return layout->name[i].name;
	return NULL;
}

/**
 * xel_layout_value() - find the value of an enumerator by its name
 * @layout: the layout that has the names
 * @id: which enumeration of XEL_ENUMS()
 * @name: the name
 * @value: filled with the value of the enumerator
 *
 * Context: any, does not sleep.
 * Return: 0, or -ENOENT when there is no such name.
 */
int xel_layout_value(const struct xel_layout *layout, enum xel_enum_id id,
		     const char *name, u32 *value)
{
	u32 i;

	for (i = 0; i < layout->nr_names; i++)
		if (layout->name[i].of == id && !strcmp(layout->name[i].name, name)) {
			*value = layout->name[i].value;
			return 0;
		}
	return -ENOENT;
}
