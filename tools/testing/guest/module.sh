#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# module.sh VARIANT [SUBDIR] -- build the modules of a source directory (the
# project's own by default) for a kernel; *.ko go to build/VARIANT/.
#
# Builds in a copy, so that the checkout stays clean and variants do not mix.
set -euo pipefail
. "$(dirname "$(readlink -f "$0")")/lib.sh"

[ $# -gt 0 ] || die "usage: module.sh VARIANT [SUBDIR]"
variant "$1"
kernel=$(kernel_dir "$1")
mkdir -p "$BUILD/$1"
exec 8>"$BUILD/$1/.lock"
flock 8
copy_sources "$BUILD/$1/src"
build_modules "$kernel/ext" "$BUILD/$1/src${2:+/$2}" "$BUILD/$1"
