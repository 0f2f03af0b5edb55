#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# xe-large.sh SPEC -- build xe for the kernel SPEC (see kernel.sh) from the source of the same
# version, with the largest log buffer (CONFIG_DRM_XE_DEBUG_GUC: an event ring of 16 MiB) and
# without display code.  Prints the directory xe-large, which has xe.ko.
set -euo pipefail
. "$(dirname "$(readlink -f "$0")")/../guest/lib.sh"
. "$(dirname "$(readlink -f "$0")")/../gpu/lib.sh"

# Part of the directory's name.  Increase this number when the method of building changes.
RECIPE=1

# version_of RELEASE: print the version of the kernel's packages
version_of()
{
	apt_do apt-cache madison "linux-headers-$1" | awk -F'|' '{ gsub(/ /, "", $2); print $2; exit }'
}

# get_source RELEASE DIR: unpack the directory of xe from the kernel's source
get_source()
{
	local release=$1 dir=$2 version package

	version=$(version_of "$release")
	package=linux-source-$(cut -d. -f1-2 <<<"$release")
	say "fetching $package $version"
	fetch "$dir/deb" "$package=$version"
	dpkg-deb --fsys-tarfile "$dir"/deb/*.deb |
		tar -xO --wildcards './usr/src/*.tar.xz' |
		tar -xJ -C "$dir" --strip-components=1 --wildcards '*/drivers/gpu/drm/xe'
	rm -r "$dir/deb"
}

# make_generated DIR: generate the files that a host program of xe's build would generate, and
# remove the rules for these files from the Makefile, because the chroot has no C library for host
# programs.
make_generated()
{
	local name

	gcc -O1 -o "$1/gen" "$1/xe_gen_wa_oob.c"
	mkdir -p "$1/generated"
	for name in xe_wa_oob xe_device_wa_oob; do
		"$1/gen" "$1/$name.rules" "$1/generated/$name.c" "$1/generated/$name.h"
	done
	sed -i '/^hostprogs := xe_gen_wa_oob/,/^# Please keep/d; /^uses_generated_oob/d; /^\$(uses_generated_oob)/,$d' \
		"$1/Makefile"
}

# configure DIR: write the header that changes the configuration; the compiler includes it in each
# file after the kernel's configuration
configure()
{
	cat >"$1/large.h" <<-EOT
	#undef CONFIG_DRM_XE_DISPLAY
	#undef CONFIG_DRM_XE_DP_TUNNEL
	#define CONFIG_DRM_XE_DEBUG_GUC 1
	EOT
}

# make_xe ROOT RELEASE SOURCE: build xe. SOURCE is also mounted over drivers/gpu/drm/xe of the
# kernel's headers, where the compiler searches the headers of xe's tracepoints.
make_xe()
{
	make_in "$1" "$2" "$3" "/usr/src/linux-headers-${2%-amd64}-common/drivers/gpu/drm/xe" \
		CONFIG_DRM_XE_DISPLAY= CONFIG_DRM_XE_DP_TUNNEL= \
		KCFLAGS="-include /src/large.h"
}

build()
{
	local dir=$1 headers=$2 release xe=$1/drivers/gpu/drm/xe t=$SECONDS

	release=$(cat "$headers/release")
	rm -rf "$dir"
	mkdir -p "$dir"
	get_source "$release" "$dir"
	make_generated "$xe"
	configure "$xe"
	say "building the xe of $release with a large log"
	make_xe "$headers/root" "$release" "$xe" >"$dir/log" 2>&1 || {
		tail -n 20 "$dir/log" >&2
		die "xe did not build (see $dir/log)"
	}
	mkdir "$dir/xe-large"
	objcopy --strip-debug "$xe/xe.ko" "$dir/xe-large/xe.ko"
	rm -rf "$dir/drivers"
	touch "$dir/.done"
	say "built it in $((SECONDS - t)) s"
}

[ $# = 1 ] || die "usage: xe-large.sh SPEC"
headers=$("$GPU_DIR/headers.sh" "$1")
dir=$GPU_CACHE/xe-large/$(cat "$headers/release")-$RECIPE
lock xe-large
[ -e "$dir/.done" ] || build "$dir" "$headers"
echo "$dir/xe-large"
