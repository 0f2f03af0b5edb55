// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Finds the events of engines: context status words (CSB), which an engine reports when it switches
 * contexts; ELSQ_SUBMIT, with which the GuC gives a context to an engine; and RING_AT_SWITCH, with
 * head and tail of a context's ring when the context leaves its engine. A context's run on an
 * engine has five events, which are called its steps, see state.h. CTX_OFF_ENGINE is the step with
 * which the context leaves the engine. The position of an event is its number in the log.
 */
#include "state.h"

/* Largest number of events between two related events, such as CTX_READY and CTX_PLACED. */
#define STEP_EVENTS	24u
/* Number of status words that are compared with the status words of another id. */
#define REPEATED	256u
/* Number of pairs of bit positions that are tried for two 16-bit fields (34 * 34). */
#define PAIR_TRIES	1156u

/**
 * struct values - the values that a field must have
 * @nr: number of values
 * @at: positions of the events that have the field
 * @value: the values
 */
struct values {
	u32 nr;
	u32 *at;
	u32 *value;
};

static bool values_alloc(struct state *s, struct values *v)
{
	*v = (struct values){
		.at = arena_alloc(s->arena, MAX_CHECKS * sizeof(u32)),
		.value = arena_alloc(s->arena, MAX_CHECKS * sizeof(u32)),
	};
	return v->at && v->value;
}

static void values_add(struct values *v, u32 at, u32 value)
{
	if (v->nr == MAX_CHECKS || value == LEARN_NONE)
		return;
	v->at[v->nr] = at;
	v->value[v->nr++] = value;
}

/* Add to the known contexts the engine classes that the events of their runs contain. */
static void take_classes(struct state *s)
{
	u32 at;

	for (at = 0; at < s->in->nr_entries; at++) {
		u32 class;

		if (!is_run(event_of(s, at)))
			continue;
		class = field_of(s, at, 1);
		if (class != LEARN_NONE && s->nr_contexts < 8192)
			learn_add_context(s, field_of(s, at, 3), field_of(s, at, 0), class);
	}
}

/*
 * Return: position of the first event of the kind @event among the STEP_EVENTS events after @at, or
 * LEARN_NONE if there is none.
 */
static u32 next_of(const struct state *s, u32 at, u32 event)
{
	u32 end = min(at + 1 + STEP_EVENTS, s->in->nr_entries);

	for (at++; at < end; at++)
		if (event_of(s, at) == event)
			return at;
	return LEARN_NONE;
}

static bool is_guc_id(const u8 *known, u32 guc_id)
{
	return guc_id < 0x10000 && known[guc_id / 8] & 1u << guc_id % 8;
}

/*
 * Return: weight, in 1/16 bit, of the evidence that the bits @status in the events of an id contain
 * context status words (CSB: what an engine reports when it switches contexts), and the bits
 * @guc_id the context of each word. @known: the known guc_ids, one bit each; @hits: set to the
 * number of events in which these bits can be a status word and its context
 */
static int weigh_csb(const struct state *s, const struct id_stat *id, const u8 *known,
		     struct learn_slot status, struct learn_slot guc_id, u32 *hits)
{
	u32 nr = min(id->nr, MAX_CHECKS), i, none = 0, wrong = 0, seen[16], nr_seen = 0, j;

	for (i = 0; i < nr; i++) {
		const struct learn_entry *e = entry_of(s, id->at[id->nr - 1 - i]);
		u32 value = slot_get(e, status), who = slot_get(e, guc_id);
		bool idle = who == GUC_EVENT_NO_CTX;

		if (!value || value & ~GUC_CSB_NAMED & 0xffff || (value & 1) != idle ||
		    (!idle && !is_guc_id(known, who))) {
			if (++wrong > 1 + i / 100)
				return 0;
			continue;
		}
		none += idle;
		for (j = 0; j < nr_seen && seen[j] != value; j++)
			;
		if (j == nr_seen && nr_seen < ARRAY_SIZE(seen))
			seen[nr_seen++] = value;
	}
	*hits = nr - wrong;
	if (!none || none == *hits || nr_seen < 2)
		return 0;
	/*
	 * Evidence: bit 0 of a word is set if and only if the word names no context, and the words
	 * have several different values with few bits set, which are rare.
	 */
	return (int)min(none, *hits - none) * 2 * 16 + (int)nr_seen * BITS(4);
}

