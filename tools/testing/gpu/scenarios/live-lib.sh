# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# live-lib.sh -- what the scenarios with the module loaded share; to be sourced
# after lib.sh.
X=/sys/kernel/debug/xe_guclog
LIVE=$X/0000:00:02.0

# eventually WHAT...: within ten seconds
eventually()
{
	n=0
	until "$@"; do
		n=$((n + 1))
		[ $n -lt 100 ] || return 1
		sleep 0.1
	done
}

load_ours()
{
	insmod "$JOB/files/xe_guclog.ko"
}

shown_live()
{
	[ -e "$LIVE/gt0/guc_log_lfd" ]
}

hidden()
{
	[ ! -e "$LIVE" ]
}

# live_gts: the numbers of the GTs that are shown
live_gts()
{
	find "$LIVE/" -maxdepth 1 -name 'gt[0-9]' | sed 's/.*gt//' | sort
}

# all_shown: one GT comes after the other
all_shown()
{
	[ "$(live_gts | wc -l)" = "$(gts | wc -l)" ]
}

# take NAME: every file, beside the log as the device sees it
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

# taken_from_xe: what xe itself says of the device
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
	node=$(find /dev/dri -name 'renderD*' | head -n 1)
	(cd xe && "$JOB/files/query" "$node") || fail "xe answers no query"
}
