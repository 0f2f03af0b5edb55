#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# static.sh -- the collector in contrib/ against a sysfs made of plain files, and
# its unit and rule as systemd and udev read them.  Ends with "N passed, N failed".
set -euo pipefail
TOP=$(dirname "$(readlink -f "$0")")/../../..
CONTRIB=$TOP/contrib
SCRATCH=$(mktemp -d)
trap 'rm -rf "$SCRATCH"' EXIT
SYS=$SCRATCH/sys STORE=$SCRATCH/store
GPU=0000:03:00.0
passed=0 failed=0

expect()
{
	local name=$1 rc
	shift

	# Not in a condition: set -e would be off in all of it.
	set +e
	(
		set -e
		"$@"
	) >"$SCRATCH/log" 2>&1
	rc=$?
	set -e
	if [ $rc = 0 ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAIL $name"
		sed 's/^/     /' "$SCRATCH/log"
	fi
}

not()
{
	! "$@"
}

# new_sysfs: a GPU of xe's, the door, and a network card of somebody else's.
new_sysfs()
{
	rm -rf "$SYS" "$STORE"
	mkdir -p "$SYS/class/devcoredump" "$SYS/devices/pci/$GPU" "$SYS/devices/pci/net" \
		"$SYS/drivers/xe" "$SYS/drivers/iwlwifi" "$SYS/kernel/config/xe_guclog"
	ln -s "$SYS/drivers/xe" "$SYS/devices/pci/$GPU/driver"
	ln -s "$SYS/drivers/iwlwifi" "$SYS/devices/pci/net/driver"
	: >"$SYS/kernel/config/xe_guclog/capture"
}

# dump DEVCD DEVICE CONTENT
dump()
{
	mkdir -p "$SYS/class/devcoredump/$1" "$2"
	echo "$3" >"$SYS/class/devcoredump/$1/data"
	ln -s "$2" "$SYS/class/devcoredump/$1/failing_device"
	ln -sfn "$SYS/class/devcoredump/$1" "$2/devcoredump"
}

xe_dump()
{
	dump "$1" "$SYS/devices/pci/$GPU" "${2:-xe said}"
}

log_dump()
{
	dump "$1" "$SYS/devices/xe_guclog-$GPU-gt$2" "log of gt$2"
}

collect()
{
	XGL_SYS=$SYS XGL_STORE=$STORE sh "$CONTRIB/xe-guclog-collect" "$@"
}

stored()
{
	(cd "$STORE" && find . -type f ! -name lock -printf '%P %m\n') |
		sed 's,^[^/]*Z-,,' | LC_ALL=C sort
}

same()
{
	[ "$1" = "$2" ] || { printf 'not\n%s\nbut\n%s\n' "$2" "$1"; return 1; }
}

is_free()
{
	same "$(cat "$SYS/class/devcoredump/$1/data")" 1
}

# xe's dump stays, ours are freed.
side_by_side()
{
	new_sysfs
	xe_dump devcd1
	log_dump devcd2 0
	log_dump devcd3 1
	collect devcd1
	same "$(stored)" "$GPU-devcd1/devcoredump.txt 600
$GPU-devcd1/guc_log.gt0.lfd 600
$GPU-devcd1/guc_log.gt1.lfd 600"
	same "$(cat "$STORE"/*/devcoredump.txt)" "xe said"
	same "$(cat "$STORE"/*/guc_log.gt1.lfd)" "log of gt1"
	same "$(cat "$SYS/class/devcoredump/devcd1/data")" "xe said"
	is_free devcd2
	is_free devcd3
	# every GT was asked for
	same "$(cat "$SYS/kernel/config/xe_guclog/capture")" "$GPU/gt7"
}

log_alone()
{
	new_sysfs
	log_dump devcd7 3
	collect devcd7
	same "$(stored)" "$GPU-devcd7/guc_log.gt3.lfd 600"
	is_free devcd7
	same "$(cat "$SYS/kernel/config/xe_guclog/capture")" ""
}

without_the_module()
{
	new_sysfs
	rm -r "$SYS/kernel"
	xe_dump devcd1
	collect devcd1
	same "$(stored)" "$GPU-devcd1/devcoredump.txt 600"
}

free_both()
{
	new_sysfs
	xe_dump devcd1
	XGL_FREE=1 collect devcd1
	is_free devcd1
}

not_ours()
{
	new_sysfs
	dump devcd1 "$SYS/devices/pci/net" wifi
	collect devcd1
	collect devcd9
	same "$(stored)" ""
	not collect
	[ ! -e "$SYS/class/devcoredump/devcd9" ]
}

# What cannot be stored is not freed.
nothing_to_read()
{
	new_sysfs
	log_dump devcd4 0
	: >"$SYS/class/devcoredump/devcd4/data"
	not collect devcd4
	same "$(stored)" ""
	same "$(cat "$SYS/class/devcoredump/devcd4/data")" ""
}

keeps_some()
{
	local n

	new_sysfs
	for n in 1 2 3 4 5; do
		mkdir -p "$STORE/2026-01-0${n}T00:00:00Z-$GPU-devcd$n"
	done
	mkdir "$STORE/mine"
	xe_dump devcd6
	XGL_KEEP=3 collect devcd6
	same "$(cd "$STORE" && find . -mindepth 1 -maxdepth 1 -type d | wc -l)" 4
	[ -d "$STORE/mine" ] && [ -d "$STORE/2026-01-05T00:00:00Z-$GPU-devcd5" ]
	[ ! -d "$STORE/2026-01-03T00:00:00Z-$GPU-devcd3" ]
}

# Two at once store each dump once.
at_once()
{
	local n pids=()

	new_sysfs
	xe_dump devcd1
	for n in 0 1 2; do
		log_dump "devcd1$n" "$n"
	done
	for n in 1 10 11 12; do
		collect "devcd$n" &
		pids+=($!)
	done
	wait "${pids[@]}"
	[ "$(stored | grep -c 'devcoredump.txt')" = 1 ]
}

unit()
{
	local said

	sed "s,^ExecStart=[^ ]*,ExecStart=$(readlink -f "$CONTRIB/xe-guclog-collect")," \
		"$CONTRIB/xe-guclog-collect@.service" >"$SCRATCH/xe-guclog-collect@.service"
	said=$(systemd-analyze verify --man=no "$SCRATCH/xe-guclog-collect@devcd1.service" 2>&1)
	same "$said" ""
	grep -qx 'ExecStart=/usr/lib/xe-guclog/xe-guclog-collect %i' \
		"$CONTRIB/xe-guclog-collect@.service"
}

# A unit that is wrong must be noticed.
wrong_unit()
{
	sed 's,^Type=.*,Type=twoshot,; s,^ExecStart=.*,,' "$CONTRIB/xe-guclog-collect@.service" \
		>"$SCRATCH/wrong@.service"
	not systemd-analyze verify --man=no "$SCRATCH/wrong@devcd1.service"
}

softdep()
{
	local into=$SCRATCH/modprobe.d

	mkdir -p "$into"
	cp "$CONTRIB/xe-guclog.modprobe.conf" "$into/xe-guclog.conf"
	modprobe -C "$into" -c | grep -x 'softdep xe post: xe_guclog'
}

expect "xe's dump and ours side by side" side_by_side
expect "a log alone" log_alone
expect "xe's dump without the module" without_the_module
expect "both are freed on demand" free_both
expect "dumps of others are left alone" not_ours
expect "what cannot be stored is not freed" nothing_to_read
expect "only so many are kept" keeps_some
expect "several at once" at_once
expect "the unit" unit
expect "a wrong unit is noticed" wrong_unit
expect "the modprobe example" softdep
echo "$passed passed, $failed failed"
[ $failed = 0 ]
