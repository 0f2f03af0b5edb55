#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# busybox.sh [DEBIAN-ARCH] -- print the path of a static busybox.
#
# A busybox for another architecture is downloaded with separate apt lists, so that the
# dpkg architectures of the machine do not change.
set -euo pipefail
. "$(dirname "$(readlink -f "$0")")/lib.sh"

fetch()
{
	local arch=$1 dir=$2 apt

	apt=(apt-get -q -o "APT::Architecture=$arch" -o "APT::Architectures=$arch"
	     -o "Dir::State=$dir" -o "Dir::State::Lists=$dir/lists"
	     -o "Dir::Cache=$dir/cache" -o APT::Sandbox::User=root)
	mkdir -p "$dir/lists/partial" "$dir/cache/archives/partial"
	# Some of the apt sources may lack the architecture; if all of them do, the download fails.
	(cd "$dir" && { "${apt[@]}" update || true; } &&
		"${apt[@]}" download "busybox-static:$arch") >"$dir/log" 2>&1 || {
		tail -5 "$dir/log" >&2
		die "cannot fetch busybox-static:$arch"
	}
	dpkg-deb --fsys-tarfile "$dir"/busybox-static_*_"$arch".deb | tar -xO ./bin/busybox
}

arch=${1:-}
if [ -z "$arch" ]; then
	readlink -f "$(type -P busybox)"
	exit
fi
bb=$CACHE/busybox/$arch
if [ ! -x "$bb" ]; then
	lock "busybox-$arch"
	say "fetching busybox for $arch"
	mkdir -p "$CACHE/busybox"
	state=$(mktemp -d "$CACHE/busybox/apt.XXXXXX")
	trap 'rm -rf "$state"' EXIT
	fetch "$arch" "$state" >"$bb.new"
	chmod +x "$bb.new"
	mv "$bb.new" "$bb"
fi
echo "$bb"
