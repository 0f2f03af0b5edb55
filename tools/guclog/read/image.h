/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads raw images, and the output of i915's relay.
 */
#ifndef _INPUT_IMAGE_H_
#define _INPUT_IMAGE_H_

#include "read/input.h"

void image_add(struct input *in, u8 *data, size_t len);

#endif
