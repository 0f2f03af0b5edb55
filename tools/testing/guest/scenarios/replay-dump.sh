# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash disable=SC2154
# replay-dump.sh -- test the devcoredumps that the configfs file "capture" makes; sourced by
# replay-rules.sh.  It uses the variables A, D and T of replay-rules.sh and the functions of
# replay-lib.sh.  The replay device "a", which shows a log image as if it were the log of a GPU, is
# live (its files are in debugfs) and has an image.

CAPTURE=$CONFIG/capture
PLACE=/sys/devices/xe_guclog-a-gt0
CLASS=/sys/class/devcoredump

capture()
{
	echo "$1" >"$CAPTURE"
}

# free_dump PLACE: free the devcoredump of the device PLACE, and wait until it is gone
free_dump()
{
	echo 1 >"$1/devcoredump/data" || return 1
	until [ ! -L "$1/devcoredump" ]; do
		sleep 0.1
	done
}

# The dump must have the bytes of guc_log_lfd, followed by a comment block with all facts.
dump_is_the_file()
{
	n=$(stat -c %s "$D/gt0/guc_log_lfd")
	capture a/gt0 && cat "$PLACE/devcoredump/data" >"$T/dump" || return 1
	cp "$T/dump" "$OUT/dump.bin"
	cat "$D/asic_info" >"$OUT/dump.asic_info"
	cat "$D/gt0/guc_log_lfd" >"$OUT/dump.lfd"
	head -c "$n" "$T/dump" | cmp - "$D/gt0/guc_log_lfd" &&
		same_text "$(dd if="$T/dump" bs=1 skip="$n" count=4 2>/dev/null |
			hexdump -v -e '1/1 "%02x"')" 86800160 || return 1
	tail -c "+$((n + 9))" "$T/dump" | tr -d '\0' >"$T/facts"
	cmp "$T/facts" "$D/info"
}

# The failing device of the dump must have the name of the GPU and the GT in its name, because a
# program that receives the uevent finds the GPU by this name.
dump_leads_to_its_gpu()
{
	same_text "$(basename "$(readlink "$CLASS"/devcd*/failing_device)")" xe_guclog-a-gt0 &&
		same_text "$(basename "$(readlink -f "$PLACE/module")")" xe_guclog
}

dump_costs_one_capture()
{
	had=$(cat "$A/gt0/captures")
	free_dump "$PLACE" && capture a/gt0 &&
		same_text "$(cat "$A/gt0/captures")" $((had + 1))
}

earlier_dump_stays()
{
	had=$(cat "$A/gt0/captures")
	fails_with "Device or resource busy" capture a/gt0 &&
		cmp "$PLACE/devcoredump/data" "$T/dump" &&
		same_text "$(cat "$A/gt0/captures")" "$had"
}

wrong_places()
{
	for f in '' a a/ a/gt a/gtx a/gt00 /gt0 a/b/gt0 "$(printf '%064d' 0)/gt0"; do
		fails_with "Invalid argument" capture "$f" || return 1
	done
	for f in b/gt0 a/gt1 a/gt9 aa/gt0; do
		fails_with "No such device" capture "$f" || return 1
	done
	fails_with "Permission denied" cat "$CAPTURE" || same_text "$(stat -c %a "$CAPTURE")" 200
}

no_dump_without_a_log()
{
	mkdir "$A/gt1" && fails_with "No data available" capture a/gt1 &&
		[ ! -e /sys/devices/xe_guclog-a-gt1/devcoredump ] && rmdir "$A/gt1"
}

# A dump must stay when its device goes offline.
dump_outlives_the_device()
{
	put "$A/live" 0 && fails_with "No such device" capture a/gt0 &&
		cmp "$PLACE/devcoredump/data" "$T/dump" && put "$A/live" 1
}

nobody_else_captures()
{
	fails_with "Permission denied" su nobody -c "echo a/gt0 >$CAPTURE"
}

captures_while_locked_down()
{
	[ ! -e "$PLACE/devcoredump" ] || free_dump "$PLACE"
	capture a/gt0 && cat "$PLACE/devcoredump/data" >"$T/locked.dump" &&
		head -c 8 "$T/locked.dump" | cmp - "$T/magic"
}

# Once devcoredumps are disabled, they cannot be enabled again. So this must be the last test of
# dumps.
switched_off()
{
	echo 1 >"$CLASS/disabled" && [ ! -e "$PLACE/devcoredump" ] &&
		fails_with "Input/output error" capture a/gt0
}

dump_rules()
{
	that "a dump is the LFD file with all facts" dump_is_the_file
	that "the failing device of a dump names the GPU" dump_leads_to_its_gpu
	that "an earlier dump is not replaced" earlier_dump_stays
	that "a dump makes one capture" dump_costs_one_capture
	that "capture accepts only a GT of a device" wrong_places
	that "without a log there is no dump" no_dump_without_a_log
	that "a dump outlives its device" dump_outlives_the_device
	that "only root can request a dump" nobody_else_captures
	head -c 8 "$D/gt0/guc_log_lfd" >"$T/magic"
}
