/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Inputs: reads a GuC log in any form into images and the facts about them.
 */
#ifndef _INPUT_H_
#define _INPUT_H_

#include "input/input_log.h"

struct bytes;

int input_open(struct input *in, const char *path);
int input_open_bytes(struct input *in, struct bytes *bytes, const char *name);

#endif
