# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# bpf.sh -- record hangs with the BPF program of contrib/bpf instead of the module: an engine reset
# and a job timeout. bpf.check compares the copies of the log with the log of the emulated GPU. A
# killed process must not be recorded. Then try to load the program on a kernel that is locked down.
#@ bpf yes
#@ tool yes
#@ mem 1536
#@ gpu --lenient
. "$JOB/files/hang-lib.sh"
RECORDER=$JOB/files/guclog-bpf
OBJECT=$JOB/files/guclog.bpf.o

is_ready()
{
	grep -q '^ready' bpf.log
}

# has_record N: true when the record N is written
has_record()
{
	grep -q "^record $1\$" bpf.log
}

# loads NAME: whether the program can be loaded; the messages are written to NAME.log
loads()
{
	mkdir -p /tmp/other
	"$RECORDER" "$OBJECT" /tmp/other >"$1.log" 2>&1 &
	other=$!
	sleep 5
	kill $other 2>/dev/null || true
	wait $other || true
	grep -q '^ready' "$1.log"
}

# lock_down LEVEL
lock_down()
{
	echo "$1" >/sys/kernel/security/lockdown
}

# truth N KIND: store what record N must have
truth()
{
	printf 'kind=%s\nguc_id=%s\nengine=rcs0\n' "$2" "$VICTIM" >"$1.truth"
}

bound || fail "xe did not bind"
stay_awake
chmod +x "$RECORDER"
mount -t securityfs none /sys/kernel/security 2>/dev/null || true
mkdir records
"$RECORDER" "$OBJECT" records >bpf.log 2>&1 &
recorder=$!
within 60 is_ready || fail "$(cat bpf.log)"

job_timeout 10000
start_victim rcs0 endless
stop_all
sleep 2
! has_record 1 || fail "a kill is recorded: $(cat records/1.txt)"

start_victim rcs0 endless
order image 1.before 0 >/dev/null
order reset rcs0 0 >/dev/null
within 30 has_record 1 || fail "the engine reset is not recorded: $(cat bpf.log)"
truth 1 reset
order image 1.after 0 >/dev/null
stop_all
sleep 2

job_timeout 1500
start_victim rcs0 wait
order image 2.before 0 >/dev/null
within 60 has_record 2 || fail "the job timeout is not recorded: $(cat bpf.log)"
truth 2 timeout
stop_all
kill $recorder
wait $recorder || true
for n in 1 2; do
	echo "record $n: $(tr '\n' ' ' <records/$n.txt)"
done
# A dump of xe holds a reference to the module xe.
free_dumps
for level in integrity confidentiality; do
	if ! lock_down $level; then
		echo "$level: this kernel has no lockdown"
	elif loads $level; then
		echo "$level: the program can be loaded"
	else
		echo "$level: the program cannot be loaded: $(tail -n 1 $level.log)"
	fi
done
