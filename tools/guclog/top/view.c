// SPDX-License-Identifier: GPL-2.0-only
#include "top/view.h"

#include "top/counts.h"
#include "base/clock.h"
#include "base/msg.h"

const char * const top_sort_name[TOP_SORTS + 1] = {
	[TOP_BUSY] = "busy", [TOP_WAIT] = "wait", [TOP_ID] = "guc_id", [TOP_PROCESS] = "process",
};

/**
 * struct row - a row of the table of contexts in the output
 * @c: the context that the row shows
 * @busy: time on engines as a percentage of the interval between two samples
 * @runs: number of times per second that the context began to run
 * @owner: process of the context, NULL if unknown
 */
struct row {
	const struct live_context *c;
	double busy;
	double runs;
	const struct recorder_owner *owner;
};

static const enum top_sort *sort_by;

__printf(3, 4) static void line(struct top_view *view, enum top_style style, const char *fmt, ...)
{
	va_list args;
	size_t len;
	char *text;

	va_start(args, fmt);
	text = mem_vprintf(fmt, args);
	va_end(args);
	len = strlen(text);
	while (len && text[len - 1] == ' ')
		text[--len] = '\0';
	view->line = mem_grow(view->line, (view->nr + 1) * sizeof(*view->line));
	view->line[view->nr++] = (struct top_line){ style, printable(text) };
	free(text);
}

static void free_lines(struct top_view *view)
{
	while (view->nr)
		free(view->line[--view->nr].text);
}

/* Return: the counters of a stream; they are created if the stream is new. */
static struct top_counts *counts_of(struct top_view *view, const struct stream_source *source)
{
	unsigned int i;

	for (i = 0; i < view->nr_counts; i++)
		if (view->counts[i].source == source)
			return &view->counts[i];
	view->counts = mem_grow(view->counts, (view->nr_counts + 1) * sizeof(*view->counts));
	top_counts_begin(&view->counts[view->nr_counts], source);
	return &view->counts[view->nr_counts++];
}

static bool is_open(const struct top_view *view, const struct stream_source *source)
{
	unsigned int i;

	for (i = 0; i < view->streams->nr; i++)
		if (view->streams->source[i] == source)
			return true;
	return false;
}

/* Drop the counters of streams that were closed, because their GPU was removed. */
static void drop_counts(struct top_view *view)
{
	unsigned int i;

	for (i = view->nr_counts; i--; ) {
		if (is_open(view, view->counts[i].source))
			continue;
		top_counts_free(&view->counts[i]);
		memmove(view->counts + i, view->counts + i + 1,
			(--view->nr_counts - i) * sizeof(*view->counts));
	}
}

/*
 * Return: the process of a context, according to the trace events of this machine, or NULL if it is
 * unknown. It is unknown for a pipe, because the pipe can come from another machine whose GPU has
 * the same address.
 */
static const struct recorder_owner *owner_of(const struct top_view *view,
					     const struct stream_source *source, u32 guc_id)
{
	return source->kind == STREAM_PIPE ? NULL :
	       recorder_find(&view->recorder, source->live->gpu, source->live->gt, guc_id);
}

/*
 * Find the newest context whose registration is in the log, but whose process is not known. Return:
 * 1 plus the index of its first event, or 0 if there is no such context.
 */
static u64 newest_unknown(const struct top_view *view, const struct stream_source *source)
{
	const struct live *live = source->live;
	u64 newest = 0;
	unsigned int i;

	for (i = 0; i < live->nr_contexts; i++) {
		const struct guclog_context *context = live->context[i]->context;

		if (context->born && !owner_of(view, source, context->guc_id))
			newest = max_t(u64, newest, context->first + 1);
	}
	return newest;
}

/**
 * top_view_sample() - take a sample: update the state of all GPUs in a view
 * @view: the view; top_view_lines() and top_view_object() then show this sample
 *
 * Return: 0, or -ENOMEM.
 */
