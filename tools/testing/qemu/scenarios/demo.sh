# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# demo.sh -- give the module each image in $JOB/files/replay, with its facts
# (NAME.img, NAME.facts), and collect what debugfs then shows in $OUT/NAME/.
set -eu
CONFIG=/sys/kernel/config/xe_guclog
DEBUG=/sys/kernel/debug/xe_guclog

# One fact a line; device facts come before the first gt=. What the source
# itself knows has a read-only attribute.
set_facts()
{
	into=$1
	while IFS='=' read -r key value; do
		if [ "$key" = gt ]; then
			into=$1/gt$value
			[ -d "$into" ] || mkdir "$into"
		fi
		case $(ls -l "$into/$key" 2>/dev/null) in
		-rw*) echo "$value" >"$into/$key" ;;
		esac
	done
}

# debugfs files are read as cat reads them.
collect()
{
	(cd "$1" && find . -type f) | while read -r file; do
		mkdir -p "$(dirname "$2/$file")"
		cat "$1/$file" >"$2/$file"
	done
}

for image in "$JOB"/files/replay/*.img; do
	name=$(basename "$image" .img)
	mkdir "$CONFIG/$name"
	set_facts "$CONFIG/$name" <"${image%.img}.facts"
	cat "$image" >"$CONFIG/$name/gt0/image"
	echo 1 >"$CONFIG/$name/live"
	collect "$DEBUG/$name" "$OUT/$name"
	ls -lR "$DEBUG/$name" >"$OUT/$name/listing"
	echo 0 >"$CONFIG/$name/live"
	for gt in "$CONFIG/$name"/gt[1-9]*; do
		[ ! -d "$gt" ] || rmdir "$gt"
	done
	rmdir "$CONFIG/$name"
done
