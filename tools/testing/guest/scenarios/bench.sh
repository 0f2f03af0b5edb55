# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# bench.sh -- for each image in $JOB/files/corpus, measure the time and the memory to read its LFD
# file from three debugfs files: guc_log_lfd, and the two files of xgl_bench.ko with the same bytes.
# $OUT/figures gets a line for each of them:
#	IMAGE FILE bytes median_ns peak_bytes captures copied_bytes
# (captures is how often the log was copied in one open, copied_bytes how many bytes were copied).
set -eu
. "$JOB/files/replay-lib.sh"
BENCH=/sys/kernel/debug/xgl_bench
ROUNDS=${ROUNDS:-9}

# once FILE CAPTURES COPIED: print by how much one open of FILE increases the two counters
once()
{
	captures=$(cat "$2")
	copied=$(cat "$3")
	cat "$1" >/dev/null
	echo "$(($(cat "$2") - captures)) $(($(cat "$3") - copied))"
}

# The first use of a page by the guest causes a page fault on the host, which must not be measured.
# So use 640 MiB of the guest's memory first.
dd if=/dev/zero of=fill bs=1M count=640 2>/dev/null
rm fill

chmod +x "$JOB/files/benchread"
for image in "$JOB"/files/corpus/*.img; do
	name=$(basename "$image" .img)
	ours=$DEBUG/$name/gt0/guc_log_lfd
	gt=$CONFIG/$name/gt0
	make_device "$name" "$image" "${image%.img}.facts"
	echo 1 >"$CONFIG/$name/live"
	# The benchmark module gets a copy of the LFD file, because it cannot read debugfs files.
	cat "$ours" >/tmp/lfd
	insmod "$JOB/files/xgl_bench.ko" "raw=$image" lfd=/tmp/lfd
	rm /tmp/lfd
	cmp "$ours" $BENCH/seq
	cmp "$ours" $BENCH/blob
	"$JOB/files/benchread" "$ROUNDS" "$ours" $BENCH/seq $BENCH/blob >medians
	while read -r file rest; do
		case $file in
		*/seq)	echo "$name seq $rest $(once $BENCH/seq $BENCH/captures $BENCH/copied_bytes)" ;;
		*/blob)	echo "$name blob $rest 0 0" ;;
		*)	echo "$name ours $rest $(once "$ours" "$gt/captures" "$gt/copied_bytes")" ;;
		esac
	done <medians >>figures
	rmmod xgl_bench
	drop_device "$name"
done
