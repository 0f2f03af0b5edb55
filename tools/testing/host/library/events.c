// SPDX-License-Identifier: GPL-2.0-only
/*
 * events IMAGE -- print the events of a log image and the verdict on them, twice, and check that
 * other ways to read the events give the same. For test_library.py.
 */
#include "internal.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "image.h"

/* Return: 1 for GUCLOG_YES, -1 for GUCLOG_UNKNOWN, or 0. */
static int number(enum guclog_tri tri)
{
	return tri == GUCLOG_UNKNOWN ? -1 : tri == GUCLOG_YES;
}

static void show(const struct guclog_log *log, struct guclog_events *events)
{
	char text[512], engine[16];
	const struct guclog_explanation *x;
	struct guclog_event e;
	unsigned int failed = 0, i;
	struct guclog_rule rule;

	while (guclog_events_next(events, &e)) {
		*text = '\0';
		*engine = '\0';
		guclog_event_text(events, &e, text, sizeof(text));
		if (e.engine != GUCLOG_NONE)
			guclog_engine_name(e.engine, engine, sizeof(engine));
		printf("%" PRIu64 "|%" PRId64 "|%d|%s|%s\n", e.index, e.tick,
		       (int)e.guc_id, engine, text);
	}
	x = guclog_explain(log, NULL, NULL, NULL);
	if (!x)
		return;
	for (i = 0; !guclog_analysis_rule(x->analysis, i, &rule); i++)
		failed += rule.failed;
	printf("verdict|%d|%d|%d|%s|%d|%" PRId64 "|%d|%s|%d\n", number(x->hang),
	       number(x->reset), (int)x->first->guc_id, x->first->engine, (int)x->waiter,
	       x->wait_ns == GUCLOG_NO_TIME ? -1 : x->wait_ns,
	       (int)x->unanswered_faults, x->stuck ? x->stuck : "-", !failed);
	guclog_explanation_free(x);
}

static int same_event(const struct guclog_event *a, const struct guclog_event *b)
{
	return a->index == b->index && a->tick == b->tick && a->id == b->id &&
	       a->arg[0] == b->arg[0] && a->arg[1] == b->arg[1] &&
	       a->boottime_ns == b->boottime_ns && a->ago_ns == b->ago_ns;
}

/*
 * Return: whether a reader that was opened with GUCLOG_EVENTS_NAMES gives the same events with the
 * same names as @events, but does not analyse what happened in the log.
 */
static int same_names(const struct guclog_log *log, struct guclog_events *events)
{
	struct guclog_events *names = log_events_open(log, GUCLOG_EVENTS_NAMES, NULL);
	const struct guclog_survey *all = guclog_analysis_survey(events->analysis), *some;
	struct guclog_event e, n;
	int fine = !!names;

	guclog_events_rewind(events);
	while (fine && guclog_events_next(events, &e))
		fine = guclog_events_next(names, &n) && same_event(&e, &n) && e.name == n.name &&
		       e.guc_id == n.guc_id && e.engine == n.engine;
	some = fine ? guclog_analysis_survey(names->analysis) : all;
	fine = fine && some->words == all->words && some->misfit == all->misfit &&
	       some->rules_held == all->rules_held && some->rules_tested == all->rules_tested &&
	       some->firmware_known == all->firmware_known &&
	       all->events == events->entries && !some->events &&
	       !guclog_analysis_findings(names->analysis)->reason_guc_id;
	guclog_events_close(names);
	return fine;
}

/*
 * Check that a reader that was opened with GUCLOG_EVENTS_PLAIN gives the same events as @events,
 * and that a copy of @events also gives the same names and contexts. Both must find each event by
 * its index. Return: whether all this is true.
 */
