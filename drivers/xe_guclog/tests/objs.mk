# SPDX-License-Identifier: GPL-2.0-only
# The suites that run in the kernel and as a normal program, and the helpers that they share.
guc-test-objs := \
	test_image.o \
	test_expect.o \
	env_kunit.o \
	fault_kunit.o \
	facts_kunit.o \
	log_kunit.o \
	ring_kunit.o \
	missing_kunit.o \
	follow_kunit.o \
	incident_kunit.o \
	lic_kunit.o \
	lfd_bytes_kunit.o \
	lfd_write_kunit.o \
	lfd_stream_kunit.o \
	lfd_read_kunit.o \
	report_kunit.o \
	asic_kunit.o \
	rdf_kunit.o \
	asic_report_kunit.o \
	test_btf.o \
	test_xe.o \
	btf_kunit.o \
	layout_kunit.o \
	proto_kunit.o \
	hwconfig_kunit.o \
	guc_ct_kunit.o \
	guc_capture_kunit.o \
	guc_event_kunit.o
