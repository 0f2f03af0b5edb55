# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# system_sleep.sh -- suspend the system (s2idle with pm_test "devices") and resume it, while two
# readers read files of the module and a stream is open: first with an active GPU on which
# batches run, then with a suspended GPU.  The module must not make a record (a devcoredump with the
# GuC log, as after a hang), no read may fail, and images.check compares the log with the image of
# the log buffer that the emulated GPU saved.  Then the system is suspended while xe is being
# unbound; the unbind must end.
#@ module yes
#@ check images
#@ gpu --seed 1
#@ xe-by-hand yes
. "$JOB/files/hang-lib.sh"
ROUNDS=3

# asleep NAME: suspend and resume the system, and check that the log can be read
asleep()
{
	echo "system_sleep: $1" >/dev/kmsg
	sleep_once "$1"
	eventually says 'status=ok$' || fail "$1: $(cat "$LIVE/info")"
	rounds=$((rounds + 1))
}

# rounds NAME: call asleep ROUNDS times, with 50 new events each time
rounds()
{
	i=0
	while [ $i -lt $ROUNDS ]; do
		i=$((i + 1))
		order events 50 >/dev/null
		asleep "$1-$i"
	done
}

trap 'touch /tmp/stop' EXIT
load_xe
start_ours
short_sleep

rounds=0
(read_files 1) & readers=$!
(read_files 2) & readers="$readers $!"
cat "$LIVE/gt0/guc_log_stream" >stream.lfd & stream=$!
start_healthy ''
rounds active
stop_all
echo auto >"$PCI/power/control"
echo 0 >"$PCI/power/autosuspend_delay_ms" 2>/dev/null || true
rounds idle
stay_awake
touch /tmp/stop
# shellcheck disable=SC2086
wait $readers || fail "a reader failed"
kill "$stream" || fail "the stream has ended"
cat errors.* >errors 2>/dev/null || true
[ ! -s errors ] || fail "reads failed: $(sort errors | uniq -c)"
sleep 0.5
no_records || fail "a system suspend was recorded: $(ls -d /sys/devices/xe_guclog-*)"
take_raw awake
echo "$rounds system suspends, reads and failures: $(cat count.*)" | tr '\n' ' '

# Check that xe can be unbound during a system suspend. In Linux 7.3, the unbind of xe holds the
# lock of the device while it waits for the notifiers of the suspend.
i=0
while [ $i -lt $ROUNDS ]; do
	i=$((i + 1))
	(echo "$GPU" >"$DRIVER/unbind") & unbinder=$!
	sleep_once "unbind-$i"
	wait $unbinder || fail "xe was not unbound"
	echo "$GPU" >"$DRIVER/bind"
	eventually shown_live || fail "the GPU is not shown after the system suspend"
done
echo "$i system suspends while xe was being unbound"
out
[ ! -e "$X" ] || fail "files of the module remain"
