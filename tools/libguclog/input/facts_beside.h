/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Facts from a file in the directory of the logs: the file "info" of the module.
 */
#ifndef _FACTS_BESIDE_H_
#define _FACTS_BESIDE_H_

#include "input/facts_file.h"
#include "input/input.h"

struct bytes;

/**
 * struct facts_beside - files with facts
 * @nr: number of files
 * @file: the files
 */
struct facts_beside {
	unsigned int nr;
	struct facts_beside_file {
		char *name;
		struct facts_file facts;
	} *file;
};

bool facts_beside_is(const char *name);
int facts_beside_add(struct facts_beside *beside, struct input *in, struct bytes *bytes,
		     const char *name);
void facts_beside_merge(const struct facts_beside *beside, struct input *in);

#endif
