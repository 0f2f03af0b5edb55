#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# libs.sh ARCH -- unpack the libraries that guclog is linked with into the cache, for another
# architecture of Debian (s390x, i386), and print the directory.  The packages and package lists of
# the host do not change.
set -euo pipefail
CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/xe-guclog/foreign
ARCH=${1:?usage: libs.sh ARCH}
PACKAGES="zlib1g-dev liblzma-dev libzstd-dev libjson-c-dev libprotobuf-c-dev"
dir=$CACHE/$ARCH

# apt_do PROGRAM ARGUMENT...: run a program of apt for the other architecture, with the host's
# package sources and a separate directory for the rest of apt's data.
apt_do()
{
	local tool=$1
	shift

	"$tool" -q -o "Dir::Etc::sourcelist=$dir/apt/sources.list" \
		-o Dir::Etc::sourceparts=/dev/null \
		-o "Dir::State::Lists=$dir/apt/lists" -o "Dir::Cache=$dir/apt/cache" \
		-o "Dir::State::status=$dir/apt/status" -o APT::Sandbox::User=root \
		-o "APT::Architecture=$ARCH" -o "APT::Architectures=$ARCH" \
		-o Acquire::Languages=none -o Acquire::Retries=3 "$@"
}

sources()
{
	# shellcheck disable=SC2016
	apt-get indextargets --format 'deb $(REPO_URI) $(CODENAME) main' \
		"Created-By: Packages" | sort -u
}

build()
{
	local deb

	rm -rf "$dir"
	mkdir -p "$dir"/apt/{lists,cache/archives}/partial "$dir/debs" "$dir/root"
	: >"$dir/apt/status"
	sources >"$dir/apt/sources.list"
	# Do not stop if apt cannot read one of Debian's suites, because another suite may have the
	# packages.
	apt_do apt-get update || true
	# shellcheck disable=SC2086
	(cd "$dir/debs" && apt_do apt-get download $PACKAGES) || return
	for deb in "$dir"/debs/*.deb; do
		dpkg-deb -x "$deb" "$dir/root" || return
	done
	rm -r "$dir/apt" "$dir/debs"
	touch "$dir/.done"
}

mkdir -p "$CACHE"
exec 9>"$CACHE/.lock-$ARCH"
flock 9
if [ ! -e "$dir/.done" ]; then
	log=$(mktemp)
	build >"$log" 2>&1 || { tail -n 8 "$log" >&2; rm -f "$log"; exit 2; }
	rm -f "$log"
fi
echo "$dir/root"
