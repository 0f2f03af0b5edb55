# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# system_sleep.sh -- the system goes to sleep and wakes up again (s2idle, up to the suspension of
# all devices) while two readers read every file and a stream is open: first with an active GPU on
# which batches run, then with one that is suspended.  A sleep is not a hang: there must be no
# record.  No read may fail, and the log must be the device's. images.check compares it.
# Then the system goes to sleep while xe is being unbound, which must end.
#@ module yes
#@ check images
#@ gpu --seed 1
#@ xe-by-hand yes
. "$JOB/files/hang-lib.sh"
ROUNDS=3

# asleep NAME: sleep and wake up
asleep()
{
	echo "system_sleep: $1" >/dev/kmsg
	sleep_once "$1"
	eventually says 'status=ok$' || fail "$1: $(cat "$LIVE/info")"
	rounds=$((rounds + 1))
}

# rounds NAME: sleep and wake up ROUNDS times, with new events each time
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
start_innocents ''
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
no_records || fail "a sleep is an incident: $(ls -d /sys/devices/xe_guclog-*)"
take_raw awake
echo "$rounds times asleep, reads and failures: $(cat count.*)" | tr '\n' ' '

# An unbind holds the lock of the device. In Linux 7.3, the unbind of xe then waits for the
# notifiers of a sleep.
i=0
while [ $i -lt $ROUNDS ]; do
	i=$((i + 1))
	(echo "$GPU" >"$DRIVER/unbind") & unbinder=$!
	sleep_once "unbind-$i"
	wait $unbinder || fail "xe was not unbound"
	echo "$GPU" >"$DRIVER/bind"
	eventually shown_live || fail "the GPU is not shown after the sleep"
done
echo "$i times asleep while xe was unbound"
out
[ ! -e "$X" ] || fail "something of the module is left"
