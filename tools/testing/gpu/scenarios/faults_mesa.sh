# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# faults_mesa.sh -- let accesses of draws, walkers and copies of Debian's Vulkan and GL drivers for
# Intel cause page faults that xe refuses, and save xe's dump of each; faults.check compares
# guclog's explanation with the provoked fault.
#@ timeout 1800
#@ mem 3072
#@ clients mesa
#@ check faults
#@ tool yes
# The device runs no shaders, so programs read memory that no shader has written. The faults that
# follow from this are accepted.
#@ gpu --lenient
. "$JOB/files/clients-lib.sh"
. "$JOB/files/faults-lib.sh"

bound || fail "xe did not bind"
stay_awake
with_mesa mesa
begin_faults
faults anv-draw draw 0x7a1234560000 read "$JOB/files/vk" draw
faults anv-walker draw 0xffff00300000 write "$JOB/files/vk" walker
faults anv-copy copy 0x200000 write "$JOB/files/vk" copy
faults iris-draw draw 0x1000 read "$JOB/files/gl" 1
works after "$JOB/files/vk" draw
