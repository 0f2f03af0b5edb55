# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# bad_layout.sh -- provoke situations in which the module cannot read a log, or cannot show a fact
# about the GPU in its file info, and check the errno and the line of info that gives the reason.
# unavailable.sh provokes further situations; the KUnit suite xgl_xe_session tests the situations
# that need a GPU or a version of xe that this test does not have.
#@ module yes
#@ check images
#@ gpu --seed 1
#@ xe-by-hand yes
# xe prints warnings, because the scenario makes the GPU hang and removes it.
#@ forgive 7 WARNING: .*(drivers/gpu/drm/|remove_proc_entry)
# xe does not free its interrupt when it unbinds from a GPU that cannot resume.
#@ forgive 6 WARNING: .*(drivers/gpu/drm/|remove_proc_entry)
. "$JOB/files/live-lib.sh"

# whole NAME: save the log as NAME.raw and NAME.lfd from the module's files, and let the device save
# an image of the log buffer as NAME; images.check compares NAME.raw with the image
whole()
{
	order image "$1" >/dev/null
	cat "$LIVE/gt0/guc_log_raw" >"$1.raw"
	cat "$LIVE/gt0/guc_log_lfd" >"$1.lfd"
	[ "$(wc -c <"$1.lfd")" -gt 2000 ] || fail "$1: no LFD file"
}

start()
{
	load_xe
	load_ours
	eventually shown_live || fail "nothing is shown"
}

# late: the kernel's type information (BTF) is missing when the module is loaded, as it can be early
# in a boot; the module must show the GTs when the information appears
late()
{
	mount -t tmpfs none /sys/kernel/btf
	load_xe
	load_ours
	eventually test -e "$LIVE/info" || fail "late: the device is not shown"
	sleep 2
	says "device_status=xe's layout has not been read yet" || fail "late: $(cat "$LIVE/info")"
	! shown_live || fail "late: a GT is shown without a layout"
	umount /sys/kernel/btf
	eventually shown_live || fail "late: $(cat "$LIVE/info" "$X/xe_layout")"
	stay_awake
	whole late
	out
}

# fields: if xe's type information lacks a structure member that the module requires, info and the
# kernel log must contain the name of the member
fields()
{
	count=0
	while read -r name path; do
		spoil "$name"
		load_spoiled
		load_ours
		eventually test -e "$LIVE/info" || fail "$name: the device is not shown"
		cat "$LIVE/info" >"refused-$name"
		says "device_status=this version of xe is not supported: $path: no such member\$" ||
			fail "$name: $(grep ^device_status "$LIVE/info")"
		grep -qx "refused=$path: no such member" "$X/xe_layout" ||
			fail "$name: $(cat "$X/xe_layout")"
		says 'incidents=unable' || fail "$name: $(grep ^incidents "$LIVE/info")"
		! shown_live || fail "$name: a GT of a device that is refused"
		dmesg | grep -q "its logs cannot be read, .*: $path: no such member" ||
			fail "$name: the kernel log does not contain the reason"
		out
		count=$((count + 1))
	done <<-EOT
	tile_count xe_device.info.tile_count
	primary_gt xe_tile.primary_gt
	media_gt xe_tile.media_gt
	EOT
	echo "refused: xe without each of $count required members"
	start
	eventually shown_live || fail "the same xe with good type information is not accepted"
	out
}

# facts: if xe's type information lacks a member that the module does not require, the log must be
# readable, and info must not have the line (the fact) that the module reads from this member
facts()
{
	count=0
	while read -r name fact; do
		spoil "$name"
		load_spoiled
		stay_awake
		load_ours
		eventually shown_live || fail "$name: the GT is not shown"
		whole "without-$name"
		! says "$fact=" || fail "$name: $(grep "^$fact" "$LIVE/info")"
		out
		count=$((count + 1))
	done <<-EOT
	graphics_verx100 graphics_ip
	is_dgfx gpu_type
	reference_clock reference_clock_hz
	EOT
	echo "accepted: xe without each of $count optional members"
}

# wedged: the log of a device that xe has declared wedged after a hang must be readable
wedged()
{
	start
	stay_awake
	says 'device_status=ok' || fail "before: $(grep ^device_status "$LIVE/info")"
	echo 2 >"$(dri)/wedged_mode"
	job_timeout 1500
	order hang rcs >/dev/null
	! (batch 0) || fail "the batch that should hang completed"
	eventually says 'device_status=wedged: xe has given the device up' ||
		fail "not wedged: $(cat "$LIVE/info")"
	dmesg | grep -q 'has declared device .* as wedged' || fail "the kernel log has no line about it"
	cp "$LIVE/info" wedged.info
	says 'status=ok' || fail "wedged: $(grep ^status "$LIVE/info")"
	whole wedged
	echo "wedged: $(grep ^device_status= wedged.info)"
	[ ! -e /sys/class/devcoredump/devcd1/data ] || echo 1 >/sys/class/devcoredump/devcd1/data
	out
}

