#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# cocci.sh [NAME] -- the kernel's semantic patches (or the one of that name) in report mode, each on its own (make
# coccicheck gives up on the first that needs what is not there).
set -uo pipefail
. "$(dirname "$(readlink -f "$0")")/lib.sh"

# patch FILE: true when it has nothing to report on our files.
patch()
{
	local file=$1 opts out

	opts=$(sed -n 's,^// Options:,,p' "$file" | tr '\n' ' ')
	# shellcheck disable=SC2086
	out=$(nice spatch -D report --no-show-diff --very-quiet --no-includes \
		$opts --cocci-file "$file" -I include -I drivers/xe_guclog/core \
		$FILES 2>"$WORK/err.$$") || {
		cat "$WORK/err.$$"
		return 1
	}
	[ -z "$out" ] || { echo "$out"; return 1; }
}

# These run OCaml or need an annotation that Debian's spatch does not have.
usable()
{
	! grep -qE '^@?(initialize|script):ocaml' "$1" && grep -q '^virtual report' "$1"
}

SRC=$(linux_source) || exit 2
# The patches know the kernel's API: userspace is not asked.
FILES=$(tracked 'drivers/*.c' 'tools/testing/bench/kernel/*.c' | grep -v device_table |
	tr '\n' ' ')
while read -r file; do
	! usable "$file" || expect "${file##*/}" patch "$file"
done < <(find "$SRC/scripts/coccinelle" -name "${1:-*}.cocci" | sort)
result
