# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# faults-lib.sh -- functions of the scenarios in which xe refuses page faults; to be sourced after
# hang-lib.sh or clients-lib.sh.

# save_fault ADDRESS ACCESS [GUC-ID ENGINE]: wait for the end of the hang, and save xe's dump, the
# GuC's log, the kernel log and the provoked fault in $DIR
save_fault()
{
	# 6.12 makes no devcoredump for a queue without a job timeout.
	if within 10 has_dump; then
		tr -d '\0' <"$(dump_of_xe)/data" >"$DIR/dump"
	fi
	within 20 none_hung || fail "$DIR: a context stays on its engine: $(order contexts)"
	cat "$(gts | head -n 1)/uc/guc_log" >"$DIR/guc_log"
	dmesg >"$DIR/kernel.log"
	{
		echo "address=$1"
		echo "access=$2"
		[ -z "${3:-}" ] || printf 'guc_id=%s\nengine=%s\n' "$3" "$4"
	} >"$DIR/truth"
	echo "$DIR: $(sed -n 's/.*Unsuccessful/Unsuccessful/p' "$DIR/kernel.log" | head -n 1)"
}

none_hung()
{
	! order contexts | grep -q ':hung'
}

# begin_faults: make xe print all lines about page faults (6.12 prints them only as debug messages)
begin_faults()
{
	job_timeout 10000
	echo 2 >/sys/module/drm/parameters/debug
}

# faults NAME WORK ADDRESS ACCESS PROGRAM ARGUMENT...: run the program, whose next draw or walker
# (WORK is draw) or copy accesses ADDRESS, which causes a page fault that xe refuses
faults()
{
	DIR=$1 address=$3 access=$4
	mkdir "$DIR"
	dmesg -c >/dev/null
	order note "$DIR" >/dev/null
	order fault "$2" "$3" "$4" >/dev/null
	shift 4
	client "$DIR/program" "$@" && fail "$DIR: the program succeeded: $(order contexts)"
	save_fault "$address" "$access"
	free_dumps
}
