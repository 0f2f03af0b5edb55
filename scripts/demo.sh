#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# demo.sh [PLATFORM [KERNEL]] -- show what guclog prints about a GPU that hangs: boot Debian's own
# kernel and its unmodified xe on the emulated GPU, load xe_guclog.ko, let a Vulkan program hang the
# render engine through Mesa's driver, and run guclog on the log and the devcoredump.  If Mesa's
# packages are not available, a program of this project hangs the engine.  PLATFORM is tgl (Tiger
# Lake) by default, KERNEL is 7.3.
set -euo pipefail
TOP=$(dirname "$(dirname "$(readlink -f "$0")")")
cd "$TOP"
PLATFORM=${1:-tgl} KERNEL=${2:-7.3}
DEMO=build/demo
GUCLOG=build/guclog/guclog
PACKAGES="compile guest tool"
LIVE=/sys/kernel/debug/xe_guclog/0000:00:02.0
# gpu/qemu.sh puts QEMU where run.sh looks for it.
export GPU_CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/xe-guclog/gpu

if [ -t 1 ]; then
	bold=$(printf '\033[1m') plain=$(printf '\033[0m')
else
	bold='' plain=''
fi

step()
{
	printf '%s==>%s %s\n' "$bold" "$plain" "$*"
}

command_line()
{
	printf '\n%s$ %s%s\n' "$bold" "$*" "$plain"
}

# first N: print the first N lines of standard input, and the number of the other lines
first()
{
	awk -v max="$1" '
	NR <= max { print "  " $0 }
	END { if (NR > max) printf "  ... %d more lines\n", NR - max }'
}

# get_guest: fetch and build what the guest needs: QEMU, Mesa, the module and the emulated GPU.
# Errors are ignored here, because run.sh, which boot() calls, repeats the steps that failed, and
# boot() prints the error.  The module is compiled while QEMU and Mesa are unpacked.  get_guest runs
# in a subshell, so that its "wait" does not also wait for build_guclog.
get_guest()
{
	tools/testing/gpu/headers.sh "$KERNEL"
	{
		gpu/qemu.sh
		tools/testing/gpu/clients.sh vkmark
	} &
	# shellcheck disable=SC2086
	scripts/setup.sh $PACKAGES && {
		tools/testing/gpu/module.sh "$KERNEL"
		flock build/gpu/.lock make -s -j2 -C tools/testing/gpu OUT="$PWD/build/gpu"
	}
	wait
}

# build_guclog: build the command, in the background, while the guest is prepared and boots.  It is
# built without optimization (-O0), which halves the time of the build.
build_guclog()
{
	# shellcheck disable=SC2086
	scripts/setup.sh $PACKAGES
	nice make -s -C tools/guclog O="$PWD/build/guclog" CFLAGS=-O0 >"$DEMO/build.log" 2>&1
}

boot()
{
	local scenario=demo_mesa program="vkmark, through Mesa's driver,"

	tools/testing/gpu/clients.sh vkmark >/dev/null 2>"$DEMO/log" || {
		scenario=demo program="a third one"
		tail -n 1 "$DEMO/log"
	}
	step "Booting Debian's kernel $KERNEL with its own xe on an emulated GPU ($PLATFORM);"
	echo "    two programs use the GPU, then $program hangs the render engine."
	tools/testing/gpu/run.sh "$PLATFORM" "$KERNEL" $scenario --out "$DEMO/guest" \
		>"$DEMO/log" 2>&1 || {
		tail -n 25 "$DEMO/log"
		echo "demo: the guest failed, see $DEMO/log" >&2
		exit 1
	}
}

in_guest()
{
	local files=$DEMO/guest/files

	printf '\n%sIn the guest%s (Linux %s)\n' "$bold" "$plain" "$(cat "$files/release")"
	command_line "dmesg     (what xe reports of the hang)"
	grep -E 'reset|Timedout|devcoredump' "$files/xe.dmesg" | grep -v 'guc_firmware' |
		sed 's/^\[[^]]*\] //' | first 4
	command_line "ls $LIVE $LIVE/gt0"
	awk 'NF > 8 { print $5, $9 }' "$files/listing" | awk '{ printf "%9s  %s\n", $1, $2 }' | first 12
	command_line "cat $LIVE/gt0/guc_log_lfd >guc_log_lfd"
	printf '  %s bytes\n' "$(stat -c %s "$files/guc_log_lfd")"
}

# on_host: run guclog on the host, on the LFD file and the dump that were made in the guest.
on_host()
{
	local lfd=$DEMO/guest/files/guc_log_lfd dump=$DEMO/guest/files/devcoredump

	printf '\n%sOn the host%s\n' "$bold" "$plain"
	command_line "guclog info guc_log_lfd"
	"$GUCLOG" info "$lfd" | tail -n +2 | sed 's/^ *//' | grep -E '^(GPU|firmware|events|time|crash)' |
		first 5
	command_line "guclog explain devcoredump"
	"$GUCLOG" explain "$dump" | first 24
	# The dump contains the batch only if Mesa has submitted it, because Mesa marks its batches
	# to be dumped.
	if "$GUCLOG" dump --batch "$dump" | grep -B 4 -A 3 '^> ' >"$DEMO/batch"; then
		command_line "guclog dump --batch devcoredump"
		cat "$DEMO/batch"
	fi
	printf '\nThe message of xe: '
	sed -n 's/^Reason: //p' "$DEMO/guest/files/devcoredump"
	printf 'All files: %s\n' "$DEMO/guest/files/"
}

step "Fetching a kernel, QEMU and Mesa from Debian, building guclog and the module"
mkdir -p "$DEMO" build/gpu
build_guclog &
guclog=$!
trap wait EXIT
(get_guest) >"$DEMO/log" 2>&1 || true
boot
wait $guclog || {
	tail -n 25 "$DEMO/build.log" >&2
	echo "demo: guclog did not build, see $DEMO/build.log" >&2
	exit 1
}
in_guest
on_host
