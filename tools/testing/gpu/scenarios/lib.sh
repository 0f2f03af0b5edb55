# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# lib.sh -- functions for all scenarios.  A scenario is a test script of this folder, which busybox
# runs in a guest with the emulated GPU.  $JOB/files has the files that run.sh has put into the
# guest.  One of them is the profile (device/profiles), which describes the emulated GPU and lists
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

# order WORD...: send a control command (device/PROTOCOL.rst) to the emulated GPU, and print the
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

# shown FILE LABEL: print a mask of xe's topology, without commas and leading zeros.
shown()
{
	sed -n "s/^$2: *//p" "$1" | tr -d , | sed 's/^0*\(.\)/\1/'
}

# expect_topology DIR GT: compare xe's topology with the profile's expectations.
expect_topology()
{
	checked=0
	while read -r _ where key want; do
		[ "$where" = "$2" ] || continue
		case $key in
		geometry-dss)	label='dss mask (geometry)' ;;
		compute-dss)	label='dss mask (compute)' ;;
		eu)		label='EU mask per DSS' ;;
		eu-type)	label='EU type' ;;
		l3)		label='L3 bank mask' ;;
		engines)	continue ;;
		*)		fail "profile: unknown key '$key'" ;;
		esac
		have=$(shown "$1/topology" "$label")
		[ "$have" = "$want" ] || fail "$2 $key is '$have', not '$want'"
		checked=$((checked + 1))
	done <<-EOT
	$(grep '^expect' "$PROFILE" | sed 's/#.*//')
	EOT
	[ "$2" != gt0 ] || [ $checked -ge 5 ] || fail "only $checked values were compared"
}

# expect_hwconfig DIR GT: compare xe's hwconfig table with the profile's.
expect_hwconfig()
{
	[ "$2" = gt0 ] || return 0
	while read -r _ key value _; do
		[ -n "$key" ] || continue
		grep -q "^\[ *$key\] = $value\$" "$1/hwconfig" ||
			fail "hwconfig $key is not $value"
	done <<-EOT
	$(grep '^hwconfig' "$PROFILE")
	EOT
}

# profiled KEY [N]: print word N (default: 1) after KEY in the first line of the profile with this
# KEY.
profiled()
{
	sed -n "s/#.*//; s/^$1 //p" "$PROFILE" | head -n 1 | awk -v n="${2:-1}" '{ print $n }'
}

# expect_value FILE KEY VALUE: FILE must have the line "KEY VALUE".
expect_value()
{
	grep -qx "$2 $3" "$1" || fail "${1##*/}: $2 is not $3: $(grep "^$2 " "$1")"
}

# expect_info: compare the properties of the device in xe's debugfs file info with the profile.
expect_info()
{
	expect_value info graphics_verx100 "$(profiled version)"
	expect_value info devid "$(profiled device | tr A-F a-f)"
	expect_value info revid $(($(profiled device 2)))
	expect_value info vm_max_level $(($(profiled ppgtt-levels) - 1))
	[ -z "$(profiled media-gmdid)" ] ||
		expect_value info media_verx100 $(($(profiled media-gmdid) * 100 + $(profiled media-gmdid 2)))
	if [ -n "$(profiled vram-gib)" ]; then
		expect_value info is_dgfx yes
	else
		expect_value info is_dgfx no
	fi
	expect_value info platform "$(profiled 'expect info platform')"
	# Linux 6.12 shows a mask instead of a list of engines.
	grep -q '^gt0 engines' info || return 0
	for gt in gt0 gt1; do
		engines=$(sed -n "s/#.*//; s/^expect $gt engines //p" "$PROFILE")
		[ -z "$engines" ] || expect_value info "$gt engines" "$engines"
	done
}

# expect_clocks: compare the frequencies of each GT with the profile.
expect_clocks()
{
	clocks=0
	for dir in "$PCI"/tile0/gt*/freq0; do
		set -- rpn rpe rp0
		n=0
		for f; do
			n=$((n + 1))
			have=$(cat "$dir/${f}_freq")
			want=$(profiled clocks-mhz $n)
			# xe rounds to multiples of 50/3 MHz.
			off=$((have - want))
			[ "${off#-}" -le 9 ] || fail "$dir: $f is $have MHz, not $want"
			clocks=$((clocks + 1))
		done
	done
	[ $clocks -ge 3 ] || fail "xe shows no frequencies"
	echo "$clocks frequency limits are equal to the profile's"
}
