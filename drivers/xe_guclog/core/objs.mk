# SPDX-License-Identifier: MIT OR GPL-2.0-only
# The objects of the core (the code in this folder): guc-module-objs are built into the kernel
# module, guc-core-objs into the userspace programs.
guc-module-objs := \
	guc_asic.o \
	guc_asic_fields.o \
	guc_asic_fill.o \
	guc_asic_source.o \
	guc_device.o \
	guc_device_table.o \
	guc_entry.o \
	guc_event.o \
	guc_event_table.o \
	guc_events.o \
	guc_facts.o \
	guc_fault.o \
	guc_follow.o \
	guc_hwconfig.o \
	guc_incident.o \
	guc_lfd_write.o \
	guc_lic.o \
	guc_log.o \
	guc_rdf_write.o \
	guc_report.o \
	guc_scan.o \
	guc_text.o \
	guc_topology.o

guc-core-objs := $(guc-module-objs) \
	guc_abi_names.o \
	guc_abi_names_table.o \
	guc_asic_read.o \
	guc_asic_report.o \
	guc_capture.o \
	guc_capture_names.o \
	guc_ct.o \
	guc_ct_index.o \
	guc_ct_print.o \
	guc_event_words.o \
	guc_lfd_read.o \
	guc_rdf_read.o
