#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# module-w1.sh gcc|clang -- build all modules with W=1, without a warning.
set -euo pipefail
. "$(dirname "$(readlink -f "$0")")/lib.sh"
# shellcheck source=tools/testing/guest/lib.sh
. tools/testing/guest/lib.sh

variant base
KERNEL_CC=${1:-}
tree=$("$CHECKS/prepared-kernel.sh" "$KERNEL_CC")
dir=$WORK/$KERNEL_CC
rm -rf "$dir"
copy_sources "$dir"
settle "$dir" "w1-$KERNEL_CC"
log=$dir/build.log
# The tree was not built, so it has no list of the kernel's symbols.
kmake -C "$tree" M="$PLACE" W=1 KBUILD_MODPOST_WARN=1 -j2 modules >"$log" 2>&1 || {
	cat "$log"
	exit 1
}
[ -n "$(find "$dir" -name 'xe_guclog*.o')" ] || die "nothing was built"
! grep -iE 'warning|error' "$log" | grep -vE '^WARNING: modpost: (.* undefined!$|suppressed)'
