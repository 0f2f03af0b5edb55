#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# run.sh VARIANT [OPTION...] -- boot a kernel in QEMU (the guest), load modules, run the KUnit
# suites and a scenario (a test script), and decide whether all of this passed (see verdict.sh).
# VARIANT is "stock", Debian's own kernel, or the name of a test kernel that is built from Debian's
# source.  Prints KTAP, and "N passed, N failed" as the last line.
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
# KCSAN also reports races of the core kernel; the guest must not panic because of them.
[ "$name" = kcsan ] || APPEND="panic_on_warn=1 $APPEND"

kernel=$(kernel_dir "$name")
[ ! -d "$kernel/boot-modules" ] || BOOT_MODULES=("$kernel"/boot-modules/*)
busybox=$("$QEMU_DIR/busybox.sh" "$BUSYBOX_ARCH")
say "booting $name"
guest "$kernel/image" "$kernel/config" "$busybox"
