// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include "events/story.h"
#include "output/json_out.h"
#include "util/msg.h"

/* Names that the list of contexts requires. */
#define NEEDED	(BIT_ULL(GUC_EVX_CTX_READY) | BIT_ULL(GUC_EVX_CTX_PLACED) | \
		 BIT_ULL(GUC_EVX_CTX_OFF_ENGINE) | BIT_ULL(GUC_EVX_CTX_NOT_READY))

/**
 * struct contexts - one run
 * @in: the input
 * @json: as JSON
 */
struct contexts {
	struct analysed_input in;
	bool json;
};

static void show_life(const struct story *story, const struct life *life)
{
	const struct analysis *a = story->log->a;
	char engine[STORY_TEXT] = "-", on[STORY_TEXT], wait[STORY_TEXT] = "-";
	char lrca[16] = "-", first[STORY_TEXT];
	s64 ticks = lives_on_ticks(life, a->last_tick);

	if (life->engine != AN_NONE)
		story_engine(life->engine, engine);
	else if (life->class < GUC_CLASS_COUNT)
		snprintf(engine, sizeof(engine), "%s",
			 guc_event_class_name(life->class));
	if (life->lrca)
		snprintf(lrca, sizeof(lrca), "0x%05x", life->lrca);
	if (life->longest_wait)
		story_span(story, life->longest_wait, wait);
	story_span(story, ticks, on);
	snprintf(first, sizeof(first), "%llu..%llu", life->first, life->last);
	printf("%6u  %-8s %-8s %8llu %8llu  %s%-11s %-11s %-14s %s", life->guc_id,
	       engine, lrca, life->submits, life->runs,
	       life->on_least ? ">" : " ", on, wait, first,
	       life_state_name(life->state));
	if (life->on_engine)
		printf(", on its engine");
	if (life->mode.open && !life->mode.value)
		printf(", disable not acknowledged");
	if (life->end.open)
		printf(", deregistration not acknowledged");
	if (life->preempted)
		printf("; preempted %llu time%s", life->preempted,
		       life->preempted == 1 ? "" : "s");
	if (life->resets)
		printf("; reset");
	printf("\n");
}

static void show(const struct analysed_log *log, const char *name)
{
	const struct story story = { .log = log };
	const struct lives *lives = &log->a->lives;
	unsigned int i;

	printf("# %s: %u contexts\n", name, lives->nr);
	if (lives->lost)
		printf("# %llu more are not shown\n", lives->lost);
	printf("%6s  %-8s %-8s %8s %8s  %-12s %-11s %-14s %s\n", "guc_id",
	       "engine", "LRCA", "submits", "runs", " on engine", "longest wait",
	       "events", "last state");
	for (i = 0; i < lives->nr; i++)
		show_life(&story, &lives->life[i]);
}

static int contexts_log(struct contexts *x, const struct analysed_log *log)
{
	int ret = CMD_FINE;
	char *name;

	if (cli_is_empty(&log->view))
		return cli_tell_empty(&log->view);
	name = cli_name(&log->view);
	if (!log->a) {
		msg_fail(name, "no events of a known version");
		ret = CMD_FAULTS;
	} else if (~log->a->result.words & NEEDED) {
		msg_fail(name, "the dictionary does not fit this log ('guclog events --check'): contexts cannot be told apart");
		ret = CMD_FAULTS;
	} else if (x->json) {
		json_contexts_add(name, log->a);
	} else {
		show(log, name);
	}
	free(name);
	return ret;
}

static int run(void *into, int nr, char **path)
{
	struct contexts *x = into;
	struct analysed_log log;
	unsigned int i = 0;
	int ret;

	x->in.spool = -1;
	if (analysed_open(&x->in, path[0]) || !x->in.logs.in.nr_logs)
		return CMD_FAILED;
	while (analysed_next(&x->in, &i, &log)) {
		ret = contexts_log(x, &log);
		x->in.logs.status = max(x->in.logs.status, ret);
		analysed_log_free(&log);
	}
	if (x->json)
		json_contexts_print();
	return x->in.logs.status;
}

static void end(void *into)
{
	struct contexts *x = into;

	analysed_close(&x->in);
}

static const struct option_desc options[] = {
	OPT_GT(struct contexts, in.logs.choice.gt, "only the log of this GT"),
	OPT_LOG(struct contexts, in.logs.choice.log),
	OPT_JSON(struct contexts, json),
	OPT_END
};

/* guclog contexts */
const struct cmd cmd_contexts = {
	.summary = "show what each context did",
	.usage = {
		.verb = "contexts",
		.synopsis = "[OPTION...] INPUT",
		.about =
"Show the contexts of a GuC log, one line each: how often it got work and ran,\n"
"how long it was on engines, its longest wait for one, and its last state.\n",
		.options = options,
		.notes = USAGE_INPUT
"A guc_id that was registered again has a line for each registration. '>': at\n"
"least so long, because the context was on its engine before the log begins.\n",
		.operands = "one INPUT is needed",
		.min_operands = 1,
		.max_operands = 1,
	},
	.size = sizeof(struct contexts),
	.run = run,
	.end = end,
};
