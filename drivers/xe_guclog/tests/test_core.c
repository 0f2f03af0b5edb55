// SPDX-License-Identifier: GPL-2.0-only
/*
 * The copy of the core and of the layout code that the test suites call. With this copy, the module
 * xe_guclog need not export these functions, and need not be loaded.
 */
#include <linux/module.h>

#include "../core/guc_text.c"
#include "../core/guc_fault.c"
#include "../core/guc_facts.c"
#include "../core/guc_scan.c"
#include "../core/guc_lic.c"
#include "../core/guc_log.c"
#include "../core/guc_entry.c"
#include "../core/guc_events.c"
#include "../core/guc_follow.c"
#include "../core/guc_event.c"
#include "../core/guc_event_words.c"
#include "../core/guc_event_table.c"
#include "../core/guc_abi_names.c"
#include "../core/guc_abi_names_table.c"
#include "../core/guc_capture.c"
#include "../core/guc_capture_names.c"
#include "../core/guc_report.c"
#include "../core/guc_lfd_write.c"
#include "../core/guc_lfd_read.c"
#include "../core/guc_device.c"
#include "../core/guc_device_table.c"
#include "../core/guc_topology.c"
#include "../core/guc_asic.c"
#include "../core/guc_asic_fields.c"
#include "../core/guc_asic_fill.c"
#include "../core/guc_asic_read.c"
#include "../core/guc_asic_report.c"
#include "../core/guc_asic_source.c"
#include "../core/guc_rdf_read.c"
#include "../core/guc_rdf_write.c"

#include "../layout/xel_btf.c"
#include "../layout/xel_type.c"
#include "../layout/xel_spec.c"
#include "../layout/xel_field.c"
#include "../layout/xel_enums.c"
#include "../layout/xel_layout.c"
#include "../layout/xel_proto.c"
#include "../layout/xel_report.c"
#include "../core/guc_hwconfig.c"

MODULE_DESCRIPTION("KUnit suites of xe_guclog");
MODULE_AUTHOR("xe-guclog developers");
MODULE_LICENSE("GPL");
