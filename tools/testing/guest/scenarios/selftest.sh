# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# selftest.sh -- the basis of every scenario: files are copied into the guest and out of
# it, debugfs and configfs are mounted.
set -eu
[ -d /sys/kernel/config ]
grep -q ' /sys/kernel/debug debugfs ' /proc/mounts
grep -q ' /sys/kernel/config configfs ' /proc/mounts
cp "$JOB"/files/* .
uname -r >release
ls >listing
