// SPDX-License-Identifier: GPL-2.0-only
/* The suites' own copy of the cursor. */
#include "../xgl_cursor.c"
