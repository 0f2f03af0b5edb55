/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The data that the files of the learner share. The words that they use:
 *
 * An id is the number that the firmware stores in an event to say what happened. The dictionary is
 * the table of the known events (guc_event.h); the learner finds out which event of the dictionary
 * each id stands for. The position of an event is its number in the log, from 0.
 *
 * H2G_RECEIVED is the event that the GuC logs when it receives a message of the driver (H2G: host
 * to GuC). The H2G ring in a devcoredump has the newest of these messages.
 *
 * A context's run on an engine has five events, which are called the steps of the run: CTX_READY
 * (the context has work), CTX_PLACED (an engine was chosen for it), CTX_RUNNING, CTX_OFF_ENGINE (it
 * has left the engine) and CTX_NOT_READY. The role of an id is the step that it stands for.
 *
 * A place is a range of positions in which an event is expected, for example the events after a
 * message and before the next message. It is stored as a &struct window. A slot is the range of
 * bits of an argument that contains a field.
 *
 * A check compares an event with a place or with a value that a field must have; a hit is a check
 * that holds. The weight of the evidence for a name is large if the hits are unlikely to occur by
 * chance: each bit of weight halves this probability.
 */
#ifndef _LEARN_STATE_H_
#define _LEARN_STATE_H_

#include "events/learn/learn.h"

/* A weight of @n bits; weights have the unit 1/16 bit. */
#define BITS(n)		((n) * 16)
/* Least weights for the grades LEARN_LIKELY and LEARN_CERTAIN. */
#define LIKELY_BITS	BITS(10)
#define CERTAIN_BITS	BITS(20)

/*
 * A name is in doubt if the weights of the best and the second best proposal differ by less than
 * this amount. The second best proposal is another id for the same event, or another event for the
 * same id.
 */
#define MARGIN_BITS	BITS(6)

/* Largest number of expected values that are compared for one field. */
#define MAX_CHECKS	8192u

/**
 * struct id_stat - an id of the log
 * @id: the id
 * @nr: number of its events
 * @at: positions (numbers in the log, from 0) of the events, ascending
 * @event: index, in the dictionary, of the event for which the id stands; LEARN_NONE for an id
 *	without a name
 * @row: the event that is proposed for the id, with the evidence
 * @used: bits of each argument that are 1 in any event
 * @varies: bits of each argument that are not the same in all events
 */
struct id_stat {
	u32 id;
	u32 nr;
	u32 *at;
	u32 event;
	struct learn_row row;
	u32 used[2];
	u32 varies[2];
};

/**
 * struct known_context - a context with a known guc_id and LRCA
 * @guc_id: guc_id of the context
 * @lrca: LRCA, the page number of the context image
 * @class: engine class, LEARN_NONE if unknown
 */
struct known_context {
	u32 guc_id;
	u32 lrca;
	u32 class;
};

/**
 * struct window - a place: a range of the log where an event is expected
 * @begin: first position of the range
 * @end: position after the last one of the range
 * @known: bit n: @value[n] is known
 * @value: values that the fields of the event must have, in the order of the dictionary
 */
struct window {
	u32 begin;
	u32 end;
	u8 known;
	u32 value[GUC_EVENT_MAX_FIELDS];
};

/**
 * struct windows - the places (ranges of the log) where one event is expected
 * @nr: number of places
 * @room: places for which @w has memory
 * @open: the last place may lack its event, because the log ends there
 * @w: the places, ascending, without overlap
 */
struct windows {
	u32 nr;
	u32 room;
	bool open;
	struct window *w;
};

