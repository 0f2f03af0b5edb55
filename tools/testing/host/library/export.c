// SPDX-License-Identifier: GPL-2.0-only
/*
 * Writes what guclog decode writes, with the library alone.
 *
 *   export FORM FILE        the first log of FILE
 *   export FORM FILE TEXT   the timeline of FILE and of a kernel log or a trace
 *
 * FORM is csv, jsonl, json or perfetto.
 */
#include <stdlib.h>
#include <string.h>

#include <guclog.h>

#include "test.h"

static int put(void *context, const void *data, size_t len)
{
	return fwrite(data, 1, len, context) == len ? 0 : -EIO;
}

static int fail(void *context, const void *data, size_t len)
{
	(void)data;
	(void)len;
	return *(int *)context;
}

static int form_of(const char *name)
{
	static const char * const names[] = { "csv", "jsonl", "json", "perfetto" };
	int i;

	for (i = 0; i < 4 && strcmp(name, names[i]); i++)
		;
	return i;
}

static int add_text(struct guclog_timeline *t, const char *path)
{
	static char data[1 << 20];
	FILE *f = fopen(path, "rb");
	size_t len = f ? fread(data, 1, sizeof(data), f) : 0;

	if (f)
		fclose(f);
	return guclog_timeline_add_text(t, path, data, len);
}

static int put_timeline(enum guclog_export_form form, const struct guclog_file *file,
			const char *text)
{
	struct guclog_timeline *t = guclog_timeline_new(0);
	int ret = t ? 0 : -ENOMEM;
	size_t i;

	ret = ret ? ret : guclog_timeline_add_file(t, file);
	ret = ret ? ret : add_text(t, text);
	/* A timeline can be sorted again. */
	ret = ret ? ret : guclog_timeline_sort(t);
	ret = ret ? ret : guclog_timeline_sort(t);
	ret = ret ? ret : guclog_export_timeline(t, form, put, stdout);
	for (i = 1; !ret && i < t->nr_items; i++)
		if (t->item[i]->source->placed && t->item[i]->ns < t->item[i - 1]->ns)
			ret = -EINVAL;
	guclog_timeline_free(t);
	return ret;
}

/* The error of the output is the error of the export. */
static int check_errors(enum guclog_export_form form, const struct guclog_log *log)
{
	int error = -ENOSPC;

	if (guclog_export_log(log, form, fail, &error) != error)
		return -EINVAL;
	if (guclog_export_open((enum guclog_export_form)9, NULL, put, stdout, &error) ||
	    error != -EINVAL)
		return -EINVAL;
	return guclog_export_close(NULL);
}

int main(int argc, char **argv)
{
	enum guclog_export_form form = (enum guclog_export_form)form_of(argv[1]);
	struct guclog_file *file = guclog_open(argv[2], NULL, NULL);
	const struct guclog_log *log = file ? file->log[0] : NULL;
	int ret = log ? 0 : -ENOENT;

	if (!ret)
		ret = argc > 3 ? put_timeline(form, file, argv[3]) :
		      guclog_export_log(log, form, put, stdout);
	ret = ret ? ret : check_errors(form, log);
	guclog_close(file);
	if (ret)
		fprintf(stderr, "%s\n", guclog_strerror(ret));
	return ret ? 1 : 0;
}
