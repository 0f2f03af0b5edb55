#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# compat.sh -- build the module against each older form of the kernel's interfaces for which
# xgl_compat.h has a branch.
#
# There are no packages of these kernels. So this script changes the headers of 6.12: it sets the
# older kernel's version, and gives functions and macros their older declarations. If the older
# kernel lacks a function, the function is renamed in these headers.
#
# kernels      interface there               commit that changed it
# before 6.9   pm_runtime_get_if_active(     PM: runtime: Simplify pm_runtime_get_if_active()
#              dev, ign_usage_count)         usage
# before 6.10  __assign_str(dst, src)        tracing/treewide: Remove second parameter of
#                                            __assign_str()
# before 6.11  no dev_coredump_put()         devcoredump: Add dev_coredump_put()
# before 6.12  no dev_coredumpm_timeout()    devcoredump: Add dev_coredumpm_timeout()
set -euo pipefail
. "$(dirname "$(readlink -f "$0")")/lib.sh"
# shellcheck source=tools/testing/guest/lib.sh
. tools/testing/guest/lib.sh

# older FILE SED: change a copy of the kernel's header FILE with a sed script; end with an error if
# the script changes nothing
older()
{
	mkdir -p "$shadow/$(dirname "$1")"
	[ -e "$shadow/$1" ] || cp "$source/include/$1" "$shadow/$1"
	cp "$shadow/$1" "$shadow/before"
	sed -i "$2" "$shadow/$1"
	! cmp -s "$shadow/before" "$shadow/$1" || die "$1 has not changed by '$2'"
	rm "$shadow/before"
}

# headers MINOR: write the headers of 6.MINOR to the folder $shadow, which the compiler searches
# first, but only those that differ from the headers of 6.12
headers()
{
	rm -rf "$shadow"
	mkdir -p "$shadow/linux"
	sed "s/^#define LINUX_VERSION_CODE .*/#define LINUX_VERSION_CODE $((6 << 16 | $1 << 8))/" \
		"$tree/include/generated/uapi/linux/version.h" >"$shadow/linux/version.h"
	[ "$1" -ge 12 ] || older linux/devcoredump.h 's/dev_coredumpm_timeout/dev_coredumpm_newer/'
	[ "$1" -ge 11 ] || older linux/devcoredump.h 's/dev_coredump_put/dev_coredump_newer/'
	if [ "$1" -lt 10 ]; then
		# trace_events.h includes files of the folder stages by a path relative to its own
		# folder, so it must be copied as well.
		mkdir -p "$shadow/trace"
		cp -r "$source/include/trace/stages" "$source/include/trace/trace_events.h" "$shadow/trace/"
		older trace/stages/stage6_event_callback.h 's/define __assign_str(dst)/define __assign_str(dst, src)/'
	fi
	[ "$1" -ge 9 ] || older linux/pm_runtime.h \
		's/pm_runtime_get_if_active(struct device \*dev)/pm_runtime_get_if_active(struct device *dev, bool ign)/'
}

# build MINOR: build the module with the headers of 6.MINOR; fail if there is a warning
build()
{
	local log=$WORK/6.$1.log

	headers "$1"
	kmake -C "$tree" M="$PLACE" W=1 KBUILD_MODPOST_WARN=1 XGL_KUNIT=n -j2 \
		NOSTDINC_FLAGS="-nostdinc -I$shadow" modules >"$log" 2>&1 || {
		grep -E 'error|Error' "$log" | head -n 5 | sed 's/^/# /'
		return 1
	}
	! grep -iE 'warning' "$log" | grep -v 'WARNING: modpost: '
}

variant base
tree=$("$CHECKS/prepared-kernel.sh" gcc)
source=$tree/source
shadow=$WORK/shadow
dir=$WORK/src
rm -rf "$dir"
copy_sources "$dir"
settle "$dir" compat
failed=0
versions=(8 9 10 11 12)
printf 'KTAP version 1\n1..%d\n' $((${#versions[@]} + 1))
for n in "${!versions[@]}"; do
	good='ok'
	build "${versions[n]}" || { good='not ok'; failed=1; }
	echo "$good $((n + 1)) built for the interfaces of 6.${versions[n]}"
done
# Negative control: with the interfaces of 6.8, but the version of 6.12, xgl_compat.h takes the
# wrong branches, so the module must not compile.
good='not ok'
headers 8
cp "$tree/include/generated/uapi/linux/version.h" "$shadow/linux/"
kmake -C "$tree" M="$PLACE" W=1 KBUILD_MODPOST_WARN=1 XGL_KUNIT=n -k -j2 \
	NOSTDINC_FLAGS="-nostdinc -I$shadow" modules >"$WORK/control.log" 2>&1 || good=ok
[ "$good" = ok ] || failed=1
echo "$good $((${#versions[@]} + 1)) with another version the same headers do not fit"
exit $failed
