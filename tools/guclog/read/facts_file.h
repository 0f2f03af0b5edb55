/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads facts files: files with facts (properties of a GPU and its GTs that a log does not
 * contain). They have the form of the module's "info" file, or are LFD files.
 */
#ifndef _FACTS_FILE_H_
#define _FACTS_FILE_H_

#include "guc_facts.h"

struct arena;
struct messages;

/**
 * struct facts_file - facts of one device
 * @arena: arena that has the memory of @gt
 * @device: facts of the device
 * @gt: facts of each GT, in the order of the file
 * @nr_gts: number of GTs
 */
struct facts_file {
	struct arena *arena;
	struct guc_facts device;
	struct guc_facts *gt;
	unsigned int nr_gts;
};

int facts_file_parse(struct facts_file *facts, u8 *data, size_t len, struct arena *arena,
		     struct messages *messages);
int facts_file_read(struct facts_file *facts, const char *path, struct arena *arena,
		    struct messages *messages);
void facts_file_merge(const struct facts_file *facts, s64 gt, struct guc_facts *to);
void facts_file_free(struct facts_file *facts, struct arena *arena);

#endif
