/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads numbers of a devcoredump as u64. The functions of the library set a uint64_t, which is
 * another type than u64 (unsigned long long) on 64-bit hosts, so they cannot set a u64.
 */
#ifndef _DUMP_NUMBER_H_
#define _DUMP_NUMBER_H_

#include "base/base.h"
#include "read/dump/sections.h"

static inline bool dump_number(const struct guclog_dump_fields *fields, enum dump_name id,
			       u64 *number)
{
	uint64_t value;

	if (!guclog_dump_number(fields, id, &value))
		return false;
	*number = value;
	return true;
}

static inline bool dump_seconds(const struct guclog_dump_fields *fields, enum dump_name id,
				u64 *ns)
{
	uint64_t value;

	if (!guclog_dump_seconds(fields, id, &value))
		return false;
	*ns = value;
	return true;
}

#endif
