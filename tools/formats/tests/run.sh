#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# run.sh -- the format definitions against the corpus. Ends with "N passed, N
# failed".
set -uo pipefail
here=$(dirname "$(readlink -f "$0")")
top=$(readlink -f "$here/../../..")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export LC_ALL=C
python3 "$top/tools/testing/data/mkimage.py" --max-bytes 1500000 \
	--out "$scratch/corpus" >/dev/null || exit 2
"$here/magic.py" "$scratch/corpus"