/**
 * struct state - state of the learner, which finds out what the event ids of a log mean
 * @in: the log
 * @arena: arena for the memory of the learner; learn() frees the arena before it returns
 * @nr: number of ids
 * @id: the ids
 * @of: indexed by position: the index of the id in @id, LEARN_NONE for an id that is not examined
 * @window_of: scratch memory, indexed by position: number of the &struct window that contains the
 *	position, plus 1; 0 if there is none
 * @message: indexed by position of an H2G_RECEIVED event: index of its message in @in->h2g;
 *	LEARN_NONE if no message of the H2G ring was matched with the event
 * @nr_contexts: number of known contexts
 * @context: the known contexts, in the order of their LRCAs
 * @context_room: contexts for which @context has memory
 * @guc_id: indexed by position: guc_id of the event's context, LEARN_NONE if there is none
 * @instance: indexed by guc_id: physical instance of the context's engine, NO_INSTANCE or
 *	TWO_INSTANCES
 * @on: indexed by position: for an event about the run of a context: physical instance of the
 *	engine, NO_INSTANCE if unknown
 * @class: indexed by position: class of the engine of a submission, 0xff when not known
 * @priority: indexed by position: priority of the context of a submission, 0xff when not known
 * @h2g: positions of the H2G_RECEIVED events
 * @nr_h2g: number of H2G_RECEIVED events
 * @aligned: number of H2G_RECEIVED events that were matched with a message of the H2G ring
 * @newer: number of messages of the H2G ring that are newer than the newest H2G_RECEIVED event
 * @resets: number of times that a reset seems to have removed a context from its engine: the
 *	context has CTX_NOT_READY before CTX_OFF_ENGINE, the reverse of the usual order
 * @slack: percentage of checks that may fail because of lost events; 0 if no lost event is known
 */
struct state {
	const struct learn_input *in;
	struct arena *arena;
	u32 nr;
	struct id_stat *id;
	u32 *of;
	u32 *window_of;
	u32 *message;
	u32 nr_contexts;
	u32 context_room;
	struct known_context *context;
	u32 *guc_id;
	u8 *instance;
	u8 *on;
	u8 *class;
	u8 *priority;
	u32 *h2g;
	u32 nr_h2g;
	u32 aligned;
	u32 newer;
	u32 resets;
	u32 slack;
};

/**
 * struct fit - how well the events of an id match the places (ranges of the log) where an event is
 * expected
 * @x: index of the id
 * @slot: the bits of the event's fields
 * @bits: weight of the evidence, in 1/16 bit
 * @hits: number of checks that held
 * @checks: number of checks
 * @filled: number of places that have an event of the id
 * @evidence: mask of GUC_EVIDENCE_*: the kinds of evidence
 * @base: id and fields are the same as in the dictionary
 * @loose: too many events of the id are outside the places, so the id gets no name, but it can
 *	make the name of another id doubtful
 */
struct fit {
	u32 x;
	struct learn_slot slot[GUC_EVENT_MAX_FIELDS];
	int bits;
	u32 hits;
	u32 checks;
	u32 filled;
	u8 evidence;
	bool base;
	bool loose;
};

/* Number of bit positions where the 16 bits of a message's action can begin, in both arguments. */
#define ACTION_SLOTS	(2 * 17u)

/* Key of the KLV with the priority in UPDATE_CONTEXT_POLICIES; from xe's abi/guc_klvs_abi.h. */
#define GUC_KLV_PRIORITY	0x2003u

/* Values in place of an engine instance that is not known, and of one that is ambiguous. */
#define NO_INSTANCE	0xffu
#define TWO_INSTANCES	0xfeu

/*
 * Special properties of the event to be found, for learn_fit_role(). A place is a range of the log
 * where the event is expected, see struct window.
 */
#define FIT_OUTSIDE	1u	/* up to half of the id's events may be outside of the places */
#define FIT_SPARSE	2u	/* a place without an event does not refute the id */
#define FIT_MANY	4u	/* several events of the id may be in one place */
#define FIT_FIRST	8u	/* of two ids that fit equally, use the one with earlier events */

/* Largest number of events after H2G_RECEIVED that may be about the same message. */
#define HANDLED_WITHIN	24u

/* Return: number of zero bits below the lowest bit that is set, or 0 if none is set. */
static inline u32 zeros_below(u32 bits)
{
	u32 n = 0;

	while (bits && !(bits & 1)) {
		bits >>= 1;
		n++;
	}
	return n;
}

static inline u32 slot_get(const struct learn_entry *e, struct learn_slot slot)
{
	return e->arg[slot.arg] >> slot.low & (U32_MAX >> (32 - slot.bits));
}

static inline u32 slot_mask(struct learn_slot slot)
{
	return U32_MAX >> (32 - slot.bits) << slot.low;
}

/*
 * Mark the bits of a field as taken, except the bits that are 0 in all events, because these bits
 * may belong to other fields.
 */
