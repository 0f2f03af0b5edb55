#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# unchanged.sh PATH... -- COMMAND... -- run COMMAND, a check whose result depends only on the files
# in the PATHs, the scripts in scripts/checks, the installed packages and the Debian kernels in the
# cache, and for a COMMAND in tools/testing/gpu also the kernels that boot on the emulated GPU.
#
# If COMMAND has passed before and none of these has changed since, print the output of that run
# instead of running COMMAND.  With XGL_FRESH=1, which "make check-deep" sets, it is always run.
set -uo pipefail
. "$(dirname "$(readlink -f "$0")")/lib.sh"

paths=(scripts/checks)
while [ $# -gt 0 ] && [ "$1" != -- ]; do
	[ -e "$1" ] || die "no path '$1'"
	paths+=("$1")
	shift
done
[ $# -gt 1 ] || die "usage: unchanged.sh PATH... -- COMMAND..."
shift

# key COMMAND...: print a hash of everything that the result depends on: the command, the files with
# their modes, the installed packages, and the names of the cached kernels
key()
{
	local files

	mapfile -t files < <(tracked "${paths[@]}")
	{
		printf '%s\n' "$@"
		sha256sum "${files[@]}"
		stat -c '%a %n' "${files[@]}"
		dpkg-query -W
		ls "$CACHE/src" "$CACHE/stock" 2>/dev/null
		[[ "$*" != *tools/testing/gpu/* ]] || ls "$CACHE/gpu/kernel" 2>/dev/null
	} | sha256sum | cut -c1-32
}

dir=$CACHE/checks/unchanged
before=$(key "$@")
if [ -z "${XGL_FRESH:-}" ] && [ -e "$dir/$before" ]; then
	touch "$dir/$before"
	echo "# nothing has changed since this output:"
	cat "$dir/$before"
	exit
fi
mkdir -p "$dir"
output=$(mktemp "$dir/.new.XXXXXX")
trap 'rm -f "$output"' EXIT
"$@" | tee "$output" || exit
find "$dir" -type f -mtime +30 -delete
# If a file was edited or a kernel was added to the cache during the run, the key has changed, and
# the output may belong to neither state. Do not keep it then.
[ "$(key "$@")" != "$before" ] || mv "$output" "$dir/$before"
