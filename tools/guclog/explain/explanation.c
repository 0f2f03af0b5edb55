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

static void fill_from_log(struct explanation *x)
{
	const struct guclog_findings *v = x->found;
	struct guclog_explanation *to = &x->shown;

	to->hang = v->hang;
	to->reset = v->reset;
	to->victim = v->victim.guc_id;
	to->waiter = v->waiter;
	if (v->victim.engine != GUCLOG_NONE)
		guclog_engine_name(v->victim.engine, to->engine, sizeof(to->engine));
	/* A context that the driver disabled kept nobody waiting. */
	if (v->has_wait && x->survey->hz && !(v->chosen && v->chosen->wait.disabled))
		to->wait_ns = guclog_analysis_ns(x->a, v->wait_ticks);
	if (v->limit_us)
		to->limit_ns = (s64)v->limit_us * 1000;
	if (v->faults_known)
		to->unanswered_faults = v->faults;
	to->stuck = stuck_name(v->stuck);
	if (to->hang != GUCLOG_UNKNOWN)
		to->basis = GUCLOG_BASIS_LOG;
}

/*
 * Return: whether the log and the driver name the same context and the same engine; unknown if one
 * of them names no context, or if the reset explains the difference (@reason_waits).
 */
static enum guclog_tri agree(const struct explanation *x)
{
	const struct guclog_driver *d = &x->shown.driver;

	if (!x->found || d->guc_id == GUCLOG_NONE || x->shown.victim == GUCLOG_NONE ||
	    x->found->reason_waits)
		return GUCLOG_UNKNOWN;
	if (x->shown.victim != d->guc_id)
		return GUCLOG_NO;
	if (x->width == 1 && *d->engine && *x->shown.engine && strcmp(d->engine, x->shown.engine))
		return GUCLOG_NO;
	return GUCLOG_YES;
}

/*
 * Return: whether the log shows that the queue of the devcoredump is not the queue that hangs: it
 * waited for another queue, a reset removed another queue that the dump lists, or the GuC no longer
 * reads messages about any queue.
 */
static bool log_blames(const struct guclog_findings *v)
{
	return v && (v->reason_waits || v->reason_differs || v->stuck == GUCLOG_STUCK_H2G);
}

/*
 * If the driver does not name the engine of its queue, take the last engine of the context in the
 * log. This requires that all tested rules hold, and that the engine has the class that the driver
 * gives.
 */
static void add_log_engine(struct explanation *x)
{
	const struct guclog_driver *d = &x->shown.driver;
	const struct guclog_context *c = x->a ? contexts_find(&x->a->contexts, d->guc_id) : NULL;
	char name[sizeof(x->shown.engine)];

	if (!c || c->engine == GUCLOG_NONE || !d->engine_class ||
	    x->survey->rules_held != x->survey->rules_tested ||
	    !(x->survey->words & 1ull << GUC_EVX_CTX_PLACED))
		return;
	guclog_engine_name(c->engine, name, sizeof(name));
	if (!strncmp(name, d->engine_class, strlen(d->engine_class)))
		memcpy(x->shown.engine, name, sizeof(name));
}

/*
 * Return: whether, according to the log, the GuC waited for the queue of the devcoredump to leave
 * its engine.
 */
static bool is_wait_for_queue(const struct explanation *x)
{
	const struct guclog_findings *v = x->found;
	const struct guclog_wait *wait = !v ? NULL : v->chosen ? &v->chosen->wait : v->pending;

	return wait && is_of_queue(x, wait->victim);
}

static void clear_wait(struct guclog_explanation *to)
{
	to->waiter = GUCLOG_NONE;
	to->wait_ns = GUCLOG_NO_TIME;
	to->limit_ns = GUCLOG_NO_TIME;
}

/*
 * If the GuC reported that it could not reset an engine, the context on that engine is the victim,
 * and not the queue of the devcoredump: the driver resets the GT and ends the jobs of all queues.
 */
