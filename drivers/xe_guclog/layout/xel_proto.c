// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * This file checks the arguments of xe's tracepoints with the type information (BTF). For
 * the tracepoint NAME the kernel defines the type btf_trace_NAME, a pointer to a function with
 * the prototype of a probe. A probe has these parameters: a void * for the probe's own data, then
 * the arguments of the tracepoint.
 */
#include "xel_layout.h"

#include "xel_spec.h"

#define PREFIX		"btf_trace_"
#define PARAM_BYTES	8u	/* length of the record of a parameter: its name and its type */
#define MAX_SIZE	8u	/* maximum length of an integer, bytes */

static const struct {
	const char *tracepoint;
	const char *arguments;
} protos[XEL_PROTO_COUNT] = {
#define X(id, tracepoint, arguments) { tracepoint, arguments },
	XEL_PROTOS(X)
#undef X
};

/**
 * xel_proto_name() - get the name of a tracepoint in XEL_PROTOS()
 * @id: which tracepoint
 *
 * Context: any, does not sleep.
 * Return: the name of the tracepoint, or NULL when there is no such tracepoint.
 */
const char *xel_proto_name(enum xel_proto_id id)
{
	return id < XEL_PROTO_COUNT ? protos[id].tracepoint : NULL;
}

/*
 * Return: whether the type of a parameter is the type that the word of @len bytes at @want
 * describes, see XEL_PROTOS().
 */
static bool param_is(const struct xel_btf *btf, u32 id, const char *want, size_t len)
{
	struct xel_type t;
	const char *name;

	if (!xel_type_real(btf, id, &t))
		return false;
	if (*want != '*')
		return t.kind == XEL_KIND_INT && t.size <= MAX_SIZE && len == 1 &&
		       *want == (char)('0' + t.size);
	if (t.kind != XEL_KIND_PTR || !xel_type_real(t.btf, t.size, &t))
		return false;
	if (t.kind != XEL_KIND_STRUCT && t.kind != XEL_KIND_FWD)
		return false;
	name = xel_string(t.btf, t.name);
	return !strncmp(name, want + 1, len - 1) && !name[len - 1];
}

/*
 * Return: whether a probe has the expected arguments. @t: the prototype to which btf_trace_NAME
 * points. @want: the arguments, as in XEL_PROTOS().
 */
static bool args_match(const struct xel_type *t, const char *want)
{
	u64 pos = (u64)t->pos + XEL_TYPE_BYTES;
	const u8 *param;
	size_t len;
	u32 n;

	for (n = 0; n < t->vlen; n++, pos += PARAM_BYTES) {
		param = guc_view_at(t->btf->types, pos, PARAM_BYTES);
		if (!param)
			return false;
		if (!n)
			continue;
		len = strcspn(want, " ");
		if (!len || !param_is(t->btf, guc_load_le32(param + 4), want, len))
			return false;
		want += len;
		want += *want == ' ';
	}
	return n && !*want;
}

static bool is_probe(const struct xel_type *typedefed, const char *want)
{
	struct xel_type t;

	return xel_type_real(typedefed->btf, typedefed->size, &t) &&
	       t.kind == XEL_KIND_PTR && xel_type_at(t.btf, t.size, &t) &&
	       t.kind == XEL_KIND_FUNC_PROTO && args_match(&t, want);
}

/**
 * xel_protos_resolve() - find the tracepoints that have the expected arguments
 * @btf: type information that defines xe's types
 *
 * When a tracepoint has several definitions, each must have the expected arguments.
 *
 * Context: any, does not sleep.
 * Return: bit mask of the tracepoints that have the expected arguments, by enum
 * xel_proto_id.
 */
u32 xel_protos_resolve(const struct xel_btf *btf)
{
	u32 found = 0, other = 0, nth;
	struct xel_type t;
	const char *name;
	unsigned int i;

	for (nth = 0; xel_type_own(btf, nth, &t); nth++) {
		if (t.kind != XEL_KIND_TYPEDEF)
			continue;
		name = xel_string(t.btf, t.name);
		if (strncmp(name, PREFIX, strlen(PREFIX)))
			continue;
		for (i = 0; i < XEL_PROTO_COUNT; i++)
			if (!strcmp(name + strlen(PREFIX), protos[i].tracepoint))
				*(is_probe(&t, protos[i].arguments) ? &found : &other) |= 1u << i;
	}
	return found & ~other;
}
