#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# module.sh SPEC [PATCH] -- build xe_guclog and xgl_refuse for the kernel SPEC (see kernel.sh) with
# the compiler of that kernel, and print the path of xe_guclog.ko.  If PATCH is given, it is applied
# to a copy of the sources, which is then built.
#
# The build runs in a chroot, because the tools of a newer kernel need newer libraries.
set -euo pipefail
. "$(dirname "$(readlink -f "$0")")/../guest/lib.sh"
. "$(dirname "$(readlink -f "$0")")/lib.sh"

[ $# -ge 1 ] || die "usage: module.sh SPEC [PATCH]"
if [ "$1" = 6.12-san ]; then
	release=$1
else
	headers=$("$GPU_DIR/headers.sh" "$1")
	release=$(cat "$headers/release")
fi
dir=$BUILD/gpu/module/$release
[ $# = 1 ] || dir=$dir-$(basename "$2" .patch)
mkdir -p "$dir"
exec 8>"$dir/.lock"
flock 8
unset XGL_KUNIT
copy_sources "$dir/src"
[ $# = 1 ] || patch -s -d "$dir/src" -p1 <"$2" >&2 || die "$2 does not apply"
# The sanitizer kernel was built with the host's compiler, so its modules need no chroot.
if [ "$1" = 6.12-san ]; then
	variant san
	ext=$("$GPU_DIR/san-kernel.sh")/ext
	build_modules "$ext" "$dir/src" "$dir"
	# Build test modules: run.sh loads xgl_lock_class, module_controls.sh --san also xgl_faults.
	build_modules "$ext" "$dir/src/tools/testing/guest/faults" "$dir"
	build_modules "$ext" "$dir/src/tools/testing/gpu/kernel" "$dir"
	echo "$dir/xe_guclog.ko"
	exit
fi
make_in "$headers/root" "$release" "$dir/src" "" "${NO_DEBUG_INFO[@]}" >"$dir/log" 2>&1 || {
	tail -n 30 "$dir/log" >&2
	die "the module did not build for $release"
}
cat "$dir/log" >&2
put "$dir/src/drivers/xe_guclog/xe_guclog.ko" "$dir"
# Build xgl_refuse, which the scenario slot_reset loads.
make_in "$headers/root" "$release" "$dir/src/tools/testing/gpu/kernel" "" "${NO_DEBUG_INFO[@]}" \
	>>"$dir/log" 2>&1 ||
	die "xgl_refuse did not build for $release"
put "$dir/src/tools/testing/gpu/kernel/xgl_refuse.ko" "$dir"
echo "$dir/xe_guclog.ko"
