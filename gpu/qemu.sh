#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# qemu.sh -- unpack a QEMU that has vfio-user-pci (10.1 or newer) and its C library from
# Debian's suites into the cache, and print the directory DIR.  DIR/qemu runs this QEMU.
# The host's packages are not changed.
set -euo pipefail
. "$(dirname "$(readlink -f "$0")")/debian.sh"
SUITE=trixie-backports
WORKS='vfio-user-pci options'

version()
{
	version_in $SUITE qemu-system-x86 | sed 's/^[0-9]*://'
}

wrapper()
{
	local usr=$1/tree/usr lib=$1/tree/usr/lib/x86_64-linux-gnu

	cat <<-EOT
	#!/bin/sh
	exec "$lib/ld-linux-x86-64.so.2" --library-path "$lib" \\
		"$usr/bin/qemu-system-x86_64" -L "$usr/share/qemu" -L "$usr/share/seabios" "\$@"
	EOT
}

build()
{
	local dir=$1

	rm -rf "$dir"
	unpack "$dir" $SUITE qemu-system-x86
	wrapper "$dir" >"$dir/qemu"
	chmod +x "$dir/qemu"
	"$dir/qemu" -device vfio-user-pci,help 2>&1 | grep "$WORKS" >/dev/null ||
		die "the QEMU of $SUITE has no vfio-user-pci"
	touch "$dir/.done"
}

provide qemu $SUITE qemu-system-x86 version
