// SPDX-License-Identifier: GPL-2.0-only
/* The suites' own copy of what is between a source and a door. */
#include "../xgl_source.c"
#include "../xgl_snapshot.c"
#include "../xgl_content.c"
#include "../xgl_files.c"
#include "../xgl_source_replay.c"
