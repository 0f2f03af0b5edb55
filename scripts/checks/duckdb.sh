#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# duckdb.sh GUCLOG -- run the SQL statements of Documentation/fleet.rst with DuckDB, on generated
# incidents of 1000 machines and on the output of "guclog triage".  DuckDB is installed with npm,
# once, into the cache.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
cache=${XDG_CACHE_HOME:-$HOME/.cache}/xe-guclog/duckdb-1.5.6-r.1
out=build/check/duckdb

scripts/setup.sh fleet
# If Node is from another source, do not install Debian's npm, because the packages conflict.
command -v npm >/dev/null || scripts/setup.sh npm
if [ ! -e "$cache/.done" ]; then
	mkdir -p "$cache"
	(cd "$cache" && npm install --silent --no-audit --no-fund --ignore-scripts \
		@duckdb/node-api@1.5.6-r.1)
	touch "$cache/.done"
fi
rm -rf "$out"
mkdir -p "$(dirname "$out")"
/usr/bin/python3 tools/testing/host/duckdb/make_fleet.py "$1" "$out"
node tools/testing/host/duckdb/fleet_test.js "$cache/node_modules" "$PWD/Documentation/fleet.rst" \
	"$PWD/$out"
