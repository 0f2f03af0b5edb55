// SPDX-License-Identifier: GPL-2.0-only
#include "events/candidates.h"

#include "abi/guc_ct_abi.h"
#include "guc_abi_names.h"
#include "guc_event.h"

/* Of a log with more ids, only the most frequent ones are looked at. */
#define MAX_IDS		64u
/* Fewer tests show nothing. */
#define MIN_CHECKS	5
#define MIN_MESSAGES	20
#define MIN_ACTIONS	3
#define MAX_FOLLOWERS	8

/**
 * struct traits - what the events of an id look like
 * @id: the id
 * @events: number of events
 * @messages: argument 0 is an action of the driver, argument 1 is 0
 * @actions: the first such actions
 * @nr_actions: how many there are
 * @schedules: one of its messages is SCHED_CONTEXT
 * @status: argument 0 has only status bits with a name, argument 1 no bits 5:0
 * @starts: those with the status of a start
 * @ends: those with the status of an end
 */
struct traits {
	u32 id;
	u64 events;
	u64 messages;
	u32 actions[MIN_ACTIONS];
	unsigned int nr_actions;
	bool schedules;
	u64 status;
	u64 starts;
	u64 ends;
};

/**
 * struct follower - the ids that follow a message immediately
 * @action: the message
 * @like: the id that follows it in the dictionary
 * @messages: number of messages that have a next event
 * @nr: ids in @next
 * @next: the ids
 */
struct follower {
	u32 action;
	u32 like;
	u64 messages;
	unsigned int nr;
	struct tally_id next[MAX_FOLLOWERS];
};

/* 99 of 100, as for a rule. */
static bool holds(u64 hits, u64 checks)
{
	return hits * 100 >= checks * 99;
}

static void note_action(struct traits *traits, u32 code)
{
	unsigned int i;

	traits->schedules |= code == GUC_ACTION_SCHED_CONTEXT;
	for (i = 0; i < traits->nr_actions; i++)
		if (traits->actions[i] == code)
			return;
	if (i < MIN_ACTIONS)
		traits->actions[traits->nr_actions++] = code;
}

static void look(struct traits *traits, const struct guclog_event *e)
{
	const struct guc_abi_action *action = guc_abi_action(e->arg[0]);

	traits->events++;
	if (action && action->from == GUC_ABI_FROM_HOST && !e->arg[1]) {
		traits->messages++;
		note_action(traits, e->arg[0]);
	}
	if (e->arg[0] & GUC_CSB_NAMED && !(e->arg[0] & 0xffff & ~GUC_CSB_NAMED) &&
	    !(e->arg[1] & 0x3f)) {
		traits->status++;
		traits->starts += e->arg[0] == GUC_CSB_IDLE_ACTIVE;
		traits->ends += e->arg[0] == (GUC_CSB_ACTIVE_IDLE | GUC_CSB_COMPLETE);
	}
}

static struct traits *find_id(struct traits *traits, unsigned int nr, u32 id)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		if (traits[i].id == id)
			return &traits[i];
	return NULL;
}

static unsigned int look_at_all(struct traits traits[MAX_IDS], struct guclog_events *t,
				const struct tally *tally)
{
	unsigned int i, nr = min(tally->nr_ids, MAX_IDS);
	struct traits *one;
	struct guclog_event e;

	for (i = 0; i < nr; i++)
		traits[i] = (struct traits){ .id = tally->id[i].id };
	guclog_events_rewind(t);
	while (guclog_events_next(t, &e)) {
		one = e.before_load ? NULL : find_id(traits, nr, e.id);
		if (one)
			look(one, &e);
	}
	guclog_events_rewind(t);
	return nr;
}

static void count_next(struct follower *f, u32 id)
{
	unsigned int i;

	f->messages++;
	for (i = 0; i < f->nr && f->next[i].id != id; i++)
		;
	if (i == f->nr) {
		if (f->nr == MAX_FOLLOWERS)
			return;
		f->next[f->nr++] = (struct tally_id){ .id = id };
	}
	f->next[i].count++;
}

static void follow(struct follower *follower, unsigned int nr, struct guclog_events *t,
		   u32 message)
{
	struct guclog_event e, last = { .id = ~message };
	unsigned int i;

	guclog_events_rewind(t);
	while (guclog_events_next(t, &e)) {
		for (i = 0; last.id == message && !e.gap_bytes && i < nr; i++)
			if (last.arg[0] == follower[i].action)
				count_next(&follower[i], e.id);
		last = e;
	}
	guclog_events_rewind(t);
}

static unsigned int add(struct candidate *list, unsigned int nr, u32 like, u32 id,
			u64 hits, u64 checks)
{
	list[nr] = (struct candidate){ like, id, hits, checks };
	return nr + 1;
}

static unsigned int add_followers(struct candidate *list, unsigned int found,
				  struct guclog_events *t, u32 message)
{
	struct follower follower[] = {
		{ .action = GUC_ACTION_SCHED_CONTEXT, .like = GUC_EV_CTX_SUBMIT },
		{ .action = GUC_ACTION_REGISTER_CONTEXT, .like = GUC_EV_CTX_REGISTERED },
		{ .action = GUC_ACTION_SCHED_CONTEXT_MODE_SET, .like = GUC_EV_SCHED_MODE_SET },
		{ .action = GUC_ACTION_DEREGISTER_CONTEXT, .like = GUC_EV_CTX_DEREGISTER },
	};
	unsigned int i, j;

	follow(follower, ARRAY_SIZE(follower), t, message);
	for (i = 0; i < ARRAY_SIZE(follower); i++)
		for (j = 0; j < follower[i].nr; j++)
			if (follower[i].messages >= MIN_CHECKS &&
			    holds(follower[i].next[j].count, follower[i].messages))
				found = add(list, found, follower[i].like,
					    follower[i].next[j].id,
					    follower[i].next[j].count,
					    follower[i].messages);
	return found;
}

/**
 * candidates_find() - find ids that behave as ids of the dictionary
 * @list: filled
 * @t: the log, at its oldest event before and after
 * @tally: its ids
 *
 * This is evidence for a firmware that was not studied, not a name to be used.
 *
 * Return: number of candidates.
 */
unsigned int candidates_find(struct candidate list[CANDIDATES_MAX],
			     struct guclog_events *t, const struct tally *tally)
{
	struct traits traits[MAX_IDS];
	unsigned int i, nr, found = 0;

	nr = look_at_all(traits, t, tally);
	for (i = 0; i < nr; i++) {
		const struct traits *one = &traits[i];

		if (one->messages < MIN_MESSAGES || one->nr_actions < MIN_ACTIONS ||
		    !one->schedules || !holds(one->messages, one->events))
			continue;
		found = add(list, found, GUC_EV_H2G_RECEIVED, one->id,
			    one->messages, one->events);
		found = add_followers(list, found, t, one->id);
		break;
	}
	for (i = 0; i < nr; i++) {
		const struct traits *one = &traits[i];

		if (one->starts < MIN_CHECKS || one->ends < MIN_CHECKS ||
		    !holds(one->status, one->events))
			continue;
		return add(list, found, GUC_EV_CSB, one->id, one->status, one->events);
	}
	return found;
}
