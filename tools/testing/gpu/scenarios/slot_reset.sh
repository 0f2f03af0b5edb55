# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# slot_reset.sh -- the root port above the GPU reports a fatal error, and the slot is reset, while
# two readers read files of the module.  After the reset, xe of 7.3 removes and probes the device
# itself, without a notification of other modules.  The first time the device recovers.  The second
# time the probe fails in the function that gpu_refuse=FUNCTION on the kernel's command line selects
# (default: xe_device_create, which fails before xe has replaced its pointer to freed memory).  If
# the module can read a log, it must be the log of the device: images.check compares it with the
# image of the log buffer that the emulated GPU saved.
#@ module yes
#@ check images
#@ gpu --seed 1
#@ xe-by-hand yes
#@ slot yes
# xe polls registers of the device while the device is being reset, and warns after a timeout.
#@ forgive 7 WARNING: .*drivers/(gpu/drm/|pci/)
. "$JOB/files/live-lib.sh"

# fatal_error: make the root port report a malformed transaction
fatal_error()
{
	echo "pcie_aer_inject_error above-gpu MALF_TLP" >"$(port monitor)"
}

FUNCTION=$(setting refuse xe_device_create)

core_says()
{
	dmesg | grep -q "pcieport .*AER: $1"
}

trap 'touch /tmp/stop' EXIT
load_xe
start_ours
order image before >/dev/null
cat "$LIVE/gt0/guc_log_raw" >before.raw
(read_files 1) & readers=$!
(read_files 2) & readers="$readers $!"

boots=$(boots | head -n 1)
fatal_error
within 30 core_says 'device recovery successful' || fail "no recovery: $(dmesg | tail -n 30)"
[ "$(boots | head -n 1)" -gt "$boots" ] || fail "the firmware was not loaded again"
eventually says 'device_status=ok$' || fail "recovered: $(cat "$LIVE/info")"
order image recovered >/dev/null
cat "$LIVE/gt0/guc_log_raw" >recovered.raw
echo "slot reset: recovered, the log is read"

insmod "$JOB/files/xgl_refuse.ko" "function=$FUNCTION"
fatal_error
within 30 core_says 'device recovery failed' || fail "no second reset: $(dmesg | tail -n 30)"
[ "$(cat /sys/module/xgl_refuse/parameters/calls)" = 1 ] || fail "the probe was not refused"
bound || fail "the device is no longer bound"
sleep 2
cat "$LIVE/info" >refused.info || fail "info cannot be read"
if says 'device_status=ok$' && says 'status=ok$' && [ "$FUNCTION" != xe_device_create ]; then
	order image refused >/dev/null
	cat "$LIVE/gt0/guc_log_raw" >refused.raw
else
	! says 'status=ok$' || fail "after a failed probe: $(cat refused.info)"
	refuses 0 'Input/output error'
fi
echo "slot reset: $FUNCTION fails: $(grep ^device_status= refused.info)"
touch /tmp/stop
# shellcheck disable=SC2086
wait $readers || fail "a reader failed"
echo "reads and failures: $(cat count.*)" | tr '\n' ' '
rmmod xe_guclog
# xe is not unbound, because it would use memory that it has freed.
