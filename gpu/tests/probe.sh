#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# probe.sh [PROFILE [KERNEL]] -- boot a kernel on the emulated GPU, and check that xe binds and finds
# what the profile lists (default: tgl, 6.12).
set -euo pipefail
GPU=$(dirname "$(readlink -f "$0")")/..
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree/probe"
cp "$GPU/profiles/${1:-tgl}.gpu" "$tree/probe/profile"
cp "$GPU/tests/found.sh" "$tree/probe/"
# SC2016: the guest's shell expands the variables.
# shellcheck disable=SC2016
"$GPU/boot" -p "${1:-tgl}" -k "${2:-6.12}" -i "$tree" -t 600 -c '
	set -eu
	cd /tmp
	PROFILE=/probe/profile PCI=/sys/bus/pci/devices/0000:00:02.0
	fail()
	{
		echo "FAIL: $*"
		exit 1
	}
	. /probe/found.sh
	[ -L /sys/bus/pci/drivers/xe/0000:00:02.0 ] || fail "xe did not bind"
	found_all "$(find /sys/kernel/debug/dri -maxdepth 1 -name "[0-9]*" | sort | head -n 1)"'