static int same(const struct guclog_log *log, struct guclog_events *events)
{
	struct guclog_events *plain = log_events_open(log, GUCLOG_EVENTS_PLAIN, NULL);
	struct guclog_events *copy = guclog_events_copy(events);
	const struct guclog_layout *layout = log->layout;
	struct guclog_event e, p, c;
	uint64_t nr = 0;
	uint32_t id;
	int fine;

	fine = plain && copy && !plain->analysis && copy->analysis == events->analysis &&
	       plain->entries == layout->entries && layout->bytes >= 20 * layout->entries;
	guclog_events_rewind(events);
	while (fine && guclog_events_next(events, &e)) {
		fine = guclog_events_next(plain, &p) && guclog_events_next(copy, &c) &&
		       same_event(&e, &p) && same_event(&e, &c) && e.guc_id == c.guc_id &&
		       e.engine == c.engine && e.name == c.name &&
		       p.guc_id == GUCLOG_NONE && p.engine == GUCLOG_NONE && !p.name &&
		       guclog_events_boottime_ns(plain, e.tick) == e.boottime_ns &&
		       guclog_events_realtime_ns(plain, e.tick) == e.realtime_ns &&
		       guclog_log_entry(log, e.index).len == 20;
		if (!fine)
			break;
		memcpy(&id, (const char *)guclog_log_entry(log, e.index).data + 8, 4);
		fine = id == e.id;
		nr++;
	}
	fine = fine && nr == layout->entries && !guclog_events_next(plain, &p) &&
	       !guclog_log_entry(log, nr).len && !guclog_log_entry(log, UINT64_MAX / 20 + 1).len;
	/*
	 * Seek to the last event, then each time to about half the index, then to higher indexes,
	 * then after the end.
	 */
	for (nr = layout->entries; fine && nr > 0; nr /= 2)
		fine = !guclog_events_seek(plain, nr - 1) && guclog_events_next(plain, &p) &&
		       p.index == nr - 1 && !guclog_events_seek(copy, nr - 1) &&
		       guclog_events_next(copy, &c) && same_event(&c, &p);
	for (nr = 1; fine && nr < layout->entries; nr = 2 * nr + 1)
		fine = !guclog_events_seek(plain, nr) && guclog_events_next(plain, &p) &&
		       p.index == nr && !guclog_events_seek(copy, nr) &&
		       guclog_events_next(copy, &c) && same_event(&c, &p);
	fine = fine && guclog_events_seek(copy, layout->entries) == -ENOENT &&
	       !guclog_events_next(copy, &c);
	guclog_events_close(plain);
	guclog_events_close(copy);
	return fine && same_names(log, events);
}

static int refuse(void *context, const void *data, size_t len)
{
	(void)data;
	return len ? *(int *)context : 0;
}

/*
 * Return: whether both of these are true: an export ends with the error of its output function,
 * refuse(), and an unknown form of export is an error.
 */
static int fails(const struct guclog_log *log)
{
	int error = -ENOSPC;

	return guclog_export_log(log, GUCLOG_EXPORT_CSV, refuse, &error) == error &&
	       !guclog_export_open((enum guclog_export_form)9, NULL, refuse, NULL, &error) &&
	       error == -EINVAL && !guclog_export_close(NULL);
}

struct buffer {
	char text[4096];
	size_t len;
};

static int keep(void *context, const void *data, size_t len)
{
	struct buffer *to = context;

	if (len >= sizeof(to->text) - to->len)
		return -ENOSPC;
	memcpy(to->text + to->len, data, len);
	to->len += len;
	to->text[to->len] = '\0';
	return 0;
}

/* Return: whether CSV quotes an event name of the caller that has a comma and a quote. */
static int quotes(struct guclog_events *events)
{
	struct guclog_event_name name = { .name = "a,\"b" };
	struct guclog_names names = { 1, &name };
	struct buffer out = { .len = 0 };
	struct guclog_export *x = guclog_export_open(GUCLOG_EXPORT_CSV, &names, keep, &out, NULL);
	struct guclog_event e;

	int any;

	guclog_events_rewind(events);
	any = x && guclog_events_next(events, &e);
	if (any) {
		name.id = e.id;
		guclog_export_begin(x, events, 0);
		guclog_export_event(x, &e);
	}
	return x && !guclog_export_close(x) && (!any || strstr(out.text, ",\"a,\"\"b\"\n"));
}

int main(int argc, char **argv)
{
	struct guclog_events *events = NULL;
	struct guclog_file *file = image_file(argc, argv);
	const struct guclog_log *log = file ? file->log[0] : NULL;
	struct guclog_error error;

	if (!log)
		return 1;
	events = log_events_open(log, 0, &error);
	if (!events) {
		printf("error %d\n", error.code);
	} else {
		show(log, events);
		guclog_events_rewind(events);
		show(log, events);
		if (!same(log, events) || !fails(log) || !quotes(events))
			return 2;
	}
	guclog_events_close(events);
	logs_close(file);
	return 0;
}
