# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# probe.sh -- xe binds, and its debugfs tells what the profile says.
# shellcheck disable=SC1091
. "$JOB/files/lib.sh"

bound || fail "xe did not bind"
find "$(dri)/" | sort >listing
cp "$(dri)/info" info 2>/dev/null || true
for gt in $(gts); do
	n=${gt##*/}
	for f in topology hwconfig uc/guc_info uc/guc_log uc/guc_log_lfd; do
		[ ! -e "$gt/$f" ] || cat "$gt/$f" >"$n-${f##*/}"
	done
done
order stats >stats
order state >state
order image gt0.image >/dev/null
