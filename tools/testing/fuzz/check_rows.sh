#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# check_rows.sh -- check the rows of mutants.txt and fuzz_mutants.txt.  A row describes a bug that
# tests or a fuzzer must find: it must change one line of its file, and its tests or its fuzzer must
# exist.  Nothing is compiled.
set -euo pipefail
HERE=$(dirname "$(readlink -f "$0")")
cd "$HERE/../../.."
. "$HERE/rows.sh"

bad()
{
	echo "$*"
	rc=1
}

# check_row PATH: check the row that parse_row() has parsed; PATH is its file
check_row()
{
	local test

	changes_one_line "$1" "$EXPRESSION" || bad "$FILE: $WHAT"
	for test in $TESTS; do
		[ -f "tools/testing/host/$test" ] || bad "$FILE: no $test"
	done
}

count=0 rc=0
while read -r row; do
	parse_row "$row"
	count=$((count + 1))
	check_row "$(find_source "$FILE")"
done < <(read_rows "$HERE/mutants.txt")
while read -r row; do
	parse_row "${row#* | }"
	count=$((count + 1))
	check_row "$(find_fuzzed "$FILE")"
	[ -f "$HERE/${row%% | *}.c" ] || bad "no fuzzer ${row%% | *}"
done < <(read_rows "$HERE/fuzz_mutants.txt")
echo "$count rows"
exit $rc
