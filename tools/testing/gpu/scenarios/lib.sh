# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# lib.sh -- what the scenarios share; runs in the guest, under busybox.
set -eu
# shellcheck disable=SC2034
PCI=/sys/bus/pci/devices/0000:00:02.0
DRIVER=/sys/bus/pci/drivers/xe
PROFILE=$(echo "$JOB"/files/*.gpu)

fail()
{
	echo "FAIL: $*" >&2
	exit 1
}

# dri: the debugfs directory of the GPU, by its address or the newest minor.
dri()
{
	if [ -d /sys/kernel/debug/dri/0000:00:02.0 ]; then
		echo /sys/kernel/debug/dri/0000:00:02.0
	else
		find /sys/kernel/debug/dri -maxdepth 1 -name '[0-9]*' | sort -n | head -n 1
	fi
}

# gts: the GTs' directories, with the tile in the path or without.
gts()
{
	find "$(dri)/" -type d -name 'gt[0-9]' | sort
}

bound()
{
	[ -L "$DRIVER/0000:00:02.0" ]
}

# stay_awake: no runtime suspend.  To resume, the GuC is loaded anew, and its
# log begins anew: an account of it would be of another life.
stay_awake()
{
	echo on >"$PCI/power/control"
}

orders_port()
{
	for p in /sys/class/virtio-ports/*; do
		[ "$(cat "$p/name")" = gpu ] && echo "/dev/${p##*/}" && return
	done
	fail "no port for orders"
}

# order WORD...: tell the device; prints its answer, fails when it refuses.
order()
{
	[ -n "${ORDERS:-}" ] || ORDERS=$(orders_port)
	answer=$( (echo "$*" >&3; head -n 1 <&3) 3<>"$ORDERS")
	case $answer in
	ok*)	echo "$answer" ;;
	*)	fail "order '$*': $answer" ;;
	esac
}

# load_xe: as the harness does when the scenario does not do it by hand.
load_xe()
{
	ko=$JOB/mods/xe.ko
	[ -e "$ko" ] || ko=$JOB/files/xe.ko
	# shellcheck disable=SC2046
	insmod "$ko" $(cat "$JOB/files/xe-args")
}

# shown FILE LABEL: a mask of xe's topology, without commas and leading zeros.
shown()
{
	sed -n "s/^$2: *//p" "$1" | tr -d , | sed 's/^0*\(.\)/\1/'
}

# expect_topology DIR GT: what xe made of the fuses is what the profile expects.
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
		*)		fail "profile: what is '$key'?" ;;
		esac
		have=$(shown "$1/topology" "$label")
		[ "$have" = "$want" ] || fail "$2 $key is '$have', not '$want'"
		checked=$((checked + 1))
	done <<-EOT
	$(grep '^expect' "$PROFILE" | sed 's/#.*//')
	EOT
	[ "$2" != gt0 ] || [ $checked -ge 5 ] || fail "only $checked values were compared"
}

# expect_hwconfig DIR GT: every key of the profile's table.
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
