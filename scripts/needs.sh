#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# needs.sh -- for a system without apt: look for the programs and libraries that a build of guclog
# needs.  If one is missing, print a table of all of them, with their packages in Fedora, openSUSE
# and Arch, and fail.  If none is missing, print nothing.
set -uo pipefail

there()
{
	case $1 in
	cmd:*)	command -v "${1#cmd:}" >/dev/null ;;
	pc:*)	pkg-config --exists "${1#pc:}" 2>/dev/null ;;
	esac
}

# The columns of the table after "done" are: the name of a program or library; how there() finds it;
# its package in Fedora and openSUSE; its package in Arch; the option of make for a build without
# it, and what that build lacks.
missing=0 table=
while IFS='|' read -r name how rpm arch without; do
	state=there
	there "$how" || { state=MISSING missing=$((missing + 1)); }
	table+=$(printf '%-16s %-8s %-22s %-12s %s' "$name" "$state" "$rpm" "$arch" "$without")$'\n'
done <<'END'
C compiler|cmd:cc|gcc|gcc|
GNU make|cmd:make|make|make|
Python 3|cmd:python3|python3|python|
pkg-config|cmd:pkg-config|pkgconf-pkg-config|pkgconf|
json-c|pc:json-c|json-c-devel|json-c|JSON=0: no --json, report, collect
zlib|pc:zlib|zlib-devel|zlib|UNPACK=0: no packed input, collect
liblzma (xz)|pc:liblzma|xz-devel|xz|UNPACK=0
libzstd|pc:libzstd|libzstd-devel|zstd|UNPACK=0
libarchive|pc:libarchive|libarchive-devel|libarchive|ARCHIVE=0: no archives as input
protobuf-c|pc:libprotobuf-c|protobuf-c-devel|protobuf-c|PERFETTO=0: no decode --to perfetto
protoc-c|cmd:protoc-c|protobuf-c-compiler|protobuf-c|PERFETTO=0
ncurses (wide)|pc:ncursesw|ncurses-devel|ncurses|NCURSES=0: top only with --once
END
[ $missing -gt 0 ] || exit 0
{
	echo "There is no apt here. A build of guclog needs:"
	echo
	printf '%-16s %-8s %-22s %-12s %s\n' library state "Fedora, openSUSE" Arch without
	printf '%s' "$table" | sed 's/ *$//'
	echo
	echo "Install what is missing, or build without it: make -C tools/guclog OPTION=0 ..."
} >&2
exit 1
