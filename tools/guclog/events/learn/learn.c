// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Learns the names of the event ids of one log: calls the functions of the other files in this
 * folder one after the other, and converts their results to rows. A row is the result for one id:
 * the event of the dictionary (the table of the known events), the bits of its fields, and the
 * evidence.
 */
#include "state.h"

#include "abi/guc_ct_abi.h"

/* Largest memory for one log, which needs 24 bytes for each event, and some memory for each id. */
#define MEMORY_LIMIT	(192u << 20)

/*
 * Least number of ids to which the log gives the same name as the dictionary (the table of known
 * events). Only then the dictionary's names are also used for ids that got no name from the log.
 */
#define BASE_MIN	4u

/*
 * Ids from this number on seem to be the same in all firmware; lower ids seem to be numbered anew
 * for each build.
 */
#define FIXED_IDS	0x8000u

/* Size of the hash table of ids: more than twice the number of ids. */
#define HASH		4096u

static u32 hash(u32 id)
{
	return id * 2654435761u >> 20;
}

/* Return: the index of an id, or LEARN_NONE if it is not in the table and cannot be added. */
static u32 index_of(struct state *s, u32 *table, u32 id, bool add)
{
	u32 i = hash(id) % HASH;

	while (table[i]) {
		if (s->id[table[i] - 1].id == id)
			return table[i] - 1;
		i = (i + 1) % HASH;
	}
	if (!add || s->nr == LEARN_IDS)
		return LEARN_NONE;
	s->id[s->nr] = (struct id_stat){ .id = id, .event = LEARN_NONE };
	s->id[s->nr].row = (struct learn_row){ .id = id, .event = LEARN_NONE,
					       .rival = LEARN_NONE,
					       .before = LEARN_NONE,
					       .after = LEARN_NONE };
	table[i] = ++s->nr;
	return s->nr - 1;
}

static bool index_ids(struct state *s)
{
	u32 *table = arena_zero(s->arena, HASH * sizeof(*table)), at, x;

	s->id = arena_zero(s->arena, LEARN_IDS * sizeof(*s->id));
	if (!table || !s->id)
		return false;
	for (at = 0; at < s->in->nr_entries; at++) {
		x = index_of(s, table, s->in->entry[at].id, true);
		s->of[at] = x;
		if (x != LEARN_NONE)
			s->id[x].nr++;
	}
	for (x = 0; x < s->nr; x++) {
		s->id[x].at = arena_alloc(s->arena, s->id[x].nr * sizeof(u32));
		if (!s->id[x].at)
			return false;
		s->id[x].row.count = s->id[x].nr;
		s->id[x].nr = 0;
	}
	for (at = 0; at < s->in->nr_entries; at++) {
		struct id_stat *id;
		u32 n;

		if (s->of[at] == LEARN_NONE)
			continue;
		id = &s->id[s->of[at]];
		id->at[id->nr++] = at;
		for (n = 0; n < 2; n++) {
			id->used[n] |= s->in->entry[at].arg[n];
			id->varies[n] |= s->in->entry[at].arg[n] ^
					 s->in->entry[id->at[0]].arg[n];
		}
	}
	arena_drop(s->arena, table);
	return true;
}

/**
 * learn_first_of() - find an id that stands for an event
 * @s: state of the learner
 * @event: index of the event in the dictionary
 *
 * Return: index of the first id that was found to be this event, or LEARN_NONE if there is none.
 */
u32 learn_first_of(const struct state *s, u32 event)
{
	u32 x;

	for (x = 0; x < s->nr; x++)
		if (s->id[x].event == event)
			return x;
	return LEARN_NONE;
}

/*
 * Count the named ids that are the same as in the dictionary (@holds) and those that differ from it
 * (@moved). @fixed: count only events whose id in the dictionary is FIXED_IDS or larger; false:
 * count only the other events.
 */
static void count_base(const struct state *s, bool fixed, u32 *holds, u32 *moved)
{
	bool of_fixed;
	u32 x;

	*holds = 0;
	*moved = 0;
	for (x = 0; x < s->nr; x++) {
		const struct id_stat *id = &s->id[x];

		if (id->event == LEARN_NONE)
			continue;
		of_fixed = guc_event_table[id->event].id >= FIXED_IDS;
		if (of_fixed != fixed)
			continue;
		if (id->id == guc_event_table[id->event].id)
			++*holds;
		else
			++*moved;
	}
}

