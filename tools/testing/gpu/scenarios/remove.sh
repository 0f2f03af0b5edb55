# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# remove.sh -- the device is gone: registers read as ones.  xe lets go of it
# and comes to an end; the kernel goes on.
#@ timeout 600
#@ xe-by-hand yes
# xe warns of every register that reads as ones where it waits for a bit.
#@ forgive 7 WARNING: .*(xe_force_wake|xe_guc_rc)\.c
#@ forgive 6 WARNING: .*(xe_force_wake|xe_guc_pc|xe_uc)\.c
# shellcheck disable=SC1091
. "$JOB/files/lib.sh"
load_xe
bound || fail "xe did not bind"
order events 100 >/dev/null
order remove >/dev/null
[ "$(od -An -tx2 -N2 "$PCI/config" | tr -d ' ')" = ffff ] || fail "the device is still there"
echo 1 >"$PCI/remove"
[ ! -e "$PCI" ] || fail "the device was not removed"
rmmod xe
[ ! -d /sys/module/xe ] || fail "xe is still loaded"
