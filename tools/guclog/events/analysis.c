// SPDX-License-Identifier: GPL-2.0-only
#include "events/analysis.h"

#include "abi/guc_lic_abi.h"
#include "events/dump_facts.h"
#include "guc_clock.h"
#include "model/internal.h"
#include "events/learn/firmware.h"
#include "events/learn/log.h"
#include "read/log/log.h"

/*
 * A busy firmware notices late that a preemption timeout is over. The largest accepted delay is one
 * 20th of the timeout, or 10 ms if that is longer.
 */
#define LATE_PART	20u
#define LATE_US		10000u

/**
 * analysis_new() - begin an analysis
 * @log: the known properties of the log
 *
 * Context: allocates memory.
 * Return: an analysis to be freed with analysis_free(), or NULL if there is no memory.
 */
struct guclog_analysis *analysis_new(const struct analysis_log *log)
{
	struct guclog_analysis *a = calloc(1, sizeof(*a));

	if (!a)
		return NULL;
	a->log = *log;
	a->log.known = log->has_firmware && guc_event_known_firmware(log->firmware);
	arena_init(&a->arena, ARENA_NO_LIMIT);
	a->contexts.arena = &a->arena;
	return a;
}

/**
 * analysis_free() - free an analysis
 * @a: the analysis, may be NULL
 */
void analysis_free(struct guclog_analysis *a)
{
	if (!a)
		return;
	arena_free(&a->arena);
	if (a->learned)
		learned_free(a->learned);
	free(a);
}

/*
 * The timestamp of an event has 32 bits, which wrap after some minutes. The time between two events
 * can therefore be longer than the difference of their timestamps, by any number of wraps. After a
 * wrap, each difference is equally likely. Only a difference of at least PAUSE_MS is taken as a
 * sign of a possible wrap: at 19.2 MHz, this overlooks about one wrap in 200.
 */
#define PAUSE_MS	1000

/*
 * Store the time without events from tick @from to tick @to, if it may be longer than @to - @from.
 */
static void note_pause(struct guclog_analysis *a, s64 from, s64 to)
{
	if (!a->log.hz || to - from < analysis_us(a, PAUSE_MS * 1000))
		return;
	a->pause[a->nr_pauses % ANALYSIS_PAUSES].from = from;
	a->pause[a->nr_pauses++ % ANALYSIS_PAUSES].to = to;
}

/*
 * Count an event for the statistics of the log. @def: its definition, NULL if the dictionary
 * does not have the id of the event
 */
static void count(struct guclog_analysis *a, const struct an_event *e,
		  const struct guc_event_def *def)
{
	if (def) {
		a->known++;
		a->count[guc_event_index(def)]++;
	}
	if (!a->events) {
		a->first_tick = e->tick;
		return;
	}
	note_pause(a, a->last_tick, e->tick);
	if (e->gap) {
		a->gaps++;
	} else if (e->tick - a->last_tick > a->silence) {
		a->silence = e->tick - a->last_tick;
		a->silence_before = e->index;
		a->silence_from = a->last_tick;
	}
}

/**
 * analysis_def() - find the definition of an event
 * @a: the analysis
 * @id: id of the event
 *
 * Return: the definition, or NULL if there is none or if its name is not used for this log.
 */
const struct guc_event_def *analysis_def(const struct guclog_analysis *a, u32 id)
{
	const struct guc_event_def *def = a->learned ? learned_def(a->learned, id) :
					  guc_event_find(id);
	const struct learn_row *row;
	unsigned int n;

	if (!def)
		return NULL;
	row = a->learned ? learned_find(a->learned, id) : NULL;
	/*
	 * The name was learned, but not which bits of the arguments are the engine, so the rules
	 * cannot test the name. Use it unless the rules allow no names at all.
	 */
	if (row && !learned_is_usable(row))
		return a->result.words ? def : NULL;
	n = row ? row->event : guc_event_index(def);
	return a->result.words & BIT_ULL(n) ? def : NULL;
}

