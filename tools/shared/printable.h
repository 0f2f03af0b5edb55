/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Text from outside (names of files, for example) for a terminal and for JSON.
 */
#ifndef _PRINTABLE_H_
#define _PRINTABLE_H_

#include "guc_env.h"

char *printable(const char *text);

#endif
