#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# qemu.sh -- unpack a QEMU that has vfio-user-pci (10.1 or newer) from Debian's
# suites into the cache, its own C library included, and print the directory.
# Run it through DIR/qemu.  The host's packages are not changed.
set -euo pipefail
. "$(dirname "$(readlink -f "$0")")/../guest/lib.sh"
. "$(dirname "$(readlink -f "$0")")/lib.sh"
SUITE=trixie-backports
WORKS='vfio-user-pci options'

version()
{
	version_in $SUITE qemu-system-x86 | sed 's/^[0-9]*://'
}

wrapper()
{
	local usr=$1/usr lib=$1/usr/lib/x86_64-linux-gnu

	cat <<-EOT
	#!/bin/sh
	exec "$lib/ld-linux-x86-64.so.2" --library-path "$lib" \\
		"$usr/bin/qemu-system-x86_64" -L "$usr/share/qemu" -L "$usr/share/seabios" "\$@"
	EOT
}

build()
{
	local dir=$1 archives=$GPU_CACHE/apt/cache/archives deb

	rm -rf "$dir"
	mkdir -p "$dir"
	apt_do apt-get clean
	apt_do apt-get -y --no-install-recommends -t $SUITE --download-only \
		install qemu-system-x86 >"$dir/log" 2>&1 || {
		tail -n 5 "$dir/log" >&2
		die "cannot download qemu-system-x86 of $SUITE"
	}
	for deb in "$archives"/*.deb; do
		dpkg-deb -x "$deb" "$dir"
	done
	apt_do apt-get clean
	wrapper "$dir" >"$dir/qemu"
	chmod +x "$dir/qemu"
	"$dir/qemu" -device vfio-user-pci,help 2>&1 | grep -q "$WORKS" ||
		die "the QEMU of $SUITE has no vfio-user-pci"
	touch "$dir/.done"
}

provide qemu $SUITE qemu-system-x86 version
