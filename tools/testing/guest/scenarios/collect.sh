# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# collect.sh -- in a guest with udev and systemd, make devcoredumps of the log of a replay device
# (which shows a log image as if it were the log of a GPU) with the configfs file "capture".  guclog
# collect must store each devcoredump as an incident, and free it.
set -eu
. "$JOB/files/replay-lib.sh"
C=$JOB/files/corpus
GPU=0000:03:00.0
STORE=/var/lib/xe-guclog

fail()
{
	echo "FAIL: $*"
	journalctl --no-pager -n 60 >journal 2>&1 || true
	systemctl --no-pager status 'xe-guclog-collect@*' >units 2>&1 || true
	exit 1
}

stored()
{
	find $STORE -type f ! -path '*/.new-*' 2>/dev/null | grep -c "$1" || true
}

# are_stored N: true when N incidents are stored and the last dump is freed
are_stored()
{
	[ "$(stored metadata.json)" = "$1" ] && [ ! -L /sys/devices/xe_guclog-$GPU-gt0/devcoredump ]
}

have_ended()
{
	! systemctl --no-pager --no-legend list-units 'xe-guclog-collect@*' | grep -q activating
}

soon systemctl -q is-active systemd-udevd || fail "no udev"
make_device $GPU "$C/real-words.img" "$C/real-words.facts"
echo 1 >"$CONFIG/$GPU/live"
for round in 1 2; do
	echo $GPU/gt0 >"$CONFIG/capture"
	soon are_stored $round || fail "round $round: $(stored guc_log) logs"
done
for f in "$STORE"/*/guc_log.gt0.requested.lfd.zst; do
	zstd -dcq "$f" | head -c "$(stat -c %s "$DEBUG/$GPU/gt0/guc_log_lfd")" |
		cmp - "$DEBUG/$GPU/gt0/guc_log_lfd" || fail "not the log"
	[ "$(stat -c %a "$f")" = 600 ] || fail "not for root alone"
done
[ "$(stat -c %a "$STORE")" = 700 ] || fail "other users can read the store"
soon have_ended || fail "a collector does not end"
systemctl --no-pager --no-legend --failed list-units 'xe-guclog-collect@*' >failed
[ ! -s failed ] || fail "a collector failed"
# The journal must have one record for each incident, with the field XE_GUCLOG_GPU.
[ "$(journalctl --no-pager -q -o cat XE_GUCLOG_GPU=$GPU | wc -l)" = 2 ] ||
	fail "not one record in the journal for each incident"
ls -R "$STORE" >listing
rmdir "$CONFIG/$GPU"
