// SPDX-License-Identifier: GPL-2.0-only
/*
 * Writes the cells of the table of contexts, in which each row describes a context.
 */
#include "guc_text.h"
#include "explain/analysis.h"
#include "model/internal.h"
#include "explain/explain.h"

static const char * const columns[GUCLOG_CONTEXT_COLUMNS] = {
	"guc_id", "engine", "LRCA", "submits", "runs", "on engine", "longest wait",
	"events", "last state",
};

const char *guclog_context_column(unsigned int i)
{
	return i < GUCLOG_CONTEXT_COLUMNS ? columns[i] : NULL;
}

static void put_state(struct guc_text *text, const struct guclog_context *context)
{
	guc_text_add(text, "%s", guclog_context_state_name(context->state));
	if (context->on_engine)
		guc_text_add(text, ", on its engine");
	if (context->mode.open && !context->mode.value)
		guc_text_add(text, ", disable not acknowledged");
	if (context->end.open)
		guc_text_add(text, ", deregistration not acknowledged");
	if (context->preempted)
		guc_text_add(text, "; preempted %llu time%s", (u64)context->preempted,
			     context->preempted == 1 ? "" : "s");
	if (context->resets)
		guc_text_add(text, "; reset");
}

/* @least: the true time can be longer */
static void put_span(struct guc_text *text, const struct guclog_analysis *a, s64 ticks, bool least)
{
	char buf[48];

	analysis_span(a, ticks, least ? BOUND_LEAST : BOUND_NONE, buf, sizeof(buf));
	guc_text_add(text, "%s%s", least ? ">" : "", buf);
}

static void put_wait(struct guc_text *text, const struct guclog_analysis *a,
		     const struct guclog_context *context)
{
	bool least;
	s64 wait = guclog_analysis_wait_ticks(a, context, &least);

	if (wait)
		put_span(text, a, wait, least);
	else if (least)
		guc_text_add(text, ">");
}

static void put_engine(struct guc_text *text, const struct guclog_context *context)
{
	char name[16] = "-";

	guclog_context_engine(context, name, sizeof(name));
	guc_text_add(text, "%s", name);
}

size_t guclog_context_cell(const struct guclog_analysis *a, const struct guclog_context *context,
			   unsigned int i, char *buf, size_t size)
{
	struct guc_text text = guclog_text(buf, size);

	if (i == 0)
		guc_text_add(&text, "%u", context->guc_id);
	else if (i == 1)
		put_engine(&text, context);
	else if (i == 2 && context->lrca)
		guc_text_add(&text, "0x%05x", context->lrca);
	else if (i == 3)
		guc_text_add(&text, "%llu", (u64)context->submits);
	else if (i == 4)
		guc_text_add(&text, "%llu", (u64)context->runs);
	else if (i == 5)
		put_span(&text, a, guclog_analysis_on_ticks(a, context), context->on_least);
	else if (i == 6)
		put_wait(&text, a, context);
	else if (i == 7)
		guc_text_add(&text, "%llu..%llu", (u64)context->first, (u64)context->last);
	else if (i == 8)
		put_state(&text, context);
	if ((i == 2 || i == 6) && !text.len)
		guc_text_add(&text, "-");
	return text.len;
}
