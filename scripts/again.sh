#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# again.sh CHECK [CASE] -- run one test case again, without results of earlier runs. CHECK and CASE
# are the names that check.sh prints for a failed case. For a test of pytest (test_x.py::test_y) and
# a case of a KUnit suite in the check "unit" (SUITE/CASE), only this case runs; for any other, the
# whole check.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."

[ $# -gt 0 ] || { echo "usage: again.sh CHECK [CASE]" >&2; exit 2; }
check=$1 name=${2:-}
# shellcheck source=scripts/checks/list.sh
. scripts/checks/list.sh
command=$(checks | awk -v name="$check" '$2 == name { $1 = $2 = $3 = ""; print; exit }')
[ -n "$command" ] || { echo "again.sh: no check is called $check" >&2; exit 2; }

case $name in
test_*.py::*)
	case $command in
	*host-build.sh*)
		read -r _ build _ <<<"${command#*host-}"
		XGL_CASE=$name exec scripts/checks/host-build.sh "$build" ;;
	esac
	exec /usr/bin/python3 -m pytest "tools/testing/host/$name"
	;;
esac
case $command in
*unit/run.sh*)
	read -r kind _ <<<"${command##*run.sh self}"
	[ -z "$name" ] || export XGL_CASE=${name##*/}
	exec tools/testing/unit/run.sh "${kind:-gcc}"
	;;
esac
XGL_FRESH=1 exec scripts/check.sh "$check"
