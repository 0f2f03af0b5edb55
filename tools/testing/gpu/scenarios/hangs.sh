# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# hangs.sh -- provoke hangs of six kinds at random times, on random engines, while other
# contexts run.  For each hang the module must publish one record (a devcoredump with the GuC log)
# with the victim, the context that hangs, even if the devcoredump of an earlier hang still exists.
# Two kinds lead to a GT reset, which ends the jobs of all contexts; then the record must name no
# context other than the victim as the cause.  gpu_hangs=N on the kernel's command line is the
# number of hangs (default: 20).  With gpu_fragmented=yes the kernel's free memory is fragmented,
# except about 12 MiB; the module's record must have the log nevertheless, and the scenario counts
# the dumps of xe with and without a log.  hangs.check compares the records with the log of the
# emulated GPU.
#@ timeout 3600
#@ module yes
#@ tool yes
# At each GT reset, 6.12 mistakes the success of a forcewake for a failure and prints a warning.
#@ forgive 6.12 WARNING: .* xe_uc_gucrc_disable
. "$JOB/files/hang-lib.sh"
HANGS=$(setting hangs 20)
LIMIT_MS=1500
# The control command "ignore" must reach the device before the job timeout.
IGNORE_MS=3000
SLOW=no
# xe allows no longer job timeout.
PATIENT_MS=10000
case $(uname -r) in
# The sanitizer kernel is slow.
*-san)	IGNORE_MS=9000 SLOW=yes ;;
esac

# fragment: fragment the free memory, and check that no block of 64 KiB, the size of the ring, or
# more is free in the zones that the kernel uses
fragment()
{
	chmod +x "$JOB/files/fragment"
	"$JOB/files/fragment" 12 >fragment.log 2>&1 &
	within 120 grep -q '^fragmented' fragment.log || fail "$(cat fragment.log)"
	cat fragment.log /proc/buddyinfo
}

# large_blocks: print how many free blocks of at least 64 KiB the kernel has, outside of zone DMA
large_blocks()
{
	awk '$4 != "DMA" { for (i = 9; i <= NF; i++) n += $i } END { print n + 0 }' /proc/buddyinfo
}

# count_log DUMP: count the dumps of xe with and without a GuC log
count_log()
{
	tr -d '\0' <"$1/data" >dump
	if grep -q '^\[LOG\].data' dump || grep -q '^Log data' dump; then
		with_log=$((with_log + 1))
	else
		without_log=$((without_log + 1))
	fi
	echo 1 >"$1/data"
	rm dump
}

# random_pause: wait for up to a second
random_pause()
{
	sleep "0.$(($(od -An -tu2 -N2 /dev/urandom) % 90 + 10))"
}

# none_blocked: true when the victim is deregistered, so that its guc_id is not mistaken for the
# guc_id of the next victim
none_blocked()
{
	[ "$(order blocked "$GT")" = ok ]
}

# written: print the number of events that the device has written since the GuC was started
written()
{
	order state "$GT" | sed 's/.* written=\([0-9]*\).*/\1/'
}

# provoke KIND ENGINE: provoke a hang. The healthy queues do not time out, because a queue keeps
# the job timeout that was set when it was created.
provoke()
{
	job_timeout $PATIENT_MS
	start_healthy "$(beside "$2")"
	random_pause
	before=$(written)
	order image "${DIR##*/}.before" "$GT" >/dev/null
	case $1 in
	preempted)
		start_victim "$2" endless
		# The context that waits starts now. If it started earlier, the victim could be
		# reset before a slow guest has found the victim's guc_id.
		(batch "$(on "$2")" mark 0) >/dev/null 2>&1 &
		healthy_pids="$healthy_pids $!" ;;
	job-timeout-reset)
		job_timeout $LIMIT_MS
		start_victim "$2" endless ;;
	job-timeout)
		job_timeout $LIMIT_MS
		start_victim "$2" wait ;;
	cat-error)
		start_victim "$2" endless
		random_pause
		order cat "$VICTIM" "$GT" >/dev/null ;;
	disable-unanswered)
		job_timeout $IGNORE_MS
		start_victim "$2" endless
		order ignore disable 1 "$VICTIM" "$GT" >/dev/null ;;
	reset-failed)
		start_victim "$2" endless
		random_pause
		order fail "$2" "$GT" >/dev/null ;;
	esac
}

# hang KIND ENGINE: provoke a hang, and save its record and the values that the record must have
hang()
{
	number=$((number + 1))
	DIR=$(printf '%03d-%s' $number "$1")
	mkdir "$DIR"
	GT=$(gt_of "$2")
	old=$(dump_of_xe)
	provoke "$1" "$2"
	take_record "$DIR/record.lfd" "$GT"
	written=$(($(written) - before))
	# During a GT reset, the GuC has no log.
	case $1 in
	disable-unanswered|reset-failed) ;;
	*)	order image "${DIR##*/}.after" "$GT" >/dev/null ;;
	esac
	stop_all
	dump=$(dump_of_xe)
	if [ -n "$FRAGMENTED" ]; then
		[ -z "$dump" ] || count_log "$dump"
		dump=
	fi
	[ -z "$dump" ] || [ "$(pick free keep)" = keep ] || echo 1 >"$dump/data"
	eventually none_blocked || fail "$DIR: guc_id $VICTIM stays registered"
	# A trigger after this time would be another incident.
	sleep 1.2
	[ ! -e "$(record_of "$GT" newest)" ] || fail "$DIR: two records"
	free_records
	eventually no_records || fail "$DIR: the record stays"
	if [ "$GT" = 0 ]; then
		seq=$((seq_0 += 1))
	else
		seq=$((seq_1 += 1))
	fi
	cat >"$DIR/truth" <<-EOT
	kind=$1
	guc_id=$VICTIM
	engine=$2
	seq=$seq
	dump_of_xe=${old:+yes}
	written=$written
	slow=$SLOW
	EOT
	echo "$DIR: guc_id $VICTIM on $2${FRAGMENTED:+, $(large_blocks) free blocks of 64 KiB or more}"
}

FRAGMENTED=$(setting fragmented)
with_log=0 without_log=0
start_ours
[ -z "$FRAGMENTED" ] || fragment
number=0 seq_0=0 seq_1=0
while [ $number -lt "$HANGS" ]; do
	for kind in preempted job-timeout-reset job-timeout cat-error disable-unanswered reset-failed; do
		[ $number -lt "$HANGS" ] || break
		# shellcheck disable=SC2046
		hang "$kind" "$(pick $(engines | cut -d' ' -f2))"
	done
done
echo "$number hangs${FRAGMENTED:+; dumps of xe with the log: $with_log, without: $without_log}"
[ -z "$FRAGMENTED" ] || dmesg | grep -c 'page allocation failure' || true
free_dumps
rmmod xe_guclog
