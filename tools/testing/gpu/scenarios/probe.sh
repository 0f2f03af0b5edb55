# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# probe.sh -- xe binds, and its debugfs and sysfs match the profile.
# shellcheck disable=SC1091
. "$JOB/files/lib.sh"

bound || fail "xe did not bind"
find "$(dri)/" | sort >listing
for gt in $(gts); do
	n=${gt##*/}
	for f in topology hwconfig uc/guc_info uc/guc_log uc/guc_log_lfd; do
		[ ! -e "$gt/$f" ] || cat "$gt/$f" >"$n-${f##*/}"
	done
	expect_topology "$gt" "$n"
	expect_hwconfig "$gt" "$n"
done
cp "$(dri)/info" info
expect_info
expect_clocks
order stats >gpu-stats
order state >gpu-state
order image gt0.image >/dev/null
