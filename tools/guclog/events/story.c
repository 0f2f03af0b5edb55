// SPDX-License-Identifier: GPL-2.0-only
#include "events/story.h"

#include "known/known.h"
#include "util/msg.h"

#define NS	1000000000ll

static void append(struct story_line *line, const char *fmt, va_list args)
{
	char *more = NULL, *whole = NULL;

	if (vasprintf(&more, fmt, args) < 0)
		return;
	if (asprintf(&whole, "%s%s", line->text ? line->text : "", more) >= 0) {
		free(line->text);
		line->text = whole;
	}
	free(more);
}

/**
 * story_add() - begin another sentence
 * @story: the story; a sentence too many is left out
 * @fmt: as printf()
 */
void story_add(struct story *story, const char *fmt, ...)
{
	va_list args;

	if (story->nr == STORY_MAX_LINES)
		return;
	story->line[story->nr] = (struct story_line){ .text = NULL };
	va_start(args, fmt);
	append(&story->line[story->nr++], fmt, args);
	va_end(args);
}

/**
 * story_more() - go on with the sentence
 * @story: the story
 * @fmt: as printf()
 */
void story_more(struct story *story, const char *fmt, ...)
{
	va_list args;

	if (!story->nr)
		return;
	va_start(args, fmt);
	append(&story->line[story->nr - 1], fmt, args);
	va_end(args);
}

/**
 * story_prove() - name an event that proves the sentence
 * @story: the story
 * @index: of the event
 */
void story_prove(struct story *story, u64 index)
{
	struct story_line *line = &story->line[story->nr - 1];

	if (story->nr && line->nr < STORY_MAX_EVENTS && index != GUCLOG_NO_EVENT)
		line->event[line->nr++] = index;
}

/**
 * story_when() - a point in time
 * @story: the story
 * @tick: of an event
 * @buf: for the text
 *
 * Return: @buf: seconds since boot where these are known.
 */
const char *story_when(const struct story *story, s64 tick, char buf[STORY_TEXT])
{
	const struct guclog_timeline *t = &story->log->t;
	s64 ns;

	if (t->anchored) {
		ns = guclog_timeline_boottime_ns(t, tick);
		if (ns >= 0) {
			snprintf(buf, STORY_TEXT, "%lld.%06lld", ns / NS,
				 ns % NS / 1000);
			return buf;
		}
	}
	if (t->hz)
		snprintf(buf, STORY_TEXT, "%.6f s before the newest event",
			 (double)(t->newest - tick) / t->hz);
	else
		snprintf(buf, STORY_TEXT, "tick %lld", tick);
	return buf;
}

/**
 * story_span() - a length of time
 * @story: the story
 * @ticks: the time
 * @buf: for the text
 *
 * Return: @buf.
 */
const char *story_span(const struct story *story, s64 ticks,
		       char buf[STORY_TEXT])
{
	u32 hz = story->log->t.hz;
	double seconds = hz ? (double)ticks / hz : 0;

	if (!hz)
		snprintf(buf, STORY_TEXT, "%lld ticks", ticks);
	else if (seconds >= 1)
		snprintf(buf, STORY_TEXT, "%.1f s", seconds);
	else if (seconds >= 0.001)
		snprintf(buf, STORY_TEXT, "%.3f ms", seconds * 1000);
	else
		snprintf(buf, STORY_TEXT, "%.1f us", seconds * 1000000);
	return buf;
}

/**
 * story_engine() - the name of an engine
 * @engine: number of the engine, or GUCLOG_NONE
 * @buf: for the text
 *
 * Return: @buf.
 */
const char *story_engine(u32 engine, char buf[STORY_TEXT])
{
	if (engine == GUCLOG_NONE)
		snprintf(buf, STORY_TEXT, "an unknown engine");
	else
		guclog_engine_name(engine, buf, STORY_TEXT);
	return buf;
}

static void tell_span(struct story *story)
{
	const struct guclog_survey *a = story->log->survey;
	char from[STORY_TEXT], to[STORY_TEXT], span[STORY_TEXT];

	story_span(story, a->last_tick - a->first_tick, span);
	if (story->log->t.anchored)
		story_add(story, "The log has %llu events from %s to %s: %s",
			  (u64)a->events, story_when(story, a->first_tick, from),
			  story_when(story, a->last_tick, to), span);
	else
		story_add(story, "The log has %llu events over %s, without the host's time",
			  (u64)a->events, span);
	if (a->gaps)
		story_more(story, ", with %llu gap%s", (u64)a->gaps,
			   a->gaps == 1 ? "" : "s");
	if (a->end_missing)
		story_more(story, "; the newest events are missing, or their order is not known");
	story_more(story, ".");
}

/* A screen has no room for more. */
#define MAX_KNOWN	3

static void tell_known(struct story *story)
{
	const struct analysed_log *log = story->log;
	const struct known_trouble *k;
	unsigned int i = 0, told = 0;
	struct known_case c;

	known_describe(&c, log ? &log->view.facts : NULL, log ? log->found : NULL, story->dump);
	while (told++ < MAX_KNOWN && (k = known_next(&c, &i)))
		story_add(story, "Looks like known trouble %s: %s. See %s", k->id,
			  k->known, k->link);
}

/* What the module recorded the log for. */
static void tell_trigger(struct story *story)
{
	const struct guclog_incident *i = guclog_log_incident(story->log->view.handle);

	if (!i->boottime_ns)
		return;
	story_add(story, "The module recorded this log; the trigger at %llu.%06llu: %s",
		  (u64)i->boottime_ns / NS, (u64)i->boottime_ns % NS / 1000, i->trigger);
	if (i->has_guc_id)
		story_more(story, " of guc_id %u", i->guc_id);
	if (*i->engine)
		story_more(story, " on %s", i->engine);
	story_more(story, ".");
}

/* What hangs comes first: the reset, or what is stuck. */
static void tell_hang(struct story *story)
{
	const struct guclog_findings *v = story->log->found;
	bool stuck = v->hang == GUCLOG_YES && v->reset != GUCLOG_YES;

	if (stuck)
		story_open(story);
	story_reset(story);
	if (!stuck)
		story_open(story);
}

/**
 * story_make() - describe a log and its devcoredump in sentences
 * @story: filled; free it with story_free()
 * @log: the log with its analysis, NULL for a devcoredump without a log
 * @dump: the devcoredump, NULL without
 */
void story_make(struct story *story, const struct analysed_log *log,
		const struct guclog_tree *dump)
{
	*story = (struct story){ .log = log, .dump = dump };
	if (log)
		tell_trigger(story);
	if (log && log->a && log->survey->events) {
		tell_hang(story);
		story_faults(story);
		story_contexts(story);
		tell_span(story);
	} else if (log) {
		story_add(story, "No verdict: the log has no events of a known version.");
	}
	if (dump)
		story_dump(story);
	tell_known(story);
	if (log && log->a)
		story_dictionary(story);
}

/**
 * story_free() - free a story
 * @story: from story_make()
 */
void story_free(struct story *story)
{
	while (story->nr)
		free(story->line[--story->nr].text);
}
