#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# run.sh [--keep] [--seconds N] [FUZZER...] -- fuzz, 30 s each by default.
#
# Starts from the inputs of seeds.py.  With --keep the new inputs are kept in the
# cache, and the next run with --keep starts from them.  Prints KTAP.
set -euo pipefail
HERE=$(dirname "$(readlink -f "$0")")
TOP=$(readlink -f "$HERE/../../..")
BUILD=${XGL_BUILD:-$TOP/build}
CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/xe-guclog
OUT=$BUILD/fuzz
CORPUS=$BUILD/corpus
SECONDS_EACH=${FUZZ_SECONDS:-30} KEEP='' NAMES=()

# Short stacks for allocations and a small quarantine make the address sanitizer faster.
export ASAN_OPTIONS=quarantine_size_mb=8:malloc_context_size=2
export UBSAN_OPTIONS=print_stacktrace=1

seeds()
{
	local corpus=()

	[ ! -d "$CORPUS" ] || corpus=("$CORPUS")
	/usr/bin/python3 "$HERE/seeds.py" "$OUT/seeds.$$" "${corpus[@]}"
}

# The smallest number of inputs of a fuzzer. If fewer ran in the given time, a second run executes
# this number. Inputs of fuzz_tool are long, and those of fuzz_folder make many files.
LEAST=1000 LEAST_LONG=500 LEAST_FOLDERS=100

# fuzz NAME [OPTION]: true if at least so many inputs ran and none of them crashed. OPTION limits the
# run; the default is the given number of seconds.
#
# libFuzzer checks its peak memory once a second. If it is too much, libFuzzer saves the input that
# runs at that time as oom-*. Often, an earlier input needed the memory: one of the newest files in
# $new.
fuzz()
{
	local name=$1 dir=$OUT/$1.run log=$OUT/$1.log new rc=0 runs longest=8192 least=$LEAST

	# These get whole dumps.
	case $name in
	fuzz_tool|fuzz_folder|fuzz_library|fuzz_dump|fuzz_live) longest=131072 ;;
	esac
	case $name in
	fuzz_tool) least=$LEAST_LONG ;;
	fuzz_folder) least=$LEAST_FOLDERS ;;
	esac

	rm -rf "$dir"
	mkdir -p "$dir"
	new=$dir/found
	[ -z "$KEEP" ] || new=$CACHE/fuzz/$name
	mkdir -p "$new"
	"$OUT/$name" "${2:--max_total_time=$SECONDS_EACH}" -max_len=$longest -timeout=10 \
		-rss_limit_mb=1024 -close_fd_mask=1 -dict="$HERE/guclog.dict" -print_final_stats=1 \
		-artifact_prefix="$dir/" "$new" "$OUT/seeds.$$/$name" \
		>"$log" 2>&1 || rc=$?
	if [ $rc != 0 ]; then
		echo "$name: status $rc, the input is in $dir:"
		grep -aE 'property does not hold|ERROR: |runtime error|SUMMARY|^ *#[0-9]+ .*(core|fuzz)/' \
			"$log" | head -n 20
		return 1
	fi
	runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
	echo "$name: $runs inputs, $(grep -aoE 'cov: [0-9]+ ft: [0-9]+' "$log" | tail -n 1)"
	[ "${runs:-0}" -lt "$least" ] || return 0
	# The machine was too busy to run enough inputs in the time.
	[ $# = 1 ] || { echo "$name: too few inputs"; return 1; }
	fuzz "$name" "-runs=$least"
}

while [ $# -gt 0 ]; do
	case $1 in
	--keep)	KEEP=yes ;;
	--seconds) SECONDS_EACH=${2:?--seconds wants a number}; shift ;;
	fuzz_*)	NAMES+=("$1") ;;
	*)	sed -n '3,6s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
	esac
	shift
done
[ ${#NAMES[@]} -gt 0 ] || NAMES=(fuzz_log fuzz_lfd fuzz_asic fuzz_facts fuzz_btf
	fuzz_ct fuzz_capture_region fuzz_follow fuzz_events fuzz_learn fuzz_state fuzz_text fuzz_capture fuzz_hexdump
	fuzz_dump fuzz_witness fuzz_live fuzz_tool fuzz_folder fuzz_library)

mkdir -p "$OUT"
(flock 9 && make -s -C "$HERE" O="$OUT") 9>"$OUT/.lock"
trap 'rm -rf "$OUT/seeds.$$"' EXIT
seeds
. "$TOP/tools/testing/ktap.sh"
for name in "${NAMES[@]}"; do
	rc=0
	fuzz "$name" | sed 's/^/# /' || rc=$?
	ktap_result $rc "$name"
done
ktap_end
