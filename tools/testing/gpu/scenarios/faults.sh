# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# faults.sh -- let memory accesses of raw queues cause page faults that xe refuses, each for another
# reason: the VM does not resolve faults, nothing is mapped there, no VM has the number, the buffer
# was freed, the buffer is one of another queue of the same VM, a read through tiled resources, a
# write to a read-only buffer, no memory of the CPU.  Save xe's dump, the GuC's log and the kernel
# log of each; faults.check compares guclog's explanation with the provoked fault.
#@ timeout 1800
#@ module yes
#@ tool yes
. "$JOB/files/hang-lib.sh"
. "$JOB/files/faults-lib.sh"
OUTSIDE=0x7a1234560000 BATCH=0x1a0000 OTHER=0x2a0000 MIRROR=0x600000010000

# is_unbound: true when the victim has removed the mapping of its batch
is_unbound()
{
	grep -q unbind "$DIR/victim"
}

# fault NAME ENGINE KIND ADDRESS ACCESS [ASID]: start a batch of this kind, and let the batch access
# ADDRESS. The job timeout is long, so that the fault comes before the timeout.
fault()
{
	DIR=$1
	mkdir "$DIR"
	dmesg -c >/dev/null
	start_victim "$2" "$3"
	[ "$3" != unbound ] || within 20 is_unbound || fail "$DIR: the batch was not unbound"
	# shellcheck disable=SC2086
	order fault "$VICTIM" "$4" "$5" ${6:-} >/dev/null
	save_fault "$4" "$5" "$VICTIM" "$2"
	[ -z "${6:-}" ] || echo "other_vm=$6" >>"$DIR/truth"
	stop_all
	all_free
}

start_ours
begin_faults
fault outside rcs0 endless $OUTSIDE read
fault no-vm ccs0 endless $OUTSIDE write 0xffff0
fault freed bcs0 unbound $BATCH read
fault other-queue ccs0 shared $OTHER write
fault tiled rcs0 endless $OUTSIDE trtt
fault nothing-mapped ccs0 faulty $OUTSIDE atomic
case $(uname -r) in
6.12.*)	;;
*)	fault read-only ccs0 faulty $OTHER write
	fault mirror ccs0 faulty $MIRROR read ;;
esac
rmmod xe_guclog
