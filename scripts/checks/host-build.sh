#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# host-build.sh BUILD [OPTION...] -- build guclog with other options of make, and run the tests in
# tools/testing/host with it.  BUILD is san (address and undefined-behaviour sanitizers) or m32 (32
# bits, without JSON and decompression, for which three files of tests are run).  The OPTIONs are
# passed to pytest.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
HOST=tools/testing/host
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES

case ${1:-} in
san)	flags=(SAN=1 CFLAGS="-O1 -g -Wno-format-truncation")
	tests=("$HOST") ;;
m32)	flags=(M32=1 JSON=0 UNPACK=0)
	tests=("$HOST"/test_{convert,check,files}.py) ;;
*)	echo "usage: host-build.sh san|m32 [OPTION...]" >&2; exit 2 ;;
esac
dir=${XGL_BUILD:-$PWD/build}/guclog-$1
mkdir -p "$dir"
(flock 9 && make -s -C tools/guclog O="$dir" WERROR=1 CC=gcc "${flags[@]}") 9>"$dir/.lock"
shift
exec /usr/bin/python3 -m pytest "${tests[@]}" -m "not any_build and not plain_build" --ktap \
	--guclog "$dir/guclog" "$@"
