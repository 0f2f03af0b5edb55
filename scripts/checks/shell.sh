#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# shell.sh -- shellcheck on every shell script, whatever its name.
set -uo pipefail
. "$(dirname "$(readlink -f "$0")")/lib.sh"

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

for f in $(scripts); do
	# SC1091: a sourced file that only exists where the script runs.
	expect "$f" shellcheck -x -P SCRIPTDIR -e SC1091 "$f"
done
result
