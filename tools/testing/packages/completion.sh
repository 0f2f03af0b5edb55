#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# completion.sh [GUCLOG] -- what bash offers behind guclog, for every verb and every
# option that its help names. Ends with "N passed, N failed".
set -uo pipefail
here=$(dirname "$(readlink -f "$0")")
top=$(readlink -f "$here/../../..")
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0

guclog=${1:-}
if [ -z "$guclog" ]; then
	guclog=$top/build/guclog-gcc/guclog
	nice make -s -C "$top/tools/guclog" O="${guclog%/*}" >"$scratch/log" 2>&1 ||
		{ cat "$scratch/log"; exit 2; }
fi
guclog=$(readlink -f "$guclog")

# shellcheck source=../../guclog/guclog.bash-completion
. "$top/tools/guclog/guclog.bash-completion"
# Only bash's line editor has it.
compopt()
{
	:
}

# offered WORD...: what is offered for the last of them.
offered()
{
	COMP_WORDS=("$guclog" "$@")
	COMP_CWORD=$#
	COMPREPLY=()
	_guclog
	printf '%s\n' "${COMPREPLY[@]}" | grep . | sort
}

# offers "WANTED..." WORD...
offers()
{
	local want got

	want=$(tr ' ' '\n' <<<"$1" | grep . | sort)
	shift
	got=$(offered "$@")
	if [ "$want" = "$got" ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAIL $*: $(tr '\n' ' ' <<<"$got")instead of $(tr '\n' ' ' <<<"$want")"
	fi
}

cd "$scratch" || exit 2
mkdir dir
touch a.lfd 'b c.img'
offers "convert check list asic info decode stats diff export report extract collect incidents layout --help --version" ""
offers "convert" conv
offers "decode diff" d
offers "export extract" ex
offers "--help" --h
offers "" nonsense
offers "lfd raw state info" convert --to ""
offers "lfd" convert --to l
offers "raw" convert --to = r
offers "lfd raw state info" convert --to =
offers "v1 v3 packed rdf" asic --to ""
offers "image lfd asic rdf" check --as ""
offers "tick" decode --time t
offers "a.lfd" list a
offers "a.lfd" convert -o a
offers "a.lfd" asic compare a
offers "a.lfd" asic a
offers "compare" asic co
offers "a.lfd" diff a.lfd a
offers "a.lfd" decode --schema a
offers "a.lfd" extract --schema a
offers "" convert --note a
offers "-q --quiet --as -h --help" check -
offers "--gt --log --json -h --help" list -
offers "--facts" convert --f
for verb in $(_guclog_verbs "$guclog"); do
	# Every long option of its usage, in whatever place.
	options=$("$guclog" "$verb" --help | grep -oE '^ +(-[a-z], )?--[a-z-]+' |
		grep -oE -e '--[a-z-]+' | sort -u | tr '\n' ' ')
	offers "$options" "$verb" --
	[ -n "$options" ] || failed=$((failed + 1))
done
# A name with a blank is one word.
if [ "$(offered list b)" = 'b c.img' ]; then
	passed=$((passed + 1))
else
	failed=$((failed + 1))
	echo "FAIL a name with a blank"
fi

echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
