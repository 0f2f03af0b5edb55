#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# live.sh PLATFORM KERNEL [SCENARIO [OPTION...]] -- run.sh with the module, built
# for that kernel, among the scenario's files.  SCENARIO is "live" when none is
# given.  XGL_FLAGS go to the module's compiler.
#
# live.sh --matrix [PATTERN] -- the combinations below, or those whose line
# matches PATTERN.
set -uo pipefail
DIR=$(dirname "$(readlink -f "$0")")
BUILD=${XGL_BUILD:-$(readlink -f "$DIR/../../..")/build}

# PLATFORM KERNEL SCENARIO [OPTION...]
combinations()
{
	local p k s

	for p in tgl dg2 mtl lnl bmg tgl-80eu; do
		echo "$p 6.12-deb12 live"
	done
	for k in 7.2 7.3; do
		for p in tgl dg2 mtl lnl ptl bmg; do
			echo "$p $k live"
		done
	done
	for p in dg2-a750 bmg-b570; do
		echo "$p 7.3 live"
	done
	for p in tgl bmg; do
		for k in 6.12-deb12 7.3; do
			for s in bind xe reset sleep remove; do
				echo "$p $k storm-$s"
			done
		done
	done
}

one()
{
	local ko files
	local flags=()

	read -ra flags <<<"${XGL_FLAGS:-}"
	ko=$("$DIR/module.sh" "$2" "${flags[@]}" 2>/dev/null) ||
		ko=$("$DIR/module.sh" "$2" "${flags[@]}") || return 2
	mkdir -p "$BUILD/gpu"
	gcc -O2 -Wall -Wextra -static -o "$BUILD/gpu/query" "$DIR/guest/query.c" || return 2
	files=(--files "$ko" --files "$BUILD/gpu/query" --files "$DIR/scenarios/live-lib.sh")
	"$DIR/run.sh" "$1" "$2" "${3:-live}" "${files[@]}" "${@:4}"
}

matrix()
{
	local combination passed=0 failed=0 log

	log=$(mktemp)
	while read -r combination; do
		# shellcheck disable=SC2086
		if one $combination >"$log" 2>&1 </dev/null; then
			passed=$((passed + 1))
			echo "ok     $combination"
		else
			failed=$((failed + 1))
			echo "FAILED $combination"
			sed 's/^/  | /' "$log"
		fi
	done < <(combinations | grep -E -- "$1")
	rm -f "$log"
	echo "$passed passed, $failed failed"
	[ $failed = 0 ] && [ $passed -gt 0 ]
}

case ${1:-} in
--matrix)	matrix "${2:-}" ;;
--list)		combinations ;;
*)	[ $# -ge 2 ] || { sed -n 's/^# //; 3,9p' "$0" >&2; exit 2; }
	one "$@" ;;
esac
