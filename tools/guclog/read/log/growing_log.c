// SPDX-License-Identifier: GPL-2.0-only
#include "read/log/growing_log.h"

#include "guc_lfd.h"
#include "model/internal.h"

/*
 * Number of events that are kept in memory after they were used, so that the names and contexts of
 * new events can be derived from the events before them. When there are twice as many, the oldest
 * ones are dropped.
 */
#define KEEP_EVENTS	10000u

/**
 * growing_log_new() - begin to read a log that grows
 * @name: printable name of the log
 *
 * Context: allocates memory.
 * Return: the log, which the caller must free with growing_log_free(), or NULL if there is no
 * memory.
 */
struct growing_log *growing_log_new(const char *name)
{
	static const struct guclog_dump *const no_dump[1];
	static const char *const no_text[1];
	struct growing_log *g = calloc(1, sizeof(*g));

	if (!g)
		return NULL;
	arena_init(&g->arena, ARENA_NO_LIMIT);
	g->input.arena = &g->arena;
	g->input.form = GUCLOG_FORM_LFD;
	g->input.name = arena_strdup(&g->arena, name);
	g->in = guclog_blocks_stream();
	if (!g->in || !g->input.name) {
		growing_log_free(g);
		return NULL;
	}
	log_begin(&g->log, &g->input, &g->arena);
	g->list[0] = &g->log.pub;
	g->file = (struct guclog_file){
		.name = g->input.name,
		.form = GUCLOG_FORM_LFD,
		.complete = true,
		.nr_logs = 1,
		.log = g->list,
		.dump = no_dump,
		.bare = no_text,
		.message = no_text,
	};
	g->log.pub.file = &g->file;
	return g;
}

/**
 * growing_log_free() - free a log that grows
 * @g: the log, may be NULL. Readers of its events must be closed before.
 */
void growing_log_free(struct growing_log *g)
{
	if (!g)
		return;
	guclog_blocks_close(g->in);
	arena_free(&g->arena);
	free(g);
}

/*
 * The blocks before the events are those up to the main comment (the HOST_COMMENT block with the
 * facts about the log). If there is no main comment, they end before the first events. @len: length
 * of the block that was just parsed
 */
static void take_head(struct growing_log *g, u32 type, size_t len)
{
	const struct comment *comment = &g->walk.before;

	g->head_len += len;
	if (type == GUCLOG_BLOCK_LOG_EVENTS_BUFFER || comment_has(comment, COMMENT_EVENTS) ||
	    g->head_len > STREAM_HEAD_MAX) {
		g->begun = true;
		return;
	}
	g->begun = comment_has(comment, COMMENT_ORDER);
	g->is_stream = comment_has(comment, COMMENT_STREAM);
	g->head_anchors = g->log.parsed.nr_anchors;
}

/*
 * Return: whether the log points to the data of the block that was just parsed, other than as a run
 * of events or as the comment about the next block.
 */
static bool is_needed(const struct growing_log *g, const struct guclog_block *b, unsigned int runs)
{
	if (b->type == GUCLOG_BLOCK_HOST_COMMENT)
		return g->walk.main.text.len && g->walk.main.text.data == g->walk.before.text.data;
	return g->log.parsed.nr_runs == runs;
}

static int take_block(struct growing_log *g, const struct guclog_block *b)
{
	unsigned int runs = g->log.parsed.nr_runs;
	struct growing_block *list, new = { .events = b->nr_events };
	struct guc_lfd_block block = {
		.offset = b->offset,
		.type = b->type,
		.data_count = (u32)(b->data.len / 4),
	};

	if (b->type == GUCLOG_BLOCK_HEADER)
		return 0;
	list = arena_room(&g->arena, g->block, g->nr_blocks, sizeof(*list));
	new.data = arena_alloc(&g->arena, b->data.len + 1);
	if (!list || !new.data)
		return -ENOMEM;
	memcpy(new.data, b->data.data, b->data.len);
	block.data = guc_view(new.data, b->data.len);
	log_take_block(&g->log, &block, &g->walk);
	if (!g->begun)
		take_head(g, b->type, b->bytes.len);
	new.runs = g->log.parsed.nr_runs;
	new.anchors = g->log.parsed.nr_anchors;
	new.is_kept = is_needed(g, b, runs);
	g->block = list;
	g->block[g->nr_blocks++] = new;
	g->total += new.events;
	g->events += new.events;
	return g->arena.failed ? -ENOMEM : 0;
}

/**
 * growing_log_add() - add bytes that have arrived
 * @g: the log
 * @data: the bytes that follow those of the preceding call
 * @len: bytes at @data
 *
 * Context: allocates memory.
 * Return: 0; -ENOMEM; or the error of a fault of the file, which is in @fault and which all later
 * calls return, too.
 */
int growing_log_add(struct growing_log *g, const void *data, size_t len)
{
	struct guclog_block block;
	int ret, more = 1;

	if (g->fault.error)
		return g->fault.error;
	ret = guclog_blocks_add(g->in, data, len);
	while (!ret && more > 0) {
		more = guclog_blocks_next(g->in, &block, &g->fault);
		if (more > 0)
			ret = take_block(g, &block);
	}
	return ret ?: more;
}

