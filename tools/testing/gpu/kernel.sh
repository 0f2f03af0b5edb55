#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# kernel.sh SPEC | --list -- do the same as gpu/kernel.sh, which unpacks a Debian kernel into the
# cache, with the modules that xe_guclog needs.  san-kernel.sh builds the kernel 6.12-san.
set -euo pipefail
. "$(dirname "$(readlink -f "$0")")/../guest/lib.sh"

[ "${1:-}" != 6.12-san ] || exec "$TOP/tools/testing/gpu/san-kernel.sh"
MORE_MODULES=configfs exec "$TOP/gpu/kernel.sh" "$@"
