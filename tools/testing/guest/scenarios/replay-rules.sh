# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash disable=SC2154
# replay-rules.sh -- test the behaviour of a replay device, which shows a log image as if it were
# the log of a GPU; the part corpus of replay-check.sh tests the content of its files.  Prints KTAP.
# Needs real-words and size-20 in $JOB/files/corpus.
#
# A replay device is made in configfs.  Its files are in debugfs while it is live (its attribute
# "live" is 1).  While it is frozen (from a write of its name to the attribute "freeze" until one to
# "thaw"), the files do not change.
set -u
. "$JOB/files/replay-lib.sh"
. "$JOB/files/replay-dump.sh"
C=$JOB/files/corpus
BIG=$C/real-words.img
SMALL=$C/size-20.img
A=$CONFIG/a
D=$DEBUG/a
T=/tmp/rules
# content: print the files that have an end, which are all files except the stream
content()
{
	ls "$D"/info "$D"/asic* "$D"/gt0/guc_log_lfd "$D"/gt0/guc_log_raw "$D"/gt0/guc_log_state
}

sizes_are_right()
{
	for f in $(content); do
		before=$(stat -c %s "$f")
		bytes=$(wc -c <"$f")
		after=$(stat -c %s "$f")
		echo "$f: $before $bytes $after"
		[ "$before" = "$bytes" ] && [ "$after" = "$bytes" ] &&
			[ "$bytes" -gt 0 ] || return 1
	done
}

# pieces FILE BLOCK: read the file backwards, with a seek for each block
pieces()
{
	local n

	n=$((($(stat -c %s "$1") + $2 - 1) / $2))
	: >"$T/pieces"
	while [ $n -gt 0 ]; do
		n=$((n - 1))
		dd if="$1" bs="$2" skip=$n count=1 2>/dev/null |
			dd of="$T/pieces" bs="$2" seek=$n conv=notrunc 2>/dev/null
	done
	cmp "$1" "$T/pieces"
}

# tar must copy all files completely. It gets the stream only if the device is frozen, because the
# stream has no end otherwise.
tar_takes_all()
{
	rm -rf "$T/tar"
	mkdir "$T/tar"
	if [ -z "$(head -c 1 "$D/gt0/guc_log_stream")" ]; then
		(cd "$DEBUG" && tar cf - a)
	else
		# shellcheck disable=SC2046
		(cd "$DEBUG" && tar cf - $(content | sed "s,^$DEBUG/,,"))
	fi | tar xf - -C "$T/tar"
	for f in $(content); do
		cmp "$f" "$T/tar/${f#"$DEBUG"/}" || return 1
	done
}

cp_takes_all()
{
	rm -rf "$T/cp"
	mkdir "$T/cp"
	for f in $(content); do
		cp "$f" "$T/cp" && cmp "$f" "$T/cp/${f##*/}" || return 1
	done
}

# std::filesystem::copy_file(), which copies only st_size bytes, must copy each file completely.
copy_file_takes_all()
{
	for f in $(content); do
		"$JOB/files/copyfile" "$f" "$T/copied" && cmp "$f" "$T/copied" || return 1
	done
}

cp_takes_the_directory()
{
	rm -rf "$T/cp"
	cp -r "$D" "$T/cp"
	for f in $(content) "$D/gt0/guc_log_stream"; do
		cmp "$f" "$T/cp/${f#"$D"/}" || return 1
	done
}

beyond_the_end()
{
	dd if="$D/info" bs=1M skip=1 count=1 2>/dev/null >"$T/beyond"
	[ ! -s "$T/beyond" ]
}

# If the image changes while a file is open and partly read, the bytes that are read afterwards must
# also be those of the old image.
keeps_bytes()
{
	write_image "$BIG" "$A/gt0/image"
	cat "$D/gt0/guc_log_lfd" >"$T/old"
	cat "$D/info" >"$T/old.info"
	exec 5<"$D/gt0/guc_log_lfd" 6<"$D/info"
	dd bs=1000 count=7 <&5 >"$T/read" 2>/dev/null
	write_image "$SMALL" "$A/gt0/image"
	echo 4711 >"$A/gt0/log_level"
	cat <&5 >>"$T/read"
	cat <&6 >"$T/read.info"
	exec 5<&- 6<&-
	cmp "$T/old" "$T/read" && cmp "$T/old.info" "$T/read.info"
}

