# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# neo.sh -- Debian's package of Intel's compute-runtime: clinfo, a copy and an OpenCL kernel; then
# the kernel hangs.  Its queue has no job timeout, so another context must want the engine.
#@ timeout 1200
#@ mem 4096
#@ clients neo
#@ check clients
#@ tool yes
# Shaders are not run, and what they would have written is read.
#@ gpu --lenient
. "$JOB/files/clients-lib.sh"

# want: submit a context that needs the compute engine while another one keeps it
want()
{
	within 100 is_blocked ccs0 && batch "$(on ccs0)"
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
want >want.out 2>&1 &
case $(uname -r) in
6.12.*)	# It makes no devcoredump of a queue without a job timeout.
	: >hangs
	order hang stall >/dev/null
	! client hang-kernel "$JOB/files/cl" kernel || fail "the kernel ended well"
	grep -q 'finish: -5' hang-kernel.err || fail "$(cat hang-kernel.err)" ;;
*)	hangs hang-kernel stall "$JOB/files/cl" kernel ;;
esac
