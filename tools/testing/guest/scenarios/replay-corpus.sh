# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# replay-corpus.sh -- make a replay device of each log image in $JOB/files/corpus, and write the
# SHA-256 of each of its debugfs files to $OUT/sums, and its info to $OUT/info/.
set -eu
. "$JOB/files/replay-lib.sh"

mkdir info
for image in "$JOB"/files/corpus/*.img; do
	name=$(basename "$image" .img)
	make_device "$name" "$image" "${image%.img}.facts"
	echo 1 >"$CONFIG/$name/live"
	cat "$DEBUG/$name/info" >"info/$name"
	# The files of a GT without an image cannot be read, so they have no line in sums.
	(cd "$DEBUG" && sha256sum "$name"/info "$name"/asic* "$name"/gt*/guc_log_[lrs]?[adw]* 2>/dev/null) \
		>>sums || true
	drop_device "$name"
done
[ "$(ls "$DEBUG")" = xe_layout ]