/**
 * analysis_event() - analyse the next event
 * @a: from analysis_new()
 * @e: the next event, beginning with the oldest; the caller must omit events from before the
 *	firmware was loaded again
 *
 * Logs with a higher log level and logs of other firmware have events that the dictionary does not
 * have. These events are only counted. The rules about consecutive events ignore them.
 *
 * Context: may allocate memory.
 */
void analysis_event(struct guclog_analysis *a, const struct an_event *e)
{
	struct an_event after_gap, learned;
	const struct guc_event_def *def;
	const struct guclog_context *ctx;

	if (a->learned) {
		learned = *e;
		learned_translate(a->learned, &learned.id, learned.arg);
		e = &learned;
	}
	a->gap |= e->gap || !a->events;
	def = guc_event_find(e->id);
	if (!a->log.names_only)
		count(a, e, def);
	a->events++;
	a->last_tick = e->tick;
	if (!def)
		return;
	if (a->gap != e->gap) {
		after_gap = *e;
		after_gap.gap = a->gap;
		e = &after_gap;
	}
	a->gap = false;
	sequence_event(&a->sequence, &a->rules, e);
	if (!a->log.no_resets) {
		resets_event(&a->resets, &a->rules, &a->contexts, e, a->log.hz);
		a->contexts.in_reset = resets_active(&a->resets);
	}
	contexts_event(&a->contexts, &a->rules, e, guc_event_index(def));
	if (e->id == GUC_EV_CTX_PLACED) {
		ctx = contexts_find(&a->contexts, e->arg[1]);
		a->sequence.priority = ctx ? ctx->priority : GUCLOG_NONE;
	}
	if (a->log.has_messages)
		join_event(&a->join, e);
}

static const struct analysis_context *
find_context(const struct analysis_dump *dump, u32 guc_id)
{
	unsigned int i;

	for (i = 0; i < dump->nr_contexts; i++)
		if (dump->context[i].guc_id == guc_id)
			return &dump->context[i];
	return NULL;
}

/*
 * Find the preemption timeout that was in force for the context that a reset removed, and test rule
 * R2: the wait for the engine must be as long as this timeout. xe sets the timeout of a context to
 * 1 us before it disables the context; the dump lists the timeout before that.
 */
static void check_limit(struct guclog_analysis *a, struct guclog_reset *reset,
			const struct analysis_dump *dump)
{
	const struct analysis_context *context;
	u32 guc_id = reset->wait.victim;
	s64 off;

	if (guc_id == GUCLOG_NONE && reset->nr_victims)
		guc_id = reset->victim[0].guc_id;
	if (guc_id == GUCLOG_NONE)
		return;
	if (join_timeout(&a->join, guc_id, reset->wait_known ? reset->wait.index :
			 reset->begin_index, &reset->limit_us)) {
		reset->limit_from_ct = true;
	} else if (!reset->wait.disabled) {
		context = find_context(dump, guc_id);
		if (context && context->has_timeout &&
		    context->timeout_us <= U32_MAX)
			reset->limit_us = (u32)context->timeout_us;
	}
	if (!reset->limit_us || !reset->wait_known || !a->log.hz)
		return;
	off = reset->timeout_tick - reset->wait.tick -
	      analysis_us(a, reset->limit_us);
	/*
	 * The timestamps of events have 32 bits. For a longer timeout, compare only the low 32
	 * bits.
	 */
	if (analysis_us(a, reset->limit_us) > U32_MAX)
		off = (int32_t)off;
	reset->limit_fits = off >= -analysis_us(a, 100) &&
			    off <= analysis_us(a, max(reset->limit_us / LATE_PART, LATE_US));
	rules_check(&a->rules, RULE_R2, reset->limit_fits, reset->timeout_index);
}

/*
 * Call check_limit() for each reset, and for a preemption that timed out without a reset after it.
 */
