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
LINKER=ld-linux-x86-64.so.2

version()
{
	apt_do apt-cache madison $PACKAGE 2>/dev/null |
		awk -F' *[|] *' -v s="$SUITE/main" '$3 ~ s { print $2; exit }'
}

# libraries ROOT TEST...: the paths of those that the tests need
libraries()
{
	local lib=$1/usr/lib/x86_64-linux-gnu test
	shift

	echo "$lib/$LINKER"
	for test; do
		"$lib/$LINKER" --library-path "$lib" --list "$test"
	done | awk '$3 ~ /^\// { print $3 }' | sort -u
}

build()
{
	local dir=$1 deb tests lib

	rm -rf "$dir"
	mkdir -p "$dir"/{cache/archives/partial,root,igt-tests,igt-lib}
	apt_do apt-get -y --no-install-recommends -t $SUITE --download-only \
		-o "Dir::Cache=$dir/cache" install $PACKAGE >"$dir/log" 2>&1 || {
		tail -n 5 "$dir/log" >&2
		die "cannot download $PACKAGE of $SUITE"
	}
	for deb in "$dir"/cache/archives/*.deb; do
		dpkg-deb -x "$deb" "$dir/root"
	done
	mapfile -t tests < <(find "$dir/root/usr/libexec/igt-gpu-tools" -maxdepth 1 -type f -name 'xe_*')
	[ ${#tests[@]} -gt 0 ] || die "$PACKAGE has no tests of xe"
	cp "${tests[@]}" "$dir/igt-tests/"
	libraries "$dir/root" "${tests[@]}" | while read -r lib; do
		cp -L "$lib" "$dir/igt-lib/"
	done
	rm -rf "$dir/cache" "$dir/root"
	touch "$dir/.done"
}

lock gpu-apt
apt_lists
known igt && exit
v=$(version)
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
