#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# prepared-kernel.sh gcc|clang -- print the path of a prepared kernel: a kernel tree in which
# modules can be built with this compiler ("make modules_prepare"), and in which the kernel itself
# was not built.  The tree is made once, in half a minute, and cached.
#
# Each compiler needs its own tree, because a tree that was configured for gcc passes gcc's options
# to clang, too.
set -euo pipefail
. "$(dirname "$(readlink -f "$0")")/lib.sh"
# shellcheck source=tools/testing/guest/lib.sh
. tools/testing/guest/lib.sh
# shellcheck source=tools/testing/guest/kernel-lib.sh
. tools/testing/guest/kernel-lib.sh

case ${1:-} in
gcc|clang)	KERNEL_CC=$1 ;;
*)		die "usage: prepared-kernel.sh gcc|clang" ;;
esac
variant base
src=$(linux_source)
key=$({ echo 2; basename "$src"; "$KERNEL_CC" --version | head -n 1
	fragments; } | sha256sum | cut -c1-16)
out=$CACHE/prepared/$KERNEL_CC-$key
lock "prepared-$KERNEL_CC"
if [ ! -e "$out/.done" ]; then
	say "preparing a kernel tree for $KERNEL_CC"
	rm -rf "$CACHE/prepared/$KERNEL_CC"-*
	mkdir -p "$out"
	fragments >"$out/fragments"
	{
		kmake -C "$src" O="$out" KCONFIG_ALLCONFIG="$out/fragments" allnoconfig
		kmake -C "$src" O="$out" -j"$(nproc)" modules_prepare
	} >"$out/log" 2>&1 || { tail -n 20 "$out/log" >&2; die "no kernel tree for $KERNEL_CC"; }
	grep -qx "CONFIG_CC_IS_${KERNEL_CC^^}=y" "$out/.config" ||
		die "the tree is not for $KERNEL_CC"
	: >"$out/Module.symvers"
	touch "$out/.done"
fi
echo "$out"
