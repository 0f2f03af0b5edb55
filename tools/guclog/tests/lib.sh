# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# lib.sh -- what the cases use; they run with set -e.  To be sourced.

# g ARGUMENT...: guclog, its output in the files "out" and "err".
g()
{
	"$GUCLOG" "$@" >out 2>err </dev/null
}

# rc STATUS COMMAND...: it must exit with that status.
rc()
{
	local want=$1 got=0

	shift
	"$@" || got=$?
	[ "$got" = "$want" ]
}

# usage_error ARGUMENT...: exits with 2, says why and where help is, writes
# nothing.
usage_error()
{
	rc 2 g "$@"
	empty out
	says err "Try 'guclog ${1} --help'."
}

# fails ARGUMENT...: exits with 2 and says why, without output.
fails()
{
	rc 2 g "$@"
	empty out
	says err 'guclog: '
}

# says FILE TEXT: a line of it contains the text.
says()
{
	grep -qF -e "$2" "$1" || { cat "$1"; return 1; }
}

# line FILE TEXT: a line of it is the text.
line()
{
	grep -qxF -e "$2" "$1" || { cat "$1"; return 1; }
}

empty()
{
	[ ! -s "$1" ] || { cat "$1"; return 1; }
}

# only NAME...: the case's folder has these files and no other.
only()
{
	diff <(find . -mindepth 1 -printf '%P\n' | sort) \
	     <(printf '%s\n' "$@" | sort)
}

# poke FILE OFFSET BYTE...: overwrite bytes, given in hexadecimal.
poke()
{
	local file=$1 offset=$2 bytes

	shift 2
	printf -v bytes '\\x%s' "$@"
	# shellcheck disable=SC2059
	printf "$bytes" | dd of="$file" bs=1 seek="$offset" conv=notrunc status=none
}

# json FILE EXPRESSION: the Python expression of "d", its content, is true.
json()
{
	python3 -c 'import json, sys
d = json.load(open(sys.argv[1]))
assert eval(sys.argv[2]), d' "$1" "$2"
}

# with_json: is it in this build?
with_json()
{
	[ "$BUILD" != m32 ]
}

# with_unpack: does this build read what is packed?
with_unpack()
{
	[ "$BUILD" != m32 ]
}

# names SUFFIX: of the corpus, those that have a .state and .SUFFIX; one in EVERY.
names()
{
	local f n=0

	for f in "$CORPUS"/*."$1"; do
		f=${f##*/}
		f=${f%."$1"}
		[ -e "$CORPUS/$f.state" ] || continue
		[ $((n % EVERY)) != 0 ] || echo "$f"
		n=$((n + 1))
	done
}

# know_faults: sets FAULTS[NAME] to 1 for each image of the corpus that has some.
know_faults()
{
	local f

	declare -gA FAULTS=()
	while read -r f; do
		f=${f##*/}
		FAULTS[${f%.state}]=1
	done < <(grep -Lx faults=0 "$CORPUS"/*.state)
	[ ${#FAULTS[@]} -gt 20 ]
}

# told SUFFIX FILE PREFIX END: its lines are "PREFIX corpus/NAME END: SENTENCE" for
# every fault that the reports of names() with SUFFIX list, sorted, and "N more
# faults".
told()
{
	local reports

	mapfile -t reports < <(names "$1" | sed "s,.*,$CORPUS/&.state,")
	awk -v prefix="$3" -v suffix="$4" '/^fault=/ {
		file = FILENAME
		sub(/\.state$/, suffix, file)
		print prefix file ": " substr($0, 7)
	}' "${reports[@]}" | sort >want
	grep -v ' [0-9]* more faults$' "$2" | sort | diff - want
}
