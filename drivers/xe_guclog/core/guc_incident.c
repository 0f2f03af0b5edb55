// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "guc_incident.h"

#include "abi/guc_ct_abi.h"
#include "guc_abi_names.h"
#include "guc_log.h"
#include "guc_text.h"

/* The triggers (see enum guc_trigger) that are messages from the GuC to the driver. */
static const struct {
	u32 action;
	enum guc_trigger trigger;
} actions[] = {
	{ GUC_ACTION_CONTEXT_RESET_NOTIFICATION, GUC_TRIGGER_ENGINE_RESET },
	{ GUC_ACTION_ENGINE_FAILURE_NOTIFICATION, GUC_TRIGGER_RESET_FAILED },
	{ GUC_ACTION_NOTIFY_MEMORY_CAT_ERROR, GUC_TRIGGER_CAT_ERROR },
	{ GUC_ACTION_NOTIFY_MULTI_QUEUE_CGP_CONTEXT_ERROR, GUC_TRIGGER_CGP_ERROR },
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
	[GUC_TRIGGER_CGP_ERROR] = "queue group error",
	[GUC_TRIGGER_UNCORRECTABLE] = "uncorrectable error",
	[GUC_TRIGGER_STATE_CAPTURE] = "state capture",
	[GUC_TRIGGER_CRASH_DUMP] = "firmware crash dump",
	[GUC_TRIGGER_EXCEPTION] = "firmware exception",
	[GUC_TRIGGER_GT_RESET] = "GT reset",
};

/**
 * guc_trigger_of_action() - get the trigger of a message from the GuC
 * @action: action code of the message
 *
 * Context: any, does not sleep.
 * Return: an enum guc_trigger, or -ENOENT if messages with this action are not triggers.
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
 * @trigger: which kind of trigger
 *
 * Context: any, does not sleep.
 * Return: a constant string; "unknown" for an invalid value.
 */
const char *guc_trigger_name(enum guc_trigger trigger)
{
	return trigger < GUC_TRIGGER_COUNT ? names[trigger] : "unknown";
}

/**
 * guc_incident_failed_engine() - read the engine from a message about a failed engine reset
 * @event: the trigger; its member engine is set if @msg is such a message and the class of its
 *	engine is known
 * @msg: the first words of a message from the GuC, as they are in its CT buffer
 *
 * Context: any, does not sleep.
 */
void guc_incident_failed_engine(struct guc_incident_event *event,
				const u32 msg[GUC_INCIDENT_FAILED_WORDS])
{
	struct guc_text text = { .buf = event->engine, .size = sizeof(event->engine) };
	const char *name = guc_abi_engine(msg[2]);

	if (name && FIELD_GET(GUC_HXG_MSG_0_ACTION, msg[1]) ==
	    GUC_ACTION_ENGINE_FAILURE_NOTIFICATION)
		guc_text_add(&text, "%s%u", name, msg[3]);
}

/**
 * guc_incident_count() - count a trigger, that is, a hang or an error that xe has noticed
 * @count: number and kinds of the triggers so far; updated
 * @event: the trigger
 *
 * Context: any, does not sleep.
 */
void guc_incident_count(struct guc_incident_count *count,
			const struct guc_incident_event *event)
{
	count->triggers++;
	count->seen |= 1u << event->trigger;
}

/*
 * Return: true for a trigger that concerns a queue but does not name it, because the trigger is a
 * message of the GuC that does not contain the queue.
 */
static bool is_unnamed(const struct guc_incident_event *e)
{
	return !e->has_queue && (e->trigger == GUC_TRIGGER_STATE_CAPTURE ||
				 e->trigger == GUC_TRIGGER_ENGINE_RESET ||
				 e->trigger == GUC_TRIGGER_CAT_ERROR ||
				 e->trigger == GUC_TRIGGER_CGP_ERROR);
}

