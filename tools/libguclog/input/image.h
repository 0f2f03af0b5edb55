/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Binary forms: raw image, LFD file, i915's relay output.
 */
#ifndef _BINARY_H_
#define _BINARY_H_

#include "input/input_log.h"

struct bytes;

int binary_read(struct input *in, struct bytes *bytes, u8 *data, size_t len);

#endif
