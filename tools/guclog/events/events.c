// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "events/events.h"

#include <errno.h>

#include "events/attribute.h"
#include "events/analysis.h"
#include "events/dump_facts.h"
#include "events/join.h"
#include "guc_abi_names.h"
#include "guc_clock.h"
#include "model/internal.h"
#include "read/log/log.h"
#include "read/log/event_reader.h"

/**
 * struct events - a reader of the events of a log
 * @reader: the position in the log; callers get its public part
 * @analysis: analysis of all events, NULL if there is none
 * @words: bit mask of the event names that may be used, bit n: guc_event_table[n]; 0 if there is no
 *	@analysis
 * @shared: @analysis belongs to another reader
 * @at: which context is on which engine, to find the context and the engine of the next event
 * @has_next: @next is valid
 * @next: the event that guclog_events_next() returns next, without name, context and engine
 */
struct events {
	struct event_reader reader;
	struct guclog_analysis *analysis;
	u64 words;
	bool shared;
	struct attribute at;
	bool has_next;
	struct guclog_event next;
};

static struct events *to_events(struct guclog_events *events)
{
	return (struct events *)events;
}

static const struct events *to_const(const struct guclog_events *events)
{
	return (const struct events *)events;
}

static int open_events(struct events *e, const struct guclog_log *log, unsigned int flags)
{
	struct dump_facts facts;

	if (!event_reader_open(&e->reader, &log_of(log)->parsed))
		return log_of(log)->parsed.nr_runs || log->before_load.len ? -EPROTONOSUPPORT :
									   -ENOENT;
	e->reader.pub.log = log;
	if (!(flags & GUCLOG_EVENTS_PLAIN) && !e->analysis) {
		e->analysis = analysis_read(&e->reader, log->dump, true, &facts);
		if (!e->analysis)
			return -ENOMEM;
	}
	if (e->analysis)
		e->words = e->analysis->result.words;
	e->reader.pub.analysis = e->analysis;
	guclog_events_rewind(&e->reader.pub);
	return 0;
}

/**
 * events_error() - fill the error of a function that reads the events of a log
 * @error: filled with the code and the text of the error; may be NULL
 * @err: 0 or a negative errno value; -ENOENT if the log has no events
 * @log: the log
 *
 * Return: @err.
 */
int events_error(struct guclog_error *error, int err, const struct guclog_log *log)
{
	if (err)
		error_set(error, err, log->name,
			  err == -ENOENT ? "no events" : guclog_strerror(err));
	else
		error_set(error, 0, NULL, NULL);
	return err;
}

/**
 * events_open() - begin to read the events of a log
 * @log: the log
 * @flags: GUCLOG_EVENTS_PLAIN or GUCLOG_EVENTS_NAMES; 0 if there is an @analysis
 * @analysis: analysis of the log, which the reader owns from now on, also after an error; NULL to
 *	find only the names of the events
 * @error: as for log_events_open()
 *
 * Return: the reader, or NULL on an error.
 */
struct guclog_events *events_open(const struct guclog_log *log, unsigned int flags,
				  struct guclog_analysis *analysis, struct guclog_error *error)
{
	struct events *e = calloc(1, sizeof(*e));
	int err = -ENOMEM;

	if (e) {
		e->analysis = analysis;
		err = open_events(e, log, flags);
	} else {
		analysis_free(analysis);
	}
	if (!events_error(error, err, log))
		return &e->reader.pub;
	if (e)
		guclog_events_close(&e->reader.pub);
	return NULL;
}

struct guclog_events *guclog_events_copy(const struct guclog_events *events)
{
	struct events *e = malloc(sizeof(*e));

	if (!e)
		return NULL;
	*e = *to_const(events);
	e->shared = true;
	guclog_events_rewind(&e->reader.pub);
	return &e->reader.pub;
}

void guclog_events_close(struct guclog_events *events)
{
	struct events *e = to_events(events);

	if (!e)
		return;
	if (!e->shared)
		analysis_free(e->analysis);
	free(e);
}

void guclog_events_rewind(struct guclog_events *events)
{
	struct events *e = to_events(events);

	event_reader_rewind(&e->reader);
	if (e->words)
		attribute_init(&e->at, e->words);
	e->has_next = event_reader_next(&e->reader, &e->next);
}

static struct an_event for_analysis(const struct events *events, const struct guclog_event *e)
{
	struct an_event to = {
		.index = e->index,
		.tick = e->tick,
		.id = e->id,
		.arg = { e->arg[0], e->arg[1] },
		.gap = e->gap_bytes || e->before_load,
	};

	if (events->analysis && events->analysis->learned)
		learned_translate(events->analysis->learned, &to.id, to.arg);
	return to;
}

/* Return: the message of the H2G ring that an event is about, or NULL if there is none. */
static const struct join_msg *find_message(const struct events *e,
					   const struct guclog_event *event)
{
	if (event->before_load || !e->analysis ||
	    for_analysis(e, event).id != GUC_EV_H2G_RECEIVED)
		return NULL;
	return join_find(&e->analysis->join, event->index);
}

static bool is_guc_id(struct guc_view word)
{
	return word.len == 6 && !memcmp(word.data, "guc_id", 6);
}