/**
 * guc_incident_add() - add a trigger to an incident
 * @incident: zeroed before the first trigger
 * @event: the trigger; it must not be older than the triggers that were added before
 *
 * An engine reset, a memory CAT error or an error of a group of queues leads to two triggers. The
 * first one is the message of the GuC, which does not name the queue here. The second one follows
 * when the driver has handled this message, and names the queue.
 *
 * Context: any, does not sleep.
 */
void guc_incident_add(struct guc_incident *incident, const struct guc_incident_event *event)
{
	int step = event->has_queue ? -1 : 1;

	bool alive = !event->killed && !is_unnamed(event);

	if (incident->nr < (alive ? GUC_INCIDENT_EVENTS : GUC_INCIDENT_EVENTS / 2))
		incident->event[incident->nr++] = *event;
	incident->killed += event->killed;
	incident->alive += alive;
	guc_incident_count(&incident->count, event);
	if (event->trigger == GUC_TRIGGER_ENGINE_RESET)
		incident->resets += step;
	else if (event->trigger == GUC_TRIGGER_CAT_ERROR)
		incident->cat_errors += step;
	else if (event->trigger == GUC_TRIGGER_CGP_ERROR)
		incident->cgp_errors += step;
}

/**
 * guc_incident_is_waiting() - check whether a trigger that names the queue is still expected
 * @incident: the incident, with its triggers
 *
 * Context: any, does not sleep.
 * Return: true if the queue of an engine reset, of a memory CAT error or of an error of a group of
 * queues is not known yet. Also true if all triggers so far are state captures, because the GuC
 * captures registers before it resets an engine, so a trigger for the reset will follow.
 */
bool guc_incident_is_waiting(const struct guc_incident *incident)
{
	return incident->resets > 0 || incident->cat_errors > 0 || incident->cgp_errors > 0 ||
	       incident->count.seen == 1u << GUC_TRIGGER_STATE_CAPTURE;
}

/**
 * guc_incident_is_kill() - check whether all triggers were caused by the end of killed queues
 * @incident: the incident, with its triggers
 *
 * When a process is killed or destroys a queue, the driver ends the queue's jobs with a
 * preemption timeout of 1 us. If one of these jobs is running, the GuC then resets the engine.
 * This is not a hang.
 *
 * Context: any, does not sleep.
 * Return: true if every trigger names a killed queue, or is a message of the GuC that
 * belongs to such a trigger. False otherwise, also while this is unknown.
 */
bool guc_incident_is_kill(const struct guc_incident *incident)
{
	return incident->killed && !incident->alive && !guc_incident_is_waiting(incident);
}

/*
 * Return: whether two triggers name the same queue. Compare more than the guc_id, because a new
 * queue can get the guc_id of a queue that was destroyed.
 */
static bool is_same_queue(const struct guc_incident_event *a, const struct guc_incident_event *b)
{
	return a->has_queue && b->has_queue && a->guc_id == b->guc_id && a->pid == b->pid &&
	       !strcmp(a->engine, b->engine);
}

/* Return: the first trigger whose queue is known and was not killed, or NULL if there is none. */
static const struct guc_incident_event *first_queue(const struct guc_incident *incident)
{
	u32 i;

	for (i = 0; i < incident->nr; i++)
		if (incident->event[i].has_queue && !incident->event[i].killed)
			return &incident->event[i];
	return NULL;
}

/**
 * guc_incident_has_other_queue() - check whether a second queue has hung since the log was
 * copied
 * @incident: the incident, with its triggers
 * @since_ns: time at which the log was copied, CLOCK_BOOTTIME
 *
 * Context: any, does not sleep.
 * Return: true if a trigger since @since_ns names a second queue, that is, another queue than the
 * one that was named first. Killed queues do not count. Also true if there were more triggers than
 * can be stored, because one of these may have named a second queue.
 */
