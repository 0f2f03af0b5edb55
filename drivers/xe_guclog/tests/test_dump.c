// SPDX-License-Identifier: GPL-2.0-only
/* The test suites' own copy of the module's code that makes devcoredumps. */
#include "../xgl_dump.c"
