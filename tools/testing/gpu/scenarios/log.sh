# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# log.sh -- the log in all its states; log.check compares every byte.
# shellcheck disable=SC1091
. "$JOB/files/lib.sh"
bound || fail "xe did not bind"

# take NAME: the buffer as the device sees it and as xe reads it, beside the
# device's account of it.
take()
{
	for gt in $(gts); do
		n=${gt##*gt}
		[ -e "$gt/uc/guc_log" ] || continue
		order state "$n" >"$1.gt$n.state"
		order image "$1.gt$n" "$n" >/dev/null
		cat "$gt/uc/guc_log" >"$1.gt$n.text"
		[ ! -e "$gt/uc/guc_log_lfd" ] || cat "$gt/uc/guc_log_lfd" >"$1.gt$n.lfd"
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
	take lic-$form
done
order field event write_ptr 0xfffffff0 >/dev/null
take field
