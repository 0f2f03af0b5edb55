// SPDX-License-Identifier: GPL-2.0-only
/*
 * The copy of the module's code that reads xe's structures, for the test suites. The suites provide
 * the layout of these structures.
 */
#include "../xgl_xe_status.c"
#include "../xgl_xe_read.c"
#include "../xgl_xe_session.c"
#include "../xgl_xe_gt.c"
