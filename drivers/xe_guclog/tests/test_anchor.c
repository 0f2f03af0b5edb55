// SPDX-License-Identifier: GPL-2.0-only
/* The suites' own copy of the clock anchor. */
#include "../xgl_anchor.c"
#include "../xgl_anchor_watch.c"
