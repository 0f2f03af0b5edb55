#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# system.sh DIR GUCLOG -- make a small system in DIR from this machine's own systemd and
# udev, for the option --system of run.sh: guclog and the units of contrib/ that run it are
# installed in this system, and the guest harness's init is a service.
set -euo pipefail
TOP=$(dirname "$(readlink -f "$0")")/../../../..
DIR=${1:?usage: system.sh DIR GUCLOG}
GUCLOG=$(readlink -f "${2:?usage: system.sh DIR GUCLOG}")
. "$TOP/tools/testing/guest/job.sh"

# Programs that guclog collect and systemd's own units call.
COMMANDS="sh cat rm mkdir find mount umount kmod modprobe systemctl journalctl udevadm
	logger tar zstd"

# Leave out documents, and files for real hardware.
unwanted='/(doc|man|locale|lintian|bash-completion|zsh|hwdb\.d|catalog|boot)(/|$)'

# put FILE...: copy files and their libraries to the same paths in DIR.
put()
{
	local f lib

	for f; do
		[ -e "$DIR$f" ] || install -D -m "$(stat -c %a "$f")" "$f" "$DIR$f"
		for lib in $(ldd "$f" 2>/dev/null | grep -oE '/[^ )]+' || true); do
			[ -e "$DIR$lib" ] || install -D "$(readlink -f "$lib")" "$DIR$lib"
		done
	done
}

put_package()
{
	local f dir

	dpkg -L "$1" | grep -vE "$unwanted" | while read -r f; do
		dir=$(readlink -f "$(dirname "$f")")
		[ "$dir" != / ] || continue
		f=$dir/${f##*/}
		if [ -L "$f" ]; then
			mkdir -p "$DIR$dir"
			cp -P "$f" "$DIR$f"
		elif [ -f "$f" ]; then
			put "$f"
		fi
	done
}

# put_command NAME: copy a program, and link it in /bin, which the guest has as a separate directory
put_command()
{
	local f

	f=$(readlink -f "$(type -P "$1")") || return 0
	put "$f"
	[ -e "$DIR/usr/bin/$1" ] || [ -L "$DIR/usr/bin/$1" ] || ln -s "$f" "$DIR/usr/bin/$1"
	ln -sfn "/usr/bin/$1" "$DIR/bin/$1"
}

install_collector()
{
	local contrib=$TOP/contrib/collect lib

	install -D "$GUCLOG" "$DIR/usr/bin/guclog"
	for lib in $(ldd "$GUCLOG" | grep -oE '/[^ )]+'); do
		# The library that was built with guclog gets the path of an installed one.
		case $lib in
		*/libguclog.so.*) install -D "$(readlink -f "$lib")" "$DIR/usr/lib/${lib##*/}" ;;
		*) [ -e "$DIR$lib" ] || install -D "$(readlink -f "$lib")" "$DIR$lib" ;;
		esac
	done
	mkdir -p "$DIR/etc/systemd/system" "$DIR/etc/udev/rules.d"
	install -m 644 "$contrib"/*.service "$DIR/etc/systemd/system/"
	install -m 644 "$contrib"/*.rules "$DIR/etc/udev/rules.d/"
}

rm -rf "$DIR"
mkdir -p "$DIR"/{bin,etc,var/lib,run,proc,sys,dev,tmp,root,usr/bin,usr/sbin,usr/lib,usr/lib64}
for d in sbin lib lib64; do
	ln -s usr/$d "$DIR/$d"
done
put_package systemd
put_package udev
for c in $COMMANDS; do
	put_command "$c"
done
cp /usr/share/base-passwd/passwd.master "$DIR/etc/passwd"
cp /usr/share/base-passwd/group.master "$DIR/etc/group"
: >"$DIR/etc/machine-id"
install_collector
install_job "$DIR"
