# SPDX-License-Identifier: MIT OR GPL-2.0-only
# The layout's objects, which are built into the module and into userspace programs, together with
# the core.
xel-layout-objs := xel_btf.o xel_enums.o xel_field.o xel_layout.o xel_proto.o xel_report.o \
		   xel_spec.o xel_type.o
