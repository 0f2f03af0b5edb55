// SPDX-License-Identifier: GPL-2.0-only
#include "output/report/report.h"

#include <json-c/json.h>

#include "base/arena.h"
#include "model/internal.h"
#include "output/report/data.h"
#include "output/report/head.h"
#include "output/report/page.h"
#include "messages/lines.h"
#include "messages/text_file.h"
#include "output/redact/redaction.h"
#include "output/report/reports.h"
#include "read/open.h"
#include "read/lines/timed_text.h"

/**
 * struct report - a report that is being made
 * @arena: memory of names, of events and of the output
 * @file: the input
 * @options: the settings of the report
 * @data: the data of the page except the events
 * @timeline: the logs, and the kernel logs and traces that the caller passed
 * @nr: number of logs
 * @log: the logs
 * @nr_kernel_logs: number of kernel logs among the texts of the caller
 * @kernel_log: the kernel logs
 * @trace: the text of the first trace among these texts, NULL if there is none
 */
struct report {
	struct arena arena;
	const struct guclog_file *file;
	const struct guclog_report_options *options;
	struct json_object *data;
	struct guclog_timeline *timeline;
	unsigned int nr;
	struct report_log *log;
	unsigned int nr_kernel_logs;
	const struct guclog_kernel_log **kernel_log;
	const char *trace;
};

/*
 * Return: the name of a log without the name of the input: "GT 0", or "dump.txt: GT 0" for a
 * directory.
 */
static const char *title_of(const struct report *r, const char *name)
{
	const char *input = r->file->name;
	size_t len = input ? strlen(input) : 0;

	if (!len || strncmp(name, input, len))
		return name;
	name += len;
	name += strspn(name, ",:/ ");
	return *name ? name : "log";
}

/*
 * Return: number of the group of a log. The page shows a group together: a devcoredump and its
 * logs, or a log without a devcoredump.
 */
static int group_of(const struct report *r, const struct guclog_dump *dump)
{
	const struct guclog_dump *one;
	unsigned int i;

	for (i = 0; (one = r->file->dump[i]); i++)
		if (one == dump)
			return (int)i;
	return (int)(i + r->nr);
}

/*
 * Open those texts of the caller that are kernel logs, and keep the first one that is a trace, for
 * the explanations.
 */
static int open_kernel_logs(struct report *r)
{
	unsigned int i;
	int error;

	r->kernel_log = arena_zero(&r->arena, (r->options->nr_texts + 1) * sizeof(*r->kernel_log));
	if (!r->kernel_log)
		return -ENOMEM;
	for (i = 0; i < r->options->nr_texts; i++) {
		const struct guclog_report_text *text = &r->options->text[i];
		const struct guclog_kernel_log *log;

		log = guclog_kernel_log_open(text->name, text->data, text->len, &error);
		if (log)
			r->kernel_log[r->nr_kernel_logs++] = log;
		else if (error == -ENOMEM)
			return error;
		else if (!r->trace &&
			 timed_text_is_trace(guc_view(text->data, min_t(size_t, text->len,
									TEXT_FILE_PROBE))))
			r->trace = arena_printf(&r->arena, "%.*s", (int)text->len,
						(const char *)text->data);
	}
	return 0;
}

/*
 * Explain a log, or a devcoredump if @log is NULL. Return: the explanation, which the caller frees,
 * or NULL if there is no memory.
 */
static const struct guclog_explanation *explain(const struct report *r,
						const struct report_log *log,
						const struct guclog_dump *dump)
{
	const struct guclog_explain_options options = {
		.analysis = log ? log->events->analysis : NULL,
		.nr_kernel_logs = r->nr_kernel_logs,
		.kernel_log = r->kernel_log,
		.maps = r->file->nr_dumps == 1 ? r->options->maps : NULL,
		.trace = r->trace,
	};

	return guclog_explain(log ? log->log : NULL, dump, &options, NULL);
}

/*
 * Return: ", dump 2" for the second of several devcoredumps in the same file, or "" if the file has
 * only one, or NULL if there is no memory.
 */
