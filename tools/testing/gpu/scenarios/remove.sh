# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# remove.sh -- the device is gone: registers read as ones.  xe lets go of it
# and comes to an end; the kernel goes on.
#@ timeout 600
#@ xe-by-hand yes
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
