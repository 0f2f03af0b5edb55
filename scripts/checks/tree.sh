#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tree.sh -- every file has a licence in its first lines, less than 512 KiB, no stray
# white space and no path of one machine.
set -uo pipefail
. "$(dirname "$(readlink -f "$0")")/lib.sh"
LIMIT=$((512 * 1024))

has_licence()
{
	case $1 in
	LICENSES/*|Documentation/ABI/*|*.md|*.patch|*/golden/*|*SHA256SUMS|.gitignore|.clang-format) return 0 ;;
	debian/*) return 0 ;;	# debian/copyright has the licences of these files
	tools/testing/guest/config/*) return 0 ;;	# another line would change the hash of the kernel
	esac
	head -n 3 "$1" | grep -qa 'SPDX-License-Identifier: '
}

is_small()
{
	[ "$(stat -c %s "$1")" -lt $LIMIT ]
}

is_text()
{
	[ ! -s "$1" ] || grep -qI . "$1"
}

# Golden files are kept byte for byte.
no_stray_space()
{
	case $1 in
	*/golden/*|LICENSES/*|*.patch) return 0 ;;
	*.md)	! grep -nP '\r$|\t$' "$1" ;;
	*)	! grep -nP '[ \t\r]+$' "$1" ;;
	esac
}

ends_with_newline()
{
	[ ! -s "$1" ] || [ -z "$(tail -c 1 "$1")" ]
}

# Home and scratch folders.
no_machine_path()
{
	! grep -nE '(^|[^A-Za-z0-9_.$}/])/(home|root|work|Users)/[A-Za-z0-9_.]' "$1"
}

judge()
{
	local f=$1 rule bad=0

	for rule in is_small has_licence; do
		$rule "$f" || { echo "$f: not true: $rule"; bad=1; }
	done
	is_text "$f" || return $bad
	for rule in no_stray_space ends_with_newline no_machine_path; do
		$rule "$f" || { echo "$f: not true: $rule"; bad=1; }
	done
	return $bad
}

while read -r f; do
	expect "$f" judge "$f"
done < <(tracked '*' | grep -v '/vendor/')	# unchanged copies of other projects
result