bool guc_incident_has_other_queue(const struct guc_incident *incident, u64 since_ns)
{
	const struct guc_incident_event *first = first_queue(incident), *e;
	u32 i;

	for (i = 0; i < incident->nr; i++) {
		e = &incident->event[i];
		if (e->boottime_ns >= since_ns && e->has_queue && !e->killed &&
		    !is_same_queue(e, first))
			return true;
	}
	return incident->count.triggers > incident->nr;
}

/*
 * Return: true for a trigger that concerns the whole GT, because it causes or shows a reset of the
 * GT. Such a reset ends the jobs of all queues.
 */
static bool is_whole(u32 trigger)
{
	switch (trigger) {
	case GUC_TRIGGER_GT_RESET:
	case GUC_TRIGGER_RESET_FAILED:
	case GUC_TRIGGER_CRASH_DUMP:
	case GUC_TRIGGER_EXCEPTION:
		return true;
	}
	return false;
}

/* Return: true if the incident has a trigger that concerns the whole GT. */
static bool has_whole(const struct guc_incident *incident)
{
	u32 trigger;

	for (trigger = 0; trigger < GUC_TRIGGER_COUNT; trigger++)
		if (incident->count.seen & 1u << trigger && is_whole(trigger))
			return true;
	return false;
}

/**
 * guc_incident_caused() - check whether a trigger is a consequence of an earlier incident
 * @incident: the latest incident, which has ended: no more triggers are added to it
 * @event: the trigger, that is, a hang or an error that xe has noticed
 *
 * Context: any, does not sleep.
 * Return: true if the trigger follows soon after the incident, and the incident has a trigger
 * that names the same queue. Also true for a job timeout or a GT reset that follows soon after an
 * incident with a reset of the whole GT, because this reset ends the jobs of all queues.
 */
bool guc_incident_caused(const struct guc_incident *incident,
			 const struct guc_incident_event *event)
{
	u64 after = event->boottime_ns - incident->event[0].boottime_ns;
	bool whole = has_whole(incident);
	u32 i;

	if (!incident->count.triggers)
		return false;
	if (whole && event->trigger == GUC_TRIGGER_TIMEOUT && after < GUC_INCIDENT_RESET_NS)
		return true;
	if (after >= GUC_INCIDENT_NS)
		return false;
	if (whole && event->trigger == GUC_TRIGGER_GT_RESET)
		return true;
	for (i = 0; i < incident->nr; i++)
		if (!incident->event[i].killed && is_same_queue(&incident->event[i], event))
			return true;
	return false;
}

/**
 * guc_incident_continues() - check whether an incident only has consequences of an earlier one
 * @incident: the earlier incident
 * @later: the incident that began after it, with all its triggers
 *
 * On a busy machine, the engine reset that ends a hang can follow so late that it begins an
 * incident of its own. Its first triggers are messages of the GuC, which do not name the queue, so
 * only at the end of the incident it is known that the queue is that of the earlier incident.
 *
 * Context: any, does not sleep.
 * Return: true if every trigger of @later is a consequence of @incident (see
 * guc_incident_caused()), or names a killed queue, or is a message of the GuC that belongs to such
 * a trigger, and there is at least one consequence. False otherwise, also if not all triggers of
 * @later are known.
 */
bool guc_incident_continues(const struct guc_incident *incident, const struct guc_incident *later)
{
	bool caused = false;
	u32 i;

	if (guc_incident_is_waiting(later) || later->count.triggers > later->nr)
		return false;
	for (i = 0; i < later->nr; i++) {
		if (later->event[i].killed || is_unnamed(&later->event[i]))
			continue;
		if (!guc_incident_caused(incident, &later->event[i]))
			return false;
		caused = true;
	}
	return caused;
}

