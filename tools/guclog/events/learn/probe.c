// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Finds out, in one pass and with little memory, whether a log can have H2G_RECEIVED events: the
 * events that the GuC logs when it receives a message of the driver (H2G: host to GuC), with the
 * action of the message. Without these events nothing can be learned, so learn(), which needs
 * memory for all events, need not be called.
 */
#include "state.h"

/* Size of the hash table of ids: twice the number of ids, and a power of two. */
#define HASH	(2 * LEARN_IDS)

/**
 * struct probe_id - an id of the log
 * @id: the id
 * @nr: number of events with this id, 0 for a free entry of the hash table
 * @other: indexed by bit position (see ACTION_SLOTS): number of these events that do not have
 *	the action of an H2G message at this position
 */
struct probe_id {
	u32 id;
	u32 nr;
	u32 other[ACTION_SLOTS];
};

/**
 * struct learn_probe - the ids of a log, while the log is examined
 * @limit: if more than this number of events of an id have a value that is not an action at a bit
 *	position, this position does not contain the action
 * @nr: number of ids
 * @id: the ids, by hash
 */
struct learn_probe {
	u32 limit;
	u32 nr;
	struct probe_id id[HASH];
};

/**
 * learn_probe_new() - begin to examine a log
 * @arena: arena from which memory is allocated
 * @nr_entries: upper bound of the number of events in the log
 *
 * Context: allocates memory.
 * Return: the probe, or NULL if there is no memory.
 */
struct learn_probe *learn_probe_new(struct arena *arena, u32 nr_entries)
{
	struct learn_probe *probe = arena_zero(arena, sizeof(*probe));

	if (probe)
		probe->limit = 1 + nr_entries / 100;
	return probe;
}

/* Return: the entry of an id, or NULL if there are too many ids; learn() has the same limit. */
static struct probe_id *find_id(struct learn_probe *probe, u32 id)
{
	u32 i = id * 2654435761u % HASH;

	for (; probe->id[i].nr; i = (i + 1) % HASH)
		if (probe->id[i].id == id)
			return &probe->id[i];
	if (probe->nr == LEARN_IDS)
		return NULL;
	probe->nr++;
	probe->id[i].id = id;
	return &probe->id[i];
}

/**
 * learn_probe_event() - examine the next event
 * @probe: from learn_probe_new()
 * @e: the event, one of those that learn() gets and in the same order
 */
void learn_probe_event(struct learn_probe *probe, const struct learn_entry *e)
{
	struct probe_id *id = find_id(probe, e->id);
	unsigned int i;

	if (!id)
		return;
	id->nr++;
	for (i = 0; i < ACTION_SLOTS; i++)
		if (id->other[i] <= probe->limit &&
		    !learn_is_h2g_action(slot_get(e, action_slot(i))))
			id->other[i]++;
}

/**
 * learn_probe_found() - find out whether the log can have H2G_RECEIVED events
 * @probe: from learn_probe_new(), after all events
 *
 * Return: true if the events of at least one id have actions of H2G messages at one bit position
 * (a few events may be exceptions, see learn_held()); otherwise learn() cannot name any id.
 */
bool learn_probe_found(const struct learn_probe *probe)
{
	u32 x, i;

	for (x = 0; x < HASH; x++)
		for (i = 0; probe->id[x].nr && i < ACTION_SLOTS; i++)
			if (learn_held(probe->id[x].nr - probe->id[x].other[i],
				       probe->id[x].nr))
				return true;
	return false;
}
