# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# unavailable.sh -- provoke situations in which the module cannot read a log, and check the errno
# and the line in its file info that gives the reason; afterwards the log must be readable again.
#@ module yes
#@ gpu --seed 1
#@ xe-by-hand yes
# At each GT reset, 6.12 mistakes the success of a forcewake for a failure and prints a warning.
#@ forgive 6.12 WARNING: .* xe_uc_gucrc_disable
# xe prints warnings, because the scenario prevents the GuC from starting.
#@ forgive 7 WARNING: .*drivers/gpu/drm/xe/
#@ forgive 6 WARNING: .*drivers/gpu/drm/xe/
. "$JOB/files/live-lib.sh"

readable()
{
	cat "$LIVE/gt0/guc_log_lfd" >lfd && [ "$(wc -c <lfd)" -gt 2000 ]
}

# refuses_btf FILE: mount FILE over xe's type information (BTF), and load the module. With wrong
# type information, the module could show memory that is not the log, so it must show no GT, and
# info must have the reason.
refuses_btf()
{
	mount --bind "$1" /sys/kernel/btf/xe
	load_ours
	eventually test -e "$LIVE/info" || fail "$1: a device that is refused is not shown"
	says "device_status=this version of xe is not supported: xe's type information: another file is mounted over it" ||
		fail "$1: $(cat "$LIVE/info")"
	! shown_live || fail "$1: a GT of a device that is refused"
}

# refused: call refuses_btf with a complete copy of xe's type information, with the kernel's type
# information, and with an incomplete copy
refused()
{
	load_xe
	cat /sys/kernel/btf/xe >/tmp/whole-btf
	head -c 4000 /tmp/whole-btf >/tmp/bad-btf
	for other in /tmp/whole-btf /sys/kernel/btf/vmlinux; do
		refuses_btf "$other"
		rmmod xe_guclog
		umount /sys/kernel/btf/xe
	done
	refuses_btf /tmp/bad-btf
	says 'pci_id=8086:' || fail "no PCI id"
	grep '^refused=' "$X/xe_layout" || fail "xe_layout has no reason"
	[ "$(wc -c <"$LIVE/asic_info")" = 568 ] || fail "no ASIC info"
	umount /sys/kernel/btf/xe
	rmmod xe
	load_xe
	eventually shown_live || fail "the module did not examine the new xe"
	readable || fail "no log after that"
	out
}

# execlists: reads of the files must fail with ENODATA if xe does not use the GuC. Only older
# versions of xe have the parameter force_execlist, which selects this.
execlists()
{
	modinfo_has force_execlist || { echo "execlists: this xe has no parameter force_execlist"; return 0; }
	# With this parameter, the probe of 6.12 oopses on devices with VRAM.
	! has_vram || return 0
	# shellcheck disable=SC2046
	insmod "$JOB/files/xe.ko" force_execlist=1 $(cat "$JOB/files/xe-args") || true
	bound || { echo "execlists: xe does not bind"; rmmod xe; return 0; }
	load_ours
	eventually shown_live || fail "without a GuC nothing is shown"
	says 'status=the GuC is not used: XE_UC_FIRMWARE_' || fail "$(cat "$LIVE/info")"
	refuses 0 'No data available'
	echo "execlists: $(grep ^status= "$LIVE/info")"
	out
}

modinfo_has()
{
	tr '\0' '\n' <"$JOB/files/xe.ko" | grep -q "^parm=$1:"
}

# wedged: the GuC does not start after a GT reset, and xe can declare the device wedged.  The log
# must still be readable.
wedged()
{
	load_xe
	stay_awake
	load_ours
	eventually shown_live || fail "nothing is shown"
	order ready never >/dev/null
	for gt in $(gts); do
		(timeout 20 cat "$gt/force_reset_sync") >/dev/null 2>&1 || true
		(echo 1 >"$gt/force_reset_sync") 2>/dev/null || true
	done
	sleep 2
	if eventually says 'device_status=wedged'; then
		echo "wedged: $(grep ^device_status= "$LIVE/info")"
	else
		echo "wedged: xe does not declare the device wedged: $(grep ^device_status= "$LIVE/info")"
	fi
	readable || fail "the log of a wedged device cannot be read"
	order ready normal >/dev/null
	out
}

not_bound()
{
	load_xe
	load_ours
	eventually shown_live || fail "nothing is shown"
	exec 5<"$LIVE/gt0/guc_log_lfd"
	echo 0000:00:02.0 >"$DRIVER/unbind"
	eventually hidden || fail "an unbound GPU is still shown"
	! cat <&5 >/dev/null 2>&1 || fail "a file of an unbound GPU can be read"
	exec 5<&-
	out
}

refused
not_bound
# wedged is the last test. After it, 6.12 does not suspend the device any more, because xe leaves a
# wrong runtime PM usage count.
execlists
wedged
[ ! -e "$X" ] || fail "files of the module remain"