/**
 * guc_incident_cause() - find the queue that caused an incident
 * @incident: the incident, with its triggers
 *
 * A job timeout is weak evidence that the queue of the job hung. The job can also have timed out
 * because it waited for an engine on which another queue hung, or because the GT was reset. The
 * timeout can also be a late consequence of an earlier hang. Therefore the result is the first
 * trigger that names a queue and is not a timeout, if it is older than all triggers about the whole
 * GT (see is_whole()). If there is no such trigger, the result is the first timeout, but only if no
 * trigger is about the whole GT.
 *
 * Context: any, does not sleep.
 * Return: the trigger that names the queue, or NULL if the queue is unknown.
 */
const struct guc_incident_event *guc_incident_cause(const struct guc_incident *incident)
{
	const struct guc_incident_event *timeout = NULL;
	u32 i;

	for (i = 0; i < incident->nr; i++) {
		const struct guc_incident_event *e = &incident->event[i];

		if (is_whole(e->trigger))
			return NULL;
		if (!e->has_queue || e->killed)
			continue;
		if (e->trigger != GUC_TRIGGER_TIMEOUT)
			return e;
		if (!timeout)
			timeout = e;
	}
	return has_whole(incident) ? NULL : timeout;
}

/**
 * guc_incident_may_begin() - check whether another incident may begin
 * @pace: the state of the rate limit of the GT; zeroed before the first call, and changed if
 *	the result is true
 * @now_ns: the present time, CLOCK_BOOTTIME
 *
 * The rate of incidents is limited: GUC_INCIDENT_BURST incidents can follow each other without
 * a pause; after that, one incident may begin every GUC_INCIDENT_NS.
 *
 * Context: any, does not sleep.
 * Return: true if an incident may begin now.
 */
bool guc_incident_may_begin(struct guc_incident_pace *pace, u64 now_ns)
{
	u64 burst = (GUC_INCIDENT_BURST - 1) * GUC_INCIDENT_NS;

	if (pace->from_ns > now_ns + burst)
		return false;
	pace->from_ns = max(pace->from_ns, now_ns) + GUC_INCIDENT_NS;
	return true;
}

/**
 * guc_incident_was_none() - undo guc_incident_may_begin() for an incident that turned out to
 * be only the end of killed queues, and is not recorded
 * @pace: the state of the rate limit of the GT, which guc_incident_may_begin() has changed
 *
 * Context: any, does not sleep.
 */
void guc_incident_was_none(struct guc_incident_pace *pace)
{
	pace->from_ns -= GUC_INCIDENT_NS;
}

/**
 * guc_incident_compare() - find the change of a log between two points in time
 * @change: filled with the difference between the two states
 * @then: the event region at the first time
 * @now: the event region at the second time
 *
 * The state of a ring does not show how often the ring has wrapped. Therefore
 * @change->written is only a minimum.
 *
 * Context: any, does not sleep.
 */
void guc_incident_compare(struct guc_incident_change *change, const struct guc_region *then,
			  const struct guc_region *now)
{
	change->is_known = then->present && now->present && !then->contradicts &&
			   !now->contradicts && then->size == now->size;
	if (!change->is_known)
		return;
	change->restarted = !guc_region_has_wrapped(now) &&
			      (guc_region_has_wrapped(then) ||
			       now->write_ptr < then->write_ptr);
	if (change->restarted)
		change->written = now->write_ptr;
	else if (now->write_ptr >= then->write_ptr)
		change->written = now->write_ptr - then->write_ptr;
	else
		change->written = now->write_ptr +
				    now->wrap_offset - min(then->write_ptr, now->wrap_offset);
}

