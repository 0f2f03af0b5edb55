#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# afl.sh [SECONDS] -- run the fuzzers of logs, LFD files, ASIC info, facts and BTF under AFL++, each
# for one minute by default.
set -euo pipefail
HERE=$(dirname "$(readlink -f "$0")")
TOP=$(readlink -f "$HERE/../../..")
OUT=${XGL_BUILD:-$TOP/build}/fuzz-afl
export AFL_NO_UI=1 AFL_SKIP_CPUFREQ=1 AFL_NO_AFFINITY=1 AFL_QUIET=1
export AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_FAST_CAL=1
export ASAN_OPTIONS=abort_on_error=1:symbolize=0:detect_leaks=0:quarantine_size_mb=8

# fuzz NAME SECONDS: true if at least 500 inputs ran and none of them crashed or hung.
fuzz()
{
	local dir=$OUT/$1.run stats execs

	rm -rf "$dir"
	afl-fuzz -i "$OUT/seeds/$1" -o "$dir" -x "$HERE/guclog.dict" -m none -t 5000 \
		-V "$2" -- "$OUT/$1" >"$OUT/$1.log" 2>&1 || { tail -n 20 "$OUT/$1.log"; return 1; }
	stats=$dir/default/fuzzer_stats
	execs=$(sed -n 's/^execs_done *: //p' "$stats")
	echo "$1: $execs inputs, $(sed -n 's/^edges_found *: //p' "$stats") edges"
	if ! grep -qE '^saved_crashes *: 0$' "$stats" || ! grep -qE '^saved_hangs *: 0$' "$stats"; then
		ls "$dir/default/crashes" "$dir/default/hangs"
		return 1
	fi
	[ "$execs" -ge 500 ] || { echo "$1: too few inputs"; return 1; }
}

make -s -C "$HERE" O="$OUT" KIND=afl FUZZERS="fuzz_log fuzz_lfd fuzz_asic fuzz_facts fuzz_btf"
rm -rf "$OUT/seeds"
/usr/bin/python3 "$HERE/seeds.py" "$OUT/seeds"
. "$TOP/tools/testing/ktap.sh"
for name in fuzz_log fuzz_lfd fuzz_asic fuzz_facts fuzz_btf; do
	rc=0
	fuzz $name "${1:-60}" | sed 's/^/# /' || rc=$?
	ktap_result $rc "afl $name"
done
ktap_end
