# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# stream.sh -- the module's stream beside xe: each event that the device writes is in the
# stream or counted as lost, at different rates; two readers at their own pace; a GT
# reset, a suspended GPU and an unbind while streams are open.
# gpu_rates=100,1000 on the kernel command line chooses other rates.
# stream.check compares the streams with the device's own counts.
#@ module yes
#@ tool yes
#@ gpu --seed 1 --events 0
#@ timeout 600
#@ mem 1536
#@ forgive 6.12 WARNING: .* xe_uc_gucrc_disable
#@ forgive 7 WARNING: .*drivers/gpu/drm/xe/
# shellcheck disable=SC1091
. "$JOB/files/lib.sh"
# shellcheck disable=SC1091
. "$JOB/files/live-lib.sh"
STREAM=$LIVE/gt0/guc_log_stream
SECONDS_EACH=6

# written: print the number of events that the device has written
written()
{
	order state 0 | sed 's/.*written=\([0-9]*\).*/\1/'
}

# follow NAME: read the stream into NAME.lfd in the background; sets READER
follow()
{
	cat "$STREAM" >"$1.lfd" &
	READER=$!
	sleep 1
	written >"$1.from"
}

# end NAME [PID]: end the reader after it has read what was written
end()
{
	sleep 2
	written >"$1.to"
	kill "${2:-$READER}"
}

# busy UPTIME IDLE: print the percentage of the CPUs' time since then that was not idle
busy()
{
	awk -v up="$1" -v idle="$2" \
		'{ printf "%.1f", 100 - 100 * ($2 - idle) / (($1 - up) * 2) }' /proc/uptime
}

# at_rate RATE: follow the log while events come at that rate.  The module's looks are rare
# at first, so the firmware's message that the ring is half full comes early.
at_rate()
{
	follow "rate-$1"
	had=$(cat /proc/uptime)
	order rate "$1" >/dev/null
	order flush >/dev/null
	sleep $SECONDS_EACH
	# shellcheck disable=SC2086
	cpu=$(busy $had)
	order rate 0 >/dev/null
	end "rate-$1"
	echo "rate $1: $(($(cat "rate-$1.to") - $(cat "rate-$1.from"))) events in $SECONDS_EACH s," \
		"CPUs busy for $cpu % with one reader"
}

awake()
{
	[ "$(cat "$PCI/power/runtime_status")" = active ]
}

bound || fail "xe did not bind"
stay_awake
load_ours
eventually shown_live || fail "the GPU is not shown"
order events 50 >/dev/null

# rest WHAT: print how busy the CPUs are while nothing is written
rest()
{
	had=$(cat /proc/uptime)
	sleep $SECONDS_EACH
	# shellcheck disable=SC2086
	echo "$1: CPUs busy for $(busy $had) %"
}

rest "no stream"
follow rest
rest "idle stream"
end rest
rates=$(sed -n 's/.*gpu_rates=\([0-9,]*\).*/\1/p' /proc/cmdline | tr , ' ')
for rate in ${rates:-1000 10000 100000}; do
	at_rate "$rate"
done

# A reader that is stopped loses events, the other one does not.
follow fast
fast=$READER
follow slow
order rate 2000 >/dev/null
sleep 1
kill -STOP "$READER"
sleep 4
kill -CONT "$READER"
sleep 1
order rate 0 >/dev/null
end slow
end fast $fast

# A GT reset loads the firmware again.
follow reset
order events 10 >/dev/null
sleep 1.5
reset_gts
order events 10 >/dev/null
end reset

# A stream does not keep the GPU awake, and does not wake it.
cat "$STREAM" >sleep.lfd &
READER=$!
sleep 1
suspend_gpu
slept=$(cat "$PCI/power/runtime_active_time")
sleep 5
suspended || fail "an idle stream woke the GPU"
[ "$(cat "$PCI/power/runtime_active_time")" = "$slept" ] || fail "the GPU was awake in between"
echo "suspended while a stream was open"
kill "$READER"
stay_awake
eventually awake || fail "it does not wake up"

# A reader that waits gets the end of the file when the GPU is unbound.
cat "$STREAM" >unbound.lfd &
READER=$!
sleep 1
echo 0000:00:02.0 >"$DRIVER/unbind"
eventually hidden || fail "it is still shown"
wait $READER || fail "the reader failed with status $?"
rmmod xe_guclog
