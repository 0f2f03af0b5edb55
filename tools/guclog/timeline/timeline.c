// SPDX-License-Identifier: GPL-2.0-only
#include "timeline/timeline.h"

#include "guc_facts.h"
#include "model/internal.h"

static struct timeline *timeline_of(struct guclog_timeline *t)
{
	return (struct timeline *)t;
}

/**
 * timeline_add_source() - add a source of items: a log, the CT rings of its GT, or a text
 * @t: the timeline
 * @kind: kind of the source
 * @name: name of the source
 *
 * Return: the source, or NULL if there is no memory.
 */
struct guclog_source *timeline_add_source(struct timeline *t, enum guclog_source_kind kind,
					  const char *name)
{
	static const char * const short_names[] = {
		[GUCLOG_SOURCE_LOG] = "guc", [GUCLOG_SOURCE_CT] = "ct",
		[GUCLOG_SOURCE_KERNEL_LOG] = "kernel", [GUCLOG_SOURCE_TRACE] = "trace",
	};
	unsigned int i, before = 0;
	struct guclog_source **sources, *s;

	for (i = 0; i < t->nr_sources; i++)
		before += t->source[i]->kind == kind;
	sources = arena_room(&t->arena, t->source, t->nr_sources, sizeof(s));
	if (!sources)
		return NULL;
	t->source = sources;
	s = arena_zero(&t->arena, sizeof(*s));
	if (!s)
		return NULL;
	s->kind = kind;
	s->index = t->nr_sources;
	s->number = before;
	s->uncertainty_ns = GUCLOG_NO_BOUND;
	s->name = arena_strdup(&t->arena, name);
	s->short_name = arena_printf(&t->arena, "%s%u", short_names[kind], before);
	if (!s->name || !s->short_name)
		return NULL;
	t->source[t->nr_sources++] = s;
	return s;
}

/**
 * timeline_add_item() - add an item
 * @t: the timeline
 * @source: source of the item
 * @ns: time of the item: the time since boot if the clock of @source can be converted to it
 *	(@source->placed is true), else the time on that clock
 *
 * Return: the item, valid until the next one is added, or NULL if there is no memory.
 */
struct guclog_item *timeline_add_item(struct timeline *t, struct guclog_source *source, s64 ns)
{
	struct guclog_item *items = arena_room(&t->arena, t->items, t->nr_items,
					       sizeof(*items));

	if (!items)
		return NULL;
	t->items = items;
	items += t->nr_items++;
	*items = (struct guclog_item){ .ns = ns, .source = source };
	items->event.index = GUCLOG_NO_EVENT;
	source->nr_items++;
	return items;
}

/*
 * Return: whether a log is from the same boot of the machine as the logs that were added before.
 * The logs of one file are assumed to be from the same boot, unless their wall clocks contradict
 * that. @why: if the result is false, set to the reason
 */
static bool is_of_boot(struct timeline *t, const struct guclog_events *events,
		       const char **why)
{
	const struct guc_facts *f = const_core_facts(events->log->facts);
	const struct guclog_file *in = events->log->file;
	s64 wall = (s64)f->anchor_realtime_ns - (s64)f->anchor_boottime_ns;

	*why = "according to the wall clock, the log is from another boot than the first log";
	if (!t->boot) {
		t->boot = in;
		t->has_boot_wall = events->has_realtime;
		t->boot_wall = wall;
	} else if (!t->has_boot_wall || !events->has_realtime) {
		*why = "it is unknown whether the log is from the same boot as the first log";
		return t->boot == in;
	}
	return llabs(wall - t->boot_wall) <= TIMELINE_SAME_BOOT_NS;
}

/* Find out whether the GuC clock of a log can be converted to the time since boot. */
static void place_log(struct timeline *t, struct guclog_source *s,
		      const struct guclog_events *events)
{
	const struct guc_facts *f = const_core_facts(events->log->facts);

	s->clock = "GuC clock";
	if (!events->hz) {
		s->how = "the log does not contain the frequency of its clock";
		return;
	}
	if (!events->anchored) {
		s->how = "the log has no anchor to a clock of the host";
		return;
	}
	if (!is_of_boot(t, events, &s->how))
		return;
	s->placed = true;
	s->how = "the anchor of the log";
	s->at_ns = (s64)f->anchor_boottime_ns;
	if (guc_facts_has(f, GUC_FACT_anchor_uncertainty_ns))
		s->uncertainty_ns = f->anchor_uncertainty_ns;
}

static int add_events(struct timeline *t, struct guclog_source *s, struct guclog_events *events)
{
	struct guclog_event e;

	guclog_events_rewind(events);
	while (guclog_events_next(events, &e)) {
		struct guclog_item *item;

		if (e.before_load || !events->hz) {
			s->nr_untimed++;
			continue;
		}
		item = timeline_add_item(t, s, events->anchored ? e.boottime_ns : -e.ago_ns);
		if (!item)
			return -ENOMEM;
		item->event = e;
	}
	return 0;
}

static int add_log(struct timeline *t, struct guclog_events *events)
{
	const struct guc_facts *f = const_core_facts(events->log->facts);
	const char *file = events->log->name;
	char *name = guc_facts_has(f, GUC_FACT_gt) ?
		     arena_printf(&t->arena, "%s: GT %u", file, f->gt) :
		     arena_strdup(&t->arena, file);
	size_t first = t->nr_items;
	struct guclog_source *s;

	s = name ? timeline_add_source(t, GUCLOG_SOURCE_LOG, name) : NULL;
	if (!s)
		return -ENOMEM;
	s->events = events;
	place_log(t, s, events);
	return add_events(t, s, events) ?: timeline_add_messages(t, s, first);
}

