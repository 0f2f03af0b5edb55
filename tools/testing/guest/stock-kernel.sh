#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# stock-kernel.sh -- unpack Debian's own 6.12 kernel and its headers into the
# cache, without installing them, and print the directory, which has the kernel
# (image), config, ext (the headers) and boot-modules/ (the modules that the
# guest needs, numbered in loading order).
set -euo pipefail
. "$(dirname "$(readlink -f "$0")")/lib.sh"
. "$QEMU_DIR/kernel-lib.sh"
META=6.12-amd64
NEEDED_MODULES="virtio_pci virtio_console configfs"

depends()
{
	packages_of 'linux-(headers|kbuild|image)-[0-9]' "linux-headers-$META" |
		grep -vE -e '-unsigned$' -e "-$META\$"
}

build()
{
	local dir=$1 release packages
	shift

	mapfile -t packages < <(depends)
	[ ${#packages[@]} -ge 4 ] || die "linux-headers-$META needs only '${packages[*]}'?"
	say "fetching Debian's kernel: ${packages[*]}"
	unpack "$dir" "${packages[@]}"
	release=$(cd "$dir/tree/boot" && echo vmlinuz-*)
	release=${release#vmlinuz-}
	relocate "$dir/tree" "$release"
	# shellcheck disable=SC2086
	boot_modules "$dir/tree" "$dir/boot-modules" $NEEDED_MODULES
	ln -s "tree/boot/vmlinuz-$release" "$dir/image"
	ln -s "tree/boot/config-$release" "$dir/config"
	ln -s "tree/usr/src/linux-headers-$release" "$dir/ext"
	touch "$dir/.done"
}

variant stock
# shellcheck disable=SC2086
"$TOP/scripts/setup.sh" $GROUPS_NEEDED >&2
v=$(newest "linux-headers-$META" "$CACHE/stock")
dir=$CACHE/stock/$v
if [ ! -e "$dir/.done" ]; then
	lock stock
	[ -e "$dir/.done" ] || build "$dir"
fi
echo "$dir"
