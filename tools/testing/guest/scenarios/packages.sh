# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# packages.sh -- in a booted Debian, install, upgrade, remove and purge the package of the
# collector. The stall watch must be off after the installation, and the preparation must have run.
# When the watch is enabled and runs, an upgrade must restart it, a removal must stop it, and a purge
# must leave no link and no state of it.
set -eu
export PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive
DEBS=$JOB/files/debs
# The shell of busybox prefers its own dpkg to a program in PATH.
DPKG=/usr/bin/dpkg
WATCH=xe-guclog-watch.service
PREPARE=xe-guclog-prepare.service

fail()
{
	echo "FAIL: $*"
	journalctl --no-pager -n 60 >journal 2>&1 || true
	exit 1
}

soon()
{
	n=0
	until "$@"; do
		n=$((n + 1))
		[ $n -lt 60 ] || return 1
		sleep 1
	done
}

active()
{
	systemctl -q is-active $WATCH
}

# running: the watch is active, and its process is the command (not the child that will execute it)
running()
{
	active && grep -q guclog "/proc/$(main_pid)/comm"
}

main_pid()
{
	systemctl show -P MainPID $WATCH
}

# prepared: the preparation has ended without an error. systemd forgets the result of such a unit.
prepared()
{
	journalctl --no-pager -q -u $PREPARE | grep -q 'Finished'
}

# left: list what systemd and Debian's helpers know about the units
left()
{
	find /etc/systemd /var/lib/systemd /usr/lib/systemd /run/systemd/generator* \
		-name '*xe-guclog*' 2>/dev/null || true
}

$DPKG -i "$DEBS/guclog.deb" || fail "the command is not installed"
$DPKG -i "$DEBS/old.deb" || fail "the collector is not installed"
! active || fail "the watch runs after the installation"
! systemctl -q is-enabled $WATCH || fail "the watch is enabled after the installation"
soon prepared || fail "the preparation has not run"

systemctl enable --now $WATCH
soon running || fail "the watch does not run"
before=$(main_pid)
$DPKG -i "$DEBS/new.deb" || fail "no upgrade"
soon running || fail "the watch does not run after the upgrade"
[ "$(main_pid)" != "$before" ] || fail "the upgrade has not restarted the watch"
systemctl -q is-enabled $WATCH || fail "the watch is not enabled after the upgrade"

before=$(main_pid)
$DPKG -r xe-guclog-collect || fail "no removal"
! active || fail "the watch runs after the removal"
[ ! -d "/proc/$before" ] || fail "the process of the watch runs after the removal"

$DPKG -i "$DEBS/new.deb" || fail "the collector is not installed again"
soon running || fail "the enabled watch does not run after it was installed again"
mkdir -p /var/lib/xe-guclog/incident
$DPKG -P xe-guclog-collect || fail "no purge"
! active || fail "the watch runs after the purge"
[ ! -e /var/lib/xe-guclog ] || fail "the purge left the store"
left >remains
[ ! -s remains ] || fail "the purge left $(cat remains)"
