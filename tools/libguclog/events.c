// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include <errno.h>

#include "abi/guc_lic_abi.h"
#include "abi/guc_log_abi.h"
#include "analysis/analysis.h"
#include "analysis/attribute.h"
#include "internal.h"

#define ENTRY	sizeof(struct guc_log_event_v2)
/* A step back of up to so many ticks is two entries in the other order. */
#define STEP_BACK	32768u

/* Where a walk over the entries is. */
struct place {
	unsigned int run;
	u64 pos;
	u64 index;
	s64 tick;
	bool begun;
};

struct guclog_walk {
	const struct guclog_log *log;
	struct analysis *analysis;
	struct attribute attribute;
	struct place next;
	bool has_next;
	struct an_event event;
};

static bool next_entry(const struct guclog_log *log, struct place *p,
		       struct an_event *e)
{
	const struct guc_events *events = &log->log.events;
	struct guc_log_event_v2 entry;
	const struct guc_run *run;
	u32 stamp, step;

	for (;; p->run++, p->pos = 0) {
		if (p->run >= events->nr_runs)
			return false;
		run = &events->run[p->run];
		if (run->span.len - p->pos >= ENTRY)
			break;
	}
	memcpy(&entry, log->image.data + run->span.offset + p->pos, ENTRY);
	stamp = le32_to_cpu(entry.timestamp);
	step = stamp - (u32)p->tick;
	if (!p->begun)
		p->tick = stamp;
	else
		p->tick += step > U32_MAX - STEP_BACK ?
			   (s64)step - (1ll << 32) : step;
	*e = (struct an_event){
		.index = p->index++,
		.tick = p->tick,
		.id = le32_to_cpu(entry.id),
		.arg = { le32_to_cpu(entry.arg[0]), le32_to_cpu(entry.arg[1]) },
		.gap = !p->begun || (!p->pos && run->gap),
	};
	p->begun = true;
	p->pos += ENTRY;
	return true;
}

static int analyse(struct guclog_walk *walk)
{
	const struct guc_log *log = &walk->log->log;
	const struct guc_lic *lic = &log->lic;
	struct analysis_log facts = {
		.from_load = log->events.order == GUC_ORDER_LINEAR,
		.end_missing = log->events.missing ||
			       log->events.order == GUC_ORDER_STORAGE,
	};
	struct place place = { .run = 0 };
	struct an_event e;

	if (guc_lic_has(lic, GUC_LIC_KEY_TSC_FREQUENCY) &&
	    lic->value[GUC_LIC_KEY_TSC_FREQUENCY] <= U32_MAX / 1000)
		facts.hz = lic->value[GUC_LIC_KEY_TSC_FREQUENCY] * 1000;
	facts.has_firmware = guc_lic_has(lic, GUC_LIC_KEY_FW_VERSION);
	facts.firmware = lic->value[GUC_LIC_KEY_FW_VERSION];
	walk->analysis = analysis_new(&facts);
	if (!walk->analysis)
		return -ENOMEM;
	while (next_entry(walk->log, &place, &e))
		analysis_event(walk->analysis, &e);
	return analysis_end(walk->analysis, NULL);
}

/**
 * guclog_walk_new() - begin to go over a log's events
 * @walk: set
 * @log: the log, must stay
 *
 * Return: 0, -EPROTONOSUPPORT when the version of the entries is not known,
 * -ENOENT without events, or -ENOMEM.
 */
int guclog_walk_new(struct guclog_walk **walk, const struct guclog_log *log)
{
	const struct guc_region *region = &log->log.region[GUC_REGION_EVENT];
	struct guclog_walk *w;
	int err;

	if (!log->log.events.nr_runs)
		return -ENOENT;
	if (region->version != GUC_LOG_EVENT_VERSION)
		return -EPROTONOSUPPORT;
	w = calloc(1, sizeof(*w));
	if (!w)
		return -ENOMEM;
	w->log = log;
	err = analyse(w);
	if (err) {
		guclog_walk_free(w);
		return err;
	}
	guclog_walk_rewind(w);
	*walk = w;
	return 0;
}

/**
 * guclog_walk_rewind() - go back to the oldest event
 * @walk: the walk
 */
void guclog_walk_rewind(struct guclog_walk *walk)
{
	walk->next = (struct place){ .run = 0 };
	attribute_init(&walk->attribute, walk->analysis->result.words);
	walk->has_next = next_entry(walk->log, &walk->next, &walk->event);
}

static void tell(const struct guclog_walk *walk, const struct an_event *e,
		 const struct attribute_to *to, struct guclog_event *event)
{
	const struct guc_event_def *def = guc_event_find(e->id);

	memset(event, 0, sizeof(*event));
	event->index = e->index;
	event->tick = e->tick;
	event->id = e->id;
	event->arg[0] = e->arg[0];
	event->arg[1] = e->arg[1];
	event->gap = e->gap && e->index;
	event->guc_id = to->guc_id == AN_NONE ? -1 : (int32_t)to->guc_id;
	if (to->engine != AN_NONE)
		guc_engine_name(event->engine, sizeof(event->engine),
				an_engine_class(to->engine),
				an_engine_instance(to->engine));
	if (!def || !(walk->analysis->result.words & 1ull << guc_event_index(def)))
		return;
	event->name = def->name;
	event->guess = guc_event_is_guess(def);
	guc_event_words(event->text, sizeof(event->text), def, e->arg);
}

/**
 * guclog_walk_next() - the next event
 * @walk: the walk
 * @event: filled
 *
 * Return: 1 with an event, 0 at the end.
 */
int guclog_walk_next(struct guclog_walk *walk, struct guclog_event *event)
{
	struct an_event e = walk->event;
	struct attribute_to to;

	if (!walk->has_next)
		return 0;
	walk->has_next = next_entry(walk->log, &walk->next, &walk->event);
	attribute_event(&walk->attribute, &e,
			walk->has_next ? &walk->event : NULL, &to);
	tell(walk, &e, &to, event);
	return 1;
}

static int to_int(enum analysis_tri tri)
{
	return tri == ANALYSIS_UNKNOWN ? -1 : tri == ANALYSIS_YES;
}

/**
 * guclog_walk_verdict() - what the log says
 * @walk: the walk
 * @verdict: filled
 */
void guclog_walk_verdict(const struct guclog_walk *walk,
			 struct guclog_verdict *verdict)
{
	const struct analysis *a = walk->analysis;
	const struct verdict *v = &a->verdict;

	memset(verdict, 0, sizeof(*verdict));
	verdict->hang = to_int(v->hang);
	verdict->reset = to_int(v->reset);
	verdict->victim = v->victim == AN_NONE ? -1 : (int32_t)v->victim;
	verdict->waiter = v->waiter == AN_NONE ? -1 : (int32_t)v->waiter;
	if (v->victim_engine != AN_NONE)
		guc_engine_name(verdict->engine, sizeof(verdict->engine),
				an_engine_class(v->victim_engine),
				an_engine_instance(v->victim_engine));
	verdict->wait_ns = v->has_wait && a->log.hz ?
			   analysis_ns(a, v->wait_ticks) : -1;
	verdict->unanswered_faults = v->has_faults ? (int32_t)v->faults : -1;
	verdict->stuck = analysis_stuck_name(v->stuck);
	verdict->rules_tested = a->result.tested;
	verdict->rules_held = a->result.held;
	verdict->firmware_known = a->result.known;
}

/**
 * guclog_walk_free() - end a walk
 * @walk: the walk, may be NULL
 */
void guclog_walk_free(struct guclog_walk *walk)
{
	if (!walk)
		return;
	analysis_free(walk->analysis);
	free(walk);
}
