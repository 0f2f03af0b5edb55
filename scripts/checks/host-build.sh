#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# host-build.sh BUILD [OPTION...] -- build guclog with other options of make, and run the tests in
# tools/testing/host with it.  The OPTIONs are passed to pytest.  BUILD is
#
#   san   address and undefined-behaviour sanitizers; the fuzzers use the same build by clang
#   m32   32 bits, without JSON and decompression; only three files of tests are run
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
HOST=tools/testing/host
BUILD=${XGL_BUILD:-$PWD/build}
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES

case ${1:-} in
san)	out=$BUILD/fuzz dir=$out/tool
	make=(-C tools/testing/fuzz guclog)
	tests=("$HOST") ;;
m32)	out=$BUILD/guclog-m32 dir=$out
	make=(-C tools/guclog WERROR=1 CC=gcc M32=1 JSON=0 UNPACK=0)
	tests=("$HOST"/test_{convert,check,files}.py) ;;
*)	echo "usage: host-build.sh san|m32 [OPTION...]" >&2; exit 2 ;;
esac
[ -z "${XGL_CASE:-}" ] || tests=("$HOST/$XGL_CASE")
mkdir -p "$out"
(flock 9 && make -s O="$out" "${make[@]}") 9>"$out/.lock"
shift
exec /usr/bin/python3 -m pytest "${tests[@]}" -m "not any_build and not plain_build" --ktap \
	--guclog "$dir/guclog" "$@"
