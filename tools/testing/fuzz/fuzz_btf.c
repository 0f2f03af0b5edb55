// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads type information (BTF) and finds the layout of xe's structures in it. The input is a byte
 * of flags, two bytes with a length, and a blob. With FLAG_SPLIT the blob has two parts: the BTF of
 * a kernel, whose length the two bytes give, and the BTF of a module that builds on it.
 */
#include "fuzz.h"

#include "xel_layout.h"
#include "xel_type.h"

#define FLAG_SPLIT	1u
#define FLAG_PRINT	2u	/* print the layout, which takes most of the time of a run */

/**
 * struct blob - a blob of BTF that was opened
 * @data: a copy of the blob, in memory of exactly its length
 * @index: the index of its types, with exactly the needed number of entries
 * @btf: the opened BTF, which uses @data and @index
 */
struct blob {
	u8 *data;
	u32 *index;
	struct xel_btf btf;
};

static const int open_errors[] = { -ENODATA, -EBADMSG, -EPROTONOSUPPORT, -EINVAL };
static const int resolve_errors[] = { -ENOENT, -EBADMSG, -ENOTUNIQ, -EPROTONOSUPPORT };

static bool is_one_of(int err, const int *errors, unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		if (errors[i] == err)
			return true;
	return false;
}

static void close_blob(struct blob *blob)
{
	free(blob->data);
	free(blob->index);
}

/*
 * Opens BTF. xel_btf_count() must give the same error as xel_btf_open(), which must refuse an index
 * that is too short.
 */
static int open_blob(struct blob *blob, struct guc_view data, const struct xel_btf *base)
{
	struct guc_view copy;
	int err;
	u32 nr;

	blob->data = fuzz_copy(data.data, data.len);
	blob->index = NULL;
	copy = guc_view(blob->data, data.len);
	err = xel_btf_count(copy, base, &nr);
	if (err) {
		FUZZ_CHECK(is_one_of(err, open_errors, ARRAY_SIZE(open_errors)));
		FUZZ_CHECK(!nr && xel_btf_open(&blob->btf, copy, base, NULL, 0) == err);
		return err;
	}
	FUZZ_CHECK(nr <= data.len / XEL_TYPE_BYTES);
	blob->index = fuzz_alloc(nr * sizeof(*blob->index));
	if (nr)
		FUZZ_CHECK(xel_btf_open(&blob->btf, copy, base, blob->index, nr - 1) ==
			   -ENOSPC);
	FUZZ_CHECK(!xel_btf_open(&blob->btf, copy, base, blob->index, nr));
	FUZZ_CHECK(blob->btf.nr_types == nr);
	return 0;
}

static void check_members(const struct xel_type *t)
{
	struct xel_member m;
	u32 budget = 500;

	if (xel_member_find(t, "off", 3, &budget, &m)) {
		FUZZ_CHECK(budget < 500);
		FUZZ_CHECK(m.bits <= 255);
	}
}

/* Query all types of the blob: this must be safe for any content. */
static void check_types(const struct xel_btf *btf)
{
	struct xel_type t, real;
	u32 nth, name, a, b;
	u64 value;

	for (nth = 0; nth < btf->nr_types && nth < 64; nth++) {
		FUZZ_CHECK(xel_type_at(btf, btf->first_id + nth, &t));
		FUZZ_CHECK(t.btf == btf && t.kind);
		FUZZ_CHECK(xel_type_size(btf, btf->first_id + nth) <= U32_MAX);
		if (xel_type_real(btf, btf->first_id + nth, &real))
			FUZZ_CHECK(real.kind != XEL_KIND_TYPEDEF && real.kind != XEL_KIND_CONST);
		FUZZ_CHECK(xel_type_array(&t, &a, &b) == (t.kind == XEL_KIND_ARRAY));
		if (t.kind == XEL_KIND_ENUM || t.kind == XEL_KIND_ENUM64) {
			FUZZ_CHECK(!xel_type_enumerator(&t, t.vlen, &name, &value));
			if (t.vlen)
				FUZZ_CHECK(xel_type_enumerator(&t, t.vlen - 1, &name, &value));
		}
		FUZZ_CHECK(strlen(xel_string(btf, t.name)) < 8192);
		check_members(&t);
	}
	FUZZ_CHECK(!xel_type_at(btf, btf->first_id + btf->nr_types, &t));
}

static bool is_zero(const struct xel_field *f)
{
	return !f->off && !f->size && !f->nelem && !f->stride && !f->bit && !f->width;
}