int top_view_sample(struct top_view *view)
{
	u64 unknown = 0;
	unsigned int i;

	drop_counts(view);
	for (i = 0; i < view->streams->nr; i++) {
		struct stream_source *source = view->streams->source[i];
		struct top_counts *counts = counts_of(view, source);

		if (streams_update(view->streams, source, view->stall_ns, GUCLOG_NO_TIME))
			return -ENOMEM;
		top_counts_take(counts);
		unknown += newest_unknown(view, source);
	}
	/*
	 * Reading the trace of the kernel's recorder takes time, so read it again only if there is
	 * a new context whose process is not known.
	 */
	if (!view->asked || view->asked != unknown + 1) {
		recorder_free(&view->recorder);
		recorder_read(&view->recorder, view->streams->sys);
		view->asked = unknown + 1;
	}
	return 0;
}

static const char *process_text(const struct recorder_owner *owner, char buf[32])
{
	if (!owner)
		return "-";
	snprintf(buf, 32, "%s [%d]", owner->name, owner->pid);
	return buf;
}

static const char *seconds(s64 ns, char buf[24])
{
	snprintf(buf, 24, "%lld.%03lld s", (long long)ns / 1000000000,
		 (long long)ns / 1000000 % 1000);
	return buf;
}

static void show_head(struct top_view *view, const struct stream_source *source,
		      const struct top_counts *c)
{
	const struct live *live = source->live;
	char age[24] = "";

	line(view, TOP_HEAD, "%s%s%s%s%s%s", source->label, *live->platform ? "  " : "",
	     live->platform, *live->firmware ? ", GuC " : "", live->firmware,
	     source->fd < 0 && source->kind != STREAM_RECORDED ? ", has gone" : "");
	if (!live->hz) {
		line(view, TOP_PLAIN, source->fd < 0 ?
		     "  the stream has ended without an event" :
		     "  the stream has not begun: the GPU is suspended, or there is no log");
		return;
	}
	if (live->newest_ns != GUCLOG_NO_TIME)
		seconds(max_t(s64, c->now->ns - live->newest_ns, 0), age);
	line(view, TOP_PLAIN, "  %.0f events/s, %.0f lost/s, %.1f preemptions/s, firmware loaded again %llu time%s%s%s%s",
	     top_counts_rate(c, c->now->events, c->then->events),
	     top_counts_rate(c, c->now->lost, c->then->lost),
	     top_counts_rate(c, c->now->preempted, c->then->preempted),
	     (unsigned long long)live->restarts, live->restarts == 1 ? "" : "s",
	     *age ? ", last event " : "", age, *age ? " ago" : "");
}

/* List the contexts that wait for the context @on, which is on an engine. */
static void waiters_text(const struct live *live, const struct live_context *on,
			 char *buf, size_t size)
{
	size_t len = 0;
	unsigned int i;
	char wait[24];

	*buf = '\0';
	for (i = 0; on && i < live->nr_contexts && len < size; i++)
		if (live->context[i]->holder == on)
			len += (size_t)snprintf(buf + len, size - len, "%sguc_id %u since %s",
						len ? ", " : "",
						live->context[i]->context->guc_id,
						seconds(live->context[i]->state_ns, wait));
}

static void show_engines(struct top_view *view, const struct live *live,
			 const struct top_counts *c)
{
	char process[32], time[24], waiters[120], id[12];
	unsigned int i;

	if (live->nr_engines)
		line(view, TOP_COLUMNS, "  %-7s %5s  %-6s %-20s %12s  %s", "ENGINE", "BUSY%",
		     "GUC_ID", "PROCESS", "FOR", "WAIT FOR IT");
	for (i = 0; i < live->nr_engines; i++) {
		const struct live_engine *e = live->engine[i];
		const struct live_context *on = e->context;
		u32 n = e->engine % TOP_ENGINES;

		snprintf(id, sizeof(id), "%u", on ? on->context->guc_id : 0);
		waiters_text(live, on, waiters, sizeof(waiters));
		line(view, TOP_PLAIN, "  %-7s %5.1f  %-6s %-20s %12s  %s", e->name,
		     top_counts_percent(c, c->now->engine_ns[n], c->then->engine_ns[n]),
		     on ? id : "idle",
		     on ? process_text(owner_of(view, c->source, on->context->guc_id), process) :
		     "",
		     seconds(on ? on->on_ns : e->idle_ns, time), waiters);
	}
}

