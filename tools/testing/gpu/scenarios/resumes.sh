# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# resumes.sh -- resume a suspended GPU by a job N times (gpu_resumes=N on the kernel's command line,
# default: 20).  On 6.12 each resume loads the firmware again, which starts a new log.  This is not a
# hang: the module must make no record (a devcoredump with the GuC log), and the last log that it
# keeps must be that of the suspend.  Half of the jobs start at random times; the others start at
# times that are spread evenly over a second, because something that happens once a second meets
# some of them.
#@ module yes
#@ timeout 3600
. "$JOB/files/hang-lib.sh"
LAST=$LIVE/gt0/guc_log_last_lfd
RESUMES=$(setting resumes 20)

# until_phase MS: sleep until so many milliseconds of a second of the uptime have passed
until_phase()
{
	now=$(cut -d' ' -f1 /proc/uptime | tr -d .)
	wait_ms=$(((1000 + $1 - now % 100 * 10) % 1000))
	sleep "$(printf '0.%03d' $wait_ms)"
}

# resume PHASE: suspend the GPU, and resume it by a job at this time of a second
resume()
{
	eventually suspended || fail "resume $number: the GPU is not suspended"
	until_phase "$1"
	(batch 0) >/dev/null || fail "resume $number: the job failed"
	no_records || fail "resume $number at $1 ms is recorded: $(tr -d '\0' <"$(record_of 0 first)" | grep -a ^incident)"
	[ $loads = no ] || tr -d '\0' <"$LAST" | grep -aq '^last_reason=suspend' ||
		fail "resume $number at $1 ms: the last log is $(tr -d '\0' <"$LAST" | grep -a ^last_reason)"
}

start_ours
before=$(boots | head -n 1)
suspend_gpu
loads=no
case $(uname -r) in
6.*)	has_vram || loads=yes ;;
esac
number=0
while [ $number -lt "$RESUMES" ]; do
	number=$((number + 1))
	if [ $((number % 2)) = 0 ]; then
		resume $(($(od -An -tu2 -N2 /dev/urandom) % 1000))
	else
		resume $((number * 1000 / RESUMES))
	fi
done
# A record is made within a second and a half of its trigger.
sleep 1.5
no_records || fail "a resume is recorded: $(tr -d '\0' <"$(record_of 0 first)" | grep -a ^incident)"
! says 'incident_records=[1-9]' || fail "records: $(grep ^incident_ "$LIVE/info")"
boots=$(($(boots | head -n 1) - before))
[ $loads = no ] || [ $boots -ge "$RESUMES" ] || fail "the firmware was loaded only $boots times"
echo "$RESUMES resumes by jobs, $boots loads of the firmware, no record"
rmmod xe_guclog
