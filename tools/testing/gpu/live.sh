#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# live.sh PLATFORM KERNEL [SCENARIO [OPTION...]] -- call run.sh with these arguments;
# SCENARIO is "live" by default.
#
# live.sh --matrix [PATTERN] -- run the combinations below, or those whose line
# matches PATTERN.  live.sh --list prints them.
# live.sh --control -- a module without the device's lock must fail hotplug_stress, and one
# that reads VRAM four bytes at a time must fail vram_reads.
# live.sh --control-san -- the sanitizers of 6.12-san must report inserted faults.
set -uo pipefail
DIR=$(dirname "$(readlink -f "$0")")
BUILD=${XGL_BUILD:-$(readlink -f "$DIR/../../..")/build}

# PLATFORM KERNEL SCENARIO [OPTION...]
combinations()
{
	local p k s

	# 6.12 does not support Panther Lake.
	for p in tgl dg2 mtl lnl bmg tgl-80eu; do
		echo "$p 6.12-deb12 live"
	done
	for k in 7.2 7.3; do
		for p in tgl dg2 mtl lnl ptl bmg; do
			echo "$p $k live"
		done
	done
	for p in adlp adln rpls dg1 dg2-a750 bmg-b570; do
		echo "$p 7.3 live"
	done
	echo "bmg 6.12-deb12 vram_reads"
	echo "bmg 7.3 vram_reads --cpu -hypervisor"
	echo "bmg 7.3 slot_reset"
	echo "bmg 7.3 slot_reset --append gpu_refuse=xe_device_probe"
	echo "tgl 6.12-san live"
	for p in tgl bmg; do
		for k in 6.12-deb12 7.3; do
			for s in unavailable bad_layout load_order suspended system_sleep incident \
				 triggers; do
				echo "$p $k $s"
			done
			echo "$p $k idle --append gpu_seconds=600"
			echo "$p $k hangs --append gpu_hangs=100"
			echo "$p $k traps --append gpu_seconds=10"
			echo "$p $k stream --append gpu_seconds=60"
			echo "$p $k trace"
		done
		echo "$p 6.12-san unavailable"
		for k in 6.12-deb12 7.3 6.12-san; do
			for s in bind xe ours unplug reset sleep remove; do
				echo "$p $k hotplug_stress --append gpu_stress=$s --append gpu_seconds=60"
				[ $k != 6.12-san ] || echo "$p $k hotplug_stress --append gpu_stress=$s" \
					"--append gpu_seconds=60 --append gpu_readers=streams"
			done
		done
	done
}

# report PLATFORM KERNEL SCENARIO [OPTION...]: where a hotplug_stress run puts its report;
# each kind of stress has a directory.
report()
{
	local kind

	[ "$3" = hotplug_stress ] || return 0
	kind=$(grep -o 'gpu_stress=[a-z]*' <<<"$*")
	echo "--out $BUILD/gpu/run/$(basename "$1" .gpu)-$2-hotplug_stress-${kind#*=}"
}

one()
{
	local out

	read -ra out < <(report "$1" "$2" "${3:-live}" "${@:4}")
	"$DIR/run.sh" "$1" "$2" "${3:-live}" "${out[@]}" "${@:4}"
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

# The run must fail in hotplug_stress and not before it.  A reader that has found the
# log copies it when the next unbind is over: the first such read ends the guest.
control()
{
	local log rc=0 report=$BUILD/gpu/run/control-no-lock

	log=$(mktemp)
	XGL_PATCH=$DIR/negative/no-device-lock.patch one bmg 7.3 hotplug_stress \
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
	XGL_PATCH=$DIR/negative/four-byte-reads.patch one bmg 7.3 vram_reads \
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
--control)	controls ;;
--control-san)	control_san ;;
--matrix)	matrix "${2:-}" ;;
--list)		combinations ;;
*)	[ $# -ge 2 ] || { sed -n 's/^# //; 3,11p' "$0" >&2; exit 2; }
	one "$@" ;;
esac
