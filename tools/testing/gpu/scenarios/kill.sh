# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# kill.sh -- kill applications while their batch runs: a batch that loops, a batch that can be
# preempted, a batch of a long-running queue, and an application with ten queues.  xe ends the
# batches as it does after a hang, but the module must not make a record (a devcoredump with the GuC
# log).  gpu_kills=N on the kernel's command line is the number of kills of each kind (default: 10).
# A hang after the kills must be recorded.
#@ module yes
#@ timeout 1200
# xe unmaps the memory of a killed application while its batch still runs, which causes faults.
#@ gpu --lenient
. "$JOB/files/hang-lib.sh"
victim_pid=''
KILLS=$(setting kills 10)

# gt_line KEY: print the value of KEY for the first GT in info
gt_line()
{
	sed -n "s/^$1=//p" "$LIVE/info" | head -n 1
}

# killed KIND: start an application, kill it, and wait until xe has ended its batches
killed()
{
	start_victim rcs0 "$1"
	kill -9 "$victim_pid"
	stop_all
	sleep 0.4
	no_records || fail "$1: a kill is recorded: $(tr -d '\0' <"$(record_of 0 first)" | grep -a ^incident)"
}

start_ours
says 'kills=reported by xe' || fail "$(cat "$LIVE/info")"
job_timeout 10000
for kind in endless wait compute many; do
	before=$(gt_line incident_kills)
	number=0
	while [ $number -lt "$KILLS" ]; do
		killed $kind
		number=$((number + 1))
	done
	[ "$(gt_line incident_kills)" -gt "$before" ] || fail "$kind: xe reported no kill"
	echo "$kind: $KILLS kills, $(($(gt_line incident_kills) - before)) triggers, no record"
done
[ "$(gt_line incident_records)" = 0 ] || fail "records: $(grep ^incident_ "$LIVE/info")"

# A later hang of a queue with the address and the guc_id of a killed queue must be recorded.
start_victim rcs0 endless
order reset rcs0 0 >/dev/null
take_record hang.lfd
[ "$(said hang.lfd guc_id)" = "$VICTIM" ] || fail "the record names $(said hang.lfd guc_id)"
echo "a hang after the kills is recorded: $(said hang.lfd triggers_seen)"
stop_all
all_free
rmmod xe_guclog
