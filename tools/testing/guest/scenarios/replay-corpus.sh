# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# replay-corpus.sh -- replay each image in $JOB/files/corpus and leave the SHA-256 of
# each debugfs file in $OUT/sums, and each device's info in $OUT/info/.
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
