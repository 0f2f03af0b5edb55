#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# run.sh [--short] [ARCH...] -- the tool for other processors, with all libraries, held
# against the independent writer, which knows every byte that must come out: s390x is
# big-endian (in qemu-user), i386 has 32 bits.  --short takes every text form of some
# logs, else also broken ones and the whole corpus.  Ends with "N passed, N failed".
set -uo pipefail
here=$(dirname "$(readlink -f "$0")")
TOP=$(readlink -f "$here/../../..")
BUILD=${XGL_BUILD:-$TOP/build}
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
export LC_ALL=C

short=
[ "${1:-}" != --short ] || { short=yes; shift; }
[ $# -gt 0 ] || set -- s390x i386
passed=0 failed=0

# suite NAME COMMAND...: counts its last line, "N passed, N failed".
suite()
{
	local name=$1 rc=0
	shift

	"$@" >"$out/log" 2>&1 || rc=$?
	if [[ $(tail -n 1 "$out/log") =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
		passed=$((passed + BASH_REMATCH[1]))
		failed=$((failed + BASH_REMATCH[2]))
		[ $rc = 0 ] || [ "${BASH_REMATCH[2]}" -gt 0 ] || failed=$((failed + 1))
		echo "$name: ${BASH_REMATCH[0]}"
	else
		failed=$((failed + 1))
		echo "$name: failed"
	fi
	[ $rc = 0 ] || tail -n 12 "$out/log" | sed 's/^/     /'
}

# build ARCH: sets TOOL
build()
{
	local sys triplet args=(STATIC=1 PKG_CONFIG=false WERROR=1)

	"$TOP/scripts/setup.sh" tool "user-$1" || return
	sys=$("$here/libs.sh" "$1") || return
	case $1 in
	s390x)	triplet=s390x-linux-gnu args+=(CC=s390x-linux-gnu-gcc) ;;
	i386)	triplet=i386-linux-gnu args+=(CC=gcc M32=1 PERFETTO=1) ;;
	*)	echo "foreign: no architecture '$1'"; return 1 ;;
	esac
	nice make -s -C "$TOP/tools/guclog" O="$out" "${args[@]}" \
		CFLAGS="-O2 -g -I$sys/usr/include" \
		LDFLAGS="-L$sys/usr/lib/$triplet" >"$out/log" 2>&1 || {
		tail -n 12 "$out/log"
		return 1
	}
	TOOL=$out/guclog
	[ "$1" = s390x ] || return 0
	TOOL=$out/run
	printf '#!/bin/sh\nexec qemu-s390x-static "%s" "$@"\n' "$out/guclog" >"$TOOL"
	chmod +x "$TOOL"
}

for arch; do
	out=$BUILD/guclog-foreign-$arch
	mkdir -p "$out"
	if ! build "$arch"; then
		failed=$((failed + 1))
		continue
	fi
	suite "$arch, every form" "$TOP/tools/testing/forms/run.sh" "$TOOL" whole
	[ -z "$short" ] || continue
	suite "$arch, broken forms, events" "$TOP/tools/testing/forms/run.sh" \
		"$TOOL" kernel-log broken events
	suite "$arch, the corpus" python3 -B "$TOP/tools/testing/host/compare.py" "$TOOL"
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
