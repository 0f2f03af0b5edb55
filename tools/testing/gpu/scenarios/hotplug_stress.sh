# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# hotplug_stress.sh -- two readers read the module's files while the GPU, xe or the module is
# removed, reset or suspended.  On the kernel's command line, gpu_stress=KIND,... selects one or
# more of bind, xe, ours (the module), unplug, reset, sleep and remove, and gpu_seconds=N the
# duration of each.
# xe and the module are loaded again for each kind.  With gpu_readers=streams, two readers read the
# stream instead of the files, the trace event is enabled, and the emulated GPU writes events all
# the time.
# hotplug_stress.check checks the contents that were read.
#@ module yes
#@ gpu --seed 1
#@ timeout 2400
#@ xe-by-hand yes
# At each GT reset, 6.12 mistakes the success of a forcewake for a failure and prints a warning.
#@ forgive 6.12 WARNING: .* xe_uc_gucrc_disable
# The registers of a removed device read as ones, so xe's waits for a bit fail.
#@ forgive 7 WARNING: .*(xe_force_wake|xe_guc_rc)\.c
#@ forgive 6 WARNING: .*(xe_force_wake|xe_gt|xe_guc|xe_guc_pc|xe_uc)\.c
. "$JOB/files/live-lib.sh"
KEPT=80
LEAST=4
LEAST_READS=8

# count_good: count a read that succeeded: in the reader's variable $good, and as a line of the file
# "reads", with which few_reads counts the reads of all readers
count_good()
{
	good=$((good + 1))
	echo "$ID" >>reads
}

# keep KIND GT FILE SUM: save FILE in seen/ unless a file with this SUM was saved; at most KEPT
# files for each KIND and GT
keep()
{
	[ ! -e "seen/$1.gt$2.$4" ] || return 0
	[ "$(find seen -name "$1.gt$2.*" | wc -l)" -lt $KEPT ] || return 0
	cp "$3" "/tmp/kept.$ID"
	mv "/tmp/kept.$ID" "seen/$1.gt$2.$4"
}

# once KIND GT PATH [BYTES]: read PATH once, and save the content, unless a content with the same
# first BYTES was saved already
once()
{
	if cat "$3" >"/tmp/read.$ID" 2>"/tmp/error.$ID"; then
		count_good
		sum=$(head -c "${4:-99999999}" "/tmp/read.$ID" | sha256sum | cut -c 1-16)
		keep "$1" "$2" "/tmp/read.$ID" "$sum"
	else
		bad=$((bad + 1))
		sed 's/.*: //' "/tmp/error.$ID" >>"errors.$ID"
	fi
}

# patience: wait a little if the module does not show the GPU, so that fewer reads fail
patience()
{
	[ -e "$LIVE" ] || sleep 0.1
}

# reader ID: read the files again and again until /tmp/stop exists
reader()
{
	ID=$1 good=0 bad=0
	until [ -e /tmp/stop ]; do
		patience
		for gt in 0 1; do
			[ "$gt" = 0 ] || [ -e /tmp/has-gt1 ] || continue
			once lfd $gt "$LIVE/gt$gt/guc_log_lfd" 1900
			once raw $gt "$LIVE/gt$gt/guc_log_raw"
		done
		once info 0 "$LIVE/info" 100
		[ ! -e /tmp/slowly ] || sleep 0.4
	done
	echo "$good $bad" >"count.$ID"
}

# holder ID: keep a file open for some time, so that rmmod of the module fails meanwhile; again and
# again until /tmp/stop exists
holder()
{
	ID=$1 good=0 bad=0
	until [ -e /tmp/stop ]; do
		patience
		if (exec 4<"$LIVE/gt0/guc_log_lfd" && sleep 0.2 &&
		    head -c 1900 <&4 >"/tmp/held" && [ -s /tmp/held ]) 2>/dev/null; then
			count_good
		else
			bad=$((bad + 1))
		fi
	done
	echo "$good $bad" >"count.$ID"
}

# follower ID: read the stream for at most three seconds, again and again until /tmp/stop exists.
# Status 124 or 143 means that timeout has ended cat; status 0, that the stream has ended.
follower()
{
	ID=$1 good=0 bad=0 ended=0
	until [ -e /tmp/stop ]; do
		patience
		status=0
		timeout 3 cat "$LIVE/gt0/guc_log_stream" >"/tmp/read.$ID" 2>"/tmp/error.$ID" ||
			status=$?
		case $status in
		0)	count_good; ended=$((ended + 1)) ;;
		124|143) count_good ;;
		*)	bad=$((bad + 1))
			sed 's/.*: //' "/tmp/error.$ID" >>"errors.$ID" ;;
		esac
		keep stream 0 "/tmp/read.$ID" "$ID.$good"
		sleep 0.3
	done
	echo "$good $bad" >"count.$ID"
	echo "$ended" >"ended.$ID"
}

# trace_on: if the readers read the stream, enable the module's trace event (until the module is
# unloaded)
trace_on()
{
	[ "$READERS" = files ] || echo 1 >"$TRACE/events/xe_guclog/guc_event/enable"
}

# settle: wait until the GPU is shown, and give the readers half a second to read
settle()
{
	eventually shown_live || fail "round $rounds: the GPU is not shown"
	sleep 0.5
}

