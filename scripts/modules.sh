#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# modules.sh [--if-headers] KDIR -- build the module in build/module/ against the kernel headers in
# KDIR.  With --if-headers, it is not an error if there are none: no module is built then.
set -euo pipefail
TOP=$(dirname "$(dirname "$(readlink -f "$0")")")
optional=
if [ "${1:-}" = --if-headers ]; then
	optional=yes
	shift
fi
kdir=${1:?usage: modules.sh [--if-headers] KDIR}

"$TOP/scripts/setup.sh" build headers
if [ ! -e "$kdir/Makefile" ]; then
	echo "modules: no kernel headers in $kdir (give KDIR=...), module not built" >&2
	[ -n "$optional" ] && exit 0
	exit 1
fi

. "$TOP/tools/testing/guest/lib.sh"
out=$BUILD/module
copy_sources "$out/src"
make -s -C "$kdir" M="$out/src" -j"$(nproc)" modules
cp "$out/src/drivers/xe_guclog/xe_guclog.ko" "$out/"
echo "$out/xe_guclog.ko"
