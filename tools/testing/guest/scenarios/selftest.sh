# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# selftest.sh -- test what every scenario needs: files must be copied into the guest and out of
# it, and debugfs and configfs must be mounted.
set -eu
[ -d /sys/kernel/config ]
grep -q ' /sys/kernel/debug debugfs ' /proc/mounts
grep -q ' /sys/kernel/config configfs ' /proc/mounts
cp "$JOB"/files/* .
uname -r >release
ls >listing
