#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# again.sh [CHECK] [CASE] -- run one test case again, without results of earlier runs. CHECK and CASE
# are the names that check.sh prints for a failed case; without CHECK, a CASE of the checks "host" and
# "unit" and of a fuzzer is found by its form:
#
#   test_x.py::test_y[z]   a test of pytest (test_x.py: all tests of the file)
#   SUITE/CASE             a case of a KUnit suite, built as a program
#   fuzz_x                 the inputs with which this fuzzer failed, or if there is none, the fuzzer
#
# For any other case, the whole CHECK runs.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."

[ $# -gt 0 ] || { sed -n '3,11s/^# \{0,1\}//p' "$0" >&2; exit 2; }
case $1 in
test_*.py*) set -- host "$1" ;;
fuzz_*)	set -- fuzz-tool "$1" ;;
*/*)	set -- unit "$1" ;;
esac
check=$1 name=${2:-}
# shellcheck source=scripts/checks/list.sh
. scripts/checks/list.sh
command=$(checks | awk -v name="$check" '$2 == name { $1 = $2 = $3 = ""; print; exit }')

case $name in
test_*.py*)
	case $command in
	*host-build.sh*)
		read -r _ build _ <<<"${command#*host-}"
		XGL_CASE=$name exec scripts/checks/host-build.sh "$build" ;;
	esac
	make -s guclog
	read -r -a kernels <<<"$(grep -o -e '--kernels [^ ]*' <<<"$command" || true)"
	exec /usr/bin/python3 -m pytest "${kernels[@]}" "tools/testing/host/$name"
	;;
fuzz_*)
	shopt -s nullglob
	inputs=("${XGL_BUILD:-build}/fuzz/$name.run"/{crash,leak,oom,timeout}-*)
	[ ${#inputs[@]} = 0 ] || exec "${XGL_BUILD:-build}/fuzz/$name" -timeout=10 "${inputs[@]}"
	exec tools/testing/fuzz/run.sh --seconds 10 "$name"
	;;
esac
[ -n "$command" ] || { echo "again.sh: no check is called $check" >&2; exit 2; }
case $command in
*unit/run.sh*)
	read -r kind _ <<<"${command##*run.sh self}"
	[ -z "$name" ] || export XGL_CASE=${name##*/}
	exec tools/testing/unit/run.sh "${kind:-gcc}"
	;;
esac
XGL_FRESH=1 exec scripts/check.sh "$check"
