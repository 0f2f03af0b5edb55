/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads the file that --facts names: facts (named values such as pci_id=8086:e223) about a device
 * and its GTs.
 */
#ifndef _FACTS_FILE_H_
#define _FACTS_FILE_H_

#include "model/fact_set.h"
#include "read/facts_open.h"
#include "base/number.h"

const struct guclog_facts_file *facts_file_open(const char *path);
int facts_file_choose(const struct guclog_facts_file *file, const char *path,
		      const struct number *gt, struct guclog_facts *chosen);

#endif
