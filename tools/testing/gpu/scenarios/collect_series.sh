# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# collect_series.sh -- for run.sh with the option --system: provoke 20 hangs of three engines one
# after the other, while udev and systemd run guclog collect with a quota of five incidents.
# collect_series.check computes which incidents must be kept.
#@ timeout 1500
#@ module yes
#@ gpu --seed 1 --events 0
# At each GT reset, 6.12 mistakes the success of a forcewake for a failure and prints a warning.
#@ forgive 6.12 WARNING: .* xe_uc_gucrc_disable
. "$JOB/files/live-lib.sh"
STORE=/var/lib/xe-guclog
# Engine of each hang, as a class of exec.c: 0 render, 1 copy, 2 video.
HANGS="0 0 0 1 0 1 1 0 2 0 1 1 2 0 0 1 2 2 0 1"

give_up()
{
	journalctl --no-pager -n 100 >journal 2>&1 || true
	ls -R $STORE >listing 2>&1 || true
	fail "$*"
}

engine()
{
	case $1 in
	0)	echo rcs ;;
	1)	echo bcs ;;
	2)	echo vcs ;;
	esac
}

collected()
{
	[ "$(journalctl --no-pager -q -o cat XE_GUCLOG_GPU=0000:00:02.0 | wc -l)" = "$1" ] &&
		none_left && ! systemctl --no-pager --no-legend list-units 'xe-guclog-collect@*' |
		grep -q activating
}

bound || fail "xe did not bind"
stay_awake
eventually systemctl is-active systemd-udevd >/dev/null 2>&1 || give_up "no udev"
mkdir -p /etc/default
echo 'XE_GUCLOG_OPTIONS="--keep 5 --free"' >/etc/default/xe-guclog
load_ours
eventually shown_live || give_up "the GPU is not shown"
order clock live >/dev/null
# Also record all events of the log, with guclog record.
/usr/bin/guclog record -o recorded >record.said 2>&1 &
recorder=$!
eventually [ -e recorded/0000:00:02.0-gt0.0001.lfd ] || give_up "nothing is recorded"
i=0
for class in $HANGS; do
	i=$((i + 1))
	read -r now _ </proc/uptime
	echo "$(engine "$class") $now" >>hangs
	order events 100 >/dev/null
	order hang "$(engine "$class")" >/dev/null
	! (batch "$class") || give_up "hang $i: the batch ran"
	n=0
	until collected $i; do
		n=$((n + 1))
		[ $n -lt 90 ] || give_up "hang $i is not collected"
		sleep 1
	done
	# Hangs within a second would belong to the same incident.
	sleep 1.1
done
sleep 2
kill $recorder
wait $recorder || give_up "the recorder failed"
cp -r $STORE store
systemctl --no-pager --no-legend --failed list-units 'xe-guclog-*' >failed
[ ! -s failed ] || give_up "a collector failed"
journalctl --no-pager -q -o json --output-fields=XE_GUCLOG_INCIDENT \
	XE_GUCLOG_GPU=0000:00:02.0 >stored.jsonl
out
