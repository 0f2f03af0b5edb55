// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "guc_incident.h"

#include "abi/guc_ct_abi.h"
#include "guc_log.h"
#include "guc_text.h"

/* Messages from the GuC to the host that are triggers. */
static const struct {
	u32 action;
	enum guc_trigger trigger;
} actions[] = {
	{ GUC_ACTION_CONTEXT_RESET_NOTIFICATION, GUC_TRIGGER_ENGINE_RESET },
	{ GUC_ACTION_ENGINE_FAILURE_NOTIFICATION, GUC_TRIGGER_RESET_FAILED },
	{ GUC_ACTION_NOTIFY_MEMORY_CAT_ERROR, GUC_TRIGGER_CAT_ERROR },
	{ GUC_ACTION_NOTIFY_UNCORRECTABLE_LOCAL_ERROR, GUC_TRIGGER_UNCORRECTABLE },
	{ GUC_ACTION_STATE_CAPTURE_NOTIFICATION, GUC_TRIGGER_STATE_CAPTURE },
	{ GUC_ACTION_NOTIFY_CRASH_DUMP_POSTED, GUC_TRIGGER_CRASH_DUMP },
	{ GUC_ACTION_NOTIFY_EXCEPTION, GUC_TRIGGER_EXCEPTION },
};

static const char *const names[GUC_TRIGGER_COUNT] = {
	[GUC_TRIGGER_TIMEOUT] = "job timeout",
	[GUC_TRIGGER_ENGINE_RESET] = "engine reset",
	[GUC_TRIGGER_RESET_FAILED] = "engine reset failed",
	[GUC_TRIGGER_CAT_ERROR] = "memory CAT error",
	[GUC_TRIGGER_UNCORRECTABLE] = "uncorrectable error",
	[GUC_TRIGGER_STATE_CAPTURE] = "state capture",
	[GUC_TRIGGER_CRASH_DUMP] = "firmware crash dump",
	[GUC_TRIGGER_EXCEPTION] = "firmware exception",
	[GUC_TRIGGER_GT_RESET] = "GT reset",
};

/**
 * guc_trigger_of_action() - get the trigger of a message from the GuC
 * @action: action code of the G2H message
 *
 * Context: any, does not sleep.
 * Return: an enum guc_trigger, or -ENOENT when the message is not a trigger.
 */
int guc_trigger_of_action(u32 action)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(actions); i++)
		if (actions[i].action == action)
			return actions[i].trigger;
	return -ENOENT;
}

/**
 * guc_trigger_name() - get the name of a trigger
 * @trigger: the trigger
 *
 * Context: any, does not sleep.
 * Return: a constant string, "unknown" for an invalid value.
 */
const char *guc_trigger_name(enum guc_trigger trigger)
{
	return trigger < GUC_TRIGGER_COUNT ? names[trigger] : "unknown";
}

/**
 * guc_incident_is_over() - whether another trigger begins a new incident
 * @trigger_ns: time of the first trigger of the latest incident, 0 before there is
 *	one
 * @now_ns: time of the other trigger, on the same clock
 *
 * A GT reset stops every queue, and the jobs of the queues time out. All these
 * triggers belong to one incident.
 *
 * Context: any, does not sleep.
 * Return: true when it does.
 */
bool guc_incident_is_over(u64 trigger_ns, u64 now_ns)
{
	return !trigger_ns || now_ns - trigger_ns >= GUC_INCIDENT_NS;
}

/**
 * guc_incident_compare() - find what happened to the log since the trigger
 * @incident: has_state, restarted and written are set
 * @then: the event region as of the trigger
 * @now: the event region as of the copy
 *
 * A ring does not record how often it has wrapped, so the firmware may have
 * written more than @incident->written.
 *
 * Context: any, does not sleep.
 */
void guc_incident_compare(struct guc_incident *incident, const struct guc_region *then,
			  const struct guc_region *now)
{
	incident->has_state = then->present && now->present && !then->contradicts &&
			      !now->contradicts && then->size == now->size;
	if (!incident->has_state)
		return;
	incident->restarted = !guc_region_has_wrapped(now) &&
			      (guc_region_has_wrapped(then) ||
			       now->write_ptr < then->write_ptr);
	if (incident->restarted)
		incident->written = now->write_ptr;
	else if (now->write_ptr >= then->write_ptr)
		incident->written = now->write_ptr - then->write_ptr;
	else
		incident->written = now->write_ptr +
				    now->wrap_offset - min(then->write_ptr, now->wrap_offset);
}

