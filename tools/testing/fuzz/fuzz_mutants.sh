#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# fuzz_mutants.sh [FUZZER...] -- check that each fuzzer finds bugs: insert a bug of fuzz_mutants.txt
# into the code that it runs, and fuzz until it crashes. Prints KTAP.
set -euo pipefail
HERE=$(dirname "$(readlink -f "$0")")
TOP=$(readlink -f "$HERE/../../..")
OUT=${XGL_BUILD:-$TOP/build}/fuzz
MODULE=$TOP/drivers/xe_guclog
export ASAN_OPTIONS=quarantine_size_mb=8:malloc_context_size=2

# build_library DIR FILE SED FUZZER FOLDER VARIABLE: change FILE of the core or of the layout, and
# build the fuzzer with the changed sources in DIR
build_library()
{
	cp -rp "$MODULE/$5" "$1/$5"
	cp -p "$OUT"/*.o "$1/"
	sed -i "$3" "$1/$5/$2"
	rm "$1/${2%.c}.o"
	make -s -C "$HERE" O="$1" "$6=$1/$5" FUZZERS="$4"
}

# build_tool DIR FILE SED FUZZER: change FILE of guclog (the tool) or of libguclog, and build the
# fuzzer with the changed sources in DIR
build_tool()
{
	local tools=$1/tree/tools

	mkdir -p "$tools"
	ln -s "$TOP/data" "$TOP/drivers" "$TOP/include" "$TOP/scripts" "$1/tree/"
	cp -rp "$TOP/tools/guclog" "$TOP/tools/libguclog" "$TOP/tools/shared" "$tools/"
	cp -p "$OUT"/*.o "$1/"
	sed -i "$3" "$tools/guclog/$2"
	cp -rp "$OUT/tool" "$1/tool"
	local object=${2%.c}.o
	rm "$1/tool/${object#../}"
	make -s -C "$HERE" O="$1" TOOL="$tools/guclog" FUZZERS="$4"
}

# build DIR FILE SED FUZZER: change FILE with SED and build the fuzzer; false if that fails
build()
{
	changes_one_line "$TOP/$(find_fuzzed "$2")" "$3" || return
	rm -rf "$1"
	mkdir -p "$1"
	case $2 in
	*/*)	build_tool "$@" ;;
	xel_*)	build_library "$@" layout LAYOUT ;;
	*)	build_library "$@" core CORE ;;
	esac
}

# found DIR FUZZER: true if the fuzzer crashes within three minutes
found()
{
	local dir=$1 name=$2 rc=0

	"$dir/$name" -max_total_time=180 -max_len=8192 -dict="$HERE/guclog.dict" \
		-artifact_prefix="$dir/" "$OUT/mutants/seeds/$name" >"$dir/log" 2>&1 || rc=$?
	[ $rc != 0 ] && ls "$dir"/crash-* >/dev/null 2>&1
}

# killed FUZZER FILE SED: true if the fuzzer crashes on the changed code
killed()
{
	build "$dir" "$2" "$3" "$1" && found "$dir" "$1"
}

mkdir -p "$OUT"
(flock 9 && make -s -C "$HERE" O="$OUT") 9>"$OUT/.lock"
rm -rf "$OUT/mutants"
"$HERE/seeds.py" "$OUT/mutants/seeds"
. "$TOP/tools/testing/ktap.sh"
. "$HERE/rows.sh"
n=0
while read -r row; do
	name=${row%% | *}
	[ $# = 0 ] || [[ " $* " = *" $name "* ]] || continue
	n=$((n + 1))
	dir=$OUT/mutants/$n
	parse_row "${row#* | }"
	ktap_case "$name finds: $WHAT" killed "$name" "$FILE" "$EXPRESSION"
done < <(read_rows "$HERE/fuzz_mutants.txt")
ktap_end
