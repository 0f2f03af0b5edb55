#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# controls.sh -- what a run must not pass: each of these has to end red, for the
# reason that is named.  The last line is "N passed, N failed".
set -uo pipefail
DIR=$(dirname "$(readlink -f "$0")")
. "$DIR/../guest/lib.sh"
PLATFORM=tgl KERNEL=6.12-deb12

# ends STATUS WORD OPTION...: the run's status, and what it says.
ends()
{
	local want=$1 word=$2 rc=0
	shift 2

	"$DIR/run.sh" "$PLATFORM" "$KERNEL" "$@" >"$log" 2>&1 </dev/null || rc=1
	if [ $rc = "$want" ] && grep -qE "$word" "$log" "$out/gpu.log"; then
		passed=$((passed + 1))
		echo "ok      $*"
	else
		failed=$((failed + 1))
		echo "FAILED  $* (status $rc, wanted $want and '$word')"
		tail -n 12 "$log" | sed 's/^/  | /'
	fi
}

out=$BUILD/gpu/run/control
log=$(mktemp) wrong=$(mktemp --suffix=.gpu)
trap 'rm -f "$log" "$wrong"' EXIT
passed=0 failed=0
# Strictness: a register outside the model, which a lenient device lets pass.
ends 1 '^fault: the device ended with status 1' outside --out "$out"
ends 0 'lenient: register: read of 0x3ff0' outside --gpu --lenient --out "$out"
# What was collected is not what the seed says, nor as much as was ordered.
ends 1 "the [0-9]+ events are not the seed's" stream --gpu "--seed 2" --out "$out"
PLATFORM=bmg KERNEL=7.3
ends 1 'guclog info counts other events' hang --gpu "--events 5" --out "$out"
# A profile that expects other than its fuses make.
sed 's/^expect gt0 geometry-dss .*/expect gt0 geometry-dss 1f/' "$DIR/profiles/tgl.gpu" >"$wrong"
PLATFORM=$wrong
ends 1 "FAIL: gt0 geometry-dss is '3f', not '1f'" probe --out "$out"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
