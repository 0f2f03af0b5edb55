// SPDX-License-Identifier: GPL-2.0-only
/* The suites' own copy of the way into xe; where a layout comes from is theirs. */
#include "../xgl_xe_status.c"
#include "../xgl_xe_read.c"
#include "../xgl_xe_session.c"
#include "../xgl_xe_gt.c"
