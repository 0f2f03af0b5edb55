#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# kernel.sh SPEC -- unpack a Debian kernel into the cache, and print the directory.  The directory
# has image, config, release, xe.ko and boot-modules/ (in loading order the modules that xe and virtio
# ports need, and those in MORE_MODULES of the environment).
#
# SPEC is the start of a version, with or without the Debian release for which the kernel was
# built: 6.12, 6.12-deb13, 7.2-deb14, 7.3.  The newest kernel that matches is used.  With "-rt" at the
# end (7.3-rt), it is a kernel with PREEMPT_RT.  If SPEC is the name of a suite (sid, experimental),
# the default kernel of this suite is used.
# "kernel.sh --list" prints the available kernels.
set -euo pipefail
. "$(dirname "$(readlink -f "$0")")/debian.sh"
NEEDED_MODULES="${MORE_MODULES:-} virtio_pci virtio_console xe"

# releases: print the releases of all kernels for amd64, without "-amd64", oldest first.
releases()
{
	{
		apt_do apt-cache pkgnames linux-modules-
		apt_do apt-cache pkgnames linux-image-
	} | sed -nE 's/^linux-(modules|image)-([0-9][^-]*(-rt)?)-amd64(-unsigned)?$/\2/p' |
		sort -Vu
}

# default_of SUITE: print the release of the kernel on which linux-image-amd64 of a suite depends,
# without "-amd64"
default_of()
{
	local v

	v=$(version_in "$1" linux-image-amd64)
	[ -z "$v" ] || apt_do apt-cache show "linux-image-amd64=$v" |
		sed -nE 's/^Depends: .*linux-image-([0-9][^ ,]*)-amd64 .*/\1/p' | head -n 1
}

# find_release SPEC: print the newest release that matches SPEC.
find_release()
{
	local version=${1%-rt} built='' rt=''

	[ "$version" = "$1" ] || rt=-rt
	case $version in
	[a-z]*)	default_of "$1"
		return ;;
	*-deb*)	built=${version##*-} version=${version%%-deb*} ;;
	esac
	releases | awk -v v="$version" -v b="$built" -v rt="$rt" '
		index($0, v) == 1 && substr($0, length(v) + 1) ~ /^([-.+]|$)/ &&
		(b == "" || index($0, "+" b)) && (sub(/-rt$/, "") ? "-rt" : "") == rt { last = $0 rt }
		END { if (last != "") print last }'
}

# first_of NAME...: print the first of these packages that one of the suites has.
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

# packages RELEASE: print the packages of a kernel. Newer kernels have separate packages for image,
# modules and the list of built-in modules; some backports have only an unsigned image.
packages()
{
	local r=$1-amd64

	first_of "linux-modules-$r" "linux-image-$r" "linux-image-$r-unsigned"
	first_of "linux-binary-$r" "linux-binary-unsigned-$r" "linux-image-$r" \
		"linux-image-$r-unsigned"
	first_of "linux-base-$r"
}

# copy_one TO FILE...: copy the first FILE that exists to TO.
copy_one()
{
	local to=$1 f
	shift

	for f; do
		[ -e "$f" ] || continue
		cp "$f" "$to"
		return
	done
	die "none of these files exists: $*"
}

build()
{
	local dir=$1 release=$2 modules=$1/tree/lib/modules/$2 deb list

	say "fetching Debian's kernel $release"
	rm -rf "$dir"
	mkdir -p "$dir/tree"
	mapfile -t list < <(packages "${release%-amd64}" | sort -u)
	[ ${#list[@]} -gt 0 ] || die "no packages for $release"
	fetch "$dir/debs" "${list[@]}"
	# Only the metapackage linux-image-RELEASE is left of the packages with the modules and with the
	# configuration.
	case " ${list[*]} " in
	*" linux-binary-"*" linux-image-$release "*)
		fetch_unlisted "$dir/debs" "$release" modules base ;;
	esac
	for deb in "$dir"/debs/*.deb; do
		dpkg-deb -x "$deb" "$dir/tree"
	done
	rm -r "$dir/debs"
	[ -d "$dir/tree/lib" ] || ln -s usr/lib "$dir/tree/lib"
	# shellcheck disable=SC2086
	boot_modules "$dir/tree" "$dir/boot-modules" $NEEDED_MODULES
	mv "$dir"/boot-modules/*-xe.ko "$dir/xe.ko" || die "kernel $release has no xe"
	copy_one "$dir/image" "$dir/tree/boot/vmlinuz-$release" "$modules"/vmlinuz*
	copy_one "$dir/config" "$dir/tree/boot/config-$release" "$modules/config"
	rm -rf "$dir/tree"
	echo "$release" >"$dir/release"
	touch "$dir/.done"
}

[ $# = 1 ] || die "usage: kernel.sh SPEC | --list"
lock gpu-apt
apt_lists
if [ "$1" = --list ]; then
	releases
	exit
fi
known kernel "$1" && exit
release=$(find_release "$1")
[ -n "$release" ] || die "no kernel $1 in Debian's suites (kernel.sh --list)"
dir=$GPU_CACHE/kernel/$release
if [ ! -e "$dir/.done" ]; then
	build "$dir" "$release-amd64"
fi
remember "$dir" kernel "$1"
echo "$dir"
