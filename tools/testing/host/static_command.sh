#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# static_command.sh -- test the statically linked guclog for x86-64 and arm64.  It is built twice,
# in two folders, and both builds must have the same bytes.  It must run in a root directory without
# other programs and libraries (for arm64, only with qemu), and the one for x86-64 also in a root
# directory with musl instead of glibc.  Prints KTAP.
# shellcheck disable=SC2317	# functions are called through ktap_case()
set -uo pipefail
here=$(dirname "$(readlink -f "$0")")
TOP=$(readlink -f "$here/../../..")
work=$TOP/build/check/static
. "$TOP/tools/testing/ktap.sh"

copy()
{
	mkdir -p "$work/another/place"
	git -C "$TOP" ls-files -z | tar -C "$TOP" --null -T - -cf - | tar -C "$work/another/place" -xf -
}

is_static()
{
	file "$1" | grep 'statically linked' >/dev/null && ! ldd "$1" 2>/dev/null | grep -q '=>'
}

# explain FILE [QEMU]: in a root directory that has only FILE (a guclog), a sample dump and, if
# given, the program QEMU, run guclog explain and guclog info on the dump
explain()
{
	rm -rf "$work/empty"
	mkdir -p "$work/empty"
	cp "$1" "$work/empty/guclog"
	cp "$TOP/Documentation/samples/dump.txt.xz" "$work/empty/"
	[ -z "${2:-}" ] || cp "$(command -v "$2")" "$work/empty/qemu"
	chroot "$work/empty" ${2:+/qemu} /guclog explain /dump.txt.xz >"$work/out" &&
		grep -q 'Engine reset on ccs0' "$work/out" &&
		chroot "$work/empty" ${2:+/qemu} /guclog info --json /dump.txt.xz |
			grep '70.44.1' >/dev/null
}

# with_musl FILE: in a root directory with musl's shared library and busybox, start a program that
# is linked with this library and that executes FILE (a guclog) to explain a sample dump
with_musl()
{
	local root=$work/musl loader=/lib/ld-musl-x86_64.so.1

	mkdir -p "$root/lib"
	cp "$1" "$root/guclog"
	cp "$(readlink -f $loader)" "$root$loader"
	cp "$(command -v busybox)" "$TOP/Documentation/samples/dump.txt.xz" "$root/"
	musl-gcc -xc -o "$root/run" - <<-'EOT'
	#include <unistd.h>
	int main(int argc, char **argv) { return execv("/guclog", argv); }
	EOT
	chroot "$root" /busybox sh -c \
		'/run explain /dump.txt.xz | /busybox grep -q "Engine reset on ccs0"'
}

rm -rf "$work"
mkdir -p "$work"
"$TOP/scripts/setup.sh" musl || exit 2
ktap_case "static: build" "$TOP/scripts/static.sh" build/static
ktap_case "static: a copy in another folder" copy
ktap_case "static: build of the copy" "$work/another/place/scripts/static.sh" build/static
for arch in x86_64 arm64; do
	file=$(echo "$TOP/build/static/guclog-"*"-$arch")
	ktap_case "static: $arch: the same bytes" cmp "$file" "$work/another/place/build/static/${file##*/}"
	ktap_case "static: $arch: no shared libraries" is_static "$file"
done
ktap_case "static: x86_64: runs in an empty root" explain "$(echo "$TOP/build/static/guclog-"*-x86_64)"
ktap_case "static: x86_64: runs beside musl" with_musl "$(echo "$TOP/build/static/guclog-"*-x86_64)"
ktap_case "static: arm64: runs in an empty root" explain "$(echo "$TOP/build/static/guclog-"*-arm64)" \
	qemu-aarch64-static
ktap_end
