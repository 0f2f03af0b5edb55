#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# module-w1.sh gcc|clang -- build all modules with W=1, without a warning.
set -euo pipefail
. "$(dirname "$(readlink -f "$0")")/lib.sh"
# shellcheck source=tools/testing/guest/lib.sh
. tools/testing/guest/lib.sh

variant base
case ${1:-} in
gcc)	tree=$(kernel_dir base)/ext ;;
# The tree for clang was not linked: take the symbols of the other tree.
clang)	tree=$("$CHECKS/clang-kernel.sh")
	KERNEL_CC=clang
	KBUILD_EXTRA_SYMBOLS=$(kernel_dir base)/ext/Module.symvers
	export KBUILD_EXTRA_SYMBOLS ;;
*)	die "usage: module-w1.sh gcc|clang" ;;
esac
dir=$WORK/$1
rm -rf "$dir"
copy_sources "$dir"
settle "$dir" "w1-$1"
log=$dir/build.log
kmake -C "$tree" M="$PLACE" W=1 -j2 modules >"$log" 2>&1 || {
	cat "$log"
	exit 1
}
[ -n "$(find "$dir" -name 'xe_guclog*.o')" ] || die "nothing was built"
! grep -iE 'warning|error' "$log"
