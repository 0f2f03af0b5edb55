# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# suspended.sh -- loading the module, listing its files, reading info and reading a log in system
# memory must not resume a suspended GPU.  To read a log in VRAM, the module resumes the GPU, and
# then its files must have the line woken=yes.  images.check compares the logs with the images of
# the log buffer that the emulated GPU saved.
#@ module yes
#@ check images
#@ gpu --seed 1
#@ xe-by-hand yes
. "$JOB/files/live-lib.sh"

# still_suspended WHAT: fail if the device is or was active, or if its firmware was loaded again
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
! says 'woken=' || fail "info has woken= before a log was read"
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
	[ "$(cat "$PCI/power/runtime_active_time")" -gt "$ACTIVE" ] || fail "the GPU was not resumed"
	eventually suspended || fail "the GPU is not suspended again"
	echo "log in VRAM: the GPU was resumed; number of boots before: $(echo "$BOOTS" | tr '\n' ' '), after: $(boots | tr '\n' ' ')"
else
	still_suspended "reading the log"
	! says 'woken=' || fail "info reports a resume"
	! grep -q 'woken=' suspended.gt0.lfd || fail "the LFD file reports a resume"
	echo "log in system memory: it was read, and the GPU is still suspended"
fi

# The files of an active device must not report that the module has resumed the device.
stay_awake
cat "$LIVE/gt0/guc_log_lfd" >active.lfd
! grep -q 'woken=' active.lfd || fail "the LFD file of an active GPU has woken="
[ "$(grep -c '^woken=' "$LIVE/info")" -lt "$(live_gts | wc -l)" ] || fail "info of an active GPU has woken="
out
[ ! -e "$X" ] || fail "files of the module remain"
