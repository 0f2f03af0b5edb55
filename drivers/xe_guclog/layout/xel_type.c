// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "xel_type.h"

/*
 * Maximum number of nested typedefs, qualifiers and array dimensions of a type. The types in
 * kernels have far fewer.
 */
#define MAX_CHAIN	32
/*
 * Maximum depth of nested structures without a name. This limits the recursion of the
 * search for a member.
 */
#define MAX_NESTED	8

#define MEMBER_BYTES	12u
#define ENUM_BYTES	8u
#define ENUM64_BYTES	12u

/**
 * xel_type_unpack() - unpack the record of a type
 * @t: filled with the unpacked record
 * @btf: the blob that has the record
 * @pos: offset of the record in @btf->types
 * @record: the first XEL_TYPE_BYTES bytes of the record
 *
 * Up to Linux 7.2, the kind had 5 bits and the number of elements 16 bits. In these
 * records, the bits that 7.3 added to the two numbers are 0, so old and new records are
 * read in the same way.
 *
 * Context: any, does not sleep.
 */
void xel_type_unpack(struct xel_type *t, const struct xel_btf *btf, u32 pos,
		     const u8 *record)
{
	u32 info = guc_load_le32(record + 4);

	*t = (struct xel_type){
		.btf = btf,
		.pos = pos,
		.name = guc_load_le32(record),
		.kind = info >> 24 & 0x7f,
		.vlen = info & 0xffffff,
		.kflag = info >> 31,
		.size = guc_load_le32(record + 8),
	};
}

/**
 * xel_type_own() - get a type by its index in one blob
 * @btf: the blob that contains the type
 * @nth: index of the type, from 0
 * @t: filled with the type
 *
 * Context: any, does not sleep.
 * Return: true when there is such a type.
 */
bool xel_type_own(const struct xel_btf *btf, u32 nth, struct xel_type *t)
{
	const u8 *record;

	if (nth >= btf->nr_types)
		return false;
	record = guc_view_at(btf->types, btf->index[nth], XEL_TYPE_BYTES);
	if (!record)
		return false;
	xel_type_unpack(t, btf, btf->index[nth], record);
	return true;
}

/**
 * xel_type_at() - get a type by its id
 * @btf: the blob that has the id
 * @id: the id of a type in @btf or its base
 * @t: filled with the type
 *
 * Context: any, does not sleep.
 * Return: true when there is such a type; false for id 0 (void), which has no
 * record.
 */
bool xel_type_at(const struct xel_btf *btf, u32 id, struct xel_type *t)
{
	while (btf && id < btf->first_id)
		btf = btf->base;
	return btf && xel_type_own(btf, id - btf->first_id, t);
}

static bool is_wrapper(u32 kind)
{
	switch (kind) {
	case XEL_KIND_TYPEDEF:
	case XEL_KIND_VOLATILE:
	case XEL_KIND_CONST:
	case XEL_KIND_RESTRICT:
	case XEL_KIND_TYPE_TAG:
		return true;
	default:
		return false;
	}
}

/**
 * xel_type_real() - resolve typedefs and qualifiers
 * @btf: the blob that has the id
 * @id: id of a type
 * @t: filled with the first type of the chain that is not a typedef or qualifier
 *
 * Context: any, does not sleep.
 * Return: true, or false when a type of the chain does not exist, or when the
 * chain is a loop or too long.
 */
bool xel_type_real(const struct xel_btf *btf, u32 id, struct xel_type *t)
{
	unsigned int i;

	for (i = 0; i < MAX_CHAIN; i++) {
		if (!xel_type_at(btf, id, t))
			return false;
		if (!is_wrapper(t->kind))
			return true;
		id = t->size;
	}
	return false;
}

/**
 * xel_type_array() - get the type and the number of the elements of an array
 * @t: the type, which may be of any kind
 * @element: filled with the id of the type of an element
 * @nelem: filled with the number of elements
 *
 * Context: any, does not sleep.
 * Return: true for an array.
 */
