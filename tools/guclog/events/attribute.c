// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "events/attribute.h"

/* Forget what the preceding events have shown, because events are missing after them. */
static void forget(struct attribute *at)
{
	unsigned int i;

	for (i = 0; i < AN_ENGINES; i++)
		at->on[i] = GUCLOG_NONE;
	at->policy = GUCLOG_NONE;
	at->asked = GUCLOG_NONE;
}

/**
 * attribute_init() - begin to find the contexts and engines of events
 * @at: the state of the search, which is initialised
 * @words: bit mask of the event names that may be used, bit n: guc_event_table[n]
 */
void attribute_init(struct attribute *at, u64 words)
{
	at->words = words;
	forget(at);
}

/* Return: whether the id is in the dictionary and its name may be used for the log. */
static bool usable(const struct attribute *at, u32 id)
{
	const struct guc_event_def *def = guc_event_find(id);

	return def && at->words & 1ull << guc_event_index(def);
}

/*
 * Return: guc_id of the context of an H2G_RECEIVED event, which does not name a context, from the
 * event after it (@next), or GUCLOG_NONE if unknown.
 */
static u32 guc_id_of_next(const struct attribute *at,
			  const struct an_event *next)
{
	if (!next || next->gap || !usable(at, next->id))
		return GUCLOG_NONE;
	switch (next->id) {
	case GUC_EV_CTX_SUBMIT:
		return next->arg[1];
	case GUC_EV_CTX_REGISTERED:
	case GUC_EV_CTX_DEREGISTER:
	case GUC_EV_SCHED_MODE_SET:
	case GUC_EV_CTX_PRIORITY:
		return next->arg[0];
	default:
		return GUCLOG_NONE;
	}
}

static void of_context(struct attribute *at, const struct an_event *e,
		       struct attribute_to *to)
{
	to->guc_id = e->arg[1];
	to->engine = an_left_engine(e);
	if (to->engine == GUCLOG_NONE)
		return;
	if (e->id == GUC_EV_CTX_PLACED || e->id == GUC_EV_CTX_RUNNING)
		at->on[to->engine] = to->guc_id;
	else if (e->id == GUC_EV_CTX_OFF_ENGINE)
		at->on[to->engine] = GUCLOG_NONE;
}

/*
 * Set the engine and the context of an event. @guc_id: the context that the event names; if it is
 * GUCLOG_NONE, the context on the engine is taken
 */
static void of_engine(const struct attribute *at, u32 engine, u32 guc_id,
		      struct attribute_to *to)
{
	to->engine = engine;
	to->guc_id = guc_id == GUCLOG_NONE && engine != GUCLOG_NONE ? at->on[engine] :
							      guc_id;
}

static void of_reset(struct attribute *at, const struct an_event *e,
		     struct attribute_to *to)
{
	switch (e->id) {
	case GUC_EV_SWITCH_OUT_REQUEST:
		of_engine(at, an_engine(e->arg[0], e->arg[1]), GUCLOG_NONE, to);
		at->asked = to->engine;
		break;
	case GUC_EV_SWITCH_OUT_WAIT:
		to->engine = at->asked;
		break;
	case GUC_EV_SWITCH_OUT_TIMEOUT:
		if (at->asked != GUCLOG_NONE &&
		    an_engine_class(at->asked) == e->arg[0])
			of_engine(at, at->asked, GUCLOG_NONE, to);
		break;
	case GUC_EV_ENGINE_RESET_BEGIN:
	case GUC_EV_ENGINE_RESET_END:
		to->engine = an_engine(FIELD_GET(GUC_EV_ENGINE_RESET_BEGIN_CLASS,
						 e->arg[0]),
				       FIELD_GET(GUC_EV_ENGINE_RESET_BEGIN_INSTANCE,
						 e->arg[0]));
		break;
	default:
		to->engine = an_engine(e->arg[0], e->arg[1]);
	}
}

static void of_policy(struct attribute *at, const struct an_event *e,
		      struct attribute_to *to)
{
	if (e->id == GUC_EV_CTX_PRIORITY)
		at->policy = e->arg[0];
	to->guc_id = at->policy;
}

/**
 * attribute_event() - find the context and the engine of an event
 * @at: from attribute_init(), after all events before this one
 * @e: the event
 * @next: the event after @e, NULL at the end of the log
 * @to: filled with the context and the engine
 */
void attribute_event(struct attribute *at, const struct an_event *e,
		     const struct an_event *next, struct attribute_to *to)
{
	*to = (struct attribute_to){ GUCLOG_NONE, GUCLOG_NONE };
	if (e->gap)
		forget(at);
	if (!usable(at, e->id))
		return;
	switch (e->id) {
	case GUC_EV_CTX_PLACED:
	case GUC_EV_CTX_RUNNING:
	case GUC_EV_CTX_OFF_ENGINE:
	case GUC_EV_CTX_NOT_READY:
		of_context(at, e, to);
		break;
	case GUC_EV_CTX_READY:
	case GUC_EV_CTX_SUBMIT:
		to->guc_id = e->arg[1];
		break;
	case GUC_EV_CTX_REGISTERED:
	case GUC_EV_CTX_DEREGISTER:
	case GUC_EV_CTX_DEREGISTERED:
	case GUC_EV_SCHED_MODE_SET:
	case GUC_EV_SCHED_MODE_DONE:
	case GUC_EV_CTX_RESUMED:
		to->guc_id = e->arg[0];
		break;
	case GUC_EV_CTX_PRIORITY:
	case GUC_EV_QUEUE_FOR_CTX:
	case GUC_EV_CTX_POLICY:
		of_policy(at, e, to);
		break;
	case GUC_EV_ELSQ_SUBMIT:
		of_engine(at, an_elsq_engine(e->arg[0]), GUCLOG_NONE, to);
		break;
	case GUC_EV_CSB:
		of_engine(at, an_csb_engine(e->arg[1]), an_csb_ctx(e->arg[1]), to);
		break;
	case GUC_EV_RING_AT_SWITCH:
		if (next && !next->gap && next->id == GUC_EV_CTX_OFF_ENGINE &&
		    usable(at, next->id)) {
			to->guc_id = next->arg[1];
			to->engine = an_left_engine(next);
		}
		break;
	case GUC_EV_H2G_RECEIVED:
		to->guc_id = guc_id_of_next(at, next);
		break;
	case GUC_EV_SWITCH_OUT_REQUEST:
	case GUC_EV_SWITCH_OUT_WAIT:
	case GUC_EV_SWITCH_OUT_TIMEOUT:
	case GUC_EV_ENGINE_RESET_BEGIN:
	case GUC_EV_ENGINE_RESET_END:
	case GUC_EV_RESET_ENGINE:
	case GUC_EV_RESET_ENGINE_DONE:
	case GUC_EV_PF_FLUSH_ENGINE:
		of_reset(at, e, to);
		break;
	default:
		break;
	}
}
