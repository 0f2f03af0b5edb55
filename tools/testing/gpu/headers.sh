#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# headers.sh SPEC -- unpack the headers of the kernel SPEC (see kernel.sh), the compiler that they
# need and its dependencies into the cache, and print the directory.  The directory has root/ (a
# tree for chroot) and release (the kernel's release).
set -euo pipefail
. "$(dirname "$(readlink -f "$0")")/../guest/lib.sh"
. "$(dirname "$(readlink -f "$0")")/lib.sh"
# Dependencies that no build of a module needs: the kernel itself, and libraries for programs that
# gcc builds.
LEAVE_OUT="linux-(image|modules|binary|base)-.*|lib([at]|hwa|l|ub)san[0-9]+|lib(itm|quadmath)[0-9]+"
TOOLS="base-files binutils make bash coreutils sed grep mawk findutils perl-base diffutils ccache"

# Part of the directory's name.  Increase this number when the method of unpacking changes.
RECIPE=2

# finish_root ROOT: create the links and directories that the packages' scripts would create.
finish_root()
{
	local root=$1

	ln -sf bash "$root/usr/bin/sh"
	ln -sf mawk "$root/usr/bin/awk"
	mkdir -p "$root/proc" "$root/dev" "$root/tmp" "$root/src" \
		"$root/ccache"
}

build()
{
	local dir=$1 release=$2 archives deb

	rm -rf "$dir"
	archives=$dir/archives
	mkdir -p "$dir/root"
	# shellcheck disable=SC2086
	fetch_all "$archives" "" "linux-headers-$release" $TOOLS
	# base-files comes first, because it has the links /bin and /lib.
	for deb in "$archives"/base-files_*.deb "$archives"/*.deb; do
		dpkg-deb -x "$deb" "$dir/root"
	done
	rm -rf "$archives"
	finish_root "$dir/root"
	echo "$release" >"$dir/release"
	touch "$dir/.done"
}

[ $# = 1 ] || die "usage: headers.sh SPEC"
release=$(cat "$("$GPU_DIR/kernel.sh" "$1")/release")
lock gpu-apt
apt_lists
dir=$GPU_CACHE/headers/$release.$RECIPE
if [ ! -e "$dir/.done" ]; then
	say "fetching the headers of $release and their compiler"
	rm -rf "$GPU_CACHE/headers/$release"*
	build "$dir" "$release"
fi
echo "$dir"
