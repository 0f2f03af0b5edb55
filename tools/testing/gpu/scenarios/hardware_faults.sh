# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# hardware_faults.sh -- run xe-guclog-hardware-check with a module that has a fault on purpose
# (negative/hardware-faults.patch), or with a guclog that has an error in its dictionary of event
# names.  In the report, only the line for the property that the fault breaks may begin with "does
# not hold".
#@ module yes
#@ patch hardware-faults
#@ hardware wrong
#@ timeout 1800
#@ mem 1536
. "$JOB/files/hardware-lib.sh"

# wrong_rows NAME: print the properties that do not hold according to NAME.page
wrong_rows()
{
	sed -n 's/^does not hold  \(.\{14\}\).*/\1/p' "$1.page" | sed 's/ *$//'
}

# expect_fault NAME PLANTED ROW OPTION...: enable the module's fault number PLANTED (see
# negative/hardware-faults.patch), run xe-guclog-hardware-check, and check that ROW is the only
# property that does not hold; ROW is empty if all properties must hold
expect_fault()
{
	name=$1 row=$3
	echo "$2" >/sys/module/xe_guclog/parameters/planted
	shift 3
	hardware_check "$name" --no-archive "$@"
	[ "$(wrong_rows "$name")" = "$row" ] || {
		cat "$name.log" "$name.page"
		fail "$name: '$(wrong_rows "$name")' does not hold, and not '$row'"
	}
	want=0
	[ -z "$row" ] || want=1
	[ "$(cat "$name.status")" = $want ] || fail "$name: exit status $(cat "$name.status")"
	grep -A 1 "^does not hold" "$name.page" || echo "no fault: all holds"
}

bound || fail "xe did not bind"
load_ours
eventually shown_live || fail "the GPU is not shown"
expect_fault none 0 ''
expect_fault raw 1 'raw log'
[ -z "$(find "$(dri)/" -name guc_log_lfd)" ] || expect_fault exporter 2 'LFD exporter'
expect_fault asic 3 'ASIC info'
expect_fault wake 4 sleep
expect_fault lost 5 stream
expect_fault anchor 6 anchor
expect_fault dictionary 0 dictionary --guclog "$JOB/files/wrong/guclog"
