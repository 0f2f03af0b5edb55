# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# faults_neo.sh -- let accesses of kernels and copies of Intel's compute-runtime cause page faults
# that xe refuses, and save xe's dump or the GuC's log of each; faults.check compares guclog's
# explanation with the provoked fault.
#@ timeout 1800
#@ mem 4096
#@ module yes
#@ clients neo
#@ check faults
#@ tool yes
# The device runs no shaders, so programs read memory that no shader has written. The faults that
# follow from this are accepted.
#@ gpu --lenient
. "$JOB/files/clients-lib.sh"
. "$JOB/files/faults-lib.sh"

start_ours
with_libraries neo
mkdir -p /etc/OpenCL/vendors
echo "$CLIENT/lib/libigdrcl.so" >/etc/OpenCL/vendors/intel.icd
begin_faults
faults cl-kernel draw 0xaaad55000000 read "$JOB/files/cl" kernel 1
faults ze-fill draw 0x800400200000 write "$JOB/files/ze" fill 1
faults ze-copy copy 0xff00deadb000 read "$JOB/files/ze" copy 1
works after "$JOB/files/cl" kernel
rmmod xe_guclog
