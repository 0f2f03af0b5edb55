// SPDX-License-Identifier: GPL-2.0-only
/*
 * The events of two logs side by side. If they differ, the next event of each log is
 * searched in the other log, and the comparison continues at the nearer of the two
 * places. The result is always correct, and for two captures of one ring it is the
 * shortest one.
 */
#include "events/diff.h"

#include "abi/guc_log_abi.h"
#include "util/msg.h"

#define ENTRY	sizeof(struct guc_log_event_v2)
#define NONE	U32_MAX

/**
 * struct side - one log
 * @view: the log
 * @nr: its events
 * @at: position of the walk
 * @mask: slots of @slot - 1
 * @slot: by the hash of an entry the first place at or behind @at that has such
 *	an entry, NONE where there is none
 * @next: by place, the next one with the same entry
 */
struct side {
	const struct log_view *view;
	u32 nr;
	u32 at;
	u32 mask;
	u32 *slot;
	u32 *next;
};

static const u8 *entry(const struct side *s, u32 i)
{
	return guclog_log_entry(s->view->handle, i).data;
}

static u32 hash(const u8 *entry)
{
	u64 h = 0;
	unsigned int i;

	for (i = 0; i < ENTRY; i += 4)
		h = (h ^ guc_load_le32(entry + i)) * 0x9e3779b97f4a7c15ull;
	return (u32)(h >> 32);
}

/* Return: the slot of an entry, or the empty one where it belongs. */
static u32 *find_slot(const struct side *s, const u8 *wanted)
{
	u32 i = hash(wanted) & s->mask;

	while (s->slot[i] != NONE &&
	       memcmp(entry(s, s->slot[i]), wanted, ENTRY))
		i = (i + 1) & s->mask;
	return &s->slot[i];
}

/* From the end, so that each slot holds the first place. */
static void make_index(struct side *s)
{
	size_t slots = 16;
	u32 *slot;
	u32 i;

	while (slots < (size_t)s->nr * 2)
		slots *= 2;
	s->mask = (u32)(slots - 1);
	s->slot = mem_grow(NULL, slots * sizeof(*s->slot));
	memset(s->slot, 0xff, slots * sizeof(*s->slot));
	s->next = mem_grow(NULL, s->nr * sizeof(*s->next));
	for (i = s->nr; i-- > 0;) {
		slot = find_slot(s, entry(s, i));
		s->next[i] = *slot;
		*slot = i;
	}
}

/*
 * Get the distance to an entry. The last place of an entry stays in its slot after the
 * walk has passed it, because an empty slot would end the probing for other entries.
 */
static u32 distance(struct side *s, const u8 *wanted)
{
	u32 *slot = find_slot(s, wanted);

	if (*slot == NONE)
		return NONE;
	while (*slot < s->at && s->next[*slot] != NONE)
		*slot = s->next[*slot];
	return *slot < s->at ? NONE : *slot - s->at;
}

/*
 * Skip the events that the other log does not have, so that both are at the same event.
 */
static void resync(struct side *a, struct side *b)
{
	u32 to_a, to_b;

	if (!a->slot) {
		make_index(a);
		make_index(b);
	}
	to_a = distance(a, entry(b, b->at));
	to_b = distance(b, entry(a, a->at));
	if (to_a == NONE && to_b == NONE) {
		a->at++;
		b->at++;
	} else if (to_a <= to_b) {
		a->at += to_a;
	} else {
		b->at += to_b;
	}
}

static void store_hunk(struct diff *diff, const struct diff_hunk *hunk)
{
	struct diff_events *events = &diff->events;

	if (diff->all || events->nr_stored < DIFF_MAX_HUNKS) {
		/* Room is doubled at each power of two. */
		if (!(events->nr_stored & (events->nr_stored - 1)))
			events->hunk = mem_grow(events->hunk,
						(2 * events->nr_stored + 1) *
						sizeof(*hunk));
		events->hunk[events->nr_stored++] = *hunk;
	}
	events->nr_hunks++;
}

static void add_hunk(struct diff *diff, const struct side *a,
		     const struct side *b, u32 from_a, u32 from_b)
{
	struct diff_events *events = &diff->events;
	struct diff_hunk hunk = {
		.a = from_a, .nr_a = a->at - from_a,
		.b = from_b, .nr_b = b->at - from_b,
	};

	if (!hunk.nr_a && !hunk.nr_b)
		return;
	events->only_a += hunk.nr_a;
	events->only_b += hunk.nr_b;
	if (!events->common)
		events->older = hunk;
	else if (a->at == a->nr && b->at == b->nr)
		events->newer = hunk;
	else
		store_hunk(diff, &hunk);
}

static bool is_same(const struct side *a, const struct side *b)
{
	return a->at < a->nr && b->at < b->nr &&
	       !memcmp(entry(a, a->at), entry(b, b->at), ENTRY);
}

static void walk(struct diff *diff, struct side *a, struct side *b)
{
	u32 from_a, from_b;

	while (a->at < a->nr || b->at < b->nr) {
		from_a = a->at;
		from_b = b->at;
		while (a->at < a->nr && b->at < b->nr && !is_same(a, b))
			resync(a, b);
		if (!is_same(a, b)) {
			a->at = a->nr;
			b->at = b->nr;
		}
		add_hunk(diff, a, b, from_a, from_b);
		for (; is_same(a, b); a->at++, b->at++)
			diff->events.common++;
	}
}

/**
 * diff_events() - compare the events
 * @diff: its events are filled
 * @a: one log
 * @b: the other one
 */
void diff_events(struct diff *diff, const struct log_view *a,
		 const struct log_view *b)
{
	struct diff_events *events = &diff->events;
	struct side one = { .view = a, .nr = (u32)a->layout.entries };
	struct side two = { .view = b, .nr = (u32)b->layout.entries };

	memset(events, 0, sizeof(*events));
	/* A log without events has no version. */
	events->known = (one.nr || !a->layout.bytes) &&
			(two.nr || !b->layout.bytes);
	if (!events->known)
		return;
	walk(diff, &one, &two);
	free(one.slot);
	free(one.next);
	free(two.slot);
	free(two.next);
}
