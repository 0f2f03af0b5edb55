#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# san-kernel.sh -- build the sanitizer kernel of tools/testing/guest with xe as a module.
# Prints a directory with the same files as the directory of kernel.sh, and with ext/, which has the
# headers that builds of other modules need.
set -euo pipefail
. "$(dirname "$(readlink -f "$0")")/../guest/lib.sh"
. "$QEMU_DIR/kernel-lib.sh"
. "$(dirname "$(readlink -f "$0")")/lib.sh"

# Part of the hash in the directory's name.  Increase this number when the method of building
# changes.
RECIPE=1

san_fragments()
{
	fragments
	cat "$GPU_DIR/san.config"
}

key()
{
	{
		echo "$RECIPE $VERSION"
		san_fragments | grep -v '^#'
		gcc --version | head -n 1
	} | sha256sum | cut -c1-16
}

# keep_modules OBJ OUT: copy xe and the modules that it needs, numbered in loading order
keep_modules()
{
	local obj=$1 out=$2 release

	release=$(cat "$obj/include/config/kernel.release")
	kmake -C "$SRC" O="$obj" LOCALVERSION=-san INSTALL_MOD_STRIP=1 \
		INSTALL_MOD_PATH="$obj/tree" modules_install >>"$obj/log" 2>&1
	boot_modules "$obj/tree" "$out/boot-modules" xe
	mv "$out"/boot-modules/*-xe.ko "$out/xe.ko"
	echo "$release" >"$out/release"
}

build()
{
	local obj=$CACHE/obj/gpu-san out=$1 t=$SECONDS

	SRC=$("$QEMU_DIR/source.sh")
	say "building the sanitizer kernel with xe from $VERSION"
	rm -rf "$obj" "$out"
	mkdir -p "$obj" "$out"
	san_fragments >"$obj/fragments"
	# Scenarios recognize the sanitizer kernel by "-san" at the end of its release.
	compile "$SRC" "$obj" LOCALVERSION=-san bzImage modules
	cp "$obj/arch/x86/boot/bzImage" "$out/image"
	cp "$obj/.config" "$out/config"
	keep_modules "$obj" "$out"
	keep_headers "$SRC" "$obj" "$out/ext"
	rm -rf "$obj"
	touch "$out/.done"
	find "$GPU_CACHE/kernel" -maxdepth 1 -name 'san-*' ! -path "$out" -exec rm -rf {} +
	say "built it in $((SECONDS - t)) s"
}

variant san
# shellcheck disable=SC2086
"$TOP/scripts/setup.sh" $GROUPS_NEEDED stock >&2
VERSION=$("$QEMU_DIR/source.sh" --version)
dir=$GPU_CACHE/kernel/san-$(key)
lock gpu-san
[ -e "$dir/.done" ] || build "$dir"
echo "$dir"
