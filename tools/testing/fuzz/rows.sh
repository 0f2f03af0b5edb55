# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034
# rows.sh -- functions to read the rows of mutants.txt and fuzz_mutants.txt; to be sourced. A row
# describes a mutant, a bug in one line of the sources that a test or a fuzzer must find.

# parse_row ROW: set FILE, EXPRESSION, WHAT and TESTS from a row of mutants.txt, or from a row of
# fuzz_mutants.txt after its first column, the fuzzer, was removed.
parse_row()
{
	local row=$1

	TESTS=
	if [[ ${row##* | } = test_*.py ]]; then
		TESTS=${row##* | } row=${row% | *}
	fi
	FILE=${row%% | *} WHAT=${row##* | } row=${row#* | }
	EXPRESSION=${row% | *}
}

# read_rows TABLE: print the rows without the comments
read_rows()
{
	grep -v -e '^#' -e '^$' "$1"
}

# find_source NAME: print the path of a file that mutants.txt names, relative to the current
# directory, which must be the top of the sources
find_source()
{
	case $1 in
	lib/*)	echo "tools/libguclog/${1#lib/}" ;;
	*)	find drivers/xe_guclog tools/guclog tools/libguclog/*/ tools/shared \
			-path "*/$1" ! -path '*/tests/*' ;;
	esac
}

# find_fuzzed NAME: print the path of a file that fuzz_mutants.txt names, relative to the top of the
# sources
find_fuzzed()
{
	case $1 in
	*/*)	echo "tools/guclog/$1" ;;
	xel_*)	echo "drivers/xe_guclog/layout/$1" ;;
	*)	echo "drivers/xe_guclog/core/$1" ;;
	esac
}

# changes_one_line FILE EXPRESSION: false, with a message, unless the sed expression changes exactly
# one line of the file
changes_one_line()
{
	local count

	[ -f "$1" ] || { echo "no file, or several ones: $1"; return 1; }
	count=$(sed "$2" "$1" | diff - "$1" | grep -c '^>') || true
	[ "$count" != 1 ] || return 0
	echo "$1: the expression changes $count lines: $2"
	return 1
}
