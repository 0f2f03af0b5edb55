// SPDX-License-Identifier: GPL-2.0-only
/* Finds parts of a devcoredump. */
#include "dump/dump_reader.h"
#include "internal.h"

const struct guclog_tree *guclog_dump_tree(const struct guclog_dump *dump)
{
	return dump->dump;
}

const struct guclog_tree_context *guclog_tree_find_context(const struct guclog_tree *tree,
							   uint32_t guc_id)
{
	unsigned int i, j;

	for (i = 0; i < tree->nr_gts; i++)
		for (j = 0; j < tree->gt[i].nr_contexts; j++)
			if (tree->gt[i].context[j].guc_id == guc_id)
				return &tree->gt[i].context[j];
	return NULL;
}

const struct guclog_tree_gt *guclog_tree_find_gt(const struct guclog_tree *tree, bool has_gt,
						 uint32_t gt)
{
	unsigned int i;

	for (i = 0; i < tree->nr_gts; i++)
		if (!has_gt || !tree->gt[i].has_id || tree->gt[i].id == gt)
			return &tree->gt[i];
	return NULL;
}

const struct guclog_tree_field *guclog_tree_find_field(const struct guclog_tree_fields *fields,
						       const char *name)
{
	unsigned int i;

	for (i = 0; i < fields->nr; i++)
		if (!strcmp(fields->field[i].name, name))
			return &fields->field[i];
	return NULL;
}

const char *guclog_tree_text(const struct guclog_tree_fields *fields, const char *name)
{
	const struct guclog_tree_field *field = guclog_tree_find_field(fields, name);

	return field ? field->value : NULL;
}

bool guclog_tree_number(const struct guclog_tree_fields *fields, const char *name,
			uint64_t *number)
{
	const struct guclog_tree_field *field = guclog_tree_find_field(fields, name);

	if (!field || !field->is_number)
		return false;
	*number = field->number;
	return true;
}

bool guclog_tree_seconds(const struct guclog_tree_fields *fields, const char *name,
			 uint64_t *ns)
{
	const char *text = guclog_tree_text(fields, name);
	struct guc_view v;
	u64 sec, frac;

	if (!text)
		return false;
	v = guc_view(text, strlen(text));
	if (!dump_eat_number(&v, &sec) || !eat(&v, ".") || v.len != 9 ||
	    !dump_eat_number(&v, &frac) || v.len || sec > ~0ull / 1000000000 - 1)
		return false;
	*ns = sec * 1000000000 + frac;
	return true;
}
