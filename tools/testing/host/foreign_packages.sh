#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# foreign_packages.sh -- test the packages for other distributions on Debian.  Build the source
# tarball, RPMs with rpmbuild from the spec file, and packages of Arch with makepkg from the
# PKGBUILD.  The tools do not check dependencies here, because the packages that are needed have
# other names on Debian.  Then check that the packages contain the same important files as those for
# Debian.  Prints KTAP.
# shellcheck disable=SC2317	# functions are called through ktap_case()
set -uo pipefail
here=$(dirname "$(readlink -f "$0")")
TOP=$(readlink -f "$here/../../..")
. "$TOP/tools/testing/ktap.sh"
work=$TOP/build/check/foreign
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES

# rpms: build the RPMs.  Debian's rpm does not have the macros for systemd, so they are defined here
# as in Fedora; those for the scripts of the packages are empty.
rpms()
{
	mkdir -p "$work/rpm/SOURCES"
	cp "$work"/*.tar.xz "$work/rpm/SOURCES/"
	nice rpmbuild --quiet -ba --nodeps --define "_topdir $work/rpm" \
		--define "_unitdir /usr/lib/systemd/system" \
		--define "_udevrulesdir /usr/lib/udev/rules.d" \
		--define "_tmpfilesdir /usr/lib/tmpfiles.d" --define "_usrsrc /usr/src" \
		--define "systemd_post :" --define "systemd_preun :" --define "systemd_postun :" \
		"$TOP/contrib/packaging/xe-guclog.spec"
}

# arch: build the packages of the PKGBUILD.  makepkg refuses to run as root, so root runs it as
# another user.
arch()
{
	local user=() dir

	dir=$(mktemp -d)
	cp "$work"/*.tar.xz "$TOP"/contrib/packaging/{PKGBUILD,xe-guclog.install} "$dir"
	if [ "$(id -u)" = 0 ]; then
		chown -R 65534:65534 "$dir"
		user=(setpriv --reuid=65534 --regid=65534 --clear-groups)
	fi
	(cd "$dir" && PACMAN=true HOME=$dir CCACHE_DISABLE=1 PKGEXT=.pkg.tar.zst \
		nice "${user[@]}" makepkg --nodeps --noprogressbar)
	mkdir -p "$work/arch" && cp "$dir"/*.pkg.* "$work/arch/" && rm -rf "$dir"
}

# list: write the paths of the files in the RPMs to rpm.list, and those of the files in the packages
# of Arch to arch.list.
list()
{
	local f

	for f in "$work"/rpm/RPMS/*/*.rpm; do
		rpm -qlp "$f" || return
	done >"$work/rpm.list"
	for f in "$work"/arch/*.pkg.*; do
		bsdtar -tf "$f" | sed 's,^,/,' || return
	done >"$work/arch.list"
}

# has LIST: check that a list of paths has the important files, and no test of the module
has()
{
	local list=$1 name

	for name in bin/guclog bin/xe-guclog-hardware-check man1/guclog.1 man3/guclog_open.3 \
		libguclog.so.1 include/guclog.h completions/guclog formats/guclog.magic \
		system/xe-guclog-watch.service rules.d/60-xe-guclog-collect.rules \
		tmpfiles.d/xe-guclog.conf /etc/default/xe-guclog /dkms.conf; do
		grep -qE "${name//./\\.}(\.gz)?$" "$list" || { echo "no $name"; return 1; }
	done
	! grep 'xe_guclog/tests' "$list"
}

"$TOP/scripts/setup.sh" tool rpm || exit 2
rm -rf "$work"
mkdir -p "$work"
ktap_case "foreign: tarball" "$TOP/scripts/dist.sh" "$work"
ktap_case "foreign: rpmbuild" rpms
ktap_case "foreign: makepkg" arch
ktap_case "foreign: lists of files" list
ktap_case "foreign: RPMs have what Debian's packages have" has "$work/rpm.list"
ktap_case "foreign: packages of Arch have what Debian's have" has "$work/arch.list"
ktap_end
