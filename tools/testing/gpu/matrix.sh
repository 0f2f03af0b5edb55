#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# matrix.sh [PATTERN] -- run the combinations below, or those whose line has
# PATTERN in it.  One line each; the last one is "N passed, N failed".
set -uo pipefail
DIR=$(dirname "$(readlink -f "$0")")

# PLATFORM KERNEL SCENARIO
combinations()
{
	local p

	for p in tgl adlp adln dg2 mtl lnl ptl bmg; do
		# 6.12 does not know Panther Lake.
		[ "$p" = ptl ] || echo "$p 6.12 probe"
		echo "$p 7.3 probe"
	done
	for p in tgl-80eu dg2-a750 bmg-b570; do
		echo "$p 7.3 probe"
	done
	for p in tgl bmg; do
		echo "$p 6.12-deb13 probe"
		echo "$p 7.2-deb14 probe"
		echo "$p 7.3 log"
		echo "$p 7.3 stream"
		echo "$p 7.3 hang"
		echo "$p 7.3 cycle"
		echo "$p 7.3 ready"
		echo "$p 7.3 remove"
	done
	echo "ptl 7.2-deb14 probe"
	echo "tgl 6.12 log"
	echo "tgl 6.12 hang"
	echo "tgl 6.12 cycle"
}

log=$(mktemp)
trap 'rm -f "$log"' EXIT
passed=0 failed=0
while read -r platform kernel scenario; do
	begun=$SECONDS
	if "$DIR/run.sh" "$platform" "$kernel" "$scenario" >"$log" 2>&1 </dev/null; then
		passed=$((passed + 1))
		verdict=ok
	else
		failed=$((failed + 1))
		verdict=FAILED
	fi
	printf '%-8s %-10s %-12s %-8s %4d s\n' "$verdict" "$platform" "$kernel" "$scenario" \
		$((SECONDS - begun))
	[ $verdict = ok ] || grep -v '^qemu:' "$log" | sed 's/^/  | /'
done < <(combinations | grep -F -- "${1:-}")
[ $((passed + failed)) -gt 0 ] || { echo "no combination has '${1:-}'"; failed=1; }
echo "$passed passed, $failed failed"
[ $failed = 0 ]