new_bytes()
{
	not cmp -s "$T/old" "$D/gt0/guc_log_lfd" &&
		cmp "$SMALL" "$D/gt0/guc_log_raw" &&
		grep -qx log_level=4711 "$D/info" && sizes_are_right
}

# The module must capture the log once for each open(): pieces() opens the file for each block, and
# once to compare it.  The module also captures the log when an image is written, to find the
# lengths of the files; that capture is not counted here.
captures_once()
{
	local had had_bytes opens

	write_image "$BIG" "$A/gt0/image"
	had=$(cat "$A/gt0/captures")
	had_bytes=$(cat "$A/gt0/copied_bytes")
	pieces "$D/gt0/guc_log_lfd" 40000 || return 1
	opens=$((($(stat -c %s "$D/gt0/guc_log_lfd") + 39999) / 40000 + 1))
	same_text $(($(cat "$A/gt0/captures") - had)) $opens || return 1
	# Each open() copies the state page twice, the newest event, 64K of events and 16K of crash
	# dump.
	same_text $(($(cat "$A/gt0/copied_bytes") - had_bytes)) \
		$((opens * (2 * 4096 + 20 + 65536 + 16384)))
}

# gone PATH: true when a read from the file descriptor 5 fails, and PATH no longer exists
gone()
{
	fails_with "Input/output error" cat <&5 && [ ! -e "$1" ]
}

live_off_with_file_open()
{
	exec 5<"$D/gt0/guc_log_raw"
	put "$A/live" 0 && gone "$D" && [ "$(cat "$A/live")" = 0 ]
	ret=$?
	exec 5<&-
	return $ret
}

gt_off_with_file_open()
{
	mkdir "$A/gt1" && write_image "$SMALL" "$A/gt1/image" &&
		exec 5<"$D/gt1/guc_log_raw" || return 1
	rmdir "$A/gt1" && gone "$D/gt1" && [ -d "$D/gt0" ]
	ret=$?
	exec 5<&-
	return $ret
}

rmdir_with_file_open()
{
	exec 5<"$D/gt0/guc_log_lfd"
	rmdir "$A" && gone "$D" && fails_with unavailable rmmod xe_guclog
	ret=$?
	exec 5<&-
	return $ret
}

# The parent directories are made accessible, because only the modes of the files are tested.
unprivileged()
{
	echo 'nobody:x:65534:65534::/:/bin/sh' >>/etc/passwd
	chmod 755 /sys/kernel/debug
	same_text "$(stat -c %a "$CONFIG")" 700 &&
		fails_with "Permission denied" su nobody -c "ls $CONFIG" || return 1
	chmod 755 "$CONFIG"
	files=$(find "$A" "$CONFIG/capture" -type f)
	su nobody -c "for f in $(echo "$files" | tr '\n' ' '); do cat \$f; echo >\$f; done" \
		>"$T/nobody" 2>&1
	sort "$T/nobody" | uniq -c | sed 's/^ *//'
	same_text "$(grep -c 'Permission denied$' "$T/nobody")" $((2 * $(echo "$files" | wc -l))) &&
		same_text "$(grep -vc 'Permission denied$' "$T/nobody")" 0 || return 1
	su nobody -c "ls $D/gt0" &&
		fails_with "Permission denied" su nobody -c "cat $D/info" &&
		fails_with "Permission denied" su nobody -c "cat $D/gt0/guc_log_raw" &&
		fails_with "Permission denied" su nobody -c "mkdir $CONFIG/n" &&
		fails_with "Permission denied" su nobody -c "echo 0 >$A/live"
}

too_long()
{
	fails_with "File too large" dd if=/dev/zero of="$A/gt0/image" bs=67108865 count=1
}

