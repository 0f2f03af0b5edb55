#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# run.sh -- break core and layout one line at a time: the unit tests must turn red.
#
# A mutant that changes no line, or more than one, or that does not compile, is a
# failure as well as one that survives.
set -euo pipefail
HERE=$(dirname "$(readlink -f "$0")")
TOP=$(readlink -f "$HERE/../../..")
OUT=${XGL_BUILD:-$TOP/build}/mutants
ROOMS=$TOP/drivers/xe_guclog
unset MAKEFLAGS MFLAGS MAKELEVEL

# Objects of one place and one set of flags: only what a mutant changes is built.
build()
{
	make -s -j2 -C "$TOP/tools/testing/unit" O="$OUT/unit" CORE="$OUT/core" \
		LAYOUT="$OUT/layout" CFLAGS=-O0 >"$OUT/make.log" 2>&1
}

# green: do all tests pass?  Sets STATUS.  The inner shell keeps bash from
# reporting a crash of the program.
green()
{
	STATUS=0
	# shellcheck disable=SC2016
	timeout 120 bash -c '"$0"; exit $?' "$OUT/unit/unit" >"$OUT/log" 2>&1 || STATUS=$?
	[ $STATUS = 0 ]
}

# place FILE: the file with its room.
place()
{
	case $1 in
	xel_*)	echo "layout/$1" ;;
	*)	echo "core/$1" ;;
	esac
}

one_line()
{
	[ "$(diff "$ROOMS/$1" "$OUT/$1" | grep -c '^>')" = 1 ]
}

# mutant FILE SED: true when it is caught; sets WHY.
mutant()
{
	local caught=1 at

	at=$(place "$1")
	sed -i "$2" "$OUT/$at"
	if ! one_line "$at"; then
		WHY="the expression does not change one line"
	elif ! build; then
		WHY="does not compile: $(grep -m 1 'error' "$OUT/make.log")"
	elif green; then
		WHY="survives"
	else
		WHY="status $STATUS: $(grep -c "^    not ok" "$OUT/log") cases"
		[ $STATUS -lt 128 ] || WHY="the program ended with status $STATUS"
		caught=0
	fi
	cp "$ROOMS/$at" "$OUT/$at"
	return $caught
}

rm -rf "$OUT/core" "$OUT/layout"
mkdir -p "$OUT"
cp -r "$ROOMS/core" "$ROOMS/layout" "$OUT/"
build || { cat "$OUT/make.log"; exit 1; }
green || { tail -n 20 "$OUT/log"; echo "red without a mutant"; exit 1; }

passed=0 failed=0
while read -r line; do
	[[ -n $line && $line != '#'* ]] || continue
	file=${line%% | *} what=${line##* | }
	sed=${line#* | } sed=${sed% | *}
	if mutant "$file" "$sed"; then
		passed=$((passed + 1))
		echo "caught: $what ($WHY)"
	else
		failed=$((failed + 1))
		echo "NOT caught: $file: $what: $WHY"
	fi
done <"$HERE/mutants.txt"

if ! build || ! green; then
	echo "not green again"
	failed=$((failed + 1))
fi
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