/*
 * Give the ids that have no name from the log the names that they have in the dictionary. This is
 * done only if at least BASE_MIN names from the log are the same as in the dictionary, and none
 * differs. These names are counted separately for the ids of FIXED_IDS or larger and for the
 * smaller ids. A name that the log has given to another id is not used.
 */
static void learn_base(struct state *s, struct learned *learned)
{
	u32 holds[2], moved[2], x, n;

	for (n = 0; n < 2; n++)
		count_base(s, n, &holds[n], &moved[n]);
	learned->base_held = holds[0] + holds[1];
	learned->base_moved = moved[0] + moved[1];
	for (x = 0; x < s->nr; x++) {
		struct id_stat *id = &s->id[x];
		const struct guc_event_def *def = guc_event_find(id->id);

		if (!def || id->event != LEARN_NONE)
			continue;
		n = id->id >= FIXED_IDS;
		if (holds[n] < BASE_MIN || moved[n] ||
		    learn_first_of(s, guc_event_index(def)) != LEARN_NONE)
			continue;
		id->event = guc_event_index(def);
		id->row.event = id->event;
		id->row.grade = LEARN_LIKELY;
		id->row.base = true;
		id->row.rival = LEARN_NONE;
		id->row.evidence = 0;
		id->row.hits = 0;
		id->row.checks = 0;
		id->row.bits = 0;
		for (n = 0; n < def->nr_fields; n++)
			id->row.slot[n] = slot_of_base(&def->field[n]);
	}
}

static int compare_rows(const void *a, const void *b)
{
	const struct learn_row *x = a, *y = b;

	return x->id < y->id ? -1 : x->id > y->id;
}

/*
 * Return: whether a row without field @n is still usable. CTX_NOT_READY of a disabled context has
 * no engine instance, so the bits of the instance may not have been found.
 */
static bool may_lack(u32 event, unsigned int n)
{
	return event == GUC_EVX_CTX_NOT_READY &&
	       guc_event_table[event].field[n].kind == GUC_EVENT_INSTANCE;
}

static bool is_engine(u8 kind)
{
	return kind == GUC_EVENT_CLASS || kind == GUC_EVENT_INSTANCE || kind == GUC_EVENT_MASK;
}

/*
 * Return: whether a row has a name and all fields that are needed to read its events. Fields with a
 * guessed meaning, fields with decimal numbers, and fields for which may_lack() is true are not
 * needed. @with_engine: the fields of the engine are needed, too.
 */
static bool is_complete(const struct learn_row *row, bool with_engine)
{
	const struct guc_event_def *def;
	unsigned int n;

	if (row->event == LEARN_NONE || row->grade < LEARN_LIKELY)
		return false;
	def = &guc_event_table[row->event];
	for (n = 0; n < def->nr_fields; n++)
		if (!row->slot[n].bits && !def->field[n].guess &&
		    def->field[n].kind != GUC_EVENT_DEC && !may_lack(row->event, n) &&
		    (with_engine || !is_engine(def->field[n].kind)))
			return false;
	return true;
}

/**
 * learned_is_usable() - find out whether the events of a row can be read like events of the
 * dictionary
 * @row: the row
 *
 * Return: whether the row has a name and all needed fields, see is_complete().
 */
bool learned_is_usable(const struct learn_row *row)
{
	return is_complete(row, true);
}

/**
 * learned_is_named() - find out whether the events of a row can be shown with a name
 * @row: the row
 *
 * ELSQ_SUBMIT contains the engine as a mask with one bit. If no other event shows the engine, the
 * first bit of this field can be ambiguous: values that mean the engines 0 and 1 would mean the
 * engines 1 and 2 if the field began one bit lower. The field is then not found, but the name does
 * not depend on it.
 *
 * Return: whether the row has a name and all needed fields (see is_complete()) except those of the
 * engine.
 */
bool learned_is_named(const struct learn_row *row)
{
	return is_complete(row, false);
}

