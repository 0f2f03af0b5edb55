# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# hang-lib.sh -- functions of the scenarios that provoke hangs while other contexts run; to
# be sourced.  The victim is the context that hangs; $DIR is the directory for its output.
# An incident is a hang, a reset or another trigger that the module has noticed; its record is the
# devcoredump with the GuC log that the module publishes for it.
. "$JOB/files/live-lib.sh"
healthy_pids='' victim_pid=''

# engines: print CLASS[.GT] (see exec.c) and the name of the first engine of each class
engines()
{
	for gt in 0 1; do
		sed -n "s/#.*//; s/^expect gt$gt engines //p" "$PROFILE" | tr ' ' '\n' |
		while read -r e; do
			case $e in
			rcs0)	echo "0 $e" ;;
			bcs0)	echo "1 $e" ;;
			vcs0)	echo "2.$gt $e" ;;
			vecs0)	echo "3.$gt $e" ;;
			ccs0)	echo "4 $e" ;;
			esac
		done
	done
}

# on ENGINE: print CLASS[.GT] of the engine
on()
{
	engines | sed -n "s/ $1\$//p"
}

gt_of()
{
	case $(on "$1") in
	*.1)	echo 1 ;;
	*)	echo 0 ;;
	esac
}

# blocked ENGINE: print the guc_id of the last context with a batch that did not end at once, if it
# ran on this engine. "last" is needed because on a busy host xe can already have deregistered the
# context.
blocked()
{
	order blocked last "$(gt_of "$1")" | sed -n "s/^ok \([0-9]*\) $1\$/\1/p"
}

# is_blocked ENGINE: set VICTIM to the guc_id that blocked prints; fails if there is none
is_blocked()
{
	VICTIM=$(blocked "$1") && [ -n "$VICTIM" ]
}

# on_render GUCLOG PROCESS: set CONTEXT to the guc_id of the first context of a process with this
# name on the render engine that "guclog top" shows
on_render()
{
	CONTEXT=$("$1" top --once --json --idle --delay 0.5 |
		grep -o '"guc_id":[0-9]*,"engine":"rcs0","process":"'"$2"'"' |
		sed -n '1s/[^0-9]*\([0-9]*\).*/\1/p')
	[ -n "$CONTEXT" ]
}

# start_victim ENGINE KIND: start exec.c with a batch of this kind, and set VICTIM to the guc_id of
# its context and victim_pid to its process
start_victim()
{
	order forget "$(gt_of "$1")" >/dev/null
	(batch "$(on "$1")" "$2") >"${DIR:-.}/victim" 2>&1 &
	victim_pid=$!
	within 30 is_blocked "$1" ||
		fail "$1: no batch runs: $(cat "${DIR:-.}/victim"): $(order contexts "$(gt_of "$1")")"
}

# start_healthy "ENGINE...": run short batches on all engines except these
start_healthy()
{
	healthy_pids=
	while read -r class name; do
		case " $1 " in
		*" $name "*) continue ;;
		esac
		(batch "$class" mark 0) >/dev/null 2>&1 &
		healthy_pids="$healthy_pids $!"
	done <<-EOT
	$(engines)
	EOT
}

engines_idle()
{
	! { order contexts 0 && order contexts 1; } | grep -q ':running'
}

# stop_all: end the victim and the healthy programs, and wait until the engines are idle
stop_all()
{
	# shellcheck disable=SC2086
	kill -9 $healthy_pids $victim_pid 2>/dev/null || true
	# shellcheck disable=SC2086
	wait $healthy_pids $victim_pid 2>/dev/null || true
	victim_pid='' healthy_pids=''
	within 20 engines_idle || fail "an engine stays busy: $(order contexts)"
}

# dump_of_xe: print the path of the GPU's devcoredump; the module's records belong to other
# devices
dump_of_xe()
{
	for dump in /sys/class/devcoredump/devcd*; do
		case $(readlink -f "$dump/failing_device") in
		*/0000:00:02.0)
			echo "$dump"
			return ;;
		esac
	done
}

has_dump()
{
	[ -n "$(dump_of_xe)" ]
}

# record_of GT PLACE: print the path of one of the two records that the module keeps for a GT; PLACE
# is "first" or "newest"
record_of()
{
	echo "/sys/devices/xe_guclog-0000:00:02.0-gt$1-$2/devcoredump/data"
}

# take_record FILE [GT [PLACE]]: wait for the module's record at this place (default: first), see
# record_of, and save it
take_record()
{
	record=$(record_of "${2:-0}" "${3:-first}")
	within 60 test -e "$record" || fail "no record for $1, guc_id ${VICTIM:--}"
	cat "$record" >"$1"
}

# free_records: free all records of the module
free_records()
{
	for gt in 0 1; do
		for place in first newest; do
			record=$(record_of $gt $place)
			[ ! -e "$record" ] || echo 1 >"$record"
		done
	done
}

# no_records: true when the module has no record
no_records()
{
	! ls /sys/devices/xe_guclog-*/devcoredump/data >/dev/null 2>&1
}

# free_dumps: free all records, and all dumps of xe until none appears for a second, since other
# contexts can time out a little later
free_dumps()
{
	free_records
	n=0
	while [ $n -lt 10 ]; do
		n=$((n + 1))
		dump=$(dump_of_xe)
		[ -z "$dump" ] || { echo 1 >"$dump/data"; n=0; }
		sleep 0.1
	done
}

# beside ENGINE: print ENGINE and the engines on which healthy work would wait for ENGINE
beside()
{
	case $1 in
	ccs*)	echo "$1 rcs0" ;;
	*)	echo "$1" ;;
	esac
}

# pick WORD...: print one of the words, chosen at random
pick()
{
	shift $(($(od -An -tu2 -N2 /dev/urandom) % $#))
	echo "$1"
}

# said FILE KEY: print the value of the line incident_KEY=VALUE of a record
said()
{
	tr -d '\0' <"$1" | sed -n "s/^incident_$2=//p"
}

# all_free: free all records and dumps; waits first, so that the next trigger is a new incident
all_free()
{
	sleep 1.2
	free_dumps
	eventually no_records || fail "a record could not be freed"
}

has_ports()
{
	(port gpu && port report) >/dev/null 2>&1
}

# renew_ports: bind the driver of the virtio ports again; without this, the ports cannot be written
# after a system suspend
renew_ports()
{
	for v in /sys/bus/virtio/drivers/virtio_console/virtio*; do
		echo "${v##*/}" >"${v%/*}/unbind"
		echo "${v##*/}" >"${v%/*}/bind"
	done
	unset ORDERS
	eventually has_ports || fail "the ports of QEMU do not come back"
}

# short_sleep: make sleep_once suspend only the devices (pm_test), for one second
short_sleep()
{
	echo devices >/sys/power/pm_test
	echo 1 >/sys/module/suspend/parameters/pm_test_delay
}

# sleep_once NAME: suspend the system to idle (s2idle), and wait for the resume
sleep_once()
{
	slept=$(sed -n 's/^success: //p' /sys/kernel/debug/suspend_stats)
	echo freeze >/sys/power/state || fail "$1: the system does not sleep: $(dmesg | tail -n 20)"
	[ "$(sed -n 's/^success: //p' /sys/kernel/debug/suspend_stats)" -gt "$slept" ] ||
		fail "$1: the devices were not suspended"
	renew_ports
}