static bool find_csb_slots(const struct state *s, const u8 *known, struct fit *fit)
{
	const struct id_stat *id = &s->id[fit->x];
	int best = 0, bits;
	unsigned int i, j;
	u32 hits = 0;

	for (i = 0; i < 2 * 17; i++)
		for (j = 0; j < 2 * 17; j++) {
			struct learn_slot status = { .arg = i / 17, .low = i % 17, .bits = 16 };
			struct learn_slot who = { .arg = j / 17, .low = j % 17, .bits = 16 };

			if (status.arg == who.arg && slot_mask(status) & slot_mask(who))
				continue;
			bits = weigh_csb(s, id, known, status, who, &hits);
			if (bits <= best)
				continue;
			best = bits;
			fit->slot[0] = status;
			fit->slot[3] = who;
			fit->hits = hits;
			fit->checks = min(id->nr, MAX_CHECKS);
		}
	fit->bits = best - learn_log2((u64)s->nr * PAIR_TRIES, 1);
	return best;
}

/*
 * Return: guc_id of the context of the status word at position @at. This is the context that the
 * word names or, if it names none because the engine was idle, the context that runs next.
 * LEARN_NONE if there is none.
 */
static u32 csb_context(const struct state *s, u32 at, struct learn_slot status,
		       struct learn_slot guc_id)
{
	const struct learn_entry *e = entry_of(s, at);
	u32 who = slot_get(e, guc_id), next;

	if (who != GUC_EVENT_NO_CTX)
		return who;
	if (!(slot_get(e, status) & GUC_CSB_IDLE_ACTIVE))
		return LEARN_NONE;
	next = next_of(s, at, GUC_EVX_CTX_RUNNING);
	return next == LEARN_NONE ? LEARN_NONE : field_of(s, next, 3);
}

/*
 * Collect the class of the context of each status word. If contexts of several classes had the
 * guc_id, the latest class counts.
 */
static void csb_classes(struct state *s, const struct fit *fit, struct values *v)
{
	u8 *class = arena_alloc(s->arena, 0x10000);
	u32 at, who;

	if (!class)
		return;
	memset(class, 0xff, 0x10000);
	for (at = 0; at < s->in->nr_entries; at++) {
		if (is_run(event_of(s, at)) && field_of(s, at, 1) != LEARN_NONE)
			class[field_of(s, at, 3) & 0xffff] = (u8)field_of(s, at, 1);
		if (s->of[at] != fit->x)
			continue;
		who = csb_context(s, at, fit->slot[0], fit->slot[3]);
		if (who <= 0xffff && class[who] != 0xff)
			values_add(v, at, class[who]);
	}
	arena_drop(s->arena, class);
}

static void csb_instances(struct state *s, const struct fit *fit, struct values *v)
{
	const struct id_stat *id = &s->id[fit->x];
	u32 i;

	for (i = 0; i < id->nr; i++)
		if (csb_context(s, id->at[i], fit->slot[0], fit->slot[3]) <= 0xffff &&
		    s->on[id->at[i]] != NO_INSTANCE)
			values_add(v, id->at[i], s->on[id->at[i]]);
}

static bool find_csb_field(struct state *s, unsigned int n, const struct values *v,
			   u32 *taken, struct fit *fit)
{
	if (!v->nr || !learn_find_slot(s, GUC_EVX_CSB, n, v->at, v->value, v->nr, taken, fit))
		return false;
	take_slot(taken, &s->id[fit->x], fit->slot[n]);
	return true;
}

static void name_csb(struct state *s, struct fit *fit, int margin, u32 rival)
{
	const struct guc_event_def *def = &guc_event_table[GUC_EVX_CSB];
	struct values class;
	u32 taken[2] = { 0, 0 };
	u32 low = fit->slot[0].low, other;

	take_slot(taken, &s->id[fit->x], fit->slot[0]);
	take_slot(taken, &s->id[fit->x], fit->slot[3]);
	fit->evidence = GUC_EVIDENCE_A | GUC_EVIDENCE_B;
	fit->base = s->id[fit->x].id == def->id && !low && !fit->slot[0].arg &&
		    slot_equal(fit->slot[3], slot_of_base(&def->field[3]));
	if (!values_alloc(s, &class))
		return;
	csb_classes(s, fit, &class);
	find_csb_field(s, 1, &class, taken, fit);
	/*
	 * If the argument has no other field, the status word has all 32 bits of the argument,
	 * although bits of the upper half are rarely set.
	 */
	other = taken[fit->slot[0].arg] & ~slot_mask(fit->slot[0]);
	if (!other && !low)
		fit->slot[0].bits = 32;
	if (fit->base)
		fit->bits += learn_log2((u64)s->nr * PAIR_TRIES, 1);
	learn_name(s, GUC_EVX_CSB, fit, margin, rival);
}

