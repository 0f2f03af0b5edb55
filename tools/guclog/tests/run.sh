#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# run.sh [-v] [BUILD...] -- the tests of guclog's command line.
#
# BUILD is gcc, clang, san (address and undefined-behaviour sanitizers), m32 or
# static.  Every case runs against it, in an empty folder of its own; "BUILD:make"
# is built only, "BUILD:N" takes one log of the corpus in N.  Without one: gcc
# san m32 clang:make.  Ends with "N passed, N failed".
set -euo pipefail

here=$(dirname "$(readlink -f "$0")")
top=$(readlink -f "$here/../../..")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

verbose=
[ "${1:-}" != -v ] || { verbose=1; shift; }
[ $# -gt 0 ] || set -- gcc san m32 clang:make

passed=0 failed=0

# What the cases use, beside GUCLOG (the tool) and BUILD.
export CORPUS=$scratch/corpus HERE=$here MAN=$here/../guclog.1

# A sanitizer's report must not pass for an expected exit status.
export ASAN_OPTIONS=exitcode=99:detect_stack_use_after_return=1
export UBSAN_OPTIONS=exitcode=99:halt_on_error=1:print_stacktrace=1
export LC_ALL=C
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES

# shellcheck source=lib.sh source-path=SCRIPTDIR
. "$here/lib.sh"
for f in "$here"/t_*.sh; do
	# shellcheck source=/dev/null
	. "$f"
done

good()
{
	passed=$((passed + 1))
	[ -z "$verbose" ] || echo "ok   $1"
}

bad()
{
	failed=$((failed + 1))
	echo "FAIL $1"
	tail -n 12 "$2" | sed 's/^/     /'
}

# Sets case_rc. Not in a condition: set -e would be off in all of it.
run_case()
{
	local dir=$scratch/case

	rm -rf "$dir"
	mkdir "$dir"
	set +e
	(
		set -euo pipefail
		cd "$dir" || exit
		# Not stderr, which cases redirect.
		BASH_XTRACEFD=9
		set -x
		"$1"
	) >"$scratch/log" 2>&1 9>&1
	case_rc=$?
	set -e
}

one_case()
{
	run_case "$2"
	if [ $case_rc = 0 ]; then
		good "$1 ${2#t_}"
	else
		bad "$1 ${2#t_}" "$scratch/log"
	fi
}

# The harness itself: what fails in the middle of a case must be seen.
control()
{
	false
	true
}

make_args()
{
	case $1 in
	gcc)	echo CC=gcc ;;
	clang)	echo CC=clang ;;
	san)	echo CC=gcc SAN=1 ;;
	m32)	echo CC=gcc M32=1 JSON=0 UNPACK=0 ;;
	static)	echo CC=gcc STATIC=1 ;;
	*)	echo "run.sh: no build '$1'" >&2; exit 2 ;;
	esac
}

# Without its packages a build cannot be tested: said, and not counted.
can_build()
{
	local args=()

	command -v "$(make_args "$1" | sed 's/CC=\([a-z]*\).*/\1/')" \
		>/dev/null || return 1
	case $1 in
	m32)	args=(-m32) ;;
	static)	args=(-static) ;;
	*)	return 0 ;;
	esac
	echo 'int main(void) { return 0; }' |
		gcc "${args[@]}" -x c -o "$scratch/try" - 2>/dev/null
}

build()
{
	local args

	read -ra args <<<"$(make_args "$1")"
	make -s -C "$here/.." O="$top/build/guclog-$1" WERROR=1 "${args[@]}" \
		>"$scratch/log" 2>&1
}

test_build()
{
	local t

	make_args "$1" >/dev/null
	if ! can_build "$1"; then
		echo "guclog: no compiler for the build '$1', left out"
		return
	fi
	if ! build "$1"; then
		bad "$1 build" "$scratch/log"
		return
	fi
	good "$1 build"
	[ "$2" != :make ] || return 0
	EVERY=${2#:}
	export EVERY=${EVERY:-1}
	export GUCLOG=$top/build/guclog-$1/guclog BUILD=$1
	for t in $(compgen -A function t_); do
		one_case "$1" "$t"
	done
}

run_case control
if [ $case_rc = 0 ]; then
	echo "guclog: the harness does not see failures"
	exit 1
fi
python3 "$top/tools/testing/host/mkimage.py" --out "$CORPUS" >"$scratch/log"
for b; do
	test_build "${b%:*}" "${b#"${b%:*}"}"
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
