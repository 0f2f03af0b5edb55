# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash disable=SC2154,SC2317
# replay-stream.sh -- test the stream file (guc_log_stream, which has each new event and no end) and
# the trace events of a replay device with a growing log.  Prints KTAP.  Needs streamtool in
# $JOB/files.
set -u
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

# is_next FILE NUMBER: true when NUMBER is the number of the event that comes after the last one of
# the stream in FILE
is_next()
{
	$TOOL verify "$1" | grep -q " next=$2 "
}

reaches()
{
	soon is_next "$@"
}

# grow FILE FROM TO STEP: let the log grow from FROM to TO events, STEP events at a time, and each
# time wait until the stream in FILE has all of them
grow()
{
	n=$2
	while [ "$n" -lt "$3" ]; do
		n=$((n + $4))
		ring $n && reaches "$1" $n || return 1
	done
}

# follow OUT [STREAM]: read a stream into a file; sets READER.  Waits until the file has data: a
# stream begins with its required blocks, which can be read at once.
follow()
{
	rm -f "$1"
	cat "${2:-$S}" >"$1" &
	READER=$!
	soon test -s "$1"
}

# waits PID: true when the process waits in read(), which is system call 0
waits()
{
	[ "$(cut -d' ' -f1 "/proc/$1/syscall")" = 0 ]
}

# leave [PID]: end the reader PID, or the last reader that follow has started
leave()
{
	kill "${1:-$READER}"
	wait "${1:-$READER}" || true
}

# has_open PID: true when the process has opened the stream
has_open()
{
	find "/proc/$1/fd" -exec readlink {} ';' | grep -q guc_log_stream
}

# copied: print how many bytes the module has read from the log, in its polls and for the readers
copied()
{
	cat "$A/gt0/copied_bytes"
}

# has_copied BYTES: true when the module has read at least BYTES bytes from the log
has_copied()
{
	[ "$(copied)" -ge "$1" ]
}

# stops PID: the process must end within 20 seconds; its status is the result
stops()
{
	soon not kill -0 "$1" || { kill -9 "$1"; return 1; }
	wait "$1"
}

only_the_head_at_first()
{
	ring 10 && follow $T/head || return 1
	leave
	same_text "$($TOOL verify $T/head)" \
		"head=0x3f events=0 lost=0 restarts=0 next=0 rest=0" &&
		grep -q "^event_stream=events since" $T/head &&
		grep -q "^event_size=4096" $T/head && grep -q "^source=replay" $T/head
}

gives_new_events()
{
	ring 10 && follow $T/new && grow $T/new 10 50 10 || return 1
	leave
	cp $T/new "$OUT/stream.lfd"
	same_text "$($TOOL verify $T/new)" \
		"head=0x3f events=40 lost=0 restarts=0 next=50 rest=0"
}

# One reader reads all the time, and must lose no event.  The other reader is stopped while the ring
# of 204 events is overwritten, and must report the lost events.
each_at_its_own_pace()
{
	ring 50 && follow $T/fast || return 1
	fast=$READER
	$TOOL collect "$S" "$OUT/slow.lfd" 350 60000 >$T/slow &
	slow=$!
	soon has_open $slow || return 1
	kill -STOP $slow
	grow $T/fast 50 350 50 || return 1
	had=$(copied)
	kill -CONT $slow
	# Wait until the reader that was stopped has read the whole ring.
	soon has_copied $((had + 4000)) && sleep 0.2 && ring 400
	wait $slow
	ret=$?
	reaches $T/fast 400
	leave "$fast"
	cat $T/slow
	same_text "$($TOOL verify $T/fast)" \
		"head=0x3f events=350 lost=0 restarts=0 next=400 rest=0" && [ $ret = 0 ] || return 1
	# 300 events were written while the slow reader was stopped, and the ring has 204 of them,
	# so 96 are lost.  The oldest one in the ring may count as lost, too, because it can be
	# overwritten at any moment.
	lost=$(sed -n 's/.* lost=\([0-9]*\) .*/\1/p' $T/slow)
	[ "$lost" -ge 96 ] && [ "$lost" -le 97 ] && grep -q "next=400" $T/slow &&
		grep -aqx "events_gap_at_least=yes" "$OUT/slow.lfd"
}

tells_a_restart()
{
	ring 300 && follow $T/restart && ring 310 && reaches $T/restart 310 &&
		ring 7 1 && reaches $T/restart 7 && ring 9 1 && reaches $T/restart 9 || return 1
	leave
	cp $T/restart "$OUT/restart.lfd"
	same_text "$($TOOL verify $T/restart)" \
		"head=0x3f events=19 lost=0 restarts=1 next=9 rest=0"
}

# hundredths: print the hundredths of a second since boot
hundredths()
{
	tr -d . </proc/uptime | cut -d ' ' -f 1
}

# looks_are_rare: true when the module polls the log at most once a second, with two polls more
# allowed. A poll reads 56 bytes: 36 of the buffer state and 20 of the last entry.
looks_are_rare()
{
	local had began looks time

	had=$(copied) began=$(hundredths)
	sleep 2
	looks=$((($(copied) - had) / 56)) time=$(($(hundredths) - began))
	echo "$looks polls in $time hundredths of a second"
	[ $looks -le $((time / 100 + 2)) ]
}

# While no event is written, the module's polls must become rare, but must not end.
looks_become_rare()
{
	ring 20 && follow $T/rare || return 1
	for _ in 1 2 3 4 5; do
		! looks_are_rare || break
	done
	looks_are_rare && soon has_copied $(($(copied) + 56))
	ret=$?
	leave
	return $ret
}

nobody_looks_without_a_reader()
{
	had=$(copied)
	sleep 1.2
	same_text "$(copied)" "$had"
}

