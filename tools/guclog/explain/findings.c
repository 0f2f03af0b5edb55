// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* Functions of guclog.h that return the results of the analysis of a log. */
#include "explain/analysis.h"
#include "events/dump_facts.h"
#include "events/events.h"
#include "model/internal.h"
#include "read/log/log.h"
#include "model/known_names.h"

const struct guclog_findings *guclog_analysis_findings(const struct guclog_analysis *a)
{
	return &a->verdict;
}

int64_t guclog_analysis_ns(const struct guclog_analysis *a, int64_t ticks)
{
	return a->log.hz ? guc_ticks_to_ns(ticks, a->log.hz) : 0;
}

/**
 * analysis_may_have_wrapped() - find out whether the GuC's clock can have wrapped before a tick
 * @a: the analysis
 * @tick: tick of an event
 *
 * Events have only the low 32 bits of the clock. These cannot have wrapped if the machine had run
 * for less than 2^32 ticks. In a stream, clock anchors show each wrap, so no wrap can be overlooked
 * and the result is false.
 *
 * Return: whether the clock may have run for 2^32 ticks or more before the tick.
 */
bool analysis_may_have_wrapped(const struct guclog_analysis *a, s64 tick)
{
	const struct event_reader *t = &a->t;

	if (!t->parsed || (t->parsed->layout.stream && t->parsed->nr_anchors))
		return false;
	return !t->pub.anchored || event_reader_boottime_ns(t, tick) >=
				   guc_ticks_to_ns((s64)U32_MAX + 1, a->log.hz);
}

/**
 * analysis_may_be_longer() - find out whether a time can be longer than the difference of its ticks
 * @a: the analysis
 * @from: tick of an event
 * @to: tick of a later event, or analysis_end_tick()
 *
 * The timestamps of events have only 32 bits. If no event was written for long enough between two
 * events, the timestamps can have wrapped unseen, see analysis_may_have_wrapped().
 *
 * Return: whether the time can be longer, by a multiple of 2^32 ticks.
 */
bool analysis_may_be_longer(const struct guclog_analysis *a, s64 from, s64 to)
{
	u64 i, nr = min_t(u64, a->nr_pauses, ANALYSIS_PAUSES);
	bool found = a->nr_pauses > nr && from < a->pause[a->nr_pauses % ANALYSIS_PAUSES].from;

	for (i = 0; i < nr; i++)
		found |= a->pause[i].from >= from && a->pause[i].to <= to;
	return found && analysis_may_have_wrapped(a, from);
}

/* Return: @value rounded for the text to 1/@parts; a bound stays true. */
static double rounded(double value, unsigned int parts, enum bound bound)
{
	double whole = (double)(s64)(value * parts);

	if (bound == BOUND_NONE)
		return value;
	if (bound == BOUND_MOST && whole < value * parts)
		whole++;
	return whole / parts;
}

/**
 * analysis_span() - get a length of time as text
 * @a: the analysis
 * @ticks: the time
 * @bound: the direction in which the time is rounded
 * @buf: destination
 * @size: bytes at @buf
 *
 * Return: length of the text, such as "160.7 s", "640.002 ms" or "2.4 us"; the number of
 * ticks if the frequency of the GuC's clock is not known.
 */
size_t analysis_span(const struct guclog_analysis *a, s64 ticks, enum bound bound, char *buf,
		     size_t size)
{
	double seconds = a->log.hz ? (double)ticks / a->log.hz : 0;
	struct guc_text text = guclog_text(buf, size);

	if (!a->log.hz)
		guc_text_add(&text, "%lld ticks", (s64)ticks);
	else if (seconds >= 1)
		guc_text_add(&text, "%.1f s", rounded(seconds, 10, bound));
	else if (seconds >= 0.001)
		guc_text_add(&text, "%.3f ms", rounded(seconds * 1000, 1000, bound));
	else
		guc_text_add(&text, "%.1f us", rounded(seconds * 1000000, 10, bound));
	return text.len;
}

const struct guclog_context *
guclog_analysis_context(const struct guclog_analysis *a, unsigned int i)
{
	return i < a->contexts.nr ? &a->contexts.ctx[i] : NULL;
}

/* The names of events that are needed to know which context is on an engine. */
#define NEEDED	(BIT_ULL(GUC_EVX_CTX_READY) | BIT_ULL(GUC_EVX_CTX_PLACED) | \
		 BIT_ULL(GUC_EVX_CTX_OFF_ENGINE) | BIT_ULL(GUC_EVX_CTX_NOT_READY))

bool guclog_analysis_has_contexts(const struct guclog_analysis *a)
{
	return !(~a->result.words & NEEDED);
}

/**
 * analysis_running() - get a context that is on an engine when the log ends
 * @a: the analysis
 * @i: number of the context, from 0, in the order of the engines
 *
 * Return: the context; NULL after the last one.
 */