/* A field that is present must lie within its structure of @root_size bytes. */
static void check_field(const struct xel_field *f, u32 root_size)
{
	u64 end = (u64)f->off + f->size;
	u8 bytes[8] = { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff };

	FUZZ_CHECK(f->present == (f->reason == XEL_FINE));
	if (!f->present) {
		FUZZ_CHECK(is_zero(f) && f->reason < XEL_REASONS);
		return;
	}
	FUZZ_CHECK(f->size && end <= root_size);
	FUZZ_CHECK(!f->nelem || f->stride);
	/* If f->size is not the size of the whole array, the last element must fit, too. */
	if (f->nelem && f->size != (u64)f->nelem * f->stride)
		FUZZ_CHECK(end + (f->nelem - 1ull) * f->stride <= root_size);
	FUZZ_CHECK(f->bit + f->width <= 64 && f->bit < 8);
	if (f->size <= sizeof(bytes) && f->width && f->width < 64)
		FUZZ_CHECK(xel_field_value(f, bytes) == (1ull << f->width) - 1);
}

static enum xel_root_id root_of_field(unsigned int id)
{
#define X(id, root, path, need, shape, of, max) XEL_ROOT_##root,
	static const enum xel_root_id roots[] = { XEL_FIELDS(X) };
#undef X
	return roots[id];
}

static void check_layout(const struct xel_layout *l, int err)
{
	unsigned int i, missing = 0;

	for (i = 0; i < XEL_FIELD_COUNT; i++) {
		check_field(&l->field[i], l->size[root_of_field(i)]);
		missing += xel_field_is_required(i) && !l->field[i].present;
	}
	if (err != -EPROTONOSUPPORT)
		FUZZ_CHECK(!err == !missing);
	FUZZ_CHECK(l->nr_names <= XEL_MAX_NAMES);
	for (i = 0; i < l->nr_names; i++) {
		FUZZ_CHECK(l->name[i].of < XEL_ENUM_COUNT);
		FUZZ_CHECK(memchr(l->name[i].name, 0, XEL_NAME_MAX));
		FUZZ_CHECK(xel_layout_name(l, l->name[i].of, l->name[i].value));
	}
}

static void print_layout(struct guc_text *text, const void *arg)
{
	xel_layout_print(text, arg);
}

static void print_fault(struct guc_text *text, const void *arg)
{
	xel_layout_fault_print(text, arg);
}

static void check_resolve(const struct xel_btf *base, const struct xel_btf *xe, u32 flags)
{
	struct xel_layout *l = fuzz_alloc(sizeof(*l)), *again = fuzz_alloc(sizeof(*again));
	struct xel_layout_fault fault;
	size_t len;
	int err;

	memset(&fault, 0xa5, sizeof(fault));
	err = xel_layout_resolve(l, base, xe, &fault);
	if (err)
		FUZZ_CHECK(is_one_of(err, resolve_errors, ARRAY_SIZE(resolve_errors)));
	FUZZ_CHECK(!err == (fault.reason == XEL_FINE));
	check_layout(l, err);
	if (flags & FLAG_PRINT)
		free(fuzz_text(print_layout, l, &len));
	free(fuzz_text(print_fault, &fault, &len));
	FUZZ_CHECK(len && len < 400);
	/* Resolving the same types again must give the same layout. */
	FUZZ_CHECK(xel_layout_resolve(again, base, xe, &fault) == err);
	FUZZ_CHECK(!memcmp(l, again, sizeof(*l)));
	free(again);
	free(l);
}

static void fuzz_split(struct guc_view in, u32 flags)
{
	u32 len = fuzz_take(&in, 2);
	struct guc_view kernel = guc_view_clip(in, 0, len);
	struct guc_view module = guc_view_clip(in, kernel.len, in.len);
	struct blob base, xe;

	if (!open_blob(&base, kernel, NULL)) {
		if (!open_blob(&xe, module, &base.btf)) {
			check_types(&xe.btf);
			check_resolve(&base.btf, &xe.btf, flags);
		}
		close_blob(&xe);
	}
	close_blob(&base);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct guc_view in = guc_view(data, size);
	u32 flags = fuzz_take(&in, 1);
	struct blob blob;

	if (flags & FLAG_SPLIT) {
		fuzz_split(in, flags);
		return 0;
	}
	fuzz_take(&in, 2);
	if (!open_blob(&blob, in, NULL)) {
		check_types(&blob.btf);
		check_resolve(&blob.btf, NULL, flags);
		check_resolve(NULL, &blob.btf, flags);
	}
	close_blob(&blob);
	return 0;
}
