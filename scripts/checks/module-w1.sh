#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# module-w1.sh gcc|clang -- build all modules with W=1 (additional warnings of the compiler), and
# fail if there is a warning.
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
clean=$CACHE/checks/w1/$({ echo "$tree"; cat "$0"; cd "$dir"; find . -type f -print0 |
	LC_ALL=C sort -z | xargs -0 sha256sum; } | sha256sum | cut -c1-32)
if [ -e "$clean" ]; then
	touch "$clean"
	echo "no warning in these sources: they were built before"
	exit
fi
settle "$dir" "w1-$KERNEL_CC"
log=$dir/build.log
# The kernel of this tree was not built, so there is no list of its symbols, and modpost finds none
# of them. KBUILD_MODPOST_WARN makes this a warning of modpost, which does not count below.
kmake -C "$tree" M="$PLACE" W=1 KBUILD_MODPOST_WARN=1 -j2 modules >"$log" 2>&1 || {
	cat "$log"
	exit 1
}
[ -n "$(find "$dir" -name 'xe_guclog*.o')" ] || die "nothing was built"
if grep -iE 'warning|error' "$log" | grep -vE '^WARNING: modpost: (.* undefined!$|suppressed)'; then
	exit 1
fi
mkdir -p "${clean%/*}"
find "${clean%/*}" -type f -mtime +30 -delete
touch "$clean"
