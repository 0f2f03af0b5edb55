#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# matrix.sh [--list] [PATTERN] -- boot a guest with run.sh for each combination of platform, kernel
# and scenario (test script) that is listed below, or only for those that match PATTERN.
# For each combination, one line with its real time and its processor time is printed; the last line
# is "N passed, N failed".  --list prints all combinations and runs none.  Each result is also
# appended to the file gpu/results.csv of the build folder, which scripts/kernel-table.py reads.
set -uo pipefail
DIR=$(dirname "$(readlink -f "$0")")
BUILD=${XGL_BUILD:-$(readlink -f "$DIR/../../..")/build}

# each SCENARIO [OPTION...]: print four combinations: with the log in system memory (tgl) and in
# VRAM (bmg), each on two kernels
each()
{
	local p

	for p in tgl bmg; do
		echo "$p 6.12-deb12 $*"
		echo "$p 7.3 $*"
	done
}

# both SCENARIO [OPTION...]: print two combinations: the log in system memory (tgl) on 6.12, and in
# VRAM (bmg) on 7.3
both()
{
	echo "tgl 6.12-deb12 $*"
	echo "bmg 7.3 $*"
}

# both_bmg SCENARIO [OPTION...]: print two combinations of a GPU that has page faults
both_bmg()
{
	echo "bmg 6.12-deb12 $*"
	echo "bmg 7.3 $*"
}

# san SCENARIO [OPTION...]: print two combinations with the kernel that has sanitizers
san()
{
	echo "tgl 6.12-san $*"
	echo "bmg 6.12-san $*"
}

# stress READERS SECONDS: print the scenario hotplug_stress and its options: all seven kinds of
# stress, each for SECONDS, with readers of "files" or "streams"
stress()
{
	echo "hotplug_stress --append gpu_seconds=$2" \
		"--append gpu_stress=bind,xe,ours,unplug,reset,sleep,remove --append gpu_readers=$1"
}

# Most platforms are tested on one kernel only, because tests without a guest cover the layouts of
# xe's structures in all kernels. 6.12 does not support Panther Lake.
live()
{
	local p

	for p in tgl dg2 mtl lnl bmg tgl-80eu; do
		echo "$p 6.12-deb12 live"
	done
	for p in tgl ptl bmg adlp adln rpls dg1 dg2-a750 bmg-b570; do
		echo "$p 7.3 live"
	done
	echo "bmg 7.2 live"
	echo "tgl 6.12-san live"
}

# Scenarios in which the module cannot read a log or cannot record hangs, and load_order. 6.12-san
# has the same xe as 6.12-deb12, so unavailable does not run on both.
no_log()
{
	san unavailable
	echo "bmg 7.3 unavailable"
	both bad_layout
	both no_btf
	both load_order
	both no_triggers
}

incidents()
{
	san incident
	echo "bmg 7.3 incident"
	each hangs --append gpu_hangs=25
	echo "tgl 6.12-san hangs --append gpu_hangs=6"
	both triggers
	both traps
	both last_copy
	both two_hangs --append gpu_rounds=10
	both no_debugfs --append debugfs=off
	each resumes --append gpu_resumes=200
	both kills --append gpu_kills=10 --append gpu_queues=1,16,320,1000
	both hang
	echo "mtl 7.3 hang"
	each bpf
}

power()
{
	each suspended
	both system_sleep
	both idle --append gpu_seconds=100
}

reading()
{
	echo "bmg 6.12-deb12 vram_reads"
	echo "bmg 7.3 vram_reads --cpu -hypervisor"
	echo "bmg 7.3 slot_reset"
	echo "bmg 7.3 slot_reset --append gpu_refuse=xe_device_probe"
	both stream --append gpu_seconds=20
	echo "tgl 6.12-san stream --append gpu_rates=1000"
	both trace
}

explain()
{
	both explain --append gpu_rounds=10
	echo "tgl 7.3 explain"
	echo "bmg 6.12-deb12 explain"
	echo "bmg 7.3 explain --dialect 7 --append gpu_rounds=6 --append gpu_pause=2"
}

# pressure: hangs while the memory is fragmented, 100 in total
pressure()
{
	each hangs --append gpu_fragmented=yes --append gpu_hangs=25
}

# kernels: kernels with PREEMPT_RT, and the default kernels of Debian's newest suites
kernels()
{
	local k

	for k in "tgl 7.2-rt" "bmg 7.3-rt"; do
		echo "$k live"
		echo "$k hangs"
		echo "$k stream"
		echo "$k $(stress files 6)"
	done
	# Debian has images of these kernels, but no headers, so only the dump of xe is tested.
	for k in 6.16 6.17 6.18 6.19 7.0 7.1; do
		echo "tgl $k hang"
	done
	for k in "tgl sid" "bmg experimental"; do
		echo "$k probe"
		echo "$k live"
		echo "$k hangs"
	done
}

clients()
{
	both mesa --append gpu_rounds=10
	echo "tgl 7.3 mesa --append gpu_rounds=10"
	# compute-runtime no longer supports Tiger Lake.
	echo "bmg 6.12-deb12 neo --append gpu_rounds=5"
	echo "bmg 7.3 neo --append gpu_rounds=8"
	both_bmg faults
	both_bmg faults_mesa
	both_bmg faults_neo
	both stall
	both unbound
	both hardware
	both hardware_faults
	echo "tgl 7.2 hardware"
	echo "bmg 7.3 hardware_mesa"
}

# combinations: print a line for each combination: PLATFORM KERNEL SCENARIO [OPTION...].
combinations()
{
	live
	no_log
	incidents
	power
	reading
	explain
	pressure
	kernels
	clients
	both "$(stress files 10)"
	san "$(stress files 6)"
	# A read of a stream takes three seconds, so this stress needs more time.
	san "$(stress streams 12)"
}

# spent FILE: print the times in FILE ("real user system", from bash) as "12.3 s 20.1 s CPU"
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

# note COMBINATION VERDICT: append a result to the file of results
note()
{
	local platform spec scenario release

	read -r platform spec scenario _ <<<"$1"
	release=$(sed -n 's/^# Linux \([^ ]*\) .*/\1/p' "$log" | head -n 1)
	echo "$(date -u +%F),$platform,$spec,${release:-unknown},$scenario,$2" >>"$BUILD/gpu/results.csv"
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
	note "$combination" "${verdict,,}"
	printf '%-7s %s  %s\n' "$verdict" "$(spent "$clock")" "$combination"
	[ $verdict != FAILED ] || grep -v '^qemu:' "$log" | sed 's/^/  | /'
done < <(combinations | grep -E -- "${1:-}")
[ $((passed + failed)) -gt 0 ] || { echo "no combination matches '${1:-}'"; failed=1; }
echo "$passed passed, $failed failed"
[ $failed = 0 ]
