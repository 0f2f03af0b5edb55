// SPDX-License-Identifier: GPL-2.0-only
#include "explain/explanation.h"
#include "explain/analysis.h"
#include "read/log/log.h"

#include "base/printable.h"
#include "model/known_names.h"

#define NS	1000000000ll

/*
 * Add text to a sentence. Names in the text are from the input and can have any bytes. Control
 * characters are written as "\xNN", because a terminal could interpret them.
 */
static void append(struct sentence *s, const char *fmt, va_list args)
{
	struct arena *arena = s->text.arena;
	char *text = arena_vprintf(arena, fmt, args);
	const char *rest = text;
	char next[PRINTABLE_MAX];

	while (rest && *rest)
		textbuf_bytes(&s->text, next, printable_next(&rest, next));
	arena_drop(arena, text);
}

/**
 * sentence_begin() - begin another sentence
 * @x: the explanation
 * @fmt: format as for printf()
 *
 * Context: allocates memory; a failure makes guclog_explain() return NULL.
 */
void sentence_begin(struct explanation *x, const char *fmt, ...)
{
	struct sentence **list, *s;
	va_list args;

	s = arena_zero(&x->arena, sizeof(*s));
	list = s ? arena_room(&x->arena, x->sentence, x->shown.nr_sentences, sizeof(*list)) : NULL;
	if (!list)
		return;
	x->sentence = list;
	s->shown.basis = x->basis;
	list[x->shown.nr_sentences++] = s;
	textbuf_init(&s->text, &x->arena);
	va_start(args, fmt);
	append(s, fmt, args);
	va_end(args);
}

static struct sentence *newest(const struct explanation *x)
{
	return x->shown.nr_sentences ? x->sentence[x->shown.nr_sentences - 1] : NULL;
}

/**
 * sentence_more() - add text to the newest sentence
 * @x: the explanation
 * @fmt: format as for printf()
 *
 * Context: allocates memory; a failure makes guclog_explain() return NULL.
 */
void sentence_more(struct explanation *x, const char *fmt, ...)
{
	struct sentence *s = newest(x);
	va_list args;

	if (!s)
		return;
	va_start(args, fmt);
	append(s, fmt, args);
	va_end(args);
}

/**
 * sentence_is() - set how certain the newest sentence is
 * @x: the explanation
 * @certainty: the certainty; without this call it is GUCLOG_CERTAINTY_READ
 */
void sentence_is(struct explanation *x, enum guclog_certainty certainty)
{
	struct sentence *s = newest(x);

	if (s)
		s->shown.certainty = certainty;
}

/**
 * sentence_says() - set the source of the newest sentence
 * @x: the explanation
 * @basis: source of the facts in the sentence
 */
void sentence_says(struct explanation *x, enum guclog_basis basis)
{
	struct sentence *s = newest(x);

	if (s)
		s->shown.basis = basis;
}

/**
 * sentence_proof() - add an event that proves the newest sentence
 * @x: the explanation
 * @index: index of the event; GUCLOG_NO_EVENT for none. Of each sentence, only the first
 *	SENTENCE_EVENTS events are stored.
 */
void sentence_proof(struct explanation *x, u64 index)
{
	struct sentence *s = newest(x);

	/* The events from before the firmware was loaded again have no index of their own. */
	if (x->survey && x->survey->before_load)
		return;
	if (s && s->shown.nr_events < SENTENCE_EVENTS && index != GUCLOG_NO_EVENT)
		s->event[s->shown.nr_events++] = index;
}

/**
 * sentence_proofs() - count the events that prove the newest sentence
 * @x: the explanation
 *
 * Return: number of events that were added with sentence_proof().
 */
unsigned int sentence_proofs(const struct explanation *x)
{
	const struct sentence *s = newest(x);

	return s ? s->shown.nr_events : 0;
}

/**
 * time_text() - write a point in time as text
 * @x: the explanation
 * @tick: tick of an event
 * @buf: for the text
 *
 * Return: @buf, with the time of the event in seconds since boot. If this is not known, with the
 * time from the event to the newest event; if that is not known either, with the tick. The text
 * also has "or earlier" or "at least" if the event can be earlier, see analysis_may_be_longer().
 */
