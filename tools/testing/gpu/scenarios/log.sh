# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# log.sh -- the log in all its states; log.check compares every byte.
# shellcheck disable=SC1091
. "$JOB/files/lib.sh"
bound || fail "xe did not bind"
stay_awake

# take NAME [hostile]: the buffer as the device sees it and as xe reads it,
# beside the device's account of it.  What is hostile is not shown to 7.3's own
# exporter: an unknown key makes it warn (D6), and a pointer beyond the region
# makes it copy over the kernel's memory (D8).
take()
{
	for gt in $(gts); do
		n=${gt##*gt}
		[ -e "$gt/uc/guc_log" ] || continue
		order state "$n" >"$1.gt$n.state"
		order image "$1.gt$n" "$n" >/dev/null
		cat "$gt/uc/guc_log" >"$1.gt$n.text"
		[ ! -e "$gt/uc/guc_log_lfd" ] || [ "${2:-}" = hostile ] ||
			cat "$gt/uc/guc_log_lfd" >"$1.gt$n.lfd"
	done
}

take boot
order events 1234 >/dev/null
take more
order capture 4024 >/dev/null
order crash >/dev/null
take crash
order wrap >/dev/null
order events 148 >/dev/null
take wrapped
order torn on >/dev/null
order wrap >/dev/null
take torn
order torn off >/dev/null
for form in missing minor major unknown long good; do
	order lic $form >/dev/null
	take lic-$form hostile
done
order field event write_ptr 0xfffffff0 >/dev/null
take field hostile
