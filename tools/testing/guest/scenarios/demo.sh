# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# demo.sh -- replay $JOB/files/demo/NAME.img and collect what debugfs shows of
# it in $OUT/NAME/, with a listing.
set -eu
# shellcheck disable=SC1091
. "$JOB/files/replay-lib.sh"

for image in "$JOB"/files/demo/*.img; do
	name=$(basename "$image" .img)
	make_device "$name" "$image" "${image%.img}.facts"
	echo 1 >"$CONFIG/$name/live"
	cp -r "$DEBUG/$name" .
	ls -lR "$DEBUG/$name" >"$name/listing"
	drop_device "$name"
done
