// SPDX-License-Identifier: GPL-2.0-only
/* The test suites' own copy of the module's code that finds clock anchors. */
#include "../xgl_anchor.c"
#include "../xgl_anchor_watch.c"
