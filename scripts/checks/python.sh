#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# python.sh -- check that every Python file compiles, and that pyflakes gives no message.
set -uo pipefail
. "$(dirname "$(readlink -f "$0")")/lib.sh"

# compiles FILE...: compile each file, and print the errors.  One process does this for all files,
# because Python starts slowly.
compiles()
{
	python3 - "$@" <<-'END'
	import sys
	for name in sys.argv[1:]:
	    try:
	        compile(open(name, encoding='utf-8').read(), name, 'exec')
	    except (SyntaxError, ValueError) as fault:
	        print(f'{name}: {fault}')
	END
}

FILES=$(tracked '*.py' | tr '\n' ' ')
# shellcheck disable=SC2086
{ compiles $FILES; pyflakes3 $FILES; } >"$WORK/said" 2>&1
for f in $FILES; do
	expect "$f" clean "$f" "$WORK/said"
done
result
