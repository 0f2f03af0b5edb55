#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# module_controls.sh [--san] -- boot guests with a broken module, which must fail: one without
# the device's lock must fail hotplug_stress, and one that reads VRAM four bytes at a time must
# fail vram_reads.  --san: the sanitizers of 6.12-san must report inserted faults.
set -uo pipefail
DIR=$(dirname "$(readlink -f "$0")")
BUILD=${XGL_BUILD:-$(readlink -f "$DIR/../../..")/build}

# The run must fail in hotplug_stress and not before it.  A reader that has found the
# log copies it when the next unbind is over: the first such read ends the guest.
control()
{
	local log rc=0 report=$BUILD/gpu/run/control-no-lock

	log=$(mktemp)
	XGL_PATCH=$DIR/negative/no-device-lock.patch "$DIR/run.sh" bmg 7.3 hotplug_stress \
		--append gpu_stress=bind \
		--append gpu_seconds=20 --append oops=panic --timeout 240 \
		--out "$report" >"$log" 2>&1 || rc=$?
	if [ $rc = 1 ] && grep -E '^fault: kernel log: .*(page fault|protection)' "$log" &&
	   grep -q xgl_ "$report/console"; then
		rm -f "$log"
		return
	fi
	sed 's/^/  | /' "$log"
	rm -f "$log"
	echo "without its lock the module passes"
	return 1
}

# The figures of such a module are printed: those of before the mend.
control_reads()
{
	local log rc=0

	log=$(mktemp)
	XGL_PATCH=$DIR/negative/four-byte-reads.patch "$DIR/run.sh" bmg 7.3 vram_reads \
		--out "$BUILD/gpu/run/control-reads" >"$log" 2>&1 || rc=$?
	if [ $rc = 1 ] && grep -E '(fast|slow).*lock held' "$log" &&
	   grep -q 'FAIL: .*: [0-9]* reads of up to 4 bytes' "$log"; then
		rm -f "$log"
		return
	fi
	sed 's/^/  | /' "$log"
	rm -f "$log"
	echo "vram_reads passes with reads of four bytes"
	return 1
}

controls()
{
	local failed=0

	control || failed=1
	control_reads || failed=$((failed + 1))
	echo "$((2 - failed)) passed, $failed failed"
	[ $failed = 0 ]
}

# Like negative_controls.sh of the other guests, on the sanitizer kernel beside xe.
control_san()
{
	local ko why log missing='' rc=0 report=$BUILD/gpu/run/control-san

	ko=$("$DIR/module.sh" 6.12-san) || return 2
	log=$(mktemp)
	# The circular locking involves the GPU's lock.
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
		echo "status $rc, not seen:$missing"
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
