#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# control.sh [FUZZER...] -- plant one bug for each fuzzer: it must be found.
#
# A fuzzer that finds nothing may be one that cannot.
set -euo pipefail
HERE=$(dirname "$(readlink -f "$0")")
TOP=$(readlink -f "$HERE/../../..")
OUT=${XGL_BUILD:-$TOP/build}/fuzz
ROOMS=$TOP/drivers/xe_guclog
export ASAN_OPTIONS=quarantine_size_mb=8:malloc_context_size=2

# change FILE COPY SED: false when that changes nothing
change()
{
	sed -i "$3" "$2"
	cmp -s "$1" "$2" || return 0
	echo "the expression changes nothing in $1"
	return 1
}

# plant_room DIR FILE SED FUZZER ROOM VARIABLE: a room with that line changed.
plant_room()
{
	cp -rp "$ROOMS/$5" "$1/$5"
	cp -p "$OUT"/*.o "$1/"
	change "$ROOMS/$5/$2" "$1/$5/$2" "$3" || return 1
	rm "$1/${2%.c}.o"
	make -s -C "$HERE" O="$1" "$6=$1/$5" FUZZERS="$4"
}

# plant_tool DIR FILE SED FUZZER: a tool with that line changed.
plant_tool()
{
	local tools=$1/tree/tools

	mkdir -p "$tools"
	ln -s "$TOP/drivers" "$TOP/include" "$1/tree/"
	cp -rp "$TOP/tools/guclog" "$TOP/tools/libguclog" "$tools/"
	cp -p "$OUT"/*.o "$1/"
	change "$TOP/tools/guclog/$2" "$tools/guclog/$2" "$3" || return 1
	cp -rp "$OUT/tool" "$1/tool"
	rm "$1/tool/${2%.c}.o"
	make -s -C "$HERE" O="$1" TOOL="$tools/guclog" FUZZERS="$4"
}

# plant DIR FILE SED FUZZER: false when it cannot be planted.
plant()
{
	rm -rf "$1"
	mkdir -p "$1"
	case $2 in
	*/*)	plant_tool "$@" ;;
	xel_*)	plant_room "$@" layout LAYOUT ;;
	*)	plant_room "$@" core CORE ;;
	esac
}

found()
{
	local dir=$1 name=$2 rc=0

	"$dir/$name" -max_total_time=180 -max_len=8192 -dict="$HERE/guclog.dict" \
		-artifact_prefix="$dir/" "$dir/seeds/$name" >"$dir/log" 2>&1 || rc=$?
	[ $rc != 0 ] && ls "$dir"/crash-* >/dev/null 2>&1
}

mkdir -p "$OUT"
(flock 9 && make -s -C "$HERE" O="$OUT") 9>"$OUT/.lock"
passed=0 failed=0 n=0
while read -r line; do
	[[ -n $line && $line != '#'* ]] || continue
	name=${line%% | *} what=${line##* | } line=${line#* | }
	[ $# = 0 ] || [[ " $* " = *" $name "* ]] || continue
	file=${line%% | *} line=${line#* | }
	sed=${line% | *}
	n=$((n + 1))
	dir=$OUT/plant/$n
	if plant "$dir" "$file" "$sed" "$name" && "$HERE/seeds.py" "$dir/seeds" &&
	   found "$dir" "$name"; then
		passed=$((passed + 1))
		echo "$name: found: $what"
	else
		failed=$((failed + 1))
		echo "$name: NOT found: $what"
	fi
done <"$HERE/plants.txt"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