# survivability: info must name the survivability mode, in which xe does not start the GuC and only
# allows a firmware update; no GT may be shown
survivability()
{
	load_xe
	group=/sys/kernel/config/xe/0000:00:02.0
	echo 0000:00:02.0 >"$DRIVER/unbind"
	if ! mkdir "$group" 2>/dev/null || [ ! -e "$group/survivability_mode" ]; then
		echo "survivability: this xe or GPU has no such mode"
		[ "$(uname -r | cut -d. -f1)" -lt 7 ] || ! grep -q '^device 0xe20b' "$PROFILE" ||
			fail "no survivability mode"
		rmdir "$group" 2>/dev/null || true
		rmmod xe
		return 0
	fi
	echo 1 >"$group/survivability_mode"
	echo 0000:00:02.0 >"$DRIVER/bind"
	grep -q Boot "$PCI/survivability_mode" || fail "xe is not in survivability mode"
	load_ours
	eventually test -e "$LIVE/info" || fail "survivability: the device is not shown"
	cp "$LIVE/info" survivability.info
	says 'device_status=xe is in survivability mode$' || fail "$(cat survivability.info)"
	! shown_live || fail "survivability: a GT is shown"
	echo "survivability: $(grep ^device_status= survivability.info)"
	# After a normal bind the GTs must be shown again.
	echo 0000:00:02.0 >"$DRIVER/unbind"
	eventually hidden || fail "an unbound GPU is still shown"
	rmdir "$group"
	echo 0000:00:02.0 >"$DRIVER/bind"
	eventually shown_live || fail "after survivability mode nothing is shown"
	whole survived
	out
}

# put_back: make the removed device answer again, and rescan the bus
put_back()
{
	echo 1 >"$PCI/remove"
	eventually hidden || fail "a GPU that was removed is shown"
	order return >/dev/null
	echo 1 >/sys/bus/pci/rescan
	eventually shown_live || fail "a GPU that is back is not shown"
}

# gone: the device no longer responds. A read of a log in VRAM must fail, a log in system memory
# must be readable. When the device has returned, its log must be readable.
gone()
{
	start
	stay_awake
	order remove >/dev/null
	if has_vram; then
		refuses 0 'Input/output error'
		echo "gone: $(cat "$LIVE/gt0/guc_log_lfd" 2>&1 >/dev/null)"
	else
		cat "$LIVE/gt0/guc_log_lfd" >gone.lfd
		[ "$(wc -c <gone.lfd)" -gt 2000 ] || fail "gone: no LFD file"
		echo "gone: the log was in system memory, and is read"
	fi
	cp "$LIVE/info" gone.info
	says 'device_status=the device does not respond$' || fail "gone: $(cat gone.info)"
	! has_vram || says 'status=the device does not respond$' || fail "gone: $(cat gone.info)"
	put_back
	says 'device_status=ok$' || fail "back: $(grep status= "$LIVE/info")"
	whole back
	out
}

# no_resume: the device is removed while it is suspended, so its resume fails.  A log in system
# memory can still be read.  This must be the last test, because the device does not return.
no_resume()
{
	start
	suspend_gpu
	says 'status=ok$' || fail "asleep: $(grep status= "$LIVE/info")"
	order remove >/dev/null
	if has_vram; then
		refuses 0 'Input/output error'
		cp "$LIVE/info" resume.info
		says 'status=the device could not be resumed: error -' || fail "$(cat resume.info)"
		echo "resume: $(grep ^status= resume.info | head -n 1)"
	else
		cat "$LIVE/gt0/guc_log_lfd" >asleep.lfd
		[ "$(wc -c <asleep.lfd)" -gt 2000 ] || fail "resume: no LFD file"
		[ "$(cat "$PCI/power/runtime_status")" != active ] || fail "the device was resumed"
		echo "resume: it fails, and the log is read: $(grep ^status= "$LIVE/info")"
	fi
	out
}

late
fields
facts
survivability
# Linux 6.12 does not suspend the device any more after the test wedged, because xe leaves a wrong
# runtime PM usage count.
wedged
gone
no_resume
[ ! -e "$X" ] || fail "files of the module remain"
