# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# last_copy.sh -- the module must keep the last log of a firmware that ends: when xe is unbound (also
# if it is bound again at once), when the GT is reset, when 6.12 suspends a GPU with its log in
# system memory, when the system is suspended, and when xe declares the GPU wedged.
# last_copy.check compares the kept log with the image of the log buffer that the emulated GPU saved
# before the firmware ended.
#@ module yes
#@ gpu --seed 1 --events 0
# At each GT reset, 6.12 mistakes the success of a forcewake for a failure and prints a warning.
#@ forgive 6.12 WARNING: .* xe_uc_gucrc_disable
#@ forgive 6 WARNING: .*drivers/gpu/drm/(xe|scheduler)/
#@ forgive 7 WARNING: .*drivers/gpu/drm/(xe|scheduler)/
. "$JOB/files/hang-lib.sh"
LAST=$LIVE/gt0/guc_log_last_lfd

# reason TEXT: true when the last log that the module has kept has the line last_reason=TEXT
reason()
{
	[ -e "$LAST" ] && tr -d '\0' <"$LAST" | grep -aqx "last_reason=$1"
}

# before NAME: let the device write 300 events, and save its log buffer as NAME.gt0
before()
{
	order events 300 >/dev/null
	order image "$1.gt0" >/dev/null
}

# kept NAME REASON: wait for a last log with this reason, and save it
kept()
{
	eventually reason "$2" || fail "$1: no last log: $(tr -d '\0' <"$LAST" | grep -a ^last_)"
	cat "$LAST" >"$1.lfd"
	echo "$1: $(wc -c <"$1.lfd") bytes kept, reason: $2"
}

start_ours
[ ! -s "$LAST" ] || fail "there is a last log while the firmware runs"

before unbind
echo "$GPU" >"$DRIVER/unbind"
eventually hidden || fail "the log of an unbound GPU is shown"
kept unbind unbind
echo "$GPU" >"$DRIVER/bind"
eventually all_shown || fail "GTs shown: $(live_gts)"
stay_awake
# A read gets EIO if the module removes the files of the unbound GPU at that moment, so repeat it.
eventually reason unbind || fail "after a bind, the last log is missing"

before rebind
echo "$GPU" >"$DRIVER/unbind"
echo "$GPU" >"$DRIVER/bind"
eventually all_shown || fail "GTs shown after a quick bind: $(live_gts)"
stay_awake
kept rebind unbind
! says 'incident_records=[1-9]' || fail "a quick bind was recorded: $(cat "$LIVE/info")"

before reset
reset_gts 0
kept reset 'GT reset'
eventually shown_live || fail "the GPU is not shown any more"
all_free

# Only 6.12 loads the firmware at each resume.
case $(uname -r) in
6.*)	has_vram || {
		before suspend
		suspend_gpu
		kept suspend suspend
		stay_awake
		order events 20 >/dev/null
		reason suspend || fail "after a resume, the last log is missing"
	} ;;
esac

# The module copies a log in VRAM before the devices are suspended, so the reason is "system sleep".
# The reason of a log in system memory can also be the suspend of the GPU.
has_vram && how='system sleep' || how='s[a-z, ]*'
short_sleep
before sleep
sleep_once sleep
kept sleep "$how"
eventually shown_live || fail "the GPU is not shown after a sleep"
stay_awake

echo 2 >"$(dri)/wedged_mode"
job_timeout 1500
before wedged
order hang rcs >/dev/null
! (batch 0) || fail "the batch that should hang completed"
kept wedged wedged
# A module cannot be unloaded while a devcoredump that it made exists.
free_dumps
rmmod xe_guclog
[ ! -e "$X" ] || fail "files of the module remain"
