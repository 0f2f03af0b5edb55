# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# anchor.sh -- the module must find a clock anchor (the times of one instant on the GuC's clock and
# on the host's clock) while events are written to the log, and must not find one before.
# anchor.check then compares the times that follow from the anchor with the known times of events.
#@ module yes
#@ tool yes
#@ gpu --seed 1 --events 0
. "$JOB/files/live-lib.sh"

write_and_use()
{
	cat "$LIVE/gt0/guc_log_lfd" >/dev/null
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		order events 1 >/dev/null
	done
	anchored
}

# known N: let the device write one event, and save the log and the time before and after the event,
# in seconds with two decimals
known()
{
	sleep 1
	cut -d' ' -f1 /proc/uptime >"known.$1"
	order events 1 >/dev/null
	cut -d' ' -f1 /proc/uptime >>"known.$1"
	cat "$LIVE/gt0/guc_log_lfd" >"known.$1.lfd"
}

bound || fail "xe did not bind"
stay_awake
order clock live >/dev/null
order events 20 >/dev/null
load_ours
eventually shown_live || fail "the GPU is not shown"
sleep 2
cat "$LIVE/info" >silent.info
grep -qx 'anchor=none yet' silent.info || fail "there is an anchor before any event was written"
eventually write_and_use || fail "no anchor: $(grep anchor "$LIVE/info")"
for n in 1 2 3; do
	known $n
done

# Check that the search for an anchor does not resume a suspended GPU.
echo auto >"$PCI/power/control"
within 30 suspended || echo "the GPU is not suspended" >awake
slept=$(cat "$PCI/power/runtime_suspended_time")
sleep 3
[ -e awake ] || suspended || fail "the GPU was resumed after $slept ms"