static int by_sort(const void *a, const void *b)
{
	const struct row *x = a, *y = b;
	u32 i = x->c->context->guc_id, k = y->c->context->guc_id;
	int order = 0;

	if (*sort_by == TOP_BUSY)
		order = x->busy < y->busy ? 1 : -(x->busy > y->busy);
	else if (*sort_by == TOP_WAIT && x->c->waits != y->c->waits)
		order = x->c->waits ? -1 : 1;
	else if (*sort_by == TOP_WAIT && x->c->waits)
		order = x->c->state_ns < y->c->state_ns ? 1 : -(x->c->state_ns > y->c->state_ns);
	else if (*sort_by == TOP_PROCESS)
		order = strcmp(x->owner ? x->owner->name : "~", y->owner ? y->owner->name : "~");
	return order ?: i < k ? -1 : i > k;
}

/*
 * Make the rows of the contexts that are shown, in the order that the user chose. Contexts without
 * work are shown only if @view->idle is set. @nr: set to the number of rows. Return: the rows,
 * which the caller must free.
 */
static struct row *make_rows(const struct top_view *view, const struct live *live,
			     const struct top_counts *c, unsigned int *nr)
{
	struct row *row = mem_zero((live->nr_contexts + 1) * sizeof(*row));
	unsigned int i;

	for (*nr = 0, i = 0; i < live->nr_contexts; i++) {
		u32 id = live->context[i]->context->guc_id;
		struct row r = {
			.c = live->context[i],
			.busy = top_counts_percent(c, c->now->context[id].busy_ns,
						   c->then->context[id].busy_ns),
			.runs = top_counts_rate(c, c->now->context[id].runs,
						c->then->context[id].runs),
			.owner = owner_of(view, c->source, id),
		};

		if (view->idle || r.busy > 0 || r.c->waits || r.c->on_ns)
			row[(*nr)++] = r;
	}
	sort_by = &view->sort;
	qsort(row, *nr, sizeof(*row), by_sort);
	return row;
}

static void show_contexts(struct top_view *view, const struct live *live,
			  const struct top_counts *c)
{
	char process[32], time[24], holder[24];
	unsigned int i, nr;
	struct row *row = make_rows(view, live, c, &nr);

	if (nr)
		line(view, TOP_COLUMNS, "  %-7s %5s  %-6s %-20s %12s  %7s  %-25s %s", "LAST ON",
		     "BUSY%", "GUC_ID", "PROCESS", "FOR", "RUNS/S", "STATE", "WAITS FOR");
	for (i = 0; i < nr; i++) {
		const struct live_context *x = row[i].c;

		holder[0] = '\0';
		if (x->holder)
			snprintf(holder, sizeof(holder), "guc_id %u", x->holder->context->guc_id);
		line(view, TOP_PLAIN, "  %-7s %5.1f  %-6u %-20s %12s  %7.1f  %-25s %s",
		     x->engine, row[i].busy, x->context->guc_id,
		     process_text(row[i].owner, process), seconds(x->state_ns, time), row[i].runs,
		     x->state, holder);
	}
	if (nr < live->nr_contexts)
		line(view, TOP_PLAIN, "  contexts without work: %u", live->nr_contexts - nr);
	free(row);
}

static void show_stalls(struct top_view *view, const struct live *live)
{
	char text[200];
	unsigned int i;

	for (i = 0; i < live->nr_stalls; i++) {
		live_stall_text(live->stall[i], text, sizeof(text));
		line(view, TOP_ALARM, "  no progress: %s", text);
	}
}

/**
 * top_view_lines() - make the lines of text that show a sample
 * @view: the view, after top_view_sample()
 */