bool xel_type_array(const struct xel_type *t, u32 *element, u32 *nelem)
{
	const u8 *more;

	if (t->kind != XEL_KIND_ARRAY)
		return false;
	more = guc_view_at(t->btf->types, (u64)t->pos + XEL_TYPE_BYTES, 12);
	if (!more)
		return false;
	*element = guc_load_le32(more);
	*nelem = guc_load_le32(more + 8);
	return true;
}

/**
 * xel_ptr_size() - get the size of a pointer in the code that type information describes
 * @btf: the blob, with its base
 *
 * Context: any, does not sleep.
 * Return: the size in bytes. If the type information does not show the size, the result is 8,
 * because pointers have this size on all machines with a current Intel GPU.
 */
u32 xel_ptr_size(const struct xel_btf *btf)
{
	for (; btf; btf = btf->base)
		if (btf->ptr_size)
			return btf->ptr_size;
	return 8;
}

/* Return: size in bytes of a type that is not an array, or 0 when it has none. */
static u64 plain_size(const struct xel_btf *btf, const struct xel_type *t)
{
	switch (t->kind) {
	case XEL_KIND_PTR:
		return xel_ptr_size(btf);
	case XEL_KIND_INT:
	case XEL_KIND_STRUCT:
	case XEL_KIND_UNION:
	case XEL_KIND_ENUM:
	case XEL_KIND_ENUM64:
	case XEL_KIND_FLOAT:
		return t->size;
	default:
		return 0;
	}
}

/**
 * xel_type_size() - get the size of a type
 * @btf: the blob that has the id
 * @id: id of the type
 *
 * Context: any, does not sleep.
 * Return: size in bytes, less than 4 GiB, or 0 when the type has no size, cannot be
 * followed or is larger.
 */
u64 xel_type_size(const struct xel_btf *btf, u32 id)
{
	struct xel_type t;
	u64 times = 1;
	unsigned int i;
	u32 nelem;

	for (i = 0; i < MAX_CHAIN; i++) {
		if (!xel_type_real(btf, id, &t))
			return 0;
		if (!xel_type_array(&t, &id, &nelem)) {
			/* both factors fit into 32 bits, so the product fits into 64 bits */
			times *= plain_size(btf, &t);
			return times > U32_MAX ? 0 : times;
		}
		times *= nelem;
		if (times > U32_MAX)
			return 0;
	}
	return 0;
}

/**
 * xel_type_enumerator() - get an enumerator of an enumeration
 * @t: the type, which must be an enumeration
 * @nth: index of the enumerator, from 0
 * @name: filled with the offset of the enumerator's name, for xel_string()
 * @value: filled with the enumerator's value; a value of 32 bits is not sign-extended
 *
 * Context: any, does not sleep.
 * Return: true when there is such an enumerator.
 */
bool xel_type_enumerator(const struct xel_type *t, u32 nth, u32 *name,
			 u64 *value)
{
	u64 bytes = t->kind == XEL_KIND_ENUM64 ? ENUM64_BYTES : ENUM_BYTES;
	const u8 *e;

	if (nth >= t->vlen)
		return false;
	e = guc_view_at(t->btf->types, t->pos + XEL_TYPE_BYTES + nth * bytes, bytes);
	if (!e)
		return false;
	*name = guc_load_le32(e);
	*value = guc_load_le32(e + 4);
	if (t->kind == XEL_KIND_ENUM64)
		*value |= (u64)guc_load_le32(e + 8) << 32;
	return true;
}

/**
 * xel_string() - get a name by its offset among the strings
 * @btf: the blob that has the offset
 * @off: offset of a string of @btf or its base
 *
 * Context: any, does not sleep.
 * Return: the string, which is terminated but may contain any bytes; an empty string when
 * there is no string at @off.
 */
const char *xel_string(const struct xel_btf *btf, u32 off)
{
	const u8 *s = NULL;

	while (btf && off < btf->first_string)
		btf = btf->base;
	if (btf)
		s = guc_view_at(btf->strings, off - btf->first_string, 1);
	return s ? (const char *)s : "";
}

static bool same_string(const char *s, const char *name, size_t len)
{
	return !strncmp(s, name, len) && !s[len];
}

