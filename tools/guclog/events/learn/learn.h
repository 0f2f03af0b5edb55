/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Learns the meaning of the events of an unknown firmware, from one log and the other sections of
 * its devcoredump. For each id, the result has the event of the dictionary (the table of the known
 * events, guc_event.h) and the bits of each field, so that the analysis can read the log like a
 * log of the firmware from which the dictionary was made.
 *
 * The learner uses no types of other parts of the library, no I/O, no clock and no global
 * variables.
 */
#ifndef _LEARN_H_
#define _LEARN_H_

#include "base/arena.h"
#include "guc_event.h"

/* The learner uses at most this number of data words of a CT message. */
#define LEARN_DATA	12u

/* Largest number of ids that are examined; further ids of a log get no name. */
#define LEARN_IDS	512u

/* A name is certain only if its id has at least this number of events. */
#define LEARN_CERTAIN_EVENTS	4u

/* The learner examines at most this number of events of a log, the newest ones. */
#define LEARN_ENTRIES	0x100000u

/* Value of an id, index or number that does not exist or is not known. */
#define LEARN_NONE	0xffffffffu

/**
 * struct learn_entry - an event of the log
 * @tick: time of the event, GuC ticks, as in &struct an_event
 * @id: id of the event
 * @arg: arguments of the event
 * @gap: events are missing before this event
 */
struct learn_entry {
	s64 tick;
	u32 id;
	u32 arg[2];
	bool gap;
};

/**
 * struct learn_message - a message of a CT ring
 * @action: action code in the header of the message, GUC_ACTION_*
 * @nr_data: number of data words in @data
 * @data: the first data words
 */
struct learn_message {
	u32 action;
	u32 nr_data;
	u32 data[LEARN_DATA];
};

/**
 * struct learn_context - an exec queue that the driver lists
 * @guc_id: guc_id of the queue
 * @lrca: LRCA, the page number of the context image
 * @class: engine class in the GuC's numbering, LEARN_NONE when not known
 * @mask: bit n: the queue may run on the engine with logical number n of @class; 0 if unknown
 * @timeout_us: preemption timeout, 0 when not known
 */
struct learn_context {
	u32 guc_id;
	u32 lrca;
	u32 class;
	u32 mask;
	u32 timeout_us;
};

/**
 * struct learn_engine - an engine that the driver lists
 * @class: engine class in the GuC's numbering
 * @instance: physical number of the engine, which is part of its name
 * @logical: logical number among the engines of the class
 */
struct learn_engine {
	u32 class;
	u32 instance;
	u32 logical;
};

/**
 * struct learn_input - a log and the sections of its devcoredump that the learner uses
 * @hz: ticks per second, 0 when not known
 * @nr_entries: number of events
 * @entry: the events, oldest first
 * @nr_h2g: number of messages of the driver
 * @h2g: the messages of the driver, newest first; the GuC may not have read the newest messages
 * @nr_g2h: number of messages of the GuC
 * @g2h: the messages of the GuC, newest first
 * @nr_contexts: number of exec queues
 * @context: the exec queues
 * @nr_engines: number of engines
 * @engine: the engines
 */
struct learn_input {
	u32 hz;
	u32 nr_entries;
	const struct learn_entry *entry;
	u32 nr_h2g;
	const struct learn_message *h2g;
	u32 nr_g2h;
	const struct learn_message *g2h;
	u32 nr_contexts;
	const struct learn_context *context;
	u32 nr_engines;
	const struct learn_engine *engine;
};

/* How certain the name is that the learner proposes for an id. */
enum learn_grade {
	LEARN_UNKNOWN,		/* nothing fits, or there are too few events */
	LEARN_DOUBT,		/* another id, or another event, fits nearly as well */
	LEARN_LIKELY,
	LEARN_CERTAIN
};

/**
 * struct learn_slot - the bits of an event's argument that contain a field
 * @arg: the argument, 0 or 1
 * @low: lowest bit of the field
 * @bits: width of the field in bits, 1..32; 0: the field was not found
 */
struct learn_slot {
	u8 arg;
	u8 low;
	u8 bits;
};

/* Kinds of values of an argument; used for ids without a name. */
enum learn_look {
	LEARN_LOOK_VARIES,
	LEARN_LOOK_CONSTANT,
	LEARN_LOOK_PAD,		/* always 0xdeadbeee */
	LEARN_LOOK_GUC_ID,	/* guc_ids of known contexts */
	LEARN_LOOK_LRCA,	/* LRCAs of known contexts, from bit 0 or from bit 12 on */
	LEARN_LOOK_COUNTER,	/* each value is larger than the value before it */
	LEARN_LOOK_MASK,	/* values with exactly one bit set, not always the same bit */
	LEARN_LOOK_SMALL	/* values below 32 */
};

