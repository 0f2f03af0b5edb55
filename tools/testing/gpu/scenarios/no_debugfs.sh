# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# no_debugfs.sh -- for run.sh with the option --append debugfs=off: without debugfs, the module must
# load, record a hang (publish a devcoredump with the GuC log), and make a dump of a log when
# configfs asks for it.  The module is not built for tests, so it must make no replay device.
#@ module yes
. "$JOB/files/hang-lib.sh"

bound || fail "xe did not bind"
! ls /sys/kernel/debug/xe_guclog >/dev/null 2>&1 || fail "debugfs is not switched off"
stay_awake
load_ours
sleep 2
[ "$(cat /sys/kernel/config/xe_guclog/incidents)" = 1 ] ||
	fail "incidents is $(cat /sys/kernel/config/xe_guclog/incidents)"
! mkdir /sys/kernel/config/xe_guclog/replay 2>/dev/null ||
	fail "a module that is not built for tests makes a replay device"
job_timeout 10000
start_victim rcs0 endless
order reset rcs0 0 >/dev/null
take_record hang.lfd
[ "$(said hang.lfd guc_id)" = "$VICTIM" ] || fail "the record names $(said hang.lfd guc_id)"
stop_all
free_records
echo "$GPU/gt0" >/sys/kernel/config/xe_guclog/capture
dump=$(find /sys/devices/xe_guclog-*/devcoredump/data | head -n 1)
[ "$(wc -c <"$dump")" -gt 2000 ] || fail "no dump on request"
echo 1 >"$dump"
free_dumps
echo "without debugfs: a hang is recorded, and a dump is made on request"
rmmod xe_guclog
