#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# fetch.sh RELEASE -- have a Debian kernel's xe.ko, packed as it is shipped, and the
# types of the kernel itself in the cache, and print the directory: xe.ko*,
# vmlinux.btf.zst.
#
# RELEASE is as "kernel.sh --list" of the emulated GPU prints it.  Packages are
# deleted again: some hundred MB each, of which two are wanted.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
# shellcheck source=tools/testing/qemu/lib.sh
. "$here/../qemu/lib.sh"
# shellcheck source=tools/testing/gpu/lib.sh
. "$here/../gpu/lib.sh"

# first_of NAME...: the first of these packages that a suite can deliver.
first_of()
{
	local p

	for p; do
		case $(apt_do apt-cache policy "$p" 2>/dev/null) in
		*'Candidate: ('*) ;;
		*Candidate:*)
			echo "$p"
			return ;;
		esac
	done
}

# The newer packaging has modules and image in packages of their own.
packages()
{
	local r=$1-amd64

	first_of "linux-modules-$r" "linux-image-$r" "linux-image-$r-unsigned"
	first_of "linux-binary-$r" "linux-binary-unsigned-$r" "linux-image-$r" \
		"linux-image-$r-unsigned"
}

# take DEB DIR: the two files out of a package, wherever it has them.
take()
{
	dpkg-deb --fsys-tarfile "$1" | tar -x -C "$2" --wildcards --no-anchored \
		'xe/xe.ko*' 'vmlinuz*' 2>/dev/null || true
}

# one_file DIR NAME: the file of that name anywhere in there.
one_file()
{
	local f

	f=$(find "$1" -type f -name "$2" | head -n 1)
	[ -n "$f" ] || die "no $2 in the packages"
	echo "$f"
}

build()
{
	local dir=$1 list deb

	say "fetching xe of $2"
	rm -rf "$dir"
	mkdir -p "$dir/tree"
	mapfile -t list < <(packages "$2" | sort -u)
	[ ${#list[@]} -gt 0 ] || die "no packages for $2"
	fetch "$dir/debs" "${list[@]}"
	for deb in "$dir"/debs/*.deb; do
		take "$deb" "$dir/tree"
	done
	mv "$(one_file "$dir/tree" 'xe.ko*')" "$dir/"
	"$here/carve.py" "$(one_file "$dir/tree" 'vmlinuz*')" "$dir/vmlinux.btf"
	zstd -q --rm "$dir/vmlinux.btf"
	rm -rf "$dir/debs" "$dir/tree"
	touch "$dir/.done"
}

[ $# = 1 ] || die "usage: fetch.sh RELEASE"
dir=$CACHE/layout/$1
if [ ! -e "$dir/.done" ]; then
	# Another run may be at apt's lists, and at the same kernel.
	lock gpu-apt
	apt_lists
	lock "layout-$1"
	[ -e "$dir/.done" ] || build "$dir" "$1"
fi
echo "$dir"
