// SPDX-License-Identifier: GPL-2.0-only
/* The test suites' own copy of the module's cursor. */
#include "../xgl_cursor.c"
