#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# device-alone.sh [boot] -- check that the emulated GPU is a separate program: it includes only its
# own headers, no other folder includes its files, nothing in it is about another part of this
# project, and a copy of its folder can be built and run.  With "boot", a kernel must also probe the
# GPU of the copy.
set -uo pipefail
. "$(dirname "$(readlink -f "$0")")/lib.sh"
GPU=gpu
COPY=$WORK/copy/gpu

# included FILE: print the headers in quotes that the file includes, "FILE HEADER" in each line
included()
{
	sed -n 's/^[[:space:]]*#[[:space:]]*include[[:space:]]*"\([^"]*\)".*/\1/p' "$1" |
		sed "s|^|$1 |"
}

own_headers()
{
	local f header bad=0

	for f in $(tracked "$GPU/device/*"); do
		while read -r _ header; do
			[ ! -e "$GPU/device/$header" ] || continue
			echo "$f includes $header"
			bad=1
		done < <(included "$f")
	done
	return $bad
}

# own_words: print the lines of the emulated GPU's files that have a path outside of its folder or a
# name of this project's programs and formats, and fail if there are any.
own_words()
{
	local files

	mapfile -t files < <(tracked "$GPU/*")
	! grep -nwE '\.\./\.\.|tools/[a-z]+|drivers/xe_guclog|scripts/[a-z]+|guclog|xe_guclog|LFD' "${files[@]}"
}

# used_by_nobody: fail if a C file or header outside of the emulated GPU's folder includes a file of
# this folder. Other programs must use the sockets of the emulated GPU instead.
used_by_nobody()
{
	local f header bad=0

	for f in $(tracked '*.c' '*.h' | grep -v "^$GPU/"); do
		while read -r _ header; do
			case $header in
			*gpu/device/*)	echo "$f includes $header"; bad=1 ;;
			esac
		done < <(included "$f")
	done
	return $bad
}

copy()
{
	tracked "$GPU/*" | copy_to "$WORK/copy"
}

builds()
{
	make -s -C "$COPY" CC="$1" OUT="$COPY/$1"
}

version()
{
	[ "$("$COPY/gcc/gpu" --version)" = "$(sed -n "s/^VERSION := //p" "$GPU/version.mk")" ] &&
		grep -q "^## $("$COPY/gcc/gpu" --version)\$" "$GPU/NEWS.md"
}

protocol()
{
	"$COPY/tests/protocol.py" "$COPY/gcc/gpu"
}

# probes: a kernel must probe the GPU; boot must end with the status of its command.
probes()
{
	local rc=0

	export GPU_CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/xe-guclog/gpu
	"$COPY/tests/probe.sh" bmg 7.3 || return
	OUT=$COPY/gcc "$COPY/boot" -k 7.3 -t 200 -c 'echo version >/dev/gpu-orders; exit 7' || rc=$?
	[ $rc = 7 ]
}

copy
expect "its own headers" own_headers
expect "its own words" own_words
expect "nobody includes its files" used_by_nobody
expect "gcc" builds gcc
expect "clang" builds clang
expect "version" version
expect "protocol" protocol
[ "${1:-}" != boot ] || expect "probe" probes
result
