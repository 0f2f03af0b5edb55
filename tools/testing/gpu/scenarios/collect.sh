# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# collect.sh -- for run.sh with the option --system: after a hang of the GPU, udev and systemd must
# start guclog collect, which must store the devcoredump of xe and the logs of the GPU as one
# incident.
#@ module yes
#@ gpu --seed 1 --events 0
. "$JOB/files/live-lib.sh"
STORE=/var/lib/xe-guclog

give_up()
{
	journalctl --no-pager -n 80 >journal 2>&1 || true
	find $STORE >listing 2>&1 || true
	fail "$*"
}

both_stored()
{
	[ -n "$(find $STORE -path '*/.new-*' -prune -o -name devcoredump.txt.zst -print 2>/dev/null)" ] &&
		[ "$(find $STORE -name 'guc_log.gt*.lfd.zst' | sed 's,.*/guc_log.gt,,; s,[.].*,,' | sort -u | wc -l)" = "$(live_gts | wc -l)" ]
}

ours_freed()
{
	! find /sys/devices/xe_guclog-* -maxdepth 1 -name devcoredump | grep -q .
}

bound || fail "xe did not bind"
stay_awake
eventually systemctl is-active systemd-udevd >/dev/null 2>&1 || give_up "no udev"
load_ours
eventually shown_live || give_up "the GPU is not shown"
# The module finds the clock anchor (the times of one instant on the GuC's and on the host's clock)
# while the firmware writes events.
order clock live >/dev/null
order rate 200 >/dev/null
within 20 anchored || give_up "no anchor: $(grep anchor "$LIVE/info")"
order rate 0 >/dev/null
order events 300 >/dev/null
order hang rcs >/dev/null
! (batch 0) || fail "the batch that should hang completed"
within 20 both_stored || give_up "not stored"
eventually ours_freed || give_up "the module's dumps were not freed"
DIR=$(dirname "$(find $STORE -name devcoredump.txt.zst)")
case $DIR in
*Z-0000:00:02.0-0) ;;
*)	give_up "stored in $DIR" ;;
esac
[ "$(find $STORE -name metadata.json | wc -l)" = 1 ] || give_up "several incidents"
# xe's dump must still exist, and be equal to the stored one.
zstd -dcq "$DIR/devcoredump.txt.zst" >devcoredump.txt
XE=$(sed -n 's/.*"name": *"\(devcd[0-9]*\)".*/\1/p' "$DIR/metadata.json" | while read -r d; do
	[ ! -e /sys/class/devcoredump/"$d" ] || echo "$d"; done | head -n 1)
cmp devcoredump.txt "/sys/class/devcoredump/$XE/data" || give_up "not the dump of xe"
grep -q '^\*\*\*\* Xe Device Coredump' devcoredump.txt || give_up "no Xe devcoredump"
cp -r "$DIR" stored
cat "$LIVE/info" >info
# xe's dump holds a reference to xe, so free it before xe is unloaded.
echo 1 >"/sys/class/devcoredump/$XE/data"
eventually [ ! -e "/sys/class/devcoredump/$XE" ] || give_up "xe's dump stays"
