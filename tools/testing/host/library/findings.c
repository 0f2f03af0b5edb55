// SPDX-License-Identifier: GPL-2.0-only
/*
 * findings IMAGE -- print what the analysis of an image has found, for test_library.py.
 */
#include <guclog.h>

#include <inttypes.h>
#include <stdio.h>

#include "image.h"

static void show_rules(const struct guclog_analysis *a)
{
	struct guclog_rule rule;
	uint64_t count;
	unsigned int i;
	uint32_t id;

	for (i = 0; !guclog_analysis_rule(a, i, &rule); i++)
		printf("rule|%s|%" PRIu64 "|%" PRIu64 "|%d\n", rule.name, rule.checks,
		       rule.hits, rule.failed);
	for (i = 0; !guclog_analysis_id(a, i, &id, &count); i++)
		printf("id|%" PRIu32 "|%" PRIu64 "\n", id, count);
}

static void show_lives(const struct guclog_analysis *a)
{
	const struct guclog_context *ctx;
	unsigned int i;

	for (i = 0; (ctx = guclog_analysis_context(a, i)); i++)
		printf("context|%" PRIu32 "|%" PRIu64 "|%" PRIu64 "|%s|%" PRId64 "\n", ctx->guc_id,
		       ctx->first, ctx->last, guclog_context_state_name(ctx->state),
		       guclog_analysis_ns(a, guclog_analysis_on_ticks(a, ctx)));
	for (i = 0; (ctx = guclog_analysis_context(a, i)); i++)
		if (ctx->on_engine)
			printf("running|%" PRIu32 "|%d\n", ctx->guc_id,
			       ctx->engine != GUCLOG_NONE);
}

static void show_findings(const struct guclog_analysis *a)
{
	const struct guclog_findings *found = guclog_analysis_findings(a);
	const struct guclog_survey *s = guclog_analysis_survey(a);
	const struct guclog_reset *reset;
	char engine[16] = "";
	unsigned int i;

	if (found->victim.engine != GUCLOG_NONE)
		guclog_engine_name(found->victim.engine, engine, sizeof(engine));
	printf("found|%d|%d|%s|%d\n", (int)found->hang, (int)found->reset, engine,
	       (int)found->stuck);
	printf("survey|%" PRIu64 "|%" PRIu64 "|%u|%u\n", s->events, s->named, s->contexts,
	       s->resets);
	for (i = 0; (reset = guclog_analysis_reset(a, i)); i++)
		printf("reset|%" PRIu64 "|%" PRIu64 "|%d\n", reset->begin_index,
		       reset->nr_victims ? reset->victim[0].index : GUCLOG_NO_EVENT,
		       reset == found->chosen);
}

/* Sum of the times on engines. */
static void add(void *sum, const struct guclog_context *ctx, bool engine, int64_t from,
		int64_t to)
{
	if (engine && to > from && ctx->engine != GUCLOG_NONE)
		*(int64_t *)sum += to - from;
}

static void show_slices(struct guclog_events *walk)
{
	const struct guclog_analysis *a = walk->analysis;
	int64_t slices = 0, contexts = 0;
	const struct guclog_context *ctx;
	unsigned int i;
	int err;

	for (i = 0; (ctx = guclog_analysis_context(a, i)); i++)
		contexts += guclog_analysis_on_ticks(a, ctx);
	err = guclog_events_slices(walk, add, &slices);
	printf("slices|%d|%d\n", err, slices && slices == contexts);
}

int main(int argc, char **argv)
{
	struct guclog_file *file = image_file(argc, argv);
	const struct guclog_log *log = file ? file->log[0] : NULL;
	struct guclog_events *walk = log ? guclog_events_open(log, 0, NULL) : NULL;

	if (!walk)
		return 1;
	show_rules(walk->analysis);
	show_lives(walk->analysis);
	show_findings(walk->analysis);
	show_slices(walk);
	guclog_events_close(walk);
	guclog_close(file);
	return 0;
}