/*
 * Return: whether most status words in the events of an id (@fit) are soon repeated in events of
 * another id (@other).
 */
static bool is_repeated(const struct state *s, const struct fit *fit, const struct fit *other)
{
	const struct id_stat *a = &s->id[fit->x], *b = &s->id[other->x];
	u32 i, j = 0, k, hits = 0, nr = min(a->nr, REPEATED);

	for (i = 0; i < nr; i++) {
		const struct learn_entry *e = entry_of(s, a->at[i]);

		while (j < b->nr && b->at[j] < a->at[i])
			j++;
		for (k = j; k < b->nr && b->at[k] <= a->at[i] + STEP_EVENTS; k++) {
			const struct learn_entry *copy = entry_of(s, b->at[k]);

			if (slot_get(e, fit->slot[0]) != slot_get(copy, other->slot[0]) ||
			    slot_get(e, fit->slot[3]) != slot_get(copy, other->slot[3]))
				continue;
			hits++;
			break;
		}
	}
	return hits * 10 >= nr * 9 && b->nr * 10 >= a->nr * 9;
}

static void find_csb(struct state *s)
{
	struct fit *fit = arena_zero(s->arena, s->nr * sizeof(*fit));
	u8 *known = arena_zero(s->arena, 0x10000 / 8);
	u32 x, i, j, nr = 0, rival;

	if (!fit || !known)
		return;
	for (i = 0; i < s->nr_contexts; i++) {
		u32 guc_id = s->context[i].guc_id & 0xffff;

		known[guc_id / 8] |= (u8)(1u << guc_id % 8);
	}
	for (x = 0; x < s->nr; x++) {
		if (s->id[x].event != LEARN_NONE)
			continue;
		fit[nr] = (struct fit){ .x = x };
		if (find_csb_slots(s, known, &fit[nr]) && fit[nr].bits > 0)
			nr++;
	}
	/*
	 * A firmware may log some of the status words with a second id, so @fit can have several
	 * ids. If one id repeats the words of another id, the log does not show which of them is
	 * CSB.
	 */
	for (i = 0; i < nr; i++) {
		int margin = BITS(10000);

		rival = LEARN_NONE;
		for (j = 0; j < nr; j++) {
			if (j < i && s->id[fit[j].x].event == GUC_EVX_CSB &&
			    fit[j].bits > 4 * fit[i].bits)
				margin = 0;
			if (j == i || (!is_repeated(s, &fit[i], &fit[j]) &&
				       !is_repeated(s, &fit[j], &fit[i])))
				continue;
			margin = 0;
			rival = s->id[fit[j].x].id;
		}
		name_csb(s, &fit[i], margin, rival);
	}
}

static bool is_engine_step(u32 event)
{
	return event == GUC_EVX_CTX_PLACED || event == GUC_EVX_CTX_RUNNING ||
	       event == GUC_EVX_CTX_OFF_ENGINE || event == GUC_EVX_CSB;
}

/**
 * struct on - the last known properties of a context that is placed on an engine
 * @class: class of the context's engines, LEARN_NONE if unknown
 * @priority: priority of the context, LEARN_NONE if unknown
 */
struct on {
	u32 class;
	u32 priority;
};

static void expect_elsq(struct state *s, struct window *w, const struct on *on, u32 instance)
{
	u32 at;

	if (!w)
		return;
	if (on->class == GUC_CLASS_RENDER)
		instance = 0;
	if (on->class != LEARN_NONE) {
		w->value[0] = on->class;
		w->known |= 1;
	}
	for (at = w->begin; at < w->end; at++) {
		s->on[at] = (u8)instance;
		s->class[at] = (u8)on->class;
		s->priority[at] = (u8)min(on->priority, 0xffu);
	}
}

