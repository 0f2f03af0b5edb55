// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Finds the events about contexts. An id is the number that the firmware stores in an event to say
 * what happened. The ids about contexts are those whose events contain the guc_id and the LRCA (the
 * page number of the image) of a context.
 *
 * A context's run on an engine has five events, which are called its steps: READY (the context has
 * work), PLACED (an engine was chosen for it), RUNNING, OFF (it has left the engine) and NOT_READY.
 * The role of an id is the step that it stands for, or OTHER. The roles are found from the order in
 * which events of these ids follow each other in each context. The position of an event is its
 * number in the log.
 */
#include "state.h"

#include "abi/guc_ct_abi.h"

/* Largest number of ids about contexts that are examined as candidates for the five steps. */
#define MAX_CYCLE	7u
/* Largest number of events that are examined to find the steps of a context's run on an engine. */
#define MAX_COUNTED	40000u

#define NR_ROLES	6u

/*
 * If no LRCA is known, the bits with the LRCA are those of the dictionary if at least this number
 * of contexts have LRCAs of their own there, and this number of events repeats them.
 */
#define OWN_IMAGES		2u
#define OWN_IMAGES_AGAIN	16u

/*
 * What an id can stand for: one of the five steps of a context's run on an engine, in their order,
 * or OTHER if it is none of the steps.
 */
enum role { READY, PLACED, RUNNING, OFF, NOT_READY, OTHER };

static const u8 role_event[] = {
	[READY] = GUC_EVX_CTX_READY,
	[PLACED] = GUC_EVX_CTX_PLACED,
	[RUNNING] = GUC_EVX_CTX_RUNNING,
	[OFF] = GUC_EVX_CTX_OFF_ENGINE,
	[NOT_READY] = GUC_EVX_CTX_NOT_READY,
};

/*
 * Values of the tables below. A share is the fraction of cases in which a step is the next one; its
 * value is 16 * log2(5 * share), which is 0 if the five steps are equally frequent.
 */
#define MAIN	35	/* share 0.9 */
#define SOME	(-16)	/* share 0.1 */
#define RARE	(-44)	/* share 0.03 */
#define NEVER	(-106)	/* share 0.002 */

/*
 * How often a step of a context (column of the table) is the next one after another step (row of
 * the table), see MAIN for the unit. Rare cases: a context is disabled while it waits, gets work
 * while it runs, is preempted, or is removed by a reset.
 */
static const int8_t follows[5][5] = {
	/*		READY	PLACED	RUNNING	OFF	NOT_READY */
	[READY] =	{ NEVER, MAIN, NEVER, NEVER, RARE },
	[PLACED] =	{ NEVER, NEVER, MAIN, RARE, RARE },
	[RUNNING] =	{ NEVER, NEVER, RARE, MAIN, RARE },
	[OFF] =		{ SOME, RARE, NEVER, NEVER, MAIN },
	[NOT_READY] =	{ MAIN, NEVER, NEVER, RARE, RARE },
};

/*
 * How often each of the five steps, in the order of enum role, is the first one after the driver
 * submits work, enables the context, or disables it; in the same unit as follows[]. The values 25,
 * 5 and -64 stand for the shares 0.59, 0.25 and 0.0125.
 */
static const int8_t after_submit[5] = { 25, NEVER, -64, 5, RARE };
static const int8_t after_enable[5] = { MAIN, RARE, NEVER, NEVER, NEVER };
static const int8_t after_disable[5] = { NEVER, NEVER, NEVER, SOME, MAIN };

/**
 * struct cycle - the candidates for the steps: ids about contexts, and how often each follows
 * another
 * @nr: number of ids
 * @x: indices of the ids
 * @count: indexed by a set of ids (a bit mask) and by two ids of the set: how often the second id
 *	follows the first one, without regard to ids outside of the set
 * @gap: indexed by two ids: sum of 16 * log2(ticks from an event of the first id to the next event
 *	of the same context, which has the second id)
 * @gaps: indexed by two ids: number of values in the sum @gap
 * @submit: for each id, number of times that it is the first of the ids after the driver's message
 *	that submits work to the context
 * @enable: the same for messages that enable the context
 * @disable: the same for messages that disable the context
 * @disable_from: indexed by two ids: the part of @disable of the second id for which the context's
 *	last event before the message has the first id
 */
struct cycle {
	u32 nr;
	u32 x[MAX_CYCLE];
	u32 (*count)[MAX_CYCLE][MAX_CYCLE];
	u64 gap[MAX_CYCLE][MAX_CYCLE];
	u32 gaps[MAX_CYCLE][MAX_CYCLE];
	u32 submit[MAX_CYCLE];
	u32 enable[MAX_CYCLE];
	u32 disable[MAX_CYCLE];
	u32 disable_from[MAX_CYCLE][MAX_CYCLE];
};

static int compare_contexts(const void *a, const void *b)
{
	const struct known_context *x = a, *y = b;

	if (x->lrca != y->lrca)
		return x->lrca < y->lrca ? -1 : 1;
	return x->guc_id < y->guc_id ? -1 : x->guc_id > y->guc_id;
}