longest()
{
	tr '\0' x </dev/zero | dd of="$A/gt0/image" iflag=fullblock bs=64M count=1 2>/dev/null &&
		same_text "$(stat -c %s "$D/gt0/guc_log_raw")" 67108864 &&
		grep -qx log_bytes=67108864 "$D/gt0/guc_log_state"
}

# The attribute of a fact that is not known must be empty.
facts_come_and_go()
{
	put "$A/pci_id" 8086:e20b && grep -qx pci_id=8086:e20b "$D/info" &&
		fails_with "Invalid argument" put "$A/pci_id" 8086 &&
		same_text "$(cat "$A/pci_id")" 8086:e20b &&
		put "$A/pci_id" "" && not grep -q pci_id "$D/info" &&
		same_text "$(cat "$A/pci_id")" "" && put "$A/pci_id" "$(cat "$A/pci_id")"
}

source_is_read_only()
{
	for f in gt status log_bytes captures image_status; do
		fails_with "Permission denied" put "$A/gt0/$f" 1 || return 1
	done
	same_text "$(cat "$A/gt0/status")" ok
}

defaults()
{
	same_text "$(cat "$A/source" "$A/driver" "$A/kernel")" "replay
replay
$(uname -r)"
}

bad_names()
{
	for f in "$CONFIG/a b" "$CONFIG/$(printf '%064d' 0)" "$A/gt8" "$A/gt01" \
		"$A/gt" "$A/x"; do
		fails_with "Invalid argument" mkdir "$f" || return 1
	done
	mkdir "$CONFIG/0000:03:00.0" "$CONFIG/$(printf '%063d' 0)" &&
		put "$CONFIG/$(printf '%063d' 0)/live" 1 &&
		ls "$DEBUG/$(printf '%063d' 0)/gt0" &&
		rmdir "$CONFIG/0000:03:00.0" "$CONFIG/$(printf '%063d' 0)"
}

no_image()
{
	mkdir "$A/gt7" && ls "$D/gt7/guc_log_lfd" &&
		fails_with "No data available" cat "$D/gt7/guc_log_lfd" &&
		grep -qx "status=no image" "$D/info" && rmdir "$A/gt7"
}

read_only()
{
	for f in $(content); do
		same_text "$(stat -c %a "$f")" 400 &&
			fails_with "Invalid argument" sh -c "echo >>$f" || return 1
	done
}

# image_is STATUS: true when the image is BIG and has that status
image_is()
{
	same_text "$(cat "$A/gt0/image_status")" "$1" && cmp "$BIG" "$A/gt0/image"
}

# The former image must stay when a writer is killed before it closes the file, writes only
# zeroes, or fails in its first write.
failed_writes_keep_the_image()
{
	write_image "$BIG" "$A/gt0/image" && image_is ok || return 1
	mkfifo "$T/fifo"
	cat "$SMALL" "$T/fifo" >"$A/gt0/image" &
	writer=$!
	# cat opens the pipe only after it has written the first file, so this open waits until
	# then.
	exec 6>"$T/fifo"
	kill -9 $writer
	wait $writer 2>/dev/null
	exec 6>&-
	rm "$T/fifo"
	image_is "refused: its writer was killed; kept: ok" || return 1
	dd if=/dev/zero of="$A/gt0/image" bs=100k count=1 2>/dev/null
	image_is "refused: it has only zeroes; kept: ok" || return 1
	! dd if=/dev/zero of="$A/gt0/image" bs=67108865 count=1 2>/dev/null
	image_is "refused: it has no bytes; kept: ok"
}

