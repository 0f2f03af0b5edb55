# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# idle.sh -- measure the cost of the module while no program reads its files.  For N seconds
# (gpu_seconds=N on the kernel's command line, default: 30), the GPU must stay suspended, and the
# module must use less than 0.1 % of a processor's time.
#@ module yes
. "$JOB/files/live-lib.sh"
TRACE=/sys/kernel/tracing
SECONDS_=$(setting seconds 30)

# trace_ours: record each call into the module with its duration, without the time of sleeps
trace_ours()
{
	mount -t tracefs tracefs $TRACE
	echo ':mod:xe_guclog' >$TRACE/set_ftrace_filter
	echo 1 >$TRACE/max_graph_depth
	echo function_graph >$TRACE/current_tracer
	echo nosleep-time >$TRACE/trace_options
}

# entries: print the duration in microseconds and the name of each recorded call
entries()
{
	sed -n 's/^[^a-z]* \([0-9.]*\) us .*| *\([a-z_0-9]*\).*/\1 \2/p' $TRACE/trace
}

bound || fail "xe did not bind"
load_ours
eventually shown_live || fail "the GPU is not shown"
eventually all_shown || fail "GTs shown: $(live_gts)"
suspend_gpu
trace_ours
# Check that the trace records calls into the module.
cat "$LIVE/info" >/dev/null
entries >entries.info
[ -s entries.info ] || fail "the tracer does not see the module: $(head -n 20 $TRACE/trace)"
echo >$TRACE/trace
eventually suspended || fail "reading facts has resumed the GPU"

active=$(cat "$PCI/power/runtime_active_time")
boots=$(boots)
sleep "$SECONDS_"
suspended || fail "the device is $(cat "$PCI/power/runtime_status")"
active=$(($(cat "$PCI/power/runtime_active_time") - active))
entries >entries.idle
echo nop >$TRACE/current_tracer
[ $active = 0 ] || fail "the GPU was active for $active ms"
[ "$(boots)" = "$boots" ] || fail "the firmware was loaded again"
awk -v s="$SECONDS_" '{ us += $1; calls++ } END {
	printf "%d s: GPU suspended all the time, %d entries into the module, %d us of CPU time, %.4f %%\n",
		s, calls, us, us / s / 10000
	exit us / s / 10000 >= 0.1 }' entries.idle || fail "too much: $(sort -k 2 entries.idle | tail)"
cut -d' ' -f2 entries.idle | sort | uniq -c | sed 's/^/  /'
rmmod xe_guclog
