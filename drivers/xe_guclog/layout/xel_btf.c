// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * This file reads the outer structure of type information (BTF): a header, one record
 * (description) for each type, one after the other, and strings.
 *
 *   +--------+-----------------------+---------+--------------+
 *   | header | type records, id 1... | strings | layout (7.3) |
 *   +--------+-----------------------+---------+--------------+
 *
 * The layout section, which Linux 7.3 added, is a table with the lengths of the
 * records of each kind.
 *
 * A blob is the type information of the kernel or of one module. The blob of a module
 * continues the blob of its kernel, which is called its base: the first id and the
 * first string offset of the module follow the last ones of the kernel.
 */
#include "xel_btf.h"

#include "xel_type.h"

#define HEADER_BYTES		24u
#define HEADER_LAYOUT_BYTES	32u	/* header with the offset of the layout section */
#define BTF_MAGIC		0xeb9fu
#define BTF_MAGIC_SWAPPED	0x9febu
#define BTF_VERSION		1u
#define BTF_MAX_BYTES		0x40000000u	/* so that sums of offsets fit into 32 bits */
#define KIND_LAYOUT_BYTES	4u

/*
 * Number of bytes that follow the common part of a record, by kind: a fixed number, and a number
 * for each element, such as a member or an enumerator.
 */
static const u8 extra_bytes[XEL_KIND_COUNT][2] = {
	[XEL_KIND_INT] = { 4, 0 },
	[XEL_KIND_ARRAY] = { 12, 0 },
	[XEL_KIND_STRUCT] = { 0, 12 },
	[XEL_KIND_UNION] = { 0, 12 },
	[XEL_KIND_ENUM] = { 0, 8 },
	[XEL_KIND_FUNC_PROTO] = { 0, 8 },
	[XEL_KIND_VAR] = { 4, 0 },
	[XEL_KIND_DATASEC] = { 0, 12 },
	[XEL_KIND_DECL_TAG] = { 4, 0 },
	[XEL_KIND_ENUM64] = { 0, 12 },
};

/*
 * Return: the two numbers of extra_bytes for @kind, or NULL when they are unknown. For a kind newer
 * than those in extra_bytes, they are in the layout section of the blob or of its base.
 */
static const u8 *extra_of(const struct xel_btf *btf, u32 kind)
{
	const u8 *extra = NULL;

	if (kind == XEL_KIND_VOID)
		return NULL;
	if (kind < XEL_KIND_COUNT)
		return extra_bytes[kind];
	for (; btf && !extra; btf = btf->base)
		extra = guc_view_at(btf->layout, (u64)kind * KIND_LAYOUT_BYTES,
				    KIND_LAYOUT_BYTES);
	return extra;
}

/* Unpack the record at @pos into @t. Return: its length in bytes, or a negative errno. */
static s64 record_bytes(const struct xel_btf *btf, u32 pos, struct xel_type *t)
{
	const u8 *record = guc_view_at(btf->types, pos, XEL_TYPE_BYTES);
	const u8 *extra;
	u64 bytes;

	if (!record)
		return -ENODATA;
	xel_type_unpack(t, btf, pos, record);
	extra = extra_of(btf, t->kind);
	if (!extra)
		return t->kind == XEL_KIND_VOID ? -EBADMSG : -EPROTONOSUPPORT;
	bytes = XEL_TYPE_BYTES + extra[0] + (u64)t->vlen * extra[1];
	return guc_view_at(btf->types, pos, bytes) ? (s64)bytes : -ENODATA;
}

/* Take the size of a pointer from the type "unsigned long", which is as wide as a pointer. */
static void note_ptr_size(struct xel_btf *btf, const struct xel_type *t)
{
	if (btf->ptr_size || t->kind != XEL_KIND_INT)
		return;
	if (xel_string_is_one_of(xel_string(btf, t->name),
				 "long unsigned int|unsigned long"))
		btf->ptr_size = t->size;
}

/*
 * Check and count all records. If @index is not NULL, store the offset of each record in @index,
 * which has room for @index_len offsets.
 */
static int walk_records(struct xel_btf *btf, u32 *index, u32 index_len)
{
	struct xel_type t;
	u32 pos = 0;
	s64 bytes;

	btf->nr_types = 0;
	while (pos < btf->types.len) {
		bytes = record_bytes(btf, pos, &t);
		if (bytes < 0)
			return (int)bytes;
		if (index) {
			if (btf->nr_types >= index_len)
				return -ENOSPC;
			index[btf->nr_types] = pos;
		}
		note_ptr_size(btf, &t);
		btf->nr_types++;
		pos += (u32)bytes;
	}
	return 0;
}

