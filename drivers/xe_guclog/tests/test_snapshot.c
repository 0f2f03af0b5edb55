// SPDX-License-Identifier: GPL-2.0-only
/* The suites' own copy of the code between a source and the files. */
#include "../xgl_source.c"
#include "../xgl_snapshot.c"
#include "../xgl_content.c"
#include "../xgl_files.c"
#include "../xgl_source_replay.c"