/**
 * learned_is_guess() - find out whether the meaning of a field is a guess
 * @row: the row of an event
 * @n: number of the field
 *
 * In RING_AT_SWITCH, the lowest bit of the ring positions is found from the assumption that they
 * are multiples of 8 bytes. All positions in a log can be multiples of more, so these fields are a
 * guess, unless id and fields are the same as in the dictionary.
 *
 * Return: whether the meaning is a guess.
 */
bool learned_is_guess(const struct learn_row *row, unsigned int n)
{
	return guc_event_table[row->event].field[n].guess ||
	       (row->event == GUC_EVX_RING_AT_SWITCH && !row->base);
}

/*
 * Set @def to the definition of the row's event: the dictionary's definition, but with the bits of
 * the fields in this firmware. Fields that were not found are left out.
 */
static void make_def(struct guc_event_def *def, const struct learn_row *row)
{
	unsigned int n;

	*def = (struct guc_event_def){ .id = LEARN_NONE };
	if (!learned_is_named(row))
		return;
	*def = guc_event_table[row->event];
	def->hits = row->hits;
	def->checks = row->checks;
	if (row->evidence)
		def->evidence = row->evidence;
	/* Other firmware can have padding and zeroes in other arguments. */
	if (!row->base) {
		def->has[0] = GUC_EVENT_HAS_FIELDS;
		def->has[1] = GUC_EVENT_HAS_FIELDS;
	}
	def->nr_fields = 0;
	for (n = 0; n < guc_event_table[row->event].nr_fields; n++) {
		struct guc_event_field *field = &def->field[def->nr_fields];

		if (!row->slot[n].bits)
			continue;
		*field = guc_event_table[row->event].field[n];
		field->arg = row->slot[n].arg;
		field->low = row->slot[n].low;
		field->bits = row->slot[n].bits;
		field->guess = learned_is_guess(row, n);
		def->nr_fields++;
	}
}

static u32 count_action(const struct state *s, u32 action)
{
	u32 k, nr = 0;

	for (k = 0; k < s->nr_h2g; k++)
		nr += field_of(s, s->h2g[k], 0) == action;
	return nr;
}

/*
 * Return: whether ids of the log have the name @event, and the name is certain for each of
 * them.
 */
static bool is_certain(const struct state *s, u32 event)
{
	u32 x;

	for (x = 0; x < s->nr; x++)
		if (s->id[x].event == event && s->id[x].row.grade != LEARN_CERTAIN)
			return false;
	return learn_first_of(s, event) != LEARN_NONE;
}

/* Return: whether no event about a context precedes the driver's first enable or disable. */
static bool begins_without_contexts(const struct state *s)
{
	u32 k, at, end = s->in->nr_entries;

	for (k = s->nr_h2g; k--;)
		if (field_of(s, s->h2g[k], 0) == GUC_ACTION_SCHED_CONTEXT_MODE_SET)
			end = s->h2g[k];
	for (at = 0; at < end; at++)
		if (s->guc_id[at] != LEARN_NONE)
			return false;
	return true;
}

/*
 * Return: whether the G2H ring (messages from the GuC) has all reports that the GuC sent during the
 * time of the log. To find out, compare the number of requests and of answers. A request is a
 * message MODE_SET, which enables or disables a context, and its answer is a message MODE_DONE. The
 * counted requests are those in the log's H2G_RECEIVED events, and newer ones in the H2G ring
 * (s->newer), because the GuC may have answered these, too. If the G2H ring has more answers than
 * there are requests, its oldest answer belongs to a request from before the log, so the ring goes
 * back far enough. An equal number is enough if no event about a context precedes the first request
 * in the log.
 */
static bool is_reported_whole(const struct state *s)
{
	u32 asked = count_action(s, GUC_ACTION_SCHED_CONTEXT_MODE_SET), answers = 0, i;

	if (!s->aligned)
		return false;
	for (i = 0; i < s->newer; i++)
		asked += s->in->h2g[i].action == GUC_ACTION_SCHED_CONTEXT_MODE_SET;
	for (i = 0; i < s->in->nr_g2h; i++)
		answers += s->in->g2h[i].action == GUC_ACTION_SCHED_CONTEXT_MODE_DONE;
	return answers > asked || (answers == asked && begins_without_contexts(s));
}

