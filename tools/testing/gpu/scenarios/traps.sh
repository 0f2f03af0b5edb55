# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# traps.sh -- test whether the module makes a record (a devcoredump with the GuC log) in situations
# that resemble a hang, or in which a hang and another event happen together: a reset of a media GT,
# a GT reset while a job hangs, a hang of a long-running queue, runtime suspends between jobs, an
# unbind while a job hangs, and 20 messages of the GuC per millisecond that are triggers of a
# record, for N seconds (gpu_seconds=N on the kernel's command line, default: 3).
# traps.check compares the record of the GT reset with the log of the emulated GPU.
#@ mem 1536
#@ module yes
# xe prints warnings when the device is unbound while a job hangs, even without this module.
#@ forgive 6 WARNING: .*drivers/gpu/drm/(xe|scheduler)/
#@ forgive 7 WARNING: .*drivers/gpu/drm/(xe|scheduler)/
. "$JOB/files/hang-lib.sh"
TRACE=/sys/kernel/tracing
PER_MS=20
STORM_S=$(setting seconds 3)

# gt_reset: the record of a GT reset must have the events from before the reset, although the reset
# restarts the log
gt_reset()
{
	job_timeout 10000
	start_victim rcs0 endless
	order image reset.before >/dev/null
	# Reset only GT 0, because the module would record the reset of a media GT at another time.
	reset_gts 0
	take_record reset.lfd
	said reset.lfd triggers_seen | grep -q 'GT reset' ||
		fail "the triggers are $(said reset.lfd triggers_seen)"
	echo "GT reset: $(said reset.lfd triggers_seen), log restarted:" \
		"$(said reset.lfd log_restarted), copied after $(said reset.lfd delay_ns) ns"
	stop_all
	all_free
}

# media_reset: xe has no tracepoint for the reset of a media GT without queues; the stream must
# report the reset, but the module cannot record it
media_reset()
{
	[ -e "$LIVE/gt1" ] || return 0
	order events 200 1 >/dev/null
	cat "$LIVE/gt1/guc_log_stream" >media.lfd & stream=$!
	eventually test -s media.lfd || fail "the stream has no head"
	reset_gts 1
	order events 10 1 >/dev/null
	eventually grep -q 'loaded again' media.lfd || fail "the stream does not report the reset"
	kill $stream
	no_records || fail "a reset of the media GT was recorded"
	echo "reset of the media GT: reported by the stream, not recorded"
}

# runtime_suspend: xe of 6.12 stops the queues of a GPU that it suspends; the module must not record
# this stop
runtime_suspend()
{
	start_healthy ''
	before=$(cat "$PCI/power/runtime_suspended_time")
	echo 0 >"$PCI/power/autosuspend_delay_ms" 2>/dev/null || true
	echo auto >"$PCI/power/control"
	sleep 5
	slept=$(($(cat "$PCI/power/runtime_suspended_time") - before))
	stay_awake
	stop_all
	[ $slept -gt 0 ] || fail "the GPU was not suspended between two batches"
	sleep 0.5
	no_records || fail "a runtime suspend was recorded: $(ls -d /sys/devices/xe_guclog-*)"
	echo "runtime suspend: suspended for $slept ms of 5 s, no record"
}

# compute: the module must record the hang of a long-running queue, which has no job timeout; xe of
# 6.12 makes no dump
compute()
{
	start_victim rcs0 compute
	order cat "$VICTIM" 0 >/dev/null
	take_record compute.lfd
	[ "$(said compute.lfd guc_id)" = "$VICTIM" ] ||
		fail "the record names guc_id $(said compute.lfd guc_id), not $VICTIM"
	echo "long-running queue: record of a $(said compute.lfd trigger);" \
		"dump of xe: $(has_dump && echo yes || echo no)"
	stop_all
	all_free
}

triggers_left()
{
	order state | sed 's/.* storm=\([0-9]*\).*/\1/'
}

uptime_cs()
{
	cut -d' ' -f1 /proc/uptime | tr -d .
}

# trace_calls FUNCTION: record how long each call of this function takes
trace_calls()
{
	[ -e $TRACE/trace ] || mount -t tracefs tracefs $TRACE
	echo 16384 >$TRACE/buffer_size_kb
	echo "$1" >$TRACE/set_ftrace_filter
	echo function_graph >$TRACE/current_tracer
	echo 1 >$TRACE/tracing_on
}

# call_times FUNCTION: print median, 99th percentile and maximum of the durations of the calls
call_times()
{
	echo 0 >$TRACE/tracing_on
	sed -n "s/^[^a-z]* \([0-9.]*\) us .*$1.*/\1/p" $TRACE/trace | sort -n >calls.us
	echo nop >$TRACE/current_tracer
	awk '{ us[NR] = $1 } END { printf "%d calls traced, median %s us, 99th percentile %s us, longest %s us\n",
		NR, us[int((NR + 1) / 2)], us[int(NR * 0.99) ? int(NR * 0.99) : 1], us[NR] }' calls.us
}

# storm: while the GuC sends many messages that are triggers, xe must continue to run batches, and
# the module must make at most one record per second
storm()
{
	trace_calls xgl_incident_of_message
	start=$(uptime_cs)
	order storm 0x8002 $PER_MS $((STORM_S * 1000)) >/dev/null
	while [ "$(triggers_left)" != 0 ]; do
		(batch 0) >/dev/null || fail "a batch fails during the triggers"
		[ $(($(uptime_cs) - start)) -lt 12000 ] || fail "$(triggers_left) triggers left"
	done
	spent=$(($(uptime_cs) - start))
	echo "storm: $((PER_MS * STORM_S * 1000)) triggers in ${spent}0 ms; $(call_times xgl_incident_of_message)"
	(batch 0) >/dev/null || fail "a batch fails after the triggers"
	sleep 1
	newest=$(record_of 0 newest)
	[ -e "$newest" ] || newest=$(record_of 0 first)
	cat "$newest" >storm.lfd
	seq=$(said storm.lfd seq)
	echo "storm: record $seq, $(said storm.lfd triggers) triggers in the last one"
	[ "$seq" -le $((spent / 100 + 3)) ] || fail "$seq records in ${spent}0 ms"
	all_free
}

notices()
{
	dmesg | grep -c 'no record of the GuC log after a' || true
}

# unbind: if xe is unbound while a job hangs, there is no log to copy, and the module must only
# print a notice.  6.12 ends the job only when the application is killed, and the module must not
# record a kill.
unbind()
{
	job_timeout 10000
	had=$(notices)
	start_victim rcs0 endless
	echo 0000:00:02.0 >"$DRIVER/unbind"
	eventually hidden || fail "an unbound GPU is still shown"
	kill -9 "$victim_pid" 2>/dev/null || true
	wait "$victim_pid" 2>/dev/null || true
	victim_pid=''
	sleep 1
	no_records || fail "there is a record though xe was unbound"
	case $(uname -r) in
	6.*)	[ "$(notices)" = "$had" ] || fail "there is a notice though the application was killed" ;;
	*)	[ "$(notices)" -gt "$had" ] || fail "there is no notice of the hang" ;;
	esac
	echo "unbind while a job hangs: no record, notice: $(($(notices) - had))"
	echo 0000:00:02.0 >"$DRIVER/bind"
	bound || fail "xe does not bind again"
	eventually all_shown || fail "after the unbind only GTs $(live_gts)"
	cat "$LIVE/gt0/guc_log_lfd" >again.lfd || fail "no log after the unbind"
}

start_ours
runtime_suspend
media_reset
gt_reset
compute
storm
unbind
rmmod xe_guclog
