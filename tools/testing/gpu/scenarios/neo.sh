# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# neo.sh -- Debian's package of Intel's compute-runtime: clinfo, OpenCL and Level Zero programs; then
# an OpenCL kernel, a fill, a copy and an event that is never set hang.  Its queues have no job
# timeout, so another context must want the engine.  On the command line, gpu_hangs=NAME,... selects
# hangs, and gpu_rounds=N adds N with more work.
#@ timeout 1800
#@ mem 4096
#@ clients neo
#@ check clients
#@ tool yes
# Shaders are not run, and what they would have written is read.
#@ gpu --lenient
. "$JOB/files/clients-lib.sh"
HANGS=$(setting hangs kernel,late,fill,copy,event)
ROUNDS=$(setting rounds 0)

# want ENGINE...: submit a context that needs the engine while another one keeps it
want()
{
	while :; do
		for engine; do
			! is_blocked "$engine" || (batch "$(on "$engine")") || true
		done
		sleep 0.2
	done
}

# breaks NAME ORDER PROGRAM ARGUMENT...: as hangs; Linux 6.12 makes no devcoredump of a queue
# without a job timeout
breaks()
{
	want bcs0 ccs0 >want.out 2>&1 &
	wanting=$!
	case $(uname -r) in
	6.12.*)	name=$1
		order note "$name" >/dev/null
		[ -z "$2" ] || order hang "$2" >/dev/null
		shift 2
		echo "no-dump $name" >>hangs
		! client "$name" "$@" || fail "$name: the program ended well"
		tail -n 1 "$name.err" ;;
	*)	hangs "$@" ;;
	esac
	kill $wanting
	within 20 engines_idle || fail "$1: an engine stays busy: $(order contexts)"
}

# break_by KIND N SPARED: a program with N pieces of work, the last ones of which hang
break_by()
{
	name=hang-$1-$2-$3
	case $1 in
	kernel)	breaks "hang-cl-${name#hang-}" "draw 1 $3" "$JOB/files/cl" kernel "$2" ;;
	late)	breaks "hang-cl-${name#hang-}" "stall 1 $3" "$JOB/files/cl" kernel "$2" ;;
	fill)	breaks "hang-ze-${name#hang-}" "draw 1 $3" "$JOB/files/ze" fill "$2" ;;
	copy)	breaks "hang-ze-${name#hang-}" "copy 1 $3" "$JOB/files/ze" copy "$2" ;;
	event)	breaks "hang-ze-${name#hang-}" '' "$JOB/files/ze" event "$2" ;;
	*)	fail "no hang '$1'" ;;
	esac
}

bound || fail "xe did not bind"
stay_awake
with_libraries neo
mkdir -p /etc/OpenCL/vendors
echo "$CLIENT/lib/libigdrcl.so" >/etc/OpenCL/vendors/intel.icd
works clinfo "$CLIENT/bin/clinfo" --list
grep -q 'Intel' clinfo.out || fail "$(cat clinfo.out clinfo.err)"
works copy "$JOB/files/cl" copy
works kernel "$JOB/files/cl" kernel
works ze-copy "$JOB/files/ze" copy 2
works ze-fill "$JOB/files/ze" fill 2
: >hangs
for hang in $(echo "$HANGS" | tr , ' '); do
	break_by "$hang" 1 0
done
round=0
while [ $round -lt "$ROUNDS" ]; do
	n=$((2 + round / 5 % 5))
	break_by "$(echo kernel late fill copy event | cut -d' ' -f$((1 + round % 5)))" $n \
		$((round * 3 % n))
	round=$((round + 1))
done
