#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# replay-check.sh VARIANT [PART...] -- load the module in a guest and drive its
# replay devices.  Parts: corpus (every file against the independent writer and
# against the tool), rules, stress; all of them by default.
# Its last line is "N passed, N failed".
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

# guest SCRIPT FILES OPTION...: its report is in $OUT
guest()
{
	local script=$1 files=$2 log=$BUILD/$VARIANT/replay.log
	shift 2

	OUT=$BUILD/$VARIANT/$script
	"$RUN" "$VARIANT" --insmod "$BUILD/$VARIANT/xe_guclog.ko" --files "$files" \
		--files "$HERE/replay-lib.sh" --script "$HERE/$script.sh" \
		--timeout 900 --out "$OUT" "$@" >"$log" || true
	sed '$d' "$log"
	add "$log"
}

# some NAME...: a corpus of these, for the guest: images and facts
some()
{
	local dir=$BUILD/$VARIANT/corpus

	rm -rf "$dir"
	mkdir -p "$dir"
	for name; do
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

part_corpus()
{
	local names sum path

	mapfile -t names < <(cd "$BUILD/corpus" && ls ./*.img)
	names=("${names[@]#./}")
	names=("${names[@]%.img}")
	guest replay "$(some "${names[@]}")"
	declare -gA SUM=()
	while read -r sum path; do
		SUM[$path]=$sum
	done <"$OUT/files/sums"
	make -s -C "$TOP/tools/guclog" O="$BUILD/guclog" >&2
	GUCLOG=$BUILD/guclog/guclog
	for name in "${names[@]}"; do
		if [ ! -s "$BUILD/corpus/$name.img" ]; then
			no_image "$name"
			continue
		fi
		by_writer "$name"
		by_tool "$name"
	done
	echo "replay: ${#names[@]} images, ${#SUM[@]} files"
}

part_rules()
{
	guest replay-rules "$(some real-words size-20)"
	add "$OUT/script.log"
}

part_stress()
{
	guest replay-stress "$(some real-words size-20)"
	cat "$OUT/script.log"
}

[ $# -gt 0 ] || { echo "usage: replay-check.sh VARIANT [corpus|rules|stress]..." >&2; exit 2; }
VARIANT=$1
shift
[ $# -gt 0 ] || set -- corpus rules stress
"$HERE/../module.sh" "$VARIANT"
python3 "$TOP/tools/testing/data/mkimage.py" --out "$BUILD/corpus" >&2
for part; do
	"part_$part"
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