/*
 * Find the context of an H2G_RECEIVED event, which the GuC logs when it receives a message of the
 * driver. The event contains only the action of the message, but the message in the H2G ring of the
 * devcoredump contains the context.
 */
static void find_context(const struct events *e, const struct guclog_event *event,
			 struct attribute_to *to)
{
	const struct join_msg *msg = find_message(e, event);
	const struct guc_abi_action *action;
	u32 i;

	if (!msg)
		return;
	action = guc_abi_action(msg->action);
	for (i = 0; i < min(msg->nr_data, 2u); i++)
		if (is_guc_id(guc_abi_word(action, i)))
			to->guc_id = msg->data[i];
}

static void find_owner(struct events *e, struct guclog_event *event)
{
	struct attribute_to to = { GUCLOG_NONE, GUCLOG_NONE };
	struct an_event now = for_analysis(e, event), next;

	if (event->before_load)
		return;
	if (e->has_next)
		next = for_analysis(e, &e->next);
	attribute_event(&e->at, &now, e->has_next ? &next : NULL, &to);
	find_context(e, event, &to);
	/*
	 * guc_ids are 16 bits wide. A damaged event can have a larger number, which is not
	 * used.
	 */
	event->guc_id = to.guc_id < CONTEXT_IDS ? to.guc_id : GUCLOG_NONE;
	event->engine = to.engine;
}

static void find_times(const struct event_reader *r, struct guclog_event *event)
{
	bool timed = !event->before_load;

	event->ago_ns = timed && r->pub.hz ?
			guc_ticks_to_ns(r->pub.newest - event->tick, r->pub.hz) : GUCLOG_NO_TIME;
	event->boottime_ns = timed && r->pub.anchored ?
			     event_reader_boottime_ns(r, event->tick) : GUCLOG_NO_TIME;
	event->realtime_ns = timed && r->pub.has_realtime ?
			     event_reader_realtime_ns(r, event->tick) : GUCLOG_NO_TIME;
}

static void find_name(const struct events *e, struct guclog_event *event)
{
	const struct guc_event_def *def = analysis_def(e->analysis, event->id);

	if (!def)
		return;
	event->definition = def;
	event->learned = e->analysis->learned &&
			 !learned_find(e->analysis->learned, event->id)->logs;
	event->name = def->name;
	event->guess = guc_event_is_guess(def);
}

bool guclog_events_next(struct guclog_events *events, struct guclog_event *event)
{
	struct events *e = to_events(events);

	if (!e->has_next)
		return false;
	*event = e->next;
	e->has_next = event_reader_next(&e->reader, &e->next);
	find_times(&e->reader, event);
	if (e->words) {
		find_owner(e, event);
		find_name(e, event);
	}
	return true;
}

int guclog_events_seek(struct guclog_events *events, uint64_t index)
{
	struct events *e = to_events(events);
	struct guclog_event event;

	if (!e->has_next || e->next.before_load || e->next.index > index)
		guclog_events_rewind(events);
	while (e->has_next && (e->next.before_load || e->next.index < index))
		guclog_events_next(events, &event);
	return e->has_next ? 0 : -ENOENT;
}

int64_t guclog_events_boottime_ns(const struct guclog_events *events, int64_t tick)
{
	return events->anchored ? event_reader_boottime_ns(&to_const(events)->reader, tick) :
				  GUCLOG_NO_TIME;
}

int64_t guclog_events_realtime_ns(const struct guclog_events *events, int64_t tick)
{
	return events->has_realtime ? event_reader_realtime_ns(&to_const(events)->reader, tick) :
				      GUCLOG_NO_TIME;
}

static void add_message(struct guc_text *text, const struct events *e,
			const struct guclog_event *event)
{
	const struct join_msg *msg = find_message(e, event);
	const struct guc_abi_action *action;
	u32 i;

	if (!msg || msg->action != for_analysis(e, event).arg[0])
		return;
	action = guc_abi_action(msg->action);
	guc_text_add(text, " fence=%u", msg->fence);
	for (i = 0; i < msg->nr_data && i < JOIN_DATA; i++) {
		struct guc_view word = guc_abi_word(action, i);

		guc_text_add(text, " %.*s%s", (int)word.len,
			     (const char *)word.data, word.len ? "=" : "");
		guc_text_add(text, is_guc_id(word) ? "%u" : "0x%x", msg->data[i]);
	}
}

size_t guclog_event_text(const struct guclog_events *events, const struct guclog_event *event,
			 char *buf, size_t size)
{
	const struct guc_event_def *def = event->definition;
	struct guc_text text = guclog_text(buf, size);
	char words[256];
	size_t len;

	if (!def || !event->name)
		return 0;
	len = guc_event_words(words, sizeof(words), def, event->arg);
	guc_text_add(&text, "%.*s", (int)len, words);
	add_message(&text, to_const(events), event);
	return text.len;
}

int guclog_event_field(const struct guclog_event *event, unsigned int i,
		       const char **name, uint32_t *value)
{
	const struct guc_event_def *def = event->definition;

	if (!event->name || !def || i >= def->nr_fields)
		return -ENOENT;
	*name = def->field[i].name;
	*value = guc_event_value(&def->field[i], event->arg);
	return 0;
}
