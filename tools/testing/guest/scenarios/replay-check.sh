#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# replay-check.sh VARIANT [PART...] -- load the module in a guest and drive its
# replay devices, all parts in one boot.  Parts: corpus (every file against the
# independent writer and against the tool; corpus:N takes one image in N), rules,
# stress; all of them by default.  Its last line is "N passed, N failed".
set -euo pipefail
HERE=$(dirname "$(readlink -f "$0")")
TOP=$(readlink -f "$HERE/../../../..")
BUILD=${XGL_BUILD:-$TOP/build}
RUN=$HERE/../run.sh
passed=0 failed=0

# The log of a part that boots a guest ends with what passed.
add()
{
	local p f

	read -r p f < <(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' "$1" | tail -n 1)
	passed=$((passed + ${p:-0}))
	failed=$((failed + ${f:-1}))
}

# guest PART...: its report is in $OUT
guest()
{
	local log=$BUILD/$VARIANT/replay.log part
	local options=(--files "$HERE/replay-lib.sh" --files "$HERE/replay-door.sh"
		       --files "$(some)")

	for part; do
		options+=(--files "$HERE/replay-$part.sh")
	done
	OUT=$BUILD/$VARIANT/replay
	"$RUN" "$VARIANT" --insmod "$BUILD/$VARIANT/xe_guclog.ko" "${options[@]}" \
		--script "$HERE/replay.sh" --timeout 900 --out "$OUT" >"$log" || true
	cat "$OUT/script.log"
	sed '$d' "$log"
	add "$log"
}

# some: a corpus of NAMES for the guest, images and facts
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

# expect PATH FILE: the guest's file has the same SHA-256
expect()
{
	local sum

	sum=$(sha256sum <"$2")
	if [ "${SUM[$1]:-none}" = "${sum%% *}" ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "$1 is not $2"
	fi
}

# By the writer: where the facts name no GT the source adds that of gt0, so that
# a comment and the info differ from what the writer expects.
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
	[ "$first" != 0 ] || expect "$name/info" "$c.info"
	[ "${first:-0}" = 0 ] || return 0
	expect "$name/asic_info" "$c.asic_v1"
	expect "$name/asic_info_v3" "$c.asic_v3"
	expect "$name/asic_info_packed" "$c.asic_packed"
	expect "$name/asic_info.rdf" "$c.rdf"
}

# A log with faults is converted all the same, and status 1 says so.
convert()
{
	"$GUCLOG" convert "$@" 2>/dev/null || [ $? = 1 ]
}

# By the tool: the device's own info is the facts.
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
		"$GUCLOG" asic --facts "$info" --to "${to%:*}" -o "$t"
		expect "$name/${to#*:}" "$t"
	done
}

# An image of no bytes cannot be handed over.
no_image()
{
	if [ -z "${SUM[$1/gt0/guc_log_lfd]:-}" ] &&
	   grep -qx 'status=no image' "$OUT/files/info/$1"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "$1 has a log"
	fi
}

# choose EVERY: sets NAMES to one image in so many, and to what the others need;
# 0 is only that.
choose()
{
	local all i

	NAMES=(real-words size-20)
	[ "$1" -gt 0 ] || return 0
	# the image whose eight forms make one file, see tools/testing/forms
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
		if [ ! -s "$BUILD/corpus/$name.img" ]; then
			no_image "$name"
			continue
		fi
		by_writer "$name"
		by_tool "$name"
	done
	echo "replay: ${#NAMES[@]} images, ${#SUM[@]} files"
}

# same NAME COMMAND...: it writes the guest's file of that name.
same()
{
	local name=$1 t=$BUILD/$VARIANT/tool.out
	shift

	if "$@" >"$t" 2>&1 && cmp "$t" "$OUT/files/$name"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "$name is not what '$*' writes"
		head -n 5 "$t"
	fi
}

# The dump that came through the door is read like any file, and has the ASIC
# info in it.
judge_door()
{
	local dump=$OUT/files/door.dump

	same door.asic_info "$GUCLOG" asic --facts "$dump" --to v1
	same door.lfd "$GUCLOG" convert --facts "$dump" "$BUILD/corpus/real-words.img"
	"$GUCLOG" decode "$dump" 2>&1 | sed "s/door.dump/door.lfd/" >"$OUT/files/door.events"
	same door.events sh -c "cd '$OUT/files' && '$GUCLOG' decode '$OUT/files/door.lfd'"
	"$GUCLOG" check "$dump" | sed "s,^$dump,door," >"$OUT/files/door.check" || true
	same door.check echo "door: fine: LFD 1.0, 9 blocks, 64.4 KiB"
}

usage()
{
	echo "usage: replay-check.sh VARIANT [corpus[:N]|rules|stress]..." >&2
	exit 2
}

[ $# -gt 0 ] || usage
VARIANT=$1 every=0 parts=()
shift
[ $# -gt 0 ] || set -- corpus rules stress
for part; do
	case $part in
	corpus)			every=1 ;;
	corpus:[1-9]*)		every=${part#*:} ;;
	rules|stress)		;;
	*)			usage ;;
	esac
	parts+=("${part%:*}")
done

"$HERE/../module.sh" "$VARIANT"
python3 "$TOP/tools/testing/host/mkimage.py" --out "$BUILD/corpus" >&2
choose "$every"
guest "${parts[@]}"
make -s -C "$TOP/tools/guclog" O="$BUILD/guclog" >&2
GUCLOG=$BUILD/guclog/guclog
if [[ " ${parts[*]} " == *" rules "* ]]; then
	add "$OUT/script.log"
	judge_door
fi
[ "$every" = 0 ] || judge_corpus
echo "$passed passed, $failed failed"
[ $failed = 0 ]
