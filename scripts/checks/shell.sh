#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shell.sh -- run shellcheck on every shell script, whatever its name.
set -uo pipefail
. "$(dirname "$(readlink -f "$0")")/lib.sh"

# scripts: list the shell scripts: files that end with .sh, and files without a suffix whose first
# line names a shell.
scripts()
{
	tracked '*' | while read -r f; do
		case $f in
		*.sh)	echo "$f" ;;
		*.*)	;;
		*)	! head -n 1 "$f" | grep -qaE '^#!.*\b(ba|da|busybox |)sh\b' || echo "$f" ;;
		esac
	done
}

# say_shell FILE...: print shellcheck's messages about the scripts.  SC1091 ("not following", a
# sourced file does not exist) is disabled, because some sourced files exist only in a guest.
say_shell()
{
	local rc=0

	shellcheck -x -P SCRIPTDIR -e SC1091 -f gcc "$@" 2>&1 || rc=$?
	[ $rc -le 1 ] || die "shellcheck failed (status $rc)"
}

# shared: print the contents of the scripts that are only sourced, which are those without execute
# permission.  If one of them changes, the messages about any script can change; so their hash is a
# part of TOOL, the key with which remembered() caches the messages.
shared()
{
	scripts | while read -r f; do
		[ -x "$f" ] || cat "$f"
	done
}

TOOL="$(shellcheck --version | sed -n 's/^version: //p') $(shared | sha256sum | cut -c1-16)"
# shellcheck disable=SC2046
remembered shell $(scripts) >"$WORK/all"
for f in $(scripts); do
	expect "$f" clean "$f" "$WORK/all"
done
result
