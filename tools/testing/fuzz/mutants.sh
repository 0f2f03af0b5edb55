#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# mutants.sh [core|module|tool|library] [FILE...] -- test the tests: break one line of the sources
# at a time (a mutant, a row of mutants.txt), and check that a test fails. With FILE, break only
# these files. Prints KTAP.
#
# core     core and layout, with the unit tests (the default)
# module   the module, with KUnit and replay devices in a guest
# tool     guclog, tools/shared and the subfolders of libguclog, with the host tests
# library  libguclog (rows that begin with lib/), with the tests of the library
#
# A mutant that changes no line or several lines, or does not compile, is a failure too.
set -euo pipefail
HERE=$(dirname "$(readlink -f "$0")")
TOP=$(readlink -f "$HERE/../../..")
OUT=${XGL_BUILD:-$TOP/build}/mutants
unset MAKEFLAGS MFLAGS MAKELEVEL

# Update the copy of the sources, in which one file is changed at a time.  The times of the files
# are not copied: a file that was restored after a mutant must be newer than the object of the
# mutant, so that make compiles it again.
copy_tree()
{
	mkdir -p "$TREE"
	git -C "$TOP" ls-files -z -co --exclude-standard |
		rsync -a --no-times --checksum --delete --from0 --files-from=- --ignore-missing-args "$TOP/" "$TREE/"
}

kind_of()
{
	case $1 in
	guc_*|xel_*) echo core ;;
	xgl_*)	echo module ;;
	lib/*)	echo library ;;
	*)	echo tool ;;
	esac
}

# build_KIND: compile the changed copy for one kind of mutants; pass_KIND: true if all its tests
# pass
build_core()
{
	make -s -j2 -C "$TREE/tools/testing/unit" O="$OUT/unit" CFLAGS=-O0
}

pass_core()
{
	timeout 120 "$OUT/unit/unit"
}

build_module()
{
	XGL_BUILD=$OUT/module-build "$TREE/tools/testing/guest/module.sh" base
}

# The guest has a time limit, because a mutant may hang it.
pass_module()
{
	XGL_BUILD=$OUT/module-build "$TREE/tools/testing/guest/run.sh" base --timeout 120 \
		--insmod "$OUT/module-build/base/xe_guclog_kunit.ko" --suites 10 &&
		XGL_BUILD=$OUT/module-build XGL_GUEST_TIMEOUT=150 \
			"$TREE/tools/testing/guest/scenarios/replay-check.sh" \
			base corpus:60 rules
}

build_tool()
{
	make -s -j2 -C "$TREE/tools/guclog" O="$OUT/tool" CFLAGS='-O1 -g' WERROR=
}

pass_tool()
{
	local every=1

	[[ $TESTS != *test_corpus* ]] || every=12
	# shellcheck disable=SC2086
	(cd "$TREE/tools/testing/host" && /usr/bin/python3 -m pytest $TESTS -x --ktap \
		--every $every --guclog "$OUT/tool/guclog" -m 'not any_build')
}

# Build the library with the options that the tests use, so that they do not build it again.
build_library()
{
	make -s -j2 -C "$TREE/tools/libguclog" O="$TREE/build/libguclog-gcc" WERROR=1 \
		PREFIX=/opt/guclog
}

# Test the changed library. test_arena.py compiles the changed arena.c; the tests that need a
# command run the one that was built from the unchanged checkout.
pass_library()
{
	/usr/bin/python3 -m pytest "$TREE"/tools/testing/host/test_{arena,library*}.py -x --ktap \
		--guclog "$TOP/build/guclog/guclog" -k 'not san and not clang and not sanitizer'
}

# killed KIND FILE SED: true if a test fails with the changed file
killed()
{
	local at rc

	at=$TREE/$(cd "$TREE" && find_source "$2")
	changes_one_line "$at" "$3" || return
	cp "$at" "$OUT/$1.original"
	sed -i "$3" "$at"
	rc=0
	mutant "$1" || rc=1
	cp "$OUT/$1.original" "$at"
	return $rc
}

mutant()
{
	"build_$1" || { echo "the mutant does not compile"; return 1; }
	! "pass_$1" >"$OUT/$1.log" 2>&1
}

kind=${1:-core}
[ $# = 0 ] || shift
TREE=$OUT/$kind-tree
. "$TOP/tools/testing/ktap.sh"
. "$HERE/rows.sh"
copy_tree
TESTS=$(printf '^%s\n' "${@:-}" | grep -f - "$HERE/mutants.txt" | grep -o 'test_[a-z_]*\.py' |
	sort -u | tr '\n' ' ') || true
ktap_case "$kind without a mutant builds" "build_$kind"
ktap_case "$kind without a mutant passes" "pass_$kind"
# The tests must pass without a mutant; otherwise each mutant would seem to be found.
[ "$KTAP_FAILED" = 0 ] || { ktap_end; exit 1; }
while read -r row; do
	parse_row "$row"
	[ "$(kind_of "$FILE")" = "$kind" ] || continue
	[ $# = 0 ] || [[ " $* " = *" $FILE "* ]] || continue
	: >"$OUT/$kind.log"
	ktap_case "mutant of $FILE: $WHAT" killed "$kind" "$FILE" "$EXPRESSION"
	grep -m 1 '^ *not ok' "$OUT/$kind.log" | sed 's/^ */# /' || true
done < <(read_rows "$HERE/mutants.txt")
ktap_end