void top_view_lines(struct top_view *view)
{
	char *incident;
	unsigned int i;

	free_lines(view);
	for (i = 0; i < view->streams->nr; i++) {
		const struct stream_source *source = view->streams->source[i];
		const struct top_counts *c = counts_of(view, source);

		show_head(view, source, c);
		show_stalls(view, source->live);
		if (source->live->known) {
			show_engines(view, source->live, c);
			show_contexts(view, source->live, c);
		} else if (source->live->events) {
			line(view, TOP_PLAIN, "  contexts are not known: the names of this firmware's events are not confirmed by the stream (%llu event%s)",
			     (unsigned long long)source->live->events,
			     source->live->events == 1 ? "" : "s");
		}
	}
	if (!view->streams->nr)
		line(view, TOP_PLAIN, "there is no stream: is the module xe_guclog loaded, and debugfs mounted and readable?");
	for (i = 0; view->incident && (incident = view->incident(view->store, i)); i++) {
		if (!i)
			line(view, TOP_COLUMNS, "last incidents");
		line(view, TOP_PLAIN, "  %s", incident);
		free(incident);
	}
}

#ifdef GUCLOG_JSON

#include <json-c/json.h>

#include "output/json_out.h"

static void put_ms(struct json_object *to, const char *key, s64 ns)
{
	char text[32];

	snprintf(text, sizeof(text), "%.3f", (double)ns / 1e6);
	json_put(to, key, json_object_new_double_s((double)ns / 1e6, text));
}

static void put_rate(struct json_object *to, const char *key, double value)
{
	char text[32];

	snprintf(text, sizeof(text), "%.2f", value);
	json_put(to, key, json_object_new_double_s(value, text));
}

static void put_text(struct json_object *to, const char *key, const char *text)
{
	char *clean = printable(text);

	json_put(to, key, *clean ? json_object_new_string(clean) : NULL);
	free(clean);
}

static void put_owner(struct json_object *to, const struct recorder_owner *owner)
{
	json_put(to, "process", owner ? json_object_new_string(owner->name) : NULL);
	json_put(to, "pid", owner ? json_object_new_int(owner->pid) : NULL);
}

static void put_id(struct json_object *to, const char *key, const struct live_context *c)
{
	json_put(to, key, c ? json_object_new_int64(c->context->guc_id) : NULL);
}

static struct json_object *engines_json(const struct live *live, const struct top_counts *c)
{
	struct json_object *list = json_object_new_array();
	unsigned int i;

	for (i = 0; i < live->nr_engines; i++) {
		const struct live_engine *e = live->engine[i];
		struct json_object *o = json_object_new_object();
		u32 n = e->engine % TOP_ENGINES;

		put_text(o, "engine", e->name);
		put_rate(o, "busy_percent", top_counts_percent(c, c->now->engine_ns[n],
							       c->then->engine_ns[n]));
		put_id(o, "guc_id", e->context);
		put_ms(o, "on_ms", e->context ? e->context->on_ns : 0);
		put_ms(o, "idle_ms", e->idle_ns);
		json_object_array_add(list, o);
	}
	return list;
}

static struct json_object *contexts_json(const struct top_view *view,
					 const struct live *live,
					 const struct top_counts *c)
{
	struct json_object *list = json_object_new_array();
	unsigned int i, nr;
	struct row *row = make_rows(view, live, c, &nr);

	for (i = 0; i < nr; i++) {
		const struct live_context *x = row[i].c;
		struct json_object *o = json_object_new_object();

		put_id(o, "guc_id", x);
		put_text(o, "engine", x->engine);
		put_owner(o, row[i].owner);
		put_text(o, "state", x->state);
		put_ms(o, "state_ms", x->state_ns);
		put_rate(o, "busy_percent", row[i].busy);
		put_rate(o, "runs_per_s", row[i].runs);
		json_put_u64(o, "preempted", x->context->preempted);
		json_put_u64(o, "resets", x->context->resets);
		json_put(o, "waits", json_object_new_boolean(x->waits));
		put_id(o, "waits_for", x->holder);
		json_object_array_add(list, o);
	}
	free(row);
	return list;
}

