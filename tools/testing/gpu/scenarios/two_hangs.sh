# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# two_hangs.sh -- two processes hang two engines.  If the hangs are 0.65 s apart, the module must
# make two records (devcoredumps with the GuC log), one for each queue.  If they are 0.03 s apart,
# it may make one record, which must list both queues.  gpu_rounds=N on the kernel's command line is
# the number of rounds with 0.65 s (default: 20); there are five rounds with 0.03 s.
#@ module yes
#@ timeout 1200
. "$JOB/files/hang-lib.sh"
victim_pid=''
ROUNDS=$(setting rounds 20)

# both: start an endless batch on the render and on the copy engine
both()
{
	start_victim rcs0 endless
	render=$VICTIM render_pid=$victim_pid
	start_victim bcs0 endless
	copy=$VICTIM
}

# ended: kill the applications, and free the records
ended()
{
	kill -9 "$render_pid" 2>/dev/null || true
	stop_all
	wait "$render_pid" 2>/dev/null || true
	all_free
}

# names FILE: print the guc_ids of the queues that the record lists
names()
{
	tr -d '\0' <"$1" | sed -n 's/^incident_trigger_[0-9]*_guc_id=//p' | sort -u | tr '\n' ' '
}

apart()
{
	both
	order reset rcs0 0 >/dev/null
	sleep 0.65
	order reset bcs0 0 >/dev/null
	within 10 test -e "$(record_of 0 newest)" ||
		fail "round $round: one record: $(tr -d '\0' <"$(record_of 0 first)" | grep -a ^incident_)"
	cat "$(record_of 0 first)" >first.lfd
	cat "$(record_of 0 newest)" >second.lfd
	[ "$(said first.lfd guc_id) $(said second.lfd guc_id)" = "$render $copy" ] ||
		fail "round $round: $(said first.lfd guc_id) and $(said second.lfd guc_id) hang, not $render and $copy"
	[ "$(said second.lfd engine)" = bcs0 ] || fail "round $round: engine $(said second.lfd engine)"
	case " $(names first.lfd)" in
	*" $copy "*) fail "round $round: the first record lists the queue that hung later" ;;
	esac
	ended
}

together()
{
	both
	order reset rcs0 0 >/dev/null
	sleep 0.03
	order reset bcs0 0 >/dev/null
	sleep 0.6
	take_record first.lfd
	listed=$(names first.lfd)
	[ ! -e "$(record_of 0 newest)" ] || {
		cat "$(record_of 0 newest)" >second.lfd
		listed="$listed$(names second.lfd)"
	}
	for id in $render $copy; do
		case " $listed" in
		*" $id "*) ;;
		*) fail "round $round: guc_id $id is not in: $listed" ;;
		esac
	done
	ended
}

start_ours
job_timeout 10000
round=0
while [ $round -lt "$ROUNDS" ]; do
	round=$((round + 1))
	apart
done
echo "$round times two hangs within a second: two records"
round=0
while [ $round -lt 5 ]; do
	round=$((round + 1))
	together
done
echo "$round times two hangs at once: both queues are listed"
rmmod xe_guclog