static void check_limits(struct guclog_analysis *a, const struct analysis_dump *dump)
{
	struct guclog_reset *reset;
	u64 i;

	for (i = 0; (reset = resets_newest(&a->resets, i)); i++)
		check_limit(a, reset, dump);
	analysis_find_expired(a, dump);
	if (a->expired.timed_out)
		check_limit(a, &a->expired, dump);
}

/*
 * Match the messages of the H2G ring with the events. If rule G1 fails (each message has the action
 * of its event), the messages are not from the time of the log. If words of the ring are missing
 * (@damaged of @dump), rules G2 to G7 (each message has the data of its event) can fail, too. Such
 * failures do not contradict the dictionary, so they are not counted, and the messages are not
 * used. Only the number of unread messages is kept, unless words are missing. Return: 0 or -ENOMEM.
 */
static int join(struct guclog_analysis *a, const struct analysis_dump *dump)
{
	struct rules before = a->rules;
	bool failed;
	unsigned int i;

	if (join_messages(&a->join, dump->h2g, &a->rules, &a->contexts, &a->arena))
		return -ENOMEM;
	failed = rules_failed(&a->rules, RULE_G1);
	for (i = RULE_G1; dump->damaged && i <= RULE_G7; i++)
		failed |= rules_failed(&a->rules, i);
	if (!failed)
		return 0;
	a->rules = before;
	a->join.joined = false;
	a->join.apart = true;
	if (dump->damaged)
		a->join.unread = 0;
	return 0;
}

/**
 * analysis_end_tick() - get the end of a log
 * @a: the analysis
 *
 * Return: the tick when the log was copied; if that is not known, the tick of the newest event.
 */
s64 analysis_end_tick(const struct guclog_analysis *a)
{
	if (a->log.has_now && a->log.now > a->last_tick)
		return a->log.now;
	return a->last_tick;
}

/**
 * analysis_end() - complete the analysis at the end of the log
 * @a: from analysis_new(), after all events; its members @result and @survey are set. If
 *	@names_only of its @log is true, only the results of the rules are set in @survey.
 * @dump: facts from the other sections of the devcoredump, NULL without a devcoredump; used only
 *	during the call
 *
 * Context: may allocate memory.
 * Return: 0 or -ENOMEM.
 */
int analysis_end(struct guclog_analysis *a, const struct analysis_dump *dump)
{
	static const struct analysis_dump nothing = { .engine_class = GUCLOG_NONE };
	struct rules_learned learned;

	if (!dump)
		dump = &nothing;
	if (dump->h2g && dump->h2g->usable && join(a, dump))
		return -ENOMEM;
	if (!a->log.no_resets)
		check_limits(a, dump);
	if (a->learned)
		learned = (struct rules_learned){ .words = a->learned->words,
						  .absent = a->learned->absent };
	rules_result(&a->result, &a->rules, a->log.known, a->learned ? &learned : NULL);
	if (!a->log.names_only) {
		note_pause(a, a->last_tick, analysis_end_tick(a));
		survey_make(a);
	}
	a->survey.firmware_known = a->result.known;
	a->survey.misfit = a->result.misfit;
	a->survey.rules_tested = a->result.tested;
	a->survey.rules_held = a->result.held;
	a->survey.words = a->result.words;
	return a->arena.failed ? -ENOMEM : 0;
}

/*
 * Find the tick of the trigger: the event in the driver because of which the kernel module
 * recorded the log.
 */
static void find_trigger(struct analysis_log *log, const struct event_reader *t)
{
	const struct guclog_incident *incident = &t->parsed->incident;
	s64 ns;

	/*
	 * The firmware was loaded again between the trigger and the copy of the log. The module
	 * then records the log as it was at the trigger, without the bytes that were overwritten
	 * since. So the newest event of the log is about as old as the trigger.
	 */
	if (incident->boottime_ns && incident->restarted) {
		log->has_trigger = true;
		log->trigger = t->pub.newest;
		return;
	}
	if (!incident->boottime_ns || !t->pub.anchored || !t->pub.hz)
		return;
	ns = (s64)incident->boottime_ns - event_reader_boottime_ns(t, t->pub.newest);
	log->has_trigger = true;
	log->trigger = t->pub.newest + guc_ns_to_ticks(ns, t->pub.hz);
}

