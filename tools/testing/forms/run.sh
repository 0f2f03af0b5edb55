#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# run.sh GUCLOG [PART...] -- hold a built guclog against a log in every form,
# whole and broken. The last line is "N passed, N failed".
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")

if [ ! -x "${1:-}" ]; then
	echo "usage: run.sh GUCLOG [PART...]" >&2
	exit 2
fi
exec python3 -B "$here/run.py" "$@"
