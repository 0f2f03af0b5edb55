// SPDX-License-Identifier: GPL-2.0-only
/* The test suites' own copy of the module's code that makes the files from a source. */
#include "../xgl_source.c"
#include "../xgl_snapshot.c"
#include "../xgl_content.c"
#include "../xgl_files.c"
#include "../xgl_source_replay.c"
