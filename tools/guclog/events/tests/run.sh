#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# run.sh GUCLOG [CASE...] -- hold export, diff, decode --follow and asic of a built
# guclog against what Python computes. A trace is decoded by protoc (package
# protobuf-compiler). The last line is "N passed, N failed".
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")

if [ ! -x "${1:-}" ]; then
	echo "usage: run.sh GUCLOG [CASE...]" >&2
	exit 2
fi
exec python3 -B "$here/run.py" "$@"
