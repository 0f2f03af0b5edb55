// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "explain/explanation.h"
#include "read/dump/dump.h"
#include "explain/analysis.h"
#include "explain/page_faults.h"

#include <errno.h>

#include "events/event.h"
#include "guc_event.h"
#include "model/known_names.h"

/*
 * Fill the analysis of the log, and the sections of the devcoredump about the GT of the log, as far
 * as they exist. Return: 0 or -ENOMEM.
 */
static int find_parts(struct explanation *x, const struct guclog_explain_options *options)
{
	const struct guc_facts *f = x->log ? const_core_facts(x->log->facts) : NULL;
	struct guclog_error error = { .code = 0 };

	if (x->dump)
		x->gt = dump_find_gt(x->dump, f);
	if (options && options->analysis) {
		x->a = options->analysis;
	} else if (x->log) {
		x->own = analysis_of_log(x->log, &error);
		x->a = x->own;
		if (!x->a && error.code == -ENOMEM)
			return -ENOMEM;
	}
	if (!x->a)
		return 0;
	x->found = guclog_analysis_findings(x->a);
	x->survey = guclog_analysis_survey(x->a);
	return 0;
}

static void make_verdict(struct explanation *x, const struct guclog_explain_options *options)
{
	static const struct guclog_suspect nobody = { .guc_id = GUCLOG_NONE };
	struct guclog_explanation *to = &x->shown;

	x->width = 1;
	x->failed_engine = GUCLOG_NONE;
	to->first = &nobody;
	to->unanswered_faults = GUCLOG_NONE;
	to->analysis = x->a;
	if (x->log && x->log->layout->crash != GUCLOG_CRASH_UNKNOWN)
		to->firmware_crash = x->log->layout->crash == GUCLOG_CRASH_PRESENT ? GUCLOG_YES :
				     GUCLOG_NO;
	if (x->found)
		events_claim(x);
	driver_make(x);
	witness_make(x, options);
	triggers_claim(x);
	arbiter_decide(x);
}

/* Finish the list of sentences for the caller. Return: 0; -ENOMEM if any allocation failed. */
static int finish(struct explanation *x)
{
	const struct guclog_sentence **list;
	unsigned int i;

	list = arena_zero(&x->arena, (x->shown.nr_sentences + 1) * sizeof(*list));
	for (i = 0; list && i < x->shown.nr_sentences; i++) {
		struct sentence *s = x->sentence[i];

		s->shown.text = textbuf_end(&s->text);
		s->shown.event = s->event;
		list[i] = &s->shown;
	}
	x->shown.sentence = list;
	return x->arena.failed ? -ENOMEM : 0;
}

static int make(struct explanation *x, const struct guclog_explain_options *options)
{
	int err = find_parts(x, options);

	x->whole_batch = options && options->whole_batch;
	x->maps = options ? options->maps : NULL;
	x->trace = options ? options->trace : NULL;
	if (err)
		return err;
	make_verdict(x, options);
	engine_state_make(x);
	state_captures_make(x);
	signature_make(x);
	known_make(x);
	explain_all(x);
	return finish(x);
}

/* Find only the published problems that the log resembles. Return: 0 or -ENOMEM. */
static int make_known(struct explanation *x, const struct guclog_explain_options *options)
{
	int err;

	if (!known_possible(x))
		return 0;
	err = find_parts(x, options);
	if (err)
		return err;
	make_verdict(x, options);
	known_make(x);
	return x->arena.failed ? -ENOMEM : 0;
}

/*
 * Make an explanation with @make_it, which returns 0 or -ENOMEM. The other arguments are those of
 * guclog_explain().
 */
static const struct guclog_explanation *
explain(const struct guclog_log *log, const struct guclog_dump *dump,
	const struct guclog_explain_options *options, struct guclog_error *error,
	int (*make_it)(struct explanation *x, const struct guclog_explain_options *options))
{
	struct explanation *x = calloc(1, sizeof(*x));
	int err;

	if (!x) {
		error_set(error, -ENOMEM, NULL, guclog_strerror(-ENOMEM));
		return NULL;
	}
	arena_init(&x->arena, ARENA_NO_LIMIT);
	x->log = log;
	if (dump)
		x->dump = dump;
	else if (log)
		x->dump = log->dump;
	err = make_it(x, options);
	error_set(error, err, NULL, err ? guclog_strerror(err) : "");
	if (!err)
		return &x->shown;
	guclog_explanation_free(&x->shown);
	return NULL;
}

const struct guclog_explanation *
guclog_explain(const struct guclog_log *log, const struct guclog_dump *dump,
	       const struct guclog_explain_options *options, struct guclog_error *error)
{
	return explain(log, dump, options, error, make);
}

const struct guclog_explanation *
guclog_explain_known(const struct guclog_log *log, struct guclog_error *error)
{
	return explain(log, NULL, NULL, error, make_known);
}

void guclog_explanation_free(const struct guclog_explanation *explanation)
{
	/* The public structure is the first member of struct explanation. */
	struct explanation *x = (struct explanation *)(uintptr_t)explanation;

	if (!x)
		return;
	analysis_free(x->own);
	arena_free(&x->arena);
	free(x);
}
