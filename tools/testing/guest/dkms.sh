#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# dkms.sh -- test "make dkms-install" and "make dkms-uninstall" with Debian's dkms and
# Debian's headers.  dkms must also build the module for a second kernel that is
# installed after "make dkms-install".  Runs in a mount namespace with its own /usr/src,
# /var/lib/dkms and /lib/modules, which are deleted afterwards.  Prints KTAP.
set -euo pipefail
HERE=$(dirname "$(readlink -f "$0")")
. "$HERE/lib.sh"
. "$QEMU_DIR/kernel-lib.sh"

# second RELEASE: print the release of Debian's newest 6.12 kernel other than RELEASE; a cloud
# kernel if there is no other
second()
{
	local have

	have=$(apt-cache pkgnames linux-headers-6.12 |
		sed -nE 's/^linux-headers-(6\.12\.[^-]*(-cloud)?-amd64)$/\1/p' |
		grep -vxF "$1" | sort -V)
	grep -v cloud <<<"$have" | tail -n 1 | grep . || tail -n 1 <<<"$have" | grep .
}

# second_headers RELEASE: unpack the headers of the kernel RELEASE, as stock-kernel.sh does, and
# print their path
second_headers()
{
	local dir=$CACHE/second/$1 list

	if [ ! -e "$dir/.done" ]; then
		mapfile -t list < <(packages_of 'linux-(headers|kbuild)-[0-9]' "linux-headers-$1")
		say "fetching ${list[*]}"
		unpack "$dir" "${list[@]}"
		relocate "$dir/tree" "$1"
		touch "$dir/.done"
	fi
	echo "$dir/tree/usr/src/linux-headers-$1"
}

# outside: fetch the kernels, then run this script again in a mount namespace.
outside()
{
	local kernel release later

	"$TOP/scripts/setup.sh" dkms >&2
	variant stock
	kernel=$(kernel_dir stock)
	release=$(basename "$(readlink -f "$kernel/ext")")
	release=$(second "${release#linux-headers-}") || die "Debian has no second 6.12"
	lock second
	later=$(second_headers "$release")
	XGL_INSIDE=$kernel XGL_LATER=$later exec unshare --mount --propagation private \
		"$HERE/dkms.sh" "$@"
}

# furnish KERNEL: mount the modules and headers that the folder KERNEL has over /lib/modules and
# /usr/src, as if this kernel were installed; set REL to its release.
furnish()
{
	local root=$SCRATCH/tree ext modules

	ext=$(readlink -f "$1/ext")
	modules=${ext%/usr/src/*}/lib/modules
	REL=$(cd "$modules" && echo *)
	mount -t tmpfs none "$SCRATCH"
	mkdir -p "$root"/{src,dkms,upper,work}
	ln -s "$ext" "$root/src/linux-headers-$REL"
	mount --bind "$root/src" /usr/src
	mount --bind "$root/dkms" /var/lib/dkms
	mkdir -p /lib/modules "$root/upper/$REL"
	mount -t overlay none -o \
		"lowerdir=$modules,upperdir=$root/upper,workdir=$root/work" /lib/modules
	ln -sfn "/usr/src/linux-headers-$REL" "/lib/modules/$REL/build"
}

# expect NAME COMMAND...: run one test case
expect()
{
	local name=$1 rc
	shift

	# Do not call the command in a condition, because that would disable set -e in the whole
	# function.
	set +e
	(
		set -e
		"$@"
	) >"$SCRATCH/log" 2>&1
	rc=$?
	set -e
	ktap_result $rc "dkms: $name"
	[ $rc = 0 ] || {
		tail -n 25 "$SCRATCH/log"
		tail -n 12 /var/lib/dkms/xe-guclog/*/build/make.log 2>/dev/null || true
	} | sed 's/^/# /'
}

# front TARGET: run a target of the Makefile in the top folder, as users do
front()
{
	make -s -C "$TOP" "$1" KVER="$REL"
}

