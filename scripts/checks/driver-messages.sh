#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# driver-messages.sh GUCLOG -- check that guclog knows the errors and warnings of the drivers xe and
# i915 in Debian's kernels.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."

scripts/gen-driver-messages.py --check
exec scripts/checks/driver_messages.py "$1" \
	6.12="$(tools/testing/guest/source.sh)" \
	7.2="$(tools/testing/gpu/driver-source.sh 7.2)" \
	7.3="$(tools/testing/gpu/driver-source.sh 7.3)"
