# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# lib.sh -- functions for all scenarios.  A scenario is a test script of this folder, which busybox
# runs in a guest with the emulated GPU.  $JOB/files has the files that run.sh has put into the
# guest.  One of them is the profile (gpu/profiles), which describes the emulated GPU and lists
# values that xe must find.
set -eu
# The GPU's address: on the root bus, or below a root port (in scenarios with "#@ slot yes").
GPU=0000:00:02.0
[ -e /sys/bus/pci/devices/$GPU ] || GPU=0000:01:00.0
# shellcheck disable=SC2034
PCI=/sys/bus/pci/devices/$GPU
DRIVER=/sys/bus/pci/drivers/xe
PROFILE=$(echo "$JOB"/files/*.gpu)

fail()
{
	echo "FAIL: $*" >&2
	exit 1
}

# within SECONDS COMMAND...: repeat the command, with pauses of a tenth of a second, until it
# succeeds; fails after 10 * SECONDS attempts
within()
{
	local tries=$(($1 * 10))
	shift
	until "$@"; do
		tries=$((tries - 1))
		[ $tries -gt 0 ] || return 1
		sleep 0.1
	done
}

eventually()
{
	within 10 "$@"
}

# uptime_s: print the number of seconds since the boot, without its fraction
uptime_s()
{
	cut -d. -f1 /proc/uptime
}

# setting NAME [DEFAULT]: print the value of gpu_NAME=VALUE on the kernel command line
setting()
{
	value=$(sed -n "s/.*gpu_$1=\([^ ]*\).*/\1/p" /proc/cmdline)
	echo "${value:-${2:-}}"
}

# dri: print the debugfs directory of the GPU: the one named after its address, or else the one with
# the lowest minor number
dri()
{
	if [ -d /sys/kernel/debug/dri/$GPU ]; then
		echo /sys/kernel/debug/dri/$GPU
	else
		find /sys/kernel/debug/dri -maxdepth 1 -name '[0-9]*' | sort -n | head -n 1
	fi
}

# gts: print the debugfs directories of the GTs
gts()
{
	find "$(dri)/" -type d -name 'gt[0-9]' | sort
}

has_vram()
{
	grep -q '^vram-gib' "$PROFILE"
}

bound()
{
	[ -L "$DRIVER/$GPU" ]
}

# stay_awake: forbid runtime suspend, because a resume can load the GuC again, which restarts
# its log
stay_awake()
{
	echo on >"$PCI/power/control"
}

# port NAME: print the path of the virtio port NAME
port()
{
	for p in /sys/class/virtio-ports/*; do
		[ "$(cat "$p/name")" = "$1" ] && echo "/dev/${p##*/}" && return
	done
	fail "no port '$1'"
}

# order WORD...: send a control command (gpu/PROTOCOL.rst) to the emulated GPU, and print the
# answer; fail on an error.
order()
{
	[ -n "${ORDERS:-}" ] || ORDERS=$(port gpu)
	answer=$( (echo "$*" >&3; head -n 1 <&3) 3<>"$ORDERS")
	case $answer in
	ok*)	echo "$answer" ;;
	*)	fail "order '$*': $answer" ;;
	esac
}

# boots: print how often each GuC's firmware was started
boots()
{
	for gt in $(gts); do
		order state "${gt##*gt}" | sed 's/.* boots=\([0-9]*\).*/\1/'
	done
}

# gpu_node: print the path of the device's render node
gpu_node()
{
	find /dev/dri -name 'renderD*' | head -n 1
}

# batch CLASS[.GT] [KIND [COUNT]]: replace the shell by the program exec (guest/exec.c) with the
# GPU's node, the profile's PAT index and these arguments; PROGRAM can be set to a copy of the
# program with another name
batch()
{
	[ -x "$JOB/files/exec" ] || chmod +x "$JOB/files/exec"
	pat=$(sed -n 's/^expect exec pat \([0-9]*\).*/\1/p' "$PROFILE")
	class=$1
	shift
	exec "${PROGRAM:-$JOB/files/exec}" "$(gpu_node)" "$class" "${pat:-0}" "$@"
}

# none_left: true when there is no devcoredump
none_left()
{
	[ -z "$(find /sys/class/devcoredump/ -name 'devcd*')" ]
}

# job_timeout MS: set the job timeout of all engines; xe's default is five seconds
job_timeout()
{
	for timeout in "$PCI"/tile0/gt*/engines/*/job_timeout_ms; do
		echo "$1" >"$timeout"
	done
}

# reset_gts [N]: reset GT N, or all GTs, through debugfs, and wait for the end
reset_gts()
{
	local gt

	for gt in $(gts); do
		[ "${gt##*/gt}" = "${1:-${gt##*/gt}}" ] || continue
		# On 6.12 reading the file resets the GT, on 7.x writing to it.
		cat "$gt/force_reset_sync" >/dev/null 2>&1 || true
		(echo 1 >"$gt/force_reset_sync") 2>/dev/null || true
	done
}

# load_xe: load xe, in scenarios with "#@ xe-by-hand yes", for which the guest does not load it at
# boot
load_xe()
{
	ko=$JOB/mods/xe.ko
	[ -e "$ko" ] || ko=$JOB/files/xe.ko
	# shellcheck disable=SC2046
	insmod "$ko" $(cat "$JOB/files/xe-args")
}