# While the device is frozen, every file must keep its content and its exact length, even after
# later writes; tar, cp and reads at any offset must copy it completely.
frozen_is_one_instant()
{
	write_image "$BIG" "$A/gt0/image" && echo 7 >"$A/gt0/log_level" || return 1
	had=$(cat "$A/gt0/captures")
	echo a >"$CONFIG/freeze" || return 1
	same_text "$(cat "$A/gt0/captures")" $((had + 1)) || return 1
	write_image "$SMALL" "$A/gt0/image" && echo 8 >"$A/gt0/log_level" || return 1
	had=$(cat "$A/gt0/captures")
	cmp "$BIG" "$D/gt0/guc_log_raw" && grep -qx log_level=7 "$D/info" &&
		sizes_are_right && tar_takes_all && cp_takes_the_directory && copy_file_takes_all &&
		pieces "$D/gt0/guc_log_lfd" 8191 &&
		same_text "$(cat "$A/gt0/captures")" "$had"
}

thawed_follows()
{
	exec 5<"$D/gt0/guc_log_raw"
	echo a >"$CONFIG/thaw" && cmp "$BIG" - <&5
	ret=$?
	exec 5<&-
	[ $ret = 0 ] && cmp "$SMALL" "$D/gt0/guc_log_raw" && grep -qx log_level=8 "$D/info" &&
		echo a >"$CONFIG/thaw" && sizes_are_right
}

# A GT that has no log when its device is frozen must have none until the device is thawed.
frozen_without_a_log()
{
	mkdir "$A/gt1" && echo a >"$CONFIG/freeze" && write_image "$BIG" "$A/gt1/image" || return 1
	fails_with "No data available" cat "$D/gt1/guc_log_lfd" || return 1
	rmdir "$A/gt1" && echo a >"$CONFIG/thaw" && write_image "$BIG" "$A/gt0/image"
}

freezes_devices_only()
{
	for f in '' b a/gt0 "$(printf '%064d' 0)"; do
		fails_with "Invalid argument\|No such device" put "$CONFIG/freeze" "$f" || return 1
		fails_with "Invalid argument\|No such device" put "$CONFIG/thaw" "$f" || return 1
	done
}

cut_image()
{
	head -c 5000 "$BIG" >"$T/cut" && write_image "$T/cut" "$A/gt0/image" &&
		grep -q '^the image is cut short: it has 5000 of' "$A/gt0/image_status" &&
		grep -q '^status=the image is cut short: it has 5000 of' "$D/info" &&
		write_image "$BIG" "$A/gt0/image"
}

name_of_a_file()
{
	fails_with "File exists" mkdir "$CONFIG/xe_layout"
}

# cgroup_begin: make the cgroup $T/cg/user, which counts memory
cgroup_begin()
{
	mkdir -p "$T/cg" && mount -t cgroup2 none "$T/cg" &&
		echo +memory >"$T/cg/cgroup.subtree_control" && mkdir "$T/cg/user"
}

# The memory of an image must be charged to the cgroup of its writer.
image_is_charged()
{
	cgroup_begin || return 1
	had=$(awk '/^vmalloc/ { print $2 }' "$T/cg/user/memory.stat")
	sh -c "echo \$\$ >$T/cg/user/cgroup.procs; tr '\\0' x </dev/zero |
		dd of=$A/gt0/image iflag=fullblock bs=16M count=1 2>/dev/null"
	now=$(awk '/^vmalloc/ { print $2 }' "$T/cg/user/memory.stat")
	echo "vmalloc $had, then $now"
	[ $((now - had)) -ge 16777216 ]
	ret=$?
	write_image "$BIG" "$A/gt0/image"
	rmdir "$T/cg/user" && umount "$T/cg"
	return $ret
}

# The content of open files must be charged as well: an open() beyond the limit of the cgroup must
# fail, and the OOM killer must not kill a process.
opens_stay_within_the_limit()
{
	raw=$D/gt0/guc_log_raw
	tr '\0' x </dev/zero | dd of="$A/gt0/image" iflag=fullblock bs=8M count=1 2>/dev/null
	cgroup_begin && echo 32M >"$T/cg/user/memory.max" || return 1
	fails_with "$raw.*memory" sh -c "echo \$\$ >$T/cg/user/cgroup.procs
		exec 3<$raw 4<$raw 5<$raw 6<$raw 7<$raw 8<$raw"
	ret=$?
	cat "$T/cg/user/memory.events"
	grep -qx 'oom_kill 0' "$T/cg/user/memory.events" || ret=1
	write_image "$BIG" "$A/gt0/image"
	rmdir "$T/cg/user" && umount "$T/cg"
	return $ret
}

