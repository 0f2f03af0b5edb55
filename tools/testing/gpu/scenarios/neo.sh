# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# neo.sh -- run Debian's package of Intel's compute-runtime: clinfo, OpenCL and Level Zero programs;
# an idle program, for which guclog must not find a hang in the logs; then provoke hangs of an
# OpenCL kernel, of the flush after a kernel, of a fill and of a copy. The queues of compute-runtime
# have no job timeout, so the GuC resets an engine only when another context waits for it. On the
# kernel's command line, gpu_hangs=NAME,... selects hangs, and gpu_rounds=N adds N hangs of programs
# that do several pieces of work, of which one hangs.
#@ timeout 1800
#@ mem 4096
#@ module yes
#@ clients neo
#@ check clients
#@ tool yes
# The device runs no shaders, so programs read memory that no shader has written. The faults that
# follow from this are accepted.
#@ gpu --lenient
. "$JOB/files/clients-lib.sh"
HANGS=$(setting hangs kernel,late,fill,copy)
ROUNDS=$(setting rounds 0)

# breaks NAME ORDER PROGRAM ARGUMENT...: provoke a hang while other contexts wait for the engines;
# ORDER has the arguments of the control command "hang". No dump is saved on 6.12, which makes no
# devcoredump for a queue without a job timeout.
breaks()
{
	(batch "$(on ccs0)" mark 0) >/dev/null 2>&1 &
	others=$!
	(batch "$(on bcs0)" mark 0) >/dev/null 2>&1 &
	others="$others $!"
	case $(uname -r) in
	6.12.*)	name=$1
		order note "$name" >/dev/null
		order hang "$2" >/dev/null
		shift 2
		echo "no-dump $name" >>hangs
		! client "$name" "$@" || fail "$name: the program succeeded, so nothing hung"
		tail -n 1 "$name.err" ;;
	*)	hangs "$@" ;;
	esac
	# shellcheck disable=SC2086
	kill $others
	# shellcheck disable=SC2086
	wait $others || true
	within 20 engines_idle || fail "$1: an engine stays busy: $(order contexts)"
}

# break_by KIND N SPARED: run N pieces of work; the one after the first SPARED hangs
break_by()
{
	name=hang-$1-$2-$3
	case $1 in
	kernel)	breaks "hang-cl-${name#hang-}" "draw 1 $3" "$JOB/files/cl" kernel "$2" ;;
	late)	breaks "hang-cl-${name#hang-}" "stall 1 $3" "$JOB/files/cl" kernel "$2" ;;
	fill)	breaks "hang-ze-${name#hang-}" "draw 1 $3" "$JOB/files/ze" fill "$2" ;;
	copy)	breaks "hang-ze-${name#hang-}" "copy 1 $3" "$JOB/files/ze" copy "$2" ;;
	*)	fail "no hang '$1'" ;;
	esac
}

# keep_quiet: run an idle program with a queue that waits at a semaphore, and save the log in four
# forms: a stream, an LFD file, xe's text file and a dump
keep_quiet()
{
	# Without these variables, the driver ends the queue's batch after a few milliseconds.
	NEOReadDebugKeys=1 EnableDirectSubmissionController=0 client quiet "$JOB/files/cl" idle 12 &
	program=$!
	within 100 grep -q idle quiet.out || fail "quiet: $(cat quiet.out quiet.err)"
	cat "$LIVE/gt0/guc_log_stream" >quiet-stream.lfd &
	reader=$!
	sleep 2
	order contexts >quiet-contexts
	# Run another program on the same engine.
	(batch "$(on ccs0)" mark 5) >/dev/null
	sleep 1
	cat "$LIVE/gt0/guc_log_lfd" >quiet-file.lfd
	cat "$(gts | head -n 1)/uc/guc_log" >quiet-guc_log
	echo "$GPU/gt0" >/sys/kernel/config/xe_guclog/capture
	dump=/sys/devices/xe_guclog-$GPU-gt0/devcoredump/data
	within 20 test -e "$dump" || fail "quiet: no dump was made"
	cat "$dump" >quiet-dump.lfd
	echo 1 >"$dump"
	wait $program || fail "quiet: $(cat quiet.err)"
	sleep 1
	kill $reader
	echo "quiet: $(sed 's/^ok //' quiet-contexts)"
}

start_ours
with_libraries neo
mkdir -p /etc/OpenCL/vendors
echo "$CLIENT/lib/libigdrcl.so" >/etc/OpenCL/vendors/intel.icd
works clinfo "$CLIENT/bin/clinfo" --list
grep -q 'Intel' clinfo.out || fail "$(cat clinfo.out clinfo.err)"
works copy "$JOB/files/cl" copy
works kernel "$JOB/files/cl" kernel
works ze-copy "$JOB/files/ze" copy 2
works ze-fill "$JOB/files/ze" fill 2
keep_quiet
: >hangs
for hang in $(echo "$HANGS" | tr , ' '); do
	break_by "$hang" 1 0
done
round=0
while [ $round -lt "$ROUNDS" ]; do
	n=$((2 + round / 4 % 5))
	break_by "$(echo kernel late fill copy | cut -d' ' -f$((1 + round % 4)))" $n \
		$((round * 3 % n))
	round=$((round + 1))
done
