/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the fuzzers of the tool's text decoders share.
 */
#ifndef _FUZZ_INPUT_H_
#define _FUZZ_INPUT_H_

#include "fuzz.h"

#include "input/input.h"

/* Images, notes, holes, LFD files and events of everything that was read. */
void fuzz_check_input(const struct input *in);

/* Both are the same. */
void fuzz_same_input(const struct input *a, const struct input *b);

/* The tool's main(), under another name. */
int guclog_main(int argc, char **argv);

#endif
