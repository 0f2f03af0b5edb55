// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "xel_spec.h"

const struct xel_spec xel_specs[XEL_FIELD_COUNT] = {
#define X(id_, root_, path_, need_, shape_, of_, max_) \
	[XEL_##id_] = { \
		.id = #id_, \
		.path = path_, \
		.of = of_, \
		.root = XEL_ROOT_##root_, \
		.need = XEL_##need_, \
		.shape = XEL_SHAPE_##shape_, \
		.max = max_, \
	},
	XEL_FIELDS(X)
#undef X
};

const char *const xel_root_names[XEL_ROOT_COUNT] = {
#define X(id, names) \
	[XEL_ROOT_##id] = names,
	XEL_ROOTS(X)
#undef X
};

const char *const xel_enum_tags[XEL_ENUM_COUNT] = {
#define X(id, tags) \
	[XEL_ENUM_##id] = tags,
	XEL_ENUMS(X)
#undef X
};
