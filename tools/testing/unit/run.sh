#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# run.sh [KIND...] -- build the core's suites as a program and run them.
#
#   self   the harness can fail        gcc, clang   plain
#   san    address and undefined-behaviour sanitizers
#   m32    32 bits, with the sanitizers
#   s390x, arm64   another processor's program, in qemu-user; s390x is big-endian
#
# All kinds when none is named. The last line is "N passed, N failed".
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
build=${XGL_BUILD:-$here/../../../build}/unit
passed=0 failed=0
unset MAKEFLAGS MFLAGS MAKELEVEL

# count LOG: add the totals of the program's last line.
count()
{
	local line
	line=$(tail -n 1 "$1")
	if [[ $line =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
		passed=$((passed + BASH_REMATCH[1]))
		failed=$((failed + BASH_REMATCH[2]))
	else
		echo "no totals: $line"
		failed=$((failed + 1))
	fi
}

# build_kind KIND [VARIABLE=VALUE...]
build_kind()
{
	local kind=$1
	shift
	mkdir -p "$build/$kind"
	if make -s -j2 -C "$here" O="$build/$kind" "$@" >"$build/$kind/make.log" 2>&1; then
		return 0
	fi
	echo "$kind: does not build"
	cat "$build/$kind/make.log"
	failed=$((failed + 1))
	return 1
}

run_kind()
{
	local kind=$1 log=$build/$1/log before=$failed run=()
	case $kind in
	s390x)	run=(qemu-s390x-static) ;;
	arm64)	run=(qemu-aarch64-static) ;;
	esac
	build_kind "$@" || return 0
	timeout 300 "${run[@]}" "$build/$kind/unit" >"$log" 2>&1 || true
	count "$log"
	echo "$kind: $(tail -n 1 "$log")"
	[ "$failed" = "$before" ] || grep -v '^ok' "$log" || true
}

run_self()
{
	local log=$build/self/log cases
	build_kind self SELF=1 || return 0
	cases=$(grep -c 'KUNIT_CASE(' "$here/self_kunit.c")
	"$build/self/unit" >"$log" 2>&1 || true
	if [ "$(tail -n 1 "$log")" = "0 passed, $cases failed" ] &&
	   ! "$build/self/unit" "no such case" >/dev/null; then
		echo "self: all $cases cases fail, as they should"
		passed=$((passed + 1))
	else
		echo "self: the harness cannot fail"
		cat "$log"
		failed=$((failed + 1))
	fi
}

[ $# -gt 0 ] || set -- self gcc clang san m32 s390x arm64
for kind; do
	case $kind in
	self)	run_self ;;
	gcc)	run_kind gcc CC=gcc ;;
	clang)	run_kind clang CC=clang ;;
	san)	run_kind san CC=gcc SAN=1 ;;
	m32)	run_kind m32 CC=gcc SAN=1 M32=1 ;;
	s390x)	run_kind s390x CC=s390x-linux-gnu-gcc LDFLAGS=-static ;;
	arm64)	run_kind arm64 CC=aarch64-linux-gnu-gcc LDFLAGS=-static ;;
	*)	echo "usage: run.sh [self|gcc|clang|san|m32|s390x|arm64]..."; exit 2 ;;
	esac
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" != 0 ]
