/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Declarations that the fuzzers of the tool's text decoders share.
 */
#ifndef _FUZZ_INPUT_H_
#define _FUZZ_INPUT_H_

#include "fuzz.h"

#include "input/input.h"

/* Checks the images, notes, holes, LFD files and events of an input. */
void fuzz_check_input(const struct input *in);

/* Checks that two inputs are equal. */
void fuzz_same_input(const struct input *a, const struct input *b);

/* The tool's main(), under another name. */
int guclog_main(int argc, char **argv);

#endif
