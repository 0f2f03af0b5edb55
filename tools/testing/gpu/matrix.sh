#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# matrix.sh [--list] [PATTERN] -- run the combinations below, or only the lines that match
# PATTERN.  One line each, with its time from the start of QEMU to its end, and the processor
# time; the last one is "N passed, N failed".
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
	for p in tgl dg2 mtl lnl ptl bmg; do
		echo "$p 7.3 live"
	done
	for p in tgl bmg; do
		echo "$p 7.2 live"
	done
	echo "tgl 7.2 exporter"
	for p in adlp adln rpls dg1 dg2-a750 bmg-b570; do
		echo "$p 7.3 live"
	done
	echo "bmg 6.12-deb12 vram_reads"
	echo "bmg 7.3 vram_reads --cpu -hypervisor"
	echo "bmg 7.3 slot_reset"
	echo "bmg 7.3 slot_reset --append gpu_refuse=xe_device_probe"
	for p in tgl bmg; do
		for k in 6.12-deb12 7.3; do
			echo "$p $k mesa --append gpu_rounds=22"
		done
	done
	for p in "tgl 6.12-deb12" "bmg 7.3"; do
		echo "$p hardware"
		echo "$p hardware_faults"
	done
	echo "tgl 7.2 hardware"
	echo "bmg 7.3 explain --dialect 7 --append gpu_rounds=12 --append gpu_pause=2"
	for p in "tgl 6.12-deb12" "bmg 7.3"; do
		echo "$p stall"
		echo "$p unbound"
		echo "$p explain --append gpu_rounds=25"
	done
	# compute-runtime has no support for Tiger Lake any more.
	echo "bmg 6.12-deb12 neo --append gpu_rounds=5"
	echo "bmg 7.3 neo --append gpu_rounds=20"
	echo "ptl 7.3 exporter"
	echo "mtl 7.3 hang"
	echo "tgl 6.12-san live"
	for s in "tgl 6.12-deb12 idle --append gpu_seconds=200" "bmg 7.3 idle --append gpu_seconds=200" \
		 "tgl 7.3 idle --append gpu_seconds=60" "bmg 6.12-deb12 idle --append gpu_seconds=60"; do
		echo "$s"
	done
	for p in tgl bmg; do
		echo "$p 7.3 exporter"
		for k in 6.12-deb12 7.3; do
			for s in unavailable bad_layout load_order suspended system_sleep incident \
				 triggers kill two_hangs no_triggers last_copy hang explain trace \
				 "hangs --append gpu_hangs=48" \
				 "traps --append gpu_seconds=10" "stream --append gpu_seconds=60"; do
				echo "$p $k $s"
			done
		done
		echo "$p 6.12-san unavailable"
		echo "$p 6.12-san incident"
		for k in "6.12-deb12 files" "7.3 files" "6.12-san files" "6.12-san streams"; do
			echo "$p ${k% *} hotplug_stress --append gpu_seconds=20" \
				"--append gpu_stress=bind,xe,ours,unplug,reset,sleep,remove" \
				"--append gpu_readers=${k#* }"
		done
	done
}

# spent FILE: print bash's "real user system" times as "12.3 s 20.1 s CPU"
spent()
{
	awk '{ printf "%5.1f s %5.1f s CPU", $1, $2 + $3 }' "$1"
}

# run COMBINATION: boot one guest, with a separate directory for its report
run()
{
	# shellcheck disable=SC2086
	"$DIR/run.sh" $1 --out "$BUILD/gpu/run/$(tr -cs 'a-z0-9._\n' - <<<"$1")"
}

[ "${1:-}" != --list ] || { combinations; exit; }
log=$(mktemp) clock=$(mktemp)
trap 'rm -f "$log" "$clock"' EXIT
TIMEFORMAT='%R %U %S'
passed=0 failed=0
while read -r combination; do
	verdict=ok
	{ time run "$combination" >"$log" 2>&1 </dev/null || verdict=FAILED; } 2>"$clock"
	if [ $verdict = ok ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
	fi
	printf '%-7s %s  %s\n' "$verdict" "$(spent "$clock")" "$combination"
	[ $verdict != FAILED ] || grep -v '^qemu:' "$log" | sed 's/^/  | /'
done < <(combinations | grep -E -- "${1:-}")
[ $((passed + failed)) -gt 0 ] || { echo "no combination has '${1:-}'"; failed=1; }
echo "$passed passed, $failed failed"
[ $failed = 0 ]
