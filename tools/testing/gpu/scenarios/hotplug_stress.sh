# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# hotplug_stress.sh -- two readers of every file while the device, xe or the module is
# removed or reset: gpu_stress=KIND,... on the command line selects one or more of bind, xe, ours,
# unplug, reset, sleep and remove, gpu_seconds=N the duration of each.  xe and the module are loaded
# anew for each.  With gpu_readers=streams two readers of the stream take the place of those of the
# files, the trace event is on, and the device writes events all the time.  hotplug_stress.check
# checks what was read.
#@ module yes
#@ gpu --seed 1
#@ timeout 2400
#@ xe-by-hand yes
# 6.12 treats the success of a forcewake as a failure on every GT reset.
#@ forgive 6.12 WARNING: .* xe_uc_gucrc_disable
# The registers of a removed device read as ones, so xe's waits for a bit fail.
#@ forgive 7 WARNING: .*(xe_force_wake|xe_guc_rc)\.c
#@ forgive 6 WARNING: .*(xe_force_wake|xe_gt|xe_guc|xe_guc_pc|xe_uc)\.c
. "$JOB/files/live-lib.sh"
KEPT=80
LEAST=4
LEAST_READS=8

# count_good: count a read that succeeded, also for rounds()
count_good()
{
	good=$((good + 1))
	echo "$ID" >>reads
}

# keep KIND GT FILE SUM: keep a content that was not seen before, up to a limit
keep()
{
	[ ! -e "seen/$1.gt$2.$4" ] || return 0
	[ "$(find seen -name "$1.gt$2.*" | wc -l)" -lt $KEPT ] || return 0
	cp "$3" "/tmp/kept.$ID"
	mv "/tmp/kept.$ID" "seen/$1.gt$2.$4"
}

# once KIND GT PATH [BYTES]: read PATH once; contents whose first BYTES are equal are
# kept once
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

# While debugfs does not show the GPU, readers wait instead of counting failures.
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

# The same, with files that stay open for some time.
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

# follower ID: read the stream to its end again and again, for at most three seconds.  The
# status of a cat that timeout has ended is 124 or 143.
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

# trace_on: switch the module's trace event on, until the module is unloaded
trace_on()
{
	[ "$READERS" = files ] || echo 1 >"$TRACE/events/xe_guclog/guc_event/enable"
}

now()
{
	cut -d. -f1 /proc/uptime
}

# settle: wait until the GPU is shown, and give the readers time
settle()
{
	eventually shown_live || fail "round $rounds: the GPU is not shown"
	sleep 0.5
}

# few_reads: succeed if the readers have made fewer reads than the check demands
few_reads()
{
	[ "$(wc -l <reads)" -lt $LEAST_READS ]
}

# rounds FUNCTION: repeat it for the duration, at least LEAST times, and on a slow host until
# the readers have made LEAST_READS reads, but then at most 100 times
rounds()
{
	end=$(($(now) + SECONDS_))
	rounds=0
	while [ "$(now)" -lt $end ] || [ $rounds -lt $LEAST ] ||
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

# A device that was surprise-removed stays bound for a while and is still read.  It is awake
# then: QEMU does not map the BARs of a device that left in D3hot and returns in D0.
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

# begin: load xe and the module, and start the readers
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
	[ ! -e "$X" ] || fail "something of the module is left"
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
		# On a slow host the readers seldom leave the files closed.
		until [ $gone -gt 0 ] || [ $busy -ge 200 ]; do
			ours
		done
		echo "$busy busy, $gone gone"
		[ $busy -gt 0 ] || fail "it was never busy"
		[ $gone -gt 0 ] || fail "it never went" ;;
	reset)
		order rate 2000 >/dev/null
		rounds reset ;;
	sleep)
		touch /tmp/slowly
		echo 0 >"$PCI/power/autosuspend_delay_ms" 2>/dev/null || true
		rounds sleep_
		[ $slept -gt 1 ] || fail "it slept $slept times" ;;
	*)	fail "no stress '$1'" ;;
	esac
	end "$1"
}

# Stop the readers also when the script fails.
trap 'touch /tmp/stop' EXIT
for kind in $(setting stress bind | tr , ' '); do
	mkdir "$kind"
	(
		cd "$kind" || exit
		stress "$kind"
	)
done
