# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash disable=SC2154,SC2317
# replay-stream.sh -- the stream file and the trace events of a replay device whose log
# grows.  Prints KTAP.
# Needs streamtool in $JOB/files.
set -u
# shellcheck disable=SC1091
. "$JOB/files/replay-lib.sh"
TOOL=$JOB/files/streamtool
A=$CONFIG/s
D=$DEBUG/s
S=$D/gt0/guc_log_stream
T=/tmp/stream
TRACE=/sys/kernel/tracing

ring()
{
	$TOOL ring "$A/gt0/image" "$@"
}

# grow FROM TO STEP: let the log grow, slowly enough for a reader
grow()
{
	n=$1
	while [ "$n" -lt "$2" ]; do
		n=$((n + $3))
		ring $n || return 1
		sleep 0.1
	done
}

# follow OUT: read the stream into a file; sets READER
follow()
{
	cat "$S" >"$1" &
	READER=$!
	sleep 0.15
}

# reaches FILE NUMBER: wait, for at most three seconds, until that event is the next one
reaches()
{
	for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
		! $TOOL verify "$1" | grep -q " next=$2 " || return 0
		sleep 0.2
	done
	echo "event $2 is not the next one in ${1##*/}"
	return 1
}

# stops PID: the process must end within two seconds; its status is the result
stops()
{
	for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
		kill -0 "$1" 2>/dev/null || break
		sleep 0.1
	done
	! kill -0 "$1" 2>/dev/null || { echo "still runs"; kill -9 "$1"; return 1; }
	wait "$1"
}

only_the_head_at_first()
{
	ring 10 && follow $T/head || return 1
	kill "$READER"
	same_text "$($TOOL verify $T/head)" \
		"head=0x3f events=0 lost=0 restarts=0 next=0 rest=0" &&
		grep -q "^event_stream=events since" $T/head &&
		grep -q "^event_size=4096" $T/head && grep -q "^source=replay" $T/head
}

gives_new_events()
{
	ring 10 && follow $T/new && grow 10 50 10 && reaches $T/new 50 || return 1
	kill "$READER"
	cp $T/new "$OUT/stream.lfd"
	same_text "$($TOOL verify $T/new)" \
		"head=0x3f events=40 lost=0 restarts=0 next=50 rest=0"
}

# One reader reads all the time.  The other one is stopped while the ring of 204 events
# is overwritten.
each_at_its_own_pace()
{
	ring 50 && follow $T/fast || return 1
	fast=$READER
	$TOOL collect "$S" "$OUT/slow.lfd" 350 10000 >$T/slow &
	slow=$!
	sleep 0.2
	kill -STOP $slow
	grow 50 350 50
	kill -CONT $slow
	sleep 0.2
	ring 400
	wait $slow
	ret=$?
	reaches $T/fast 400
	kill "$fast"
	cat $T/slow
	same_text "$($TOOL verify $T/fast)" \
		"head=0x3f events=350 lost=0 restarts=0 next=400 rest=0" && [ $ret = 0 ] || return 1
	# 300 were written while it was stopped, of which the ring has 204.
	lost=$(sed -n 's/.* lost=\([0-9]*\) .*/\1/p' $T/slow)
	[ "$lost" -ge 96 ] && [ "$lost" -le 97 ] && grep -q "next=400" $T/slow &&
		grep -aqx "events_gap_at_least=yes" "$OUT/slow.lfd"
}

tells_a_restart()
{
	ring 300 && follow $T/restart && ring 310 && reaches $T/restart 310 &&
		ring 7 1 && reaches $T/restart 7 && ring 9 1 && reaches $T/restart 9 || return 1
	kill "$READER"
	cp $T/restart "$OUT/restart.lfd"
	same_text "$($TOOL verify $T/restart)" \
		"head=0x3f events=19 lost=0 restarts=1 next=9 rest=0"
}

# Looks become rare while nothing is written.
looks_become_rare()
{
	ring 20 && follow $T/rare && sleep 1.3 || return 1
	had=$(cat "$A/gt0/copied_bytes")
	sleep 2
	now=$(cat "$A/gt0/copied_bytes")
	kill "$READER"
	echo "$((now - had)) bytes in 2 s"
	# 36 bytes of state and 20 of the last entry, once a second
	[ $((now - had)) -ge 56 ] && [ $((now - had)) -le $((4 * 56)) ]
}

nobody_looks_without_a_reader()
{
	had=$(cat "$A/gt0/copied_bytes")
	sleep 1.2
	same_text "$(cat "$A/gt0/copied_bytes")" "$had"
}

does_not_block()
{
	$TOOL nonblock "$S" >$T/nonblock
	cat $T/nonblock
	grep -q "^bytes=[1-9][0-9]* then=Resource temporarily unavailable" $T/nonblock
}

# wakes VERB
wakes()
{
	ring 20 && $TOOL "$1" "$S" 100 >$T/poll && grep -q "=0 in=0" $T/poll || return 1
	$TOOL "$1" "$S" 5000 >$T/poll &
	sleep 0.2
	ring 21
	wait $!
	cat $T/poll
	grep -q "=1 in=1" $T/poll
}

a_signal_ends_a_read()
{
	follow $T/signal
	kill -TERM $READER
	stops "$READER"
	[ $? = 143 ]
}

# gone COMMAND...: the command makes the GT go while a read waits
ends_with()
{
	follow $T/end
	"$@" || return 1
	stops "$READER" && grep -q "^event_stream=" $T/end
}