const char *time_text(const struct explanation *x, s64 tick, char buf[TEXT_MAX])
{
	const struct event_reader *t = &x->a->t;
	s64 ns;

	if (t->pub.anchored) {
		ns = event_reader_boottime_ns(t, tick);
		if (ns >= 0) {
			snprintf(buf, TEXT_MAX, "%lld.%06lld%s", ns / NS, ns % NS / 1000,
				 analysis_may_be_longer(x->a, tick, analysis_end_tick(x->a)) ?
				 " or earlier" : "");
			return buf;
		}
	}
	if (t->pub.hz)
		snprintf(buf, TEXT_MAX, "%.6f s%s before the newest event",
			 (double)(t->pub.newest - tick) / t->pub.hz,
			 analysis_may_be_longer(x->a, tick, t->pub.newest) ? " or more" : "");
	else
		snprintf(buf, TEXT_MAX, "tick %lld", tick);
	return buf;
}

/**
 * span_text() - write a length of time as text
 * @x: the explanation
 * @ticks: the time
 * @buf: for the text
 *
 * Return: @buf.
 */
const char *span_text(const struct explanation *x, s64 ticks,
		      char buf[TEXT_MAX])
{
	analysis_span(x->a, ticks, BOUND_NONE, buf, TEXT_MAX);
	return buf;
}

/**
 * least_text() - write a lower bound of a length of time as text
 * @x: the explanation
 * @ticks: the bound
 * @buf: for the text
 *
 * Return: @buf, rounded down.
 */
const char *least_text(const struct explanation *x, s64 ticks, char buf[TEXT_MAX])
{
	analysis_span(x->a, ticks, BOUND_LEAST, buf, TEXT_MAX);
	return buf;
}

/**
 * most_text() - write an upper bound of a length of time as text
 * @x: the explanation
 * @ticks: the bound
 * @buf: for the text
 *
 * Return: @buf, rounded up.
 */
const char *most_text(const struct explanation *x, s64 ticks, char buf[TEXT_MAX])
{
	analysis_span(x->a, ticks, BOUND_MOST, buf, TEXT_MAX);
	return buf;
}

static const char *put_between(const struct explanation *x, s64 from, s64 to, bool least,
			       char buf[TEXT_MAX])
{
	char span[TEXT_MAX - sizeof("at least ")];

	analysis_span(x->a, to - from, least ? BOUND_LEAST : BOUND_NONE, span, sizeof(span));
	snprintf(buf, TEXT_MAX, "%s%s", least ? "at least " : "", span);
	return buf;
}

/**
 * between_text() - write the time between two ticks as text
 * @x: the explanation
 * @from: tick of an event
 * @to: a later tick
 * @buf: for the text
 *
 * Return: @buf, with "at least" before the time if it can be longer than the ticks show.
 */
const char *between_text(const struct explanation *x, s64 from, s64 to, char buf[TEXT_MAX])
{
	return put_between(x, from, to, analysis_may_be_longer(x->a, from, to), buf);
}

/**
 * since_text() - write as text how long a context has been on its engine
 * @x: the explanation
 * @known: the log has the event that placed the context on the engine
 * @since: tick of this event; otherwise a tick at which the context was already on the engine
 * @to: a later tick
 * @buf: for the text
 *
 * Return: @buf, with "at least" before the time if it can be longer.
 */
const char *since_text(const struct explanation *x, bool known, s64 since, s64 to,
		       char buf[TEXT_MAX])
{
	return put_between(x, since, to, !known || analysis_may_be_longer(x->a, since, to), buf);
}

/**
 * wait_text() - write as text how long the GuC waited for the engine before the reset
 * @x: the explanation, whose findings have a reset with a wait
 * @buf: for the text
 *
 * If the preemption timeout that limited the wait is known and shorter than a wrap of the GuC's
 * clock, the wait was certainly not longer than its ticks show.
 *
 * Return: @buf.
 */
const char *wait_text(const struct explanation *x, char buf[TEXT_MAX])
{
	const struct guclog_findings *v = x->found;
	s64 from = v->chosen->wait.tick;

	if (v->limit_us && analysis_us(x->a, v->limit_us) <= U32_MAX)
		return span_text(x, v->wait_ticks, buf);
	return between_text(x, from, from + v->wait_ticks, buf);
}

/**
 * engine_text() - write the name of an engine
 * @engine: number of the engine, or GUCLOG_NONE
 * @buf: for the text
 *
 * Return: @buf.
 */
const char *engine_text(u32 engine, char buf[TEXT_MAX])
{
	if (engine == GUCLOG_NONE)
		snprintf(buf, TEXT_MAX, "an unknown engine");
	else
		guclog_engine_name(engine, buf, TEXT_MAX);
	return buf;
}

