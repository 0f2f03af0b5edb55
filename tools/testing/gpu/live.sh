#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# live.sh PLATFORM KERNEL [SCENARIO [OPTION...]] -- run.sh with the module, built
# for that kernel, among the scenario's files.  SCENARIO is "live" when none is
# given.  XGL_FLAGS go to the module's compiler.
#
# live.sh --matrix [PATTERN] -- the combinations below, or those whose line
# matches PATTERN.  live.sh --list prints them.
# live.sh --control -- without the device's lock a storm must be noticed.
set -uo pipefail
DIR=$(dirname "$(readlink -f "$0")")
BUILD=${XGL_BUILD:-$(readlink -f "$DIR/../../..")/build}

# PLATFORM KERNEL SCENARIO [OPTION...]
combinations()
{
	local p k s

	# 6.12 does not know Panther Lake.
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
			echo "$p $k away"
			for s in bind xe ours unplug reset sleep remove; do
				echo "$p $k storm --append gpu_storm=$s --append gpu_seconds=60"
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

# It must be the storm that fails, not the way there.
control()
{
	local log

	log=$(mktemp)
	XGL_FLAGS=-DXGL_TEST_NO_LOCK one bmg 7.3 storm --append gpu_storm=bind \
		--append gpu_seconds=20 >"$log" 2>&1
	if [ $? = 1 ] && grep -E '^fault: (kernel log|[0-9]+ reads|.* not the seed)' "$log"; then
		echo "1 passed, 0 failed"
		rm -f "$log"
		return
	fi
	sed 's/^/  | /' "$log"
	rm -f "$log"
	echo "without its lock the module passes"
	echo "0 passed, 1 failed"
	return 1
}

case ${1:-} in
--control)	control ;;
--matrix)	matrix "${2:-}" ;;
--list)		combinations ;;
*)	[ $# -ge 2 ] || { sed -n 's/^# //; 3,9p' "$0" >&2; exit 2; }
	one "$@" ;;
esac