/* Return: whether a mask has exactly one bit, and the class can have an instance of this number. */
static bool is_instance_of(u32 class, u32 mask)
{
	static const u8 most[] = {
		[GUC_CLASS_RENDER] = 0, [GUC_CLASS_VIDEO] = 7,
		[GUC_CLASS_VIDEO_ENHANCE] = 3, [GUC_CLASS_COPY] = 8,
		[GUC_CLASS_COMPUTE] = 3, [GUC_CLASS_GSC] = 0,
	};

	return mask && !(mask & (mask - 1)) &&
	       (class >= ARRAY_SIZE(most) || zeros_below(mask) <= most[class]);
}

/*
 * Return: whether each event has the same value in the bits @a and @b, and this value is the mask
 * of an engine that can exist. @known: set to the number of events in which it is the mask of the
 * engine that is known from other events; 0 if too many events have the mask of another engine.
 */
static bool check_masks(const struct state *s, const struct id_stat *id, struct learn_slot a,
			struct learn_slot b, u32 *known)
{
	u32 i, wrong = 0, other = 0;

	*known = 0;

	for (i = 0; i < id->nr && i < MAX_CHECKS; i++) {
		const struct learn_entry *e = entry_of(s, id->at[i]);
		u32 mask = slot_get(e, a), instance = s->on[id->at[i]];

		if (instance < 16 && mask == 1u << instance)
			++*known;
		else if (instance < 16)
			other++;
		if (mask == slot_get(e, b) &&
		    is_instance_of(s->class[id->at[i]], mask))
			continue;
		if (++wrong > 1 + i / 100)
			return false;
	}
	if (!learn_held_here(s, *known, *known + other))
		*known = 0;
	return learn_held(id->nr - wrong, id->nr);
}

/*
 * Find field @n of ELSQ_SUBMIT in the bits that the masks do not use. @by: the values that the
 * field must have, indexed by position, 0xff if unknown
 */
static void find_elsq_field(struct state *s, struct id_stat *id, unsigned int n, const u8 *by)
{
	struct fit fit = { .x = (u32)(id - s->id), .base = id->row.base };
	u32 taken[2] = { 0, 0 }, i;
	struct values v;

	if (!values_alloc(s, &v))
		return;
	for (i = 0; i < 4; i++)
		if (i != n && id->row.slot[i].bits)
			take_slot(taken, id, id->row.slot[i]);
	for (i = 0; i < id->nr; i++)
		if (by[id->at[i]] != 0xff)
			values_add(&v, id->at[i], by[id->at[i]]);
	if (v.nr && (n != 2 || fit.base || learn_vary(v.value, v.nr)))
		learn_find_slot(s, GUC_EVX_ELSQ_SUBMIT, n, v.at, v.value, v.nr, taken, &fit);
	id->row.slot[n] = fit.slot[n];
}

/*
 * Forget the bits of the priority in CTX_READY and ELSQ_SUBMIT unless they were found for both
 * events, because rule C6 of the dictionary (dictionary/rules.c) compares the two priorities.
 */
static void pair_priorities(struct state *s)
{
	u32 ready = learn_first_of(s, GUC_EVX_CTX_READY);
	u32 elsq = learn_first_of(s, GUC_EVX_ELSQ_SUBMIT);

	if (ready == LEARN_NONE || elsq == LEARN_NONE ||
	    (s->id[ready].row.slot[2].bits && s->id[elsq].row.slot[2].bits))
		return;
	s->id[ready].row.slot[2].bits = 0;
	s->id[elsq].row.slot[2].bits = 0;
}

/*
 * Find the two fields of ELSQ_SUBMIT that always have the same value, the mask of the engine. If no
 * engine is known from other events, the fields are accepted only if the values of all other pairs
 * of bit ranges differ or are masks of engines that cannot exist.
 */
