# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# no_btf.sh -- load an xe without type information (BTF), such as one that DKMS has built without the
# kernel's vmlinux: info and the kernel log must say that xe has none and name the firmware file that
# can replace it; with this file the log must be readable. A file for another xe, a damaged file, and
# any file on a locked-down kernel must not be used.
#@ module yes
#@ no-btf yes
#@ check images
#@ gpu --seed 1
#@ xe-by-hand yes
. "$JOB/files/live-lib.sh"
# $JOB/files is the kernel's folder of firmware.
FIRMWARE=$JOB/files/xe_guclog
mkdir -p "$FIRMWARE"

load_stripped()
{
	# shellcheck disable=SC2046
	insmod "$JOB/files/xe-no-btf.ko" $(cat "$JOB/files/xe-args")
	[ ! -e /sys/kernel/btf/xe ] || fail "xe has type information"
}

# is_refused NAME TEXT: no log may be readable, and info, xe_layout and the kernel log must have the
# reason TEXT
is_refused()
{
	eventually test -e "$LIVE/info" || fail "$1: the device is not shown"
	eventually says 'device_status=this version of xe is not supported' || fail "$1: $(cat "$LIVE/info")"
	cp "$LIVE/info" "refused-$1"
	says "device_status=.*xe has no type information (BTF)$2" ||
		fail "$1: $(grep ^device_status "$LIVE/info")"
	grep -q "^refused=.*$2.*xe-$id.btf" "$X/xe_layout" || fail "$1: $(cat "$X/xe_layout")"
	dmesg | grep -q "no hangs are recorded: .*$2.*xe-$id.btf" || fail "$1: the kernel log lacks the reason"
	says 'incidents=unable' || fail "$1: $(grep ^incidents "$LIVE/info")"
	! shown_live || fail "$1: a GT is shown"
	echo "$1: $(grep ^device_status= "$LIVE/info")"
}

# refused NAME TEXT: load the module, check is_refused, and unload it
refused()
{
	load_ours
	is_refused "$@"
	rmmod xe_guclog
}

load_stripped
stay_awake
id=$(od -An -v -tx1 /sys/module/xe/notes/.note.gnu.build-id | tr -d ' \n' | cut -c 33-)
file=$FIRMWARE/xe-$id.btf
refused none ', and no file'

cp "$JOB/files/xe.btf" "$FIRMWARE/xe-$(echo "$id" | tr 0-9a-f 1-9a-f0).btf"
refused other ', and no file'
head -c 100000 "$JOB/files/xe.btf" >"$file"
refused cut ', and its file is bad'
head -c 20 /dev/zero >"$file"
refused zeros ', and its file is bad'

cp "$JOB/files/xe.btf" "$file"
load_ours
eventually shown_live || fail "with the file: $(cat "$LIVE/info" "$X/xe_layout")"
dmesg | grep -q "using firmware file xe_guclog/xe-$id.btf" || fail "the kernel log does not name the file"
says 'incidents=1' || fail "$(grep -E '^(incidents|trigger)' "$LIVE/info")"
order image whole >/dev/null
cat "$LIVE/gt0/guc_log_raw" >whole.raw
cat "$LIVE/gt0/guc_log_lfd" >whole.lfd
[ "$(wc -c <whole.lfd)" -gt 2000 ] || fail "no LFD file"
echo "with the file: $(grep ^device_status= "$LIVE/info")"
out

# Lockdown cannot be lifted, so this is last. The modules are not signed, so they are loaded before,
# and xe gets the device afterwards.
echo 0 >/sys/bus/pci/drivers_autoprobe
load_stripped
load_ours
mount -t securityfs none /sys/kernel/security 2>/dev/null || true
echo integrity >/sys/kernel/security/lockdown
echo "$GPU" >"$DRIVER/bind"
is_refused lockdown '; the kernel is locked down'
