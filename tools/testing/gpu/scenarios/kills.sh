# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# kills.sh -- kill applications while their batch runs: a batch that loops, a batch that can be
# preempted, a batch of a long-running queue; and processes with many queues, each queue in a VM of
# its own and with a batch that runs or waits.  xe ends the batches as it does after a hang, but the
# module must not make a record (a devcoredump with the GuC log).  gpu_queues=N,N... on the kernel's
# command line are the numbers of queues of a process (default: 1,16,320), and gpu_kills=N is the
# number of kills of each kind and number (default: 2).  A hang after the kills must be recorded.
#@ module yes
#@ mem 2048
#@ timeout 7200
# xe unmaps the memory of a killed application while its batch still runs, which causes faults.
#@ gpu --lenient
. "$JOB/files/hang-lib.sh"
KILLS=$(setting kills 2)

# gt_line KEY: print the value of KEY for the first GT in info
gt_line()
{
	sed -n "s/^$1=//p" "$LIVE/info" | head -n 1
}

has_all_queues()
{
	grep -q 'all queues' victim
}

# start KIND|QUEUES: start an application with a batch of this kind, or with so many queues
start()
{
	case $1 in
	[0-9]*)	(batch "$(on rcs0)" many "$1") >victim 2>&1 &
		victim_pid=$!
		within 600 has_all_queues || fail "$1 queues: $(cat victim)" ;;
	*)	start_victim rcs0 "$1" ;;
	esac
}

# killed KIND|QUEUES: start an application, kill it, and wait until xe has ended its batches
killed()
{
	start "$1"
	kill -9 "$victim_pid"
	stop_all
	# A record is made within a second and a half of its trigger.
	sleep 1.5
	no_records || fail "$1: a kill is recorded: $(tr -d '\0' <"$(record_of 0 first)" | grep -a ^incident)"
}

start_ours
says 'kills=reported by xe' || fail "$(cat "$LIVE/info")"
job_timeout 10000
total=0
for each in endless wait compute $(setting queues 1,16,320 | tr , ' '); do
	before=$(gt_line incident_kills)
	number=0
	while [ $number -lt "$KILLS" ]; do
		killed "$each"
		number=$((number + 1)) total=$((total + 1))
	done
	[ "$(gt_line incident_kills)" -gt "$before" ] || fail "$each: xe reported no kill"
	echo "$each: $KILLS kills, no record"
done
[ "$(gt_line incident_records)" = 0 ] || fail "records: $(grep ^incident_ "$LIVE/info")"

# A later hang of a queue with the address and the guc_id of a killed queue must be recorded.
start_victim rcs0 endless
order reset rcs0 0 >/dev/null
take_record hang.lfd
[ "$(said hang.lfd guc_id)" = "$VICTIM" ] || fail "the record names $(said hang.lfd guc_id)"
stop_all
all_free
echo "$total kills, no record; a hang after them is recorded"
rmmod xe_guclog
