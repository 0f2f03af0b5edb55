#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# run.sh [--autoinstall] -- "make dkms-install" and "make dkms-uninstall" with
# Debian's dkms against Debian's headers, in a mount namespace of their own where
# /usr/src, /var/lib/dkms and /lib/modules are thrown away afterwards.
# --autoinstall: the module is also built as if the kernel came later.  Ends with
# "N passed, N failed".
set -euo pipefail
HERE=$(dirname "$(readlink -f "$0")")
. "$HERE/../qemu/lib.sh"

# outside: fetch what is needed, then go in.
outside()
{
	local kernel

	"$TOP/scripts/setup.sh" dkms >&2
	variant stock
	kernel=$(kernel_dir stock)
	XGL_INSIDE=$kernel exec unshare --mount --propagation private "$HERE/run.sh" "$@"
}

# furnish KERNEL: what an installed kernel and its headers look like.
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

expect()
{
	local name=$1 rc
	shift

	# Not in a condition: set -e would be off in all of it.
	set +e
	(
		set -e
		"$@"
	) >"$SCRATCH/log" 2>&1
	rc=$?
	set -e
	if [ $rc = 0 ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAIL $name"
		tail -n 25 "$SCRATCH/log" | sed 's/^/     /'
		tail -n 12 /var/lib/dkms/xe-guclog/*/build/make.log 2>/dev/null || true
	fi
}

# front TARGET: as a user has it done
front()
{
	make -s -C "$TOP" "$1" KVER="$REL"
}

installed()
{
	module=$(find "/lib/modules/$REL/updates/dkms" -name 'xe_guclog.ko*')
	[ -n "$module" ]
	dkms status -m xe-guclog -v "$VERSION" -k "$REL" | grep ': installed$'
	[ "$(modinfo -F version "$module")" = "$VERSION" ]
	modinfo -F vermagic "$module" | grep "^$REL "
}

# With a key of its own, which Secure Boot wants to have enrolled.
signed()
{
	modinfo -F signer "$(find "/lib/modules/$REL/updates/dkms" -name 'xe_guclog.ko*')" |
		grep 'DKMS module signing key'
	[ -s /var/lib/dkms/mok.pub ]
}

# The example in contrib/: whoever loads xe loads it, and behind xe.
comes_with_xe()
{
	mkdir -p "$SCRATCH/modprobe.d"
	cp "$TOP/contrib/xe-guclog.modprobe.conf" "$SCRATCH/modprobe.d/xe-guclog.conf"
	modprobe -C "$SCRATCH/modprobe.d" -S "$REL" --show-depends xe |
		sed -n 's,.*/\(xe\|xe_guclog\)\.ko.*,\1,p' | paste -sd' ' >"$SCRATCH/order"
	cat "$SCRATCH/order"
	grep -qx 'xe xe_guclog' "$SCRATCH/order"
	# and it does not drag xe in
	modprobe -C "$SCRATCH/none" -S "$REL" --show-depends xe_guclog >"$SCRATCH/alone"
	grep -q '/xe_guclog\.ko' "$SCRATCH/alone"
	! grep '/xe\.ko' "$SCRATCH/alone"
}

# Nothing but what dkms needs is in its source.
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

# As when a kernel is installed later: its hook calls this.
autoinstall()
{
	dkms remove -m xe-guclog -v "$VERSION" -k "$REL"
	dkms add -m xe-guclog -v "$VERSION" || true
	dkms autoinstall -k "$REL"
	installed
}

# A kernel without debugfs is passed over, and that is no error.
passed_over()
{
	local bare=$SCRATCH/bare

	mkdir "$bare"
	ln -s "$(readlink -f "/lib/modules/$REL/build")"/* "$bare/"
	sed 's/^CONFIG_DEBUG_FS=y/# CONFIG_DEBUG_FS is not set/' \
		"/lib/modules/$REL/build/.config" >"$bare/.config"
	dkms build -m xe-guclog -v "$VERSION" -k 6.12.0-bare --kernelsourcedir "$bare" \
		--force >"$SCRATCH/bare.log" 2>&1 || true
	grep -q BUILD_EXCLUSIVE "$SCRATCH/bare.log"
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
passed=0 failed=0
furnish "$XGL_INSIDE"
expect "make dkms-install" front dkms-install
expect "the module is installed" installed
expect "it is signed" signed
expect "it comes with xe" comes_with_xe
expect "the source is lean" source_is_lean
expect "kernels that cannot use it are passed over" passed_over
if [ "${1:-}" = --autoinstall ]; then
	expect "a kernel that comes later" autoinstall
	expect "make dkms-install again" again
fi
expect "make dkms-uninstall" gone
umount -l "$SCRATCH"
rmdir "$SCRATCH"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
