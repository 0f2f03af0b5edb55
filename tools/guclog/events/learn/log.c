// SPDX-License-Identifier: GPL-2.0-only
/*
 * Converts a log and the sections of its devcoredump to the form that the learner reads (struct
 * learn_input), and calls the learner.
 */
#include "events/learn/log.h"

#include "events/event.h"
#include "read/dump/ct.h"
#include "read/dump/dump.h"
#include "guc_ct.h"

#define LOG_LIMIT	(256u << 20)

/* Return: upper bound of the number of events that are examined. */
static u32 bound(const struct event_reader *t)
{
	return (u32)min_t(u64, t->pub.entries, LEARN_ENTRIES);
}

/* Get the next event that is examined. Return: true, or false after the last one. */
static bool next_entry(struct event_reader *t, struct learn_entry *entry)
{
	const u64 skip = t->pub.entries - bound(t);
	struct guclog_event e;

	do {
		if (!event_reader_next(t, &e))
			return false;
	} while (e.before_load || e.index < skip);
	*entry = (struct learn_entry){
		.tick = e.tick,
		.id = e.id,
		.arg = { e.arg[0], e.arg[1] },
		.gap = e.gap_bytes,
	};
	return true;
}

static bool read_events(struct arena *arena, struct learn_input *in, struct event_reader *t)
{
	struct learn_entry *entry;
	u32 nr = 0;

	entry = arena_alloc(arena, max(bound(t), 1u) * sizeof(*entry));
	if (!entry)
		return false;
	event_reader_rewind(t);
	while (nr < bound(t) && next_entry(t, &entry[nr]))
		nr++;
	event_reader_rewind(t);
	in->nr_entries = nr;
	in->entry = entry;
	return true;
}

static void read_message(struct learn_message *m, const struct guc_ct_ring *ring,
			 const struct guc_ct_msg *ct)
{
	u32 i;

	*m = (struct learn_message){
		.action = ct->action,
		.nr_data = min(ct->nr_data, LEARN_DATA),
	};
	for (i = 0; i < m->nr_data; i++)
		if (!guc_ct_msg_data(ring, ct, i, &m->data[i]))
			break;
}

/* Collect the messages of a ring, newest first. */
static u32 read_ring(struct arena *arena, const struct guc_ct_ring *ring,
		     const struct learn_message **to)
{
	struct ct_messages list;
	struct learn_message *m;
	u32 i, kept = 0;

	if (!ring->present || ct_messages_read(&list, arena, ring))
		return 0;
	m = arena_alloc(arena, max(list.nr, 1u) * sizeof(*m));
	for (i = list.nr; m && i--;)
		if (guc_ct_msg_has_action(&list.msg[i]))
			read_message(&m[kept++], ring, &list.msg[i]);
	arena_drop(arena, list.msg);
	*to = m;
	return kept;
}

static void read_context(struct learn_context *to, const struct guclog_dump_context *from)
{
	u64 lrca = 0, class = U32_MAX, mask = 0, timeout = 0;
	uint64_t value;

	if (from->nr_lrcs &&
	    guclog_dump_number(&from->lrc[0].fields, DUMP_LRC_DESC, &value))
		lrca = value;
	if (guclog_dump_number(&from->fields, DUMP_QUEUE_CLASS, &value))
		class = value;
	if (guclog_dump_number(&from->fields, DUMP_QUEUE_LOGICAL_MASK, &value))
		mask = value;
	if (guclog_dump_number(&from->fields, DUMP_QUEUE_PREEMPT_TIMEOUT, &value))
		timeout = value;
	*to = (struct learn_context){
		.guc_id = from->guc_id,
		.lrca = (u32)(lrca >> 12 & 0xfffff),
		.class = an_hw_class(class),
		.mask = (u32)mask,
		.timeout_us = timeout <= U32_MAX ? (u32)timeout : 0,
	};
}

/* Get class and instance from a name such as "ccs0". */
static bool read_engine(struct learn_engine *to, const struct guclog_dump_engine *from)
{
	const char *name;
	unsigned int i;

	for (i = 0; from->name && (name = guc_abi_engine(i)); i++) {
		size_t len = strlen(name);
		char *end;

		if (strncmp(from->name, name, len))
			continue;
		*to = (struct learn_engine){
			.class = i,
			.instance = (u32)strtoul(from->name + len, &end, 10),
			.logical = from->logical_instance,
		};
		if (end != from->name + len && !*end)
			return true;
	}
	return false;
}

static void read_engines(struct arena *arena, struct learn_input *in,
			 const struct guclog_dump_gt *gt)
{
	struct learn_engine *engine = arena_alloc(arena, (gt->nr_engines + 1) *
						  sizeof(*engine));
	unsigned int i;

	for (i = 0; engine && i < gt->nr_engines; i++)
		if (read_engine(&engine[in->nr_engines], &gt->engine[i]))
			in->nr_engines++;
	in->engine = engine;
}

static void read_dump(struct arena *arena, struct learn_input *in,
		      const struct guclog_dump_gt *gt)
{
	struct learn_context *context;
	unsigned int i;

	if (gt->ct.parsed) {
		in->nr_h2g = read_ring(arena, &gt->ct.parsed->ring[GUC_CT_H2G], &in->h2g);
		in->nr_g2h = read_ring(arena, &gt->ct.parsed->ring[GUC_CT_G2H], &in->g2h);
	}
	read_engines(arena, in, gt);
	context = arena_alloc(arena, (gt->nr_contexts + 1) * sizeof(*context));
	if (!context)
		return;
	for (i = 0; i < gt->nr_contexts; i++)
		read_context(&context[i], &gt->context[i]);
	in->nr_contexts = gt->nr_contexts;
	in->context = context;
}

/**
 * learn_log_possible() - find out whether anything can be learned from a log
 * @t: reader of the events; the call leaves it at the oldest one
 *
 * This function takes one pass and little memory, while learn_log() needs more memory than the log.
 *
 * Context: allocates memory.
 * Return: true, or false if learn_log() would not find the name of any id.
 */
bool learn_log_possible(struct event_reader *t)
{
	struct learn_probe *probe;
	struct learn_entry entry;
	struct arena arena;
	bool possible;

	arena_init(&arena, LOG_LIMIT);
	probe = learn_probe_new(&arena, bound(t));
	event_reader_rewind(t);
	while (probe && next_entry(t, &entry))
		learn_probe_event(probe, &entry);
	event_reader_rewind(t);
	possible = !probe || learn_probe_found(probe);
	arena_free(&arena);
	return possible;
}

/**
 * learn_log() - infer from a log which event of the dictionary each id stands for, and the bits of
 * its fields
 * @t: reader of the events; the call leaves it at the oldest one
 * @gt: the sections of the devcoredump about the GT of the log, NULL if there are none
 *
 * Context: allocates memory.
 * Return: the names and fields of the ids, or NULL if there is no memory. The caller must free the
 * result with learned_free().
 */
struct learned *learn_log(struct event_reader *t, const struct guclog_dump_gt *gt)
{
	struct learn_input in = { .hz = t->pub.hz };
	struct learned *learned = NULL;
	struct arena arena;

	arena_init(&arena, LOG_LIMIT);
	if (read_events(&arena, &in, t)) {
		if (gt)
			read_dump(&arena, &in, gt);
		if (!arena.failed)
			learned = learn(&in);
	}
	arena_free(&arena);
	return learned;
}
