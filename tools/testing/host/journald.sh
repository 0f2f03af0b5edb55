#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# journald.sh COMMAND... -- run a command while a separate systemd-journald runs, which keeps its
# journal in memory.  The command and its journalctl see only this journal.  Needs root.  The exit
# status is 77 if systemd-journald or one of journalctl, logger and unshare is not installed.
set -euo pipefail

journald=/lib/systemd/systemd-journald
[ -x "$journald" ] || exit 77
for program in journalctl logger unshare; do
	command -v $program >/dev/null || exit 77
done
if [ -z "${XGL_JOURNALD:-}" ]; then
	XGL_JOURNALD=yes exec unshare --mount "$0" "$@"
fi
mount --make-rprivate /
mount -t tmpfs tmpfs /run
mkdir -p /run/systemd/journal /run/log/journal
echo 0123456789abcdef0123456789abcdef >/run/machine-id
[ -e /etc/machine-id ] || : >/etc/machine-id
mount --bind /run/machine-id /etc/machine-id
# Hide the journal of the machine, and configure the separate journald so that it does not store the
# kernel log.
mount -t tmpfs tmpfs /var/log
printf '[Journal]\nReadKMsg=no\nAudit=no\nRateLimitBurst=0\n' >/run/journald.conf
[ ! -e /etc/systemd/journald.conf ] || mount --bind /run/journald.conf /etc/systemd/journald.conf
"$journald" 2>/run/journald.err &
pid=$!
trap 'kill $pid' EXIT
for _ in $(seq 200); do
	[ ! -S /run/systemd/journal/socket ] || break
	sleep .05
done
"$@"
