/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Facts that the user gives in a file.
 */
#ifndef _FACTS_H_
#define _FACTS_H_

#include "guclog.h"
#include "shared/number.h"

/**
 * struct facts - facts of a device and its GTs
 * @device: facts of the device
 * @gt: facts of each GT, in the order of the file
 * @nr_gts: number of GTs
 */
struct facts {
	struct guclog_facts device;
	struct guclog_facts *gt;
	unsigned int nr_gts;
};

int facts_read(struct facts *facts, const char *path);
struct guclog_facts *facts_add_gt(struct facts *facts);
int facts_merge(const struct facts *facts, const char *path, const struct number *gt,
		struct guclog_facts *merged);
void facts_free(struct facts *facts);

#endif
