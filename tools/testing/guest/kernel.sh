#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# kernel.sh VARIANT... -- build test kernels, or find them in the cache.
#
# Prints one directory for each variant, with the kernel (image), config, System.map, and ext/,
# which has what an out-of-tree module build needs.
set -euo pipefail
. "$(dirname "$(readlink -f "$0")")/lib.sh"
. "$QEMU_DIR/kernel-lib.sh"

# Increase this when the way of building changes.
RECIPE=1

# key: print a hash of everything that can change the result
key()
{
	{
		echo "$RECIPE $VERSION $VARIANT"
		fragments
		"${CROSS}gcc" --version | head -n 1
		"${CROSS}ld" --version | head -n 1
	} | sha256sum | cut -c1-16
}

keep()
{
	local obj=$1 out=$2

	cp "$obj/$IMAGE" "$out/image"
	cp "$obj/.config" "$out/config"
	cp "$obj/System.map" "$out/"
	keep_headers "$SRC" "$obj" "$out/ext"
}

# prune: delete the cached kernels of the variant, except the two newest ones
prune()
{
	find "$CACHE/kernel" -maxdepth 1 -name "$VARIANT-*" -printf '%T@ %p\n' |
		sort -rn | sed -n '3,$s/^[^ ]* //p' | xargs -r rm -rf
}

build()
{
	local obj=$CACHE/obj/$VARIANT out=$1 t=$SECONDS

	SRC=$("$QEMU_DIR/source.sh")
	say "building the $VARIANT kernel from $VERSION"
	rm -rf "$obj" "$out"
	mkdir -p "$obj" "$out"
	fragments >"$obj/fragments"
	compile "$SRC" "$obj" "$TARGET" modules
	keep "$obj" "$out"
	rm -rf "$obj"
	touch "$out/.done"
	prune
	say "built the $VARIANT kernel in $((SECONDS - t)) s"
}

[ $# -gt 0 ] || die "usage: kernel.sh VARIANT... ($ALL_VARIANTS)"
VERSION=$("$QEMU_DIR/source.sh" --version)
for name; do
	variant "$name"
	# shellcheck disable=SC2086
	"$TOP/scripts/setup.sh" $GROUPS_NEEDED >&2
	out=$CACHE/kernel/$name-$(key)
	if [ ! -e "$out/.done" ]; then
		lock "kernel-$name"
		[ -e "$out/.done" ] || build "$out"
	fi
	echo "$out"
done