/**
 * guc_series_add() - number an incident, and decide whether its log is kept as the first or as
 * the newest log of a series
 * @series: the series of incidents of the GT, see struct guc_series
 * @incident: the incident; its members seq, first_seq and replaced are set
 * @first_kept: the log of the first incident of the series still exists. If it was deleted, a
 *	new series begins
 * @newest_kept: the log of the newest incident still exists and will be replaced
 *
 * Context: any, does not sleep.
 * Return: GUC_INCIDENT_FIRST or GUC_INCIDENT_NEWEST: the log is kept as that of the first
 * or of the newest incident of the series.
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
 * @from: the name, which need not be terminated
 * @len: length of @from in bytes; if there is a zero byte, the name ends there
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

static void print_seen(struct guc_text *text, const char *key,
		       const struct guc_incident_count *count)
{
	const char *separator = "";
	unsigned int i;

	guc_text_add(text, "%s=", key);
	for (i = 0; i < GUC_TRIGGER_COUNT; i++) {
		if (!(count->seen & 1u << i))
			continue;
		guc_text_add(text, "%s%s", separator, names[i]);
		separator = ", ";
	}
	guc_text_add(text, "\n");
}

/*
 * Print the queue of a trigger, its engine and its process, as far as they are known. The key of
 * each line begins with @key.
 */
static void print_queue(struct guc_text *text, const char *key,
			const struct guc_incident_event *e)
{
	if (e->has_queue)
		guc_text_add(text, "%s_guc_id=%u\n", key, e->guc_id);
	if (e->engine[0])
		guc_text_add(text, "%s_engine=%s\n", key, e->engine);
	if (!e->has_pid)
		return;
	guc_text_add(text, "%s_pid=%u\n", key, e->pid);
	guc_text_add(text, "%s_process=%s\n", key, e->process);
}

static void print_events(struct guc_text *text, const struct guc_incident *incident)
{
	u64 start = incident->event[0].boottime_ns;
	char key[sizeof("incident_trigger_4294967295")];
	u32 i;

	for (i = 0; i < incident->nr; i++) {
		const struct guc_incident_event *e = &incident->event[i];

		guc_text_add(&(struct guc_text){ .buf = key, .size = sizeof(key) },
			     "incident_trigger_%u", i + 1);
		guc_text_add(text, "%s=%s\n%s_ns=%llu\n", key, guc_trigger_name(e->trigger), key,
			     (unsigned long long)(e->boottime_ns - start));
		print_queue(text, key, e);
		if (e->killed)
			guc_text_add(text, "%s_killed=yes\n", key);
	}
}

/**
 * guc_incident_print() - print an incident as ``key=value`` lines of a HOST_COMMENT (a
 * block of an LFD file with text from the host)
 * @text: the text to append to
 * @incident: the incident; unknown values have no line
 *
 * Context: any, does not sleep.
 */
void guc_incident_print(struct guc_text *text, const struct guc_incident *incident)
{
	const struct guc_incident_event *cause = guc_incident_cause(incident);

	guc_text_add(text, "incident_seq=%u\n", incident->seq);
	guc_text_add(text, "incident_first_seq=%u\n", incident->first_seq);
	guc_text_add(text, "incident_replaced=%u\n", incident->replaced);
	guc_text_add(text, "incident_trigger=%s\n",
		     guc_trigger_name((enum guc_trigger)incident->event[0].trigger));
	guc_text_add(text, "incident_triggers=%u\n", incident->count.triggers);
	print_seen(text, "incident_triggers_seen", &incident->count);
	if (incident->unrecorded.triggers) {
		guc_text_add(text, "incident_unrecorded=%u\n", incident->unrecorded.triggers);
		print_seen(text, "incident_unrecorded_seen", &incident->unrecorded);
	}
	guc_text_add(text, "incident_boottime_ns=%llu\n",
		     (unsigned long long)incident->event[0].boottime_ns);
	guc_text_add(text, "incident_realtime_ns=%llu\n",
		     (unsigned long long)incident->realtime_ns);
	guc_text_add(text, "incident_delay_ns=%llu\n", (unsigned long long)incident->delay_ns);
	if (cause)
		print_queue(text, "incident", cause);
	if (incident->change.is_known) {
		guc_text_add(text, "incident_log_restarted=%s\n",
			     str_yes_no(incident->change.restarted));
		guc_text_add(text, "incident_written_bytes=%u\n", incident->change.written);
	}
	print_events(text, incident);
}
