// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include <errno.h>

#include "explain/log_events.h"
#include "internal.h"

int guclog_walk_from(struct guclog_walk **walk, const struct guclog_log *log,
		     const struct guclog_timeline *t)
{
	*walk = calloc(1, sizeof(**walk));
	if (!*walk)
		return -ENOMEM;
	(*walk)->t = *t;
	(*walk)->analysis = analyse_log(&(*walk)->t, log->dump);
	if (!(*walk)->analysis) {
		free(*walk);
		*walk = NULL;
		return -ENOMEM;
	}
	guclog_walk_rewind(*walk);
	return 0;
}

int guclog_walk_new(struct guclog_walk **walk, const struct guclog_log *log)
{
	struct guclog_timeline t;

	if (!log->view.nr_runs && !log->view.before_load.len)
		return -ENOENT;
	if (!timeline_open(&t, &log->view))
		return -EPROTONOSUPPORT;
	return guclog_walk_from(walk, log, &t);
}

void guclog_walk_rewind(struct guclog_walk *walk)
{
	walk_begin(&walk->walk, &walk->t, walk->analysis->result.words,
		   &walk->analysis->join);
}

static void tell_time(const struct guclog_walk *walk, const struct guclog_entry *e,
		      struct guclog_event *event)
{
	const struct guclog_timeline *t = &walk->t;

	event->boottime_ns = GUCLOG_NO_TIME;
	event->realtime_ns = GUCLOG_NO_TIME;
	event->ago_ns = GUCLOG_NO_TIME;
	if (e->before_load)
		return;
	if (t->hz)
		event->ago_ns = guc_ticks_to_ns(t->newest - e->tick, t->hz);
	if (t->anchored)
		event->boottime_ns = guclog_timeline_boottime_ns(t, e->tick);
	if (t->has_realtime)
		event->realtime_ns = guclog_timeline_realtime_ns(t, e->tick);
}

static void tell_words(const struct guclog_walk *walk, const struct guclog_entry *e,
		       struct guclog_event *event)
{
	const struct guc_event_def *def = guc_event_find(e->id);
	struct guc_text text = {
		.buf = event->text,
		.size = sizeof(event->text),
	};

	if (!def || !(walk->analysis->result.words & 1ull << guc_event_index(def)))
		return;
	event->name = def->name;
	event->guess = guc_event_is_guess(def);
	text.len = guc_event_words(event->text, 256, def, e->arg);
	walk_message(&text, e, &walk->analysis->join);
}

static void tell(const struct guclog_walk *walk, const struct guclog_entry *e,
		 const struct guclog_owner *owner, struct guclog_event *event)
{
	memset(event, 0, sizeof(*event));
	event->index = e->index;
	event->tick = e->tick;
	event->id = e->id;
	event->dword1 = e->zero;
	event->arg[0] = e->arg[0];
	event->arg[1] = e->arg[1];
	event->gap_bytes = e->gap;
	event->before_load = e->before_load;
	event->ambiguous = e->ambiguous;
	event->guc_id = (int32_t)owner->guc_id;
	snprintf(event->engine, sizeof(event->engine), "%s", owner->engine);
	tell_time(walk, e, event);
	tell_words(walk, e, event);
}

int guclog_walk_next(struct guclog_walk *walk, struct guclog_event *event)
{
	struct guclog_owner owner;
	struct guclog_entry e;

	if (!walk_next(&walk->walk, &e, &owner))
		return 0;
	tell(walk, &e, &owner, event);
	return 1;
}

int guclog_walk_entry(struct guclog_walk *walk, struct guclog_entry *entry,
		      struct guclog_owner *owner)
{
	return walk_next(&walk->walk, entry, owner);
}

size_t guclog_walk_message(const struct guclog_walk *walk, const struct guclog_entry *entry,
			   char *buf, size_t size)
{
	struct guc_text text = guclog_text(buf, size);

	walk_message(&text, entry, &walk->analysis->join);
	return text.len;
}

int guclog_timeline_open(struct guclog_timeline *t, const struct guclog_log *log)
{
	bool known = timeline_open(t, &log->view);

	t->log = log;
	return known ? 0 : -EPROTONOSUPPORT;
}

int guclog_event_field(const struct guclog_event *event, unsigned int i,
		       const char **name, uint32_t *value)
{
	const struct guc_event_def *def = guc_event_find(event->id);

	if (!event->name || !def || i >= def->nr_fields)
		return -ENOENT;
	*name = def->field[i].name;
	*value = guc_event_value(&def->field[i], event->arg);
	return 0;
}

void guclog_walk_free(struct guclog_walk *walk)
{
	if (!walk)
		return;
	analysis_free(walk->analysis);
	free(walk);
}
