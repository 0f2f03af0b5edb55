#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# hardware-check.sh [OPTION...] -- build guclog and xe-guclog-hardware-check, and, unless xe_guclog
# is loaded or installed, the module for the running kernel.  Then run xe-guclog-hardware-check as
# root, with the OPTIONs.
set -euo pipefail
cd "$(dirname "$(dirname "$(readlink -f "$0")")")"

# Fail before the build, which takes minutes, if there is no GPU to test.
if ! compgen -G '/sys/bus/pci/drivers/xe/*:*:*.*' >/dev/null; then
	echo "hardware-check: there is no GPU that xe drives" >&2
	exit 2
fi
make -s guclog
make -s -C tools/hardware-check O="$PWD/build/hardware-check"
module=() root=()
if [ ! -d /sys/module/xe_guclog ] && ! modinfo xe_guclog >/dev/null 2>&1; then
	scripts/modules.sh "/lib/modules/$(uname -r)/build"
	module=(--module "$PWD/build/module/xe_guclog.ko")
fi
[ "$(id -u)" = 0 ] || root=(sudo)
exec "${root[@]}" "$PWD/build/hardware-check/xe-guclog-hardware-check" "${module[@]}" "$@"
