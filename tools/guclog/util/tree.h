/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Numbers of a devcoredump, in the core's type.
 */
#ifndef _TREE_H_
#define _TREE_H_

#include "guc_env.h"
#include "guclog_dump.h"

static inline bool tree_number(const struct guclog_tree_fields *fields, const char *name,
			       u64 *number)
{
	uint64_t value;

	if (!guclog_tree_number(fields, name, &value))
		return false;
	*number = value;
	return true;
}

static inline bool tree_seconds(const struct guclog_tree_fields *fields, const char *name,
				u64 *ns)
{
	uint64_t value;

	if (!guclog_tree_seconds(fields, name, &value))
		return false;
	*ns = value;
	return true;
}

#endif
