#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# docs.sh -- build Documentation/ as HTML in build/docs, unless build/docs is up to date.  A warning
# of Sphinx is an error.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
out=build/docs

# key: print the hashes of all files that the pages are made from, and the versions of the programs
# that make the pages
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
scripts/gen-model.py build/docs-tables/dump-lines.rst
new=$(key | sha256sum)
if [ "$(cat $out/.key 2>/dev/null)" != "$new" ]; then
	rm -rf $out
	mkdir -p $out/.cache
	mandoc -T html -O fragment tools/guclog/guclog.1 >$out/.manual.html
	XDG_CACHE_HOME=$PWD/$out/.cache sphinx-build -q -W --keep-going -d $out/.doctrees \
		Documentation $out
	# The cache folder must be empty: if sphinx-build has stored files there, rmdir fails, and
	# with it this script.
	rmdir $out/.cache
	echo "$new" >$out/.key
fi
echo "docs: $PWD/$out/index.html"
