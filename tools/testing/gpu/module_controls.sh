#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# module_controls.sh [--san] -- check that scenarios fail with a broken module: hotplug_stress with
# a module that does not take the device's lock, and vram_reads with a module that reads VRAM four
# bytes at a time.  With --san, check instead that the sanitizers of the kernel 6.12-san report
# the faults that a test module causes on purpose.
set -uo pipefail
DIR=$(dirname "$(readlink -f "$0")")
BUILD=${XGL_BUILD:-$(readlink -f "$DIR/../../..")/build}

# broken PATCH SCENARIO PATTERN PROOF OPTION...: if negative/PATCH.patch is applied to the module,
# the scenario must fail and print a line that matches PATTERN; the guest's console or the
# scenario's output must match PROOF.
broken()
{
	local patch=$1 scenario=$2 pattern=$3 proof=$4 log rc=0 report=$BUILD/gpu/run/control-$1
	shift 4

	log=$(mktemp)
	XGL_PATCH=$DIR/negative/$patch.patch "$DIR/run.sh" bmg 7.3 "$scenario" "$@" \
		--out "$report" >"$log" 2>&1 || rc=$?
	if [ $rc = 1 ] && grep -E "$pattern" "$log" &&
	   grep -qsE "$proof" "$report/console" "$report/script.log"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		sed 's/^/  | /' "$log"
		echo "$scenario must fail with $patch for the expected reason, and did not"
	fi
	rm -f "$log"
}

# controls: run both scenarios with their patches. Without the device's lock, a reader can copy the
# log after an unbind has ended, and the first such read crashes the guest. With four-byte reads,
# vram_reads must print how long the module held the lock, and fail because of the number of these
# reads.
controls()
{
	local passed=0 failed=0

	broken no-device-lock hotplug_stress '^fault: kernel log: .*(page fault|protection)' xgl_ \
		--append gpu_stress=bind --append gpu_seconds=20 --append oops=panic --timeout 240
	broken four-byte-reads vram_reads '(fast|slow).*lock held' \
		'FAIL: .*: [0-9]* reads of up to 4 bytes'
	echo "$passed passed, $failed failed"
	[ $failed = 0 ]
}

# control_san: check that the sanitizer kernel with xe reports the faults of a test module;
# ../guest/negative_controls.sh checks the same without xe.
control_san()
{
	local ko why log missing='' rc=0 report=$BUILD/gpu/run/control-san

	ko=$("$DIR/module.sh" 6.12-san) || return 2
	log=$(mktemp)
	# lockdep must report a circular lock dependency with the lock of the GPU's struct device.
	"$DIR/run.sh" tgl 6.12-san probe --out "$report" \
		--insmod "${ko%/*}/xgl_lock_class.ko invert=1" --insmod \
		"${ko%/*}/xgl_faults.ko plant=atomic-sleep,shift,out-of-bounds,leak" \
		>"$log" 2>&1 || rc=$?
	for why in 'circular locking' 'gpu_lock_class' 'sleeping|scheduling while atomic' 'UBSAN: shift' \
		   'KASAN: slab-out-of-bounds'; do
		grep -qE "$why" "$report/dmesg" || missing="$missing '$why'"
	done
	grep -q 'kmemleak: .* leaked' "$log" || missing="$missing 'kmemleak'"
	if [ $rc = 1 ] && [ -z "$missing" ]; then
		echo "1 passed, 0 failed"
	else
		sed 's/^/  | /' "$log"
		echo "status $rc, missing reports:$missing"
		echo "0 passed, 1 failed"
		rc=2
	fi
	rm -f "$log"
	[ $rc = 1 ]
}

case ${1:-} in
'')	controls ;;
--san)	control_san ;;
*)	echo "usage: module_controls.sh [--san]" >&2; exit 2 ;;
esac