/**
 * struct learn_row - what the learner found out about an id: the proposed event, and evidence
 * @id: the id
 * @count: number of its events
 * @event: index of the event in the dictionary, LEARN_NONE when there is no proposal
 * @grade: how certain the proposal is
 * @base: the id and the fields are the same as in the dictionary
 * @bits: weight of the evidence, in 1/16 bit
 * @hits: number of checks that held
 * @checks: number of checks: comparisons with a position or a value that @event must have
 * @evidence: mask of GUC_EVIDENCE_*: the kinds of evidence, 0 if there was none
 * @slot: bits of the fields of the event, in the order of the dictionary
 * @rival: other id that fits @event nearly as well; @id itself if two logs contradict each other
 *	about the event of @id; LEARN_NONE if neither is the case
 * @look: kind of values of the arguments, for an id without a name
 * @before: id that most often comes right before @id, LEARN_NONE if there is none
 * @after: id that most often comes right after @id, LEARN_NONE if there is none
 * @logs: number of earlier logs of this firmware with the same result, see firmware.h
 */
struct learn_row {
	u32 id;
	u32 count;
	u32 event;
	enum learn_grade grade;
	bool base;
	int bits;
	u32 hits;
	u32 checks;
	u8 evidence;
	struct learn_slot slot[GUC_EVENT_MAX_FIELDS];
	u32 rival;
	enum learn_look look[2];
	u32 before;
	u32 after;
	u32 logs;
};

/**
 * struct learned - the names that were learned from a log
 * @arena: arena from which @row and @def are allocated
 * @anchored: the id of the events about the driver's messages (H2G_RECEIVED) was found; without it
 *	no other event can be found
 * @aligned: number of events that were matched with a message of the H2G ring
 * @base_held: number of named ids that are the same as in the dictionary
 * @base_moved: number of named ids that differ from the dictionary
 * @resets: number of times that a reset seems to have removed a context from its engine: the
 *	context has CTX_NOT_READY before CTX_OFF_ENGINE, the reverse of the usual order
 * @conflicts: number of ids about which two logs contradict each other
 * @firmware_rows: number of ids that are known from earlier logs of the firmware
 * @firmware_logs: largest number of earlier logs that agree about one of these ids
 * @nr: number of rows
 * @row: the rows, in the order of ids
 * @def: for each row the definition of its events: the dictionary's definition, with the fields of
 *	this firmware; its id is LEARN_NONE when there is none
 * @words: events that have a usable row (see learned_is_usable()), bit n: guc_event_table[n]
 * @absent: events that the log cannot have, whatever their ids are: no message asks for
 *	them, or no context was removed from its engine
 * @answered: the messages in the CT rings show that the GuC answered each request to enable,
 *	disable or deregister a context; this is known even if the events of the answers have no
 *	names
 */
struct learned {
	struct arena arena;
	bool anchored;
	u32 aligned;
	u32 base_held;
	u32 base_moved;
	u32 resets;
	u32 conflicts;
	u32 firmware_rows;
	u32 firmware_logs;
	u32 nr;
	struct learn_row *row;
	struct guc_event_def *def;
	u64 words;
	u64 absent;
	bool answered;
};

struct learn_probe;

struct learn_probe *learn_probe_new(struct arena *arena, u32 nr_entries);
void learn_probe_event(struct learn_probe *probe, const struct learn_entry *e);
bool learn_probe_found(const struct learn_probe *probe);

struct learned *learn(const struct learn_input *in);
void learned_free(struct learned *learned);
bool learn_merge_row(struct learn_row *to, const struct learn_row *row);
int learned_merge(struct learned *to, const struct learned *from);
int learned_index(struct learned *learned);
const char *learn_refutation(u32 event);
const char *learn_grade_name(enum learn_grade grade);
const char *learn_look_name(enum learn_look look);
const struct learn_row *learned_find(const struct learned *learned, u32 id);
const struct guc_event_def *learned_def(const struct learned *learned, u32 id);
bool learned_is_usable(const struct learn_row *row);
bool learned_is_named(const struct learn_row *row);
bool learned_is_guess(const struct learn_row *row, unsigned int n);
void learned_translate(const struct learned *learned, u32 *id, u32 arg[2]);

#endif
