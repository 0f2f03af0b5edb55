#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# clang-format.sh -- run git clang-format with the kernel's style on all C files.
#
# clang-format does not break lines and align initialisers, macros and comments as the kernel's
# developers do.  So the check fails only for one kind of difference: if clang-format would change
# the indentation of a statement or a brace.  checkpatch checks the blanks inside of lines.
set -uo pipefail
. "$(dirname "$(readlink -f "$0")")/lib.sh"

# git clang-format compares the files with a commit, and makes git objects for that.  Write these
# objects to a scratch folder, not to the repository.
objects=$(git rev-parse --path-format=absolute --git-path objects) || exit 2
rm -rf "$WORK/objects"
mkdir -p "$WORK/objects"
export GIT_ALTERNATE_OBJECT_DIRECTORIES=$objects GIT_OBJECT_DIRECTORY=$WORK/objects
export GIT_AUTHOR_NAME=x GIT_AUTHOR_EMAIL=x GIT_COMMITTER_NAME=x GIT_COMMITTER_EMAIL=x

# misplaced: standard input is a diff from the sources to the text that clang-format would write.
# Print the lines that begin a statement or are a brace, and that clang-format would indent
# differently.
misplaced()
{
	awk '
	function strip(s) { sub(/^[ \t]+/, "", s); return s }
	function indent(s) { match(s, /^[ \t]*/); return substr(s, 1, RLENGTH) }
	function hunk(   i) {
		for (i = 1; i <= n; i++)
			if (text[i] in want && want[text[i]] != place[i])
				print file ":" line[i] ": indentation of \"" text[i] "\""
		n = 0
		split("", want)
	}
	/^\+\+\+ / { hunk(); file = substr($2, 3); next }
	/^--- / { next }
	/^@@ / { hunk(); split($2, at, ","); now = -at[1] - 1; begins = 1 }
	/^[- ]/ {
		s = strip(substr($0, 2))
		now++
		if (/^-/ && begins && s !~ /^$|^[\/*#]|,$/) {
			text[++n] = s
			place[n] = indent(substr($0, 2))
			line[n] = now
		}
		if (s !~ /^$|^[\/*]/)
			begins = s ~ /[;{}]$/ || s ~ /^(case .*|default|[a-z_]+):$/
	}
	/^\+/ { want[strip(substr($0, 2))] = indent(substr($0, 2)) }
	END { hunk() }'
}

say_clang_format()
{
	git clang-format --diff --style="file:$STYLE" --extensions c,h "$EMPTY" -- "$@" \
		>"$WORK/diff" 2>"$WORK/errors"
	[ -s "$WORK/diff" ] || { cat "$WORK/errors" >&2; die "git clang-format printed nothing"; }
	misplaced <"$WORK/diff"
}

EMPTY=$(git commit-tree -m empty "$(git hash-object -w -t tree /dev/null)")
STYLE=$(linux_source)/.clang-format || exit 2
TOOL="$(clang-format --version) $(cat "$STYLE" "$0" | sha256sum | cut -c1-16)"
FILES=$(tracked 'contrib/*.[ch]' 'drivers/*.[ch]' 'gpu/*.[ch]' 'include/*.[ch]' 'tools/*.[ch]' | tr '\n' ' ')
# shellcheck disable=SC2086
remembered clang_format $FILES >"$WORK/all"
for f in $FILES; do
	expect "$f" clean "$f" "$WORK/all"
done
result
