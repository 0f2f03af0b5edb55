// SPDX-License-Identifier: GPL-2.0-only
/* The test suites' own copy of the module's code that reads new events from an event ring. */
#include "../xgl_cursor.c"
