# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# hang.sh -- a batch completes, the next one hangs; xe makes its devcoredump.
# The events carry the device's own clock, so that their times can be checked.
#@ tool yes
#@ gpu --seed 1 --events 0
# shellcheck disable=SC1091
. "$JOB/files/lib.sh"
bound || fail "xe did not bind"
stay_awake
NODE=$(find /dev/dri -name 'renderD*' | head -n 1)
[ -n "$NODE" ] || fail "no render node"
chmod +x "$JOB/files/exec"
PAT=$(sed -n 's/^expect exec pat \([0-9]*\).*/\1/p' "$PROFILE")

# xe's default is five seconds.
for timeout in "$PCI"/tile0/gt*/engines/rcs/job_timeout_ms; do
	echo 1500 >"$timeout"
done
"$JOB/files/exec" "$NODE" 0 "${PAT:-0}" || fail "a good batch does not run"
order clock live >/dev/null
order events 300 >/dev/null
sleep 1
order events 300 >/dev/null
order hang rcs >/dev/null
if "$JOB/files/exec" "$NODE" 0 "${PAT:-0}"; then
	fail "the hanging batch ran"
fi
n=0
until [ -e /sys/class/devcoredump/devcd1/data ]; do
	n=$((n + 1))
	[ $n -lt 100 ] || fail "no devcoredump"
	sleep 0.2
done
cat /sys/class/devcoredump/devcd1/data >devcoredump
echo 1 >/sys/class/devcoredump/devcd1/data
grep -q '^\*\*\*\* Xe Device Coredump' devcoredump || fail "that is no Xe devcoredump"
# 6.12's devcoredump has no log.
case $(uname -r) in
6.12.*)	;;
*)	grep -q '^\*\*\*\* GuC Log' devcoredump || fail "the devcoredump has no GuC log" ;;
esac
order image hang.gt0 >/dev/null
order state >hang.state
sleep 2
"$JOB/files/exec" "$NODE" 0 "${PAT:-0}" || fail "after the hang nothing runs any more"
