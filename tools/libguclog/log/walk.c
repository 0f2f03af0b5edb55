// SPDX-License-Identifier: GPL-2.0-only
#include "log/walk.h"

#include "explain/join.h"
#include "guc_abi_names.h"
#include "guc_text.h"

static struct an_event for_analysis(const struct guclog_entry *e)
{
	return (struct an_event){
		.index = e->index,
		.tick = e->tick,
		.id = e->id,
		.arg = { e->arg[0], e->arg[1] },
		.gap = e->gap || e->before_load,
	};
}

/* Return: the message of the ring to which an event belongs, NULL if there is none. */
static const struct join_msg *find_message(const struct guclog_entry *e, const struct join *join)
{
	if (e->id != GUC_EV_H2G_RECEIVED || e->before_load)
		return NULL;
	return join_find(join, e->index);
}

static bool is_guc_id(struct guc_view word)
{
	return word.len == 6 && !memcmp(word.data, "guc_id", 6);
}

/* The event has only the action of a message; the ring has the context. */
static void find_context(const struct guclog_entry *e, const struct join *join,
			 struct attribute_to *to)
{
	const struct join_msg *msg = find_message(e, join);
	const struct guc_abi_action *action;
	u32 i;

	if (!msg)
		return;
	action = guc_abi_action(msg->action);
	for (i = 0; i < min(msg->nr_data, 2u); i++)
		if (is_guc_id(guc_abi_word(action, i)))
			to->guc_id = msg->data[i];
}

static void find_owner(struct walk *walk, const struct guclog_entry *e,
		       struct guclog_owner *owner)
{
	struct attribute_to to = { GUCLOG_NONE, GUCLOG_NONE };
	struct an_event now = for_analysis(e), next;

	if (!e->before_load) {
		if (walk->has_next)
			next = for_analysis(&walk->next);
		attribute_event(&walk->at, &now, walk->has_next ? &next : NULL, &to);
		find_context(e, walk->join, &to);
	}
	/* guc_ids are 16 bits wide; a damaged event can have any number. */
	owner->guc_id = to.guc_id < CONTEXT_IDS ? (s64)to.guc_id : -1;
	owner->engine[0] = '\0';
	if (to.engine != GUCLOG_NONE)
		guc_engine_name(owner->engine, sizeof(owner->engine),
				an_engine_class(to.engine), an_engine_instance(to.engine));
}

/**
 * walk_begin() - go to the oldest event
 * @walk: filled
 * @t: the events
 * @words: names that may be used, bit n: guc_event_table[n]
 * @join: messages of the driver
 *
 * Context: any, does not sleep.
 */
void walk_begin(struct walk *walk, struct guclog_timeline *t, u64 words,
		const struct join *join)
{
	*walk = (struct walk){ .t = t, .join = join };
	guclog_timeline_rewind(t);
	attribute_init(&walk->at, words);
	walk->has_next = guclog_timeline_next(t, &walk->next);
}

/**
 * walk_next() - get the next event
 * @walk: the walk
 * @e: filled
 * @owner: filled
 *
 * Context: any, does not sleep.
 * Return: false at the end.
 */
bool walk_next(struct walk *walk, struct guclog_entry *e, struct guclog_owner *owner)
{
	if (!walk->has_next)
		return false;
	*e = walk->next;
	walk->has_next = guclog_timeline_next(walk->t, &walk->next);
	find_owner(walk, e, owner);
	return true;
}

/**
 * walk_message() - print the message that the driver sent, from the H2G ring
 * @text: destination; nothing is added for another event
 * @e: the event
 * @join: messages of the driver
 *
 * Context: any, does not sleep.
 */
void walk_message(struct guc_text *text, const struct guclog_entry *e, const struct join *join)
{
	const struct join_msg *msg = find_message(e, join);
	const struct guc_abi_action *action;
	u32 i;

	if (!msg || msg->action != e->arg[0])
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
