# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# demo_mesa.sh -- Debian's vkmark, a Vulkan benchmark, hangs the render engine through Mesa's driver
# while other programs use the GPU.  The log and xe's devcoredump are saved; scripts/demo.sh shows
# them.
#@ timeout 300
#@ mem 3072
#@ module yes
#@ clients vkmark
# The device runs no shaders, so programs read memory that no shader has written. The faults that
# follow from this are accepted.
#@ gpu --lenient
. "$JOB/files/clients-lib.sh"
start_ours
with_vkmark
uname -r >release
ls -l "$LIVE" "$LIVE/gt0" >listing

# Two programs run short batches, one on the copy engine, one on the render engine.
(batch 1 mark 0) >/dev/null 2>&1 &
programs=$!
(batch 0 mark 0) >/dev/null 2>&1 &
programs="$programs $!"
# The first ten draws do not hang.
order hang draw 1 10 >/dev/null
# shellcheck disable=SC2086
LD_LIBRARY_PATH=$CLIENT/lib $VKMARK -b cube:duration=60 >vkmark.out 2>&1 &
benchmark=$!
within 100 has_dump || fail "no devcoredump: $(cat vkmark.out; order contexts)"
cat "$LIVE/gt0/guc_log_lfd" >guc_log_lfd
dump=$(dump_of_xe)
cat "$dump/data" >devcoredump
dmesg | grep -E 'xe 0000:00:02.0' >xe.dmesg
# shellcheck disable=SC2086
kill $programs $benchmark 2>/dev/null || true
wait
# The dump must be freed, because xe cannot be unloaded while it exists.
free_dumps
