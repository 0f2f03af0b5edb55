# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# explain.sh -- provoke one fault after the other while other contexts run, and save for each the
# log, xe's devcoredump and the verdict that guclog explain must give.  explain.check compares the
# output of guclog explain with this verdict.  On the kernel's command line, gpu_troubles=NAME,...
# selects faults (functions below, on rcs0), gpu_troubles=short selects three faults, gpu_rounds=N
# provokes N random faults (of the selected ones) on random engines, and gpu_pause=SECONDS lets the
# other contexts work before each fault.
#@ timeout 1800
#@ module yes
#@ tool yes
# At each GT reset, 6.12 mistakes the success of a forcewake for a failure and prints a warning.
#@ forgive 6.12 WARNING: .* xe_uc_gucrc_disable
. "$JOB/files/hang-lib.sh"
TROUBLES=$(setting troubles)
ROUNDS=$(setting rounds)
PAUSE=$(setting pause 0)
ANY=preempted,preempted,job_timeout_reset,job_timeout_only,cat_error,healthy

# keep GT: save the log of a GT from the module's file, and let the device save an image of the log
# buffer
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

# begin KIND ENGINE [alone]: clear the logs, and start healthy work (short batches) on all engines;
# with "alone", not on ENGINE and not on engines on which work would wait for ENGINE
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
		start_healthy "$(beside "$2")"
	else
		start_healthy ''
	fi
	sleep "$PAUSE"
}

# end HANG RESET STUCK [LIMIT-MS]: stop all programs, and save the values that guclog explain must
# print for the keys hang, reset, stuck and limit_ms
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

# preempted: a context does not leave an engine for another context, and the GuC resets the engine
# after 640 ms
preempted()
{
	begin preempted "$1"
	start_victim "$1" endless
	keep_dump 20
	keep "$(gt_of "$1")"
	end true true null 640
}

# job_timeout_reset: no other context waits; xe disables the context after the job timeout, and the
# GuC must reset the engine to remove it
job_timeout_reset()
{
	begin job-timeout-reset "$1" alone
	start_victim "$1" endless
	keep_dump 20
	keep "$(gt_of "$1")"
	end true true null
}

# job_timeout_only: no other context waits; xe disables the context after the job timeout. The
# context leaves its engine, so the GuC resets nothing.
job_timeout_only()
{
	begin job-timeout "$1" alone
	start_victim "$1" wait
	keep_dump 20
	keep "$(gt_of "$1")"
	end false false null
}

# cat_error: the context has a memory CAT error, so it cannot leave its engine when xe disables it,
# and the GuC resets the engine. The job timeout is long at first, so that the control command "cat"
# reaches the device before the timeout even on a busy host.
cat_error()
{
	job_timeout 10000
	begin cat-error "$1" alone
	start_victim "$1" endless
	order cat "$VICTIM" "$(gt_of "$1")" >/dev/null
	job_timeout 1500
	keep_dump 20
	keep "$(gt_of "$1")"
	end true true null
}

is_ignored()
{
	order state "$1" | grep -q ' ignored=0 '
}

# disable_unanswered: the GuC does not answer the disable of a context; xe resets the GT after five
# seconds
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

# guc_death: the GuC stops reading its H2G messages
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

is_wedged()
{
	dmesg | grep -q 'has declared device .* as wedged'
}

# wedged: xe declares the device wedged after the hang, and the GuC does not reset engines.
# The process of the victim (the context that hangs) is stopped, so that it does not end while the
# engine reads its memory.
wedged()
{
	begin wedged "$1" alone
	echo 2 >"$(dri)/wedged_mode"
	start_victim "$1" endless
	# shellcheck disable=SC2154
	kill -STOP "$victim_pid"
	within 20 is_wedged || fail "xe does not declare the device wedged"
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
echo "$number faults"
echo "$number" >troubles
rmmod xe_guclog
