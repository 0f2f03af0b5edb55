/* SPDX-License-Identifier: GPL-2.0-only */
/* Reads and prints the ASIC info in a file. */
#ifndef _ASIC_SHOW_H_
#define _ASIC_SHOW_H_

#include "base/types.h"

struct guclog_asic;

const struct guclog_asic *asic_read(const char *path, struct guclog_fault *fault);
int asic_show(const char *path, bool json);

#endif