# installed [RELEASE]: true when dkms has installed the module for this kernel
installed()
{
	local release=${1:-$REL}

	module=$(find "/lib/modules/$release/updates/dkms" -name 'xe_guclog.ko*')
	[ -n "$module" ]
	dkms status -m xe-guclog -v "$VERSION" -k "$release" | grep ': installed$'
	[ "$(modinfo -F version "$module")" = "$VERSION" ]
	modinfo -F vermagic "$module" | grep "^$release "
}

# The module must be signed with a key of dkms, which can be enrolled for Secure Boot.
signed()
{
	modinfo -F signer "$(find "/lib/modules/$REL/updates/dkms" -name 'xe_guclog.ko*')" |
		grep 'DKMS module signing key'
	[ -s /var/lib/dkms/mok.pub ]
}

# The example in contrib/ must make modprobe load the module after xe.
comes_with_xe()
{
	mkdir -p "$SCRATCH/modprobe.d"
	cp "$TOP/contrib/xe-guclog.modprobe.conf" "$SCRATCH/modprobe.d/xe-guclog.conf"
	modprobe -C "$SCRATCH/modprobe.d" -S "$REL" --show-depends xe |
		sed -n 's,.*/\(xe\|xe_guclog\)\.ko.*,\1,p' | paste -sd' ' >"$SCRATCH/order"
	cat "$SCRATCH/order"
	grep -qx 'xe xe_guclog' "$SCRATCH/order"
	# Without the example, modprobe of the module must not load xe.
	modprobe -C "$SCRATCH/none" -S "$REL" --show-depends xe_guclog >"$SCRATCH/alone"
	grep -q '/xe_guclog\.ko' "$SCRATCH/alone"
	! grep '/xe\.ko' "$SCRATCH/alone"
}

# The source that "make dkms-install" installs for dkms must have no tests and no objects.
source_is_lean()
{
	[ -e "/usr/src/xe-guclog-$VERSION/dkms.conf" ]
	! find "/usr/src/xe-guclog-$VERSION" -path '*/tests/*' -o -name '*.o' | grep .
}

again()
{
	front dkms-install
	installed
}

