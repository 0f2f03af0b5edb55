#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# kernel-doc.sh -- check that the kernel's script kernel-doc prints no message about any kernel-doc
# comment, and that every function that is not static has such a comment.
set -uo pipefail
. "$(dirname "$(readlink -f "$0")")/lib.sh"

say_kernel_doc()
{
	"$LINUX/scripts/kernel-doc" -none -Wall "$@" 2>&1 || die "kernel-doc failed (status $?)"
}

LINUX=$(linux_source) || exit 2
FILES=$(tracked 'include/abi/*.h' 'drivers/*.[ch]' 'tools/guclog/*.[ch]' | tr '\n' ' ')
# shellcheck disable=SC2086
remembered kernel_doc $FILES >"$WORK/all"
for f in $FILES; do
	expect "parse $f" clean "$f" "$WORK/all"
done
# shellcheck disable=SC2086
"$CHECKS/kdoc-missing.py" $FILES >"$WORK/missing" 2>"$WORK/trouble"
[ ! -s "$WORK/trouble" ] || { cat "$WORK/trouble"; die "kdoc-missing.py failed"; }
for f in $FILES; do
	case $f in
	*/tests/*|*.h) ;;
	*)	expect "documented $f" clean "$f" "$WORK/missing" ;;
	esac
done
result
