// SPDX-License-Identifier: GPL-2.0-only
#include "output/context_cells.h"

#include "util/textbuf.h"

const char * const context_heads[CONTEXT_CELLS + 1] = {
	"guc_id", "engine", "LRCA", "submits", "runs", "on engine", "longest wait",
	"events", "last state", NULL
};

static void put_state(char *cell, size_t size, const struct guclog_context *context)
{
	struct textbuf text = { .buf = cell, .size = size };

	textbuf_add(&text, "%s", guclog_context_state_name(context->state));
	if (context->on_engine)
		textbuf_add(&text, ", on its engine");
	if (context->mode.open && !context->mode.value)
		textbuf_add(&text, ", disable not acknowledged");
	if (context->end.open)
		textbuf_add(&text, ", deregistration not acknowledged");
	if (context->preempted)
		textbuf_add(&text, "; preempted %llu time%s", (u64)context->preempted,
			     context->preempted == 1 ? "" : "s");
	if (context->resets)
		textbuf_add(&text, "; reset");
}

static const char *span(const struct guclog_analysis *a, s64 ticks, char buf[48])
{
	guclog_analysis_span(a, ticks, buf, 48);
	return buf;
}

/**
 * context_cells() - make the row of a context
 * @c: filled
 * @log: the log, analysed
 * @context: the context
 */
void context_cells(struct context_cells *c, const struct analysed_log *log,
		const struct guclog_context *context)
{
	char text[48];
	size_t size = sizeof(c->cell[0]);

	snprintf(c->cell[0], size, "%u", context->guc_id);
	snprintf(c->cell[1], size, "-");
	guclog_context_engine(context, c->cell[1], size);
	snprintf(c->cell[2], size, "-");
	if (context->lrca)
		snprintf(c->cell[2], size, "0x%05x", context->lrca);
	snprintf(c->cell[3], size, "%llu", (u64)context->submits);
	snprintf(c->cell[4], size, "%llu", (u64)context->runs);
	snprintf(c->cell[5], size, "%s%s", context->on_least ? ">" : "",
		 span(log->a, guclog_analysis_on_ticks(log->a, context), text));
	snprintf(c->cell[6], size, "-");
	if (context->longest_wait)
		snprintf(c->cell[6], size, "%s",
			 span(log->a, context->longest_wait, text));
	snprintf(c->cell[7], size, "%llu..%llu", (u64)context->first, (u64)context->last);
	put_state(c->cell[8], size, context);
}
