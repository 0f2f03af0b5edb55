# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# live.sh -- load the module with the distribution's xe, and save the module's files in several
# states of the log.  live.check compares each byte with the image of the log buffer that the
# emulated GPU saved, and with xe's files.
#@ module yes
#@ gpu --seed 1
#@ tool yes
. "$JOB/files/live-lib.sh"

# others: the mode 0400 of the files must deny access to other users, even if the mode of debugfs
# lets them enter the directory
others()
{
	mkdir -p /etc
	echo 'nobody:x:65534:65534::/:/bin/sh' >/etc/passwd
	mount -o remount,mode=755 /sys/kernel/debug
	su nobody -c "ls $LIVE/gt0" >/dev/null || fail "nobody does not see the files"
	for f in "$X/xe_layout" "$LIVE/info" "$LIVE/gt0/guc_log_lfd" "$LIVE/asic_info"; do
		! su nobody -c "cat $f" >/dev/null 2>&1 || fail "nobody can read $f"
		[ "$(stat -c %a "$f")" = 400 ] || fail "$f is $(stat -c %a "$f")"
	done
}

# locked_down: all files must be readable under lockdown. This must be the last test, because a
# lockdown cannot be undone.
locked_down()
{
	# The sanitizer kernel has no lockdown.
	case $(uname -r) in
	*-san)	return 0 ;;
	esac
	mount -t securityfs security /sys/kernel/security
	for level in integrity confidentiality; do
		echo $level >/sys/kernel/security/lockdown
		grep -q "\[$level\]" /sys/kernel/security/lockdown || fail "no lockdown"
		! (: >/dev/port) 2>/dev/null || fail "$level locks nothing"
		take $level
		cat "$X/xe_layout" >/dev/null || fail "$level: no layout"
	done
}

start_ours
[ "$(stat -c %s "$LIVE/gt0/guc_log_lfd")" = "$(wc -c <"$LIVE/gt0/guc_log_lfd")" ] ||
	fail "st_size is not the length of the file"
cat "$X/xe_layout" >xe_layout
cat /sys/kernel/btf/vmlinux >btf-vmlinux
cat /sys/kernel/btf/xe >btf-xe
taken_from_xe
echo "shown: $(find "$X" -type f | wc -l) files, GTs $(live_gts | tr '\n' ' ')"
take boot
order events 1234 >/dev/null
take more
order capture 4024 >/dev/null
order crash >/dev/null
take crash
order wrap >/dev/null
order events 148 >/dev/null
take wrapped
others
locked_down
rmmod xe_guclog
[ ! -e "$X" ] || fail "files of the module remain"
