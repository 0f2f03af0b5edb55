#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# docs.sh -- build Documentation/ as HTML in build/docs; any warning is an error.
set -euo pipefail
top=$(cd "$(dirname "$0")/.." && pwd)
out=$top/build/docs

"$top/scripts/setup.sh" docs
mkdir -p "$out"
mandoc -T html -O fragment "$top/tools/guclog/guclog.1" >"$out/.manual.html"
sphinx-build -q -W --keep-going -d "$out/.doctrees" "$top/Documentation" "$out"
echo "docs: $out/index.html"
