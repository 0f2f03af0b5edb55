#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# dkms.sh install|uninstall -- "install" adds the module's source to DKMS, which builds the module
# now for the kernel KVER (default: the running kernel) and, because of AUTOINSTALL in dkms.conf,
# for every kernel that is installed later.  "uninstall" removes the source and the built modules;
# it keeps the source if DKMS could not remove the modules.
set -euo pipefail
TOP=$(dirname "$(dirname "$(readlink -f "$0")")")
KVER=${KVER:-$(uname -r)}
NAME=xe-guclog
VERSION=$(sed -n 's/^#define GUC_VERSION[[:space:]]*"\(.*\)"/\1/p' \
	"$TOP/drivers/xe_guclog/core/guc_version.h")
SOURCE=${DKMS_SOURCES:-/usr/src}/$NAME-$VERSION

die()
{
	echo "dkms: $*" >&2
	exit 2
}

known()
{
	[ -n "$(dkms status -m $NAME -v "$VERSION")" ]
}

# copy_source: copy the source of the module to /usr/src, without its tests and without the results
# of builds.
copy_source()
{
	rm -rf "$SOURCE"
	mkdir -p "$SOURCE"
	(cd "$TOP" && find Kbuild dkms.conf include drivers LICENSES README.md -type f \
		! -path 'drivers/*/tests/*' ! -name '*.o' ! -name '*.ko' ! -name '*.mod*' \
		! -name '.*' -print0 | xargs -0 cp --parents -t "$SOURCE")
}

uninstall()
{
	if known; then
		dkms remove -m $NAME -v "$VERSION" --all ||
			die "dkms remove failed; $SOURCE is kept"
	fi
	rm -rf "$SOURCE"
}

install()
{
	[ -e "/lib/modules/$KVER/build/Makefile" ] ||
		die "no headers of $KVER: install linux-headers-$KVER, or give KVER="
	uninstall
	copy_source
	dkms add -m $NAME -v "$VERSION"
	dkms install -m $NAME -v "$VERSION" -k "$KVER"
}

[ "$(id -u)" = 0 ] || die "only root can do that"
"$TOP/scripts/setup.sh" dkms
case ${1:-} in
install)	install ;;
uninstall)	uninstall ;;
*)		die "usage: dkms.sh install|uninstall" ;;
esac
