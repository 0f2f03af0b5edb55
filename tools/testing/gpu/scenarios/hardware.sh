# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# hardware.sh -- run xe-guclog-hardware-check as owners of hardware do; also with a hang, with the
# module loaded before, and interrupted by Ctrl-C.  hardware.check checks the pages (reports) that
# it prints, and its archive.
#@ module yes
#@ hardware yes
#@ tool yes
#@ mem 1536
. "$JOB/files/hardware-lib.sh"

bound || fail "xe did not bind"
hardware_check first
cat first.page
job_timeout 1000
hardware_check hang --provoke-hang --no-archive --load "$JOB/files/exec $(gpu_node) 0 $(sed -n 's/^expect exec pat \([0-9]*\).*/\1/p' "$PROFILE" | grep . || echo 0) mark 20"

# Interrupt the program (SIGINT) while it records the streams: it must restore the settings.
power_state >interrupted.before
"$JOB/files/xe-guclog-hardware-check" --module "$JOB/files/xe_guclog.ko" -o interrupted.tar \
	>interrupted.page 2>interrupted.log &
program=$!
within 120 grep -q 'Recording the streams' interrupted.log || fail "$(cat interrupted.log)"
sleep 2
kill -INT $program
wait $program && fail "interrupted: the exit status is 0"
power_state >interrupted.after
cmp interrupted.before interrupted.after || fail "interrupted: a setting was not restored"
[ ! -s interrupted.page ] || fail "interrupted: a page was printed"

# A module that was loaded before the program started must stay loaded.
load_ours
hardware_check loaded
grep -q 'the module is loaded, as before' loaded.page || fail "$(cat loaded.page)"
