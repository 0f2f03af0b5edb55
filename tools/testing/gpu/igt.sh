#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# igt.sh -- unpack Intel's test suite IGT from Debian's suites into the cache, and print the
# directory: igt-tests/ has the tests of xe, igt-lib/ all libraries that they need and the dynamic
# linker.  The host's packages are not changed.
set -euo pipefail
. "$(dirname "$(readlink -f "$0")")/../guest/lib.sh"
. "$(dirname "$(readlink -f "$0")")/lib.sh"
PACKAGE=igt-gpu-tools-tests
SUITE=sid

build()
{
	local dir=$1 tests

	rm -rf "$dir"
	mkdir -p "$dir"/{igt-tests,igt-lib}
	unpack "$dir" $SUITE $PACKAGE
	mapfile -t tests < <(find "$dir/tree/usr/libexec/igt-gpu-tools" -maxdepth 1 -type f -name 'xe_*')
	[ ${#tests[@]} -gt 0 ] || die "$PACKAGE has no tests of xe"
	cp "${tests[@]}" "$dir/igt-tests/"
	copy_libraries "$dir/tree" "$dir/igt-lib" "${tests[@]}"
	rm -rf "$dir/tree"
	touch "$dir/.done"
}

provide igt $SUITE $PACKAGE version_in $SUITE $PACKAGE
