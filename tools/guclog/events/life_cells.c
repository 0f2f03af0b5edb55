// SPDX-License-Identifier: GPL-2.0-only
#include "events/life_cells.h"

#include "events/story.h"
#include "guc_event.h"
#include "guc_text.h"

/* Names that the list of contexts requires. */
#define NEEDED	(BIT_ULL(GUC_EVX_CTX_READY) | BIT_ULL(GUC_EVX_CTX_PLACED) | \
		 BIT_ULL(GUC_EVX_CTX_OFF_ENGINE) | BIT_ULL(GUC_EVX_CTX_NOT_READY))

const char * const life_heads[LIFE_CELLS + 1] = {
	"guc_id", "engine", "LRCA", "submits", "runs", "on engine", "longest wait",
	"events", "last state", NULL
};

/**
 * life_cells_known() - whether the contexts of a log can be listed
 * @survey: of the log
 *
 * Return: false if a rule does not hold on which the names depend that the list needs.
 */
bool life_cells_known(const struct guclog_survey *survey)
{
	return !(~survey->words & NEEDED);
}

static void put_state(char *cell, size_t size, const struct guclog_life *life)
{
	struct guc_text text = { .buf = cell, .size = size };

	guc_text_add(&text, "%s", guclog_life_state_name(life->state));
	if (life->on_engine)
		guc_text_add(&text, ", on its engine");
	if (life->mode.open && !life->mode.value)
		guc_text_add(&text, ", disable not acknowledged");
	if (life->end.open)
		guc_text_add(&text, ", deregistration not acknowledged");
	if (life->preempted)
		guc_text_add(&text, "; preempted %llu time%s", (u64)life->preempted,
			     life->preempted == 1 ? "" : "s");
	if (life->resets)
		guc_text_add(&text, "; reset");
}

/**
 * life_cells() - make the row of a context
 * @c: filled
 * @log: the log, analysed
 * @life: the context
 */
void life_cells(struct life_cells *c, const struct analysed_log *log,
		const struct guclog_life *life)
{
	const struct story story = { .log = log };
	char text[STORY_TEXT];
	size_t size = sizeof(c->cell[0]);

	snprintf(c->cell[0], size, "%u", life->guc_id);
	snprintf(c->cell[1], size, "-");
	if (life->engine != GUCLOG_NONE)
		snprintf(c->cell[1], size, "%s", story_engine(life->engine, text));
	else if (life->engine_class < GUC_CLASS_COUNT)
		snprintf(c->cell[1], size, "%s", guc_event_class_name(life->engine_class));
	snprintf(c->cell[2], size, "-");
	if (life->lrca)
		snprintf(c->cell[2], size, "0x%05x", life->lrca);
	snprintf(c->cell[3], size, "%llu", (u64)life->submits);
	snprintf(c->cell[4], size, "%llu", (u64)life->runs);
	snprintf(c->cell[5], size, "%s%s", life->on_least ? ">" : "",
		 story_span(&story, guclog_analysis_on_ticks(log->a, life), text));
	snprintf(c->cell[6], size, "-");
	if (life->longest_wait)
		snprintf(c->cell[6], size, "%s",
			 story_span(&story, life->longest_wait, text));
	snprintf(c->cell[7], size, "%llu..%llu", (u64)life->first, (u64)life->last);
	put_state(c->cell[8], size, life);
}
