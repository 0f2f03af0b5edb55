# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# trace.sh -- record the module's trace events together with xe's trace events with trace-cmd,
# bpftrace and Perfetto, while contexts run and an incident happens. trace.check checks the
# recordings. The trace event must also work under lockdown in integrity mode.
#@ module yes
#@ tracers yes
#@ tool yes
#@ mem 3072
. "$JOB/files/hang-lib.sh"
TRACING=/sys/kernel/tracing
TRACERS=$JOB/files/tracers
RECORD_S=5
export PERFETTO_PRODUCER_SOCK_NAME=/tmp/perfetto-producer
export PERFETTO_CONSUMER_SOCK_NAME=/tmp/perfetto-consumer

# exec_tracer PROGRAM [ARG...]: replace this shell by a program of tracers/ with its libraries
exec_tracer()
{
	program=$1
	shift
	exec "$TRACERS/lib/ld-linux-x86-64.so.2" --library-path "$TRACERS/lib" \
		"$TRACERS/bin/$program" "$@"
}

# tracer PROGRAM [ARG...]: run a program of tracers/ and wait for its end
tracer()
{
	(exec_tracer "$@")
}

# is_on EVENT: true when the module's trace event is enabled
is_on()
{
	[ "$(cat "$TRACING/events/xe_guclog/$1/enable")" = 1 ]
}

# with_incident: wait until the trace event guc_incident is enabled, then let the GuC report a state
# capture, which the module takes for an incident.  If the trace event is not enabled after 60
# seconds, the check of the recording fails later.  The pause is longer than a second, because
# reports within a second belong to the same incident.
with_incident()
{
	within 60 is_on guc_incident || true
	sleep 1.5
	order g2h 0 0x8002 0 >/dev/null
}

with_trace_cmd()
{
	with_incident &
	tracer trace-cmd record -q -C boot -b 16384 -e xe_guclog -e xe -o /tmp/trace.dat \
		/bin/busybox sleep $RECORD_S >trace-cmd.log 2>&1 || fail "trace-cmd: $(cat trace-cmd.log)"
	wait $!
	tracer trace-cmd report -i /tmp/trace.dat >trace-cmd.txt 2>>trace-cmd.log ||
		fail "trace-cmd: $(cat trace-cmd.log)"
}

with_bpftrace()
{
	tracer bpftrace -e '
		tracepoint:xe_guclog:guc_event { @[str(args->slice_name)] = count(); @lost = sum(args->lost); }
		tracepoint:xe:xe_sched_job_exec { @jobs = count(); }
		interval:s:'$RECORD_S' { exit(); }' >bpftrace.txt 2>bpftrace.log ||
		fail "bpftrace: $(cat bpftrace.log)"
}

# with_perfetto: record the module's trace events and xe's job events with Perfetto, with a trace
# configuration as in Documentation/follow.rst.  Perfetto can take many seconds to enable the trace
# events, so a signal ends the recording before its limit of two minutes.
with_perfetto()
{
	exec_tracer traced >perfetto.log 2>&1 &
	traced=$!
	eventually test -S $PERFETTO_CONSUMER_SOCK_NAME || fail "traced: $(cat perfetto.log)"
	exec_tracer traced_probes >>perfetto.log 2>&1 &
	probes=$!
	cat >config <<-EOT
	duration_ms: 120000
	buffers { size_kb: 65536 fill_policy: DISCARD }
	data_sources { config { name: "linux.ftrace"
		ftrace_config {
			ftrace_events: "xe_guclog/guc_event"
			ftrace_events: "xe_guclog/guc_incident"
			ftrace_events: "xe/xe_sched_job_exec"
		} } }
	EOT
	exec_tracer perfetto --txt -c config -o trace.pftrace >>perfetto.log 2>&1 &
	perfetto=$!
	with_incident
	sleep $RECORD_S
	kill $perfetto
	wait $perfetto || fail "perfetto: $(cat perfetto.log)"
	kill $probes $traced
}

is_traced()
{
	grep -q guc_event: $TRACING/trace
}

# while_locked_down: check the trace event under lockdown; a lockdown cannot be undone
while_locked_down()
{
	mount -t securityfs security /sys/kernel/security
	echo integrity >/sys/kernel/security/lockdown
	! (: >/dev/port) 2>/dev/null || fail "the lockdown has no effect"
	echo >$TRACING/trace
	echo 1 >$TRACING/events/xe_guclog/guc_event/enable
	eventually is_traced || fail "no trace events under lockdown"
	echo 0 >$TRACING/events/xe_guclog/guc_event/enable
}

# unloaded: when the module is unloaded after its trace events were enabled, the kernel empties the
# trace buffer, and the module must print a warning
unloaded()
{
	is_traced || fail "the trace is empty"
	rmmod xe_guclog
	! is_traced || fail "the trace still refers to the module"
	dmesg | grep -q 'xe_guclog: .*the kernel now empties the trace buffer' ||
		fail "no warning that the trace is emptied"
	echo "unloaded: the trace is empty, and there is a warning"
}

start_ours
[ -e $TRACING/trace ] || mount -t tracefs tracefs $TRACING
# bpftrace writes its compiled files to /dev/fd.
[ -e /dev/fd ] || ln -s /proc/self/fd /dev/fd
chmod +x "$TRACERS"/bin/* "$TRACERS"/lib/ld-*
start_healthy ''
with_trace_cmd
with_bpftrace
with_perfetto
while_locked_down
stop_all
free_dumps
unloaded