# few_reads: true if there were fewer reads than hotplug_stress.check requires
few_reads()
{
	[ "$(wc -l <reads)" -lt $LEAST_READS ]
}

# rounds FUNCTION: call FUNCTION repeatedly for SECONDS_, at least LEAST times; on a slow host
# also until there were LEAST_READS reads, but at most 100 times
rounds()
{
	end=$(($(uptime_s) + SECONDS_))
	rounds=0
	while [ "$(uptime_s)" -lt $end ] || [ $rounds -lt $LEAST ] ||
	      { few_reads && [ $rounds -lt 100 ]; }; do
		echo "hotplug_stress: $1 $rounds" >/dev/kmsg
		"$1"
		rounds=$((rounds + 1))
		[ $((rounds % 2)) = 0 ] || settle
	done
	echo "$rounds" >rounds
}

bind()
{
	echo 0000:00:02.0 >"$DRIVER/unbind"
	echo 0000:00:02.0 >"$DRIVER/bind"
	bound || fail "xe did not bind"
}

xe()
{
	rmmod xe
	load_xe
}

ours()
{
	rmmod xe_guclog 2>/dev/null || { busy=$((busy + 1)); sleep 0.05; return 0; }
	sleep 0.1
	load_ours
	trace_on
	gone=$((gone + 1))
}

unplug()
{
	echo 1 >"$PCI/remove"
	echo 1 >/sys/bus/pci/rescan
	eventually bound || fail "xe did not bind"
}

# remove: the device stops responding while xe is bound and the readers read, then the device is
# removed from the bus and returns.  The device is kept awake, because QEMU does not map the BARs of
# a device that was removed in D3hot and returns in D0.
remove()
{
	stay_awake
	order remove >/dev/null
	sleep 0.5
	echo 1 >"$PCI/remove"
	order return >/dev/null
	echo 1 >/sys/bus/pci/rescan
	eventually bound || fail "xe did not bind"
}

reset()
{
	reset_gts
	sleep 0.3
}

sleep_()
{
	echo auto >"$PCI/power/control"
	! within 1 suspended || slept=$((slept + 1))
	sleep 0.2
}

READERS=$(setting readers files) SECONDS_=$(setting seconds 10)
TRACE=/sys/kernel/tracing

# begin KIND: load xe and the module, and start the readers; the GPU is kept awake unless KIND is
# sleep
begin()
{
	rm -f /tmp/stop /tmp/slowly
	busy=0 gone=0 slept=0
	mkdir seen
	: >reads
	load_xe
	[ "$1" = sleep ] || stay_awake
	load_ours
	eventually shown_live || fail "the GPU is not shown"
	eventually all_shown || fail "GTs shown: $(live_gts)"
	[ ! -e "$LIVE/gt1" ] || touch /tmp/has-gt1
	for gt in $(live_gts); do
		order state "$gt" >"state.gt$gt"
	done
	if [ "$READERS" = files ]; then
		(reader 1) & readers=$!
		(reader 2) & readers="$readers $!"
	else
		[ -e $TRACE/trace ] || mount -t tracefs tracefs $TRACE
		trace_on
		order rate 2000 >/dev/null
		(follower 1) & readers=$!
		(follower 2) & readers="$readers $!"
	fi
}

# end KIND: stop the readers, and unload the module and xe
end()
{
	touch /tmp/stop
	order rate 0 >/dev/null
	# shellcheck disable=SC2086
	wait $readers || fail "a reader failed"
	echo "$1: $(cat rounds) rounds, reads and failures: $(cat count.* | tr '\n' ' ')"
	[ -d /sys/module/xe_guclog ] || load_ours
	eventually shown_live || fail "after the stress the GPU is not shown"
	eventually all_shown || fail "after the stress only GTs $(live_gts)"
	stay_awake
	take_raw "last-$1"
	out
	[ ! -e "$X" ] || fail "files of the module remain"
}

stress()
{
	begin "$1"
	case $1 in
	bind|xe|unplug|remove)
		rounds "$1" ;;
	ours)
		(holder 3) & readers="$readers $!"
		rounds ours
		# rmmod fails while a file is open. On a slow host there is seldom a time at which
		# no file is open.
		until [ $gone -gt 0 ] || [ $busy -ge 200 ]; do
			ours
		done
		echo "$busy busy, $gone gone"
		[ $busy -gt 0 ] || fail "no unload failed because the module was busy"
		[ $gone -gt 0 ] || fail "the module was never unloaded" ;;
	reset)
		order rate 2000 >/dev/null
		rounds reset ;;
	sleep)
		touch /tmp/slowly
		echo 0 >"$PCI/power/autosuspend_delay_ms" 2>/dev/null || true
		rounds sleep_
		[ $slept -gt 1 ] || fail "the GPU was suspended only $slept times" ;;
	*)	fail "no stress '$1'" ;;
	esac
	end "$1"
}

# Stop the readers even if the script fails.
trap 'touch /tmp/stop' EXIT
for kind in $(setting stress bind | tr , ' '); do
	mkdir "$kind"
	(
		cd "$kind" || exit
		stress "$kind"
	)
done
