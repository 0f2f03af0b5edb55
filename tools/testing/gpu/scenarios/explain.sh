# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# explain.sh -- provoke one fault after the other while other contexts run, and save the
# log, xe's devcoredump and the expected verdict; explain.check compares the output of
# guclog explain with them.  On the command line, gpu_troubles=short selects three faults,
# gpu_troubles=NAME,... these functions on rcs0, gpu_rounds=N selects N random ones (of those
# that are named) on random engines, gpu_pause=SECONDS lets the other contexts work before each.
#@ timeout 1800
#@ module yes
#@ tool yes
# 6.12 treats the success of a forcewake as a failure on every GT reset.
#@ forgive 6.12 WARNING: .* xe_uc_gucrc_disable
. "$JOB/files/hang-lib.sh"
TROUBLES=$(setting troubles)
ROUNDS=$(setting rounds)
PAUSE=$(setting pause 0)
ANY=preempted,preempted,job_timeout_reset,job_timeout_only,cat_error,healthy

# keep GT: save the current log, and the device's image of it
keep()
{
	cat "$LIVE/gt$1/guc_log_lfd" >"$DIR/log.lfd" || fail "$DIR: the log cannot be read"
	order image "${DIR##*/}" "$1" >/dev/null
}

# keep_dump SECONDS: save xe's devcoredump if one appears within this time
keep_dump()
{
	within "$1" has_dump || return 0
	dump=$(dump_of_xe)
	cat "$dump/data" >"$DIR/dump"
	echo 1 >"$dump/data"
}

# begin KIND ENGINE [alone]: clear the log, and start healthy work on all engines; "alone" leaves
# out the engines that make work of this engine wait
begin()
{
	number=$((number + 1))
	DIR=$(printf '%02d-%s' $number "$1")
	mkdir "$DIR"
	VICTIM='' engine=$2
	for gt in $(live_gts); do
		order clear "$gt" >/dev/null
	done
	if [ "${3:-}" = alone ]; then
		start_innocents "$(beside "$2")"
	else
		start_innocents ''
	fi
	sleep "$PAUSE"
}

# end HANG RESET STUCK [LIMIT-MS]: end the fault, and write its expected verdict
end()
{
	stop_all
	free_dumps
	cat >"$DIR/truth" <<-EOT
	kind=${DIR#*-}
	guc_id=$VICTIM
	engine=$engine
	hang=$1
	reset=$2
	stuck=$3
	limit_ms=${4:-}
	EOT
	echo "$DIR: guc_id ${VICTIM:--} on $engine"
}

# Another context wants the engine: the GuC resets it after 640 ms.
preempted()
{
	begin preempted "$1"
	start_victim "$1" endless
	keep_dump 20
	keep "$(gt_of "$1")"
	end true true null 640
}

# No context waits; xe disables the context, and the GuC has to reset the engine for it.
job_timeout_reset()
{
	begin job-timeout-reset "$1" alone
	start_victim "$1" endless
	keep_dump 20
	keep "$(gt_of "$1")"
	end true true null
}

# Do the same with a context that leaves its engine in time: the GuC then has no fault.
job_timeout_only()
{
	begin job-timeout "$1" alone
	start_victim "$1" wait
	keep_dump 20
	keep "$(gt_of "$1")"
	end false false null
}

# Even on a busy host, the job must not time out before the order of the error arrives.
cat_error()
{
	job_timeout 10000
	begin cat-error "$1" alone
	start_victim "$1" endless
	order cat "$VICTIM" "$(gt_of "$1")" >/dev/null
	job_timeout 1500
	keep_dump 20
	keep "$(gt_of "$1")"
	end false false null
}

is_ignored()
{
	order state "$1" | grep -q ' ignored=0 '
}

# xe waits five seconds for the answer, then it resets the GT.
disable_unanswered()
{
	job_timeout 5000
	begin disable "$1" alone
	start_victim "$1" endless
	gt=$(gt_of "$1")
	order ignore disable 1 "$VICTIM" "$gt" >/dev/null
	job_timeout 1500
	eventually is_ignored "$gt" || fail "xe does not disable the context"
	sleep 1
	keep "$gt"
	keep_dump 20
	end true false disable
}

# The GuC stops reading its messages.
guc_death()
{
	begin guc-death "$1" alone
	sleep 1
	order stall on "$(gt_of "$1")" >/dev/null
	sleep 1
	keep "$(gt_of "$1")"
	keep_dump 30
	end true false h2g
}

user_reset()
{
	begin user-reset rcs0
	sleep 1
	reset_gts
	sleep 1
	keep 0
	end false false null
}

fault_storm()
{
	grep -q '^version 20' "$PROFILE" || return 0
	begin page-faults ccs0
	order faults ccs0 200 >/dev/null
	sleep 3
	keep 0
	end false false null
}

gave_up()
{
	dmesg | grep -q 'has declared device .* as wedged'
}

# xe is configured to declare the device wedged after a hang, and the GuC not to reset engines.
# The process must not end while the engine reads its memory.
wedged()
{
	begin wedged "$1" alone
	echo 2 >"$(dri)/wedged_mode"
	start_victim "$1" endless
	# shellcheck disable=SC2154
	kill -STOP "$victim_pid"
	within 20 gave_up || fail "xe does not give the device up"
	keep_dump 10
	keep "$(gt_of "$1")"
	order reset "$1" "$(gt_of "$1")" >/dev/null
	end false false null
}

healthy()
{
	begin healthy rcs0
	sleep 2
	keep 0
	end false false null
}

start_ours
job_timeout 1500
number=0
if [ -n "$ROUNDS" ]; then
	while [ $number -lt "$ROUNDS" ]; do
		# shellcheck disable=SC2046
		trouble=$(pick $(echo "${TROUBLES:-$ANY}" | tr , ' '))
		# shellcheck disable=SC2046
		"$trouble" "$(pick $(engines | cut -d' ' -f2))"
	done
elif [ "$TROUBLES" = short ]; then
	healthy
	preempted rcs0
	job_timeout_only bcs0
elif [ -n "$TROUBLES" ]; then
	for trouble in $(echo "$TROUBLES" | tr , ' '); do
		"$trouble" rcs0
	done
else
	healthy
	preempted rcs0
	preempted "$(engines | tail -n 1 | cut -d' ' -f2)"
	job_timeout_reset rcs0
	job_timeout_only bcs0
	cat_error rcs0
	fault_storm
	user_reset
	disable_unanswered rcs0
	guc_death rcs0
	wedged rcs0
fi
echo "$number troubles"
echo "$number" >troubles
rmmod xe_guclog
