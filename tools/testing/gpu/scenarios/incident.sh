# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# incident.sh -- provoke hangs of several kinds.  For each hang the module must publish a record (a
# devcoredump) with the log at the time of the hang.  If an application is killed, or if the
# recording of incidents is disabled in configfs, the module must not publish a record.
#@ module yes
#@ tool yes
#@ gpu --seed 1 --events 0
# At each GT reset, 6.12 mistakes the success of a forcewake for a failure and prints a warning.
#@ forgive 6.12 WARNING: .* xe_uc_gucrc_disable
#@ forgive 7 WARNING: .*drivers/gpu/drm/xe/
#@ forgive 6 WARNING: .*drivers/gpu/drm/xe/
. "$JOB/files/hang-lib.sh"
CONFIG=/sys/kernel/config/xe_guclog

run()
{
	(batch 0 "$@")
}

# expect_line FILE LINE: the record must have this line
expect_line()
{
	tr -d '\0' <"$1" | grep -aqx "$2" ||
		fail "$1 has no line '$2': $(tr -d '\0' <"$1" | grep -a ^incident)"
}

# events NAME: let the device write 200 events, and save its log as NAME.gt0
events()
{
	order events 200 >/dev/null
	order image "$1.gt0" >/dev/null
}

# recorded NAME TRIGGER: check the record of a hang of the program exec
recorded()
{
	take_record "$1.lfd"
	expect_line "$1.lfd" "incident_trigger=$2"
	expect_line "$1.lfd" "incident_process=exec"
	expect_line "$1.lfd" "incident_engine=rcs0"
	expect_line "$1.lfd" "incident_log_restarted=no"
	grep -aq '^incident_guc_id=[0-9]' "$1.lfd" || fail "$1: no guc_id"
	wait
	all_free
}

start_ours
job_timeout 2500
[ "$(cat $CONFIG/incidents)" = 1 ] || fail "incidents are not recorded by default"
order clock live >/dev/null
run || fail "a batch that should complete failed"

# A batch that can be preempted is ended only by xe's job timeout.
events timeout
run wait >/dev/null 2>&1 &
recorded timeout "job timeout"
expect_line timeout.lfd "incident_seq=1"

# For a batch that cannot be preempted, the GuC captures the engine's state, resets the engine
# and reports the reset.
events reset
order hang rcs >/dev/null
run >/dev/null 2>&1 &
recorded reset "state capture"
grep -aq '^incident_triggers_seen=.*engine reset' reset.lfd || fail "no engine reset"
expect_line reset.lfd "incident_seq=2"

# If an application is killed while its job runs, xe ends the job as after a timeout. The module
# must not record this.
batch 0 wait >/dev/null 2>&1 &
sleep 1
kill -9 $!
sleep 4
no_records || fail "there is a record after an application was killed: $(tr -d '\0' <"$(record_of 0 first)" | grep -a ^incident)"
all_free

# If nothing frees the records, the module must keep the records of the first and of the newest of
# three incidents.
for _ in 1 2 3; do
	order hang rcs >/dev/null
	run >/dev/null 2>&1 || true
	sleep 1.2
done
take_record first.lfd
take_record newest.lfd 0 newest
expect_line first.lfd "incident_seq=3"
expect_line newest.lfd "incident_seq=5"
expect_line newest.lfd "incident_first_seq=3"
expect_line newest.lfd "incident_replaced=1"
all_free

# If the recording of incidents is disabled, a hang must not be recorded.
echo 0 >$CONFIG/incidents
order hang rcs >/dev/null
run >/dev/null 2>&1 || true
sleep 1
no_records || fail "there is a record though incidents are disabled"
echo 1 >$CONFIG/incidents
all_free

# A firmware crash must be recorded. xe of 6.12 then neither resets the GT nor makes a dump.
order events 50 >/dev/null
order crash notify >/dev/null
take_record crash.lfd
expect_line crash.lfd "incident_trigger=firmware crash dump"
all_free
out
