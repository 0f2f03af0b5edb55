#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# python.sh -- every Python file compiles, and pyflakes has nothing to say.
set -uo pipefail
. "$(dirname "$(readlink -f "$0")")/lib.sh"

for f in $(tracked '*.py'); do
	expect "compile $f" python3 -c 'import sys; compile(open(sys.argv[1]).read(), sys.argv[1], "exec")' "$f"
	expect "pyflakes $f" pyflakes3 "$f"
done
result