# Under lockdown (integrity), the files must be readable; the kernel refuses to open a debugfs file
# for writing.
locked_down()
{
	# shellcheck disable=SC2046
	cat $(content) >"$T/open"
	put /sys/kernel/security/lockdown integrity || return 1
	# shellcheck disable=SC2046
	cat $(content) >"$T/locked"
	cmp "$T/open" "$T/locked" &&
		fails_with "not permitted" sh -c "echo >>$D/info"
}

echo "KTAP version 1"
mkdir -p $T /etc
mount -t securityfs security /sys/kernel/security 2>/dev/null
make_device a "$BIG" "$C/real-words.facts" || exit 1
that "live is 0 at first" same_text "$(cat "$A/live")" 0
that "nothing is shown before it is live" [ ! -e "$D" ]
that "live=1" put "$A/live" 1
that "live=1 again is fine" put "$A/live" 1
that "live accepts only a boolean" fails_with "Invalid argument" put "$A/live" x
that "st_size is right before and after a read" sizes_are_right
that "the image can be read back" cmp "$BIG" "$A/gt0/image"
that "tar takes all bytes" tar_takes_all
that "cp takes all bytes" cp_takes_all
that "std::filesystem::copy_file() takes all bytes" copy_file_takes_all
that "reads at any offset give the file" pieces "$D/gt0/guc_log_lfd" 8191
that "small reads give the file" pieces "$D/gt0/guc_log_state" 61
that "small reads of a text give the file" pieces "$D/info" 97
that "a read after the end gives no bytes" beyond_the_end
that "an open makes one capture of the parts that are needed" captures_once
that "an open file keeps its bytes" keeps_bytes
that "a later open gives the new bytes" new_bytes
that "facts can be set and removed" facts_come_and_go
that "attributes of the source are read-only" source_is_read_only
that "a GT without an image has the status no image" no_image
that "a GT can be removed while its file is open" gt_off_with_file_open
that "an image over 64 MiB is refused" too_long
that "an image of 64 MiB is accepted" longest
write_image "$BIG" "$A/gt0/image"
that "a failed write keeps the image" failed_writes_keep_the_image
that "a truncated image has a status" cut_image
that "a frozen device shows one instant" frozen_is_one_instant
that "a thawed device follows its log" thawed_follows
that "a GT without a log can be frozen" frozen_without_a_log
that "only a device can be frozen" freezes_devices_only
that "a device cannot have the name xe_layout" name_of_a_file
if grep -q '^memory' /proc/cgroups 2>/dev/null; then
	that "an image is charged to the cgroup of its writer" image_is_charged
	that "opens stay within the limit of a cgroup" opens_stay_within_the_limit
fi
that "only root can read or write" unprivileged
that "the debugfs files are read-only" read_only
that "st_size is still right" sizes_are_right
that "a device can go offline while its file is open" live_off_with_file_open
that "a device can go live again" put "$A/live" 1
that "the module cannot be unloaded while a device exists" fails_with unavailable rmmod xe_guclog
that "rmdir works while live and with a file open" rmdir_with_file_open
mkdir "$A"
that "a new device has the facts of the source" defaults
that "names of devices and GTs are checked" bad_names
that "a device without an image can be live" put "$A/live" 1
write_image "$BIG" "$A/gt0/image"
that "st_size follows a later image" sizes_are_right
dump_rules
if [ -e /sys/kernel/security/lockdown ]; then
	that "the files can be read under lockdown" locked_down
	that "a devcoredump can be made under lockdown" captures_while_locked_down
fi
that "capture fails when devcoredumps are disabled" switched_off
that "rmdir removes a device" rmdir "$A"
that "only the module's own file is left" same_text "$(ls "$DEBUG")" xe_layout

echo "1..$number"
[ "$failed" = 0 ]
