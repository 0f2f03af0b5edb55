# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash disable=SC2317
# replay-stress.sh -- read, write and remove replay devices (which show a log image that was written
# to configfs, as if it were the log of a GPU) at the same time; and, if the kernel has fault
# injection, test an open() and a write to "live" in which each allocation fails in turn. Needs
# real-words and size-20 in $JOB/files/corpus.
set -u
. "$JOB/files/replay-lib.sh"
C=$JOB/files/corpus
A=$CONFIG/a
D=$DEBUG/a
T=/tmp/stress
STOP=$T/stop

until_stop()
{
	while [ ! -e "$STOP" ]; do
		"$@"
	done
}

write_both()
{
	write_image "$C/real-words.img" "$A/gt0/image"
	write_image "$C/size-20.img" "$A/gt0/image"
}

# read_one NAME: copy guc_log_lfd to $T/NAME.  If that succeeds, the content must be that of one of
# the two images.
read_one()
{
	cat "$D/gt0/guc_log_lfd" >"$T/$1" 2>/dev/null || return
	if cmp -s "$T/$1" "$T/first" || cmp -s "$T/$1" "$T/second"; then
		echo >>"$T/good"
	else
		cp "$T/$1" "$OUT/wrong"
		echo "not the file of either image: $(wc -c <"$T/$1") bytes" >>"$T/bad"
	fi
}

toggle()
{
	echo 0 >"$A/live"
	echo 1 >"$A/live"
	sleep 0.05
}

other_gt()
{
	mkdir "$A/gt1" && echo 3 >"$A/gt1/tile"
	cat "$D"/info "$D"/asic_info "$D"/gt1/guc_log_[lrs]?[adw]* >/dev/null 2>&1
	rmdir "$A/gt1"
}

hot()
{
	until_stop write_both &
	until_stop read_one 1 &
	until_stop read_one 2 &
	until_stop toggle &
	until_stop other_gt &
	sleep "${SECONDS_HOT:-10}"
	touch "$STOP"
	wait
	good=$(wc -l <"$T/good")
	echo "$good good reads"
	[ ! -e "$T/bad" ] && [ "$good" -gt 0 ]
}

# no_memory FILE START: open FILE again and again, and let the first allocation of this shell fail,
# then the second, and so on.  Each open must either give the content, which begins with START, or
# fail.  The shell starts no process and opens no other file while fail-nth is armed.
no_memory()
{
	local n=0 left=0 failures=0 line opened

	while [ "$left" = 0 ] && [ $n -lt 400 ]; do
		n=$((n + 1)) line='' left='' opened=no
		echo $n >/proc/self/fail-nth
		read -r line <"$1" && opened=yes
		read -r left </proc/self/fail-nth
		until echo 0 >/proc/self/fail-nth; do :; done
		case $opened$line in
		"yes$2"*) ;;
		no)	failures=$((failures + 1)) ;;
		*)	echo "$1: the ${n}th failed, $opened, '$line'"; return 1 ;;
		esac
	done 2>&9
	echo "$1: $failures of $n failed"
	[ $failures -gt 0 ] && [ $n -lt 400 ]
}

# Let each allocation of a write to "live" fail in turn. After each write, the device must either
# have all its files or not exist.
live_without_memory()
{
	local n=0 left=0 failures=0 live now

	while [ "$left" = 0 ] && [ $n -lt 400 ]; do
		n=$((n + 1)) left='' live=1
		echo 0 >"$A/live"
		echo $n >/proc/self/fail-nth
		echo 1 >"$A/live" || live=0
		read -r left </proc/self/fail-nth
		until echo 0 >/proc/self/fail-nth; do :; done
		failures=$((failures + 1 - live))
		read -r now <"$A/live"
		# when no file matches, the shell keeps the three patterns as three words
		set -- "$D"/info* "$D"/asic* "$D"/gt0/*
		if [ "$now" != $live ] || [ $# != $((3 + 6 * live)) ]; then
			echo "live: the ${n}th failed, $live, now $now, $#"
			return 1
		fi
	done 2>&9
	echo "live: $failures of $n failed"
	[ $failures -gt 0 ] && [ $n -lt 400 ]
}

exec 9>/dev/null
mkdir -p $T
make_device a "$C/size-20.img" "$C/real-words.facts" && echo 1 >"$A/live" || exit 1
cat "$D/gt0/guc_log_lfd" >$T/first
write_image "$C/real-words.img" "$A/gt0/image"
cat "$D/gt0/guc_log_lfd" >$T/second
ret=0
hot || { cat "$T/bad"; ret=1; }
write_image "$C/real-words.img" "$A/gt0/image"
echo 1 >"$A/live"
if [ -e /proc/self/fail-nth ]; then
	no_memory "$D/gt0/guc_log_state" log_bytes= || ret=1
	no_memory "$D/gt0/guc_log_lfd" FSLG || ret=1
	no_memory "$D/info" writer= || ret=1
	live_without_memory || ret=1
fi
rmdir "$A" || ret=1
exit $ret
