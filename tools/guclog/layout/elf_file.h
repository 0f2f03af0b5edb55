/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Finds a section of an ELF file (64 bits, little endian) by its name.
 */
#ifndef _ELF_FILE_H_
#define _ELF_FILE_H_

#include "guc_view.h"

bool elf_is(struct guc_view file);
bool elf_is_object(struct guc_view file);
int elf_section(struct guc_view file, const char *name, struct guc_view *section);

#endif
