# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# hang.sh -- a batch completes, the next batch hangs, and xe makes a devcoredump, which is saved.
# hang.check checks the dump.  The emulated GPU writes the events with the times of its clock
# ("clock live"), so that hang.check can also check these times.
#@ tool yes
#@ gpu --seed 1 --events 0
. "$JOB/files/lib.sh"
bound || fail "xe did not bind"
stay_awake
job_timeout 1500
(batch 0) || fail "a batch that should complete failed"
order clock live >/dev/null
order events 300 >/dev/null
sleep 1
order events 300 >/dev/null
order hang rcs >/dev/null
! (batch 0) || fail "the batch that should hang completed"
within 20 test -e /sys/class/devcoredump/devcd1/data || fail "no devcoredump"
cat /sys/class/devcoredump/devcd1/data >devcoredump
echo 1 >/sys/class/devcoredump/devcd1/data
grep -q '^\*\*\*\* Xe Device Coredump' devcoredump || fail "that is not an Xe devcoredump"
# The devcoredump of Linux 6.12 has no log.
case $(uname -r) in
6.12.*)	;;
*)	grep -q '^\*\*\*\* GuC Log' devcoredump || fail "the devcoredump has no GuC log" ;;
esac
order image hang.gt0 >/dev/null
order state >hang.state
sleep 2
(batch 0) || fail "after the hang, no batch completes"
