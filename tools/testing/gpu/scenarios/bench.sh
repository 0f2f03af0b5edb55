# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# bench.sh -- compare guc_log_lfd of the module ("ours") with guc_log_lfd of xe ("xe"): the time to
# open and read the file, and the kernel functions that one open calls.  bench.check prints the
# results.
#
# For each state NAME of the log and each FILE ("ours" and "xe"), NAME.FILE.KIND is:
#	lfd	the content of the file
#	calls	kernel functions that one open called, one per line
#	wakes	kernel functions that one open called while the GPU was suspended
#	registers	the number of register accesses of one open
# NAME.medians has lines of the form PATH bytes median_ns peak_bytes. The third FILE, "one", is a
# sysfs file of xe: reading it needs little more than one register access. A register access is a
# message to the process of the emulated GPU, so its duration depends on the load of the host. If
# $JOB/files/xe-large/xe.ko exists (xe-large.sh builds it, with a log of 16 MiB), that xe is
# measured instead, and only with a full ring.
#@ module yes
#@ gpu --seed 1
#@ mem 1536
#@ xe-by-hand yes
#@ tool yes
. "$JOB/files/live-lib.sh"
ROUNDS=9
TRACE=/sys/kernel/tracing
# COUNTED: functions whose calls are counted. COPIES: functions whose copied bytes are counted too;
# the length is the third argument of memcpy_fromio() and the fourth of live_copy().
COUNTED="xe_guc_log_snapshot_capture live_begin xe_force_wake_get xe_pm_runtime_resume
	pci_bus_read_dev_vendor_id"
COPIES="memcpy_fromio live_copy"

LARGE=$JOB/files/xe-large/xe.ko
if [ -e "$LARGE" ]; then
	# shellcheck disable=SC2046
	insmod "$LARGE" $(cat "$JOB/files/xe-args")
else
	load_xe
fi
start_ours
OURS=$LIVE/gt0/guc_log_lfd
XE=$(gts | head -n 1)/uc/guc_log_lfd
[ -e "$XE" ] || fail "this xe has no exporter"
chmod +x "$JOB/files/benchread"
mount -t tracefs tracefs $TRACE 2>/dev/null || true

file_of()
{
	case $1 in
	ours)	echo "$OURS" ;;
	xe)	echo "$XE" ;;
	one)	echo "$PCI/tile0/gt0/freq0/act_freq" ;;
	esac
}

accesses()
{
	order stats | sed 's/.* reads=\([0-9]*\) writes=\([0-9]*\) .*/\1 + \2/'
}

# registers FILE: print the number of register accesses that one open causes, the minimum of five
# measurements
registers()
{
	least=999999
	for _ in 1 2 3 4 5; do
		before=$(accesses)
		cat "$1" >/dev/null
		n=$(($(accesses) - (before)))
		[ $n -ge $least ] || least=$n
	done
	echo $least
}

# count_calls: begin to trace the calls of the functions in COUNTED and COPIES by the program cat
count_calls()
{
	for f in $COUNTED; do
		echo "p:bench/$f $f"
	done >$TRACE/kprobe_events
	echo "p:bench/memcpy_fromio memcpy_fromio len=%dx:u64" >>$TRACE/kprobe_events
	echo "p:bench/live_copy live_copy len=%cx:u64" >>$TRACE/kprobe_events
	for f in $COUNTED $COPIES; do
		echo 'comm == "cat"' >"$TRACE/events/bench/$f/filter"
	done
	echo 1 >$TRACE/events/bench/enable
}

stop_counting()
{
	echo 0 >$TRACE/events/bench/enable
	: >$TRACE/kprobe_events
}

# calls FILE TO: write to TO the functions that one open of FILE calls; "copy N" is a copy of N
# bytes
calls()
{
	: >$TRACE/trace
	cat "$1" >/dev/null
	sed -n -e "s/.*: [a-z_]*: .* len=/copy /p" -e t \
		-e "s/^ *cat-.*: \([a-z_]*\): (.*/\1/p" $TRACE/trace >"$2"
}

measure()
{
	order image "$1" >/dev/null
	for d in ours xe; do
		cat "$(file_of $d)" >"$1.$d.lfd"
	done
	"$JOB/files/benchread" $ROUNDS "$OURS" "$XE" "$(file_of one)" >"$1.medians"
	for d in ours xe one; do
		registers "$(file_of $d)" >"$1.$d.registers"
	done
	count_calls
	for d in ours xe; do
		calls "$(file_of $d)" "$1.$d.calls"
	done
	stop_counting
}

# fill: nearly fill the ring, without a wrap, because after a wrap xe's file lacks events
fill()
{
	size=$(order state | sed 's/.* size=\([0-9]*\),.*/\1/')
	written=$(order state | sed 's/.* written=\([0-9]*\).*/\1/')
	order events $((size / 20 - written - 26)) >/dev/null
}

wakes()
{
	count_calls
	for d in ours xe; do
		echo auto >"$PCI/power/control"
		eventually suspended || fail "the GPU is not suspended"
		calls "$(file_of $d)" "$1.$d.wakes"
		stay_awake
	done
	stop_counting
}

# Use most of the memory once before measuring, because the first use of guest memory causes a page
# fault on the host.
dd if=/dev/zero of=used bs=1M count=1000 2>/dev/null
rm used

if [ -e "$LARGE" ]; then
	fill
	measure large
else
	measure small
	fill
	measure full
	order wrap >/dev/null
	order events 148 >/dev/null
	measure wrapped
	wakes wrapped
fi
out
