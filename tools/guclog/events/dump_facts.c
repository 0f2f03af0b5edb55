// SPDX-License-Identifier: GPL-2.0-only
#include "events/dump_facts.h"

/* Bits of a context descriptor: the number of the page with the context image (LRCA page). */
#define DESC_LRCA	0xfffff000u

/**
 * reason_guc_id() - get the context that the Reason of a devcoredump names
 * @reason: the Reason, such as "LR job cleanup, guc_id=32"; may be NULL
 * @guc_id: set to the guc_id of the context
 *
 * Return: whether the Reason names a context.
 */
bool reason_guc_id(const char *reason, u32 *guc_id)
{
	const char *p = reason ? strstr(reason, "guc_id=") : NULL;
	unsigned long value;
	char *end;

	if (!p || p[7] < '0' || p[7] > '9')
		return false;
	value = strtoul(p + 7, &end, 0);
	if (value >= CONTEXT_IDS)
		return false;
	*guc_id = (u32)value;
	return true;
}

static int read_contexts(struct dump_facts *f, struct arena *arena)
{
	unsigned int i, nr = f->gt->nr_contexts;
	uint64_t timeout = 0;
	struct analysis_context *to = arena_zero(arena, nr * sizeof(*to));

	if (!to)
		return -ENOMEM;
	for (i = 0; i < nr; i++) {
		const struct guclog_dump_context *from = &f->gt->context[i];

		to[i].guc_id = from->guc_id;
		to[i].has_timeout =
			guclog_dump_number(&from->fields, DUMP_QUEUE_PREEMPT_TIMEOUT, &timeout);
		to[i].timeout_us = timeout;
	}
	f->facts.nr_contexts = nr;
	f->facts.context = to;
	return 0;
}

/*
 * Return: whether the H2G ring had unread messages and their contents were redacted. Redaction
 * keeps the positions of the reader (head) and the writer (tail), which differ if messages are
 * unread.
 */
static bool unread_hidden(const struct guclog_dump_ct *ct)
{
	const struct guclog_dump_fields *ring = &ct->ring[GUC_CT_H2G];
	uint64_t head, tail;

	return ct->blob.redacted && guclog_dump_number(ring, DUMP_RING_HEAD_MEMORY, &head) &&
	       guclog_dump_number(ring, DUMP_RING_TAIL_MEMORY, &tail) && head != tail;
}

/*
 * Compare the context that the Reason of the dump names with the listed queue. xe lists only the
 * queue that the dump is about; if the Reason names no context, this queue is used; if it names
 * another one, the listed queue is stored in @listed.
 */
static void find_listed(struct dump_facts *f)
{
	if (f->gt->nr_contexts != 1)
		return;
	if (!f->facts.has_guc_id) {
		f->facts.has_guc_id = true;
		f->facts.guc_id = f->gt->context[0].guc_id;
	} else if (f->gt->context[0].guc_id != f->facts.guc_id) {
		f->facts.has_listed = true;
		f->facts.listed = f->gt->context[0].guc_id;
	}
}

/* Largest number of contexts of a parallel queue: one for each engine of a class. */
#define MAX_WIDTH	16u

/**
 * dump_queue_width() - get the number of guc_ids of a queue
 * @queue: the queue, may be NULL
 *
 * The contexts of a parallel queue have successive guc_ids. The dump lists the first one.
 *
 * Return: the number, 1 if it is not known.
 */
u32 dump_queue_width(const struct guclog_dump_context *queue)
{
	uint64_t width;

	if (!queue || !guclog_dump_number(&queue->fields, DUMP_QUEUE_WIDTH, &width) || !width ||
	    width > MAX_WIDTH)
		return 1;
	return (u32)width;
}

static bool lists(const struct guclog_dump_gt *gt, u32 guc_id)
{
	unsigned int i;

	for (i = 0; i < gt->nr_contexts; i++)
		if (gt->context[i].guc_id == guc_id)
			return true;
	return false;
}

/**
 * dump_queue_is_elsewhere() - does a queue belong to another GT?
 * @dump: the dump
 * @gt: a GT of @dump
 * @guc_id: guc_id of the queue; each GT has its own guc_ids
 *
 * Return: whether another GT of the dump lists the queue, and @gt does not.
 */
bool dump_queue_is_elsewhere(const struct guclog_dump *dump, const struct guclog_dump_gt *gt,
			     u32 guc_id)
{
	unsigned int i;

	if (lists(gt, guc_id))
		return false;
	for (i = 0; i < dump->nr_gts; i++)
		if (&dump->gt[i] != gt && lists(&dump->gt[i], guc_id))
			return true;
	return false;
}

/* Read the width, the engine class and the LRCA of the context that the dump is about. */
static void read_about(struct dump_facts *f)
{
	const struct guclog_dump_context *queue = NULL;
	uint64_t desc, class;
	unsigned int i;

	f->facts.engine_class = GUCLOG_NONE;
	for (i = 0; f->facts.has_guc_id && i < f->gt->nr_contexts && !queue; i++)
		if (f->gt->context[i].guc_id == f->facts.guc_id)
			queue = &f->gt->context[i];
	f->facts.width = dump_queue_width(queue);
	if (queue && guclog_dump_number(&queue->fields, DUMP_QUEUE_CLASS, &class))
		f->facts.engine_class = an_hw_class(class);
	if (queue && queue->nr_lrcs == 1 && f->facts.width == 1 &&
	    guclog_dump_number(&queue->lrc[0].fields, DUMP_LRC_DESC, &desc))
		f->facts.lrca = FIELD_GET(DESC_LRCA, (u32)desc);
}

/**
 * dump_facts_read() - read the facts that the analysis needs
 * @f: zeroed by the caller; filled with the facts
 * @dump: the devcoredump, which must remain valid
 * @facts: facts (properties) of the log, among them its GT; only the sections of this GT are read
 * @arena: arena from which memory is allocated
 *
 * Context: allocates memory.
 * Return: 0 or -ENOMEM.
 */
int dump_facts_read(struct dump_facts *f, const struct guclog_dump *dump,
		    const struct guc_facts *facts, struct arena *arena)
{
	f->gt = dump_find_gt(dump, facts);
	if (!f->gt)
		return 0;
	f->facts.has_guc_id = reason_guc_id(guclog_dump_text(&dump->head, DUMP_HEAD_REASON),
					    &f->facts.guc_id);
	if (f->facts.has_guc_id && dump_queue_is_elsewhere(dump, f->gt, f->facts.guc_id))
		f->facts.has_guc_id = false;
	else
		find_listed(f);
	read_about(f);
	if (f->gt->ct.parsed) {
		f->facts.h2g = &f->gt->ct.parsed->ring[GUC_CT_H2G];
		f->facts.g2h = &f->gt->ct.parsed->ring[GUC_CT_G2H];
	}
	f->facts.damaged = f->gt->ct.blob.damaged || !f->gt->ct.blob.has_length ||
			   f->gt->ct.blob.bytes != f->gt->ct.blob.length;
	f->facts.unread_hidden = unread_hidden(&f->gt->ct);
	return read_contexts(f, arena);
}