/**
 * guc_series_add() - number an incident and decide where its log is kept
 * @series: the incidents of the GT
 * @incident: seq, first_seq and replaced are set
 * @first_kept: the log of the first incident of the series still exists; the
 *	series ends when a collector takes it
 * @newest_kept: the log at the other place still exists; it will be replaced
 *
 * Context: any, does not sleep.
 * Return: the place.
 */
enum guc_incident_place guc_series_add(struct guc_series *series, struct guc_incident *incident,
				       bool first_kept, bool newest_kept)
{
	series->seq++;
	if (!first_kept) {
		series->first_seq = series->seq;
		series->replaced = 0;
	} else if (newest_kept) {
		series->replaced++;
	}
	incident->seq = series->seq;
	incident->first_seq = series->first_seq;
	incident->replaced = series->replaced;
	return first_kept ? GUC_INCIDENT_NEWEST : GUC_INCIDENT_FIRST;
}

/**
 * guc_incident_copy_name() - copy a name from an untrusted source
 * @to: the copy, terminated and in printable ASCII
 * @size: size of @to in bytes, at least 1
 * @from: the name
 * @len: bytes at @from; the name ends earlier at a zero byte
 *
 * Context: any, does not sleep.
 */
void guc_incident_copy_name(char *to, size_t size, const char *from, size_t len)
{
	size_t i;

	for (i = 0; i < len && i < size - 1 && from[i]; i++)
		to[i] = from[i] >= ' ' && from[i] <= '~' ? from[i] : '?';
	to[i] = '\0';
}

static void print_seen(struct guc_text *text, const struct guc_incident *incident)
{
	const char *separator = "";
	unsigned int i;

	guc_text_add(text, "incident_triggers_seen=");
	for (i = 0; i < GUC_TRIGGER_COUNT; i++) {
		if (!(incident->seen & 1u << i))
			continue;
		guc_text_add(text, "%s%s", separator, names[i]);
		separator = ", ";
	}
	guc_text_add(text, "\n");
}

static void print_queue(struct guc_text *text, const struct guc_incident *incident)
{
	if (incident->has_queue)
		guc_text_add(text, "incident_guc_id=%u\n", incident->guc_id);
	if (incident->engine[0])
		guc_text_add(text, "incident_engine=%s\n", incident->engine);
	if (!incident->has_pid)
		return;
	guc_text_add(text, "incident_pid=%u\n", incident->pid);
	guc_text_add(text, "incident_process=%s\n", incident->process);
}

/**
 * guc_incident_print() - print an incident as ``key=value`` lines of a
 * HOST_COMMENT
 * @text: where to
 * @incident: the incident; unknown values have no line
 *
 * Context: any, does not sleep.
 */
void guc_incident_print(struct guc_text *text, const struct guc_incident *incident)
{
	guc_text_add(text, "incident_seq=%u\n", incident->seq);
	guc_text_add(text, "incident_first_seq=%u\n", incident->first_seq);
	guc_text_add(text, "incident_replaced=%u\n", incident->replaced);
	guc_text_add(text, "incident_trigger=%s\n", guc_trigger_name(incident->trigger));
	guc_text_add(text, "incident_triggers=%u\n", incident->triggers);
	print_seen(text, incident);
	guc_text_add(text, "incident_boottime_ns=%llu\n",
		     (unsigned long long)incident->boottime_ns);
	guc_text_add(text, "incident_realtime_ns=%llu\n",
		     (unsigned long long)incident->realtime_ns);
	guc_text_add(text, "incident_delay_ns=%llu\n", (unsigned long long)incident->delay_ns);
	print_queue(text, incident);
	if (!incident->has_state)
		return;
	guc_text_add(text, "incident_log_restarted=%s\n", str_yes_no(incident->restarted));
	guc_text_add(text, "incident_written_bytes=%u\n", incident->written);
}