does_not_block()
{
	$TOOL nonblock "$S" >$T/nonblock
	cat $T/nonblock
	grep -q "^bytes=[1-9][0-9]* then=Resource temporarily unavailable" $T/nonblock
}

# wakes VERB: true when the verb of streamtool waits, and a new event wakes it
wakes()
{
	ring 20 && $TOOL "$1" "$S" 100 >$T/poll && grep -q "=0 in=0" $T/poll || return 1
	rm $T/poll
	$TOOL "$1" "$S" 15000 >$T/poll &
	# When streamtool has written its first line, it waits for an event.
	soon test -s $T/poll && ring 21
	wait $!
	cat $T/poll
	grep -q "=1 in=1" $T/poll
}

a_signal_ends_a_read()
{
	follow $T/signal || return 1
	kill -TERM $READER
	stops "$READER"
	[ $? = 143 ]
}

# ends_with COMMAND...: a read that waits must end when the command takes the device offline
ends_with()
{
	follow $T/end && "$@" || return 1
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
	second_gt && follow $T/end "$D/gt1/guc_log_stream" || return 1
	# Remove the GT while the reader waits in read(), because a read() that begins after the
	# removal fails with EIO.
	soon waits "$READER" && rmdir "$A/gt1" && stops "$READER"
}

device_goes()
{
	follow $T/end || return 1
	rm -f $T/poll
	$TOOL poll "$S" 15000 >$T/poll &
	poller=$!
	soon test -s $T/poll && soon waits "$READER" && rmdir "$A" && stops "$READER" &&
		wait $poller
	cat $T/poll
	# The removal of the device ends the stream, which poll() reports as POLLHUP.
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
	follow $T/pin || return 1
	fails_with unavailable rmmod xe_guclog
	ret=$?
	leave
	return $ret
}

# trace EVENT ON: switch a trace event of the module on (1) or off (0)
trace()
{
	echo "$2" >"$TRACE/events/xe_guclog/$1/enable"
}

# traced NUMBER: true when the event with this number is in the trace
traced()
{
	grep guc_event: $TRACE/trace >$T/trace
	grep -q "arg1=$(printf '0x%x' "$1") " $T/trace
}

# trace_on: empty the trace, enable guc_event, and wait until the module has polled the log for it.
# A poll reads 56 bytes, and up to two polls can belong to an earlier use of guc_event.
trace_on()
{
	echo >$TRACE/trace
	had=$(copied)
	trace guc_event 1 && soon has_copied $((had + 3 * 56))
}

traces_events()
{
	ring 100 && trace_on || return 1
	for n in 110 120 130; do
		ring $n
		soon traced $((n - 1))
	done
	trace guc_event 0
	head -n 2 $T/trace
	same_text "$(grep -c "device=s gt=0 .* id=0x8102 name=CTX_RUNNING .* guc_id=" $T/trace)" 30 &&
		grep -q "seq=0 lost=0 tick=0x0002ee00 .* arg0=0x123 arg1=0x64 guc_id=100" $T/trace &&
		grep -q "seq=29 .* arg1=0x81 " $T/trace
}

# If guc_event is disabled and enabled again before the module notices, the events that were written
# in between must not be traced, and the numbers of the events begin with 0 again.
traces_anew()
{
	ring 140 && trace_on && ring 150 && soon traced 149 || return 1
	trace guc_event 0
	ring 155 && trace_on && ring 160 && soon traced 159
	ret=$?
	trace guc_event 0
	cat $T/trace
	[ $ret = 0 ] && same_text "$(grep -c guc_event: $T/trace)" 5 &&
		grep -q "seq=0 .* arg1=0x9b " $T/trace
}

# 504 events are written at once, and the ring keeps only the newest 204 of them, so 300 are lost.
# The ring does not count how often it was overwritten, so the trace event after the gap must have
# the number of lost events that can be proved: 504 less two rings, 96, and one more if the oldest
# event in the ring counts as lost, because it can be overwritten at any moment.
traces_a_loss()
{
	ring 160 && trace_on && ring 664 && soon traced 663
	ret=$?
	trace guc_event 0
	head -n 2 $T/trace
	[ $ret = 0 ] && grep -q " lost=9[67] " $T/trace
}

trace_alone_looks()
{
	trace_on && soon has_copied $(($(copied) + 1))
	ret=$?
	trace guc_event 0
	# The module notices at its next poll, within a second, that nobody needs events any more.
	sleep 1.1
	then=$(copied)
	sleep 1.1
	same_text "$(copied)" "$then" && [ $ret = 0 ]
}

perfetto_knows_the_fields()
{
	for event in guc_event guc_incident; do
		for field in 'char track_event_type;' '__data_loc char\[\] slice_name;' \
			     '__data_loc char\[\] track_name;' 'u32 scope_gt;'; do
			grep -q "field:$field" "$TRACE/events/xe_guclog/$event/format" ||
				{ echo "$event: $field"; return 1; }
		done
	done
}

# expectations: save the results that judge_stream() of replay-check.sh expects from the recorded
# streams: the verdict of guclog check, and how many lines of guclog decode match a pattern
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
that "a stream reports that the firmware was loaded again" tells_a_restart
that "polls become rare while no event is written" looks_become_rare
that "the ring is not polled without a reader" nobody_looks_without_a_reader
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
	that "events are numbered from 0 when the trace event is enabled again" traces_anew
	that "the trace event has the number of lost events" traces_a_loss
	that "the poller runs while the trace event is on" trace_alone_looks
	that "the trace events have Perfetto's fields" perfetto_knows_the_fields
fi
that "a read ends when the device is removed" device_goes
expectations
echo "1..$number"
[ "$failed" = 0 ]
