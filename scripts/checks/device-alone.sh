#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# device-alone.sh [boot] -- check that the emulated GPU is a separate program: it includes only its
# own headers and those of include/abi, no other folder includes its files, and a copy of its folder
# can be built and run. With "boot", the script "boot" of the copy must also boot a kernel.
set -uo pipefail
. "$(dirname "$(readlink -f "$0")")/lib.sh"
GPU=tools/testing/gpu DEVICE=tools/testing/gpu/device
COPY=$WORK/copy

# included FILE: print the headers in quotes that the file includes, "FILE HEADER" in each line
included()
{
	sed -n 's/^[[:space:]]*#[[:space:]]*include[[:space:]]*"\([^"]*\)".*/\1/p' "$1" |
		sed "s|^|$1 |"
}

own_headers()
{
	local f header bad=0

	for f in $(tracked "$DEVICE/*.c" "$DEVICE/*.h"); do
		while read -r _ header; do
			case $header in
			abi/*)	[ -e "include/$header" ] && continue ;;
			*/*)	;;
			*)	[ -e "$DEVICE/$header" ] && continue ;;
			esac
			echo "$f includes $header"
			bad=1
		done < <(included "$f")
	done
	return $bad
}

# own_paths: print the lines of the emulated GPU's files that have a path outside of its folder, and
# fail if there are any.
own_paths()
{
	local files

	mapfile -t files < <(tracked "$DEVICE/*" | grep -vE '\.(md|rst)$')
	! grep -nE '\.\./\.\.|tools/(testing|shared|guclog|libguclog)|drivers/xe_guclog' "${files[@]}"
}

# used_by_nobody: fail if a C file or header outside of the emulated GPU's folder includes a file of
# this folder. Other programs must use the sockets of the emulated GPU instead.
used_by_nobody()
{
	local f name header bad=0

	for f in $(tracked '*.c' '*.h' | grep -v "^$DEVICE/"); do
		while read -r _ header; do
			name=${header##*/}
			case $header in
			*gpu/device/*)	echo "$f includes $header"; bad=1 ;;
			esac
			[ "${f%/*}" != "$GPU" ] || [ ! -e "$DEVICE/$name" ] || {
				echo "$f includes $header"
				bad=1
			}
		done < <(included "$f")
	done
	return $bad
}

copy()
{
	tracked "$DEVICE/*" | copy_to "$COPY" --strip-components=3
	mkdir -p "$COPY/include"
	cp -r include/abi "$COPY/include/"
}

builds()
{
	make -s -C "$COPY/device" CC="$1" OUT="$COPY/$1"
}

version()
{
	[ "$("$COPY/gcc/gpu" --version)" = "$(sed -n "s/^VERSION := //p" "$DEVICE/version.mk")" ]
}

# protocol: run the protocol tests on the program that was built from the copy, with the copied
# profiles.
protocol()
{
	GPU_PROFILES=$COPY/device/profiles $GPU/tests/protocol.py "$COPY/gcc/gpu"
}

boots()
{
	local kernel qemu rc=0

	kernel=$($GPU/kernel.sh 7.3) && qemu=$($GPU/qemu.sh) || return
	# shellcheck disable=SC2016
	QEMU=$qemu/qemu OUT=$COPY/gcc "$COPY/device/boot" -p bmg -k "$kernel/image" -t 200 -c '
		set -e
		cat /sys/bus/pci/drivers/xe/0000:00:02.0/vendor
		echo version >/dev/gpu-orders
		exit 7' "$kernel"/boot-modules/* "$kernel/xe.ko" >"$WORK/boot" || rc=$?
	[ $rc != 7 ] || ! grep -q 0x8086 "$WORK/boot" || return 0
	tail -n 30 "$WORK/boot"
	return 1
}

copy
expect "its own headers" own_headers
expect "its own paths" own_paths
expect "nobody includes its files" used_by_nobody
expect "gcc" builds gcc
expect "clang" builds clang
expect "version" version
expect "protocol" protocol
[ "${1:-}" != boot ] || expect "boot" boots
result
