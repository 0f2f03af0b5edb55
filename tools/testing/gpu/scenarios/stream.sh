# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# stream.sh -- test the module's stream and trace event: at different rates, each event that the
# emulated GPU (the device) writes must be in the recording or be counted as lost.  Further tests:
# three readers of different speed; a GT reset, a suspended GPU and an unbind while streams are
# open.
# On the kernel's command line, gpu_rates=100,1000 selects other rates, and gpu_seconds=N the time
# for which each rate is measured (default: 6): without a reader, with a stream, and with the trace
# event.
# stream.check compares the streams and the trace with the device's counts, and prints the lowest
# rate at which events are lost.
#@ module yes
#@ tool yes
#@ gpu --seed 1 --events 0
#@ timeout 1800
#@ mem 3072
#@ forgive 6.12 WARNING: .* xe_uc_gucrc_disable
#@ forgive 7 WARNING: .*drivers/gpu/drm/xe/
. "$JOB/files/live-lib.sh"
STREAM=$LIVE/gt0/guc_log_stream
TRACE=/sys/kernel/tracing
EVENT=$TRACE/events/xe_guclog/guc_event/enable
STOPPED_S=10
# Number of entries in the ring of 64 KiB.
ROOM=3276

# counted KEY: print the value of KEY in the device's state
counted()
{
	order state 0 | sed "s/.* $1=\([0-9]*\).*/\1/"
}

# written: print the number of events that the device has written
written()
{
	counted written
}

# has_head NAME: true when the first bytes of the stream (its file header) were read
has_head()
{
	[ -s "$1.lfd" ]
}

# follow NAME: read the stream into NAME.lfd in the background; sets READER
follow()
{
	cat "$STREAM" >"$1.lfd" &
	READER=$!
	eventually has_head "$1" || fail "$1: the stream is empty"
	written >"$1.from"
}

# end NAME [PID]: end the reader after it has read all written events
end()
{
	sleep 2
	written >"$1.to"
	kill "${2:-$READER}"
}

# busy UPTIME IDLE: print the percentage of time for which the two CPUs were busy since /proc/uptime
# had these values
busy()
{
	awk -v up="$1" -v idle="$2" \
		'{ printf "%.1f", 100 - 100 * ($2 - idle) / (($1 - up) * 2) }' /proc/uptime
}

# start RATE: let the device write events at that rate. The flush message makes the module poll
# often from the start; real firmware sends it when the ring is half full.
start()
{
	order rate "$1" >/dev/null
	order flush >/dev/null
}

# measure RATE NAME: write events at this rate, and print how busy the CPUs were. NAME.host gets the
# delays that the host caused: the number and the longest of the pauses of a CPU of the guest that
# were longer than the device needs to fill half of its ring, and the total of the device's pauses.
measure()
{
	held=$(counted held-up)
	limit=$((ROOM * 500 / $1))
	"$JOB/files/stalls" $((limit > 10 ? limit : 10)) >"$2.host" &
	stalls=$!
	had=$(cat /proc/uptime)
	start "$1"
	sleep "$SECONDS_EACH"
	# shellcheck disable=SC2086
	busy $had
	order rate 0 >/dev/null
	kill $stalls
	wait $stalls
	echo "held_up=$((($(counted held-up) - held) / 1000000))" >>"$2.host"
}

# trace_on NAME: begin to record the trace event
trace_on()
{
	echo 2048 >$TRACE/buffer_size_kb
	echo >$TRACE/trace
	echo 1 >$EVENT
	sleep 1
	written >"$1.from"
}

# trace_off NAME: end the recording, and save the newest events and the number of events of each CPU
trace_off()
{
	sleep 2
	written >"$1.to"
	echo 0 >$EVENT
	grep -h -E '^(entries|overrun|dropped events):' $TRACE/per_cpu/cpu*/stats >"$1.stats"
	grep guc_event: $TRACE/trace | tail -n 5000 >"$1.trace"
}

# at_rate RATE: print how busy the CPUs are at RATE events per second: without a reader, with a
# reader of the stream, and with the trace event
at_rate()
{
	alone=$(measure "$1" "alone-$1")
	follow "rate-$1"
	streamed=$(measure "$1" "rate-$1")
	end "rate-$1"
	trace_on "trace-$1"
	traced=$(measure "$1" "trace-$1")
	trace_off "trace-$1"
	echo "rate $1: $(($(cat "rate-$1.to") - $(cat "rate-$1.from"))) events in $SECONDS_EACH s;" \
		"CPUs busy for $alone %, $streamed % with a stream, $traced % with the trace event"
}

# rest WHAT: print how busy the CPUs are while the device writes no events
rest()
{
	had=$(cat /proc/uptime)
	sleep "$SECONDS_EACH"
	# shellcheck disable=SC2086
	echo "$1: CPUs busy for $(busy $had) %"
}

awake()
{
	[ "$(cat "$PCI/power/runtime_status")" = active ]
}

# three_readers: a reader that is stopped must lose events, the two other readers must not
three_readers()
{
	follow fast
	fast=$READER
	follow third
	third=$READER
	follow slow
	start 2000
	sleep 1
	kill -STOP "$READER"
	sleep $STOPPED_S
	kill -CONT "$READER"
	sleep 1
	order rate 0 >/dev/null
	end slow
	end third $third
	end fast $fast
}

# sleeping_gpu: an open stream must neither keep the GPU awake nor resume it
sleeping_gpu()
{
	cat "$STREAM" >sleep.lfd &
	READER=$!
	eventually has_head sleep
	suspend_gpu
	slept=$(cat "$PCI/power/runtime_active_time")
	sleep 5
	suspended || fail "an idle stream resumed the GPU"
	[ "$(cat "$PCI/power/runtime_active_time")" = "$slept" ] || fail "the GPU was awake in between"
	echo "suspended while a stream was open"
	kill "$READER"
	stay_awake
	eventually awake || fail "the GPU is not resumed"
}

SECONDS_EACH=$(setting seconds 6)
start_ours
[ -e $TRACE/trace ] || mount -t tracefs tracefs $TRACE
order events 50 >/dev/null
rest "no stream"
follow rest
rest "idle stream"
end rest
trace_on rest
rest "trace event on"
trace_off rest
for rate in $(setting rates 1000,10000,100000 | tr , ' '); do
	at_rate "$rate"
done
three_readers

# A GT reset loads the firmware again, which an open stream must report.
follow reset
order events 10 >/dev/null
sleep 1.5
reset_gts
order events 10 >/dev/null
end reset
sleeping_gpu

# When the GPU is unbound, a waiting reader must get the end of the file.
cat "$STREAM" >unbound.lfd &
READER=$!
eventually has_head unbound
echo 0000:00:02.0 >"$DRIVER/unbind"
eventually hidden || fail "an unbound GPU is still shown"
wait $READER || fail "the reader failed with status $?"
rmmod xe_guclog