/*
 * Add the sentence about the time that the events of the log cover. The clock of the GuC can have
 * wrapped in a gap, except in a stream, which has several anchors; so the oldest event can be
 * earlier than it seems. If analysis_may_be_longer() is true, time_text() and between_text()
 * already add "or earlier" and "at least".
 */
static void say_span(struct explanation *x)
{
	const struct guclog_survey *a = x->survey;
	bool earlier = x->a->t.pub.inner_gap && !x->log->layout->stream &&
		       !analysis_may_be_longer(x->a, a->first_tick, a->last_tick);
	const char *least = earlier ? "at least " : "";
	char from[TEXT_MAX], to[TEXT_MAX], span[TEXT_MAX];
	const char *plural = a->events == 1 ? "" : "s";

	between_text(x, a->first_tick, a->last_tick, span);
	if (x->a->t.pub.anchored) {
		sentence_begin(x, "The log has %llu event%s from %s%s to %s: %s%s",
			       (u64)a->events, plural, time_text(x, a->first_tick, from),
			       earlier ? " or earlier" : "", time_text(x, a->last_tick, to), least,
			       span);
	} else {
		sentence_begin(x, "The log has %llu event%s over %s%s", (u64)a->events, plural,
			       least, span);
		sentence_more(x, " (their times are not related to the host's clock)");
	}
	if (a->before_load)
		sentence_more(x, ", all from before the firmware was loaded again");
	if (a->gaps)
		sentence_more(x, ", with %llu gap%s", (u64)a->gaps,
			      a->gaps == 1 ? "" : "s");
	if (a->end_missing)
		sentence_more(x, "; the newest events are missing, or their order is not known");
	sentence_more(x, ".");
}

/*
 * For a log that the kernel module recorded: add the sentence about the trigger, the event because
 * of which it was recorded.
 */
static void say_trigger(struct explanation *x)
{
	const struct guclog_incident *i = x->log->incident;

	if (!i->boottime_ns)
		return;
	sentence_begin(x, "The module recorded this log; the trigger at %llu.%06llu: %s",
		       (u64)i->boottime_ns / NS, (u64)i->boottime_ns % NS / 1000, i->trigger);
	if (i->has_guc_id)
		sentence_more(x, " of guc_id %u", i->guc_id);
	if (*i->engine)
		sentence_more(x, " on %s", i->engine);
	sentence_more(x, ".");
	culprit_say(x);
}

/*
 * Describe the engine reset and the unanswered requests. If a request is stuck and no engine was
 * reset, the requests are described first, because they are the hang.
 */
static void say_hang(struct explanation *x)
{
	const struct guclog_findings *v = x->found;
	bool stuck = v->hang == GUCLOG_YES && v->reset != GUCLOG_YES;

	if (stuck)
		explain_open(x);
	explain_reset(x);
	if (!stuck)
		explain_open(x);
}

static bool is_not_written(const struct guclog_log *log)
{
	const struct guc_log *core = &log_of(log)->parsed.log;

	return core->nr_faults && core->fault[0].code == GUC_FAULT_NOT_WRITTEN;
}

/**
 * explain_all() - add all sentences about a log and its devcoredump
 * @x: the explanation, with its verdict
 *
 * Context: allocates memory; a failure makes guclog_explain() return NULL.
 */
void explain_all(struct explanation *x)
{
	x->basis = x->shown.basis;
	explain_head(x);
	x->basis = GUCLOG_BASIS_RECORD;
	if (x->log)
		say_trigger(x);
	x->basis = GUCLOG_BASIS_LOG;
	if (x->a && x->survey->events) {
		say_hang(x);
		explain_faults(x);
		explain_contexts(x);
		explain_captures(x);
		say_span(x);
	} else if (x->log) {
		sentence_begin(x, "No verdict: the log has no events%s.",
			       is_not_written(x->log) ?
			       ", because the GuC has not written it: all bytes are 0" :
			       x->log->layout->bytes ? " in a known format version" :
			       x->log->before_load.len ?
			       " from after the last load of the firmware" : "");
		sentence_is(x, GUCLOG_CERTAINTY_UNKNOWN);
	}
	x->basis = GUCLOG_BASIS_DRIVER;
	if (x->dump)
		explain_dump(x);
	x->basis = GUCLOG_BASIS_KERNEL_LOG;
	explain_witnesses(x);
	x->basis = GUCLOG_BASIS_REPORTS;
	explain_known(x);
	x->basis = GUCLOG_BASIS_LOG;
	if (x->a)
		explain_dictionary(x);
	explain_advice(x);
}