const struct guclog_context *analysis_running(const struct guclog_analysis *a, unsigned int i)
{
	u32 engine;

	for (engine = 0; engine < AN_ENGINES; engine++) {
		const struct guclog_context *ctx = contexts_at(&a->contexts, engine);

		if (ctx && ctx->on_engine && !i--)
			return ctx;
	}
	return NULL;
}

int64_t guclog_analysis_on_ticks(const struct guclog_analysis *a, const struct guclog_context *ctx)
{
	return contexts_on_ticks(ctx, a->last_tick);
}

int64_t guclog_analysis_wait_ticks(const struct guclog_analysis *a,
				   const struct guclog_context *ctx, bool *least)
{
	s64 wait = ctx->state == GUCLOG_CONTEXT_READY ? a->last_tick - ctx->since : 0;

	*least = wait > ctx->longest_wait;
	return *least ? wait : ctx->longest_wait;
}

/**
 * analysis_wait() - get an unanswered request to switch out at the end of the log
 * @a: the analysis
 * @i: number of the request, from 0
 *
 * Return: the request; NULL after the last one.
 */
const struct guclog_wait *analysis_wait(const struct guclog_analysis *a, unsigned int i)
{
	u32 engine;

	for (engine = 0; engine < AN_ENGINES; engine++)
		if (a->resets.preemptions.wait[engine].open && !i--)
			return &a->resets.preemptions.wait[engine];
	return NULL;
}

const struct guclog_reset *guclog_analysis_reset(const struct guclog_analysis *a, unsigned int i)
{
	u64 nr = a->resets.nr;

	if (i >= a->survey.resets)
		return NULL;
	return &a->resets.reset[(nr - a->survey.resets + i) % RESET_MAX];
}

int guclog_analysis_rule(const struct guclog_analysis *a, unsigned int i,
			 struct guclog_rule *rule)
{
	static const struct rule_count none;
	const struct rule_count *count;
	const struct rule_def *def;

	if (i >= RULE_COUNT)
		return -ENOENT;
	def = &rule_defs[i];
	count = a->learned && rules_ignore(i, a->learned->words) ? &none : &a->rules.count[i];
	*rule = (struct guclog_rule){
		.name = def->name,
		.text = def->text,
		.off_text = def->off_text,
		.wanted_percent = def->wanted,
		.weak = def->weak,
		.few = count->checks < RULE_MIN_CHECKS,
		.failed = a->result.failed >> i & 1,
		.checks = count->checks,
		.hits = count->hits,
		.failed_at = count->failed_at,
	};
	return 0;
}

int guclog_analysis_id(const struct guclog_analysis *a, unsigned int i, uint32_t *id,
		       uint64_t *count)
{
	if (i >= GUC_EVX_COUNT)
		return -ENOENT;
	*id = guc_event_table[i].id;
	*count = a->count[i];
	return 0;
}

/**
 * analysis_message() - get the event about a message of the driver
 * @a: the analysis
 * @i: number of the message in the H2G ring of the devcoredump; 0 is the newest message
 * @fence: set to the fence of the message
 * @index: set to the index of the event, GUCLOG_NO_EVENT if the message has no event
 *
 * Return: 0; -ENOENT after the oldest message, or if the messages of the ring do not match the log.
 */
int analysis_message(const struct guclog_analysis *a, unsigned int i, uint32_t *fence,
		     uint64_t *index)
{
	if (!a->join.joined || i >= a->join.nr)
		return -ENOENT;
	*fence = a->join.msg[i].fence;
	*index = a->join.msg[i].index;
	return 0;
}

/* Report the periods of contexts (see guclog_slice_fn) that have not ended when the log ends. */
static void end_slices(const struct guclog_analysis *a)
{
	const struct contexts *contexts = &a->contexts;
	unsigned int i;

	for (i = 0; i < contexts->nr; i++) {
		const struct guclog_context *ctx = &contexts->ctx[i];

		contexts->slice(contexts->slice_context, ctx, false, ctx->since, a->last_tick);
		if (ctx->on_engine)
			contexts->slice(contexts->slice_context, ctx, true, ctx->on_since,
					a->last_tick);
	}
}

int guclog_events_slices(const struct guclog_events *events, guclog_slice_fn slice,
			 void *context)
{
	struct guclog_analysis *a = analysis_new(&events->analysis->log);
	struct event_reader reader;
	int err;

	if (!a)
		return -ENOMEM;
	a->contexts.slice = slice;
	a->contexts.slice_context = context;
	event_reader_open(&reader, &log_of(events->log)->parsed);
	analysis_add_events(a, &reader);
	end_slices(a);
	err = a->arena.failed ? -ENOMEM : 0;
	analysis_free(a);
	return err;
}

