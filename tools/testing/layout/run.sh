#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# run.sh [--guclog TOOL] [--newest | --all | SPEC...] -- guclog layout over the xe of
# Debian's kernels: each can be served, and an independent reader finds the same.
#
# SPEC is the start of a release, 6.12 or 7.2-rt; the newest that matches is taken.
# --newest: the newest of every version, Debian release and flavour, --all: all that
# Debian's suites have today.  Default: 6.12 7.3.  What has been fetched once is kept.
# Ends with "N passed, N failed".
set -uo pipefail
here=$(dirname "$(readlink -f "$0")")
# shellcheck source=tools/testing/guest/lib.sh
. "$here/../guest/lib.sh"
passed=0 failed=0
guclog=$BUILD/guclog/guclog which='' specs=()
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

good()
{
	passed=$((passed + 1))
}

bad()
{
	failed=$((failed + 1))
	echo "FAIL $1"
	sed 's/^/     /' "$work/log" | head -n 20
}

# newest_of_each: of lines such as 6.12.90+deb13.1-rt-amd64 the last of each
# 6.12+deb13-rt-amd64.
newest_of_each()
{
	awk '{ key = $0
	       sub(/\.[0-9]+\+/, "+", key)
	       sub(/\.[0-9]+-/, "-", key)
	       last[key] = $0 }
	     END { for (i in last) print last[i] }' | sort -V
}

# newest_match SPEC: the last line that begins so and has the same -rt or none.
newest_match()
{
	awk -v s="${1%-rt}" -v rt="$([[ $1 != *-rt* ]] || echo 1)" '
		index($0, s) == 1 && substr($0, length(s) + 1) ~ /^([-.+]|$)/ &&
		($0 ~ /-rt-/) == (rt == 1) { last = $0 }
		END { if (last != "") print last }'
}

# cached SPEC: for when Debian cannot be asked.
cached()
{
	find "$CACHE/layout" -mindepth 2 -maxdepth 2 -name .done -printf '%h\n' 2>/dev/null |
		sed 's,.*/,,' | sort -V | newest_match "$1"
}

chosen()
{
	local list spec release

	list=$("$here/fetch.sh" --list)
	case $which in
	all)	echo "$list" ;;
	newest)	newest_of_each <<<"$list" ;;
	*)	for spec in "${specs[@]}"; do
			release=$(newest_match "$spec" <<<"$list")
			[ -n "$release" ] || release=$(cached "$spec")
			echo "${release:-$spec}"
		done ;;
	esac
}

# plain FILE OUT: without its packing.
plain()
{
	case $1 in
	*.xz)	xz -dc "$1" >"$2" ;;
	*.zst)	zstd -qdc "$1" >"$2" ;;
	*.gz)	gzip -dc "$1" >"$2" ;;
	*)	cp "$1" "$2" ;;
	esac
}

layout()
{
	"$guclog" layout "$@" >"$work/out" 2>"$work/log"
}

# served NAME PACKED-XE PACKED-BASE: status, table and JSON.
served()
{
	local counts

	if ! layout --base "$3" "$2"; then
		bad "$1 is not served"
		return
	fi
	good
	counts=$(sed -nE '1,2s/^(.*) of (.*)$/\1\/\2/p' "$work/out" | tr '\n' ' ')
	cp "$work/out" "$work/packed"
	# whatever the packing, and whatever is said of the time it took
	if layout --base "$work/base" "$work/xe.ko" && cmp -s "$work/out" "$work/packed"; then
		good
	else
		bad "$1: another table without packing"
	fi
	if "$guclog" layout --json --base "$work/base" "$work/xe.ko" |
	   python3 "$here/offsets.py" "$work/base" "$work/xe.ko" >"$work/log"; then
		good
	else
		bad "$1: the independent reader finds something else"
	fi
	echo "$1: $counts$(tail -n 1 "$work/log" | sed 's/\(.*\) passed.*/\1 values agree/')"
}

# refused NAME STATUS TEXT ARG...
refused()
{
	local name=$1 status=$2 text=$3 rc=0
	shift 3

	layout "$@" || rc=$?
	if [ "$rc" = "$status" ] && grep -qE -e "$text" "$work/log"; then
		good
	else
		echo "status $rc, expected $status and '$text'" >>"$work/log"
		bad "$name"
	fi
}

# What is not right is seen in a real one, too.
controls()
{
	refused "$1, no base" 2 '--base is needed' "$work/xe.ko"
	sed 's/\x00primary_gt\x00/\x00primary_xx\x00/' "$work/xe.ko" >"$work/other"
	refused "$1, a member renamed" 1 \
		'xe_tile.primary_gt: no such member' --base "$work/base" "$work/other"
	head -c 300000 "$work/xe.ko" >"$work/other"
	refused "$1, cut" 2 'damaged' --base "$work/base" "$work/other"
	head -c 3000000 "$work/base" >"$work/other"
	refused "$1, half a base" 2 'cut off' --base "$work/other" "$work/xe.ko"
	[ ! -e "$work/before" ] ||
		refused "$1, another's base" 1 'cannot be served' --base "$work/before" "$work/xe.ko"
	# as a module brings its own base along that was not built with its kernel
	objcopy --add-section .BTF.base="$work/base" "$work/xe.ko" "$work/other"
	if layout "$work/other" && cmp -s "$work/out" "$work/packed"; then
		good
	else
		bad "$1: with its base in it"
	fi
}

while [ $# -gt 0 ]; do
	case $1 in
	--guclog) guclog=$(readlink -f "${2:?--guclog wants a file}"); shift ;;
	--newest) which=newest ;;
	--all)	which=all ;;
	-*)	sed -n '3,10s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
	*)	specs+=("$1") ;;
	esac
	shift
done
[ -n "$which" ] || [ ${#specs[@]} -gt 0 ] || specs=(6.12 7.3)
[ -x "$guclog" ] || die "no $guclog: make guclog"
"$TOP/scripts/setup.sh" tool build || exit 2

nr=0
mapfile -t list < <(chosen)
for release in "${list[@]}"; do
	if ! dir=$("$here/fetch.sh" "$release" 2>"$work/log"); then
		bad "$release cannot be fetched"
		continue
	fi
	xe=$(echo "$dir"/xe.ko*)
	plain "$xe" "$work/xe.ko"
	plain "$dir/vmlinux.btf.zst" "$work/base"
	served "$release" "$xe" "$dir/vmlinux.btf.zst"
	nr=$((nr + 1))
	[ "$nr" -gt 2 ] || controls "$release"
	cp "$work/base" "$work/before"
done
[ "$nr" -gt 0 ] || { echo "nothing was looked at"; failed=$((failed + 1)); }
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
