#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tracers.sh -- unpack trace-cmd, bpftrace and Perfetto from Debian's suites into the cache, and
# print the directory: tracers/bin has the programs, tracers/lib all libraries that they need and
# the dynamic linker.  The host's packages are not changed.
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
		cp "$dir/tree/usr/$p" "$dir/tracers/bin/"
	done
	copy_libraries "$dir/tree" "$dir/tracers/lib" "$dir"/tracers/bin/*
	rm -rf "$dir/tree"
	touch "$dir/.done"
}

# shellcheck disable=SC2086
provide tracers $SUITE "$PACKAGES" versions_in $SUITE $PACKAGES
