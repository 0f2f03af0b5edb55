#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# clang-format.sh -- C files against the kernel's .clang-format, where it applies.
set -uo pipefail
. "$(dirname "$(readlink -f "$0")")/lib.sh"

say_clang_format()
{
	"$CHECKS/clang-format.py" "$LINUX/.clang-format" "$@"
}

LINUX=$(linux_source) || exit 2
FILES=$(c_files | tr '\n' ' ')
# shellcheck disable=SC2086
remembered clang_format $FILES >"$WORK/all"
for f in $FILES; do
	expect "$f" clean "$f" "$WORK/all"
done
result
