# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# found.sh -- functions that compare what xe found on the emulated GPU with the profile, for a shell
# in the guest.  PROFILE is the profile's file, PCI the device's folder in sysfs; fail() ends the
# script with a message.

# shown FILE LABEL: print a mask of xe's topology, without commas and leading zeros.
shown()
{
	sed -n "s/^$2: *//p" "$1" | tr -d , | sed 's/^0*\(.\)/\1/'
}

# found_topology DIR GT: compare xe's topology with the profile's expectations.
found_topology()
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

# found_hwconfig DIR GT: compare xe's hwconfig table with the profile's.
found_hwconfig()
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

# found_value FILE KEY VALUE: FILE must have the line "KEY VALUE".
found_value()
{
	grep -qx "$2 $3" "$1" || fail "${1##*/}: $2 is not $3: $(grep "^$2 " "$1")"
}

# found_info: compare the properties of the device in xe's debugfs file info with the profile.
found_info()
{
	found_value info graphics_verx100 "$(profiled version)"
	found_value info devid "$(profiled device | tr A-F a-f)"
	found_value info revid $(($(profiled device 2)))
	found_value info vm_max_level $(($(profiled ppgtt-levels) - 1))
	[ -z "$(profiled media-gmdid)" ] ||
		found_value info media_verx100 $(($(profiled media-gmdid) * 100 + $(profiled media-gmdid 2)))
	if [ -n "$(profiled vram-gib)" ]; then
		found_value info is_dgfx yes
	else
		found_value info is_dgfx no
	fi
	found_value info platform "$(profiled 'expect info platform')"
	# Linux 6.12 shows a mask instead of a list of engines.
	grep -q '^gt0 engines' info || return 0
	for gt in gt0 gt1; do
		engines=$(sed -n "s/#.*//; s/^expect $gt engines //p" "$PROFILE")
		[ -z "$engines" ] || found_value info "$gt engines" "$engines"
	done
}

# found_clocks: compare the frequencies of each GT with the profile.
found_clocks()
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

# found_all DRI: compare everything; DRI is the GPU's folder in debugfs.  Leaves xe's file "info" in
# the working directory.
found_all()
{
	for gt in "$1"/gt[0-9] "$1"/tile[0-9]/gt[0-9]; do
		[ -d "$gt" ] || continue
		found_topology "$gt" "${gt##*/}"
		found_hwconfig "$gt" "${gt##*/}"
		echo "${gt##*/}: topology and hwconfig are equal to the profile's"
	done
	cp "$1/info" info
	found_info
	found_clocks
}
