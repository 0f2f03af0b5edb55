# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# watch.sh -- for run.sh with the option --system: test the stall watch (guclog collect --watch,
# which finds contexts that make no progress) as a service of systemd, enabled as in
# Documentation/top.rst.  A stall must be stored as an incident with the processes of the waiting
# and the running context, a second stall soon after the first must not be stored, and guclog top
# must show the stall.  Then the pause after an incident, in which no other incident is stored, is
# set to one second, and each of four other stalls must be stored.  At the end the trace instance
# that guclog collect --prepare has created (the recorder) is removed.
#@ module yes
# xe unmaps the memory of a killed application while its batch still runs, which causes faults.
#@ gpu --lenient
# At each GT reset, 6.12 mistakes the success of a forcewake for a failure and prints a warning.
#@ forgive 6.12 WARNING: .* xe_uc_gucrc_disable
. "$JOB/files/hang-lib.sh"
STORE=/var/lib/xe-guclog
LIMIT=4

give_up()
{
	journalctl --no-pager -n 80 >journal 2>&1 || true
	systemctl --no-pager status xe-guclog-watch xe-guclog-prepare >units 2>&1 || true
	ls -R $STORE >listing 2>&1 || true
	fail "$*"
}

stalls()
{
	grep -l '"trigger": "stall"' $STORE/*/metadata.json 2>/dev/null
}

watched()
{
	journalctl --no-pager -q -o cat -u xe-guclog-watch
}

# held: a program that cannot be preempted keeps the engine, and another program waits for it
held()
{
	start_victim rcs0 compute
	(batch 0 mark) >/dev/null 2>&1 &
	# shellcheck disable=SC2034	# stop_all ends it
	healthy_pids=$!
}

# look: run guclog top until it shows a stall, and save its output in top.txt
look()
{
	while [ ! -e top.txt ]; do
		/usr/bin/guclog top --once --stall $LIMIT >/tmp/top || exit 1
		! grep -q 'no progress: ' /tmp/top || mv /tmp/top top.txt
	done
}

has_stalls()
{
	[ "$(stalls | wc -l)" = "$1" ]
}

has_more_stalls()
{
	[ "$(stalls | wc -l)" -gt "$seen" ]
}

# forgotten REQUEST KIND: let the GuC ignore a request (control command "ignore") about the context
# of a program, and wait until the watch has stored a stall of this kind
forgotten()
{
	seen=$(stalls | wc -l)
	(batch 0 mark 0) >/dev/null 2>&1 &
	healthy_pids=$!
	within 60 on_render /usr/bin/guclog exec || give_up "$1: top does not show the program: $(/usr/bin/guclog top --once --idle)"
	order ignore "$1" 1 "$CONTEXT" >/dev/null
	case $1 in
	disable|deregister) kill -9 $healthy_pids ;;
	esac
	within 40 has_more_stalls || give_up "$1: no stall is stored: $(watched | tail -n 5)"
	meta=$(stalls | sed -n "$((seen + 1))p")
	grep -q "\"kind\": \"$2\"" "$meta" || give_up "$1: another kind of stall: $(cat "$meta")"
	grep '"text": ' "$meta"
	kill -9 $healthy_pids 2>/dev/null || true
	sleep 1
	reset_gts
	within 60 engines_idle || give_up "$1: an engine stays busy: $(order contexts)"
	free_dumps
	sleep $((LIMIT + 1))
}

bound || fail "xe did not bind"
stay_awake
eventually systemctl is-active systemd-udevd >/dev/null 2>&1 || give_up "no udev"
systemctl start sys-kernel-debug.mount sys-kernel-config.mount sys-kernel-tracing.mount ||
	give_up "a file system of the kernel is not mounted"
mkdir -p /etc/default
echo "XE_GUCLOG_STALL=$LIMIT" >/etc/default/xe-guclog
# The GPU appeared before these file systems were mounted, so the recorder is set up only now.
systemctl start xe-guclog-prepare || give_up "the recorder cannot be set up"
start_ours
systemctl enable --now xe-guclog-watch 2>said || give_up "enable: $(cat said)"
eventually systemctl is-active xe-guclog-watch >/dev/null 2>&1 || give_up "the watch does not run"
[ -L /etc/systemd/system/multi-user.target.wants/xe-guclog-watch.service ] || give_up "not enabled"
# Timeouts of xe and of the GuC must not end the stall.
job_timeout 10000
for timeout in "$PCI"/tile0/gt*/engines/*/preempt_timeout_us; do
	echo 10000000 >"$timeout"
done
# The module finds a clock anchor (the times of one instant on the GuC's and on the host's clock)
# while the firmware writes events.
(batch 0) || fail "a batch that should complete failed"
held
look &
within 40 has_stalls 1 || give_up "no stall is stored: $(watched)"
within 40 test -e top.txt || give_up "top shows no stall: $(cat /tmp/top)"
cat top.txt
grep -q "no progress: guc_id [0-9]* has waited for rcs0 for .* guc_id $VICTIM still occupies it" top.txt ||
	give_up "top shows another stall"
grep -q "^  rcs0 .* $VICTIM *exec \[[0-9]*\]" top.txt || give_up "top shows no program on rcs0"
DIR=$(dirname "$(stalls)")
cp -r "$DIR" stored
grep -q '"kind": "held"' stored/metadata.json || give_up "another kind of stall"
for f in state.json trace.txt.zst guc_log.gt0.requested.lfd.zst; do
	[ -e stored/$f ] || give_up "no $f: $(ls stored)"
done
for n in 0 1; do
	zstd -dcq stored/process.$n.txt.zst >/tmp/process
	grep -q '^==> cmdline <==$' /tmp/process || give_up "no process $n: $(ls stored)"
	zstd -dcq stored/process.$n.maps.zst >/tmp/maps
	grep -q ' r-xp ' /tmp/maps || give_up "no mappings of process $n"
done
[ "$(journalctl --no-pager -q -o cat XE_GUCLOG_KIND=stall | wc -l)" = 1 ] || give_up "no record in the journal"
stop_all
# After this time, the watch considers the stall as ended.
sleep $((LIMIT + 2))
held
sleep $((LIMIT + 6))
has_stalls 1 || give_up "a second stall is stored within ten minutes"
stop_all
echo 'XE_GUCLOG_OPTIONS="--pause 1 --free"' >>/etc/default/xe-guclog
systemctl restart xe-guclog-watch || give_up "the watch does not start again"
watched | grep '^guclog: 1 stall, ' || give_up "the watch counts: $(watched | tail -n 5)"
(batch 0) || fail "a batch that should complete failed"
forgotten schedule 'not scheduled'
forgotten submit 'no answer'
forgotten disable 'no answer'
forgotten deregister 'no answer'
systemctl disable --now xe-guclog-watch 2>said || give_up "disable: $(cat said)"
echo 'XE_GUCLOG_OPTIONS=--no-recorder' >>/etc/default/xe-guclog
systemctl restart xe-guclog-prepare || give_up "the recorder is not removed"
[ -z "$(find /sys/kernel/tracing/instances -name 'xe_guclog*')" ] || give_up "the recorder stays"
out
