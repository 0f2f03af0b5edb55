# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# probe.sh -- check that xe binds, and that its files in debugfs and sysfs match the profile, the
# description of the emulated GPU (gpu/profiles).
. "$JOB/files/lib.sh"
. "$JOB/files/found.sh"

bound || fail "xe did not bind"
find "$(dri)/" | sort >listing
for gt in $(gts); do
	n=${gt##*/}
	for f in topology hwconfig uc/guc_info uc/guc_log uc/guc_log_lfd; do
		[ ! -e "$gt/$f" ] || cat "$gt/$f" >"$n-${f##*/}"
	done
done
found_all "$(dri)"
grep ' engines ' info || true
dmesg | sed -n 's/.*\(GuC firmware.*\)/\1/p' | head -n 2
order state | sed 's/^ok/log of GT 0:/'
order stats >gpu-stats
order state >gpu-state
order image gt0.image >/dev/null
