#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# run.sh [--tool | --guest [VARIANT] | --gpu [LOG]] -- measure speed and memory, and print the
# values; no value makes this script fail.
#
# Without options, it measures the core in user space; guclog (the tool) compared with cat; reading
# guc_log_lfd in a guest with Debian's own kernel, compared with two other ways to read the same
# bytes; and reading guc_log_lfd on an emulated Battlemage with 7.3, compared with xe's own
# guc_log_lfd. No kernel and no xe is built for this.
# --tool: measure only the tool. --guest: measure only the guest; VARIANT is a test kernel, which is
# built if it is not in the cache. --gpu: measure only on the emulated GPU, with the log buffer of
# Debian's xe (LOG is "stock"), with one of 16 MiB ("large"), for which an xe is built, or with
# both.
set -euo pipefail
HERE=$(dirname "$(readlink -f "$0")")
TOP=$(readlink -f "$HERE/../../../..")
BUILD=${XGL_BUILD:-$TOP/build}
HARNESS=$TOP/tools/testing/guest
GPU=$TOP/tools/testing/gpu
ONLY=
case ${1:-} in
--*)	ONLY=${1#--}
	shift ;;
esac
VARIANT=stock
IMAGES="real-words size-16m"

table()
{
	awk '
	function mib(n) { return sprintf("%.2f", n / 1048576) }
	{
		ns[$1, $2] = $4; line[$1, $2] = $0; size[$1] = $3
		if (!($1 in seen)) { seen[$1]; name[++n] = $1 }
	}
	END {
		for (i = 1; i <= n; i++) {
			image = name[i]
			printf "%s: LFD file of %s MiB\n", image, mib(size[image])
			printf "  %-34s %10s %9s %9s %12s %10s\n", "file", "ms", "times",
				"captures", "copied MiB", "peak MiB"
			split("ours seq blob", file, " ")
			title["ours"] = "guc_log_lfd"
			title["seq"] = "seq_file that captures in show()"
			title["blob"] = "debugfs_create_blob (lower bound)"
			for (d = 1; d <= 3; d++) {
				split(line[image, file[d]], v, " ")
				printf "  %-34s %10.3f %9.2f %9d %12s %6s %.2fx\n",
					title[file[d]], v[4] / 1e6,
					v[4] / ns[image, "ours"], v[6], mib(v[7]),
					mib(v[5]), v[5] / size[image]
			}
			printf "  ours is %.1f times as fast as seq_file, and takes %.2f times as long as the lower bound\n",
				ns[image, "seq"] / ns[image, "ours"],
				ns[image, "ours"] / ns[image, "blob"]
		}
	}' "$1"
}

bench_guest()
{
	local dir=$BUILD/bench log=$BUILD/bench/log

	"$TOP/scripts/setup.sh" qemu >&2
	"$HARNESS/module.sh" "$VARIANT"
	"$HARNESS/module.sh" "$VARIANT" tools/testing/guest/bench/kernel
	rm -rf "$dir"
	mkdir -p "$dir"
	# shellcheck disable=SC2086
	python3 "$TOP/tools/testing/host/mkimage.py" --out "$dir/corpus" $IMAGES >&2
	gcc -O2 -Wall -static -o "$dir/benchread" "$HERE/benchread.c"
	"$HARNESS/run.sh" "$VARIANT" --mem 1024 --timeout 900 \
		--insmod "$BUILD/$VARIANT/xe_guclog.ko" --script "$HARNESS/scenarios/bench.sh" \
		--files "$dir/corpus" --files "$dir/benchread" \
		--files "$BUILD/$VARIANT/xgl_bench.ko" \
		--files "$HARNESS/scenarios/replay-lib.sh" \
		--out "$dir/out" >"$log" || { cat "$log"; return 1; }
	echo "== opening and reading in a guest ($VARIANT kernel, $(sed -n 's/^kernel //p' "$dir/out/facts"), emulated)"
	table "$dir/out/files/figures"
}

bench_core()
{
	echo "== the core in userspace"
	"$TOP/scripts/setup.sh" build >&2
	make -s -C "$TOP/tools/testing/host/bench" O="$BUILD/bench-core" run
}

bench_tool()
{
	echo "== the tool"
	"$TOP/scripts/setup.sh" tool >&2
	make -s -C "$TOP/tools/guclog" O="$BUILD/guclog" WERROR=1 >&2
	make -s -C "$TOP/tools/testing/host/bench" O="$BUILD/bench-core" GUCLOG="$BUILD/guclog/guclog" tool
}

# gpu_run LOG [FILE]: measure guc_log_lfd of the module and of xe in one guest, with FILE as xe.ko
gpu_run()
{
	local out=$BUILD/bench-gpu/$1 log=$BUILD/bench-gpu/$1.log

	mkdir -p "$BUILD/bench-gpu"
	gcc -O2 -Wall -static -o "$BUILD/bench-gpu/benchread" "$HERE/benchread.c"
	"$GPU/run.sh" bmg 7.3 bench --files "$BUILD/bench-gpu/benchread" --out "$out" \
		${2:+--files "$2"} >"$log" 2>&1 || { cat "$log"; return 1; }
	sed -n '/^  /p' "$log"
}

bench_gpu()
{
	local large

	echo "== guc_log_lfd, ours and xe's, on an emulated Battlemage (7.3)"
	case ${1:-all} in
	all|stock) gpu_run stock ;;
	esac
	case ${1:-all} in
	all|large)
		large=$("$GPU/xe-large.sh" 7.3)
		echo "  with an xe that was built with CONFIG_DRM_XE_DEBUG_GUC:"
		gpu_run large "$large" ;;
	esac
}

case $ONLY in
tool)	bench_tool ;;
guest)	VARIANT=${1:-stock}
	bench_guest ;;
gpu)	bench_gpu "$@" ;;
'')	bench_core
	bench_tool
	bench_guest
	bench_gpu stock ;;
*)	echo "run.sh: no option --$ONLY" >&2; exit 2 ;;
esac