static uint64_t uncertainty(const struct guclog_source *source, s64 ns)
{
	if (!source->placed || source->uncertainty_ns == GUCLOG_NO_BOUND)
		return GUCLOG_NO_BOUND;
	if (source->is_common)
		return source->uncertainty_ns;
	return source->uncertainty_ns + (u64)llabs(ns - source->at_ns) / TIMELINE_DRIFT +
	       (ns < source->at_ns ? source->before_ns : 0);
}

static int compare(const void *one, const void *two)
{
	const struct guclog_item *a = *(const struct guclog_item * const *)one;
	const struct guclog_item *b = *(const struct guclog_item * const *)two;

	if (a->source->placed != b->source->placed)
		return a->source->placed ? -1 : 1;
	if (!a->source->placed && a->source != b->source)
		return a->source->index < b->source->index ? -1 : 1;
	if (a->ns != b->ns)
		return a->ns < b->ns ? -1 : 1;
	if (a->source != b->source)
		return a->source->index < b->source->index ? -1 : 1;
	if (a->event.index != b->event.index)
		return a->event.index < b->event.index ? -1 : 1;
	return a < b ? -1 : a > b;
}

static int sort(struct timeline *t)
{
	const struct guclog_item **list = arena_alloc(&t->arena,
						      (t->nr_items + 1) * sizeof(*list));
	size_t i;

	if (!list)
		return -ENOMEM;
	for (i = 0; i < t->nr_items; i++) {
		t->items[i].uncertainty_ns = uncertainty(t->items[i].source, t->items[i].ns);
		list[i] = &t->items[i];
	}
	qsort(list, t->nr_items, sizeof(*list), compare);
	t->pub.nr_items = t->nr_items;
	t->pub.item = list;
	t->pub.nr_sources = t->nr_sources;
	t->pub.source = (const struct guclog_source * const *)t->source;
	t->pub.has_boot_wall = t->has_boot_wall;
	t->pub.boot_wall_ns = t->boot_wall;
	return 0;
}

struct guclog_timeline *guclog_timeline_new(unsigned int flags)
{
	struct timeline *t = calloc(1, sizeof(*t));

	if (!t)
		return NULL;
	arena_init(&t->arena, ARENA_NO_LIMIT);
	t->flags = flags;
	return &t->pub;
}

void guclog_timeline_free(struct guclog_timeline *timeline)
{
	struct timeline *t = timeline_of(timeline);
	unsigned int i;

	if (!t)
		return;
	for (i = 0; i < t->nr_logs; i++)
		guclog_events_close(t->log[i]);
	arena_free(&t->arena);
	free(t);
}

/*
 * Add a reader of a log to the timeline. @events: the reader; it is closed together with the
 * timeline, or at once if this function fails. Return: 0, or -ENOMEM, also if @events is NULL.
 */
static int own_events(struct timeline *t, struct guclog_events *events)
{
	struct guclog_events **logs;

	logs = events ? arena_room(&t->arena, t->log, t->nr_logs, sizeof(*logs)) : NULL;
	if (!logs) {
		guclog_events_close(events);
		return -ENOMEM;
	}
	t->log = logs;
	t->log[t->nr_logs++] = events;
	return 0;
}

int guclog_timeline_add_events(struct guclog_timeline *timeline,
			       const struct guclog_events *events)
{
	return own_events(timeline_of(timeline), guclog_events_copy(events));
}

int guclog_timeline_add_dump(struct guclog_timeline *timeline, const struct guclog_dump *dump)
{
	struct timeline *t = timeline_of(timeline);
	const struct guclog_dump **dumps = arena_room(&t->arena, t->dump, t->nr_dumps,
						      sizeof(*dumps));

	if (!dumps)
		return -ENOMEM;
	t->dump = dumps;
	t->dump[t->nr_dumps++] = dump;
	return 0;
}

int guclog_timeline_add_file(struct guclog_timeline *timeline, const struct guclog_file *file)
{
	const struct guclog_dump *dump;
	const struct guclog_log *log;
	struct guclog_error error;
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && (dump = file->dump[i]); i++)
		ret = guclog_timeline_add_dump(timeline, dump);
	for (i = 0; !ret && (log = file->log[i]); i++) {
		struct guclog_events *events = log_events_open(log, 0, &error);

		if (events || error.code == -ENOMEM)
			ret = own_events(timeline_of(timeline), events);
	}
	return ret;
}

int guclog_timeline_add_text(struct guclog_timeline *timeline, const char *name,
			     const void *data, size_t len)
{
	struct timeline *t = timeline_of(timeline);
	struct timed_text **texts, *text = arena_zero(&t->arena, sizeof(*text));
	int ret;

	if (!text)
		return -ENOMEM;
	text->arena = &t->arena;
	text->name = arena_strdup(&t->arena, name);
	ret = text->name ? timed_text_read(text, data, len) : -ENOMEM;
	if (ret)
		return ret;
	texts = arena_room(&t->arena, t->text, t->nr_texts, sizeof(*texts));
	if (!texts)
		return -ENOMEM;
	t->text = texts;
	t->text[t->nr_texts++] = text;
	return 0;
}

int guclog_timeline_sort(struct guclog_timeline *timeline)
{
	struct timeline *t = timeline_of(timeline);
	unsigned int i;
	int ret = 0;

	t->pub = (struct guclog_timeline){ .nr_items = 0 };
	t->boot = NULL;
	t->has_boot_wall = false;
	t->nr_sources = 0;
	t->nr_items = 0;
	for (i = 0; i < t->nr_logs && !ret; i++)
		ret = add_log(t, t->log[i]);
	for (i = 0; i < t->nr_texts && !ret; i++)
		ret = timeline_add_lines(t, t->text[i]);
	return ret ?: sort(t);
}
