/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads facts (properties of the GPU and its GTs that a log does not contain) from the files "info"
 * and "info.txt" in an archive. The facts are added to the images in the same directory of the
 * archive and in its directories gt<N>.
 */
#ifndef _DIR_FACTS_H_
#define _DIR_FACTS_H_

#include "read/facts_file.h"
#include "read/input.h"

struct bytes;

/**
 * struct dir_facts - files with facts
 * @nr: number of files
 * @file: the files
 */
struct dir_facts {
	unsigned int nr;
	struct dir_facts_file {
		char *name;
		struct facts_file facts;
	} *file;
};

bool dir_facts_is(const char *name);
int dir_facts_add(struct dir_facts *facts, struct input *in, struct bytes *bytes,
		  const char *name);
void dir_facts_merge(const struct dir_facts *facts, struct input *in);

#endif
