# SPDX-License-Identifier: MIT OR GPL-2.0-only
# The layout's objects, for every host that builds it beside the core.
xel-layout-objs := xel_btf.o xel_enums.o xel_field.o xel_layout.o xel_proto.o xel_report.o \
		   xel_spec.o xel_type.o
