# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# kills.sh -- kill processes with many queues, each queue in a VM of its own and with a batch that
# runs or waits.  xe ends the batches as it does after a hang, but the module must not make a record
# (a devcoredump with the GuC log).  gpu_queues=N,N... on the kernel's command line are the numbers
# of queues of a process (default: 1,16,320), and gpu_kills=N is the number of kills of each
# (default: 2).  A hang after the kills must be recorded.
#@ module yes
#@ mem 2048
#@ timeout 7200
# xe unmaps the memory of a killed application while its batch still runs, which causes faults.
#@ gpu --lenient
. "$JOB/files/hang-lib.sh"
KILLS=$(setting kills 2)

records()
{
	sed -n 's/^incident_records=//p' "$LIVE/info" | head -n 1
}

has_all_queues()
{
	grep -q 'all queues' victim
}

# killed QUEUES: start a process with so many queues, kill it, and wait until xe has ended its
# batches
killed()
{
	(batch "$(on rcs0)" many "$1") >victim 2>&1 &
	victim_pid=$!
	within 600 has_all_queues || fail "$1 queues: $(cat victim)"
	kill -9 $victim_pid
	stop_all
	# A record is made within a second and a half of its trigger.
	sleep 1.5
	no_records || fail "a kill of $1 queues is recorded: $(tr -d '\0' <"$(record_of 0 first)" | grep -a ^incident)"
}

start_ours
job_timeout 10000
total=0
for queues in $(setting queues 1,16,320 | tr , ' '); do
	number=0
	while [ $number -lt "$KILLS" ]; do
		killed "$queues"
		number=$((number + 1)) total=$((total + 1))
	done
	echo "$KILLS kills of a process with $queues queues: no record"
done
[ "$(records)" = 0 ] || fail "records: $(grep ^incident_ "$LIVE/info")"
start_victim rcs0 endless
order reset rcs0 0 >/dev/null
take_record hang.lfd
[ "$(said hang.lfd guc_id)" = "$VICTIM" ] || fail "the record names $(said hang.lfd guc_id)"
stop_all
all_free
echo "$total kills, no record; a hang after them is recorded"
rmmod xe_guclog