static void find_masks(struct state *s)
{
	u32 x = learn_first_of(s, GUC_EVX_ELSQ_SUBMIT), found = 0, known, most = 0;
	struct learn_slot a, b, pair[2] = { { 0 }, { 0 } };
	const struct guc_event_def *def = &guc_event_table[GUC_EVX_ELSQ_SUBMIT];
	struct id_stat *id;
	unsigned int i, j;
	bool swap;

	if (x == LEARN_NONE)
		return;
	id = &s->id[x];
	for (i = 0; i < 2 * 17; i++)
		for (j = 0; j < i; j++) {
			a = (struct learn_slot){ .arg = i / 17, .low = i % 17, .bits = 16 };
			b = (struct learn_slot){ .arg = j / 17, .low = j % 17, .bits = 16 };
			if ((a.arg == b.arg && slot_mask(a) & slot_mask(b)) ||
			    !check_masks(s, id, a, b, &known) || known < most)
				continue;
			found = known > most ? 1 : found + 1;
			most = known;
			pair[0] = a;
			pair[1] = b;
		}
	if (!found) {
		id->event = LEARN_NONE;
		id->row.grade = LEARN_DOUBT;
	}
	if (found != 1)
		return;
	/* Both fields have the same value, so it does not matter which one is called field 1. */
	swap = slot_equal(pair[1], slot_of_base(&def->field[1]));
	id->row.slot[1] = pair[swap];
	id->row.slot[3] = pair[!swap];
	id->row.base = id->row.base && slot_equal(pair[swap], slot_of_base(&def->field[1])) &&
		       pair[!swap].arg && !pair[!swap].low;
	if (id->row.base)
		id->row.slot[3] = slot_of_base(&def->field[3]);
	id->row.slot[0].bits = 0;
	id->row.slot[2].bits = 0;
	find_elsq_field(s, id, 0, s->class);
	find_elsq_field(s, id, 2, s->priority);
}

/*
 * Drop the name ELSQ_SUBMIT of an id if the two masks in its events differ, or do not have exactly
 * one bit.
 */
static void drop_without_mask(struct state *s)
{
	u32 x, i;

	for (x = 0; x < s->nr; x++) {
		struct id_stat *id = &s->id[x];
		u32 hits = 0;

		if (id->event != GUC_EVX_ELSQ_SUBMIT || !id->row.slot[1].bits)
			continue;
		for (i = 0; i < id->nr; i++) {
			u32 mask = field_of(s, id->at[i], 1);

			hits += mask && !(mask & (mask - 1)) &&
				(!id->row.slot[3].bits || field_of(s, id->at[i], 3) == mask);
		}
		if (learn_held(hits, id->nr))
			continue;
		id->event = LEARN_NONE;
		id->row.grade = LEARN_DOUBT;
	}
}

/*
 * Find ELSQ_SUBMIT: the GuC writes a context to the execlist submit queue (ELSQ) of an engine after
 * the context was placed, and also when more work arrives while the context runs. In the second
 * case, the engine answers with the context status word of a lite restore.
 */
static void find_elsq(struct state *s)
{
	struct on *on = arena_alloc(s->arena, 0x10000 * sizeof(*on));
	struct windows ws = { .nr = 0 };
	u32 at, last = LEARN_NONE;

	if (!on)
		return;
	memset(on, 0xff, 0x10000 * sizeof(*on));
	for (at = 0; at < s->in->nr_entries; at++) {
		u32 event = event_of(s, at), who = 0;

		if (entry_of(s, at)->gap)
			last = LEARN_NONE;
		if (event == GUC_EVX_CTX_READY) {
			who = field_of(s, at, 3) & 0xffff;
			on[who].priority = field_of(s, at, 2);
		}
		if (!is_engine_step(event))
			continue;
		if (last != LEARN_NONE && event_of(s, last) == GUC_EVX_CTX_PLACED)
			who = field_of(s, last, 3) & 0xffff;
		if (last != LEARN_NONE && event_of(s, last) == GUC_EVX_CTX_PLACED)
			expect_elsq(s, learn_add_window(s, &ws, last + 1, at), &on[who],
				    s->instance[who]);
		if (event == GUC_EVX_CSB) {
			who = field_of(s, at, 3) & 0xffff;
			if (last != LEARN_NONE &&
			    event_of(s, last) != GUC_EVX_CTX_PLACED &&
			    field_of(s, at, 0) & GUC_CSB_LITE_RESTORE)
				expect_elsq(s, learn_add_window(s, &ws, last + 1, at), &on[who],
					    s->instance[who]);
		} else {
			who = field_of(s, at, 3) & 0xffff;
			on[who].class = field_of(s, at, 1);
		}
		last = at;
	}
	learn_fit_role(s, &ws, GUC_EVX_ELSQ_SUBMIT, FIT_OUTSIDE | FIT_SPARSE);
	find_masks(s);
	drop_without_mask(s);
	arena_drop(s->arena, on);
}

