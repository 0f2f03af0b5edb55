#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# run.sh VARIANT [OPTION...] -- boot a kernel, load modules, and decide whether the run
# passed (see verdict.sh).  "stock" is Debian's own kernel, the others are test kernels
# of Debian's source.  Prints KTAP, and "N passed, N failed" as the last line.
# shellcheck disable=SC2034
set -euo pipefail
. "$(dirname "$(readlink -f "$0")")/lib.sh"
. "$QEMU_DIR/guest.sh"
. "$QEMU_DIR/verdict.sh"

[ $# -gt 0 ] || { echo "usage: run.sh VARIANT [OPTION...]"; guest_usage; exit 2; }
name=$1
shift
variant "$name"
guest_defaults
while [ $# -gt 0 ]; do
	guest_option "$@"
	shift "$TAKEN"
done
OUT=${OUT:-$BUILD/$name/run}
case $GOOD_EXIT in
3*) EXIT_PORT=yes ;;
esac
# KCSAN also reports races of the core kernel, which must not panic.
[ "$name" = kcsan ] || APPEND="panic_on_warn=1 $APPEND"

kernel=$(kernel_dir "$name")
[ ! -d "$kernel/boot-modules" ] || BOOT_MODULES=("$kernel"/boot-modules/*)
busybox=$("$QEMU_DIR/busybox.sh" "$BUSYBOX_ARCH")
say "booting $name"
guest "$kernel/image" "$kernel/config" "$busybox"
