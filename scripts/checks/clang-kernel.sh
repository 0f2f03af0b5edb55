#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# clang-kernel.sh -- print the path of a kernel tree that is configured for clang and
# prepared for module builds.  It is made once (a minute) and cached.
#
# A tree that is configured for gcc passes gcc's options to every compiler.
set -euo pipefail
. "$(dirname "$(readlink -f "$0")")/lib.sh"
# shellcheck source=tools/testing/guest/lib.sh
. tools/testing/guest/lib.sh
# shellcheck source=tools/testing/guest/kernel-lib.sh
. tools/testing/guest/kernel-lib.sh

variant base
src=$(linux_source)
key=$({ echo 1; basename "$src"; clang --version | head -n 1
	fragments; } | sha256sum | cut -c1-16)
out=$CACHE/clang/$key
lock clang-kernel
if [ ! -e "$out/.done" ]; then
	say "preparing a kernel tree for clang"
	rm -rf "$CACHE/clang"
	mkdir -p "$out"
	fragments >"$out/fragments"
	{
		nice make -s -C "$src" O="$out" CC=clang KCONFIG_ALLCONFIG="$out/fragments" allnoconfig
		nice make -s -C "$src" O="$out" CC=clang -j"$(nproc)" modules_prepare
	} >"$out/log" 2>&1 || { tail -n 20 "$out/log" >&2; die "no kernel tree for clang"; }
	grep -qx CONFIG_CC_IS_CLANG=y "$out/.config" || die "the tree is not for clang"
	: >"$out/Module.symvers"
	touch "$out/.done"
fi
echo "$out"
