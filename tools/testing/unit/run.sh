#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# run.sh [KIND...] -- build the KUnit suites as userspace programs and run them; prints KTAP.
#
#   self         a negative control: the test cases of self_kunit.c, which must all fail
#   gcc, clang   built with this compiler, without sanitizers
#   san          address and undefined-behaviour sanitizers
#   m32          32 bits, with the sanitizers
#   s390x, arm64 built for that architecture and run in qemu-user; s390x is big-endian
# If no KIND is given, all kinds run. XGL_CASE=TEXT: run only the cases with this text in their name.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
build=${XGL_BUILD:-$here/../../../build}/unit
failed=0
unset MAKEFLAGS MFLAGS MAKELEVEL

# one_result NAME STATUS: print the result of one test case as a separate KTAP output.
one_result()
{
	printf 'KTAP version 1\n1..1\n'
	if [ "$2" = 0 ]; then
		echo "ok 1 $1"
	else
		echo "not ok 1 $1"
		failed=1
	fi
}

# build_kind KIND [VARIABLE=VALUE...]: build the suites; a failure is a failed test case
build_kind()
{
	local kind=$1
	shift
	mkdir -p "$build/$kind"
	if make -s -j2 -C "$here" O="$build/$kind" "$@" >"$build/$kind/make.log" 2>&1; then
		return 0
	fi
	sed 's/^/# /' "$build/$kind/make.log"
	one_result "$kind/build" 1
	return 1
}

# run_kind KIND [VARIABLE=VALUE...]: build the suites and run them
run_kind()
{
	local kind=$1 rc=0 run=()
	case $kind in
	s390x)	run=(qemu-s390x-static) ;;
	arm64)	run=(qemu-aarch64-static) ;;
	esac
	build_kind "$@" || return 0
	echo "# build: $kind"
	timeout 300 "${run[@]}" "$build/$kind/unit" ${XGL_CASE:+"$XGL_CASE"} 2>&1 || rc=$?
	[ $rc = 0 ] || failed=1
	[ $rc -le 1 ] || one_result "$kind: exit status $rc" 1
}

# run_self: check that all test cases of the suite "self" fail, and that the program also fails if
# its argument selects no test case
run_self()
{
	local log=$build/self/log cases bad=0
	build_kind self SELF=1 || return 0
	cases=$(grep -c 'KUNIT_CASE(' "$here/self_kunit.c")
	! "$build/self/unit" >"$log" 2>&1 || bad=1
	[ "$(grep -c '^    not ok ' "$log")" = "$cases" ] || bad=1
	! grep -q '^ *ok ' "$log" || bad=1
	! "$build/self/unit" "no such case" >/dev/null || bad=1
	[ $bad = 0 ] || sed 's/^/# /' "$log"
	one_result "all $cases cases of the harness's own suite fail" $bad
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
	*)	echo "usage: run.sh [self|gcc|clang|san|m32|s390x|arm64]..." >&2; exit 2 ;;
	esac
done
exit $failed
