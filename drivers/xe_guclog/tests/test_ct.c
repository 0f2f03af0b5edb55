// SPDX-License-Identifier: GPL-2.0-only
/* The test suites' own copy of the core, continued from test_core.c. */
#include "../core/guc_ct.c"
#include "../core/guc_ct_index.c"
#include "../core/guc_ct_print.c"
#include "../core/guc_incident.c"
