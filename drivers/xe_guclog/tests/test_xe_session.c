// SPDX-License-Identifier: GPL-2.0-only
/*
 * The test suites' own copy of the module's code that reads xe's structures in sessions; the suites
 * provide the layout of these structures.
 */
#include "../xgl_xe_status.c"
#include "../xgl_xe_read.c"
#include "../xgl_xe_session.c"
#include "../xgl_xe_gt.c"
