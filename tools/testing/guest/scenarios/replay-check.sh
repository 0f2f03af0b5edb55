#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# replay-check.sh VARIANT [PART...] -- load the module in a guest and test its replay devices, which
# show a log image as if it were the log of a GPU.  All parts run in one guest.  A PART is corpus
# (compare every debugfs file with that of the independent writer, host/mkimage.py, and with that of
# guclog; corpus:N uses only one image in N), rules, stream or stress; the default is all of them.
# Prints KTAP.
set -euo pipefail
HERE=$(dirname "$(readlink -f "$0")")
TOP=$(readlink -f "$HERE/../../../..")
BUILD=${XGL_BUILD:-$TOP/build}
RUN=$HERE/../run.sh

# guest PART...: boot a guest that runs these parts, with the report in $OUT; sets GUEST_FAILED to 1
# if it fails, or to 0
guest()
{
	local part
	local options=(--files "$HERE/replay-lib.sh" --files "$HERE/replay-dump.sh"
		       --files "$(some)")

	for part; do
		options+=(--files "$HERE/replay-$part.sh")
		[ "$part" != stream ] || options+=(--files "$(program gcc stream/streamtool.c)")
		[ "$part" != rules ] || options+=(--files "$(program g++ copyfile.cpp)")
	done
	OUT=$BUILD/$VARIANT/replay GUEST_FAILED=0
	"$RUN" "$VARIANT" --insmod "$BUILD/$VARIANT/xe_guclog.ko" "${options[@]}" \
		--script "$HERE/replay.sh" --timeout "${XGL_GUEST_TIMEOUT:-900}" --out "$OUT" || GUEST_FAILED=1
	cat "$OUT/script.log"
}

# program COMPILER SOURCE: build a program for the guest, unless it exists and is newer than its
# source, and print its path
program()
{
	local source=$HERE/../$2 to

	to=$BUILD/$VARIANT/$(basename "${2%.*}")
	[ "$to" -nt "$source" ] || "$1" -O2 -static -Wall -Wextra -Werror -o "$to" "$source"
	echo "$to"
}

# some: make a folder for the guest with the images and facts whose names are in NAMES, and print
# its path
some()
{
	local dir=$BUILD/$VARIANT/corpus name

	rm -rf "$dir"
	mkdir -p "$dir"
	for name in "${NAMES[@]}"; do
		ln "$BUILD/corpus/$name.img" "$BUILD/corpus/$name.facts" "$dir/"
	done
	echo "$dir"
}

# expect PATH FILE: the file PATH in the guest must have the SHA-256 of FILE; if not, sets WRONG
expect()
{
	local sum

	sum=$(sha256sum <"$2")
	if [ "${SUM[$1]:-none}" != "${sum%% *}" ]; then
		WRONG=1
		echo "# $1 differs from $2"
	fi
}

# writer_info NAME: print the path of the info file that the writer makes for the image NAME.  The
# writer does not know the status of a truncated image.  So if the guest's status states the right
# length of the image, it is copied into this file.
writer_info()
{
	local c=$BUILD/corpus/$1 status

	status=$(grep -m 1 -x "status=the image is cut short: it has $(stat -c %s "$c.img") of [0-9]* bytes" \
		"$OUT/files/info/$1") || status='status=ok'
	sed "s/^status=ok\$/$status/" "$c.info" >"$BUILD/$VARIANT/writer.info"
	echo "$BUILD/$VARIANT/writer.info"
}

# by_writer NAME: compare the guest's files with those of the writer.  If the facts have no line
# gt=N, the replay source adds gt=0 to the comment of the LFD file and to info, so these two files
# are not compared.  If the first line gt=N is not gt=0, info and the ASIC info are not compared.
by_writer()
{
	local name=$1 c=$BUILD/corpus/$1 gt gts first

	gts=$(sed -n 's/^gt=//p' "$c.facts")
	first=${gts%%$'\n'*}
	for gt in ${gts:-0}; do
		expect "$name/gt$gt/guc_log_raw" "$c.img"
		expect "$name/gt$gt/guc_log_state" "$c.state"
		[ -z "$gts" ] || if [ -e "$c.gt$gt.lfd" ]; then
			expect "$name/gt$gt/guc_log_lfd" "$c.gt$gt.lfd"
		else
			expect "$name/gt$gt/guc_log_lfd" "$c.lfd"
		fi
	done
	[ "$first" != 0 ] || expect "$name/info" "$(writer_info "$name")"
	[ "${first:-0}" = 0 ] || return 0
	expect "$name/asic_info" "$c.asic_v1"
	expect "$name/asic_info_v3" "$c.asic_v3"
	expect "$name/asic_info_packed" "$c.asic_packed"
	expect "$name/asic_info.rdf" "$c.rdf"
}

# convert ARG...: run guclog convert; its exit status 1, which means that the log has faults and was
# converted, is a success
convert()
{
	"$GUCLOG" convert --force "$@" 2>/dev/null || [ $? = 1 ]
}

