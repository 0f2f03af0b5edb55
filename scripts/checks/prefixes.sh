#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# prefixes.sh -- check that every global symbol has the prefix of its folder: guc_ in the core, xel_
# in the layout, xgl_ in the module; that core and layout have no writable data; and that the module
# depends only on the modules drm and configfs, and therefore uses no symbol of xe.
set -uo pipefail
. "$(dirname "$(readlink -f "$0")")/lib.sh"
CORE=drivers/xe_guclog/core
LAYOUT=drivers/xe_guclog/layout

# prefixed OBJECT PREFIX: print the global symbols of an object file that do not have the prefix,
# and fail if there are any
prefixed()
{
	local names

	# The names in the second pattern come from the kernel's macros; they may have no prefix.
	names=$(nm --defined-only --extern-only "$1" | awk '{ print $NF }' |
		grep -vE "^($2)" | grep -vE '^(init_module|cleanup_module|__pfx_.*|__this_module|__UNIQUE_ID.*|__mod_.*|_note_.*|____versions|__(SC[KT]__tp_func|probestub|traceiter|tracepoint)_.*)$')
	[ -z "$names" ] || { echo "$names"; return 1; }
}

# constant OBJECT: fail if the object file has a symbol in .data or .bss, which is writable data
constant()
{
	! nm "$1" | grep -E ' [bBdDcC] '
}

# pure FOLDER PREFIX: compile each C file of a folder, and test that its globals have this prefix
# and that it has no writable data
pure()
{
	local src o

	for src in $(tracked "$1/*.c"); do
		o=$WORK/$(basename "$src" .c).o
		gcc -std=gnu11 -fno-pic -fno-pie -Iinclude -I$CORE -c -o "$o" "$src" || exit 2
		expect "names of $src" prefixed "$o" "$2"
		expect "state of $src" constant "$o"
	done
}

# needs MODULE...: fail unless xe_guclog.ko depends on exactly these modules
needs()
{
	diff <(modinfo -F depends "$BUILD/stock/xe_guclog.ko" | tr , '\n' | sort) \
		<(printf '%s\n' "$@" | sort)
}

pure "$CORE" guc_
pure "$LAYOUT" xel_
# Examine the module that is built for Debian's kernel. The test kernels lack tracing, so a module
# for one of them has no tracepoints.
tools/testing/guest/module.sh stock || exit 2
expect "modules that xe_guclog.ko needs" needs configfs drm
while read -r src; do
	o=$BUILD/stock/src/${src%.c}.o
	[ -e "$o" ] || { echo "$o was not built"; FAILED=$((FAILED + 1)); continue; }
	expect "names of $src" prefixed "$o" xgl_
done < <(tracked 'drivers/xe_guclog/*.c' | grep -E '^drivers/xe_guclog/[^/]*$')
result
