#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# fetch.sh RELEASE | --list -- store xe.ko of a Debian kernel (unchanged, as xe.ko*) and the
# kernel's type information (BTF, as vmlinux.btf.zst) in the cache, and print their directory.
#
# RELEASE is what uname -r prints on that kernel; --list prints the releases in Debian's suites,
# oldest first.  The packages are downloaded, and deleted afterwards, because each has hundreds of
# MB.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
# shellcheck source=tools/testing/guest/lib.sh
. "$here/../../guest/lib.sh"
# shellcheck source=tools/testing/gpu/lib.sh
. "$here/../../gpu/lib.sh"

# names: list the names of all kernel packages.  The list is cached, because apt takes seconds to
# print it.
names()
{
	local list=$CACHE/layout/names

	mkdir -p "$CACHE/layout"
	[ "$list" -nt "$GPU_CACHE/apt/.fresh" ] ||
		apt_do apt-cache pkgnames linux- | grep -E -e '-amd64(-unsigned)?$' >"$list"
	cat "$list"
}

# packages RELEASE: list the packages that contain the modules and the boot image of a kernel.
# Newer kernels have a package for each of the two; "unlisted" takes the place of the modules if
# only the boot image is in the lists.
packages()
{
	names | awk -v r="$1" '
		{ have[$0] = 1 }
		function first(a, b) { return have[a] ? a : have[b] ? b : "" }
		END {
			binary = first("linux-binary-" r, "linux-binary-unsigned-" r)
			image = first("linux-image-" r, "linux-image-" r "-unsigned")
			if (binary)
				print (have["linux-modules-" r] ? "linux-modules-" r : "unlisted") \
					"\n" binary
			# linux-image-6.12-amd64 is a metapackage without a kernel.
			else if (image && r ~ /^[0-9]+\.[0-9]+\.[0-9]/)
				print image
		}'
}

# releases: list the available releases. Cloud kernels are left out, because they are for virtual
# machines without GPUs, and so are those before 6.10, because Debian's kernel 6.1 does not contain
# xe. Of the kernels whose modules are no longer in the lists, only the newest of each version and
# flavour is listed.
releases()
{
	local r

	names | sed -nE 's/^linux-(modules|image)-([0-9]+\.[0-9].*-amd64)$/\2/p' |
		grep -vE -e '^[0-5]\.|^6\.[0-9]\.' -e -cloud- | sort -Vu |
		while read -r r; do
			case $(packages "$r") in
			'')	;;
			unlisted*) echo "$r $(sed -E 's/^([0-9]+\.[0-9]+)\.[0-9]+/\1/' <<<"$r")" ;;
			*)	echo "$r $r" ;;
			esac
		done | awk '{ last[$2] = $1; if (!n[$2]++) order[++k] = $2 }
			END { for (i = 1; i <= k; i++) print last[order[i]] }'
}

# take DEB DIR: extract xe.ko and the boot image from a package. Find these files by their names,
# because their folders differ between kernels.
take()
{
	dpkg-deb --fsys-tarfile "$1" | tar -x -C "$2" --wildcards --no-anchored \
		'xe/xe.ko*' 'vmlinuz*' 2>/dev/null || true
}

# one_file DIR PATTERN: print the path of the file in DIR whose name matches PATTERN.
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
	mapfile -t list < <(packages "$2")
	[ ${#list[@]} -gt 0 ] || die "no packages for $2"
	if [ "${list[0]}" = unlisted ]; then
		fetch_unlisted "$dir/debs" "$2" modules
		list=("${list[@]:1}")
	fi
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

[ $# = 1 ] || die "usage: fetch.sh RELEASE | --list"
lock gpu-apt
apt_lists
if [ "$1" = --list ]; then
	releases
	exit
fi
dir=$CACHE/layout/$1
if [ ! -e "$dir/.done" ]; then
	# Another fetch.sh may have stored the same kernel while this one waited for the lock.
	lock "layout-$1"
	[ -e "$dir/.done" ] || build "$dir" "$1"
fi
echo "$dir"