/*
 * Return: whether it is certain that no reset removed a context from its engine. The GuC
 * reports each removal to the driver. If reports are missing, the order of CTX_NOT_READY and
 * CTX_OFF_ENGINE shows removals, provided that both names are certain.
 */
static bool no_resets(const struct state *s)
{
	u32 i;

	for (i = 0; i < s->in->nr_g2h; i++)
		if (s->in->g2h[i].action == GUC_ACTION_CONTEXT_RESET_NOTIFICATION)
			return false;
	if (s->slack || s->resets)
		return false;
	return is_reported_whole(s) || (is_certain(s, GUC_EVX_CTX_NOT_READY) &&
					is_certain(s, GUC_EVX_CTX_OFF_ENGINE));
}

/*
 * Return: whether a context waits for an engine at the end of the log, that is, since its last run
 * it has CTX_READY but not CTX_PLACED. The learner may have exchanged these two names, so a context
 * that has only CTX_PLACED counts as well. If one of the two names is unknown, the result is true.
 */
static bool is_waiting(struct state *s)
{
	u8 *steps = arena_zero(s->arena, 0x10000);
	bool waiting = !steps;
	u32 at;

	for (at = 0; steps && at < s->in->nr_entries; at++) {
		u32 event = event_of(s, at), who = s->guc_id[at] & 0xffff;

		if (event == GUC_EVX_CTX_READY)
			steps[who] |= 1;
		else if (event == GUC_EVX_CTX_PLACED)
			steps[who] |= 2;
		else if (event == GUC_EVX_CTX_OFF_ENGINE || event == GUC_EVX_CTX_NOT_READY)
			steps[who] = 0;
	}
	for (at = 0; steps && at < 0x10000; at++)
		waiting |= steps[at] == 1 || steps[at] == 2;
	return waiting || learn_first_of(s, GUC_EVX_CTX_READY) == LEARN_NONE ||
	       learn_first_of(s, GUC_EVX_CTX_PLACED) == LEARN_NONE;
}

/* Kinds of requests of the driver about a context, which the GuC answers. */
enum request { NOTHING, DISABLE, ENABLE, DEREGISTER };

/*
 * Find the newest request, or the newest answer, about each context. @m: messages, newest first.
 * @mode: action of the messages that enable or disable a context; @end: action of those that
 * deregister one. @newest: indexed by guc_id; set to the enum request of the newest message about
 * the context. Return: true, or false if a message lacks a valid guc_id or its mode.
 */
static bool find_newest(const struct learn_message *m, u32 nr, u32 mode, u32 end, u8 *newest)
{
	u32 i;

	for (i = 0; i < nr; i++) {
		u32 who = m[i].nr_data ? m[i].data[0] : LEARN_NONE;

		if (m[i].action != mode && m[i].action != end)
			continue;
		if (who > 0xffff || (m[i].action == mode && m[i].nr_data < 2))
			return false;
		if (newest[who] == NOTHING)
			newest[who] = m[i].action == end ? DEREGISTER :
				      m[i].data[1] ? ENABLE : DISABLE;
	}
	return true;
}

/*
 * Return: whether the CT rings show that each request about a context in the log is answered. The
 * driver does not send the same request twice, so the newest request about a context is answered if
 * the newest answer about this context is of the same kind.
 */
static bool is_answered(const struct state *s)
{
	u8 *asked = arena_zero(s->arena, 0x10000), *answered = arena_zero(s->arena, 0x10000);
	const struct learn_input *in = s->in;
	bool ok = asked && answered && is_certain(s, GUC_EVX_H2G_RECEIVED);
	u32 k;

	for (k = 0; ok && k < s->nr_h2g; k++) {
		u32 action = field_of(s, s->h2g[k], 0);

		ok = (action != GUC_ACTION_SCHED_CONTEXT_MODE_SET &&
		      action != GUC_ACTION_DEREGISTER_CONTEXT) ||
		     s->message[s->h2g[k]] != LEARN_NONE;
	}
	ok = ok && find_newest(in->h2g, in->nr_h2g, GUC_ACTION_SCHED_CONTEXT_MODE_SET,
			       GUC_ACTION_DEREGISTER_CONTEXT, asked) &&
	     find_newest(in->g2h, in->nr_g2h, GUC_ACTION_SCHED_CONTEXT_MODE_DONE,
			 GUC_ACTION_DEREGISTER_CONTEXT_DONE, answered);
	for (k = 0; ok && k < 0x10000; k++)
		ok = asked[k] == NOTHING || asked[k] == answered[k];
	return ok;
}

