# SPDX-License-Identifier: MIT OR GPL-2.0-only
# The objects of the layout code, which finds the members of xe's structures in the kernel's type
# information (BTF). They are built into the kernel module and into the userspace programs, together
# with the core.
xel-layout-objs := xel_btf.o xel_enums.o xel_field.o xel_layout.o xel_proto.o xel_report.o \
		   xel_spec.o xel_type.o
