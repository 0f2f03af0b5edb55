#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# clean-build.sh -- test in a copy of the tracked files that builds of guclog and of the modules
# write only to build/, and that "make clean" removes build/.
set -uo pipefail
. "$(dirname "$(readlink -f "$0")")/lib.sh"
COPY=$WORK/copy

copy()
{
	tracked '*' | copy_to "$COPY"
	git -C "$COPY" init -q
	git -C "$COPY" add -A
	git -C "$COPY" -c user.name=check -c user.email=check@localhost \
		commit -q -m copy
}

# strays: list the files of the copy that are neither tracked nor in build/; false if there are any.
strays()
{
	local found

	found=$(git -C "$COPY" status --porcelain --ignored | grep -vxF '!! build/')
	[ -z "$found" ] || { echo "$found"; return 1; }
}

nothing_left()
{
	local found

	found=$(git -C "$COPY" status --porcelain --ignored)
	[ -z "$found" ] || { echo "$found"; return 1; }
}

in_copy()
{
	(cd "$COPY" && env -u XGL_BUILD "$@")
}

copy || exit 2
# The options are those of the check "tool", so ccache can supply its objects.
expect "build the tool" in_copy make -s guclog WERROR=1
expect "build the modules" in_copy tools/testing/guest/module.sh stock
expect "build/ only" strays
expect "make clean" in_copy make -s clean
expect "nothing is left" nothing_left
result