hide()
{
	echo 0 >"$A/live"
}

second_gt()
{
	mkdir "$A/gt1" && $TOOL ring "$A/gt1/image" 5
}

gt_goes()
{
	second_gt && cat "$D/gt1/guc_log_stream" >$T/end &
	sleep 0.3
	rmdir "$A/gt1" && stops $!
}

device_goes()
{
	follow $T/end
	$TOOL poll "$S" 5000 >$T/poll &
	poller=$!
	sleep 0.2
	rmdir "$A" && stops "$READER" && wait $poller
	cat $T/poll
	# The device is removed only when its readers have gone.
	grep -q "hup=1" $T/poll
}

frozen_is_empty()
{
	ring 40 && echo s >"$CONFIG/freeze" || return 1
	same_text "$(wc -c <"$S")" 0 && tar cf $T/tar -C "$DEBUG" s && $TOOL poll "$S" 100 >$T/poll
	ret=$?
	echo s >"$CONFIG/thaw"
	cat $T/poll
	[ $ret = 0 ] && grep -q "^bytes=0 then=end" $T/poll && grep -q "in=1 hup=1" $T/poll
}

no_log()
{
	mkdir "$A/gt1" && fails_with "No data available" cat "$D/gt1/guc_log_stream"
	ret=$?
	rmdir "$A/gt1"
	return $ret
}

cannot_seek()
{
	same_text "$(stat -c '%a %s' "$S")" "400 0" && grep -q "seek=Illegal seek" $T/nonblock
}

module_stays()
{
	follow $T/pin
	fails_with unavailable rmmod xe_guclog
	ret=$?
	kill "$READER"
	return $ret
}

# trace EVENT ON
trace()
{
	echo "$2" >"$TRACE/events/xe_guclog/$1/enable"
}

traces_events()
{
	ring 100 && echo >$TRACE/trace && trace guc_event 1 && sleep 0.2 || return 1
	grow 100 130 10
	sleep 0.3
	trace guc_event 0
	grep guc_event: $TRACE/trace >$T/trace
	head -n 2 $T/trace
	same_text "$(grep -c "device=s gt=0 .* id=0x8102 name=CTX_RUNNING .* guc_id=" $T/trace)" 30 &&
		grep -q "seq=0 lost=0 tick=0x0002ee00 .* arg0=0x123 arg1=0x64 guc_id=100" $T/trace &&
		grep -q "seq=29 .* arg1=0x81 " $T/trace
}

traces_a_loss()
{
	ring 130 && echo >$TRACE/trace && trace guc_event 1 && sleep 0.2 && ring 634 && sleep 0.7
	trace guc_event 0
	grep guc_event: $TRACE/trace >$T/trace
	# 504 were written; which 204 of them are left is told by the entry after the gap
	head -n 2 $T/trace
	grep -q " lost=[1-9]" $T/trace && grep -q "arg1=0x279 " $T/trace
}

trace_alone_looks()
{
	trace guc_event 1 && sleep 0.2
	had=$(cat "$A/gt0/copied_bytes")
	sleep 1.2
	now=$(cat "$A/gt0/copied_bytes")
	trace guc_event 0
	sleep 1.1
	then=$(cat "$A/gt0/copied_bytes")
	sleep 1.1
	same_text "$(cat "$A/gt0/copied_bytes")" "$then" && [ "$now" -gt "$had" ]
}

perfetto_knows_the_fields()
{
	for event in guc_event incident; do
		for field in 'char track_event_type;' '__data_loc char\[\] slice_name;' \
			     '__data_loc char\[\] track_name;' 'u32 scope_gt;'; do
			grep -q "field:$field" "$TRACE/events/xe_guclog/$event/format" ||
				{ echo "$event: $field"; return 1; }
		done
	done
}

# What the tool must say of them.
expectations()
{
	echo "stream.lfd: fine" >"$OUT/stream.check"
	echo 40 >"$OUT/stream.events"
	echo 1 >"$OUT/slow.missing"
	echo 1 >"$OUT/restart.missing"
}

echo "KTAP version 1"
mkdir -p $T
mkdir "$A" && ring 10 && echo 1 >"$A/live" || exit 1
that "a stream starts with the required blocks" only_the_head_at_first
that "a stream has each new event" gives_new_events
that "two readers read at their own pace" each_at_its_own_pace
that "a stream tells that the firmware was loaded again" tells_a_restart
that "looks become rare while nothing is written" looks_become_rare
that "nobody looks without a reader" nobody_looks_without_a_reader
that "a read without waiting fails with EAGAIN" does_not_block
that "poll waits for new events" wakes poll
that "epoll waits for new events" wakes epoll
that "a signal ends a read" a_signal_ends_a_read
that "the stream of a frozen device is empty" frozen_is_empty
that "a GT without a log has no stream" no_log
that "a stream cannot be sought" cannot_seek
that "the module stays loaded while a stream is open" module_stays
that "a read ends when the GT is removed" gt_goes
that "a read ends when the device goes offline" ends_with hide
echo 1 >"$A/live"
if mount -t tracefs trace $TRACE 2>/dev/null || [ -d $TRACE/events/xe_guclog ]; then
	that "the trace event has each new event" traces_events
	that "the trace event counts what was lost" traces_a_loss
	that "the poller runs while the trace event is on" trace_alone_looks
	that "the trace events have Perfetto's fields" perfetto_knows_the_fields
fi
that "a read ends when the device is removed" device_goes
expectations
echo "1..$number"
[ "$failed" = 0 ]
