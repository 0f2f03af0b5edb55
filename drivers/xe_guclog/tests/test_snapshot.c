// SPDX-License-Identifier: GPL-2.0-only
/*
 * The copy of the module's code that the test suites call: it copies a log from a source (see
 * xgl_source.h), and makes the content of the debugfs files.
 */
#include "../xgl_source.c"
#include "../xgl_snapshot.c"
#include "../xgl_content.c"
#include "../xgl_files.c"
#include "../xgl_source_replay.c"
