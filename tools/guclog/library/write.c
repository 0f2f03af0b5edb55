// SPDX-License-Identifier: GPL-2.0-only
/*
 * Functions of guclog.h that write the inputs in another form.
 */
#include "library/library.h"

#include "base/file.h"
#include "base/msg.h"
#include "guc_env.h"
#include "messages/text_file.h"
#include "output/export/exports.h"
#include "output/redact/redaction.h"
#include "output/report/reports.h"
#include "read/lfd/blocks.h"
#include "read/log/events.h"
#include "read/open.h"
#include "timeline/items.h"

static bool has_log_or_dump(const struct guclog_file *file)
{
	return file->nr_dumps || (file->nr_logs && file->log[0]->form != GUCLOG_FORM_UNKNOWN);
}

/* Return: the first log of the inputs, or NULL. */
static const struct guclog_log *first_log(struct run *run)
{
	return guclog_log(run->g, 0);
}

static int put(struct run *run, const void *data, size_t len)
{
	return run->write(run->context, data, len);
}

static int write_lfd(struct run *run)
{
	const struct guclog_log *log = first_log(run);
	struct guclog_bytes bytes;
	int ret;

	if (!log)
		return -ENOMSG;
	if (log->is_lfd)
		return put(run, log->image.data, log->image.len);
	bytes = log_make_lfd(log, log->own_facts, log->losses);
	ret = put(run, bytes.data, bytes.len);
	free((void *)bytes.data);
	return ret;
}

static int write_image(struct run *run)
{
	const struct guclog_log *log = first_log(run);

	return log && !log->is_lfd ? put(run, log->image.data, log->image.len) : -ENOMSG;
}

/*
 * Read the inputs without a log or dump as texts. Return: the texts, NULL if there are none; the
 * caller must free them with free_texts().
 */
static struct guclog_report_text *read_texts(const struct guclog *g, unsigned int *nr)
{
	struct guclog_report_text *text = NULL;
	unsigned int i;
	size_t len;
	int more;
	u8 *data;

	*nr = 0;
	for (i = 0; i < g->nr_inputs; i++) {
		const struct out_input *input = &g->input[i];

		if (has_log_or_dump(input->file))
			continue;
		data = text_file_read(input->path, TEXT_FILE_MAX, &len, &more);
		if (!data)
			continue;
		text = mem_grow(text, (*nr + 1) * sizeof(*text));
		text[(*nr)++] = (struct guclog_report_text){ input->name, data, len };
	}
	return text;
}

static void free_texts(struct guclog_report_text *text, unsigned int nr)
{
	while (nr)
		free((void *)text[--nr].data);
	free(text);
}

static int write_timeline(struct run *run, enum guclog_export_form form)
{
	struct guclog_timeline *timeline = guclog_timeline_new(0);
	struct guclog_report_text *text;
	unsigned int i, nr;
	int ret = timeline ? 0 : -ENOMEM;

	text = read_texts(run->g, &nr);
	for (i = 0; i < run->g->nr_inputs && !ret; i++)
		if (has_log_or_dump(run->g->input[i].file))
			ret = guclog_timeline_add_file(timeline, run->g->input[i].file);
	for (i = 0; i < nr && !ret; i++)
		ret = guclog_timeline_add_text(timeline, text[i].name, text[i].data, text[i].len);
	if (!ret)
		ret = guclog_timeline_sort(timeline);
	if (!ret)
		ret = guclog_export_timeline(timeline, form, run->write, run->context);
	free_texts(text, nr);
	guclog_timeline_free(timeline);
	return ret;
}

static int write_events(struct run *run, enum guclog_export_form form)
{
	const struct guclog_log *log = first_log(run);

	if (run->g->nr_inputs == 1 && log && !guclog_log(run->g, 1))
		return guclog_export_log(log, form, run->write, run->context);
	return write_timeline(run, form);
}

static int write_csv(struct run *run)
{
	return write_events(run, GUCLOG_EXPORT_CSV);
}

static int write_jsonl(struct run *run)
{
	return write_events(run, GUCLOG_EXPORT_JSONL);
}

static int write_json(struct run *run)
{
	return write_events(run, GUCLOG_EXPORT_JSON);
}

static int write_perfetto(struct run *run)
{
	return write_events(run, GUCLOG_EXPORT_PERFETTO);
}

static int write_report(struct run *run, unsigned int flags)
{
	struct guclog_report_options options = { .flags = flags };
	struct guclog_report_text *text;
	unsigned int i;
	int ret;

	for (i = 0; i < run->g->nr_inputs && !has_log_or_dump(run->g->input[i].file); i++)
		;
	if (i == run->g->nr_inputs)
		return -ENOMSG;
	text = read_texts(run->g, &options.nr_texts);
	options.text = text;
	ret = guclog_report(run->g->input[i].file, &options, run->write, run->context);
	free_texts(text, options.nr_texts);
	return ret;
}

static int write_page(struct run *run)
{
	return write_report(run, 0);
}

static int write_text(struct run *run)
{
	return write_report(run, GUCLOG_REPORT_TEXT);
}

static int write_redacted(struct run *run)
{
	const struct guclog_redaction *redaction;
	struct file file;
	int ret = -ENOMSG;

	if (!run->g->nr_inputs)
		return ret;
	if (!file_read(&file, run->g->input[0].path)) {
		redaction = guclog_redact(file.data, file.len, GUCLOG_REDACT_ANY, &ret);
		if (redaction)
			ret = put(run, redaction->data, redaction->len);
		guclog_redaction_free(redaction);
	}
	file_free(&file);
	return ret;
}

/**
 * struct form - a form in which guclog_write() writes
 * @name: its name
 * @write: writes it. Return: 0, a negative errno value, or the value that the callback returned
 */
struct form {
	const char *name;
	int (*write)(struct run *run);
};

static const struct form forms[] = {
	{ "lfd", write_lfd }, { "image", write_image }, { "csv", write_csv },
	{ "jsonl", write_jsonl }, { "json", write_json }, { "perfetto", write_perfetto },
	{ "page", write_page }, { "report", write_text }, { "redacted", write_redacted },
};

static int run_form(struct run *run, void *arg)
{
	const struct form *form = arg;

	return form->write(run);
}

int guclog_write(struct guclog *g, const char *form, guclog_write_fn write, void *context)
{
	struct run run = { .g = g, .write = write, .context = context };
	unsigned int i;
	int ret;

	for (i = 0; i < ARRAY_SIZE(forms); i++)
		if (!strcmp(forms[i].name, form))
			break;
	if (i == ARRAY_SIZE(forms))
		return library_fail(g, -EINVAL, "no such form");
	ret = library_run(&run, run_form, (void *)&forms[i]);
	return ret < 0 ? library_fail(g, ret, NULL) : ret;
}