static const char *which_dump(struct report *r, const struct guclog_dump *dump)
{
	unsigned int i, nr = 0, number = 0;

	for (i = 0; dump && i < r->file->nr_dumps; i++) {
		if (strcmp(r->file->dump[i]->name, dump->name))
			continue;
		nr++;
		if (r->file->dump[i] == dump)
			number = nr;
	}
	return nr > 1 ? arena_printf(&r->arena, ", dump %u", number) : "";
}

static int add_log(struct report *r, const struct guclog_log *log)
{
	const struct guc_facts *f = const_core_facts(log->facts);
	struct report_log *l = &r->log[r->nr];
	const char *name, *which = which_dump(r, log->dump);
	struct guclog_error error = { .code = 0 };

	name = which ? arena_printf(&r->arena, "%s%s", log->name, which) : NULL;
	if (!name)
		return -ENOMEM;

	l->log = log;
	l->events = log_events_open(log, 0, &error);
	/* The page does not show a log without events of a known version. */
	if (!l->events)
		return error.code == -ENOMEM ? -ENOMEM : 0;
	l->name = guc_facts_has(f, GUC_FACT_gt) ?
		  arena_printf(&r->arena, "%s: GT %u", name, f->gt) :
		  arena_strdup(&r->arena, name);
	r->nr++;
	l->explanation = explain(r, l, NULL);
	if (!l->name || !l->explanation || columns_make(&l->columns, &r->arena, l->events) ||
	    guclog_timeline_add_events(r->timeline, l->events))
		return -ENOMEM;
	l->title = title_of(r, l->name);
	l->group = group_of(r, log->dump);
	guclog_log_summary(log, l->events, &l->summary);
	data_set_group(r->data, l->group);
	data_add_log(r->data, l);
	data_add_explanation(r->data, l->name, log, l->explanation);
	data_add_batch(r->data, l->explanation);
	return head_add(r->data, l, log->dump, l->explanation);
}

static bool is_wanted(const struct report *r, const struct guclog_log *log)
{
	const struct guc_facts *f = const_core_facts(log->facts);

	return !r->options->has_gt || !guc_facts_has(f, GUC_FACT_gt) || f->gt == r->options->gt;
}

static int add_logs(struct report *r)
{
	const struct guclog_log *log;
	unsigned int i, nr = r->file->nr_logs;
	int ret = 0;

	if (nr > GUCLOG_REPORT_MAX_LOGS)
		return -E2BIG;
	r->log = arena_zero(&r->arena, (nr + 1) * sizeof(*r->log));
	if (!r->log)
		return -ENOMEM;
	for (i = 0; !ret && (log = r->file->log[i]); i++)
		if (is_wanted(r, log))
			ret = add_log(r, log);
	return ret;
}

/* Add kernel logs and traces, and the messages of a devcoredump. */
static int add_texts(struct report *r)
{
	const struct guclog_dump *dump;
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && (dump = r->file->dump[i]); i++)
		ret = guclog_timeline_add_dump(r->timeline, dump);
	for (i = 0; !ret && i < r->options->nr_texts; i++) {
		const struct guclog_report_text *text = &r->options->text[i];

		ret = guclog_timeline_add_text(r->timeline, text->name, text->data, text->len);
	}
	ret = ret ?: guclog_timeline_sort(r->timeline);
	if (ret)
		return ret;
	data_set_group(r->data, DATA_ALL);
	data_add_messages(r->data, r->timeline);
	data_add_lines(r->data, r->timeline);
	return 0;
}

/*
 * Add an explanation of a devcoredump or, if @dump is NULL, of the kernel logs alone. Nothing is
 * added if a log of the devcoredump already has an explanation.
 */
static int explain_dump(struct report *r, const struct guclog_dump *dump, const char *name)
{
	const struct guclog_explanation *e;
	unsigned int i;
	int ret;

	for (i = 0; i < r->nr; i++)
		if (dump && r->log[i].log->dump == dump)
			return 0;
	e = explain(r, NULL, dump);
	if (!e)
		return -ENOMEM;
	data_add_explanation(r->data, name, NULL, e);
	data_add_batch(r->data, e);
	ret = head_add(r->data, NULL, dump, e);
	guclog_explanation_free(e);
	return ret;
}

