#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# run.sh [--short] [ARCH...] -- build the command guclog without shared libraries for other
# architectures, and run some of the host tests on it.  ARCH is s390x (big-endian, in qemu-user) or
# i386 (32 bits); by default both.  --short runs only test_input_whole.py; without it,
# test_input_capture.py, test_input_broken.py, test_corpus.py and test_decode.py run, too.  Prints
# KTAP.
set -uo pipefail
here=$(dirname "$(readlink -f "$0")")
TOP=$(readlink -f "$here/../../../..")
BUILD=${XGL_BUILD:-$TOP/build}
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
export LC_ALL=C

topics="whole capture broken"
if [ "${1:-}" = --short ]; then
	topics=whole
	shift
fi
[ $# -gt 0 ] || set -- s390x i386

# build ARCH DIR: build the command in DIR, and set TOOL to its path, or for s390x to the path of a
# script that runs it in QEMU
build()
{
	local sys triplet args=(STATIC=1 PKG_CONFIG=false NCURSES=0 WERROR=1)

	"$TOP/scripts/setup.sh" tool "user-$1" || return
	sys=$("$here/libs.sh" "$1") || return
	case $1 in
	s390x)	triplet=s390x-linux-gnu args+=(CC=s390x-linux-gnu-gcc) ;;
	i386)	triplet=i386-linux-gnu args+=(CC=gcc M32=1 PERFETTO=1) ;;
	*)	echo "cross_arch: no architecture '$1'" >&2; return 1 ;;
	esac
	nice make -s -C "$TOP/tools/guclog" O="$2" "${args[@]}" \
		CFLAGS="-O2 -g -I$sys/usr/include" \
		LDFLAGS="-L$sys/usr/lib/$triplet" >"$2/log" 2>&1 || {
		tail -n 12 "$2/log"
		return 1
	}
	TOOL=$2/guclog
	[ "$1" = s390x ] || return 0
	TOOL=$2/run
	printf '#!/bin/sh\nexec qemu-s390x-static "%s" "$@"\n' "$2/guclog" >"$TOOL"
	chmod +x "$TOOL"
}

rc=0
for arch; do
	out=$BUILD/guclog-$arch
	mkdir -p "$out"
	tests=()
	for topic in $topics; do
		tests+=("$TOP/tools/testing/host/test_input_$topic.py")
	done
	[ "$topics" = whole ] || tests+=("$TOP"/tools/testing/host/test_{corpus,decode}.py)
	build "$arch" "$out" &&
		/usr/bin/python3 -m pytest "${tests[@]}" --ktap --guclog "$TOOL" || rc=1
done
exit $rc