static void add_failed_reset(struct explanation *x)
{
	const struct guclog_context *ctx = NULL;
	struct guclog_explanation *to = &x->shown;

	if (x->failed_engine == GUCLOG_NONE)
		return;
	if (x->a && x->survey->words & BIT_ULL(GUC_EVX_CTX_PLACED))
		ctx = contexts_at(&x->a->contexts, x->failed_engine);
	to->hang = GUCLOG_YES;
	to->failed_reset = true;
	to->victim = ctx ? ctx->guc_id : GUCLOG_NONE;
	if (is_of_queue(x, to->victim))
		to->victim = to->driver.guc_id;
	to->basis = ctx ? GUCLOG_BASIS_BOTH : GUCLOG_BASIS_DRIVER;
	to->agree = GUCLOG_UNKNOWN;
	memcpy(to->engine, to->driver.failed_engine, sizeof(to->engine));
}

/*
 * Add the facts from the driver to the members that were filled from the log. The driver names
 * the queue for which it made the devcoredump; only the log can show that this queue waited for
 * another one.
 */
static void add_driver(struct explanation *x)
{
	const struct guclog_driver *d = &x->shown.driver;
	struct guclog_explanation *to = &x->shown;
	bool known = d->guc_id != GUCLOG_NONE && d->hang == GUCLOG_YES;

	/* Name a context of a parallel queue by the first guc_id of the queue, as the dump does. */
	if (is_of_queue(x, to->victim))
		to->victim = d->guc_id;
	to->agree = agree(x);
	if (known && to->victim == d->guc_id) {
		to->basis = GUCLOG_BASIS_BOTH;
	} else if (known && d->disable_unread) {
		/* The GuC does not read messages, so no context is the cause. */
		to->victim = GUCLOG_NONE;
		to->engine[0] = '\0';
		to->stuck = stuck_name(GUCLOG_STUCK_H2G);
		to->basis = GUCLOG_BASIS_DRIVER;
	} else if (known && !log_blames(x->found)) {
		to->victim = d->guc_id;
		to->engine[0] = '\0';
		to->basis = GUCLOG_BASIS_DRIVER;
		if (!is_wait_for_queue(x))
			clear_wait(to);
	}
	/*
	 * Each context of a parallel queue has its own engine; only the log has that of the victim.
	 */
	if (to->victim != GUCLOG_NONE && to->victim == d->guc_id && *d->engine &&
	    (x->width == 1 || !*to->engine))
		memcpy(to->engine, d->engine, sizeof(to->engine));
	else if (to->victim != GUCLOG_NONE && to->victim == d->guc_id && !*to->engine)
		add_log_engine(x);
	/* The GuC stops reading when the ring of its own messages is full. */
	if (d->not_reading && to->stuck == stuck_name(GUCLOG_STUCK_H2G))
		to->stuck = "g2h";
	if (d->hang == GUCLOG_YES)
		to->hang = GUCLOG_YES;
	if (d->reset == GUCLOG_YES && d->hang == GUCLOG_YES)
		to->reset = GUCLOG_YES;
	else if (to->reset == GUCLOG_NO && d->reset == GUCLOG_UNKNOWN &&
		 d->guc_id != GUCLOG_NONE && x->gt && x->gt->ct.parsed)
		to->reset = GUCLOG_UNKNOWN;
}

static void fill_verdict(struct explanation *x, const struct guclog_explain_options *options)
{
	struct guclog_explanation *to = &x->shown;

	to->victim = GUCLOG_NONE;
	clear_wait(to);
	to->unanswered_faults = GUCLOG_NONE;
	to->analysis = x->a;
	if (x->log && x->log->layout->crash != GUCLOG_CRASH_UNKNOWN)
		to->firmware_crash = x->log->layout->crash == GUCLOG_CRASH_PRESENT ? GUCLOG_YES :
				     GUCLOG_NO;
	if (x->found)
		fill_from_log(x);
	driver_make(x);
	witness_make(x, options);
	add_driver(x);
	add_failed_reset(x);
	memory_fault_make(x);
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
	fill_verdict(x, options);
	culprit_make(x);
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
	fill_verdict(x, options);
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
