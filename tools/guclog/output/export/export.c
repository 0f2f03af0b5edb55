// SPDX-License-Identifier: GPL-2.0-only
#include "output/export/export.h"

#include "output/export/perfetto.h"
#include "model/internal.h"

/**
 * export_name() - get the name that the caller has given to an event id
 * @names: the names, NULL if there are none
 * @id: the id
 *
 * Return: the name, or NULL if there is none.
 */
const struct guclog_event_name *export_name(const struct guclog_names *names, u32 id)
{
	unsigned int from = 0, to = names ? names->nr : 0;

	while (from < to) {
		unsigned int mid = from + (to - from) / 2;

		if (names->event[mid].id < id)
			from = mid + 1;
		else
			to = mid;
	}
	return names && from < names->nr && names->event[from].id == id ?
	       &names->event[from] : NULL;
}

struct guclog_export *guclog_export_open(enum guclog_export_form form,
					 const struct guclog_names *names,
					 guclog_write_fn write, void *context, int *error)
{
	struct guclog_export *x = NULL;
	int ret = -EINVAL;

	if ((unsigned int)form <= GUCLOG_EXPORT_PERFETTO) {
		x = calloc(1, sizeof(*x));
		ret = x ? 0 : -ENOMEM;
	}
	if (x) {
		x->form = form;
		x->names = names;
		arena_init(&x->arena, ARENA_NO_LIMIT);
		print_init(&x->print, write, context);
	}
	if (x && form == GUCLOG_EXPORT_PERFETTO)
		ret = perfetto_new(&x->perfetto, &x->arena, &x->print, names);
	if (error)
		*error = ret;
	if (!ret)
		return x;
	if (x)
		arena_free(&x->arena);
	free(x);
	return NULL;
}

static void set_log(struct guclog_export *x, const struct guclog_events *events,
		    unsigned int number)
{
	const struct guc_facts *f = const_core_facts(events->log->facts);

	if (x->events == events && x->log == number)
		return;
	x->events = events;
	x->log = number;
	*x->gt = '\0';
	if (guc_facts_has(f, GUC_FACT_gt))
		snprintf(x->gt, sizeof(x->gt), "%u", f->gt);
}

int guclog_export_begin(struct guclog_export *x, const struct guclog_events *events,
			unsigned int number)
{
	if (x->form == GUCLOG_EXPORT_CSV && !x->any)
		export_csv_head(x);
	if (x->form == GUCLOG_EXPORT_CSV)
		x->any = true;
	set_log(x, events, number);
	if (x->perfetto)
		perfetto_begin(x->perfetto, events);
	return x->print.error;
}

int guclog_export_event(struct guclog_export *x, const struct guclog_event *event)
{
	switch (x->form) {
	case GUCLOG_EXPORT_CSV:
		export_csv_event(x, event);
		break;
	case GUCLOG_EXPORT_JSON:
	case GUCLOG_EXPORT_JSONL:
		export_json_event(x, event);
		break;
	case GUCLOG_EXPORT_PERFETTO:
		perfetto_event(x->perfetto, event);
	}
	return x->print.error;
}

int guclog_export_tracks(struct guclog_export *x)
{
	return x->perfetto && x->events->analysis ? perfetto_tracks(x->perfetto) ?:
	       x->print.error : 0;
}

int guclog_export_end(struct guclog_export *x, struct guclog_export_counts *counts)
{
	if (counts)
		*counts = (struct guclog_export_counts){ .exported = 0 };
	if (x->perfetto)
		perfetto_end(x->perfetto, counts);
	return x->print.error;
}

int guclog_export_begin_timeline(struct guclog_export *x, const struct guclog_timeline *timeline)
{
	x->timeline = true;
	if (x->form == GUCLOG_EXPORT_CSV)
		export_csv_head(x);
	else if (x->form == GUCLOG_EXPORT_JSON)
		export_json_sources(x, timeline);
	return x->print.error;
}

int guclog_export_item(struct guclog_export *x, const struct guclog_item *item)
{
	if (!item->text)
		set_log(x, item->source->events, item->source->number);
	if (x->form == GUCLOG_EXPORT_CSV)
		export_csv_item(x, item);
	else if (x->form != GUCLOG_EXPORT_PERFETTO)
		export_json_item(x, item);
	return x->form == GUCLOG_EXPORT_PERFETTO ? -EINVAL : x->print.error;
}

int guclog_export_source(struct guclog_export *x, const struct guclog_timeline *timeline,
			 const struct guclog_source *source)
{
	if (!x->perfetto)
		return -EINVAL;
	perfetto_source(x->perfetto, timeline, source);
	return x->print.error;
}

int guclog_export_flush(struct guclog_export *x)
{
	print_flush(&x->print);
	return x->print.error;
}

int guclog_export_close(struct guclog_export *x)
{
	int ret;

	if (!x)
		return 0;
	if (x->form == GUCLOG_EXPORT_JSON || x->form == GUCLOG_EXPORT_JSONL)
		export_json_end(x);
	else if (x->form == GUCLOG_EXPORT_CSV && !x->any && !x->timeline)
		export_csv_head(x);
	print_flush(&x->print);
	ret = x->print.error;
	arena_free(&x->arena);
	free(x);
	return ret;
}

static int put_log(struct guclog_export *x, struct guclog_events *events, unsigned int number)
{
	struct guclog_event e;
	int ret = guclog_export_begin(x, events, number);

	guclog_events_rewind(events);
	while (!ret && guclog_events_next(events, &e))
		ret = guclog_export_event(x, &e);
	return ret ?: guclog_export_tracks(x) ?: guclog_export_end(x, NULL);
}

int guclog_export_log(const struct guclog_log *log, enum guclog_export_form form,
		      guclog_write_fn write, void *context)
{
	struct guclog_events *events;
	struct guclog_export *x;
	struct guclog_error error;
	int ret, more;

	events = log_events_open(log, 0, &error);
	if (!events)
		return error.code;
	x = guclog_export_open(form, NULL, write, context, &ret);
	if (x) {
		ret = put_log(x, events, 0);
		more = guclog_export_close(x);
		ret = ret ?: more;
	}
	guclog_events_close(events);
	return ret;
}

/*
 * Write a track for each source of a timeline: a log, the messages of a CT ring, or the lines of a
 * kernel log or trace.
 */
static int put_sources(struct guclog_export *x, const struct guclog_timeline *t)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < t->nr_sources && !ret; i++) {
		const struct guclog_source *s = t->source[i];
		struct guclog_events *events;

		if (s->kind != GUCLOG_SOURCE_LOG) {
			ret = guclog_export_source(x, t, s);
			continue;
		}
		events = guclog_events_copy(s->events);
		ret = events ? put_log(x, events, s->number) : -ENOMEM;
		guclog_events_close(events);
	}
	return ret;
}

int guclog_export_timeline(const struct guclog_timeline *timeline, enum guclog_export_form form,
			   guclog_write_fn write, void *context)
{
	struct guclog_export *x;
	int ret, more;
	size_t i;

	x = guclog_export_open(form, NULL, write, context, &ret);
	if (!x)
		return ret;
	if (form == GUCLOG_EXPORT_PERFETTO) {
		ret = put_sources(x, timeline);
	} else {
		ret = guclog_export_begin_timeline(x, timeline);
		for (i = 0; i < timeline->nr_items && !ret; i++)
			ret = guclog_export_item(x, timeline->item[i]);
	}
	more = guclog_export_close(x);
	return ret ?: more;
}