# later_kernel_comes: install the headers of the second kernel, as dpkg does
later_kernel_comes()
{
	LATER=$(basename "$XGL_LATER")
	LATER=${LATER#linux-headers-}
	[ "$LATER" != "$REL" ]
	mkdir -p "/lib/modules/$LATER"
	: >"/lib/modules/$LATER/modules.order"
	: >"/lib/modules/$LATER/modules.builtin"
	ln -sfn "$XGL_LATER" "/usr/src/linux-headers-$LATER"
	ln -sfn "/usr/src/linux-headers-$LATER" "/lib/modules/$LATER/build"
}

has_it()
{
	find "/lib/modules/$1/" -name 'xe_guclog.ko*' | grep .
}

# The package of a kernel's headers runs a hook of dkms, which must build the module for the second
# kernel.
autoinstalled()
{
	later_kernel_comes
	if has_it "$LATER"; then exit 1; fi
	/etc/kernel/header_postinst.d/dkms "$LATER"
	installed "$LATER"
	installed
}

# "dkms autoinstall" must build the module for the second kernel.
autoinstalled_by_hand()
{
	later_kernel_comes
	dkms remove -m xe-guclog -v "$VERSION" -k "$LATER"
	if has_it "$LATER"; then exit 1; fi
	dkms autoinstall -k "$LATER"
	installed "$LATER"
}

# Negative control: without AUTOINSTALL in dkms.conf the hook must not build the module.
not_asked()
{
	later_kernel_comes
	dkms remove -m xe-guclog -v "$VERSION" -k "$LATER"
	sed -i 's/^AUTOINSTALL=.*//' "/usr/src/xe-guclog-$VERSION/dkms.conf"
	/etc/kernel/header_postinst.d/dkms "$LATER"
	if has_it "$LATER"; then exit 1; fi
}

# skips KERNEL OPTION...: true when dkms build skips the kernel: it exits with status 77, which means
# "skipped"; an error has another status. It must name BUILD_EXCLUSIVE as the reason.
skips()
{
	local rc=0 kernel=$1
	shift

	dkms build -m xe-guclog -v "$VERSION" -k "$kernel" "$@" >"$SCRATCH/skip.log" 2>&1 || rc=$?
	cat "$SCRATCH/skip.log"
	[ "$rc" = 77 ]
	grep -q 'BUILD_EXCLUSIVE directive which does not match' "$SCRATCH/skip.log"
	if has_it "$kernel"; then exit 1; fi
}

# dkms must skip a kernel that was built without debugfs.
passed_over()
{
	local bare=$SCRATCH/bare

	mkdir "$bare"
	ln -s "$(readlink -f "/lib/modules/$REL/build")"/* "$bare/"
	sed 's/^CONFIG_DEBUG_FS=y/# CONFIG_DEBUG_FS is not set/' \
		"/lib/modules/$REL/build/.config" >"$bare/.config"
	skips 6.12.0-bare --kernelsourcedir "$bare" --force
}

# For 6.1, Debian 12's own kernel, the hook of dkms must print why there is no module, and
# must not fail.
too_old()
{
	local old=6.1.0-99-amd64

	mkdir -p "/lib/modules/$old"
	ln -sfn "$(readlink -f "/lib/modules/$REL/build")" "/usr/src/linux-headers-$old"
	ln -sfn "/usr/src/linux-headers-$old" "/lib/modules/$old/build"
	/etc/kernel/header_postinst.d/dkms "$old" >"$SCRATCH/old.log" 2>&1
	cat "$SCRATCH/old.log"
	grep -q "xe-guclog: not built for kernel $old: kernels before 6.8" "$SCRATCH/old.log"
	if grep -qi 'error\|failed' "$SCRATCH/old.log"; then exit 1; fi
	dkms autoinstall -k "$old"
	skips "$old"
}

# The pattern in dkms.conf must match the kernels from 6.8 on, and no older ones.
kernel_range()
{
	local BUILD_EXCLUSIVE_KERNEL k

	eval "$(grep '^BUILD_EXCLUSIVE_KERNEL=' "$TOP/dkms.conf")"
	for k in 6.8.0-31-generic 6.9-rc1 6.12.117+deb12-amd64 6.18.8-200.fc43 7.3.4 10.0.1; do
		[[ $k =~ $BUILD_EXCLUSIVE_KERNEL ]] || { echo "$k is skipped"; return 1; }
	done
	for k in 5.15.0-91-generic 6.1.0-56-amd64 6.7.9 6.1.99; do
		[[ ! $k =~ $BUILD_EXCLUSIVE_KERNEL ]] || { echo "$k is built for"; return 1; }
	done
}

gone()
{
	front dkms-uninstall
	[ -z "$(dkms status -m xe-guclog)" ]
	[ -z "$(find /usr/src /lib/modules -name 'xe[-_]guclog*' -print -quit)" ]
	front dkms-uninstall
}

[ -n "${XGL_INSIDE:-}" ] || outside "$@"
VERSION=$(sed -n 's/^#define GUC_VERSION[[:space:]]*"\(.*\)"/\1/p' \
	"$TOP/drivers/xe_guclog/core/guc_version.h")
SCRATCH=$(mktemp -d)
. "$TOP/tools/testing/ktap.sh"
furnish "$XGL_INSIDE"
expect "make dkms-install" front dkms-install
expect "the module is installed" installed
expect "the module is signed" signed
expect "modprobe of xe loads the module" comes_with_xe
expect "the installed source has no tests and no objects" source_is_lean
expect "a kernel without debugfs is skipped" passed_over
expect "a kernel that is too old is skipped without an error" too_old
expect "the kernels that are too old are those before 6.8" kernel_range
expect "the module is built for a kernel that is installed later" autoinstalled
expect "dkms autoinstall -k" autoinstalled_by_hand
expect "the module is not built without AUTOINSTALL in dkms.conf" not_asked
expect "make dkms-install again" again
expect "make dkms-uninstall" gone
umount -l "$SCRATCH"
rmdir "$SCRATCH"
ktap_end
