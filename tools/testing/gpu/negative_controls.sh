#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# negative_controls.sh -- check that the tests find faults: run scenarios that must fail, each with
# the expected message, and a scenario that must pass because the device runs with --lenient.
# The last line is "N passed, N failed".
set -uo pipefail
DIR=$(dirname "$(readlink -f "$0")")
. "$DIR/../guest/lib.sh"
PLATFORM=tgl KERNEL=6.12-deb12

# ends STATUS PATTERN OPTION...: run.sh must end with STATUS, and its output or the device's
# messages must match PATTERN.
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
# After an access to a register that it does not model, the device must end with status 1; with
# --lenient it must only report the access.
ends 1 '^fault: the device ended with status 1' unmodelled_reg --out "$out"
ends 0 'lenient: register: read of 0x3ff0' unmodelled_reg --gpu --lenient --out "$out"
# hang.check must notice events of another seed, and events that the device adds at a boot.
PLATFORM=bmg KERNEL=7.3
ends 1 "the [0-9]+ events are not the seed's" hang --gpu "--seed 2" --out "$out"
ends 1 'guclog info counts other events' hang --gpu "--events 5" --out "$out"
# The expectations of this profile contradict its fuses.
sed 's/^expect gt0 geometry-dss .*/expect gt0 geometry-dss 1f/' "$DIR/../../../gpu/profiles/tgl.gpu" >"$wrong"
PLATFORM=$wrong
ends 1 "FAIL: gt0 geometry-dss is '3f', not '1f'" probe --out "$out"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
