/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The bulk of ascii85, many characters at a time.
 */
#ifndef _A85_WIDE_H_
#define _A85_WIDE_H_

#include "guc_env.h"

size_t a85_wide(const char *text, size_t len, u8 *out, size_t *out_len);

#endif
