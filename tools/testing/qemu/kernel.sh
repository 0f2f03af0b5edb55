#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# kernel.sh VARIANT... -- build test kernels, or find them in the cache.
#
# Prints one directory a variant: image, config, System.map, and ext/, which is
# what an out-of-tree module build needs.
set -euo pipefail
. "$(dirname "$(readlink -f "$0")")/lib.sh"

fragments()
{
	local f

	for f in $FRAGMENTS; do
		cat "$QEMU_DIR/config/$f.config"
	done
}

# To be raised when the way of building changes.
RECIPE=1

# Everything else that can change the result.
key()
{
	{
		echo "$RECIPE $VERSION $VARIANT"
		fragments
		"${CROSS}gcc" --version | head -n 1
		"${CROSS}ld" --version | head -n 1
	} | sha256sum | cut -c1-16
}

# A line that silently did not stick is how a sanitizer run sanitizes nothing.
verify_config()
{
	local config=$1 line

	while IFS= read -r line; do
		case $line in
		CONFIG_*=n)
			! grep -q "^${line%=n}=" "$config" ||
				die "$VARIANT: $line did not stick" ;;
		CONFIG_*=*)
			grep -qxF "$line" "$config" ||
				die "$VARIANT: $line did not stick" ;;
		esac
	done < <(fragments)
}

configure()
{
	local obj=$1

	fragments >"$obj/fragments"
	kmake -C "$SRC" O="$obj" KCONFIG_ALLCONFIG="$obj/fragments" allnoconfig >/dev/null
	verify_config "$obj/.config"
}

keep()
{
	local obj=$1 out=$2

	cp "$obj/$IMAGE" "$out/image"
	cp "$obj/.config" "$out/config"
	cp "$obj/System.map" "$out/"
	# with a compiler other than the host's it would build its programs anew
	(cd "$obj" && srctree=$SRC SRCARCH=$SRCARCH CC=gcc HOSTCC=gcc MAKE=make \
		sh "$SRC/scripts/package/install-extmod-build" "$out/ext")
}

# Room for the current kernel and the one before it.
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
	# Kept as a whole; the next one will have another configuration, and then no
	# object of this one is of use.
	export CCACHE_DISABLE=1
	configure "$obj"
	kmake -C "$SRC" O="$obj" -j"${XGL_JOBS:-$(nproc)}" "$TARGET" modules >"$obj/log" 2>&1 || {
		tail -20 "$obj/log" >&2
		die "the $VARIANT kernel did not build (all of it: $obj/log)"
	}
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
