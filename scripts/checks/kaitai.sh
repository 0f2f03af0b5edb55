#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# kaitai.sh GUCLOG CORPUS -- parse the files in CORPUS, a folder that tools/testing/host/mkimage.py
# has written, with the definitions for Kaitai Struct in tools/formats.  The compiler of these
# definitions is an npm package, which is kept in the cache.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
cache=${XDG_CACHE_HOME:-$HOME/.cache}/xe-guclog/kaitai-0.11.0

# If Node is from another source, do not install Debian's npm, because the packages conflict.
command -v npm >/dev/null || scripts/setup.sh npm
if [ ! -e "$cache/.done" ]; then
	mkdir -p "$cache"
	(cd "$cache" && npm install --silent --no-audit --no-fund --ignore-scripts \
		kaitai-struct-compiler@0.11.0 kaitai-struct@0.11.0 js-yaml@5.5.0)
	touch "$cache/.done"
fi
node tools/formats/kaitai_test.js "$cache/node_modules" "$2" "$1"
