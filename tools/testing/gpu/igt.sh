#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# igt.sh -- unpack Intel's test suite IGT from Debian's suites into the cache, and print the
# directory: igt-tests/ has its tests of xe, igt-lib/ the libraries that they need, the dynamic
# linker included.  The host's packages are not changed.
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
	mapfile -t tests < <(find "$dir/root/usr/libexec/igt-gpu-tools" -maxdepth 1 -type f -name 'xe_*')
	[ ${#tests[@]} -gt 0 ] || die "$PACKAGE has no tests of xe"
	cp "${tests[@]}" "$dir/igt-tests/"
	copy_libraries "$dir/root" "$dir/igt-lib" "${tests[@]}"
	rm -rf "$dir/root"
	touch "$dir/.done"
}

lock gpu-apt
apt_lists
known igt && exit
v=$(version_in $SUITE $PACKAGE)
# Without package lists, use the newest one that was unpacked before.
[ -n "$v" ] || v=$(find "$GPU_CACHE/igt" -mindepth 2 -maxdepth 2 -name .done \
	-printf '%T@ %h\n' 2>/dev/null | sort -rn | sed -n '1s,.*/,,p')
[ -n "$v" ] || die "no $PACKAGE in $SUITE, and none in the cache"
dir=$GPU_CACHE/igt/$v
if [ ! -e "$dir/.done" ]; then
	say "unpacking IGT $v"
	build "$dir"
fi
remember "$dir" igt
echo "$dir"
