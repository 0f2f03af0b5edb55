// SPDX-License-Identifier: GPL-2.0-only
/*
 * Further files of the copy of the core that the test suites call. They cannot be in test_core.c,
 * because some of their static functions have the same names as functions there.
 */
#include "../core/guc_ct.c"
#include "../core/guc_ct_index.c"
#include "../core/guc_ct_print.c"
#include "../core/guc_incident.c"
