// SPDX-License-Identifier: GPL-2.0-only
/* The copy of the module's code that reads new events from an event ring, for the test suites. */
#include "../xgl_cursor.c"