/*
 * Find out whether the log begins with the load of the firmware, whether its newest events are
 * missing, and when it was copied.
 */
static void read_ends(struct analysis_log *log, const struct event_reader *t)
{
	const struct parsed_log *parsed = t->parsed;

	log->from_load = !strcmp(parsed->order, guc_order_name(GUC_ORDER_LINEAR)) &&
			  parsed->nr_runs && !parsed->run[0].gap.bytes;
	log->end_missing = parsed->layout.missing_bytes || parsed->layout.unordered || t->pub.rest;
	log->missing_bytes = parsed->layout.missing_bytes;
	log->has_now = t->pub.anchored && !parsed->anchor_of;
	log->now = (s64)t->pub.now;
	find_trigger(log, t);
}

/* Set the members of @log that are known before the events are analysed. */
static void read_facts(struct analysis_log *log, const struct event_reader *t)
{
	const struct parsed_log *parsed = t->parsed;

	log->hz = t->pub.hz;
	if (!log->names_only)
		read_ends(log, t);
	if (guc_lic_has(&parsed->lic, GUC_LIC_KEY_FW_VERSION)) {
		log->has_firmware = true;
		log->firmware = parsed->lic.value[GUC_LIC_KEY_FW_VERSION];
	} else if (guc_facts_has(&parsed->facts, GUC_FACT_guc_version)) {
		const struct guc_release *version = &parsed->facts.guc_version;

		log->has_firmware = true;
		log->firmware = version->major << 16 | version->minor << 8 |
				version->patch;
	}
}

/**
 * analysis_add_events() - analyse the events of a log
 * @a: from analysis_new(), without events
 * @t: reader at the oldest event; the call leaves it at the end
 *
 * Of a log from before and after the firmware was loaded again, only the events of one side are
 * analysed, see struct analysis_log.
 */
void analysis_add_events(struct guclog_analysis *a, struct event_reader *t)
{
	struct guclog_event e;

	while (event_reader_next(t, &e)) {
		struct an_event event = {
			.index = e.index,
			.tick = e.tick,
			.id = e.id,
			.arg = { e.arg[0], e.arg[1] },
			.gap = !a->events || e.gap_bytes,
		};

		if (e.before_load == a->log.before_load)
			analysis_event(a, &event);
	}
}

/* Largest difference of the timestamps of two events that were stored in the opposite order. */
#define ORDER_TICKS	32768

/*
 * Return: the number of the first event, in the order of time, of those from before the firmware
 * was loaded again. They are in the order of the ring's memory, so the oldest can be in the middle.
 */
static u64 first_before_load(struct event_reader *t)
{
	struct guclog_event e;
	u64 first = 0;
	u32 last = 0;

	event_reader_rewind(t);
	while (event_reader_next(t, &e) && e.before_load) {
		if (e.index && (int32_t)(e.stamp - last) < -ORDER_TICKS) {
			if (first)
				return 0;
			first = e.index;
		}
		last = e.stamp;
	}
	return first;
}

/*
 * Analyse the events from before the firmware was loaded again, in the order of time. @from, @to:
 * numbers of the first event and of the one after the last. @last: the preceding event, for the
 * timestamps; it is updated
 */
static void add_before_load(struct guclog_analysis *a, struct event_reader *t, u64 from, u64 to,
			    struct an_event *last)
{
	struct guclog_event e;

	event_reader_rewind(t);
	while (event_reader_next(t, &e) && e.before_load && e.index < to) {
		int32_t step = (int32_t)(e.stamp - (u32)last->tick);
		struct an_event event = {
			.index = a->events,
			.tick = !a->events ? e.stamp : last->tick +
				(step < 0 && step >= -ORDER_TICKS ? step : (s64)(u32)step),
			.id = e.id,
			.arg = { e.arg[0], e.arg[1] },
			.gap = e.index == from,
		};

		if (e.index < from)
			continue;
		analysis_event(a, &event);
		*last = event;
	}
}

