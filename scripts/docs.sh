#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# docs.sh [OUT] -- build Documentation/ as HTML; any warning is an error.
set -euo pipefail
top=$(cd "$(dirname "$0")/.." && pwd)
out=${1:-$top/build/docs}

"$top/scripts/setup.sh" docs
LINUX_SRC=$("$top/tools/testing/guest/source.sh")
export LINUX_SRC
sphinx-build -q -W --keep-going -d "$out/.doctrees" "$top/Documentation" "$out"
echo "docs: $out/index.html"
