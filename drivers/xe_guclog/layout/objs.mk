# SPDX-License-Identifier: MIT OR GPL-2.0-only
# The layout's objects, for every host that builds it beside the core.
xel-layout-objs := xel_btf.o xel_btf_member.o xel_layout.o xel_layout_enums.o \
		   xel_layout_print.o