/**
 * analysis_read_before_load() - analyse the events from before the firmware was loaded again
 * @a: the analysis of the events since the load
 * @t: reader of the log; the call leaves it at another event
 *
 * A driver that resets the GT because of a hang also loads the firmware again.
 *
 * Context: allocates memory.
 * Return: the analysis, which the caller must free with analysis_free(), or NULL if there is no
 * memory.
 */
struct guclog_analysis *analysis_read_before_load(const struct guclog_analysis *a,
						  struct event_reader *t)
{
	struct analysis_log log = a->log;
	struct an_event last = { .tick = 0 };
	struct guclog_analysis *earlier;
	u64 first;

	log.before_load = true;
	log.from_load = false;
	log.has_now = false;
	log.has_trigger = false;
	log.has_messages = false;
	earlier = analysis_new(&log);
	if (!earlier)
		return NULL;
	first = first_before_load(t);
	add_before_load(earlier, t, first, UINT64_MAX, &last);
	/* The events since the load have overwritten the events between these two parts. */
	if (first)
		add_before_load(earlier, t, 0, first, &last);
	earlier->t = *t;
	/* The clock of the GuC may have begun again with the load. */
	earlier->t.pub.anchored = false;
	earlier->t.pub.newest = earlier->last_tick;
	return earlier;
}

/*
 * Learn the event names from the log, and add the names that earlier logs of its firmware have
 * shown. Called only for a firmware from whose logs the dictionary was not made: for the firmware
 * of the dictionary, a failed rule shows that the log is damaged, not that the names differ. @gt:
 * sections of the devcoredump about the GT of the log, NULL if there are none. Return: the names,
 * or NULL if none were learned.
 */
static struct learned *learn_names(const struct guclog_analysis *a, struct event_reader *t,
				   const struct guclog_dump_gt *gt)
{
	const struct guc_facts *f = &t->parsed->facts;
	u32 device = guc_facts_has(f, GUC_FACT_pci_id) ? f->pci_id.device : 0;
	struct learned *learned;
	bool has_basis;

	has_basis = a->log.has_firmware && firmware_has_rows(a->log.firmware, device);
	if (!has_basis && !learn_log_possible(t))
		return NULL;
	learned = learn_log(t, gt);
	if (learned && has_basis && firmware_use(learned, a->log.firmware, device)) {
		learned_free(learned);
		return NULL;
	}
	if (!learned || learned->words)
		return learned;
	learned_free(learned);
	return NULL;
}

/**
 * analysis_read() - analyse a log
 * @t: reader at the oldest event; the call leaves it at the end
 * @dump: the devcoredump that has the log, NULL for a log without a devcoredump
 * @names_only: find only which names of events may be used
 * @facts: filled with the facts from @dump; they belong to the analysis
 *
 * Context: allocates memory.
 * Return: the analysis, which the caller must free with analysis_free(), or NULL if there is no
 * memory.
 */
struct guclog_analysis *analysis_read(struct event_reader *t, const struct guclog_dump *dump,
				      bool names_only, struct dump_facts *facts)
{
	struct analysis_log log = { .names_only = names_only };
	struct guclog_analysis *a;

	*facts = (struct dump_facts){ .facts.engine_class = GUCLOG_NONE };
	read_facts(&log, t);
	a = analysis_new(&log);
	if (!a)
		return NULL;
	if (dump && dump_facts_read(facts, dump, &t->parsed->facts, &a->arena))
		goto fail;
	a->log.has_messages = facts->facts.h2g;
	if (!a->log.known)
		a->learned = learn_names(a, t, facts->gt);
	a->log.no_resets = names_only && !a->learned && !t->resets;
	analysis_add_events(a, t);
	a->t = *t;
	if (!analysis_end(a, &facts->facts))
		return a;
fail:
	analysis_free(a);
	return NULL;
}

const struct guclog_survey *guclog_analysis_survey(const struct guclog_analysis *a)
{
	return &a->survey;
}
