# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# stall.sh -- test guclog top and the stall watch (guclog collect --watch, which finds contexts that
# make no progress) while Debian's Vulkan and GL drivers use the GPU.  Under a healthy load, the
# watch must find no stall, and top must show engine, context and process; then the watch must find
# each of five stalls that xe does not report.  stall.check checks the results.
#@ mem 3072
#@ module yes
#@ clients mesa
#@ command yes
#@ tool yes
# The device runs no shaders, so programs read memory that no shader has written. The faults that
# follow from this are accepted.
#@ gpu --lenient
# At each GT reset, 6.12 mistakes the success of a forcewake for a failure and prints a warning.
#@ forgive 6.12 WARNING: .* xe_uc_gucrc_disable
. "$JOB/files/clients-lib.sh"
LIMIT=$(setting limit 4)
LOAD_S=$(setting seconds 20)
STORE=/tmp/store
GUCLOG=$JOB/files/guclog
seen=0

# background PROGRAM ARGUMENT...: run a program of guest/clients in the background; $! is its
# process
background()
{
	LD_LIBRARY_PATH=$CLIENT/lib "$@" >/dev/null 2>&1 &
}

incidents()
{
	find $STORE -path '*/.new-*' -prune -o -name metadata.json -print | sort
}

another()
{
	[ "$(incidents | wc -l)" -gt "$seen" ]
}

uptime_exact()
{
	cut -d' ' -f1 /proc/uptime
}

# found NAME: wait until the watch has stored the next incident, and save its metadata and state
found()
{
	within $((LIMIT + 20)) another || fail "$1: not found: $(cat watch.err; "$GUCLOG" top --once; order contexts)"
	dir=$(dirname "$(incidents | sed -n "$((seen + 1))p")")
	cp "$dir/metadata.json" "$1.json"
	cp "$dir/state.json" "$1.state.json"
	echo "$1 $begun $(uptime_exact)" >>stalls
	echo "$1: $(tail -n 1 watch.err)"
}

# start_vk: start the program vk, which draws; set VK to its process and CONTEXT to the guc_id of
# its context
start_vk()
{
	background "$JOB/files/vk" frames 300
	VK=$!
	within 60 on_render "$GUCLOG" vk || fail "top does not show vk: $("$GUCLOG" top --once --idle)"
}

# recover: end the program vk, reset the GTs so that the firmware is loaded again, and set $seen to
# the number of incidents that are stored
recover()
{
	kill -9 "$VK" 2>/dev/null || true
	wait "$VK" 2>/dev/null || true
	sleep 1
	reset_gts
	within 60 engines_idle || fail "an engine stays busy: $(order contexts)"
	free_dumps
	# The watch considers a stall as ended after this time. Until then the stall can cause
	# further stalls.
	sleep $((LIMIT + 1))
	seen=$(incidents | wc -l)
}

healthy()
{
	background "$JOB/files/vk" frames "$LOAD_S"
	VK=$!
	background "$JOB/files/gl" 50
	n=0
	while kill -0 $VK 2>/dev/null; do
		n=$((n + 1))
		"$GUCLOG" top --once --json --idle >healthy.$n.json
		"$GUCLOG" top --once --idle >/tmp/top
		! grep -q ' vk ' /tmp/top || mv /tmp/top healthy.top
	done
	wait $VK || fail "the load failed"
	background "$JOB/files/vk" draw
	wait $! || fail "a draw failed"
	[ $n -ge 3 ] || fail "only $n samples"
	[ "$(incidents | wc -l)" = 0 ] || fail "a false alarm: $(cat watch.err)"
}

# held: a compute walker (the command that runs a compute shader) does not leave the engine for
# which another program waits
held()
{
	cat "$LIVE/gt0/guc_log_stream" >held.lfd &
	reader=$!
	order hang draw >/dev/null
	background "$JOB/files/vk" walker
	VK=$!
	within 60 is_blocked rcs0 || fail "nothing hangs"
	begun=$(uptime_exact)
	background "$JOB/files/gl"
	waiter=$!
	found held
	kill $reader
	"$GUCLOG" top --once --stall "$LIMIT" held.lfd >held.top || true
	# Reset the engine before xe disables the context, because the GuC could not answer xe's
	# request while the walker stays on the engine.
	order reset rcs0 >/dev/null
	wait $waiter || true
	recover
}

# forgotten KIND NAME: let the GuC ignore a request of this kind (control command "ignore") about
# the context of the program vk; the watch must find the stall, whose files are saved as NAME
forgotten()
{
	start_vk
	begun=$(uptime_exact)
	order ignore "$1" 1 "$CONTEXT" >/dev/null
	case $1 in
	disable|deregister) kill -9 "$VK" ;;
	esac
	found "$2"
	recover
}

start_ours
mount -t tracefs tracefs /sys/kernel/tracing 2>/dev/null || true
with_mesa mesa
chmod +x "$GUCLOG"
# Timeouts of xe and of the GuC must not end a stall before the watch finds it.
job_timeout 10000
for timeout in "$PCI"/tile0/gt*/engines/*/preempt_timeout_us; do
	echo 10000000 >"$timeout"
done
mkdir -p $STORE
"$GUCLOG" collect --no-journal --store $STORE --prepare
"$GUCLOG" collect --no-journal --store $STORE --watch "$LIMIT" --pause 1 2>watch.err &
WATCH=$!
: >stalls
echo "$LIMIT" >limit
# stall.check allows for the times in which a busy host does not run the guest.
chmod +x "$JOB/files/stalls"
"$JOB/files/stalls" 100 >late &
LATE=$!
healthy
held
forgotten schedule unscheduled
forgotten submit dead-engine
forgotten disable disable
forgotten deregister deregister
kill $WATCH $LATE
wait $WATCH $LATE || true
rmmod xe_guclog
