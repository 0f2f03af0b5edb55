#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# clients.sh mesa|neo|vkmark -- unpack Mesa's Vulkan and GL drivers (mesa), Intel's compute-runtime
# (neo), or a Vulkan benchmark and Mesa's Vulkan driver (vkmark) from Debian's suites into the cache.
# Prints a directory: NAME/bin has programs, NAME/lib the drivers, all libraries and the dynamic
# linker, NAME/share data (NAME is the argument).  The host's packages are not changed.
set -euo pipefail
. "$(dirname "$(readlink -f "$0")")/../guest/lib.sh"
. "$(dirname "$(readlink -f "$0")")/lib.sh"
SUITE=sid

[ $# = 1 ] || die "usage: clients.sh mesa|neo|vkmark"
NAME=$1
case $NAME in
mesa)	PACKAGES="mesa-vulkan-drivers vulkan-tools libegl-mesa0 libegl1 libgles2 libgl1-mesa-dri"
	PROGRAMS="vulkaninfo"
	LIBRARIES="libvulkan_intel.so libEGL_mesa.so.0 libEGL.so.1 libGLESv2.so.2 libvulkan.so.1
		   dri/libdril_dri.so gbm/dri_gbm.so" ;;
neo)	PACKAGES="intel-opencl-icd clinfo ocl-icd-libopencl1 libze1 libze-intel-gpu1"
	PROGRAMS="clinfo"
	LIBRARIES="libOpenCL.so.1 libze_loader.so.1 libze_intel_gpu.so.1" ;;
# Intel's Vulkan driver needs neither LLVM nor the GL drivers.
vkmark)	PACKAGES="mesa-vulkan-drivers vkmark"
	LEAVE_OUT="libllvm.*|libz3-.*|mesa-libgallium"
	PROGRAMS="vkmark"
	LIBRARIES="libvulkan_intel.so libvulkan.so.1 vkmark/headless.so" ;;
*)	die "no clients '$NAME'" ;;
esac

# versions: print a hash of the packages' versions, or nothing if the suite lacks a package
versions()
{
	local all

	# shellcheck disable=SC2086
	all=$(versions_in $SUITE $PACKAGES)
	[ -z "$all" ] || sha256sum <<<"$all" | cut -c1-16
}

build()
{
	local dir=$1 lib=$1/tree/usr/lib/x86_64-linux-gnu p files=()

	rm -rf "$dir"
	mkdir -p "$dir/$NAME"/{bin,lib}
	# shellcheck disable=SC2086
	unpack "$dir" $SUITE $PACKAGES
	for p in $PROGRAMS; do
		cp "$dir/tree/usr/bin/$p" "$dir/$NAME/bin/"
	done
	for p in $LIBRARIES; do
		[ ! -e "$lib/$p" ] || files+=("$(readlink -f "$lib/$p")")
		[ ! -e "$lib/$p" ] || cp -L "$lib/$p" "$dir/$NAME/lib/"
	done
	# Copy Intel's compilers and the OpenCL driver (ICD) by name, because no program is linked
	# with them: they are loaded at run time.
	for p in "$lib"/intel-opencl/*.so "$lib"/libig*.so.{?,??} "$lib"/libopencl-clang*.so.*; do
		[ -f "$p" ] || continue
		cp -L "$p" "$dir/$NAME/lib/"
		files+=("$p")
	done
	copy_libraries "$dir/tree" "$dir/$NAME/lib" "$dir/$NAME"/bin/* "${files[@]}"
	[ ! -d "$dir/tree/usr/share/$NAME" ] || cp -r "$dir/tree/usr/share/$NAME" "$dir/$NAME/share"
	touch "$dir/.done"
}

provide "$NAME" $SUITE "$PACKAGES" versions
