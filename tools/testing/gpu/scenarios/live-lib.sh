# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# live-lib.sh -- functions of the scenarios that load the module; to be sourced.
. "$JOB/files/lib.sh"
X=/sys/kernel/debug/xe_guclog
LIVE=$X/$GPU

load_ours()
{
	insmod "$JOB/files/xe_guclog.ko"
}

# spoil NAME...: make spoiled.ko, a copy of xe in which these names are changed in the type
# information (BTF).  The signature is removed, because the kernel would refuse a wrong one.
spoil()
{
	ko=$JOB/mods/xe.ko
	[ -e "$ko" ] || ko=$JOB/files/xe.ko
	size=$(wc -c <"$ko")
	if [ "$(tail -c 28 "$ko" | head -c 27)" = '~Module signature appended~' ]; then
		# shellcheck disable=SC2046
		set -- $(tail -c 32 "$ko" | head -c 4 | od -An -tu1) "$@"
		size=$((size - 40 - $3 * 256 - $4))
		shift 4
	fi
	head -c "$size" "$ko" >spoiled.ko
	for name; do
		at=$(strings -t d spoiled.ko | awk -v n="$name" '$2 == n && NF == 2 { print $1 }')
		[ "$(echo "$at" | wc -w)" = 1 ] || fail "'$name' is in xe.ko at: $at"
		printf X | dd of=spoiled.ko bs=1 seek="$at" conv=notrunc 2>/dev/null
	done
}

# load_spoiled: load spoiled.ko
load_spoiled()
{
	# shellcheck disable=SC2046
	insmod spoiled.ko $(cat "$JOB/files/xe-args")
	rm spoiled.ko
}

# out: unload the module and xe
out()
{
	rmmod xe_guclog
	rmmod xe
}

# read_files N: read files of the module until /tmp/stop exists; write the error messages to
# errors.N, and the numbers of reads and of errors to count.N
read_files()
{
	good=0 bad=0
	until [ -e /tmp/stop ]; do
		for f in gt0/guc_log_lfd gt0/guc_log_raw info asic_info; do
			if cat "$LIVE/$f" >"/tmp/read.$1" 2>"/tmp/error.$1"; then
				good=$((good + 1))
			else
				bad=$((bad + 1))
				sed 's/.*: //' "/tmp/error.$1" >>"errors.$1"
			fi
		done
	done
	echo "$good $bad" >"count.$1"
}

shown_live()
{
	[ -e "$LIVE/gt0/guc_log_lfd" ]
}

# hidden: true when the module shows no log that xe has allocated now; the copies of the last logs
# of an unbound GPU may remain
hidden()
{
	! shown_live && { [ ! -e "$LIVE/info" ] || says 'device_status=xe does not drive the device'; }
}

anchored()
{
	grep -q '^anchor_guc_tick=' "$LIVE/info"
}

suspended()
{
	[ "$(cat "$PCI/power/runtime_status")" = suspended ]
}

# suspend_gpu: allow runtime suspend, and wait for it
suspend_gpu()
{
	echo 0 >"$PCI/power/autosuspend_delay_ms" 2>/dev/null || true
	echo auto >"$PCI/power/control"
	eventually suspended || fail "not suspended: $(grep . "$PCI"/power/runtime_*)"
}

# live_gts: print the numbers of the GTs in the module's debugfs directory
live_gts()
{
	find "$LIVE/" -maxdepth 1 -name 'gt[0-9]' | sed 's/.*gt//' | sort
}

# all_shown: true when the module shows all GTs; the GTs appear one after the other
all_shown()
{
	[ "$(live_gts | wc -l)" = "$(gts | wc -l)" ]
}

# start_ours: load the module while xe is bound, and wait until the module shows all GTs
start_ours()
{
	bound || fail "xe did not bind"
	stay_awake
	load_ours
	eventually shown_live || fail "the GPU is not shown: $(ls "$X")"
	eventually all_shown || fail "GTs shown: $(live_gts)"
}

# says TEXT: true when a line of info begins with TEXT
says()
{
	grep -q "^$1" "$LIVE/info"
}

# refuses GT ERROR: check that reading each file of the GT fails with this error
refuses()
{
	for f in guc_log_lfd guc_log_state guc_log_raw; do
		error=$( (cat "$LIVE/gt$1/$f" >/dev/null) 2>&1) && fail "$f can be read"
		case $error in
		*"$2") ;;
		*) fail "$f: '$error', not '$2'" ;;
		esac
	done
}

# take_raw NAME: save the log of each GT as NAME.gtN.raw, and the device's image of the log buffer
# as NAME.gtN
take_raw()
{
	for gt in $(live_gts); do
		order image "$1.gt$gt" "$gt" >/dev/null
		cat "$LIVE/gt$gt/guc_log_raw" >"$1.gt$gt.raw"
	done
}

# take NAME: save all files of the module in NAME/, and the device's images of the log buffers as
# NAME.gtN
take()
{
	mkdir -p "$1"
	for f in info asic_info asic_info_v3 asic_info_packed asic_info.rdf; do
		cat "$LIVE/$f" >"$1/$f"
	done
	for gt in $(live_gts); do
		mkdir "$1/gt$gt"
		order image "$1.gt$gt" "$gt" >/dev/null
		for f in guc_log_lfd guc_log_state guc_log_raw; do
			cat "$LIVE/gt$gt/$f" >"$1/gt$gt/$f"
		done
	done
}

# taken_from_xe: save xe's files about the device, and its answers to queries
taken_from_xe()
{
	mkdir -p xe
	for gt in $(gts); do
		for f in topology hwconfig uc/guc_info; do
			[ ! -e "$gt/$f" ] || cat "$gt/$f" >"xe/${gt##*/}-${f##*/}" || true
		done
	done
	cat "$(dri)/info" >xe/info
	find "$(dri)/" -name guc_log_lfd | wc -l >xe/lfds
	cat "$PCI/tile0/gt0/freq0/rp0_freq" >xe/rp0
	chmod +x "$JOB/files/query"
	(cd xe && "$JOB/files/query" "$(gpu_node)") || fail "xe answers no query"
}
