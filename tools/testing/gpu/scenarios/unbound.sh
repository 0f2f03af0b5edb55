# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# unbound.sh -- a program removes the mapping of its batch while the job runs.  The trace instance
# that guclog collect --prepare has set up must record the removal, and the incident must have a
# sentence about the removal.  The incident of a batch that stays mapped must not have this
# sentence.  unbound.check compares the sentence with the times that the program printed.
#@ module yes
#@ command yes
#@ tool yes
. "$JOB/files/hang-lib.sh"
GUCLOG=$JOB/files/guclog
STORE=/tmp/store
RECORDER=/sys/kernel/tracing/instances/xe_guclog

# others: run programs that map a buffer at the same address, until /tmp/stop exists
others()
{
	while [ ! -e /tmp/stop ]; do
		(batch 1) >/dev/null || break
	done
}

# incident NAME KIND: run a batch that hangs, and save its incident in NAME/
incident()
{
	! (batch 0 "$2") >"$1.times" || fail "$1: the batch ended"
	within 20 has_dump || fail "$1: no devcoredump"
	within 20 test -e "$(record_of 0 first)" || fail "$1: no record"
	"$GUCLOG" collect --no-journal --free --store $STORE "$(basename "$(dump_of_xe)")" >"$1.name" ||
		fail "$1: not stored"
	cp -r "$STORE/$(cat "$1.name")" "$1"
	cat "$1/summary.txt"
	all_free
}

start_ours
mount -t tracefs tracefs /sys/kernel/tracing 2>/dev/null || true
chmod +x "$GUCLOG"
mkdir -p $STORE
"$GUCLOG" collect --no-journal --store $STORE --prepare
cat $RECORDER/set_event >events
cat ${RECORDER}_queues/set_event >queue-events
job_timeout 1500
# A program that ends normally also unmaps its memory.
(batch 0) || fail "a batch that should complete failed"
others &
incident bound wait
incident unbound unbound
touch /tmp/stop
wait
[ "$(cat $RECORDER/tracing_on)" = 1 ] || fail "the recorder was stopped"
(batch 0) || fail "after the hang, no batch completes"
rmmod xe_guclog