/**
 * growing_log_update() - make the log valid after bytes were added or events were dropped
 * @g: the log
 *
 * Readers of the events of the log must be closed before the call.
 *
 * Return: an input that has only the log, valid until the next call of another function for @g.
 */
const struct guclog_file *growing_log_update(struct growing_log *g)
{
	struct parsed_log *parsed = &g->log.parsed;
	struct describe walk = g->walk;

	/* log_finish() clears the flag if it cannot use the clock anchors. */
	g->in_stream |= parsed->layout.stream;
	parsed->layout.stream = g->in_stream;
	parsed->lfd_version = guclog_blocks_version(g->in);
	log_end_blocks(&g->log, &walk);
	log_finish(&g->log);
	return &g->file;
}

/*
 * Make a clock anchor (the time of an event on the clocks of the GuC and of the host) for @e, the
 * first event that is kept. Return: whether the time of the event is known.
 */
static bool make_anchor(struct parsed_log_anchor *anchor, const struct guclog_events *t,
			const struct guclog_event *e)
{
	s64 boot;

	if (!t->anchored || e->ambiguous)
		return false;
	boot = guclog_events_boottime_ns(t, e->tick);
	if (e->tick < 0 || boot < 0)
		return false;
	*anchor = (struct parsed_log_anchor){ .tick = (u64)e->tick, .boottime_ns = (u64)boot };
	if (t->has_realtime)
		anchor->realtime_ns = (u64)guclog_events_realtime_ns(t, e->tick);
	return !(anchor->tick >> 60 || anchor->boottime_ns >> 60);
}

/*
 * Remove the clock anchors of the blocks up to @last, except those before the events, and add
 * @anchor in their place unless it is NULL. If there is no memory, @failed of the arena is set.
 */
static void replace_anchors(struct growing_log *g, const struct growing_block *last,
			    const struct parsed_log_anchor *anchor)
{
	struct parsed_log *parsed = &g->log.parsed;
	unsigned int from = max(last->anchors, g->head_anchors + g->own_anchor);
	unsigned int to = g->head_anchors + !!anchor, i;
	struct parsed_log_anchor *all;

	all = arena_room(&g->arena, parsed->anchor, parsed->nr_anchors, sizeof(*all));
	if (!all)
		return;
	parsed->anchor = all;
	memmove(all + to, all + from, (parsed->nr_anchors - from) * sizeof(*all));
	if (anchor)
		all[g->head_anchors] = *anchor;
	g->own_anchor = anchor;
	parsed->nr_anchors = parsed->nr_anchors - from + to;
	for (i = 0; i < parsed->nr_runs; i++)
		parsed->run[i].anchors = parsed->run[i].anchors - from + to;
	for (i = 0; i < g->nr_blocks; i++)
		g->block[i].anchors = g->block[i].anchors - from + to;
}

static void drop_blocks(struct growing_log *g, unsigned int nr)
{
	struct parsed_log *parsed = &g->log.parsed;
	unsigned int runs = g->block[nr - 1].runs, i;

	parsed->nr_runs -= runs;
	memmove(parsed->run, parsed->run + runs, parsed->nr_runs * sizeof(*parsed->run));
	for (i = 0; i < nr; i++)
		if (!g->block[i].is_kept)
			arena_drop(&g->arena, g->block[i].data);
	g->nr_blocks -= nr;
	memmove(g->block, g->block + nr, g->nr_blocks * sizeof(*g->block));
	for (i = 0; i < g->nr_blocks; i++)
		g->block[i].runs -= runs;
}

/**
 * growing_log_trim() - if very many events were used, drop the blocks of the oldest ones
 * @g: the log; call growing_log_update() before it is used again
 * @t: reader of the events of the log, at any position. Afterwards it can only be closed.
 * @fresh: number of events at the end of the log that were not used yet
 *
 * Context: allocates memory; @failed of the arena is set if there was too little.
 * Return: number of events that were dropped.
 */
u64 growing_log_trim(struct growing_log *g, struct guclog_events *t, u64 fresh)
{
	struct guclog_event e = { .ambiguous = true };
	struct parsed_log_anchor anchor;
	unsigned int last = g->nr_blocks, nr = 0, i;
	u64 events = 0, keep = fresh + KEEP_EVENTS;

	if (g->events < keep + KEEP_EVENTS)
		return 0;
	while (last && !g->block[last - 1].events)
		last--;
	for (i = 0; i + 1 < last && g->events - events > keep; i++) {
		events += g->block[i].events;
		nr = g->block[i].events ? i + 1 : nr;
	}
	if (!nr)
		return 0;
	guclog_events_rewind(t);
	while (guclog_events_next(t, &e) && e.index < events)
		;
	replace_anchors(g, &g->block[nr - 1], make_anchor(&anchor, t, &e) ? &anchor : NULL);
	drop_blocks(g, nr);
	g->events -= events;
	return events;
}
