/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Writes LFD files as text that survives mail, see input/armor.h.
 */
#ifndef _ARMOR_MAKE_H_
#define _ARMOR_MAKE_H_

#include "guc_view.h"

char *armor_make(struct guc_view file, size_t *len);

#endif
