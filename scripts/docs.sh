#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# docs.sh -- build Documentation/ as HTML in build/docs, unless it is up to date; any
# warning is an error.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
out=build/docs

# key: print the hashes of all sources of the pages, and the versions of the programs
key()
{
	dpkg-query -W python3-sphinx furo linux-kbuild-6.1 mandoc
	{
		echo tools/guclog/guclog.1 build/docs-tables/*
		sed -n 's,^\.\. include:: \.\./,,p' Documentation/*.rst
		sed -n 's/^\.\. kernel-doc:: //p' Documentation/*.rst
		find Documentation -type f ! -path '*/__pycache__/*'
	} | LC_ALL=C sort -u | xargs sha256sum
}

scripts/setup.sh docs
mkdir -p build
exec 9>build/docs.lock
flock 9
# Generate the tables that the pages include.
mkdir -p build/docs-tables
scripts/gen-event-table.py --page build/docs-tables/guc-events.rst
scripts/gen-known-trouble.py build/docs-tables/known-trouble.rst
new=$(key | sha256sum)
if [ "$(cat $out/.key 2>/dev/null)" != "$new" ]; then
	rm -rf $out
	mkdir -p $out/.cache
	mandoc -T html -O fragment tools/guclog/guclog.1 >$out/.manual.html
	XDG_CACHE_HOME=$PWD/$out/.cache sphinx-build -q -W --keep-going -d $out/.doctrees \
		Documentation $out
	# rmdir fails if a program has stored files in the cache folder, which must stay empty.
	rmdir $out/.cache
	echo "$new" >$out/.key
fi
echo "docs: $PWD/$out/index.html"