#define EV(name)	(1ull << GUC_EVX_##name)

/*
 * Return: the events that the log cannot have, because nothing in the log can cause them; bit n
 * stands for guc_event_table[n].
 */
static u64 find_absent(struct state *s)
{
	u64 absent = 0;

	if (!is_certain(s, GUC_EVX_H2G_RECEIVED))
		return 0;
	if (!count_action(s, GUC_ACTION_SCHED_CONTEXT_MODE_SET))
		absent |= EV(SCHED_MODE_SET) | EV(SCHED_MODE_DONE);
	if (!count_action(s, GUC_ACTION_DEREGISTER_CONTEXT))
		absent |= EV(CTX_DEREGISTER) | EV(CTX_DEREGISTERED);
	if (!count_action(s, GUC_ACTION_PAGE_FAULT_RES_DESC))
		absent |= EV(PF_REQUESTS) | EV(PF_RESPONSES) | EV(QUEUE_POSITION);
	if (!no_resets(s))
		return absent;
	absent |= EV(RESET_DECIDED) | EV(ENGINE_RESET_BEGIN) | EV(RESET_ENGINE) |
		  EV(RESET_WAIT) | EV(RESET_ENGINE_DONE) | EV(ENGINE_RESET_END) |
		  EV(CLASS_RESUMED) | EV(SWITCH_OUT_TIMEOUT);
	if (!is_waiting(s))
		absent |= EV(SWITCH_OUT_REQUEST);
	return absent;
}

/**
 * learned_index() - compute the members @def and @words of learned names from the rows
 * @learned: the learned names; their rows must be complete
 *
 * Context: allocates memory.
 * Return: 0 or -ENOMEM.
 */
int learned_index(struct learned *learned)
{
	u32 i;

	learned->def = arena_alloc(&learned->arena,
				   (learned->nr + 1) * sizeof(*learned->def));
	if (!learned->def)
		return -ENOMEM;
	learned->words = 0;
	for (i = 0; i < learned->nr; i++) {
		make_def(&learned->def[i], &learned->row[i]);
		if (learned_is_usable(&learned->row[i]))
			learned->words |= 1ull << learned->row[i].event;
	}
	return 0;
}

static bool make_rows(const struct state *s, struct learned *learned)
{
	u32 x;

	learned->row = arena_alloc(&learned->arena, (s->nr + 1) * sizeof(*learned->row));
	if (!learned->row)
		return false;
	learned->nr = s->nr;
	for (x = 0; x < s->nr; x++)
		learned->row[x] = s->id[x].row;
	qsort(learned->row, s->nr, sizeof(*learned->row), compare_rows);
	return !learned_index(learned);
}

static bool alloc_state(struct state *s)
{
	const size_t size = max(s->in->nr_entries, 1u) * sizeof(u32);

	s->of = arena_alloc(s->arena, size);
	s->window_of = arena_zero(s->arena, size);
	s->message = arena_alloc(s->arena, size);
	s->guc_id = arena_alloc(s->arena, size);
	s->instance = arena_alloc(s->arena, 0x10000);
	s->on = arena_alloc(s->arena, max(s->in->nr_entries, 1u));
	s->class = arena_alloc(s->arena, max(s->in->nr_entries, 1u));
	s->priority = arena_alloc(s->arena, max(s->in->nr_entries, 1u));
	if (!s->of || !s->window_of || !s->message || !s->guc_id || !s->instance ||
	    !s->on || !s->class || !s->priority)
		return false;
	memset(s->instance, NO_INSTANCE, 0x10000);
	memset(s->on, NO_INSTANCE, s->in->nr_entries);
	memset(s->class, 0xff, s->in->nr_entries);
	memset(s->priority, 0xff, s->in->nr_entries);
	memset(s->message, 0xff, size);
	memset(s->guc_id, 0xff, size);
	return index_ids(s);
}

