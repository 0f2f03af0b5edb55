#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# kunit.sh VARIANT [TIMES] -- boot a test kernel of tools/testing/guest (such as san, with
# sanitizers) and run all KUnit suites in it; do this TIMES times (default: 1).  Prints KTAP.
set -euo pipefail
. "$(dirname "$(readlink -f "$0")")/lib.sh"
TESTS=drivers/xe_guclog/tests

# uses PATTERN: print the number of lines in the sources of the suites that begin with a macro whose
# name matches PATTERN.
uses()
{
	cat "$TESTS"/*.c | grep -cE "^[[:space:]]*$1" || true
}

# boot VARIANT: boot the kernel once, and fail unless the number of results equals the number of
# test cases in the sources.  A case may skip itself if the kernel lacks what it needs, but on the
# kernel with sanitizers none may.
boot()
{
	local log=$WORK/$1.log passed skipped

	tools/testing/guest/run.sh "$1" --insmod "$BUILD/$1/xe_guclog_kunit.ko" \
		--suites "$suites" >"$log" || { cat "$log"; exit 1; }
	cat "$log"
	passed=$(scripts/checks/ktap.py "$log" | grep -c "^ok.*/") || true
	skipped=$(scripts/checks/ktap.py "$log" | grep -c "^skip.*/") || true
	if [ $((passed + skipped)) != "$cases" ] ||
	   { [ "$1" = san ] && [ "$skipped" != 0 ]; }; then
		echo "$passed passed, $skipped skipped, but the sources have $cases cases"
		exit 1
	fi
}

[ $# -gt 0 ] || die "usage: kunit.sh VARIANT [TIMES]"
suites=$(uses 'kunit_test_suites?\(')
cases=$(uses '(\{ )?KUNIT_CASE')
if [ "$suites" = 0 ] || [ "$cases" = 0 ]; then
	die "no suites in $TESTS"
fi
tools/testing/guest/module.sh "$1"
for ((i = 0; i < ${2:-1}; i++)); do
	boot "$1"
done
