#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# setup.sh GROUP... -- install the Debian packages that a target needs.
#
# Asks dpkg first, so that it costs nothing when all is there.  Works as root,
# or through sudo.  The group "lists" reads apt's package lists anew.
set -euo pipefail

die()
{
	echo "setup: $*" >&2
	exit 2
}

# Only distribution kernels have a package of this name.
running_headers()
{
	case $(uname -r) in
	*-amd64|*-arm64|*-s390x|*-generic)
		echo "linux-headers-$(uname -r)" ;;
	esac
}

packages()
{
	case $1 in
	build)	echo gcc make libc6-dev bc bison flex libelf-dev libssl-dev \
			     cpio kmod rsync xz-utils zstd gzip python3 ;;
	headers) running_headers ;;
	check)	echo git g++ perl sparse coccinelle clang llvm clang-format \
			     libclang-rt-dev afl++ shellcheck codespell mandoc pyflakes3 python3-pytest ;;
	docs)	echo python3-sphinx furo linux-kbuild-6.1 mandoc perl ;;
	qemu)	echo qemu-system-x86 busybox-static cpio kmod xz-utils ;;
	qemu-foreign) echo qemu-system-arm qemu-system-misc ;;
	tool)	echo gcc make libc6-dev pkg-config libjson-c-dev zlib1g-dev \
			     liblzma-dev libzstd-dev libarchive-dev \
			     libprotobuf-c-dev \
			     protobuf-c-compiler protobuf-compiler zstd ;;
	browser) echo chromium chromium-driver python3-selenium ;;
	m32)	echo lib32gcc-12-dev libc6-dev-i386 lib32asan8 lib32ubsan1 ;;
	stock)	echo pahole kmod xz-utils ;;
	cross)	echo gcc-s390x-linux-gnu gcc-aarch64-linux-gnu ;;
	ccache)	echo ccache ;;
	formats) echo file ;;
	npm)	echo nodejs npm ;;
	user-s390x) echo gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user-static ;;
	user-arm64) echo gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user-static ;;
	user-i386) packages m32 ;;
	packages) echo dpkg-dev debhelper dh-dkms lintian mmdebstrap \
			     pkg-config libjson-c-dev zlib1g-dev liblzma-dev \
			     libzstd-dev libarchive-dev libprotobuf-c-dev \
			     protobuf-c-compiler ;;
	collect) echo systemd udev kmod util-linux ;;
	dkms)	echo dkms kmod xz-utils util-linux ;;
	lists)	;;
	*)	die "no group '$1' (build headers tool check docs m32 qemu qemu-foreign stock cross ccache packages collect dkms browser user-s390x user-arm64 user-i386 lists)" ;;
	esac
}

# A package whose triggers are due (ccache has one on every gcc) is there too.
installed()
{
	dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null |
		grep -qxE 'installed|triggers-(pending|awaited)'
}

available()
{
	apt-cache policy "$1" 2>/dev/null | grep -q 'Candidate: [^(]'
}

apt_get()
{
	local root=() log rc=0

	if [ "$(id -u)" != 0 ]; then
		command -v sudo >/dev/null || die "not root, and no sudo: apt-get $*"
		root=(sudo)
	fi
	log=$(mktemp)
	"${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y \
		-o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 "$@" >"$log" 2>&1 8>&- || rc=$?
	[ $rc = 0 ] || tail -n 15 "$log" >&2
	rm -f "$log"
	[ $rc = 0 ] || die "apt-get $1 failed"
}

# A kernel that apt no longer serves has no headers: no reason to stop.
drop_unavailable()
{
	local p

	for p; do
		if [ "$p" = "$(running_headers)" ] && ! available "$p"; then
			echo "setup: no $p in apt, going on without it" >&2
		else
			echo "$p"
		fi
	done
}

# look GROUP...: set missing to what is not there, fresh when the lists are wanted.
look()
{
	local group list p

	missing=() fresh=
	for group; do
		list=$(packages "$group")
		[ "$group" != lists ] || fresh=wanted
		for p in $list; do
			installed "$p" || missing+=("$p")
		done
	done
}

[ $# -gt 0 ] || die "usage: setup.sh GROUP..."
command -v apt-get >/dev/null || die "no apt-get here; '$*' must be set up by hand"

look "$@"
[ -n "$fresh" ] || [ ${#missing[@]} -gt 0 ] || exit 0
# apt waits for dpkg's lock, but not for that of its lists.  Another one of these may
# bring what is missing here.
lock=${XDG_CACHE_HOME:-$HOME/.cache}/xe-guclog/lock
mkdir -p "$lock"
exec 8>"$lock/setup"
flock 8
look "$@"
[ -n "$fresh" ] || [ ${#missing[@]} -gt 0 ] || exit 0

echo "setup: reading the package lists"
apt_get update
mapfile -t get < <(drop_unavailable "${missing[@]}")
[ ${#get[@]} -gt 0 ] || exit 0
echo "setup: installing ${get[*]}"
# gcc-multilib and Debian's cross compilers exclude each other: say so instead
# of removing either.
apt_get install --no-install-recommends --no-remove "${get[@]}"
