#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# cocci.sh [NAME] -- run the kernel's semantic patches for Coccinelle, or only the one with this
# name, in report mode.  The script runs them one by one, because "make coccicheck" stops at the
# first patch that cannot run.
set -uo pipefail
. "$(dirname "$(readlink -f "$0")")/lib.sh"

# patches: list the semantic patches, except those that need OCaml or have no report mode
patches()
{
	find "$LINUX/scripts/coccinelle" -name "$NAME.cocci" | LC_ALL=C sort |
		xargs grep -l '^virtual report' | xargs grep -LE '^@?(initialize|script):ocaml'
}

# say_cocci FILE...: run the semantic patches on the files and print their messages.  If a patch
# cannot run, print a message about every file, so that the check fails.
say_cocci()
{
	local patch opts

	while read -r patch; do
		opts=$(sed -n 's,^// Options:,,p' "$patch" | tr '\n' ' ')
		# shellcheck disable=SC2086
		nice spatch -D report --no-show-diff --very-quiet --no-includes $opts \
			--cocci-file "$patch" "$@" 2>"$WORK/err" && continue
		[ $? -lt 128 ] || die "spatch was killed"
		printf "%s:0: ${patch##*/} failed\n" "$@"
		cat "$WORK/err" >&2
	done < <(patches)
}

NAME=${1:-*}
LINUX=$(linux_source) || exit 2
TOOL=$LINUX
[ -n "$(patches)" ] || die "no patch '$NAME'"
# Run the patches only on kernel code, because they concern the kernel's API.
FILES=$(tracked 'drivers/*.c' 'tools/testing/guest/bench/kernel/*.c' |
	grep -vE '/tests/|/guc_device_table\.c$' | tr '\n' ' ')
if [ "$NAME" = '*' ]; then
	# shellcheck disable=SC2086
	remembered cocci $FILES >"$WORK/all"
else
	# shellcheck disable=SC2086
	say_cocci $FILES >"$WORK/all"
fi
for f in $FILES; do
	expect "$f" clean "$f" "$WORK/all"
done
result
