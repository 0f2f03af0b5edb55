#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# static.sh [DIR [ARCH...]] -- build the command as one static file for each architecture
# (x86_64, arm64; both by default) in DIR, build/static by default.  The same source gives
# the same bytes.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
TOP=$PWD
dir=${1:-build/static}
shift $(($# > 0))
archs=("$@")
[ ${#archs[@]} -gt 0 ] || archs=(x86_64 arm64)
version=$(sed -n 's/^.define GUC_VERSION[[:space:]]*"\(.*\)"/\1/p' drivers/xe_guclog/core/guc_version.h)

# sysroot ARCH: make a folder with the static libraries of another architecture, from Debian's
# packages, which are unpacked and not installed; print its path.
sysroot()
{
	local root=${XDG_CACHE_HOME:-$HOME/.cache}/xe-guclog/sysroot-$1-1 uri suite sources=()

	if [ ! -e "$root/.done" ]; then
		# shellcheck disable=SC2016
		while read -r uri suite; do
			sources+=("deb $uri $suite main")
		done < <(apt-get indextargets --format '$(REPO_URI) $(CODENAME)' \
			"Created-By: Packages" | sort -u)
		rm -rf "$root"
		mkdir -p "${root%/*}"
		printf '%s\n' "${sources[@]}" |
			mmdebstrap --quiet --variant=extract --architectures="$1" --include=libc6-dev,libjson-c-dev,zlib1g-dev,liblzma-dev,libzstd-dev,libncurses-dev,libprotobuf-c-dev \
			"$(. /etc/os-release && echo "$VERSION_CODENAME")" "$root" - >&2
		touch "$root/.done"
	fi
	echo "$root"
}

# build ARCH: build the command for an architecture.  -ffile-prefix-map keeps the path of the
# checkout out of the resulting file, so that the file does not depend on this path.
build()
{
	local arch=$1 cc=x86_64-linux-gnu-gcc strip=x86_64-linux-gnu-strip root="" lib="" libs=""
	local flags

	if [ "$arch" = arm64 ]; then
		cc=aarch64-linux-gnu-gcc strip=aarch64-linux-gnu-strip
		root=$(sysroot arm64)
		lib=$root/usr/lib/aarch64-linux-gnu
		export PKG_CONFIG_LIBDIR=$lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$root
		libs="-L$lib"
	fi
	flags="-O2 -ffile-prefix-map=$TOP=. -Wno-unused-command-line-argument"
	[ -z "$root" ] || flags+=" -idirafter $root/usr/include -idirafter $root/usr/include/aarch64-linux-gnu"
	make -s -C tools/guclog O="$TOP/$dir/$arch/guclog" STATIC=1 CC="$cc" CFLAGS="$flags" \
		LDFLAGS="$libs -Wl,--build-id=none" AR="${cc%gcc}ar"
	cp "$dir/$arch/guclog/guclog" "$dir/guclog-$version-$arch"
	"$strip" -s "$dir/guclog-$version-$arch"
}

scripts/setup.sh tool
case " ${archs[*]} " in
*" arm64 "*)	scripts/setup.sh static ;;
esac
mkdir -p "$dir"
for arch in "${archs[@]}"; do
	(build "$arch")
done
(cd "$dir" && sha256sum guclog-"$version"-*)
