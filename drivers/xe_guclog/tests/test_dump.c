// SPDX-License-Identifier: GPL-2.0-only
/* The suites' own copy of the code that makes devcoredumps. */
#include "../xgl_dump.c"