# by_tool NAME: compare the guest's files with those that guclog makes from the image, with the
# guest's info file as facts.
by_tool()
{
	local name=$1 img=$BUILD/corpus/$1.img info=$OUT/files/info/$1
	local gt gts to t=$BUILD/$VARIANT/tool.out

	mapfile -t gts < <(sed -n 's/^gt=//p' "$info")
	for gt in "${gts[@]}"; do
		[ -n "${SUM[$name/gt$gt/guc_log_raw]:-}" ] || continue
		for to in lfd state; do
			convert --to $to --facts "$info" --gt "$gt" "$img" -o "$t"
			expect "$name/gt$gt/guc_log_$to" "$t"
		done
	done
	convert --to info --facts "$info" "$img" -o "$t"
	expect "$name/info" "$t"
	for to in v1:asic_info v3:asic_info_v3 packed:asic_info_packed rdf:asic_info.rdf; do
		"$GUCLOG" asic --force --facts "$info" --to "${to%:*}" -o "$t"
		expect "$name/${to#*:}" "$t"
	done
}

# no_image NAME: a replay device with an empty image must have no log
no_image()
{
	if [ -n "${SUM[$1/gt0/guc_log_lfd]:-}" ] ||
	   ! grep -qx 'status=no image' "$OUT/files/info/$1"; then
		WRONG=1
		echo "# $1 has a log"
	fi
}

# choose EVERY: sets NAMES to one image in EVERY (0: none) and those that the other
# parts need.
choose()
{
	local all i

	NAMES=(real-words size-20)
	[ "$1" -gt 0 ] || return 0
	# Always test this image, because host/test_input_whole.py compares its LFD file with the
	# files that guclog makes from the same log in eight forms.
	NAMES+=(eight-forms)
	mapfile -t all < <(cd "$BUILD/corpus" && ls ./*.img)
	for ((i = 0; i < ${#all[@]}; i += $1)); do
		NAMES+=("$(basename "${all[i]}" .img)")
	done
	[ "$1" = 1 ] || NAMES+=(facts-2-gts file-empty)
	mapfile -t NAMES < <(printf '%s\n' "${NAMES[@]}" | sort -u)
}

judge_corpus()
{
	local name sum path

	declare -gA SUM=()
	while read -r sum path; do
		SUM[$path]=$sum
	done <"$OUT/files/sums"
	for name in "${NAMES[@]}"; do
		WRONG=0
		if [ -s "$BUILD/corpus/$name.img" ]; then
			by_writer "$name"
			by_tool "$name"
		else
			no_image "$name"
		fi
		ktap_result $WRONG "replay of $name"
	done
	echo "# replay: ${#NAMES[@]} images, ${#SUM[@]} files"
}

# same NAME COMMAND...: the output of the command must be equal to the guest's file NAME.
same()
{
	local name=$1 rc=0 t=$BUILD/$VARIANT/tool.out
	shift

	"$@" >"$t" 2>&1 && cmp "$t" "$OUT/files/$name" || rc=1
	ktap_result $rc "tool on $name"
	[ $rc = 0 ] || head -n 5 "$t" | sed 's/^/# /'
}

# judge_dump: the tool must read the log and the ASIC info from the module's devcoredump.
judge_dump()
{
	local dump=$OUT/files/dump.bin

	same dump.asic_info "$GUCLOG" asic --facts "$dump" --to v1
	same dump.lfd "$GUCLOG" convert --facts "$dump" "$BUILD/corpus/real-words.img"
	"$GUCLOG" decode "$dump" 2>&1 | sed "s/dump.bin/dump.lfd/" >"$OUT/files/dump.events"
	same dump.events sh -c "cd '$OUT/files' && '$GUCLOG' decode '$OUT/files/dump.lfd'"
	"$GUCLOG" check "$dump" | sed "s,^$dump,dump," >"$OUT/files/dump.check" || true
	same dump.check echo "dump: fine: LFD 1.0, 9 blocks, 64.4 KiB"
}

# judge_stream: the tool must read the recorded streams, and report the events that are missing.
judge_stream()
{
	local f=$OUT/files

	same stream.check sh -c "cd '$f' && '$GUCLOG' check stream.lfd | cut -d: -f1,2"
	same stream.events sh -c "'$GUCLOG' decode '$f/stream.lfd' | grep -c 0x8102"
	same slow.missing sh -c "'$GUCLOG' decode '$f/slow.lfd' 2>&1 | grep -c missing"
	same restart.missing sh -c "'$GUCLOG' decode '$f/restart.lfd' 2>&1 | grep -c 'loaded again'"
}

usage()
{
	echo "usage: replay-check.sh VARIANT [corpus[:N]|rules|stream|stress]..." >&2
	exit 2
}

[ $# -gt 0 ] || usage
VARIANT=$1 every=0 parts=()
shift
[ $# -gt 0 ] || set -- corpus rules stream stress
for part; do
	case $part in
	corpus)			every=1 ;;
	corpus:[1-9]*)		every=${part#*:} ;;
	rules|stream|stress)	;;
	*)			usage ;;
	esac
	parts+=("${part%:*}")
done

"$HERE/../module.sh" "$VARIANT"
python3 "$TOP/tools/testing/host/mkimage.py" --out "$BUILD/corpus" >&2
choose "$every"
guest "${parts[@]}"
make -s -C "$TOP/tools/guclog" O="$BUILD/guclog" WERROR=1 >&2
GUCLOG=$BUILD/guclog/guclog
. "$TOP/tools/testing/ktap.sh"
if [[ " ${parts[*]} " == *" rules "* ]]; then
	judge_dump
fi
if [[ " ${parts[*]} " == *" stream "* ]] && [ "$VARIANT" = stock ]; then
	judge_stream
fi
[ "$every" = 0 ] || judge_corpus
[ $KTAP_RUN = 0 ] || ktap_end || GUEST_FAILED=1
exit $GUEST_FAILED
