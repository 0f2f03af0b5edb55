#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# kunit.sh VARIANT [TIMES] -- boot a test kernel and run the KUnit suites in it,
# every one that the sources have.
set -euo pipefail
. "$(dirname "$(readlink -f "$0")")/lib.sh"
TESTS=drivers/xe_guclog/tests

# How often a macro is used.
uses()
{
	cat "$TESTS"/*.c | grep -cE "^[[:space:]]*$1" || true
}

# boot VARIANT: a case may skip itself where the kernel cannot do what it needs;
# the one with all debugging can.
boot()
{
	local log=$WORK/$1.log skipped passed

	tools/testing/guest/run.sh "$1" --insmod "$BUILD/$1/xe_guclog_kunit.ko" \
		--suites "$suites" >"$log" || { cat "$log"; exit 1; }
	skipped=$(sed -n 's/^\([0-9]*\) skipped$/\1/p' "$log")
	passed=$(sed -n 's/^\([0-9]*\) passed, 0 failed$/\1/p' "$log")
	if [ $((passed + ${skipped:-0})) != "$cases" ] ||
	   { [ "$1" = san ] && [ -n "$skipped" ]; }; then
		echo "$passed passed, ${skipped:-0} skipped of $cases"
		exit 1
	fi
	cat "$log"
}

[ $# -gt 0 ] || die "usage: kunit.sh VARIANT [TIMES]"
suites=$(uses 'kunit_test_suites?\(')
cases=$(uses '(\{ )?KUNIT_CASE')
if [ "$suites" = 0 ] || [ "$cases" = 0 ]; then
	die "no suites in $TESTS"
fi
tools/testing/guest/module.sh "$1"
# The last line counts.
for ((i = 0; i < ${2:-1}; i++)); do
	boot "$1"
done
