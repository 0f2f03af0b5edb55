# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# exporter.sh -- save xe's guc_log_lfd in several states of the log.  exporter.check compares
# these files with those that guclog makes.  Pointers (such as write_ptr) beyond the end of their
# region are not tested, because then xe of 7.3 accesses memory beyond its buffers (defect D8).
#@ gpu --seed 1
#@ tool yes
# Defect D6: xe prints a warning for an unknown key of the LIC (log init config).
#@ forgive 7 WARNING: .*xe_guc_log
. "$JOB/files/lib.sh"
bound || fail "xe did not bind"
stay_awake
uname -r >release
gt=$(gts | head -n 1)
[ -e "$gt/uc/guc_log_lfd" ] || fail "this xe has no exporter"

# take NAME: save the device's state and its image of the log buffer, and xe's guc_log_lfd
take()
{
	order state >"$1.state"
	order image "$1" >/dev/null
	cat "$gt/uc/guc_log_lfd" >"$1.lfd"
}

# at NAME POINTER: call take while write_ptr of the event region is POINTER
at()
{
	true_one=$(order state | sed 's/.* write=\([0-9]*\).*/\1/')
	order field event write_ptr "$2" >/dev/null
	take "$1"
	order field event write_ptr "$true_one" >/dev/null
}

cat "$gt/uc/guc_log" >anchor.text
take boot
order events 1234 >/dev/null
take more
order crash >/dev/null
take crash
at unaligned 0x7d1
at empty 0
for form in minor missing long unknown; do
	order lic $form >/dev/null
	take lic-$form
done
order lic good >/dev/null
order wrap >/dev/null
order events 148 >/dev/null
take wrapped
at wrapped-to-0 0
order capture 4024 >/dev/null
take capture
reset_gts 0
take reset
order events 7 >/dev/null
take last
