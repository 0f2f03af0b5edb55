# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# hardware-lib.sh -- functions of the scenarios that run xe-guclog-hardware-check; to be sourced.
. "$JOB/files/live-lib.sh"

# power_state: print what xe-guclog-hardware-check must restore: power settings, dumps, its files in
# /tmp, and whether the module is loaded
power_state()
{
	cat "$PCI/power/control" "$PCI/power/autosuspend_delay_ms"
	find /sys/class/devcoredump/ -name 'devcd*'
	find /tmp -name 'xe-guclog-check*'
	lsmod | grep '^xe_guclog' | cut -d' ' -f1
}

# hardware_check NAME OPTION...: run xe-guclog-hardware-check, save the page (the report) that it
# prints as NAME.page and its archive as NAME.tar, and check that it restores the settings
hardware_check()
{
	name=$1
	shift
	chmod +x "$JOB/files/xe-guclog-hardware-check" "$JOB/files/guclog" "$JOB"/files/wrong/guclog \
		2>/dev/null || true
	power_state >"$name.before"
	status=0
	"$JOB/files/xe-guclog-hardware-check" --module "$JOB/files/xe_guclog.ko" \
		--seconds "$(setting seconds 8)" -o "$name.tar" "$@" >"$name.page" 2>"$name.log" ||
		status=$?
	echo $status >"$name.status"
	power_state >"$name.after"
	cmp "$name.before" "$name.after" || fail "$name: a setting was not restored"
}
