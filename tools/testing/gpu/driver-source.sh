#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# driver-source.sh VERSION -- unpack the sources of the drivers xe and i915 from Debian's kernel
# source of VERSION, such as 7.3, into the cache, and print the path of that kernel source.  It has
# only the folders drivers/gpu/drm/xe and drivers/gpu/drm/i915.
set -euo pipefail
. "$(dirname "$(readlink -f "$0")")/../guest/lib.sh"
. "$(dirname "$(readlink -f "$0")")/lib.sh"

[ $# = 1 ] || die "usage: ${0##*/} VERSION"
PACKAGE=linux-source-$1

# any_version PACKAGE: print the newest version of a package that is not a release candidate
any_version()
{
	apt_do apt-cache madison "$1" 2>/dev/null |
		awk -F' *[|] *' '$2 !~ /~rc/ { print $2; exit }'
}

build()
{
	local dir=$1

	rm -rf "$dir"
	fetch "$dir/deb" "$PACKAGE=${dir##*/}"
	dpkg-deb --fsys-tarfile "$dir"/deb/*.deb |
		tar -xO --wildcards './usr/src/*.tar.xz' |
		tar -xJ -C "$dir" --strip-components=1 --wildcards \
			'*/drivers/gpu/drm/xe' '*/drivers/gpu/drm/i915'
	rm -r "$dir/deb"
	touch "$dir/.done"
}

provide "source-$1" "any suite" "$PACKAGE" any_version "$PACKAGE"