static inline void take_slot(u32 taken[2], const struct id_stat *id, struct learn_slot slot)
{
	taken[slot.arg] |= slot_mask(slot) & id->used[slot.arg];
}

static inline struct learn_slot action_slot(unsigned int i)
{
	return (struct learn_slot){ .arg = i / 17, .low = i % 17, .bits = 16 };
}

static inline bool slot_equal(struct learn_slot a, struct learn_slot b)
{
	return a.arg == b.arg && a.low == b.low && a.bits == b.bits;
}

static inline struct learn_slot slot_of_base(const struct guc_event_field *field)
{
	return (struct learn_slot){ .arg = field->arg, .low = field->low,
				    .bits = field->bits };
}

static inline const struct learn_entry *entry_of(const struct state *s, u32 at)
{
	return &s->in->entry[at];
}

/*
 * Return: index, in the dictionary, of the event at a position, or LEARN_NONE if its id has no
 * name.
 */
static inline u32 event_of(const struct state *s, u32 at)
{
	return s->of[at] == LEARN_NONE ? LEARN_NONE : s->id[s->of[at]].event;
}

/*
 * Return: the value of field @n of the entry at position @at, whose event must be known, or
 * LEARN_NONE if the bits of the field are unknown.
 */
static inline u32 field_of(const struct state *s, u32 at, unsigned int n)
{
	struct learn_slot slot = s->id[s->of[at]].row.slot[n];

	return slot.bits ? slot_get(entry_of(s, at), slot) : LEARN_NONE;
}

/* Return: whether an event is one of the five steps of a context's run on an engine. */
static inline bool is_run(u32 event)
{
	return event == GUC_EVX_CTX_READY || event == GUC_EVX_CTX_PLACED ||
	       event == GUC_EVX_CTX_RUNNING || event == GUC_EVX_CTX_OFF_ENGINE ||
	       event == GUC_EVX_CTX_NOT_READY;
}

/*
 * Return: the position after the last event that may be about the message of H2G_RECEIVED event
 * number @k.
 */
static inline u32 handled_end(const struct state *s, u32 k)
{
	u32 end = k + 1 < s->nr_h2g ? s->h2g[k + 1] : s->in->nr_entries;

	return min(end, s->h2g[k] + 1 + HANDLED_WITHIN);
}

/* Return: how many of @checks checks may fail because events are lost. */
static inline u32 lost_of(const struct state *s, u64 checks)
{
	return (u32)(checks * s->slack / 100);
}

bool learn_is_h2g_action(u32 value);
int learn_log2(u64 value, u64 of);
bool learn_held(u64 hits, u64 checks);
bool learn_held_here(const struct state *s, u64 hits, u64 checks);
bool learn_vary(const u32 *value, u32 nr);
bool learn_find_slot(const struct state *s, u32 event, unsigned int n, const u32 *at,
		     const u32 *value, u32 nr, const u32 taken[2], struct fit *fit);
struct window *learn_add_window(struct state *s, struct windows *ws, u32 begin, u32 end);
bool learn_fit_one(struct state *s, const struct windows *ws, u32 x, u32 event,
		   unsigned int how, struct fit *fit);
u32 learn_fit_role(struct state *s, const struct windows *ws, u32 event, unsigned int how);
enum learn_grade learn_grade(const struct learn_row *row);
void learn_name(struct state *s, u32 event, const struct fit *fit, int margin, u32 rival);
const struct known_context *learn_find_pair(const struct state *s, u32 guc_id, u32 lrca);
u32 learn_class_of(const struct state *s, u32 guc_id);
bool learn_add_context(struct state *s, u32 guc_id, u32 lrca, u32 class);
u32 learn_first_of(const struct state *s, u32 event);

bool learn_klv(const struct learn_message *m, u32 key, u32 *value);

void learn_anchor(struct state *s);
void learn_handlers(struct state *s);
void learn_contexts(struct state *s);
void learn_classes(struct state *s);
void learn_infer_classes(struct state *s, const struct fit *fit, u32 nr);
void learn_engines(struct state *s);
void learn_queues(struct state *s);
void learn_resets(struct state *s);
void learn_unnamed(struct state *s);

#endif
