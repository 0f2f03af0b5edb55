#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# run.sh [GUCLOG] -- the format definitions against the corpus, and against what a
# built guclog lists. Ends with "N passed, N failed".
set -uo pipefail
guclog=${1:-}
[ -z "$guclog" ] || guclog=$(readlink -f "$guclog")
here=$(dirname "$(readlink -f "$0")")
top=$(readlink -f "$here/../../..")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export LC_ALL=C
python3 "$top/tools/testing/host/mkimage.py" --max-bytes 1500000 \
	--out "$scratch/corpus" >/dev/null || exit 2
# suite COMMAND...: counts its last line, "N passed, N failed".
suite()
{
	local rc=0 last

	"$@" >"$scratch/log" 2>&1 || rc=$?
	last=$(tail -n 1 "$scratch/log")
	if [[ $last =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
		passed=$((passed + BASH_REMATCH[1]))
		failed=$((failed + BASH_REMATCH[2]))
		[ $rc = 0 ] || [ "${BASH_REMATCH[2]}" -gt 0 ] || failed=$((failed + 1))
	else
		failed=$((failed + 1))
	fi
	[ $rc = 0 ] || tail -n 12 "$scratch/log"
}

# Node from elsewhere has an npm of its own, which Debian's would not go with.
command -v npm >/dev/null || "$top/scripts/setup.sh" npm || exit 2
"$top/scripts/setup.sh" formats || exit 2
# The compiler is an npm package; it stays in the cache.
kaitai=${XDG_CACHE_HOME:-$HOME/.cache}/xe-guclog/kaitai-0.11.0
if [ ! -e "$kaitai/.done" ]; then
	mkdir -p "$kaitai"
	(cd "$kaitai" && npm install --silent --no-audit --no-fund --ignore-scripts \
		kaitai-struct-compiler@0.11.0 kaitai-struct@0.11.0 js-yaml@5.5.0) ||
		{ echo "formats: npm install failed"; exit 2; }
	touch "$kaitai/.done"
fi

passed=0 failed=0
suite "$here/magic.py" "$scratch/corpus"
suite "$here/hexpat.py" "$scratch/corpus"
suite node "$here/kaitai.js" "$kaitai/node_modules" "$scratch/corpus" "$guclog"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
