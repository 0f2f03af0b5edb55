# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# hostile.sh -- for run.sh with the option --system: a user without rights does its worst (see
# guest/hostile.c) for a minute, while udev and systemd run guclog collect. Before, its largest dump
# is collected alone: it must be stored cut, with a verdict. Afterwards the incidents from before
# must be there unchanged, the store must be within its limits, the collector must not have used more
# memory than its limit, and must collect the next hang. The option "--append gpu_hostile=300" makes
# it five minutes, with 65,000 mappings and larger buffers.
#@ timeout 2400
#@ module yes
#@ mem 2048
#@ gpu --seed 1 --events 0 --lenient
# At each GT reset, 6.12 mistakes the success of a forcewake for a failure and prints a warning.
#@ forgive 6.12 WARNING: .* xe_uc_gucrc_disable
. "$JOB/files/live-lib.sh"
STORE=/var/lib/xe-guclog
LIMIT_KIB=65536
# The limit of the child processes that read a dump (CHILD_MEMORY in collect/child.h), and some more.
MEMORY_KIB=1258291

give_up()
{
	journalctl --no-pager -n 200 >journal 2>&1 || true
	ls -lR $STORE >listing 2>&1 || true
	fail "$*"
}

idle()
{
	! systemctl --no-pager --no-legend list-units 'xe-guclog-collect@*' |
		grep -qE 'activating|deactivating'
}

incidents()
{
	find $STORE -mindepth 2 -maxdepth 2 -name metadata.json | wc -l
}

# collected: the number of hangs that are in the journal
collected()
{
	journalctl --no-pager -q -o cat XE_GUCLOG_GPU=0000:00:02.0 | wc -l
}

# await_incident N WHAT: wait until more than N hangs are collected
await_incident()
{
	n=0
	until [ "$(collected)" -gt "$1" ] && idle; do
		n=$((n + 1))
		[ $n -lt 300 ] || give_up "the hang of $2 is not collected"
		sleep 1
	done
}

# hang CLASS ENGINE: let a job of root hang, and wait until its incident is stored
hang()
{
	before=$(collected)
	order hang "$2" >/dev/null
	! (batch "$1") || give_up "the batch of $2 ran"
	await_incident "$before" "$2"
}

# hang_largest: let the user's largest dump be collected alone
hang_largest()
{
	before=$(collected)
	"$JOB/files/hostile" "$(gpu_node)" "${pat:-0}" 0 $ranges $mib >largest ||
		give_up "the user could not submit its largest dump"
	await_incident "$before" "the largest dump"
	last=$(find $STORE -mindepth 1 -maxdepth 1 -name '2*' | sort | tail -n 1)
	cp -r "$last" largest.incident
	grep -q '"cut": "' "$last/metadata.json" ||
		give_up "the largest dump is not cut: $(du -sk "$last")"
	[ -s "$last/summary.json" ] || give_up "the largest dump has no verdict"
}

# watch_limits: until /tmp/stop exists, keep the largest size of the store and of a guclog process
watch_limits()
{
	disk=0 memory=0
	until [ -e /tmp/stop ]; do
		now=$(du -sk $STORE 2>/dev/null | cut -f1) || true
		[ "${now:-0}" -le "$disk" ] || disk=$now
		now=$(grep -lsx 'Name:.guclog' /proc/[0-9]*/status |
			xargs -r sed -n 's/^VmHWM:[^0-9]*\([0-9]*\).*/\1/p' 2>/dev/null |
			sort -n | tail -n 1) || true
		[ "${now:-0}" -le "$memory" ] || memory=$now
		sleep 1
	done
	echo "disk $disk KiB, memory $memory KiB" >limits
	[ "$memory" -gt 0 ] && [ "$disk" -le $((LIMIT_KIB + LIMIT_KIB / 8)) ] &&
		[ "$memory" -le "$MEMORY_KIB" ]
}

bound || fail "xe did not bind"
stay_awake
eventually systemctl is-active systemd-udevd >/dev/null 2>&1 || give_up "no udev"
mkdir -p /etc/default
echo 'XE_GUCLOG_OPTIONS="--max-bytes 64M --keep 8 --free"' >/etc/default/xe-guclog
load_ours
eventually shown_live || give_up "the GPU is not shown"
order clock live >/dev/null
order events 100 >/dev/null
hang 0 rcs
hang 1 bcs
cp -r $STORE before
[ "$(incidents)" = 2 ] || give_up "$(incidents) incidents"

duration=$(sed -n 's/.*gpu_hostile=\([0-9]*\).*/\1/p' /proc/cmdline)
ranges=2000 mib=12
[ -z "$duration" ] || ranges=65000 mib=64
job_timeout 250
chmod 666 "$(gpu_node)"
pat=$(sed -n 's/^expect exec pat \([0-9]*\).*/\1/p' "$PROFILE")
chmod +x "$JOB/files/hostile"
watch_limits &
watcher=$!
hang_largest
"$JOB/files/hostile" "$(gpu_node)" "${pat:-0}" "${duration:-60}" $ranges $mib >attacks ||
	give_up "the user could do nothing"
n=0
until idle; do
	n=$((n + 1))
	[ $n -lt 600 ] || give_up "the collector does not end"
	sleep 1
done
touch /tmp/stop
wait $watcher || give_up "a limit is exceeded: $(cat limits)"
journalctl --no-pager -q -o cat XE_GUCLOG_GPU=0000:00:02.0 >messages
[ "$(wc -l <messages)" -gt 3 ] || give_up "no hang of the user is stored"
for dir in before/2*; do
	diff -r "$dir" "$STORE/${dir##*/}" >changed 2>&1 || give_up "an incident from before is changed"
done
job_timeout 5000
sleep 3
hang 1 bcs
systemctl --no-pager --no-legend --failed list-units 'xe-guclog-*' >failed
[ ! -s failed ] || give_up "a collector failed"
cp -r $STORE store
for dump in /sys/class/devcoredump/devcd*/data; do
	[ ! -e "$dump" ] || echo 1 >"$dump"
done
out
