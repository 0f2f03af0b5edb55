#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# docs.sh [DIR] -- build Documentation/ as HTML in DIR (default: build/docs); any
# warning is an error.
set -euo pipefail
top=$(cd "$(dirname "$0")/.." && pwd)
out=$(realpath -m "${1:-$top/build/docs}")
manual=$top/build/docs/.manual.html

"$top/scripts/setup.sh" docs
mkdir -p "$out" "$top/build/docs"
mandoc -T html -O fragment "$top/tools/guclog/guclog.1" >"$manual.$$"
mv "$manual.$$" "$manual"
sphinx-build -q -W --keep-going -d "$out/.doctrees" "$top/Documentation" "$out"
echo "docs: $out/index.html"
