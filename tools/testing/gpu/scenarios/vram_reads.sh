# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# vram_reads.sh -- measure how the module reads a log in VRAM: the number of read transactions
# per KiB, by size, and the longest time for which the module held the lock of the GPU's struct
# device.  Both are measured with fast reads, and with reads that take a millisecond.
# If run.sh gets --cpu -hypervisor, the kernel's drm_memcpy_from_wc() is used; QEMU splits each
# 16-byte load of this function into two reads of 8 bytes.
# images.check compares the logs with the images of the log buffer that the emulated GPU saved.
#@ module yes
#@ check images
#@ gpu --seed 1 --trap-vram
#@ mem 1536
# xe prints warnings, because the scenario unplugs the GPU.
#@ forgive 7 WARNING: .*(drivers/gpu/drm/|remove_proc_entry)
#@ forgive 6 WARNING: .*(drivers/gpu/drm/|remove_proc_entry)
. "$JOB/files/live-lib.sh"
TRACE=/sys/kernel/tracing

# reads SIZE: print the number of reads of VRAM of that size so far
reads()
{
	order vram | sed "s/.*read$1=\([0-9]*\).*/\1/"
}

trace_lock()
{
	[ -e "$TRACE/trace" ] || mount -t tracefs tracefs "$TRACE"
	{
		echo 'r:locked xe_guclog:xgl_xe_session_begin'
		echo 'r:locked xe_guclog:xgl_xe_session_relax'
		echo 'p:unlocked xe_guclog:xgl_xe_session_relax'
		echo 'p:unlocked xe_guclog:xgl_xe_session_end'
		echo 'p:copied drm_memcpy_from_wc'
	} >"$TRACE/kprobe_events"
	echo 1 >"$TRACE/events/kprobes/enable"
}

# longest_us: print the longest time in microseconds for which the module held the lock of the GPU's
# struct device since the last call of longest_us
longest_us()
{
	awk '/ locked: / || / unlocked: / {
		for (i = 1; i <= NF; i++)
			if ($i ~ /^[0-9]+\.[0-9]+:$/)
				t = $i + 0
		task = $1
		if (/ locked: /)
			begin[task] = t
		else if (task in begin && t - begin[task] > most)
			most = t - begin[task]
	}
	END { printf "%d\n", most * 1000000 }' "$TRACE/trace"
	echo >"$TRACE/trace"
}

# measure NAME FILE [KIB]: read FILE, and print and check the number of reads of VRAM. One open
# copies KIB (default: the size of the file plus 4, because the state page of 4 KiB is copied
# twice). The limit includes the polls of the module, which reads the state page of each GT once per
# second.
measure()
{
	longest_us >/dev/null
	small=$(($(reads 1) + $(reads 2) + $(reads 4)))
	large=$(reads 8)
	start=$(uptime_s)
	cat "$LIVE/gt0/$2" >"$1"
	watched=$((($(uptime_s) - start + 1) * $(live_gts | wc -l) * 520))
	small=$(($(reads 1) + $(reads 2) + $(reads 4) - small))
	large=$(($(reads 8) - large))
	kib=${3:-$(($(wc -c <"$1") / 1024 + 4))}
	calls=$(grep -c ' copied: ' "$TRACE/trace" || true)
	echo "$1: $kib KiB, for each KiB $((small / kib)) reads of 1 to 4 bytes," \
		"$((large / kib)) of 8 bytes; lock held $(longest_us) us at most;" \
		"$calls calls of drm_memcpy_from_wc()"
	# Up to 16 small reads are accepted, because xe reads VRAM too (for example the hwconfig
	# table), and so does the search for a clock anchor.
	[ $small -le 16 ] || wrong="$1: $small reads of up to 4 bytes"
	[ $large -le $((kib * 128 + 3072 + watched)) ] || wrong="$1: $large reads of 8 bytes for $kib KiB"
	grep -q hypervisor /proc/cpuinfo || [ "$calls" -ge $((kib / 4)) ] ||
		wrong="$1: drm_memcpy_from_wc() is not used"
}

start_ours
order events 5000 >/dev/null
# Wait until the module has ended its search for a clock anchor (the times of one instant on the
# GuC's and on the host's clock), which also reads VRAM.
sleep 8
trace_lock
wrong=''
order image fast.gt0 >/dev/null
measure fast.gt0.raw guc_log_raw
measure fast.lfd guc_log_lfd 88
order delay 1000 >/dev/null
measure slow.lfd guc_log_lfd 88
order delay 0 >/dev/null
[ -z "$wrong" ] || fail "$wrong"

# Unplug the GPU while its log is copied: the copy must end early.
order delay 1000 >/dev/null
(cat "$LIVE/gt0/guc_log_raw" >/dev/null 2>cut.error && echo whole >cut.error) &
sleep 1
start=$(uptime_s)
order remove >/dev/null
wait
end=$(uptime_s)
grep -q 'Input/output error' cut.error || fail "unplugged: $(cat cut.error)"
[ $((end - start)) -le 10 ] || fail "unplugged: the copy continued for $((end - start)) s"
echo "unplugged: the copy ended within $((end - start)) s"
