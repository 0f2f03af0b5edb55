// SPDX-License-Identifier: GPL-2.0-only
/* The copy of the module's code for devcoredumps that the test suites call. */
#include "../xgl_dump.c"
