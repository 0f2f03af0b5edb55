#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# setup.sh GROUP... -- install the Debian packages that a target needs.
#
# packages() below lists the packages of each GROUP.  Nothing is done if all of them are installed.
# The script runs apt-get as root or with sudo.  The group "lists" has no packages: it updates apt's
# package lists.  If there is no apt-get, nothing is installed: for "tool" as the only group,
# needs.sh reports what a build of guclog lacks; for other groups the script prints the packages and
# fails.
set -euo pipefail

die()
{
	echo "setup: $*" >&2
	exit 2
}

# running_headers: print the name of the package with the headers of the running kernel, or nothing
# if the kernel is not from Debian or Ubuntu, because there is no such package then.
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
	compile) echo gcc make libc6-dev cpio kmod rsync xz-utils zstd gzip python3 ;;
	build)	packages compile
		echo bc bison flex libelf-dev libssl-dev ;;
	headers) running_headers ;;
	check)	echo git g++ perl sparse coccinelle clang llvm clang-format \
			     libclang-rt-dev afl++ shellcheck codespell mandoc pyflakes3 python3-pytest \
			     python3-jsonschema ;;
	docs)	echo python3-sphinx furo linux-kbuild-6.1 mandoc perl ;;
	guest)	echo busybox-static cpio kmod xz-utils ;;
	qemu)	echo qemu-system-x86
		packages guest ;;
	qemu-foreign) echo qemu-system-arm qemu-system-misc ;;
	tool)	echo gcc make libc6-dev python3 pkg-config libjson-c-dev zlib1g-dev \
			     liblzma-dev libzstd-dev libarchive-dev \
			     libprotobuf-c-dev libncurses-dev \
			     protobuf-c-compiler protobuf-compiler zstd ;;
	browser) echo chromium chromium-driver python3-selenium pngquant ;;
	m32)	echo lib32gcc-12-dev libc6-dev-i386 lib32asan8 lib32ubsan1 ;;
	stock)	echo pahole kmod xz-utils ;;
	cross)	echo gcc-s390x-linux-gnu gcc-aarch64-linux-gnu ;;
	ccache)	echo ccache ;;
	formats) echo file lz4 lzip ;;
	npm)	echo nodejs npm ;;
	user-s390x) echo gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user-static ;;
	user-arm64) echo gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user-static ;;
	user-i386) packages m32 ;;
	packages) echo dpkg-dev debhelper dh-dkms lintian mmdebstrap \
			     pkg-config libjson-c-dev zlib1g-dev liblzma-dev \
			     libzstd-dev libarchive-dev libprotobuf-c-dev libncurses-dev \
			     protobuf-c-compiler dh-python python3-dev python3-cffi ;;
	clients) echo libvulkan-dev glslang-tools libegl-dev libgles-dev opencl-c-headers \
			     ocl-icd-opencl-dev libze-dev ;;
	python)	echo python3-dev python3-cffi ;;
	bpf)	echo clang libbpf-dev libelf-dev zlib1g-dev ;;
	collect) echo systemd udev kmod util-linux ;;
	static)	echo gcc-aarch64-linux-gnu libc6-dev-arm64-cross mmdebstrap qemu-user-static xz-utils ;;
	musl)	echo musl-tools busybox-static ;;
	rpm)	echo rpm rpmlint makepkg libarchive-tools ;;
	fleet)	echo systemd systemd-journal-remote util-linux prometheus python3-jsonschema ;;
	dkms)	echo dkms kmod xz-utils util-linux ;;
	lists)	;;
	*)	die "no group '$1' (compile build headers tool check docs m32 guest qemu qemu-foreign stock cross ccache formats npm clients packages python collect fleet static musl rpm dkms bpf browser user-s390x user-arm64 user-i386 lists)" ;;
	esac
}

# missing_of PACKAGE...: print the packages that are not installed. A package whose triggers dpkg
# has not run yet counts as installed.
missing_of()
{
	local have

	have=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null |
		sed -nE 's/^(installed|triggers-pending|triggers-awaited) //p') || true
	printf '%s\n' "$@" | sort -u | grep -vxF "$have" || true
}

available()
{
	apt-cache policy "$1" 2>/dev/null | grep 'Candidate: [^(]' >/dev/null
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

# drop_unavailable PACKAGE...: print the packages. If apt does not have the package with the headers
# of the running kernel, leave this package out.
drop_unavailable()
{
	local p

	for p; do
		if [ "$p" = "$(running_headers)" ] && ! available "$p"; then
			echo "setup: apt has no $p; it is left out" >&2
		else
			echo "$p"
		fi
	done
}

# find_missing GROUP...: set the variable missing to the packages that are not installed, and the
# variable fresh if the group "lists" is among the groups.
find_missing()
{
	local group list all=()

	missing=() fresh=
	for group; do
		list=$(packages "$group")
		[ "$group" != lists ] || fresh=wanted
		# shellcheck disable=SC2206
		all+=($list)
	done
	[ ${#all[@]} = 0 ] || mapfile -t missing < <(missing_of "${all[@]}")
}

[ $# -gt 0 ] || die "usage: setup.sh GROUP..."
if ! command -v apt-get >/dev/null; then
	[ "$*" != tool ] || exec "$(dirname "$(readlink -f "$0")")/needs.sh"
	echo "setup: no apt-get here; '$*' must be set up by hand. Debian's packages:" >&2
	for group; do
		packages "$group" | fmt -w 78 | sed 's/^/  /' >&2
	done
	exit 2
fi

find_missing "$@"
[ -n "$fresh" ] || [ ${#missing[@]} -gt 0 ] || exit 0
# apt-get fails if another apt-get holds the lock of the package lists.  Therefore a run of this
# script first waits for the script's own lock, which only one run at a time holds.  Then it looks
# again for missing packages, because another run may have installed them meanwhile.
lock=${XDG_CACHE_HOME:-$HOME/.cache}/xe-guclog/lock
mkdir -p "$lock"
exec 8>"$lock/setup"
flock 8
find_missing "$@"
[ -n "$fresh" ] || [ ${#missing[@]} -gt 0 ] || exit 0

echo "setup: reading the package lists"
apt_get update
mapfile -t get < <(drop_unavailable "${missing[@]}")
[ ${#get[@]} -gt 0 ] || exit 0
echo "setup: installing ${get[*]}"
# gcc-multilib and Debian's cross compilers conflict. With --no-remove, apt-get fails instead of
# removing one of them.
apt_get install --no-install-recommends --no-remove "${get[@]}"