/**
 * xel_string_is_one_of() - check whether a string is in a list
 * @s: the string
 * @names: "a|b|c"
 *
 * Context: any, does not sleep.
 * Return: true when the list has the string.
 */
bool xel_string_is_one_of(const char *s, const char *names)
{
	size_t len;

	for (;; names += len + 1) {
		len = strcspn(names, "|");
		if (same_string(s, names, len))
			return true;
		if (!names[len])
			return false;
	}
}

static bool member_at(const struct xel_type *t, u32 nth, u32 *name,
		      struct xel_member *m)
{
	const u8 *at = guc_view_at(t->btf->types,
				   t->pos + XEL_TYPE_BYTES + (u64)nth * MEMBER_BYTES,
				   MEMBER_BYTES);
	u32 off;

	if (!at)
		return false;
	off = guc_load_le32(at + 8);
	*name = guc_load_le32(at);
	m->type = guc_load_le32(at + 4);
	m->bit_off = t->kflag ? off & 0xffffff : off;
	m->bits = t->kflag ? off >> 24 : 0;
	return true;
}

/*
 * If the member is a bit field in the older form of BTF, set its width and add its bit offset. In
 * this form, the width and the offset are in the record of the member's integer type.
 */
static void old_bit_field(const struct xel_btf *btf, struct xel_member *m)
{
	const u8 *more;
	struct xel_type t;
	u32 bits;

	if (m->bits || !xel_type_real(btf, m->type, &t) || t.kind != XEL_KIND_INT)
		return;
	more = guc_view_at(t.btf->types, (u64)t.pos + XEL_TYPE_BYTES, 4);
	if (!more)
		return;
	bits = *more;
	if (bits && bits < (u64)t.size * 8) {
		m->bits = bits;
		m->bit_off += more[2];
	}
}

static bool find_nested(const struct xel_type *t, const char *name, size_t len,
			u32 *budget, unsigned int depth, struct xel_member *found)
{
	struct xel_member m, in;
	struct xel_type sub;
	u32 i, off = 0;

	if ((t->kind != XEL_KIND_STRUCT && t->kind != XEL_KIND_UNION) ||
	    depth > MAX_NESTED)
		return false;
	for (i = 0; i < t->vlen && *budget; i++) {
		--*budget;
		if (!member_at(t, i, &off, &m))
			return false;
		if (*xel_string(t->btf, off)) {
			if (!same_string(xel_string(t->btf, off), name, len))
				continue;
			old_bit_field(t->btf, &m);
			*found = m;
			return true;
		}
		if (xel_type_real(t->btf, m.type, &sub) &&
		    find_nested(&sub, name, len, budget, depth + 1, &in)) {
			in.bit_off += m.bit_off;
			*found = in;
			return true;
		}
	}
	return false;
}

/*
 * If @t is a structure without members, which is only a declaration, replace @t by the definition
 * with the same name and size in t->btf->full, if there is one.
 */
static void find_definition(struct xel_type *t)
{
	const struct xel_btf *full = t->btf->full;
	const char *name = xel_string(t->btf, t->name);
	struct xel_type one;
	u32 nth;

	if (!full || t->vlen || !*name)
		return;
	for (nth = 0; xel_type_own(full, nth, &one); nth++)
		if (one.kind == t->kind && one.size == t->size && one.vlen &&
		    !strcmp(xel_string(full, one.name), name)) {
			*t = one;
			return;
		}
}

/**
 * xel_member_find() - find a member by its name
 * @t: a structure or union; any other type has no members
 * @name: the name; members of nested structures without a name are found, too
 * @len: bytes of @name
 * @budget: number of members that may be examined; reduced by the number of
 *	examined members. Without the limit, nested structures without a name would
 *	take exponential time.
 * @member: filled with the member
 *
 * Context: any, does not sleep.
 * Return: true when there is such a member.
 */
bool xel_member_find(const struct xel_type *t, const char *name, size_t len,
		     u32 *budget, struct xel_member *member)
{
	struct xel_type definition = *t;

	find_definition(&definition);
	if (!find_nested(&definition, name, len, budget, 0, member))
		return false;
	member->btf = definition.btf;
	return true;
}