static struct json_object *stalls_json(const struct live *live)
{
	struct json_object *list = json_object_new_array();
	char text[200];
	unsigned int i;

	for (i = 0; i < live->nr_stalls; i++) {
		const struct live_stall *s = live->stall[i];
		struct json_object *o = json_object_new_object();

		put_text(o, "kind", live_stall_name(s->kind));
		put_text(o, "engine", s->engine);
		json_put(o, "guc_id", s->guc_id == GUCLOG_NONE ? NULL :
			 json_object_new_int64(s->guc_id));
		json_put(o, "holder", s->holder == GUCLOG_NONE ? NULL :
			 json_object_new_int64(s->holder));
		put_ms(o, "age_ms", s->age_ns);
		live_stall_text(s, text, sizeof(text));
		put_text(o, "text", text);
		json_object_array_add(list, o);
	}
	return list;
}

static struct json_object *source_json(struct top_view *view, const struct stream_source *source)
{
	const struct top_counts *c = counts_of(view, source);
	const struct live *live = source->live;
	struct json_object *o = json_object_new_object();

	put_text(o, "stream", source->path);
	put_text(o, "gpu", live->gpu);
	json_put_u64(o, "gt", live->gt);
	put_text(o, "platform", live->platform);
	put_text(o, "guc_version", live->firmware);
	put_ms(o, "interval_ms", top_counts_ns(c));
	json_put_u64(o, "events", live->events);
	put_rate(o, "events_per_s", top_counts_rate(c, c->now->events, c->then->events));
	json_put_u64(o, "lost", live->lost);
	json_put_u64(o, "restarts", live->restarts);
	put_rate(o, "preemptions_per_s", top_counts_rate(c, c->now->preempted,
							 c->then->preempted));
	json_put(o, "newest_event_age_ms", NULL);
	if (live->newest_ns != GUCLOG_NO_TIME)
		put_ms(o, "newest_event_age_ms", max_t(s64, c->now->ns - live->newest_ns, 0));
	json_put(o, "known", json_object_new_boolean(live->known));
	json_put(o, "engines", engines_json(live, c));
	json_put(o, "contexts", contexts_json(view, live, c));
	json_put(o, "stalls", stalls_json(live));
	return o;
}

/**
 * top_view_object() - make a JSON object of a sample
 * @view: the view, after top_view_sample()
 *
 * Return: the object, which the caller must release with json_object_put().
 */
struct json_object *top_view_object(struct top_view *view)
{
	struct json_object *o = json_object_new_object(), *list = json_object_new_array();
	char *incident;
	unsigned int i;

	json_put_u64(o, "boottime_ns", (u64)clock_ns(CLOCK_BOOTTIME));
	for (i = 0; i < view->streams->nr; i++)
		json_object_array_add(list, source_json(view, view->streams->source[i]));
	json_put(o, "gts", list);
	list = json_object_new_array();
	for (i = 0; view->incident && (incident = view->incident(view->store, i)); i++) {
		json_object_array_add(list, json_object_new_string(incident));
		free(incident);
	}
	json_put(o, "incidents", list);
	return o;
}

/**
 * top_view_json() - print a sample as a JSON object on one line
 * @view: the view, after top_view_sample()
 */
void top_view_json(struct top_view *view)
{
	struct json_object *o = top_view_object(view);

	printf("%s\n", json_object_to_json_string_ext(o, JSON_C_TO_STRING_PLAIN));
	fflush(stdout);
	json_object_put(o);
}

#endif

/**
 * top_view_free() - free the memory to which a view refers
 * @view: the view, which itself is not freed
 */
void top_view_free(struct top_view *view)
{
	free_lines(view);
	free(view->line);
	while (view->nr_counts)
		top_counts_free(&view->counts[--view->nr_counts]);
	free(view->counts);
	recorder_free(&view->recorder);
}
