# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=dash
# triggers.sh -- provoke each error that the GuC reports to xe, and a request of xe that the GuC
# does not answer.  Each of these events is a trigger: the module must publish one record (a
# devcoredump with the GuC log) with the trigger and, if the GuC's message contains it, the context.
# The scenario prints the triggers in the record, and whether xe makes a dump.
#@ mem 1536
#@ module yes
# At each GT reset, 6.12 mistakes the success of a forcewake for a failure and prints a warning.
#@ forgive 6.12 WARNING: .* xe_uc_gucrc_disable
#@ forgive 7 WARNING: .*drivers/gpu/drm/xe/
. "$JOB/files/hang-lib.sh"

# recorded NAME TRIGGER [GUC-ID]: check that there is a record with this trigger and context, and
# print whether xe makes a dump
recorded()
{
	take_record "$1.lfd"
	seen=$(said "$1.lfd" triggers_seen)
	case ", $seen, " in
	*", $2, "*) ;;
	*) fail "$1: the triggers are $seen" ;;
	esac
	[ -z "${3:-}" ] || [ "$(said "$1.lfd" guc_id)" = "$3" ] ||
		fail "$1: the record names guc_id $(said "$1.lfd" guc_id), not $3"
	echo "$1: $seen; log restarted: $(said "$1.lfd" log_restarted);" \
		"dump of xe: $(within 3 has_dump && echo yes || echo no)"
	stop_all
	all_free
	eventually shown_live || fail "$1: the GPU is not shown any more"
}

start_ours

job_timeout 10000
start_victim rcs0 endless
order reset rcs0 0 >/dev/null
recorded engine-reset "engine reset" "$VICTIM"

start_victim rcs0 endless
order cat "$VICTIM" 0 >/dev/null
recorded cat-error "memory CAT error" "$VICTIM"

start_victim rcs0 endless
order uncorrectable "$VICTIM" 0 >/dev/null
recorded uncorrectable "uncorrectable error"

start_victim rcs0 endless
order fail rcs0 0 >/dev/null
recorded reset-failed "engine reset failed"
[ "$(said reset-failed.lfd trigger_1_engine)" = rcs0 ] ||
	fail "reset-failed: the engine is $(said reset-failed.lfd trigger_1_engine)"

# The emulated GPU has no groups of queues, and this xe ignores the message or resets the GT.
order g2h 0 0x4605 0 0 0 0 >/dev/null
recorded queue-group "queue group error"

order crash notify 0 >/dev/null
recorded crash-dump "firmware crash dump"

order g2h 0 0x8005 >/dev/null
recorded exception "firmware exception"

# xe resets the GT after waiting five seconds for the answer.
job_timeout 5000
start_victim rcs0 endless
order ignore disable 1 "$VICTIM" 0 >/dev/null
job_timeout 1500
recorded disable-unanswered "GT reset"

rmmod xe_guclog
