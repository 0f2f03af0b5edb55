// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Tests how well an id (the number of a kind of event) matches an event of the dictionary (the
 * table of the known events). The caller gives the places: ranges of the log in which the event is
 * expected, with the values that its fields must have (struct window). A check compares one event
 * of the id with a place or a value; a hit is a check that holds. The weight of the evidence, in
 * 1/16 bit, is large if such hits are unlikely to occur by chance.
 */
#include "state.h"

/*
 * Largest weight for the size of an expected value. A large value has more weight, because events
 * match it less often by chance.
 */
#define VALUE_BITS	BITS(10)
/* Largest weight for the fact that one event is in a range of the log where it is expected. */
#define PLACE_BITS	BITS(5)
/* Weight that each failed check subtracts if the log lacks events. */
#define MISS_BITS	BITS(5)
/*
 * Subtracted from the weight of a field, because the field can begin at any of 64 bits, one of
 * which can match by chance.
 */
#define SLOT_TRIES	BITS(6)

/**
 * learn_log2() - get the logarithm of a ratio
 * @value: the numerator
 * @of: the denominator, at least 1
 *
 * Return: log2(@value / @of) in units of 1/16, or 0 if @value is less than @of.
 */
int learn_log2(u64 value, u64 of)
{
	int bits = 0;
	unsigned int i;

	if (!of || value <= of)
		return 0;
	while (value >= 2 * of) {
		bits += 16;
		of *= 2;
	}
	/* Each iteration multiplies by 24/23, which is about 2^(1/16). */
	for (i = 0; i < 16 && value > of; i++) {
		of += of / 23 + 1;
		bits++;
	}
	return bits;
}

/**
 * learn_held() - find out whether enough checks hold
 * @hits: number of checks that held
 * @checks: number of checks
 *
 * A log is copied while the firmware writes it, so a few events can be damaged. Therefore 1% of the
 * checks may fail, or one check if there are at least 20.
 *
 * Return: whether enough checks hold; true if @checks is 0.
 */
bool learn_held(u64 hits, u64 checks)
{
	return checks - hits <= (checks >= 20) || hits * 100 >= checks * 99;
}

/**
 * learn_held_here() - find out whether enough checks hold in a log that may lack events
 * @s: state of the learner
 * @hits: number of checks that held
 * @checks: number of checks; a check can fail because one of the events that it compares was lost
 *
 * Return: whether enough checks hold; true if @checks is 0.
 */
bool learn_held_here(const struct state *s, u64 hits, u64 checks)
{
	return learn_held(min(hits + lost_of(s, checks), checks), checks);
}

/**
 * learn_vary() - find out whether values differ
 * @value: the values
 * @nr: number of values, may be 0
 *
 * If all expected values of a field are equal, other bits of the events can have this value by
 * chance, so the bits of the field cannot be found.
 *
 * Return: whether at least two values differ.
 */
bool learn_vary(const u32 *value, u32 nr)
{
	u32 i;

	for (i = 1; i < nr; i++)
		if (value[i] != value[0])
			return true;
	return false;
}