/**
 * learn() - infer from a log which events of the dictionary its ids stand for, and which bits
 * contain the fields of these events
 * @in: the log and the sections of its devcoredump; only the newest %LEARN_ENTRIES events are used
 *
 * Context: allocates memory; takes seconds for the largest logs.
 * Return: the names and fields of the ids, or NULL if there is no memory. The caller must free the
 * result with learned_free().
 */
struct learned *learn(const struct learn_input *in)
{
	struct learned *learned = calloc(1, sizeof(*learned));
	struct learn_input newest = *in;
	struct arena arena;
	struct state s = { .in = &newest, .arena = &arena };
	bool ok;

	if (!learned)
		return NULL;
	if (in->nr_entries > LEARN_ENTRIES) {
		newest.entry += in->nr_entries - LEARN_ENTRIES;
		newest.nr_entries = LEARN_ENTRIES;
	}
	arena_init(&learned->arena, MEMORY_LIMIT);
	arena_init(&arena, MEMORY_LIMIT);
	ok = alloc_state(&s);
	if (ok && s.nr) {
		learn_anchor(&s);
		if (s.nr_h2g) {
			learn_contexts(&s);
			learn_engines(&s);
			learn_handlers(&s);
			learn_queues(&s);
			learn_resets(&s);
			learn_base(&s, learned);
			learn_unnamed(&s);
		}
		learned->resets = s.resets;
		learned->absent = find_absent(&s);
		learned->answered = is_answered(&s);
		learned->anchored = s.nr_h2g;
		learned->aligned = s.aligned;
	}
	ok = ok && make_rows(&s, learned) && !arena.failed && !learned->arena.failed;
	arena_free(&arena);
	if (ok)
		return learned;
	learned_free(learned);
	return NULL;
}

/**
 * learned_free() - free the result of learn()
 * @learned: the result, may be NULL
 */
void learned_free(struct learned *learned)
{
	if (!learned)
		return;
	arena_free(&learned->arena);
	free(learned);
}

/**
 * learned_find() - find the row of an id
 * @learned: the learned names
 * @id: the id
 *
 * Return: the row, or NULL if the log does not have the id.
 */
const struct learn_row *learned_find(const struct learned *learned, u32 id)
{
	const struct learn_row key = { .id = id };

	return bsearch(&key, learned->row, learned->nr, sizeof(key), compare_rows);
}

/**
 * learned_def() - find the definition of an event
 * @learned: the learned names
 * @id: id of the event
 *
 * Return: the definition, or NULL if it was not learned.
 */
const struct guc_event_def *learned_def(const struct learned *learned, u32 id)
{
	const struct learn_row *row = learned_find(learned, id);

	return row && learned_is_named(row) ? &learned->def[row - learned->row] : NULL;
}

/**
 * learned_translate() - convert an event to the ids and fields of the dictionary
 * @learned: the learned names
 * @id: id of the event; set to the id in the dictionary, or to an id that the dictionary does not
 *	have
 * @arg: arguments of the event; each field is moved to the bits that it has in the dictionary
 */
void learned_translate(const struct learned *learned, u32 *id, u32 arg[2])
{
	const struct learn_row *row = learned_find(learned, *id);
	const struct guc_event_def *def;
	u32 to[2] = { 0, 0 };
	unsigned int n;

	if (!row || !learned_is_usable(row)) {
		*id |= 1u << 31;
		return;
	}
	def = &guc_event_table[row->event];
	for (n = 0; n < 2; n++)
		if (def->has[n] == GUC_EVENT_HAS_PAD)
			to[n] = GUC_EVENT_PAD;
	for (n = 0; n < def->nr_fields; n++) {
		const struct guc_event_field *field = &def->field[n];
		struct learn_slot slot = row->slot[n];
		u32 value;

		if (!slot.bits && may_lack(row->event, n))
			to[field->arg] |= GUC_EVENT_DISABLED << field->low;
		if (!slot.bits)
			continue;
		value = arg[slot.arg] >> slot.low & (U32_MAX >> (32 - slot.bits));
		to[field->arg] |= (value & (U32_MAX >> (32 - field->bits))) << field->low;
	}
	*id = def->id;
	arg[0] = to[0];
	arg[1] = to[1];
}