/* Find the engine of a placed context from the mask of the ELSQ_SUBMIT event that follows. */
static void take_instances(struct state *s)
{
	u8 *on = arena_alloc(s->arena, 0x10000);
	u32 at, placed = LEARN_NONE;

	if (!on)
		return;
	memset(on, NO_INSTANCE, 0x10000);
	memset(s->on, NO_INSTANCE, s->in->nr_entries);
	for (at = 0; at < s->in->nr_entries; at++) {
		u32 event = event_of(s, at), mask, who;

		if (entry_of(s, at)->gap)
			placed = LEARN_NONE;
		if (event == GUC_EVX_ELSQ_SUBMIT && placed != LEARN_NONE) {
			mask = field_of(s, at, 1);
			who = field_of(s, placed, 3) & 0xffff;
			if (mask != LEARN_NONE && mask && !(mask & (mask - 1))) {
				on[who] = (u8)zeros_below(mask);
				s->on[placed] = on[who];
			}
			placed = LEARN_NONE;
		}
		if (!is_engine_step(event) && event != GUC_EVX_CTX_NOT_READY)
			continue;
		if (event == GUC_EVX_CSB)
			who = csb_context(s, at, s->id[s->of[at]].row.slot[0],
					  s->id[s->of[at]].row.slot[3]);
		else
			who = field_of(s, at, 3);
		if (who > 0xffff)
			continue;
		if (event == GUC_EVX_CTX_PLACED)
			on[who] = NO_INSTANCE;
		placed = event == GUC_EVX_CTX_PLACED ? at : LEARN_NONE;
		s->on[at] = on[who];
	}
	arena_drop(s->arena, on);
}

static void step_values(struct state *s, const struct id_stat *id, struct values *v)
{
	u32 i;

	for (i = 0; i < id->nr; i++) {
		u32 at = id->at[i];

		if (s->on[at] == NO_INSTANCE)
			continue;
		/*
		 * CTX_NOT_READY of a disabled context has the number GUC_EVENT_DISABLED instead
		 * of the engine instance.
		 */
		if (id->event == GUC_EVX_CTX_NOT_READY &&
		    (!at || event_of(s, at - 1) != GUC_EVX_CTX_OFF_ENGINE))
			continue;
		values_add(v, at, s->on[at]);
	}
}

/*
 * If all engines have the same instance number, several fields of CTX_NOT_READY have this
 * number. In the events of disabled contexts, the right field has GUC_EVENT_DISABLED instead.
 * Mark all bits outside of the right field as taken. Return: whether the right field was found.
 */
static bool leave_disabled(const struct state *s, const struct id_stat *id, u32 instance,
			   u32 taken[2])
{
	unsigned int arg, low;
	u32 i;

	for (arg = 0; arg < 2; arg++)
		for (low = 0; low <= 24; low++) {
			struct learn_slot slot = { .arg = (u8)arg, .low = (u8)low, .bits = 8 };
			u32 disabled = 0, other = 0;

			if (slot_mask(slot) & taken[arg])
				continue;
			for (i = 0; i < id->nr; i++) {
				u32 value = slot_get(entry_of(s, id->at[i]), slot);

				disabled += value == GUC_EVENT_DISABLED;
				other += value != GUC_EVENT_DISABLED && value != instance;
			}
			if (!disabled || other)
				continue;
			taken[arg] = ~slot_mask(slot);
			taken[!arg] = U32_MAX;
			return true;
		}
	return false;
}

/* Find the bits of the engine instance in the events of contexts and in status words. */
static void find_instances(struct state *s)
{
	u32 x, n;

	for (x = 0; x < s->nr; x++) {
		struct id_stat *id = &s->id[x];
		struct fit fit = { .x = x, .base = id->row.base };
		u32 taken[2] = { 0, 0 };
		struct values v;

		if (id->event == LEARN_NONE || id->event == GUC_EVX_CTX_READY ||
		    (!is_run(id->event) && id->event != GUC_EVX_CSB) ||
		    !values_alloc(s, &v))
			continue;
		memcpy(fit.slot, id->row.slot, sizeof(fit.slot));
		fit.slot[2].bits = 0;
		for (n = 0; n < 4; n++)
			if (fit.slot[n].bits)
				take_slot(taken, id, fit.slot[n]);
		if (id->event == GUC_EVX_CSB)
			csb_instances(s, &fit, &v);
		else
			step_values(s, id, &v);
		if (id->event == GUC_EVX_CTX_NOT_READY && !fit.base && v.nr < id->nr &&
		    !learn_vary(v.value, v.nr) && !leave_disabled(s, id, v.value[0], taken))
			v.nr = 0;
		/*
		 * Find the instance only if the bits of the class are known, because these bits
		 * can look like the instance.
		 */
		if (v.nr && fit.slot[1].bits &&
		    learn_find_slot(s, id->event, 2, v.at, v.value, v.nr, taken, &fit)) {
			id->row.slot[2] = fit.slot[2];
			id->row.base = fit.base;
		} else if (!id->row.base) {
			id->row.slot[2].bits = 0;
		}
	}
}

