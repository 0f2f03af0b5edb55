# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# suspended.sh -- a suspended GPU: loading the module, listing its files and reading
# facts leave it suspended.  Reading a log in system memory does so as well.  For a
# log in VRAM the module resumes the GPU, and its files have woken=yes.
# images.check compares the logs with the device's own.
#@ module yes
#@ check images
#@ gpu --seed 1
#@ xe-by-hand yes
. "$JOB/files/live-lib.sh"

# still_suspended WHAT: fail when the device was active, or its firmware was loaded again
still_suspended()
{
	suspended || fail "$1: the device is $(cat "$PCI/power/runtime_status")"
	[ "$(boots)" = "$BOOTS" ] || fail "$1: the firmware was loaded again"
	[ "$(cat "$PCI/power/runtime_active_time")" = "$ACTIVE" ] ||
		fail "$1: the device was active in between"
}

load_xe
bound || fail "xe did not bind"
stay_awake
for gt in $(gts); do
	order events 1234 "${gt##*gt}" >/dev/null
done
suspend_gpu
BOOTS=$(boots)
ACTIVE=$(cat "$PCI/power/runtime_active_time")

load_ours
eventually all_shown || fail "GTs shown: $(live_gts)"
still_suspended "loading the module"
find "$X/" -exec stat {} + >/dev/null
ls -lR "$X/" >list
still_suspended "listing the files"
cat "$X/xe_layout" "$LIVE/info" "$LIVE/asic_info" >/dev/null
says 'device_status=ok$' || fail "$(grep status= "$LIVE/info")"
says 'status=ok$' || fail "$(grep status= "$LIVE/info")"
! says 'woken=' || fail "woken before a log was read"
still_suspended "reading facts"
sleep 3
still_suspended "waiting"

for gt in $(live_gts); do
	has_vram || order image "suspended.gt$gt" "$gt" >/dev/null
	cat "$LIVE/gt$gt/guc_log_lfd" >"suspended.gt$gt.lfd"
	cat "$LIVE/gt$gt/guc_log_raw" >"suspended.gt$gt.raw"
	! has_vram || order image "suspended.gt$gt" "$gt" >/dev/null
done
if has_vram; then
	says 'woken=yes$' || fail "info does not report that the device was resumed"
	grep -q 'woken=yes' suspended.gt0.lfd || fail "the LFD file does not report the resume"
	[ "$(cat "$PCI/power/runtime_active_time")" -gt "$ACTIVE" ] || fail "it was not resumed"
	eventually suspended || fail "it is not suspended again"
	echo "VRAM: resumed, boots were $(echo "$BOOTS" | tr '\n' ' '), are $(boots | tr '\n' ' ')"
else
	still_suspended "reading the log"
	! says 'woken=' || fail "info tells of a resume"
	! grep -q 'woken=' suspended.gt0.lfd || fail "the LFD file reports a resume"
	echo "system memory: the log was read, the device is still suspended"
fi

# The files of an active device do not report a resume.
stay_awake
cat "$LIVE/gt0/guc_log_lfd" >active.lfd
! grep -q 'woken=' active.lfd || fail "active, and woken"
[ "$(grep -c '^woken=' "$LIVE/info")" -lt "$(live_gts | wc -l)" ] || fail "info: active, and woken"
out
[ ! -e "$X" ] || fail "something of the module is left"
