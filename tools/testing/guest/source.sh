#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# source.sh [--version] -- unpack Debian's kernel source into the cache and
# print its path (or only its version).
set -euo pipefail
. "$(dirname "$(readlink -f "$0")")/lib.sh"
PACKAGE=linux-source-6.12

# The tarball is taken from the package, which is not installed.
unpack()
{
	local dir=$1

	dpkg-deb --fsys-tarfile "$dir"/*.deb |
		tar -xO --wildcards './usr/src/*.tar.xz' |
		tar -xJ -C "$dir" --strip-components=1
	rm "$dir"/*.deb
}

v=$(newest "$PACKAGE" "$CACHE/src")
if [ "${1:-}" = --version ]; then
	echo "$v"
	exit
fi
src=$CACHE/src/$v
if [ ! -e "$src/.done" ]; then
	lock source
	if [ ! -e "$src/.done" ]; then
		say "fetching $PACKAGE $v"
		rm -rf "$src"
		mkdir -p "$src"
		download "$src" "$PACKAGE=$v"
		unpack "$src"
		touch "$src/.done"
	fi
fi
echo "$src"
