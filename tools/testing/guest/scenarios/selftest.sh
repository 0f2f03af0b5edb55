# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# selftest.sh -- what every scenario stands on: a file comes in, its copy goes
# out, debugfs and configfs are there.
set -eu
[ -d /sys/kernel/config ]
grep -q ' /sys/kernel/debug debugfs ' /proc/mounts
grep -q ' /sys/kernel/config configfs ' /proc/mounts
cp "$JOB"/files/* .
uname -r >release
ls >listing
