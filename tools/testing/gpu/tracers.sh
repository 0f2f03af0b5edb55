#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tracers.sh -- unpack trace-cmd, bpftrace and Perfetto from Debian's suites into the cache, and
# print the directory: tracers/bin has the programs, tracers/lib the libraries that they need,
# the dynamic linker included.  The host's packages are not changed.
set -euo pipefail
. "$(dirname "$(readlink -f "$0")")/../guest/lib.sh"
. "$(dirname "$(readlink -f "$0")")/lib.sh"
PACKAGES="trace-cmd bpftrace perfetto"
SUITE=sid
PROGRAMS="bin/trace-cmd bin/bpftrace bin/perfetto sbin/traced sbin/traced_probes"

build()
{
	local dir=$1 p

	rm -rf "$dir"
	mkdir -p "$dir"/tracers/{bin,lib}
	# shellcheck disable=SC2086
	unpack "$dir" $SUITE $PACKAGES
	for p in $PROGRAMS; do
		cp "$dir/root/usr/$p" "$dir/tracers/bin/"
	done
	copy_libraries "$dir/root" "$dir/tracers/lib" "$dir"/tracers/bin/*
	rm -rf "$dir/root"
	touch "$dir/.done"
}

# versions: those of the packages, with dashes between them
versions()
{
	local p v

	for p in $PACKAGES; do
		v=$(version_in $SUITE "$p")
		[ -n "$v" ] || return 0
		echo "$p-$v"
	done | paste -sd-
}

lock gpu-apt
apt_lists
known tracers && exit
v=$(versions)
# Without package lists, use the newest ones that were unpacked before.
[ -n "$v" ] || v=$(find "$GPU_CACHE/tracers" -mindepth 2 -maxdepth 2 -name .done \
	-printf '%T@ %h\n' 2>/dev/null | sort -rn | sed -n '1s,.*/,,p')
[ -n "$v" ] || die "not all of $PACKAGES in $SUITE, and none in the cache"
dir=$GPU_CACHE/tracers/$v
if [ ! -e "$dir/.done" ]; then
	say "unpacking $v"
	build "$dir"
fi
remember "$dir" tracers
echo "$dir"
