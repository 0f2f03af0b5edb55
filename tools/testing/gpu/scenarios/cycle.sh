# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# cycle.sh -- unbind and bind, rmmod and insmod, GT reset, runtime suspend and
# resume, over and over; after each the log is there again.
#@ timeout 1800
#@ xe-by-hand yes
# 6.12 takes a forcewake's success for a failure on every GT reset.
#@ forgive 6.12 WARNING: .* xe_uc_gucrc_disable
# shellcheck disable=SC1091
. "$JOB/files/lib.sh"
ROUNDS=$(sed -n 's/.*gpu_rounds=\([0-9]*\).*/\1/p' /proc/cmdline)
ROUNDS=${ROUNDS:-20}

boots()
{
	order state | sed 's/.* boots=\([0-9]*\).*/\1/'
}

# anew WHAT: the device has booted its GuC since the last time.
BOOTS=0
anew()
{
	n=$(boots)
	[ "$n" -gt "$BOOTS" ] || fail "after $1 the GuC has not booted again"
	BOOTS=$n
	logged "$1"
}

# logged WHAT: the GuC is running and xe reads a log.
logged()
{
	bound || fail "after $1 xe is not bound"
	for gt in $(gts); do
		[ -e "$gt/uc/guc_log" ] || continue
		[ "$(wc -c <"$gt/uc/guc_log")" -gt 4096 ] || fail "after $1 there is no log"
	done
	order state | grep -q ' running=1 ' || fail "after $1 the GuC is not running"
}

reset_gts()
{
	for gt in $(gts); do
		# Reading it resets on 6.12, writing on 7.x.
		cat "$gt/force_reset_sync" >/dev/null 2>&1 || true
		(echo 1 >"$gt/force_reset_sync") 2>/dev/null || true
	done
	sleep 1
}

doze()
{
	n=0
	echo auto >"$PCI/power/control"
	echo 0 >"$PCI/power/autosuspend_delay_ms" 2>/dev/null || true
	until [ "$(cat "$PCI/power/runtime_status")" = suspended ]; do
		n=$((n + 1))
		[ $n -lt 100 ] || fail "it is $(cat "$PCI/power/runtime_status"), not suspended"
		sleep 0.1
	done
	echo on >"$PCI/power/control"
	[ "$(cat "$PCI/power/runtime_status")" = active ] || fail "it did not resume"
}

load_xe
anew insmod
i=0
while [ $i -lt "$ROUNDS" ]; do
	i=$((i + 1))
	reset_gts
	anew "reset $i"
	doze
	# 6.12 loads the GuC anew to resume, 7.3 does not.
	logged "suspend $i"
	BOOTS=$(boots)
	echo 0000:00:02.0 >"$DRIVER/unbind"
	! bound || fail "unbind $i did nothing"
	echo 0000:00:02.0 >"$DRIVER/bind"
	anew "bind $i"
	rmmod xe
	load_xe
	anew "insmod $i"
done
echo "$i rounds"
rmmod xe