/*
 * Return: instance of the engine on which the context of the CTX_READY event at position @ready is
 * placed next, or NO_INSTANCE if it is not known.
 */
static u8 placed_on(const struct state *s, u32 ready)
{
	u32 at = next_of(s, ready, GUC_EVX_CTX_PLACED);

	return at != LEARN_NONE && field_of(s, at, 3) == field_of(s, ready, 3) ?
	       s->on[at] : NO_INSTANCE;
}

/*
 * Drop the names CTX_READY and CTX_PLACED if they seem to be exchanged. A context gets its engine
 * when it is placed, so the event that contains the engine must be CTX_PLACED.
 */
static void check_placed(struct state *s)
{
	const u32 event[] = { GUC_EVX_CTX_READY, GUC_EVX_CTX_PLACED };
	u32 x[] = { learn_first_of(s, event[0]), learn_first_of(s, event[1]) }, i;
	const struct id_stat *ready;
	u32 taken[2] = { 0, 0 };
	struct values v;
	struct fit fit;

	if (x[0] == LEARN_NONE || x[1] == LEARN_NONE || s->id[x[1]].row.slot[2].bits ||
	    !values_alloc(s, &v))
		return;
	ready = &s->id[x[0]];
	fit = (struct fit){ .x = x[0] };
	for (i = 0; i < 4; i++)
		if (i != 2 && ready->row.slot[i].bits)
			take_slot(taken, ready, ready->row.slot[i]);
	for (i = 0; i < ready->nr; i++)
		if (placed_on(s, ready->at[i]) != NO_INSTANCE)
			values_add(&v, ready->at[i], placed_on(s, ready->at[i]));
	if (!learn_vary(v.value, v.nr) ||
	    !learn_find_slot(s, event[1], 2, v.at, v.value, v.nr, taken, &fit))
		return;
	for (i = 0; i < 2; i++) {
		s->id[x[i]].event = LEARN_NONE;
		s->id[x[i]].row.grade = LEARN_DOUBT;
		s->id[x[i]].row.rival = s->id[x[!i]].id;
	}
}

/*
 * Choose the bits of the two ring positions in the events of an id: @a in argument 0, @b in
 * argument 1. A position in a ring is a multiple of 8, so its three lowest bits are 0 and belong to
 * the field. If in both arguments the same number of low bits is 0 in all events, and no event has
 * a bit above bit 15, choose the whole arguments, as in the dictionary.
 */
static void position_slots(const struct id_stat *id, struct learn_slot *a,
			   struct learn_slot *b)
{
	u32 low[2] = { zeros_below(id->used[0]), zeros_below(id->used[1]) };
	u32 less = min(min(low[0], low[1]), 3u);

	if (low[0] == low[1] && fls(id->used[0] | id->used[1]) <= 16)
		less = low[0];
	*a = (struct learn_slot){ 0, (u8)(low[0] - less), (u8)(32 - low[0] + less) };
	*b = (struct learn_slot){ 1, (u8)(low[1] - less), (u8)(32 - low[1] + less) };
}

/**
 * struct ends - the ends of the runs of contexts on engines
 * @nr: number of ends
 * @off: indexed by end: position of CTX_OFF_ENGINE
 * @done: indexed by end: the context has no more work
 */
struct ends {
	u32 nr;
	u32 *off;
	bool *done;
};

/*
 * Return: whether CTX_NOT_READY of the context is among the first three events after CTX_OFF_ENGINE
 * that have a name.
 */
static bool is_done(const struct state *s, u32 off)
{
	u32 at, steps = 0;

	for (at = off + 1; at < s->in->nr_entries && steps < 3; at++) {
		u32 event = event_of(s, at);

		if (event == LEARN_NONE)
			continue;
		if (event == GUC_EVX_CTX_NOT_READY && field_of(s, at, 3) == field_of(s, off, 3))
			return true;
		steps++;
	}
	return false;
}

/*
 * Find the ranges of the log where RING_AT_SWITCH is expected: between the last status word of a
 * context's run on an engine and CTX_OFF_ENGINE, which ends the run.
 */
