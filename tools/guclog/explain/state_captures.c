// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Describes the state captures in the log: registers that the GuC stored when it reset engines. The
 * capture region of the log also has captures of earlier resets, and an earlier context can have
 * had the same guc_id and even the same context descriptor. So a capture counts as part of the hang
 * only if the section about the engine in the devcoredump has the same register values.
 */
#include "explain/explanation.h"
#include "model/printed.h"
#include "read/log/captures.h"

#include <errno.h>

/* Largest number of captures that the sentences describe. */
#define MAX_NAMED		4u

static bool reg(const void *capture, enum dump_name id, u64 *value)
{
	const struct guclog_capture *c = capture;
	const char *name = printed_text(id);
	unsigned int i;

	for (i = 0; i < c->nr_regs; i++)
		if (!c->reg[i]->steered && !strcmp(c->reg[i]->name, name)) {
			*value = c->reg[i]->value;
			return true;
		}
	return false;
}

/*
 * Return: whether a capture belongs to the hang: the driver's section about the engine in the
 * devcoredump has the same register values.
 */
static bool is_ours(const struct explanation *x, const struct guclog_capture *c)
{
	static const enum dump_name same[] = {
		DUMP_REGISTER_RING_HEAD, DUMP_REGISTER_ACTHD, DUMP_REGISTER_IPEHR,
	};
	uint64_t shown;
	unsigned int i;
	u64 value;

	if (!x->engine || c->guc_id != x->shown.driver.guc_id)
		return false;
	for (i = 0; i < ARRAY_SIZE(same); i++)
		if (!reg(c, same[i], &value) ||
		    !guclog_dump_number(&x->engine->regs, same[i], &shown) || shown != value)
			return false;
	return true;
}

static struct guclog_engine_state *new_state(struct explanation *x, const struct guclog_capture *c)
{
	struct guclog_engine_state *s = arena_zero(&x->arena, sizeof(*s));
	u64 value;

	if (!s)
		return NULL;
	snprintf(s->engine, sizeof(s->engine), "%s%u", c->class_name, c->instance);
	s->source = "GuC";
	s->guc_id = c->guc_id;
	s->least_ns = GUCLOG_NO_TIME;
	s->most_ns = GUCLOG_NO_TIME;
	engine_state_registers(s, reg, c);
	s->has_instdone = reg(c, DUMP_REGISTER_RING_INSTDONE, &value);
	s->instdone = s->has_instdone ? (u32)value : 0;
	s->command = s->has_ipehr ? engine_state_command(x, s->engine, s->ipehr) : NULL;
	return s;
}

/*
 * List the captures that are not proven to belong to the hang, the newest first. A group is the
 * captures that the GuC made at the same time. If a capture belongs to the hang, mark those of
 * earlier groups as older than the hang.
 */
static void list_others(struct explanation *x, const struct guclog_captures *all)
{
	unsigned int i = all->nr, ours = 0;
	const struct guclog_engine_state **list;
	bool found = false;

	while (i && !found)
		found = is_ours(x, all->capture[--i]);
	if (found)
		ours = all->capture[i]->group;
	list = arena_zero(&x->arena, (all->nr + 1) * sizeof(*list));
	x->shown.capture = list;
	for (i = all->nr; list && i--;) {
		const struct guclog_capture *c = all->capture[i];
		struct guclog_engine_state *s;

		if (c->type != GUCLOG_CAPTURE_INSTANCE || !c->class_name || !c->nr_regs ||
		    c->guc_id == GUCLOG_NONE || (found && is_ours(x, c)))
			continue;
		s = new_state(x, c);
		if (!s)
			return;
		s->older = found && c->group < ours;
		list[x->shown.nr_captures++] = s;
	}
}

/**
 * state_captures_make() - list the state captures in the log that do not belong to the hang
 * @x: the explanation, with its verdict
 *
 * Context: allocates memory; a failure makes guclog_explain() return NULL.
 */
void state_captures_make(struct explanation *x)
{
	const struct guclog_captures *all;
	int error = 0;

	all = x->log ? guclog_captures_open(x->log, &error) : NULL;
	if (error == -ENOMEM)
		x->arena.failed = true;
	if (all)
		list_others(x, all);
	guclog_captures_close(all);
}

static void say_one(struct explanation *x, const struct guclog_engine_state *s)
{
	sentence_more(x, " guc_id %u on %s", s->guc_id, s->engine);
	if (s->place == GUCLOG_PLACE_IN_BATCH)
		sentence_more(x, " in a batch");
	if (s->command)
		sentence_more(x, " at %s", s->command);
	else if (s->has_ipehr && s->ipehr)
		sentence_more(x, " at IPEHR 0x%08x", s->ipehr);
	if (s->semaphore == GUCLOG_YES)
		sentence_more(x, ", waiting for a semaphore");
}

static void say_some(struct explanation *x, bool older)
{
	unsigned int i, nr = 0;

	for (i = 0; i < x->shown.nr_captures; i++) {
		if (x->shown.capture[i]->older != older)
			continue;
		if (!nr)
			sentence_begin(x, older ?
				       "The log also has state captures of earlier resets, not of this hang:" :
				       "It is unknown to which hang these state captures in the log belong:");
		if (nr < MAX_NAMED) {
			sentence_more(x, "%s", nr ? ";" : "");
			say_one(x, x->shown.capture[i]);
		}
		nr++;
	}
	if (!nr)
		return;
	if (nr > MAX_NAMED)
		sentence_more(x, "; and %u more", nr - MAX_NAMED);
	sentence_more(x, ".");
	sentence_is(x, older ? GUCLOG_CERTAINTY_INFERRED : GUCLOG_CERTAINTY_UNKNOWN);
}

/**
 * explain_captures() - describe the state captures that do not belong to the hang
 * @x: the explanation, after state_captures_make()
 *
 * Context: allocates memory; a failure makes guclog_explain() return NULL.
 */
void explain_captures(struct explanation *x)
{
	say_some(x, true);
	say_some(x, false);
}
