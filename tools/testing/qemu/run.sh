#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# run.sh VARIANT [OPTION...] -- boot a test kernel, load modules, judge.
# Its last line is "N passed, N failed"; its status is the verdict.
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
[ "$GOOD_EXIT" = 0 ] || EXIT_PORT=yes
# KCSAN reports the core kernel's own races too: none of these may panic.
[ "$name" = kcsan ] || APPEND="$APPEND panic_on_warn=1"

kernel=$("$QEMU_DIR/kernel.sh" "$name")
busybox=$("$QEMU_DIR/busybox.sh" $BUSYBOX_ARCH)
say "booting $name"
guest "$kernel/image" "$kernel/config" "$busybox"