static void find_ends(struct state *s, struct windows *ws, struct ends *ends)
{
	u32 at, csb = LEARN_NONE;

	for (at = 0; at < s->in->nr_entries; at++) {
		u32 event = event_of(s, at);
		struct window *w;

		if (entry_of(s, at)->gap)
			csb = LEARN_NONE;
		if (event == GUC_EVX_CSB)
			csb = at;
		if (event != GUC_EVX_CTX_OFF_ENGINE || csb == LEARN_NONE ||
		    field_of(s, csb, 3) != field_of(s, at, 3) ||
		    !(field_of(s, csb, 0) & GUC_CSB_COMPLETE))
			continue;
		w = learn_add_window(s, ws, csb + 1, at);
		csb = LEARN_NONE;
		if (!w || ws->nr > s->in->nr_entries)
			continue;
		ends->off[ws->nr - 1] = at;
		ends->done[ws->nr - 1] = is_done(s, at);
	}
}

/*
 * Test whether the two positions in the events of an id can be head and tail of a ring. Head and
 * tail are equal if and only if the context has no more work.
 */
static bool check_ring(struct state *s, const struct windows *ws, const struct ends *ends,
		       struct fit *fit)
{
	const struct id_stat *id = &s->id[fit->x];
	struct learn_slot a, b;
	u32 i, w = 0, hits = 0, checks = 0, ahead = 0, behind = 0, distinct = 0, before = 0;

	position_slots(id, &a, &b);
	for (i = 0; i < id->nr; i++) {
		u32 x = slot_get(entry_of(s, id->at[i]), a);
		u32 y = slot_get(entry_of(s, id->at[i]), b);

		while (w < ws->nr && ws->w[w].end <= id->at[i])
			w++;
		if (w == ws->nr || id->at[i] < ws->w[w].begin)
			continue;
		checks++;
		hits += (x == y) == ends->done[w];
		distinct += x != before;
		before = x;
		if (x == y)
			continue;
		if (((y - x) & 0x3fff) < 0x2000)
			ahead++;
		else
			behind++;
	}
	if (!learn_held_here(s, hits, checks) || distinct < min(checks, 4u))
		return false;
	fit->hits += hits;
	fit->checks += checks;
	fit->bits += (int)min(distinct, 20u) * 16;
	fit->slot[0] = behind > ahead ? b : a;
	fit->slot[1] = behind > ahead ? a : b;
	if (behind == ahead && behind)
		return false;
	fit->base = fit->base && !fit->slot[0].arg && !a.low && !b.low;
	return true;
}

static void find_ring(struct state *s)
{
	struct windows ws = { .nr = 0 };
	struct ends ends = {
		.off = arena_alloc(s->arena, (s->in->nr_entries + 1) * sizeof(u32)),
		.done = arena_alloc(s->arena, (s->in->nr_entries + 1) * sizeof(bool)),
	};
	struct fit best = { .bits = 0 }, fit;
	int next = 0;
	u32 x, rival = LEARN_NONE;

	if (!ends.off || !ends.done)
		return;
	find_ends(s, &ws, &ends);
	for (x = 0; x < s->nr; x++) {
		if (s->id[x].event != LEARN_NONE ||
		    !learn_fit_one(s, &ws, x, GUC_EVX_RING_AT_SWITCH, FIT_SPARSE, &fit) ||
		    !check_ring(s, &ws, &ends, &fit))
			continue;
		if (fit.bits > best.bits) {
			next = best.bits;
			rival = best.bits ? s->id[best.x].id : LEARN_NONE;
			best = fit;
		} else if (fit.bits > next) {
			next = fit.bits;
			rival = s->id[x].id;
		}
	}
	if (best.bits && best.filled * 4 >= ws.nr)
		learn_name(s, GUC_EVX_RING_AT_SWITCH, &best, best.bits - next, rival);
	arena_drop(s->arena, ends.done);
	arena_drop(s->arena, ends.off);
}

/**
 * learn_engines() - find CSB, ELSQ_SUBMIT and RING_AT_SWITCH: the events about engines
 * @s: state of the learner; the events about contexts must be known
 *
 * Context: allocates memory.
 */
void learn_engines(struct state *s)
{
	take_classes(s);
	learn_classes(s);
	find_csb(s);
	find_elsq(s);
	take_instances(s);
	find_instances(s);
	check_placed(s);
	pair_priorities(s);
	find_ring(s);
}
