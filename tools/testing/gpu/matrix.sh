#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# matrix.sh [--list] [PATTERN] -- run the combinations below, or those whose
# line matches PATTERN.  One line each, with its time from the start of QEMU
# to its end, and the processor time; the last one is "N passed, N failed".
set -uo pipefail
DIR=$(dirname "$(readlink -f "$0")")

# PLATFORM KERNEL SCENARIO [OPTION...]
combinations()
{
	local p k

	for p in tgl bmg; do
		for k in 6.12-deb12 7.3; do
			echo "$p $k hang"
			echo "$p $k explain"
			echo "$p $k explain --append gpu_rounds=50"
		done
		echo "$p 7.3 exporter"
	done
	echo "ptl 7.3 exporter"
	echo "mtl 7.3 hang"
}

# spent FILE: print bash's "real user system" times as "12.3 s 20.1 s CPU"
spent()
{
	awk '{ printf "%5.1f s %5.1f s CPU", $1, $2 + $3 }' "$1"
}

[ "${1:-}" != --list ] || { combinations; exit; }
log=$(mktemp) clock=$(mktemp)
trap 'rm -f "$log" "$clock"' EXIT
TIMEFORMAT='%R %U %S'
passed=0 failed=0
while read -r platform kernel scenario options; do
	verdict=ok
	# shellcheck disable=SC2086
	{ time "$DIR/run.sh" "$platform" "$kernel" "$scenario" $options \
		>"$log" 2>&1 </dev/null || verdict=FAILED; } 2>"$clock"
	if [ $verdict = ok ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
	fi
	printf '%-7s %s  %s\n' "$verdict" "$(spent "$clock")" \
		"$platform $kernel $scenario${options:+ $options}"
	[ $verdict != FAILED ] || grep -v '^qemu:' "$log" | sed 's/^/  | /'
done < <(combinations | grep -E -- "${1:-}")
[ $((passed + failed)) -gt 0 ] || { echo "no combination has '${1:-}'"; failed=1; }
echo "$passed passed, $failed failed"
[ $failed = 0 ]