static int check_header(struct guc_view data, u32 *header_bytes)
{
	const u8 *h = guc_view_at(data, 0, 2);

	/* Check the magic first, so that other short data are not reported as truncated BTF. */
	if (!h)
		return -ENODATA;
	if ((h[0] | h[1] << 8) == BTF_MAGIC_SWAPPED)
		return -EPROTONOSUPPORT;
	if ((h[0] | h[1] << 8) != BTF_MAGIC)
		return -EBADMSG;
	if (!guc_view_at(data, 0, HEADER_BYTES))
		return -ENODATA;
	if (h[2] != BTF_VERSION)
		return -EPROTONOSUPPORT;
	*header_bytes = guc_load_le32(h + 4);
	if (*header_bytes < HEADER_BYTES || *header_bytes % 4)
		return -EBADMSG;
	return *header_bytes > data.len ? -ENODATA : 0;
}

/*
 * Find a section of the blob. @body: the bytes after the header. @where: two words of the header,
 * the offset of the section in @body and the length of the section.
 */
static int take_section(struct guc_view *section, struct guc_view body,
			const u8 *where)
{
	u32 off = guc_load_le32(where), len = guc_load_le32(where + 4);
	const u8 *at = guc_view_at(body, off, len);

	if (!at)
		return -ENODATA;
	*section = guc_view(at, len);
	return 0;
}

static int take_strings(struct xel_btf *btf, struct guc_view body, const u8 *where)
{
	int err = take_section(&btf->strings, body, where);

	if (err)
		return err;
	if (!btf->strings.len)
		return btf->base ? 0 : -EBADMSG;
	if (btf->strings.data[btf->strings.len - 1])
		return -EBADMSG;
	/*
	 * String offset 0 is the empty name, so the strings of a kernel begin with a byte 0.
	 * Strings that begin with another byte are those of a module, which needs the base.
	 */
	return !btf->base && btf->strings.data[0] ? -EINVAL : 0;
}

static int open_frame(struct xel_btf *btf, struct guc_view data,
		      const struct xel_btf *base)
{
	struct guc_view body;
	u32 header = 0;
	int err;

	memset(btf, 0, sizeof(*btf));
	if (data.len > BTF_MAX_BYTES)
		return -EINVAL;
	err = check_header(data, &header);
	if (err)
		return err;
	body = guc_view(data.data + header, data.len - header);
	btf->base = base;
	btf->first_id = base ? base->first_id + base->nr_types : 1;
	btf->first_string = base ? base->first_string + (u32)base->strings.len : 0;
	err = take_section(&btf->types, body, data.data + 8);
	if (!err)
		err = take_strings(btf, body, data.data + 16);
	if (!err && header >= HEADER_LAYOUT_BYTES)
		err = take_section(&btf->layout, body, data.data + 24);
	return err;
}

/**
 * xel_btf_count() - count the types of a blob of type information
 * @data: bytes of the blob
 * @base: the opened blob that @data continues, NULL for none
 * @nr: filled with the number of types, which is the number of index entries
 *	that xel_btf_open() needs
 *
 * Context: any, does not sleep; the time is linear in @data.
 * Return: 0, or an errno as for xel_btf_open().
 */
int xel_btf_count(struct guc_view data, const struct xel_btf *base, u32 *nr)
{
	struct xel_btf btf;
	int err = open_frame(&btf, data, base);

	*nr = 0;
	if (!err)
		err = walk_records(&btf, NULL, 0);
	if (!err)
		*nr = btf.nr_types;
	return err;
}

/**
 * xel_btf_open() - open type information
 * @btf: filled with the opened type information; keeps pointers to @data, @index and
 *	@base, which must not change
 * @data: the blob, of any alignment
 * @base: the opened blob that @data continues, NULL for none
 * @index: memory with an entry for each type
 * @index_len: number of entries in @index
 *
 * On success all records lie inside the blob. References between records are
 * checked when they are followed. Type information is in the byte order of its
 * machine; only little endian is supported.
 *
 * Context: any, does not sleep; the time is linear in @data.
 * Return: 0, -ENODATA when a record or a section does not end inside the blob,
 * -EBADMSG when @data is not type information or is inconsistent, -EPROTONOSUPPORT
 * for another version, another byte order or a kind of type with an unknown
 * length, -ENOSPC when there are more types than @index_len, or -EINVAL when @data
 * continues another blob and @base is NULL, or when @data is longer than 1 GiB.
 * After an error @btf must not be used.
 */
int xel_btf_open(struct xel_btf *btf, struct guc_view data,
		 const struct xel_btf *base, u32 *index, u32 index_len)
{
	int err = open_frame(btf, data, base);

	if (err)
		return err;
	btf->index = index;
	return walk_records(btf, index, index_len);
}
