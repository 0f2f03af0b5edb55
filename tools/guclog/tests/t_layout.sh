# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# guclog layout. The kernels of Debian are in tools/testing/layout.

mkxe()
{
	python3 "$HERE/mkxe.py"
}

t_layout_whole()
{
	mkxe
	g layout whole
	empty err
	line out 'required 23 of 23'
	line out 'optional 6 of 59'
	says out 'DEVICE_IS_DGFX         xe_device.info.is_dgfx 28.5:1'
	says out 'LOG_BO                 xe_guc_log.bo 8/8'
	line out 'enum xe_gt_type XE_GT_TYPE_MAIN=1 XE_GT_TYPE_MEDIA=2'
	cp out want
	"$GUCLOG" layout - <whole | cmp - want
}

# The same table, whatever the types come in.
t_layout_split()
{
	mkxe
	g layout --base kernel module
	line out 'required 23 of 23'
	cp out want
	g layout --base vmlinux xe.ko
	cmp out want
	g layout --base kernel xe.ko
	cmp out want
	g layout --base vmlinux module
	cmp out want
	g layout with-base
	empty err
	cmp out want
	"$GUCLOG" layout --base vmlinux - <xe.ko | cmp - want
}

# What a module has brought along of its kernel has no members.
t_layout_distilled()
{
	mkxe
	g layout --base full distilled
	empty err
	line out 'required 23 of 23'
	says out 'BO_VMAP_IS_IOMEM       xe_bo.vmap.is_iomem 24/1'
	rc 1 g layout distilled
	line err 'guclog: distilled: cannot be served: xe_bo.vmap.vaddr: no such member'
	line err 'guclog: distilled: has brought only names along: --base may tell more'
}

t_layout_packed()
{
	with_json || return 0
	mkxe
	g layout --base vmlinux xe.ko
	cp out want
	xz -k xe.ko
	zstd -q vmlinux
	gzip -k xe.ko
	g layout --base vmlinux.zst xe.ko.xz
	cmp out want
	g layout --base vmlinux.zst xe.ko.gz
	cmp out want
	head -c 300 xe.ko.xz >short
	rc 2 g layout --base vmlinux short
	says err 'ends too early'
}

# Whose types they are is looked at, where both say it.
t_layout_base()
{
	mkxe
	rc 2 g layout xe.ko
	empty out
	line err 'guclog: xe.ko: is not of the running kernel, but of 9.9.9-made: --base is needed'
	rc 2 g layout module
	line err 'guclog: module: is not of the running kernel: --base is needed'
	rc 2 g layout --base other xe.ko
	empty out
	line err 'guclog: other: is the kernel 8.8.8-made, but xe.ko is for 9.9.9-made'
	rc 2 g layout --base nothere xe.ko
	says err 'nothere: No such file'
	rc 2 g layout --base module xe.ko
	says err 'module: the type information continues that of a kernel'
	rc 2 g layout --base none xe.ko
	line err 'guclog: none: has no type information (BTF)'
}

t_layout_refused()
{
	mkxe
	rc 1 g layout --base kernel lost
	line err 'guclog: lost: cannot be served: xe_guc_log.bo: no such member'
	line out 'required 22 of 23'
	says out 'xe_guc_log.bo - no such member'
	rc 1 g layout kernel
	line err 'guclog: kernel: cannot be served: xe_device: no such structure'
	rc 1 g layout none
	empty out
	line err 'guclog: none: has no type information (BTF)'
}

t_layout_damaged()
{
	mkxe
	head -c 1000 xe.ko >short
	rc 2 g layout --base kernel short
	empty out
	says err 'short: is a damaged ELF file'
	head -c 1000 whole >short
	rc 1 g layout short
	line err 'guclog: short: cannot be served: the type information is cut off'
	head -c 100 kernel >short
	rc 2 g layout --base short xe.ko
	line err 'guclog: short: the type information is cut off'
	echo 'no types' >text
	rc 1 g layout text
	says err 'is no type information (BTF), or damaged'
	: >nothing
	rc 1 g layout nothing
	# another class, another byte order, and a table of sections far away
	cp xe.ko odd
	poke odd 4 01
	rc 2 g layout --base kernel odd
	says err 'not of 64 bits'
	cp xe.ko odd
	poke odd 5 02
	rc 2 g layout --base kernel odd
	cp xe.ko odd
	poke odd 40 ff ff ff ff ff ff ff 7f
	rc 2 g layout --base kernel odd
	cp xe.ko odd
	poke odd 62 ff 7f
	rc 2 g layout --base kernel odd
}

t_layout_json()
{
	with_json || return 0
	mkxe
	g layout --json --base kernel xe.ko
	json out 'd["served"] and d["kernel"] == "9.9.9-made" and "fault" not in d'
	json out '{f["id"]: f for f in d["fields"]}["DEVICE_IS_DGFX"] == {
		"id": "DEVICE_IS_DGFX", "struct": "xe_device", "path": "info.is_dgfx",
		"required": True, "present": True, "offset": 28, "bytes": 1, "bit": 5, "bits": 1}'
	json out '{f["id"]: f for f in d["fields"]}["LOG_STATS_OVERFLOW"]["stride"] == 12'
	json out '{f["id"]: f for f in d["fields"]}["DRAM_TYPE"]["reason"] == "no such structure"'
	json out 'd["structs"][0] == {"name": "xe_device", "bytes": 256, "definitions": 1}'
	json out '{e["tag"]: e["names"] for e in d["enums"]}["xe_gt_type"][1] == {
		"value": 2, "name": "XE_GT_TYPE_MEDIA"}'
	rc 1 g layout --json --base kernel lost
	json out 'not d["served"] and d["fault"] == {"id": "LOG_BO", "reason": "no such member",
		"text": "xe_guc_log.bo: no such member"}'
}

t_layout_usage()
{
	usage_error layout
	usage_error layout a b
	usage_error layout --nonsense a
	usage_error layout --base
	g layout --help
	says out 'Usage: guclog layout'
	empty err
	fails layout nothere
	fails layout .
}