static int compare_u32(const void *a, const void *b)
{
	const u32 *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/* Count how often a value occurs in a sorted array. */
static u32 frequency(const u32 *sorted, u32 nr, u32 value)
{
	u32 low = 0, high = nr, first;

	while (low < high) {
		u32 mid = low + (high - low) / 2;

		if (sorted[mid] < value)
			low = mid + 1;
		else
			high = mid;
	}
	first = low;
	high = nr;
	while (low < high) {
		u32 mid = low + (high - low) / 2;

		if (sorted[mid] <= value)
			low = mid + 1;
		else
			high = mid;
	}
	return low - first;
}

/*
 * Return: weight of the evidence if a field has the expected values. Each different value adds a
 * weight for its size. Each occurrence of a value adds a weight that is larger the rarer the value
 * is among all expected values.
 */
static int weigh_values(const struct state *s, const u32 *value, u32 nr)
{
	u32 *sorted = arena_alloc(s->arena, nr * sizeof(*sorted));
	int bits = 0;
	u32 i;

	if (!sorted)
		return 0;
	memcpy(sorted, value, nr * sizeof(*sorted));
	qsort(sorted, nr, sizeof(*sorted), compare_u32);
	for (i = 0; i < nr && bits < BITS(10000); i++) {
		u32 times;

		if (i && sorted[i] == sorted[i - 1])
			continue;
		times = frequency(sorted, nr, sorted[i]);
		bits += min(learn_log2((u64)sorted[i] + 2, 1), VALUE_BITS);
		bits += (int)min_t(u64, (u64)times * learn_log2((u64)nr * 21, (u64)times * 20),
				   BITS(10000));
	}
	arena_drop(s->arena, sorted);
	return bits;
}

static u32 count_hits(const struct state *s, struct learn_slot slot, const u32 *at,
		      const u32 *value, u32 nr)
{
	u32 i, hits = 0, allowed = max(nr / 100, (u32)(nr >= 20)) + lost_of(s, nr);

	for (i = 0; i < nr; i++) {
		hits += slot_get(entry_of(s, at[i]), slot) == value[i];
		if (i + 1 - hits > allowed)
			return 0;
	}
	return hits;
}

/* Return: the possible widths of a kind of field, widest first, 0 at the end. */
static const u8 *widths(u8 kind)
{
	static const u8 action[] = { 16, 0 }, guc_id[] = { 16, 14, 12, 10, 8, 0 };
	static const u8 lrca[] = { 20, 18, 16, 0 }, class[] = { 4, 3, 0 };
	static const u8 instance[] = { 8, 6, 4, 0 }, mask[] = { 16, 12, 8, 0 };
	static const u8 small[] = { 16, 8, 4, 2, 0 }, hex[] = { 32, 24, 16, 0 };
	static const u8 enable[] = { 8, 4, 1, 0 };

	switch (kind) {
	case GUC_EVENT_ACTION:
		return action;
	case GUC_EVENT_GUC_ID:
		return guc_id;
	case GUC_EVENT_LRCA:
		return lrca;
	case GUC_EVENT_CLASS:
		return class;
	case GUC_EVENT_INSTANCE:
		return instance;
	case GUC_EVENT_MASK:
		return mask;
	case GUC_EVENT_ENABLE:
		return enable;
	case GUC_EVENT_DEC:
		return small;
	default:
		return hex;
	}
}

/*
 * Return: whether @a is a better choice than @b for the bits of a field. @base: bits that are
 * preferred if both have the same number of hits. Of equally good choices, the widest one is used,
 * because bits next to a field may belong to the field even if they are never set.
 */
static bool better(struct learn_slot a, u32 hits_a, struct learn_slot b, u32 hits_b,
		   struct learn_slot base)
{
	if (hits_a != hits_b)
		return hits_a > hits_b;
	if (slot_equal(a, base) || slot_equal(b, base))
		return slot_equal(a, base);
	if (a.bits != b.bits)
		return a.bits > b.bits;
	return a.arg == base.arg && b.arg != base.arg;
}

/**
 * learn_find_slot() - find the bits of an argument that contain a field
 * @s: state of the learner
 * @event: index of the event in the dictionary
 * @n: number of the field in the event
 * @at: positions of events of the id
 * @value: values that the field must have in these events
 * @nr: number of events, at least 1
 * @taken: bits of each argument that belong to other fields
 * @fit: its slot @n is set to the bits; weight and checks of these bits are added
 *
 * Context: allocates memory.
 * Return: whether bits with these values were found.
 */
bool learn_find_slot(const struct state *s, u32 event, unsigned int n, const u32 *at,
		     const u32 *value, u32 nr, const u32 taken[2], struct fit *fit)
{
	const struct guc_event_field *field = &guc_event_table[event].field[n];
	struct learn_slot base = slot_of_base(field), best = { .bits = 0 };
	struct learn_slot prefer = { .bits = 0 };
	u32 best_hits = 0;
	unsigned int i;

	nr = min(nr, MAX_CHECKS);
	/*
	 * Prefer the bits that the field has in the dictionary only if the id of the event is the
	 * same as in the dictionary.
	 */
	if (fit->base)
		prefer = base;
	best_hits = slot_mask(base) & taken[base.arg] ? 0 :
		    count_hits(s, base, at, value, nr);
	if (best_hits)
		best = base;
	for (i = 0; i < 64; i++) {
		struct learn_slot slot = { .arg = i / 32, .low = i % 32 };
		const u8 *width;

		for (width = widths(field->kind); *width; width++) {
			u32 hits;

			slot.bits = *width;
			if (slot.low + slot.bits > 32 || slot_mask(slot) & taken[slot.arg])
				continue;
			hits = count_hits(s, slot, at, value, nr);
			if (!hits)
				continue;
			if (better(slot, hits, best, best_hits, prefer)) {
				best = slot;
				best_hits = hits;
			}
			/*
			 * Without lost events, the widest field that matches is the best one. If
			 * events were lost, a field that is too wide can match almost as often,
			 * so try narrower fields as well.
			 */
			if (!s->slack)
				break;
		}
	}
	fit->checks += nr;
	if (!best_hits || !learn_held_here(s, best_hits, nr))
		return false;
	fit->hits += best_hits;
	fit->slot[n] = best;
	if (!slot_equal(best, base))
		fit->base = false;
	if (!fit->base)
		fit->bits -= SLOT_TRIES;
	fit->bits += weigh_values(s, value, nr);
	return true;
}

/**
 * learn_add_window() - add a place (a range of positions) where an event is expected
 * @s: state of the learner
 * @ws: the places
 * @begin: first position of the place; if the preceding place contains this position, the new place
 *	begins after it
 * @end: position after the last position of the place
 *
 * Context: allocates memory.
 * Return: the place, without values, or NULL if it is empty or there is no memory.
 */
struct window *learn_add_window(struct state *s, struct windows *ws, u32 begin, u32 end)
{
	struct window *w;

	if (ws->nr && begin < ws->w[ws->nr - 1].end)
		begin = ws->w[ws->nr - 1].end;
	if (begin >= end)
		return NULL;
	if (ws->nr == ws->room) {
		u32 room = ws->room ? 2 * ws->room : 64;

		w = arena_grow(s->arena, ws->w, room * sizeof(*w));
		if (!w)
			return NULL;
		ws->w = w;
		ws->room = room;
	}
	w = &ws->w[ws->nr++];
	*w = (struct window){ .begin = begin, .end = end };
	return w;
}

static void mark_windows(struct state *s, const struct windows *ws, bool set)
{
	u32 i, at;

	for (i = 0; i < ws->nr; i++)
		for (at = ws->w[i].begin; at < ws->w[i].end; at++)
			s->window_of[at] = set ? i + 1 : 0;
}

static u64 covered(const struct windows *ws)
{
	u64 sum = 0;
	u32 i;

	for (i = 0; i < ws->nr; i++)
		sum += ws->w[i].end - ws->w[i].begin;
	return sum;
}

/**
 * struct pairs - the events of an id that are in ranges of the log where an event is expected
 * @nr: number of events
 * @at: positions of the events
 * @window: for each of these events, the number of the range that contains it
 * @value: scratch, values of one field
 * @with: scratch, positions of the events that must have the values in @value
 */
struct pairs {
	u32 nr;
	u32 *at;
	u32 *window;
	u32 *value;
	u32 *with;
};

static bool fit_fields(const struct state *s, const struct windows *ws, u32 event,
		       struct pairs *p, struct fit *fit)
{
	/*
	 * Kinds of fields, in the order in which they are searched. Fields whose values are easy
	 * to distinguish are first, because their bits are then excluded for the other fields.
	 */
	static const u8 order[] = {
		GUC_EVENT_LRCA, GUC_EVENT_ACTION, GUC_EVENT_HEX, GUC_EVENT_STATUS,
		GUC_EVENT_GUC_ID, GUC_EVENT_MASK, GUC_EVENT_CLASS, GUC_EVENT_DEC,
		GUC_EVENT_INSTANCE, GUC_EVENT_ENABLE,
	};
	const struct guc_event_def *def = &guc_event_table[event];
	u32 taken[2] = { 0, 0 };
	unsigned int i, n;

	for (i = 0; i < ARRAY_SIZE(order); i++)
		for (n = 0; n < def->nr_fields; n++) {
			u32 j, nr = 0;

			if (def->field[n].kind != order[i])
				continue;
			for (j = 0; j < p->nr; j++) {
				const struct window *w = &ws->w[p->window[j]];

				if (!(w->known & 1u << n))
					continue;
				p->value[nr] = w->value[n];
				p->with[nr++] = p->at[j];
			}
			/*
			 * Many bits of an event are always 0, so an expected value that is always
			 * 0 does not show where the field is.
			 */
			if (!nr || (event == GUC_EVX_QUEUE_FOR_CTX && !fit->base &&
				    !p->value[0] && !learn_vary(p->value, nr)))
				continue;
			if (!learn_find_slot(s, event, n, p->with, p->value, nr, taken, fit))
				return false;
			take_slot(taken, &s->id[fit->x], fit->slot[n]);
		}
	return true;
}

/*
 * List the events of id @x that are in one of the ranges of the log where the event is expected,
 * each with the number of its range. @inside is increased by the number of these events, @filled by
 * the number of ranges that have at least one of them.
 */
static void pair_events(struct state *s, u32 x, unsigned int how, struct pairs *p,
			u32 *inside, u32 *filled)
{
	const struct id_stat *id = &s->id[x];
	u32 i, last = 0, nr = 0;

	for (i = 0; i < id->nr; i++) {
		u32 w = s->window_of[id->at[i]];

		if (!w)
			continue;
		if (w == last && !(how & FIT_MANY))
			continue;
		++*inside;
		*filled += w != last;
		last = w;
		/* Keep the newest events, because the H2G ring has only the newest messages. */
		p->at[nr % MAX_CHECKS] = id->at[i];
		p->window[nr++ % MAX_CHECKS] = w - 1;
	}
	p->nr = min(nr, MAX_CHECKS);
}

static bool fit_marked(struct state *s, const struct windows *ws, u32 x, u32 event,
		       unsigned int how, struct pairs *p, struct fit *fit)
{
	const struct guc_event_def *def = &guc_event_table[event];
	const struct id_stat *id = &s->id[x];
	u32 inside = 0, room = max(s->in->nr_entries, 1u), gain;
	u64 covers = max_t(u64, covered(ws), 1);
	unsigned int n;

	*fit = (struct fit){ .x = x, .base = id->id == def->id };
	pair_events(s, x, how, p, &inside, &fit->filled);
	if (!inside)
		return false;
	fit->hits = inside;
	fit->checks = how & FIT_OUTSIDE ? inside : id->nr;
	if (!(how & FIT_SPARSE))
		fit->checks += ws->nr - fit->filled;
	fit->loose = !learn_held_here(s, inside, id->nr);
	if (how & FIT_OUTSIDE)
		fit->loose = false;
	if (inside * 2 < id->nr || (fit->loose && !(how & FIT_FIRST)))
		return false;
	fit->evidence = GUC_EVIDENCE_C;
	for (n = 0; n < 2; n++)
		if (def->has[n] == GUC_EVENT_HAS_PAD && !def->nr_fields && id->varies[n])
			return false;
	gain = min(learn_log2((u64)room, covers), PLACE_BITS);
	fit->bits = (int)min_t(u64, (u64)inside * gain, BITS(10000));
	if (!fit_fields(s, ws, event, p, fit))
		return false;
	if (!fit->base)
		fit->bits -= learn_log2(s->nr, 1);
	/* If events were lost, the right id can fail checks, too, so only reduce the weight. */
	if (s->slack)
		fit->bits -= (int)min(fit->checks - fit->hits, MAX_CHECKS) * MISS_BITS;
	return true;
}

static bool pairs_alloc(struct state *s, struct pairs *p)
{
	const size_t size = MAX_CHECKS * sizeof(u32);

	*p = (struct pairs){
		.at = arena_alloc(s->arena, size),
		.window = arena_alloc(s->arena, size),
		.value = arena_alloc(s->arena, size),
		.with = arena_alloc(s->arena, size),
	};
	return p->at && p->window && p->value && p->with;
}

static void pairs_free(struct state *s, struct pairs *p)
{
	arena_drop(s->arena, p->with);
	arena_drop(s->arena, p->value);
	arena_drop(s->arena, p->window);
	arena_drop(s->arena, p->at);
}

/**
 * learn_fit_one() - test whether an id can stand for an event of the dictionary
 * @s: state of the learner
 * @ws: the places (ranges of the log) where the event is expected, with the values of its fields
 * @x: index of the id
 * @event: index of the event in the dictionary
 * @how: mask of FIT_*: special properties of the event
 * @fit: set to how well the events of the id match the places
 *
 * Context: allocates memory.
 * Return: whether the id can stand for the event.
 */
bool learn_fit_one(struct state *s, const struct windows *ws, u32 x, u32 event,
		   unsigned int how, struct fit *fit)
{
	struct pairs p;
	bool ok = pairs_alloc(s, &p);

	if (ok) {
		mark_windows(s, ws, true);
		ok = fit_marked(s, ws, x, event, how, &p, fit);
		mark_windows(s, ws, false);
	}
	pairs_free(s, &p);
	return ok && !fit->loose;
}

/**
 * learn_grade() - get the grade of a proposed event for an id from its evidence
 * @row: the proposal, with its evidence and the number of events
 *
 * The function does not compare the proposal with other proposals. The caller must first find out
 * that no other proposal is nearly as good.
 *
 * Return: LEARN_UNKNOWN, LEARN_LIKELY or LEARN_CERTAIN.
 */
enum learn_grade learn_grade(const struct learn_row *row)
{
	if (row->bits < LIKELY_BITS)
		return LEARN_UNKNOWN;
	if (row->bits < CERTAIN_BITS || row->count < LEARN_CERTAIN_EVENTS ||
	    row->evidence & GUC_EVIDENCE_D)
		return LEARN_LIKELY;
	return LEARN_CERTAIN;
}

/**
 * learn_name() - name an id after an event of the dictionary
 * @s: state of the learner
 * @event: index of the event in the dictionary
 * @fit: the id, and how well its events match the ranges of the log where @event is expected
 * @margin: by how much the weight exceeds that of the next best proposal, 1/16 bit
 * @rival: id of the next best proposal, or LEARN_NONE
 */
void learn_name(struct state *s, u32 event, const struct fit *fit, int margin, u32 rival)
{
	struct id_stat *id = &s->id[fit->x];
	struct learn_row *row = &id->row;
	unsigned int n;

	row->event = event;
	row->base = fit->base;
	row->bits = fit->bits;
	row->hits = fit->hits;
	row->checks = fit->checks;
	row->evidence = fit->evidence;
	memcpy(row->slot, fit->slot, sizeof(row->slot));
	for (n = 0; fit->base && n < guc_event_table[event].nr_fields; n++)
		if (!row->slot[n].bits)
			row->slot[n] = slot_of_base(&guc_event_table[event].field[n]);
	if (margin < MARGIN_BITS && !fit->base) {
		row->grade = LEARN_DOUBT;
		row->rival = rival;
	} else {
		row->grade = learn_grade(row);
		if (row->grade >= LEARN_LIKELY)
			id->event = event;
	}
}

static int compare_fits(const void *a, const void *b)
{
	const struct fit *x = a, *y = b;

	return x->bits > y->bits ? -1 : x->bits < y->bits;
}

/*
 * Mark as taken the places (ranges where the event is expected) that have an event of id @x. If
 * @only_look is set, nothing is marked. Return: whether all of these places were free.
 */
static bool take_places(const struct state *s, u32 x, u8 *taken, bool only_look)
{
	const struct id_stat *id = &s->id[x];
	bool free = true;
	u32 i;

	for (i = 0; i < id->nr; i++) {
		u32 w = s->window_of[id->at[i]];

		if (!w)
			continue;
		free = free && !taken[w - 1];
		if (!only_look)
			taken[w - 1] = 1;
	}
	return free;
}

/* Return: position of the first event of id @x in the range @w, or LEARN_NONE if there is none. */
static u32 first_in(const struct state *s, const struct window *w, u32 x)
{
	u32 at;

	for (at = w->begin; at < w->end; at++)
		if (s->of[at] == x)
			return at;
	return LEARN_NONE;
}

/*
 * Return: number of places (ranges of the log in @ws) in which the first event of id @x comes
 * before the first event of id @other. @checks: set to the number of places that have both ids.
 */
static u32 count_first(const struct state *s, const struct windows *ws, u32 x, u32 other,
		       u32 *checks)
{
	u32 i, hits = 0;

	*checks = 0;

	for (i = 0; i < ws->nr; i++) {
		u32 a = first_in(s, &ws->w[i], x), b = first_in(s, &ws->w[i], other);

		if (a == LEARN_NONE || b == LEARN_NONE)
			continue;
		++*checks;
		hits += a < b;
	}
	return hits;
}

static bool is_first(const struct state *s, const struct windows *ws, u32 x, u32 other)
{
	u32 checks, hits = count_first(s, ws, x, other, &checks);

	return checks && learn_held_here(s, hits, checks);
}

/*
 * Return: whether @rival is loose (too many of its events are outside of the ranges where the event
 * is expected), but comes before the id of @fit in most of these ranges. Since the order of the
 * events in a log is not exact, @rival may then be the right id.
 */
static bool is_loose_rival(const struct state *s, const struct windows *ws,
			   const struct fit *fit, const struct fit *rival)
{
	u32 checks, hits;

	if (!rival->loose)
		return false;
	hits = count_first(s, ws, rival->x, fit->x, &checks);
	return hits * 2 > checks && checks * 2 > fit->filled;
}

/*
 * Return: whether another id without a name comes before the id of @fit in most ranges of the log
 * where the event is expected. @rival: set to that id
 */
static bool is_later(const struct state *s, const struct windows *ws, const struct fit *fit,
		     u32 *rival)
{
	u32 x, checks;

	for (x = 0; x < s->nr; x++) {
		if (x == fit->x || s->id[x].event != LEARN_NONE ||
		    count_first(s, ws, x, fit->x, &checks) * 2 <= fit->filled)
			continue;
		*rival = s->id[x].id;
		return true;
	}
	return false;
}

/*
 * Sort the ids that have events in about the same number of places. Of two such ids, the one whose
 * events come first in the places is put first.
 */
static void sort_by_place(const struct state *s, const struct windows *ws, struct fit *fit, u32 nr)
{
	u32 i, j;

	for (i = 0; i + 1 < nr; i++)
		for (j = i + 1; j < nr && fit[j].bits >= LIKELY_BITS; j++)
			if (!fit[j].loose && learn_held_here(s, fit[j].filled, fit[i].filled) &&
			    is_first(s, ws, fit[j].x, fit[i].x)) {
				struct fit swap = fit[i];

				fit[i] = fit[j];
				fit[j] = swap;
			}
}

/*
 * Name all ids that are in the ranges of the log where one event is expected. There may be several,
 * because a firmware may have two ids for an event that has one id in the dictionary (the table of
 * known events). Return: number of ids that got the name.
 */
static u32 share_places(struct state *s, const struct windows *ws, u32 event,
			unsigned int how, struct fit *fit, u32 nr)
{
	u8 *taken = arena_zero(s->arena, ws->nr);
	u32 i, j, named = 0, filled = 0, needed = ws->nr - ws->open;
	bool *mine = arena_zero(s->arena, nr * sizeof(*mine));

	if (!taken || !mine)
		return 0;
	if (how & FIT_FIRST)
		sort_by_place(s, ws, fit, nr);
	for (i = 0; i < nr; i++) {
		if (fit[i].loose || fit[i].bits < LIKELY_BITS ||
		    !take_places(s, fit[i].x, taken, true))
			continue;
		take_places(s, fit[i].x, taken, false);
		filled += fit[i].filled;
		mine[i] = true;
		if (learn_held_here(s, min(filled, needed), needed))
			break;
	}
	if (!(how & FIT_SPARSE) && !learn_held_here(s, min(filled, needed), needed))
		goto out;
	for (i = 0; i < nr; i++) {
		int margin = BITS(10000);
		u32 rival = LEARN_NONE;

		if (!mine[i])
			continue;
		/*
		 * Find a rival: another id whose events are in the same ranges of the log and fit
		 * nearly as well.
		 */
		for (j = 0; j < nr; j++) {
			if (is_loose_rival(s, ws, &fit[i], &fit[j])) {
				margin = 0;
				rival = s->id[fit[j].x].id;
			}
			if (mine[j] || fit[j].loose || fit[i].bits - fit[j].bits >= margin ||
			    (!(how & FIT_SPARSE) &&
			     !learn_held_here(s, fit[j].filled, fit[i].filled)) ||
			    (how & FIT_FIRST && is_first(s, ws, fit[i].x, fit[j].x)))
				continue;
			margin = fit[i].bits - fit[j].bits;
			rival = s->id[fit[j].x].id;
		}
		/*
		 * If events were lost, the right id may not fit well enough to be in @fit. So if
		 * another id without a name comes before this one in most ranges, that may be the
		 * right one, and this one is not certain.
		 */
		if (s->slack && how & FIT_FIRST && is_later(s, ws, &fit[i], &rival))
			margin = 0;
		learn_name(s, event, &fit[i], margin, rival);
		named += s->id[fit[i].x].event == event;
	}
out:
	arena_drop(s->arena, mine);
	arena_drop(s->arena, taken);
	return named;
}

/**
 * learn_fit_role() - find the ids that stand for an event of the dictionary, and name them after it
 * @s: state of the learner
 * @ws: the places (ranges of the log) where the event is expected, with the values of its fields
 * @event: index of the event in the dictionary
 * @how: mask of FIT_*: special properties of the event
 *
 * Context: allocates memory.
 * Return: number of ids that got the name.
 */
u32 learn_fit_role(struct state *s, const struct windows *ws, u32 event, unsigned int how)
{
	struct fit *fit;
	struct pairs p;
	u32 x, nr = 0, named = 0;

	if (!ws->nr)
		return 0;
	fit = arena_alloc(s->arena, s->nr * sizeof(*fit));
	if (!fit || !pairs_alloc(s, &p))
		return 0;
	mark_windows(s, ws, true);
	for (x = 0; x < s->nr; x++)
		if (s->id[x].event == LEARN_NONE &&
		    fit_marked(s, ws, x, event, how | FIT_SPARSE, &p, &fit[nr]))
			nr++;
	qsort(fit, nr, sizeof(*fit), compare_fits);
	if (nr)
		named = share_places(s, ws, event, how, fit, nr);
	mark_windows(s, ws, false);
	pairs_free(s, &p);
	arena_drop(s->arena, fit);
	return named;
}