const char *guclog_context_state_name(enum guclog_context_state state)
{
	static const char * const names[] = {
		[GUCLOG_CONTEXT_SEEN] = "state not known",
		[GUCLOG_CONTEXT_REGISTERED] = "registered",
		[GUCLOG_CONTEXT_ENABLED] = "enabled",
		[GUCLOG_CONTEXT_READY] = "waits for an engine",
		[GUCLOG_CONTEXT_PLACED] = "submitted to its engine",
		[GUCLOG_CONTEXT_RUNNING] = "runs",
		[GUCLOG_CONTEXT_PREEMPTING] = "asked to leave its engine",
		[GUCLOG_CONTEXT_SWITCHED_OUT] = "switched out",
		[GUCLOG_CONTEXT_IDLE] = "idle",
		[GUCLOG_CONTEXT_RESET] = "taken off by a reset",
		[GUCLOG_CONTEXT_DISABLED] = "disabled",
		[GUCLOG_CONTEXT_DEREGISTERED] = "deregistered",
	};

	return (unsigned int)state < ARRAY_SIZE(names) ? names[state] : names[0];
}

/**
 * stuck_name() - get the name of a kind of request that is stuck
 * @stuck: the kind of request
 *
 * Return: a constant string, or NULL if nothing is stuck or if the kind is unknown.
 */
const char *stuck_name(enum guclog_stuck stuck)
{
	static const char * const names[] = {
		[GUCLOG_STUCK_SUBMIT] = "submit",
		[GUCLOG_STUCK_H2G] = "h2g",
		[GUCLOG_STUCK_DISABLE] = "disable",
		[GUCLOG_STUCK_DEREGISTER] = "deregister",
	};

	return (unsigned int)stuck < ARRAY_SIZE(names) ? names[stuck] : NULL;
}

size_t guclog_engine_name(uint32_t engine, char *buf, size_t size)
{
	struct guc_text text = guclog_text(buf, size);
	char name[32];

	guc_engine_name(name, sizeof(name), an_engine_class(engine), an_engine_instance(engine));
	guc_text_add(&text, "%s", name);
	return text.len;
}

size_t guclog_context_engine(const struct guclog_context *context, char *buf, size_t size)
{
	const char *class = guc_event_class_name(context->engine_class);
	struct guc_text text = guclog_text(buf, size);

	if (context->engine != GUCLOG_NONE)
		return guclog_engine_name(context->engine, buf, size);
	if (context->engine_class < GUC_CLASS_COUNT && class)
		guc_text_add(&text, "%s", class);
	return text.len;
}

/*
 * Take the analysis of the events from before the firmware was loaded again, if only they show a
 * hang. But if the module recorded the log because of a trigger, and the firmware was not loaded
 * again since the trigger, these events belong to an earlier hang. @facts: facts from the
 * devcoredump; its CT rings are from after the load. Return: 0 or -ENOMEM.
 */
static int prefer_before_load(struct guclog_analysis **a, struct event_reader *t,
			      const struct analysis_dump *facts)
{
	struct analysis_dump dump = *facts;
	struct guclog_analysis *earlier;

	if (!(*a)->log.known || !t->pub.before_load || (*a)->verdict.hang == GUCLOG_YES ||
	    t->parsed->not_restarted)
		return 0;
	dump.h2g = NULL;
	dump.g2h = NULL;
	earlier = analysis_read_before_load(*a, t);
	if (!earlier || analysis_end(earlier, &dump) || verdict_make(earlier, &dump)) {
		analysis_free(earlier);
		return -ENOMEM;
	}
	if (earlier->verdict.hang == GUCLOG_YES) {
		analysis_free(*a);
		*a = earlier;
	} else {
		analysis_free(earlier);
	}
	return 0;
}

/**
 * analysis_of_log() - analyse a log
 * @log: the log, which must remain valid
 * @error: set to 0, or to the reason why the log cannot be analysed: -EPROTONOSUPPORT if the
 *	version of its entries is not known, -ENOENT if it has no events, or -ENOMEM
 *
 * Return: the analysis, which the caller must free with analysis_free(), or NULL on an error.
 */
struct guclog_analysis *analysis_of_log(const struct guclog_log *log, struct guclog_error *error)
{
	struct guclog_analysis *a = NULL;
	struct dump_facts facts;
	struct event_reader t;
	int err = -ENOENT;

	if (event_reader_open(&t, &log_of(log)->parsed)) {
		a = analysis_read(&t, log->dump, false, &facts);
		err = a ? verdict_make(a, &facts.facts) : -ENOMEM;
		if (!err)
			err = prefer_before_load(&a, &t, &facts.facts);
	} else if (log_of(log)->parsed.nr_runs || log_of(log)->parsed.before_load.len) {
		err = -EPROTONOSUPPORT;
	}
	error_set(error, err, NULL, err ? guclog_strerror(err) : "");
	if (!err)
		return a;
	analysis_free(a);
	return NULL;
}

struct guclog_events *log_events_open(const struct guclog_log *log, unsigned int flags,
				      struct guclog_error *error)
{
	struct guclog_error why;
	struct guclog_analysis *a;

	if (flags & (GUCLOG_EVENTS_PLAIN | GUCLOG_EVENTS_NAMES))
		return events_open(log, flags, NULL, error);
	a = analysis_of_log(log, &why);
	if (a)
		return events_open(log, flags, a, error);
	events_error(error, why.code, log);
	return NULL;
}