static int add_dumps(struct report *r, const char *title)
{
	unsigned int i, nr = r->file->nr_dumps;
	int ret = 0;

	for (i = 0; i < nr && !ret; i++) {
		const struct guclog_dump *dump = r->file->dump[i];

		data_set_group(r->data, group_of(r, dump));
		ret = explain_dump(r, dump, nr > 1 ? dump->name : title);
		/*
		 * If there is only one dump, as in a stored incident, all logs are about the same
		 * hang, so the page shows the tables of the dump with each log.
		 */
		if (nr == 1)
			data_set_group(r->data, DATA_ALL);
		ret = ret ?: data_add_dump(r->data, dump);
	}
	if (!r->nr && !nr && !ret)
		ret = explain_dump(r, NULL, title);
	return ret;
}

/* Add the facts (properties) of each GPU, once for all logs of a devcoredump. */
static void add_facts(struct report *r)
{
	unsigned int i;

	for (i = 0; i < r->nr; i++) {
		const struct guclog_dump *dump = r->log[i].log->dump;

		if (i && dump && dump == r->log[i - 1].log->dump)
			continue;
		data_set_group(r->data, r->log[i].group);
		data_add_facts(r->data, r->log[i].log->facts);
	}
}

/* Add the table of redacted items. */
static void add_redacted(struct report *r)
{
	static const char * const head[] = { "what was taken out", NULL };
	const struct guclog_redact_count *count = r->options->redacted;
	struct json_object *rows;
	unsigned int i;
	char text[128];

	data_set_group(r->data, DATA_ALL);
	if (!count)
		return;
	rows = data_add_table(r->data, "Redacted", head);
	for (i = 0; i < GUCLOG_REDACT_KINDS; i++) {
		if (!count[i].places)
			continue;
		guclog_redact_count_text(&count[i], i, text, sizeof(text));
		data_add_cell(data_add_row(rows), text);
	}
}

static int make(struct report *r, const char *title)
{
	int ret = open_kernel_logs(r) ?: add_logs(r) ?: add_texts(r) ?: add_dumps(r, title);

	if (ret)
		return ret;
	add_facts(r);
	add_redacted(r);
	return 0;
}

static int write_report(struct report *r, guclog_write_fn write, void *context)
{
	struct print *p = arena_alloc(&r->arena, sizeof(*p));

	if (!p)
		return -ENOMEM;
	print_init(p, write, context);
	if (r->options->flags & GUCLOG_REPORT_TEXT)
		page_text(p, r->data);
	else
		page_write(p, r->data, r->log, r->nr);
	print_flush(p);
	return p->error;
}

static void clean_up(struct report *r)
{
	unsigned int i;

	for (i = 0; i < r->nr; i++)
		guclog_explanation_free(r->log[i].explanation);
	while (r->nr_kernel_logs)
		guclog_kernel_log_free(r->kernel_log[--r->nr_kernel_logs]);
	/* The timeline has its own copies of the readers. */
	guclog_timeline_free(r->timeline);
	for (i = 0; i < r->nr; i++)
		guclog_events_close(r->log[i].events);
	arena_free(&r->arena);
	json_object_put(r->data);
}

int guclog_report(const struct guclog_file *file, const struct guclog_report_options *options,
		  guclog_write_fn write, void *context)
{
	static const struct guclog_report_options defaults;
	struct report r = { .file = file, .options = options ?: &defaults };
	const char *title = r.options->title ?: file->name;
	int ret = -ENOMEM;

	arena_init(&r.arena, ARENA_NO_LIMIT);
	r.timeline = guclog_timeline_new(r.options->timeline_flags);
	r.data = data_new(title);
	if (r.timeline && r.data)
		ret = make(&r, title) ?: write_report(&r, write, context);
	clean_up(&r);
	return ret;
}