/* Return: index of the first known context with at least this LRCA; s->context is sorted by it. */
static u32 first_with(const struct state *s, u32 lrca)
{
	u32 low = 0, high = s->nr_contexts;

	while (low < high) {
		u32 mid = low + (high - low) / 2;

		if (s->context[mid].lrca < lrca)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static bool is_lrca(const struct state *s, u32 lrca)
{
	u32 i = first_with(s, lrca);

	return i < s->nr_contexts && s->context[i].lrca == lrca;
}

/**
 * learn_find_pair() - find a known context
 * @s: state of the learner
 * @guc_id: guc_id of the context
 * @lrca: LRCA of the context: the page number of its image
 *
 * Return: the context, or NULL if no context has this guc_id and this LRCA.
 */
const struct known_context *learn_find_pair(const struct state *s, u32 guc_id, u32 lrca)
{
	u32 i;

	for (i = first_with(s, lrca); i < s->nr_contexts && s->context[i].lrca == lrca; i++)
		if (s->context[i].guc_id == guc_id)
			return &s->context[i];
	return NULL;
}

/**
 * learn_class_of() - find the engine class of a context
 * @s: state of the learner
 * @guc_id: guc_id of the context
 *
 * Return: the class, or LEARN_NONE if it is unknown or if contexts of several classes had the
 * guc_id.
 */
u32 learn_class_of(const struct state *s, u32 guc_id)
{
	u32 i, class = LEARN_NONE;

	for (i = 0; i < s->nr_contexts; i++) {
		if (s->context[i].guc_id != guc_id)
			continue;
		if (class != LEARN_NONE && s->context[i].class != class)
			return LEARN_NONE;
		class = s->context[i].class;
	}
	return class;
}

/**
 * learn_add_context() - add a context to the known contexts
 * @s: state of the learner
 * @guc_id: guc_id of the context
 * @lrca: LRCA of the context: the page number of its image
 * @class: engine class of the context, LEARN_NONE when not known
 *
 * Context: allocates memory.
 * Return: true if the context was added, false if it is known already or there is no memory.
 */
bool learn_add_context(struct state *s, u32 guc_id, u32 lrca, u32 class)
{
	struct known_context *known = (struct known_context *)learn_find_pair(s, guc_id, lrca);
	struct known_context add = { .guc_id = guc_id, .lrca = lrca, .class = class };
	u32 i;

	if (known) {
		if (known->class == LEARN_NONE)
			known->class = class;
		return false;
	}
	if (s->nr_contexts == s->context_room) {
		u32 room = s->context_room ? 2 * s->context_room : 64;

		known = arena_grow(s->arena, s->context, room * sizeof(*known));
		if (!known)
			return false;
		s->context = known;
		s->context_room = room;
	}
	for (i = s->nr_contexts++; i && compare_contexts(&add, &s->context[i - 1]) < 0; i--)
		s->context[i] = s->context[i - 1];
	s->context[i] = add;
	return true;
}

/*
 * Store the engine instance of a context. The instance is known in two cases: the class is render,
 * of which there is only one engine; or the context may use only one engine, and the dump lists
 * this engine.
 */
static void learn_instance(struct state *s, u32 guc_id, u32 class, u32 mask)
{
	u32 i, instance = class == GUC_CLASS_RENDER ? 0 : NO_INSTANCE;

	if (guc_id > 0xffff)
		return;
	for (i = 0; i < s->in->nr_engines; i++) {
		const struct learn_engine *e = &s->in->engine[i];

		if (e->class == class && e->logical < 32 && mask == 1u << e->logical &&
		    e->instance < TWO_INSTANCES)
			instance = e->instance;
	}
	/* If several contexts had this guc_id on different engines, the instance is ambiguous. */
	if (s->instance[guc_id] != NO_INSTANCE && s->instance[guc_id] != instance)
		instance = TWO_INSTANCES;
	s->instance[guc_id] = (u8)instance;
}

static void read_facts(struct state *s)
{
	u32 i;

	for (i = 0; i < s->in->nr_contexts; i++) {
		const struct learn_context *c = &s->in->context[i];

		learn_instance(s, c->guc_id, c->class, c->mask);
		if (c->lrca)
			learn_add_context(s, c->guc_id, c->lrca & 0xfffff, c->class);
	}
	for (i = 0; i < s->in->nr_h2g; i++) {
		const struct learn_message *m = &s->in->h2g[i];

		if (m->action != GUC_ACTION_REGISTER_CONTEXT || m->nr_data < 10)
			continue;
		learn_instance(s, m->data[1], m->data[2], m->data[3]);
		learn_add_context(s, m->data[1], m->data[9] >> 12, m->data[2]);
	}
}

/*
 * Return: weight, in 1/16 bit, of the evidence that the bits @lrca and @guc_id in the events of an
 * id contain the LRCA and the guc_id of known contexts, or 0 if they have other values. @hits: set
 * to the number of events with a known pair of LRCA and guc_id
 */
static int weigh_pair(const struct state *s, const struct id_stat *id,
		      struct learn_slot lrca, struct learn_slot guc_id, u32 *hits)
{
	u32 seen[64], nr = 0, i, j, known = 0, wrong = 0;
	int bits = 0;

	for (i = 0; i < id->nr && i < MAX_CHECKS; i++) {
		const struct learn_entry *e = entry_of(s, id->at[id->nr - 1 - i]);
		u32 page = slot_get(e, lrca);

		if (!is_lrca(s, page))
			continue;
		known++;
		if (!learn_find_pair(s, slot_get(e, guc_id), page)) {
			if (++wrong > 1 + i / 100)
				return 0;
			continue;
		}
		for (j = 0; j < nr && seen[j] != page; j++)
			;
		if (j < nr || nr == ARRAY_SIZE(seen))
			continue;
		seen[nr++] = page;
		bits += BITS(12);
	}
	*hits = known - wrong;
	return learn_held(*hits, known) ? bits + (int)min(*hits, 64u) * 8 : 0;
}

/* Find the bits that contain the LRCA and the guc_id of contexts in the events of an id. */
static bool find_pair_slots(const struct state *s, const struct id_stat *id,
			    struct fit *fit)
{
	const struct guc_event_def *base = guc_event_find(id->id);
	unsigned int i, j;
	int best = 0;

	for (i = 0; i < 2 * 13; i++) {
		struct learn_slot lrca = { .arg = i / 13, .low = i % 13, .bits = 20 };
		u32 k, known = 0;

		for (k = 0; k < id->nr && k < 256 && !known; k++)
			known += is_lrca(s, slot_get(entry_of(s, id->at[id->nr - 1 - k]),
						     lrca));
		for (j = 0; known && j < 2 * 17; j++) {
			struct learn_slot guc_id = { .arg = j / 17, .low = j % 17, .bits = 16 };
			u32 hits = 0;
			int bits;

			if (guc_id.arg == lrca.arg && slot_mask(guc_id) & slot_mask(lrca))
				continue;
			bits = weigh_pair(s, id, lrca, guc_id, &hits);
			/*
			 * If two layouts are equally likely, the layout of the dictionary (the
			 * table of known events) is used.
			 */
			if (base && !lrca.arg && !lrca.low && guc_id.arg && !guc_id.low)
				bits += bits ? 1 : 0;
			/*
			 * Otherwise keep the first layout, because fields at lower bits are more
			 * likely.
			 */
			if (bits <= best)
				continue;
			best = bits;
			*fit = (struct fit){
				.slot = { lrca, guc_id }, .bits = bits,
				.hits = hits, .checks = hits,
				.evidence = GUC_EVIDENCE_B,
			};
		}
	}
	return best - learn_log2(s->nr * 884ull, 1) >= LIKELY_BITS;
}

/**
 * struct about - the ids about contexts: their events have the LRCA and the guc_id of a context
 * @nr: number of ids
 * @fit: the ids; slot 0 has the LRCA, slot 1 the guc_id
 */
struct about {
	u32 nr;
	struct fit fit[64];
};

static bool is_about(const struct about *about, u32 x)
{
	u32 i;

	for (i = 0; i < about->nr; i++)
		if (about->fit[i].x == x)
			return true;
	return false;
}

/*
 * Add the contexts that the events of an id (@fit) name to the known contexts, and store to which
 * context each event belongs. Return: number of contexts that were not known before.
 */
static u32 take_contexts(struct state *s, const struct fit *fit)
{
	const struct id_stat *id = &s->id[fit->x];
	u32 i, nr = 0;

	for (i = 0; i < id->nr; i++) {
		const struct learn_entry *e = entry_of(s, id->at[i]);

		if (s->nr_contexts < 8192)
			nr += learn_add_context(s, slot_get(e, fit->slot[1]),
					  slot_get(e, fit->slot[0]), LEARN_NONE);
		s->guc_id[id->at[i]] = slot_get(e, fit->slot[1]);
	}
	return nr;
}

static void find_about(struct state *s, struct about *about)
{
	bool more = true;
	u32 x;

	while (more) {
		more = false;
		for (x = 0; x < s->nr && about->nr < ARRAY_SIZE(about->fit); x++) {
			struct fit *fit = &about->fit[about->nr];

			if (s->id[x].event != LEARN_NONE || is_about(about, x) ||
			    !find_pair_slots(s, &s->id[x], fit))
				continue;
			fit->x = x;
			take_contexts(s, fit);
			about->nr++;
			more = true;
		}
	}
}

/*
 * Return: number of CTX_SUBMIT events in which the bits @lrca contain the known LRCA of the event's
 * context, or 0 if the values of these bits cannot be LRCAs, because they differ for one context or
 * differ from a known LRCA. @image: scratch memory
 */
static u32 count_images(const struct state *s, const struct id_stat *id,
			struct learn_slot lrca, struct learn_slot guc_id, u32 *image)
{
	u32 i, hits = 0, wrong = 0;

	memset(image, 0xff, 0x10000 * sizeof(*image));
	for (i = 0; i < id->nr && i < MAX_CHECKS; i++) {
		const struct learn_entry *e = entry_of(s, id->at[id->nr - 1 - i]);
		u32 who = slot_get(e, guc_id) & 0xffff, page = slot_get(e, lrca);

		if (learn_find_pair(s, who, page))
			hits++;
		else if (is_lrca(s, page) || learn_class_of(s, who) != LEARN_NONE ||
			 (image[who] != LEARN_NONE && image[who] != page) || !page)
			wrong++;
		if (wrong > 1 + i / 50)
			return 0;
		image[who] = page;
	}
	return hits;
}

/*
 * Find out if the bits that contain the LRCA according to the dictionary can contain it in the
 * events of an id that the dictionary has too, CTX_SUBMIT. The driver lists none of the contexts
 * that submit work in this log, so no LRCA is known; but each context has one LRCA, and no two
 * contexts have the same one. Return: whether enough events prove that. @image: scratch memory
 */
static bool has_own_images(const struct state *s, const struct id_stat *id,
			   struct learn_slot lrca, struct learn_slot guc_id, u32 *image)
{
	u32 page[64], nr = 0, again = 0, i, j;

	memset(image, 0xff, 0x10000 * sizeof(*image));
	for (i = 0; i < id->nr && i < MAX_CHECKS; i++) {
		const struct learn_entry *e = entry_of(s, id->at[id->nr - 1 - i]);
		u32 who = slot_get(e, guc_id) & 0xffff, value = slot_get(e, lrca);

		if (image[who] == value) {
			again++;
			continue;
		}
		for (j = 0; j < nr && page[j] != value; j++)
			;
		if (image[who] != LEARN_NONE || !value || j < nr || is_lrca(s, value) ||
		    learn_class_of(s, who) != LEARN_NONE)
			return false;
		image[who] = value;
		if (nr < ARRAY_SIZE(page))
			page[nr++] = value;
	}
	return nr >= OWN_IMAGES && again >= OWN_IMAGES_AGAIN;
}

/*
 * Find the bits that contain the page number of the context image (the LRCA) in the events of id
 * @x, which is CTX_SUBMIT. The bits of the guc_id are already known from the driver's messages.
 */
static void find_image(struct state *s, u32 x)
{
	struct id_stat *id = &s->id[x];
	u32 *image = arena_alloc(s->arena, 0x10000 * sizeof(*image));
	struct fit fit = { .x = x };
	u32 best = 0;
	unsigned int i;

	for (i = 0; image && i < 2 * 13; i++) {
		struct learn_slot lrca = { .arg = i / 13, .low = i % 13, .bits = 20 };
		u32 hits;

		if (lrca.arg == id->row.slot[1].arg &&
		    slot_mask(lrca) & slot_mask(id->row.slot[1]))
			continue;
		hits = count_images(s, id, lrca, id->row.slot[1], image);
		if (hits <= best)
			continue;
		best = hits;
		fit.slot[0] = lrca;
	}
	if (!best && id->row.base && id->row.slot[0].bits &&
	    has_own_images(s, id, id->row.slot[0], id->row.slot[1], image)) {
		best = 1;
		fit.slot[0] = id->row.slot[0];
	}
	if (best) {
		fit.slot[1] = id->row.slot[1];
		id->row.slot[0] = fit.slot[0];
		id->row.base = id->row.base && !fit.slot[0].arg && !fit.slot[0].low;
		take_contexts(s, &fit);
	}
	arena_drop(s->arena, image);
}

/*
 * Add the evidence from the known contexts (@fit) to an id. Do not add it if the driver's messages
 * show that the guc_id is in other bits, because messages are stronger evidence.
 */
static void take_pair(struct id_stat *id, const struct fit *fit)
{
	struct learn_slot said = id->row.slot[1], found = fit->slot[1];

	if (said.bits && (said.arg != found.arg || said.low != found.low))
		return;
	id->row.slot[0] = fit->slot[0];
	id->row.slot[1] = fit->slot[1];
	id->row.bits += fit->bits;
	id->row.evidence |= GUC_EVIDENCE_B;
	if (id->row.grade == LEARN_LIKELY)
		id->row.grade = learn_grade(&id->row);
}

/* Find CTX_SUBMIT: the event about the context that comes after a message SCHED_CONTEXT. */
static void find_submit(struct state *s)
{
	struct windows ws = { .nr = 0 };
	u32 k;

	for (k = 0; k < s->nr_h2g; k++) {
		const struct learn_message *m;
		struct window *w;

		if (field_of(s, s->h2g[k], 0) != GUC_ACTION_SCHED_CONTEXT)
			continue;
		w = learn_add_window(s, &ws, s->h2g[k] + 1, handled_end(s, k));
		if (!w || s->message[s->h2g[k]] == LEARN_NONE)
			continue;
		m = &s->in->h2g[s->message[s->h2g[k]]];
		w->value[1] = m->data[0];
		w->known = m->nr_data ? 2 : 0;
	}
	/* The GuC may not have handled the last message yet. */
	ws.open = ws.nr && ws.w[ws.nr - 1].end == s->in->nr_entries;
	learn_fit_role(s, &ws, GUC_EVX_CTX_SUBMIT, FIT_FIRST);
}

/* Find the bits with the LRCA in the events of submissions (CTX_SUBMIT). */
static void find_images(struct state *s, const struct about *about)
{
	u32 i, x;

	for (i = 0; i < about->nr; i++)
		if (s->id[about->fit[i].x].row.event == GUC_EVX_CTX_SUBMIT)
			take_pair(&s->id[about->fit[i].x], &about->fit[i]);
	for (x = 0; x < s->nr; x++)
		if (s->id[x].event == GUC_EVX_CTX_SUBMIT && s->id[x].row.slot[1].bits)
			find_image(s, x);
}

static u32 number_in(const struct cycle *c, u32 x)
{
	u32 i;

	for (i = 0; i < c->nr && c->x[i] != x; i++)
		;
	return i;
}

/*
 * Choose the most frequent ids about contexts as candidates for the five steps of a context's run
 * on an engine (see the head of this file). Return: whether each id that was not chosen has less
 * than a quarter of the events of the most frequent one. In each run, every step has about one
 * event, so such a rare id is not a step.
 */
static bool choose_ids(struct state *s, const struct about *about, struct cycle *c)
{
	u32 i, j, left_out = 0;

	for (i = 0; i < about->nr; i++) {
		u32 x = about->fit[i].x, nr = s->id[x].nr, fewest;

		if (s->id[x].event != LEARN_NONE ||
		    s->id[x].row.event == GUC_EVX_CTX_SUBMIT)
			continue;
		if (c->nr == MAX_CYCLE) {
			fewest = s->id[c->x[MAX_CYCLE - 1]].nr;
			left_out = max(left_out, min(nr, fewest));
			if (nr <= fewest)
				continue;
			c->nr--;
		}
		for (j = c->nr; j && s->id[c->x[j - 1]].nr < nr; j--)
			c->x[j] = c->x[j - 1];
		c->x[j] = x;
		c->nr++;
	}
	return c->nr && left_out * 4 < s->id[c->x[0]].nr;
}

/**
 * struct last - the last event about a context
 * @i: number of the event's id in &struct cycle, plus 1; 0 if there is no event
 * @tick: time of the event
 */
struct last {
	u8 i;
	s64 tick;
};

static void count_set(struct state *s, struct cycle *c, u32 set, struct last *last,
		      const u32 *at, u32 nr)
{
	u32 k;

	memset(last, 0, 0x10000 * sizeof(*last));
	for (k = 0; k < nr; k++) {
		struct last *l = &last[s->guc_id[at[k]] & 0xffff];
		u32 i = number_in(c, s->of[at[k]]);
		s64 tick = entry_of(s, at[k])->tick;

		if (!(set & 1u << i))
			continue;
		if (l->i) {
			c->count[set][l->i - 1][i]++;
			if (set == (1u << c->nr) - 1 && tick > l->tick) {
				c->gap[l->i - 1][i] += learn_log2((u64)(tick - l->tick), 1);
				c->gaps[l->i - 1][i]++;
			}
		}
		*l = (struct last){ .i = (u8)(i + 1), .tick = tick };
	}
}

/*
 * Store in @last, for each context, which id its last event has: the number of the id in @c, plus
 * 1. @from, @to: the range of positions that is examined. Return: the first position that is not
 * examined yet.
 */
static u32 note_last(const struct state *s, const struct cycle *c, u8 *last, u32 from, u32 to)
{
	u32 at, i;

	for (at = from; at < to; at++) {
		i = s->of[at] == LEARN_NONE ? c->nr : number_in(c, s->of[at]);
		if (i < c->nr)
			last[s->guc_id[at] & 0xffff] = (u8)(i + 1);
	}
	return max(from, to);
}

/*
 * For each message that submits work, enables or disables a context, find the first event about the
 * same context that comes before the next message, and count its id.
 */
static void count_after(struct state *s, struct cycle *c)
{
	u8 *last = arena_zero(s->arena, 0x10000);
	u32 k, at, from = 0, before;

	for (k = 0; last && k < s->nr_h2g; k++) {
		u32 action = field_of(s, s->h2g[k], 0), end = handled_end(s, k);
		const struct learn_message *m = NULL;
		u32 i = c->nr;

		from = note_last(s, c, last, from, s->h2g[k]);
		if (action != GUC_ACTION_SCHED_CONTEXT &&
		    action != GUC_ACTION_SCHED_CONTEXT_MODE_SET)
			continue;
		if (s->message[s->h2g[k]] != LEARN_NONE)
			m = &s->in->h2g[s->message[s->h2g[k]]];
		for (at = s->h2g[k] + 1; at < end && i == c->nr; at++) {
			i = s->of[at] == LEARN_NONE ? c->nr : number_in(c, s->of[at]);
			if (i < c->nr && m && s->guc_id[at] != m->data[0])
				i = c->nr;
		}
		if (i == c->nr)
			continue;
		if (action == GUC_ACTION_SCHED_CONTEXT) {
			c->submit[i]++;
		} else if (m && m->nr_data > 1 && m->data[1]) {
			c->enable[i]++;
		} else if (m && m->nr_data > 1) {
			c->disable[i]++;
			before = last[m->data[0] & 0xffff];
			if (before)
				c->disable_from[before - 1][i]++;
		}
	}
	arena_drop(s->arena, last);
}

static bool count_cycle(struct state *s, struct cycle *c)
{
	struct last *last = arena_alloc(s->arena, 0x10000 * sizeof(*last));
	u32 *at = arena_alloc(s->arena, MAX_COUNTED * sizeof(*at));
	u32 i, set, nr = 0;

	c->count = arena_zero(s->arena, (1u << c->nr) * sizeof(*c->count));
	if (!last || !at || !c->count)
		return false;
	for (i = s->in->nr_entries; i-- && nr < MAX_COUNTED;)
		if (s->of[i] != LEARN_NONE && number_in(c, s->of[i]) < c->nr)
			at[nr++] = i;
	for (i = 0; i < nr / 2; i++) {
		u32 swap = at[i];

		at[i] = at[nr - 1 - i];
		at[nr - 1 - i] = swap;
	}
	for (set = 0; set < 1u << c->nr; set++)
		count_set(s, c, set, last, at, nr);
	count_after(s, c);
	arena_drop(s->arena, at);
	arena_drop(s->arena, last);
	return true;
}

/*
 * Return: weight of the evidence from the times between steps. A context usually runs, or has no
 * work, for a longer time than it takes to begin or to end a run.
 */
static int weigh_gaps(const struct cycle *c, const u8 *role)
{
	u64 sum[2] = { 0, 0 };
	u32 nr[2] = { 0, 0 }, i, j;
	int bits;

	for (i = 0; i < c->nr; i++)
		for (j = 0; j < c->nr; j++) {
			bool is_long = (role[i] == RUNNING && role[j] == OFF) ||
				       (role[i] == NOT_READY && role[j] == READY);
			bool is_short = (role[i] == READY && role[j] == PLACED) ||
					(role[i] == PLACED && role[j] == RUNNING) ||
					(role[i] == OFF && role[j] == NOT_READY);

			if (!is_long && !is_short)
				continue;
			sum[is_long] += c->gap[i][j];
			nr[is_long] += c->gaps[i][j];
		}
	if (nr[0] < 3 || nr[1] < 3)
		return 0;
	bits = (int)(sum[1] / nr[1]) - (int)(sum[0] / nr[0]);
	return max(min(bits * 4, BITS(24)), -BITS(24));
}

static int weigh_roles(const struct state *s, const struct cycle *c, const u8 *role)
{
	s64 bits = 0;
	u32 set = 0, i, j;

	for (i = 0; i < c->nr; i++) {
		if (role[i] == OTHER)
			bits -= BITS(8) + 16ll * min(s->id[c->x[i]].nr, 1000u);
		else
			set |= 1u << i;
	}
	for (i = 0; i < c->nr; i++) {
		if (role[i] == OTHER)
			continue;
		for (j = 0; j < c->nr; j++) {
			if (role[j] == OTHER)
				continue;
			bits += (s64)c->count[set][i][j] * follows[role[i]][role[j]];
			/* Reduce the weight, because a firmware rarely has two ids for one step. */
			if (i < j && role[i] == role[j])
				bits -= BITS(8);
		}
		bits += (s64)min(c->submit[i], 200u) * after_submit[role[i]];
		bits += (s64)min(c->enable[i], 200u) * after_enable[role[i]];
		bits += (s64)min(c->disable[i], 200u) * after_disable[role[i]];
		if (s->id[c->x[i]].id == guc_event_table[role_event[role[i]]].id)
			bits += BITS(4);
	}
	bits += weigh_gaps(c, role);
	return (int)max_t(s64, min_t(s64, bits, BITS(100000)), -BITS(100000));
}

static void try_roles(const struct state *s, const struct cycle *c, u32 n, u8 *role,
		      int best[MAX_CYCLE][NR_ROLES])
{
	u32 i;
	int bits;

	if (n < c->nr) {
		for (role[n] = 0; role[n] < NR_ROLES; role[n]++)
			try_roles(s, c, n + 1, role, best);
		return;
	}
	bits = weigh_roles(s, c, role);
	for (i = 0; i < c->nr; i++)
		best[i][role[i]] = max(best[i][role[i]], bits);
}

/*
 * Test the step (role) that is assumed for id number @n. For each event of the id, the context's
 * event before it and the context's event after it must be steps that can precede and follow the
 * assumed step. @fit: the numbers of these checks, and of those that hold, are added to it. Return:
 * whether enough checks hold, and most events of the id are between the usual two steps.
 */
static bool check_role(const struct state *s, const struct cycle *c, const u8 *role, u32 n,
		       struct fit *fit)
{
	u32 set = 0, i, usual[2] = { 0, 0 }, all[2] = { 0, 0 };

	for (i = 0; i < c->nr; i++)
		if (role[i] != OTHER)
			set |= 1u << i;
	for (i = 0; i < c->nr; i++) {
		if (role[i] == OTHER)
			continue;
		fit->checks += c->count[set][n][i] + c->count[set][i][n];
		if (follows[role[n]][role[i]] > NEVER)
			fit->hits += c->count[set][n][i];
		if (follows[role[i]][role[n]] > NEVER)
			fit->hits += c->count[set][i][n];
		all[0] += c->count[set][n][i];
		all[1] += c->count[set][i][n];
		if (follows[role[n]][role[i]] == MAIN)
			usual[0] += c->count[set][n][i];
		if (follows[role[i]][role[n]] == MAIN)
			usual[1] += c->count[set][i][n];
	}
	return fit->checks && learn_held_here(s, fit->hits, fit->checks) &&
	       usual[0] * 2 >= all[0] && usual[1] * 2 >= all[1];
}

/*
 * Find the bits of an event that contain the engine class, by a comparison with the classes of the
 * known contexts.
 */
static void find_class(struct state *s, u32 event, struct fit *fit, const u32 *taken)
{
	u32 *at = arena_alloc(s->arena, MAX_CHECKS * sizeof(*at));
	u32 *value = arena_alloc(s->arena, MAX_CHECKS * sizeof(*value));
	const struct id_stat *id = &s->id[fit->x];
	u32 i, nr = 0;

	for (i = 0; at && value && i < id->nr && nr < MAX_CHECKS; i++) {
		const struct learn_entry *e = entry_of(s, id->at[i]);
		const struct known_context *c = learn_find_pair(s, slot_get(e, fit->slot[3]),
							  slot_get(e, fit->slot[0]));

		if (!c || c->class == LEARN_NONE)
			continue;
		at[nr] = id->at[i];
		value[nr++] = c->class;
	}
	/*
	 * If all known values are equal, the bits may be another field. Accept them only if all
	 * events have a known class, or if the dictionary has this id.
	 */
	if (nr && (fit->base || i == nr || learn_vary(value, nr)))
		learn_find_slot(s, event, 1, at, value, nr, taken, fit);
	arena_drop(s->arena, value);
	arena_drop(s->arena, at);
}

/* Find the bits with the priority of the context. The driver sends the priority as KLV 0x2003. */
static void find_priority(struct state *s, struct fit *fit, const u32 *taken)
{
	u32 *at = arena_alloc(s->arena, MAX_CHECKS * sizeof(*at));
	u32 *value = arena_alloc(s->arena, MAX_CHECKS * sizeof(*value));
	const struct id_stat *id = &s->id[fit->x];
	u32 i, k, nr = 0, priority;

	for (i = 0; at && value && i < id->nr && nr < 512; i++) {
		u32 guc_id = slot_get(entry_of(s, id->at[i]), fit->slot[3]);

		for (k = 0; k < s->in->nr_h2g; k++) {
			const struct learn_message *m = &s->in->h2g[k];

			if (m->action != GUC_ACTION_UPDATE_CONTEXT_POLICIES || !m->nr_data ||
			    m->data[0] != guc_id ||
			    !learn_klv(m, GUC_KLV_PRIORITY, &priority))
				continue;
			at[nr] = id->at[i];
			value[nr++] = priority;
			break;
		}
	}
	if (learn_vary(value, nr) || (nr && fit->base))
		learn_find_slot(s, GUC_EVX_CTX_READY, 2, at, value, nr, taken, fit);
	arena_drop(s->arena, value);
	arena_drop(s->arena, at);
}

static void find_fields(struct state *s, u32 event, struct fit *fit)
{
	const struct guc_event_def *def = &guc_event_table[event];
	struct learn_slot lrca = fit->slot[0], guc_id = fit->slot[1];
	u32 taken[2] = { 0, 0 };

	fit->slot[1] = (struct learn_slot){ .bits = 0 };
	fit->slot[2] = fit->slot[1];
	fit->slot[3] = guc_id;
	take_slot(taken, &s->id[fit->x], lrca);
	take_slot(taken, &s->id[fit->x], guc_id);
	fit->base = s->id[fit->x].id == def->id && !lrca.arg && !lrca.low && guc_id.arg &&
		    !guc_id.low;
	find_class(s, event, fit, taken);
	if (fit->slot[1].bits)
		take_slot(taken, &s->id[fit->x], fit->slot[1]);
	if (event == GUC_EVX_CTX_READY)
		find_priority(s, fit, taken);
	if (fit->base)
		fit->slot[3] = slot_of_base(&def->field[3]);
}

/**
 * learn_classes() - find the bits of the engine class in the events of a context's run, for the ids
 * whose bits of the class are not known yet
 * @s: state of the learner, with the classes of contexts that events of other ids have shown
 *
 * Context: allocates memory.
 */
void learn_classes(struct state *s)
{
	u32 x, n;

	for (x = 0; x < s->nr; x++) {
		struct id_stat *id = &s->id[x];
		struct fit fit = { .x = x, .base = id->row.base };
		u32 taken[2] = { 0, 0 };

		for (n = 0; n < ARRAY_SIZE(role_event) && role_event[n] != id->event; n++)
			;
		if (n == ARRAY_SIZE(role_event) || id->row.slot[1].bits)
			continue;
		memcpy(fit.slot, id->row.slot, sizeof(fit.slot));
		for (n = 0; n < 4; n++)
			if (fit.slot[n].bits)
				take_slot(taken, id, fit.slot[n]);
		find_class(s, id->event, &fit, taken);
		id->row.slot[1] = fit.slot[1];
	}
}

/*
 * Find an id that has the role OTHER (@role has the role of each id), and whose events come
 * directly before or after more than 3/4 of the events of id @n. Such an id may be the step instead
 * of id @n. Return: the number of the id in @c, or c->nr if there is none.
 */
static u32 twin_of(const struct cycle *c, const u8 *role, u32 n)
{
	u32 all = (1u << c->nr) - 1, i, j, after = 0, before = 0;

	for (j = 0; j < c->nr; j++) {
		after += c->count[all][n][j];
		before += c->count[all][j][n];
	}
	for (i = 0; i < c->nr; i++)
		if (role[i] == OTHER && (c->count[all][n][i] * 4 > after * 3 ||
					 c->count[all][i][n] * 4 > before * 3))
			break;
	return i;
}

/**
 * struct order - evidence about the roles of two ids whose events are next to each other, other
 * than their order; each member is a number of cases in the log
 * @disabled: a context was disabled while it was not on an engine
 * @left: cases of @disabled in which the next step is OFF: the context would have left an engine on
 *	which it was not, which is impossible
 * @preempted: a context left an engine and was ready again although no work had arrived
 * @idle: a context without work became ready again
 * @asked: cases of @idle in which work had arrived in between, or the driver had sent a message
 *	that enables or disables a context
 * @waited: a context was placed after another context had left an engine
 * @runs: a context began to run
 * @skipped: a run would have ended although the context did not leave its engine, or a context
 *	would have left an engine although it did not run; both are impossible
 */
struct order {
	u32 disabled;
	u32 left;
	u32 preempted;
	u32 idle;
	u32 asked;
	u32 waited;
	u32 runs;
	u32 skipped;
};

static void count_disabled(const struct cycle *c, const u8 *role, struct order *o)
{
	u32 i, j;

	for (i = 0; i < c->nr; i++)
		for (j = 0; role[i] == NOT_READY && j < c->nr; j++) {
			if (role[j] != OFF && role[j] != NOT_READY)
				continue;
			o->disabled += c->disable_from[i][j];
			o->left += role[j] == OFF ? c->disable_from[i][j] : 0;
		}
}

/**
 * struct before - the last step of a context
 * @at: position of the step
 * @step: the step plus 1, 0 for none
 * @asked: work arrived after the step
 * @runs: the context has run and has not left its engine
 * @known: the log has CTX_RUNNING or CTX_OFF_ENGINE of the context
 */
struct before {
	u32 at;
	u8 step;
	bool asked;
	bool runs;
	bool known;
};

static void count_step(struct before *b, u8 step, u32 any, u32 off, struct order *o)
{
	bool asked = b->asked || any > b->at;

	if (step == READY && b->step == NOT_READY + 1) {
		o->idle++;
		o->asked += asked;
		o->skipped += b->runs;
	}
	o->skipped += step == OFF && b->step > OFF && b->known && !b->runs;
	o->runs += step == RUNNING;
	o->preempted += step == READY && b->step == OFF + 1 && !asked;
	o->waited += step == PLACED && b->step == READY + 1 && off > b->at;
}

/*
 * Count the cases of &struct order (see above) in the whole log, with the steps that @role assumes
 * for the ids. Return: whether these steps are possible. Two conditions must be met. Of the
 * contexts that were disabled after NOT_READY, at most half may have OFF as the next step, because
 * a context that is not on an engine cannot leave one. And in nearly all cases, a context that
 * became READY after NOT_READY must have got work in between, or the driver must have sent a
 * MODE_SET message about any context, which may have enabled this one.
 */
static bool count_order(const struct state *s, const struct cycle *c, const u8 *role,
			struct order *o)
{
	struct before *list = arena_zero(s->arena, 0x10000 * sizeof(*list)), *b;
	u32 at, i, off = 0, any = 0;

	*o = (struct order){ .disabled = 0 };
	count_disabled(c, role, o);
	for (at = 0; list && at < s->in->nr_entries; at++) {
		u32 event = event_of(s, at);

		if (event == GUC_EVX_CTX_SUBMIT && field_of(s, at, 1) <= 0xffff)
			list[field_of(s, at, 1)].asked = true;
		if (event == GUC_EVX_H2G_RECEIVED &&
		    field_of(s, at, 0) == GUC_ACTION_SCHED_CONTEXT_MODE_SET)
			any = at;
		i = s->of[at] == LEARN_NONE ? c->nr : number_in(c, s->of[at]);
		if (i == c->nr || role[i] == OTHER)
			continue;
		b = &list[s->guc_id[at] & 0xffff];
		count_step(b, role[i], any, off, o);
		*b = (struct before){
			.at = at,
			.step = role[i] + 1,
			.runs = role[i] == RUNNING || (role[i] == NOT_READY && b->runs),
			.known = b->known || role[i] == RUNNING || role[i] == OFF,
		};
		if (role[i] == OFF)
			off = at;
	}
	arena_drop(s->arena, list);
	return o->left * 2 <= o->disabled && learn_held_here(s, o->asked, o->idle);
}

/*
 * Return: whether the log has no evidence, except the order of the events, that distinguishes the
 * step @role from the step next to it. The names of both ids are then not certain.
 */
static bool only_order(const struct order *o, u8 role)
{
	if (role == OFF || role == NOT_READY)
		return !o->disabled && !o->preempted;
	return (role == READY || role == PLACED) && !o->waited;
}

static const struct fit *fit_about(const struct about *about, u32 x)
{
	u32 i;

	for (i = 0; about->fit[i].x != x; i++)
		;
	return &about->fit[i];
}

/*
 * Find the engine classes of contexts from the events of their runs, if the contexts that the
 * driver lists in the devcoredump have at most one class. find_class() compares the bits of events
 * with the listed classes, so it needs contexts of different classes to find the field.
 */
static void infer_classes(struct state *s, const struct cycle *c, const struct about *about,
			  const u8 *role)
{
	struct fit fit[MAX_CYCLE];
	u32 i, nr = 0, class = LEARN_NONE;

	for (i = 0; i < s->nr_contexts; i++) {
		if (s->context[i].class == LEARN_NONE)
			continue;
		if (class != LEARN_NONE && s->context[i].class != class)
			return;
		class = s->context[i].class;
	}
	for (i = 0; i < c->nr; i++)
		if (role[i] != OTHER)
			fit[nr++] = *fit_about(about, c->x[i]);
	learn_infer_classes(s, fit, nr);
}

static void name_roles(struct state *s, const struct cycle *c, struct about *about,
		       int best[MAX_CYCLE][NR_ROLES])
{
	struct fit fit[MAX_CYCLE];
	u8 role[MAX_CYCLE];
	struct order order;
	u32 i, r, twin;

	for (i = 0; i < c->nr; i++)
		for (role[i] = 0, r = 1; r < NR_ROLES; r++)
			if (best[i][r] > best[i][role[i]])
				role[i] = (u8)r;
	/* If events of one id contradict its step, the steps of the other ids may be wrong, too. */
	for (i = 0; i < c->nr; i++) {
		fit[i] = (struct fit){ .x = c->x[i] };
		if (role[i] != OTHER && !check_role(s, c, role, i, &fit[i]))
			return;
	}
	if (!count_order(s, c, role, &order))
		return;
	infer_classes(s, c, about, role);
	for (i = 0; i < c->nr; i++) {
		int next = -BITS(100000);
		u32 event, hits = fit[i].hits, checks = fit[i].checks;

		if (role[i] == OTHER)
			continue;
		for (r = 0; r < NR_ROLES; r++)
			if (r != role[i])
				next = max(next, best[i][r]);
		event = role_event[role[i]];
		fit[i] = *fit_about(about, c->x[i]);
		find_fields(s, event, &fit[i]);
		fit[i].hits = hits;
		fit[i].checks = checks;
		fit[i].evidence = GUC_EVIDENCE_B | GUC_EVIDENCE_C;
		fit[i].bits = min(fit[i].bits, best[i][role[i]] - next);
		if (order.skipped > lost_of(s, order.runs) &&
		    (role[i] == OFF || role[i] == NOT_READY) &&
		    only_order(&order, role[i]))
			continue;
		if (!fit[i].base && only_order(&order, role[i]))
			fit[i].bits = min(fit[i].bits, CERTAIN_BITS - 1);
		twin = twin_of(c, role, i);
		if (twin < c->nr)
			next = best[i][role[i]];
		learn_name(s, event, &fit[i], best[i][role[i]] - next,
			   twin < c->nr ? s->id[c->x[twin]].id : LEARN_NONE);
	}
}

/**
 * learn_contexts() - find the events of the steps of a context's run on an engine
 * @s: state of the learner, with the driver's messages
 *
 * These events contain the LRCA and the guc_id of contexts that the driver lists or has registered.
 * For each context, the steps occur in a fixed order.
 *
 * Context: allocates memory.
 */
void learn_contexts(struct state *s)
{
	struct about *about = arena_zero(s->arena, sizeof(*about));
	struct cycle *c = arena_zero(s->arena, sizeof(*c));
	int best[MAX_CYCLE][NR_ROLES];
	u8 role[MAX_CYCLE];
	u32 i, j;

	if (!about || !c)
		return;
	read_facts(s);
	/* Use the driver's messages first, since they name more contexts than the driver lists. */
	if (s->aligned) {
		find_submit(s);
		find_images(s, about);
	}
	find_about(s, about);
	if (learn_first_of(s, GUC_EVX_CTX_SUBMIT) == LEARN_NONE)
		find_submit(s);
	find_images(s, about);
	find_about(s, about);
	/*
	 * Give up unless all frequent ids are examined and CTX_SUBMIT is known. Otherwise one of
	 * the five steps could be an id that was not examined, or the id of CTX_SUBMIT could be
	 * mistaken for a step.
	 */
	if (!choose_ids(s, about, c) || learn_first_of(s, GUC_EVX_CTX_SUBMIT) == LEARN_NONE ||
	    !count_cycle(s, c))
		return;
	for (i = 0; i < MAX_CYCLE; i++)
		for (j = 0; j < NR_ROLES; j++)
			best[i][j] = -BITS(100000);
	try_roles(s, c, 0, role, best);
	name_roles(s, c, about, best);
}
