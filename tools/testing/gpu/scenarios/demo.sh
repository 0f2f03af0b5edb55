# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# demo.sh -- a program hangs the render engine while other programs use the GPU.  The log and xe's
# devcoredump are saved; scripts/demo.sh shows them.
#@ timeout 300
#@ module yes
. "$JOB/files/live-lib.sh"
start_ours
uname -r >release
ls -l "$LIVE" "$LIVE/gt0" >listing

# Two programs run short batches, one on the copy engine, one on the render engine.
(batch 1 mark 0) >/dev/null 2>&1 &
programs=$!
(batch 0 mark 0) >/dev/null 2>&1 &
programs="$programs $!"
sleep 1
cp "$JOB/files/exec" /tmp/buggy-program
(PROGRAM=/tmp/buggy-program batch 0 endless) >/dev/null 2>&1 &
within 20 test -e /sys/class/devcoredump/devcd1/data || fail "no devcoredump"
cat "$LIVE/gt0/guc_log_lfd" >guc_log_lfd
cat /sys/class/devcoredump/devcd1/data >devcoredump
dmesg | grep -E 'xe 0000:00:02.0' >xe.dmesg
# The dump must be freed, because xe cannot be unloaded while it exists.
echo 1 >/sys/class/devcoredump/devcd1/data
# shellcheck disable=SC2086
kill $programs
wait
