#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# source.sh [--version] -- unpack Debian's kernel source into the cache and
# print its path (or only its version).
set -euo pipefail
. "$(dirname "$(readlink -f "$0")")/lib.sh"
PACKAGE=linux-source-6.12

candidate()
{
	apt-cache policy "$PACKAGE" 2>/dev/null |
		sed -n 's/^ *Candidate: \([^(].*\)$/\1/p'
}

# What apt would install now; without apt's lists, the newest one cached.
version()
{
	local v

	v=$(candidate)
	if [ -z "$v" ]; then
		"$TOP/scripts/setup.sh" lists >&2 || true
		v=$(candidate)
	fi
	[ -n "$v" ] || v=$(find "$CACHE/src" -mindepth 2 -maxdepth 2 -name .done \
		-printf '%T@ %h\n' 2>/dev/null | sort -rn | sed -n '1s,.*/,,p')
	[ -n "$v" ] || die "no $PACKAGE in apt and none in the cache"
	echo "$v"
}

# The tarball is picked out of the package, which is not installed.
fetch()
{
	local dir=$1

	(cd "$dir" && apt-get -q download "$PACKAGE=$2" >/dev/null 2>&1) && return
	"$TOP/scripts/setup.sh" lists >&2
	(cd "$dir" && apt-get -q download "$PACKAGE=$2" >/dev/null) ||
		die "cannot download $PACKAGE $2"
}

unpack()
{
	local dir=$1

	dpkg-deb --fsys-tarfile "$dir"/*.deb |
		tar -xO --wildcards './usr/src/*.tar.xz' |
		tar -xJ -C "$dir" --strip-components=1
	rm "$dir"/*.deb
}

v=$(version)
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
		fetch "$src" "$v"
		unpack "$src"
		touch "$src/.done"
	fi
fi
echo "$src"
