#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# packages.sh [SUITE...] -- boot a minimal Debian of each suite (by default bookworm and trixie,
# which are Debian 12 and 13) with its own systemd and dpkg, and there install, upgrade, remove and
# purge the package of the collector while its units are enabled and running. The package "guclog",
# on which it depends, has only the command, statically linked. Prints KTAP.
set -euo pipefail
HERE=$(dirname "$(readlink -f "$0")")
TOP=$(readlink -f "$HERE/../../..")
BUILD=${XGL_BUILD:-$TOP/build}
CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/xe-guclog/packages
WORK=$BUILD/packages-booted
. "$HERE/job.sh"

# base SUITE TAR: make a minimal Debian with systemd and udev.
base()
{
	[ ! -e "$2" ] || return 0
	mkdir -p "${2%/*}"
	nice mmdebstrap --variant=minbase --include=systemd,systemd-sysv,udev "$1" "$2.new.tar"
	mv "$2.new.tar" "$2"
}

# root TAR DIR: unpack it without documents. /bin of the guest is a folder with busybox;
# systemd-udevd is a link to udevadm there.
root()
{
	rm -rf "$2"
	mkdir -p "$2"
	tar -C "$2" -xf "$1" --exclude='./dev/*' --exclude='./usr/share/doc/*' \
		--exclude='./usr/share/man/*' --exclude='./usr/share/locale/*' \
		--exclude='./var/lib/apt/*' --exclude='./var/cache/*' --exclude=./bin
	mkdir "$2/bin"
	ln -s ../usr/bin/udevadm "$2/bin/udevadm"
	: >"$2/etc/machine-id"
	install_job "$2"
}

# command_package DEB VERSION: make a package with the command guclog.
command_package()
{
	local dir=$WORK/command

	rm -rf "$dir"
	install -D "$BUILD/guclog-static/guclog" "$dir/usr/bin/guclog"
	mkdir "$dir/DEBIAN"
	cat >"$dir/DEBIAN/control" <<-EOT
	Package: guclog
	Version: $2
	Architecture: amd64
	Maintainer: nobody <nobody@localhost>
	Description: the command guclog alone
	EOT
	dpkg-deb --root-owner-group -b "$dir" "$1"
}

# newer DEB OLD VERSION: make a package with the contents of another one and a newer version.
newer()
{
	local dir=$WORK/newer

	rm -rf "$dir"
	dpkg-deb -R "$2" "$dir"
	sed -i "s/^Version: .*/Version: $3/" "$dir/DEBIAN/control"
	dpkg-deb --root-owner-group -b "$dir" "$1"
}

"$TOP/scripts/setup.sh" packages >&2
make -s -C "$TOP/tools/guclog" O="$BUILD/guclog-static" STATIC=1 WERROR=1 >&2
"$TOP/tools/testing/host/debian_packages.sh" --scripts >&2
rm -rf "$WORK/debs"
mkdir -p "$WORK/debs"
old=$(echo "$BUILD"/packages-scripts/tree/xe-guclog-collect_*.deb)
version=$(dpkg-deb -f "$old" Version)
cp "$old" "$WORK/debs/old.deb"
newer "$WORK/debs/new.deb" "$old" "$version+1" >&2
command_package "$WORK/debs/guclog.deb" "$version" >&2
status=0
[ $# -gt 0 ] || set -- bookworm trixie
for suite; do
	base "$suite" "$CACHE/booted-$suite.tar" >&2
	root "$CACHE/booted-$suite.tar" "$WORK/$suite"
	"$HERE/run.sh" stock --system "$WORK/$suite" --mem 1536 --timeout 1500 --files "$WORK/debs" \
		--script "$HERE/scenarios/packages.sh" --out "$WORK/run-$suite" || status=1
done
exit $status
