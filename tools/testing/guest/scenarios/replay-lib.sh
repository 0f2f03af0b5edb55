# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash disable=SC2034
# replay-lib.sh -- make replay devices from images of the corpus (the log images that
# tools/testing/host/mkimage.py makes), and run test cases; to be sourced in a guest.  A replay
# device shows such an image as if it were the log of a GPU.  The cases write to the folder $T.

CONFIG=/sys/kernel/config/xe_guclog
DEBUG=/sys/kernel/debug/xe_guclog

# write_image IMAGE FILE: write an image with one write(), because configfs copies its whole buffer
# for each write()
write_image()
{
	dd if="$1" of="$2" bs=64M 2>/dev/null
}

# set_facts FOLDER <FACTS: write facts (lines key=value about a device) to the attributes of a
# replay device.  The facts before the first gt= are about the device, the facts after gt=N about
# its GT N. source, driver and kernel, which have defaults, are emptied first.
set_facts()
{
	local into=$1 key value

	for key in source driver kernel; do
		echo >"$1/$key"
	done
	while IFS='=' read -r key value; do
		case $key in
		writer|status|log_bytes)
			;;
		gt)	into=$1/gt$value
			[ -d "$into" ] || mkdir "$into" || return 1 ;;
		*)	echo "$value" >"$into/$key" || return 1 ;;
		esac
	done
}

# make_device DEVICE IMAGE FACTS: make a replay device with these facts.  Each GT with a line gt=N
# in the facts gets the image; GT 0 if there is no such line.
make_device()
{
	local gt gts

	mkdir "$CONFIG/$1" && set_facts "$CONFIG/$1" <"$3" || return 1
	gts=$(sed -n 's/^gt=/gt/p' "$3")
	[ -s "$2" ] || return 0
	for gt in ${gts:-gt0}; do
		write_image "$2" "$CONFIG/$1/$gt/image" || return 1
	done
}

drop_device()
{
	local gt

	for gt in "$CONFIG/$1"/gt[1-7]; do
		[ ! -d "$gt" ] || rmdir "$gt" || return 1
	done
	rmdir "$CONFIG/$1"
}

number=0 failed=0

# that NAME COMMAND...: run a test case with this name, which passes when the command succeeds
that()
{
	sentence=$1
	shift
	number=$((number + 1))
	if "$@" >"$T/out" 2>&1; then
		echo "ok $number $sentence"
	else
		failed=$((failed + 1))
		echo "not ok $number $sentence"
		head -n 5 "$T/out" | sed 's/^/# /'
	fi
}

not()
{
	! "$@"
}

same_text()
{
	[ "$1" = "$2" ] || { echo "'$1' is not '$2'"; return 1; }
}

# fails_with WORDS COMMAND...: true when the command fails with a message that has these words
fails_with()
{
	words=$1
	shift
	if "$@" 2>"$T/err"; then
		return 1
	fi
	grep -q "$words" "$T/err" || { cat "$T/err"; return 1; }
}

# soon COMMAND...: wait, for at most 20 seconds, until the command succeeds
soon()
{
	for _ in $(seq 200); do
		! "$@" || return 0
		sleep 0.1
	done
	echo "not within 20 seconds: $*"
	return 1
}

put()
{
	echo "$2" >"$1"
}
