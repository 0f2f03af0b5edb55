# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# no_triggers.sh -- if the module cannot attach to some or all of xe's tracepoints, because they
# lack type information or have other names, it records only some hangs or none.  The log must still
# be readable, and the kernel log, info and the configfs attribute "incidents" must report the
# problem.
#@ module yes
#@ xe-by-hand yes
. "$JOB/files/live-lib.sh"
STATE=/sys/kernel/config/xe_guclog/incidents

# is_state WORD: true when the attribute "incidents" has this value
is_state()
{
	[ "$(cat $STATE)" = "$1" ]
}

all_attached()
{
	[ "$(grep -c '^trigger_.*=attached$' "$LIVE/info")" = 7 ]
}

# expects_state WORD TEXT: check the attribute "incidents", info and, if TEXT is not empty, the
# kernel log, after the module has added the first GT
expects_state()
{
	eventually shown_live || fail "nothing is shown"
	eventually is_state "$1" || fail "incidents is $(cat $STATE), not $1"
	says "incidents=$1" || fail "$(cat "$LIVE/info")"
	[ -z "$2" ] || dmesg | grep -q "xe 0000:00:02.0: xe_guclog: $2 hangs are recorded" ||
		fail "the kernel log does not report it: $(dmesg | tail -n 5)"
}

load_xe
load_ours
expects_state 1 ''
! dmesg | grep -q 'hangs are recorded' || fail "there is a warning though all triggers are attached"
eventually all_attached || fail "$(cat "$LIVE/info")"
echo 0 >$STATE
expects_state 0 ''
out

spoil btf_trace_xe_exec_queue_reset btf_trace_xe_exec_queue_kill
load_spoiled
load_ours
expects_state partly 'not all'
says 'trigger_xe_exec_queue_reset=not attached: unknown or unexpected arguments' ||
	fail "$(cat "$LIVE/info")"
says 'kills=guessed from bit 7' || fail "$(cat "$LIVE/info")"
echo "without one trigger: $(dmesg | grep 'hangs are recorded' | tail -n 1)"
out

spoil btf_trace_xe_guc_ctb_g2h btf_trace_xe_sched_job_timedout btf_trace_xe_exec_queue_stop \
	btf_trace_xe_exec_queue_reset btf_trace_xe_exec_queue_memory_cat_error
load_spoiled
load_ours
expects_state unable no
echo "without triggers: $(dmesg | grep 'hangs are recorded' | tail -n 1)"
cat "$LIVE/gt0/guc_log_lfd" >lfd
[ "$(wc -c <lfd)" -gt 2000 ] || fail "no log"
out
