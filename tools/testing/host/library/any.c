// SPDX-License-Identifier: GPL-2.0-only
/*
 * any [--logs] PATH: all that a file opened with GUCLOG_OPEN_ANY, and with --logs also with
 * GUCLOG_OPEN_LOGS, tells of itself and of its logs.
 * any --facts PATH: the facts of a file, of the device and of each GT.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <guclog.h>

static void show_facts(const char *what, const struct guclog_facts *facts)
{
	const char *key;
	char value[256];
	unsigned int i;

	for (i = 0; (key = guclog_fact_key(i)); i++)
		if (guclog_facts_get(facts, key, value, sizeof(value)) >= 0)
			printf("%s|%s=%s\n", what, key, value);
}

static int facts_of(const char *path)
{
	struct guclog_error error;
	const struct guclog_facts_file *file = guclog_facts_open(path, &error);
	unsigned int i;

	printf("error|%d|%s\n", error.code, error.text);
	if (!file)
		return 0;
	show_facts("device", file->device);
	for (i = 0; i < file->nr_gts; i++)
		show_facts("gt", file->gt[i]);
	guclog_facts_close(file);
	return 0;
}

static void show_log(const struct guclog_log *log)
{
	const char *anchor = log->anchor_of;
	uint64_t from, to;
	unsigned int i;

	printf("log|%s|%d|%" PRIu64 "|%" PRIu64 "|%u|%s\n", log->name,
	       log->form, log->line, log->total,
	       log->nr_losses, anchor ? anchor : "-");
	for (i = 0; !guclog_log_hole(log, i, &from, &to); i++)
		printf("hole|%" PRIu64 "|%" PRIu64 "\n", from, to);
	show_facts("own", log->own_facts);
}

static void show_reasons(const struct guclog_file *file, enum guclog_want want)
{
	char text[512];
	unsigned int i;
	long len;

	for (i = 0; (len = guclog_file_reason(file, want, i, text, sizeof(text))) > 0; i++)
		printf("%s|%s|%d\n", want == GUCLOG_WANT_LOG ? "log?" : "dump?", text,
		       len == (long)strlen(text) &&
		       len == guclog_file_reason(file, want, i, NULL, 0));
}

int main(int argc, char **argv)
{
	struct guclog_options options = { .size = sizeof(options), .flags = GUCLOG_OPEN_ANY };
	const struct guclog_log *log;
	struct guclog_error error;
	struct guclog_file *file;
	const char *text;
	unsigned int i;

	if (argc == 3 && !strcmp(argv[1], "--facts"))
		return facts_of(argv[2]);
	if (argc == 3)
		options.flags |= GUCLOG_OPEN_LOGS;
	file = guclog_open(argv[argc - 1], &options, &error);
	if (!file)
		return 3;
	printf("file|%s|%d|%d|%u|%u\n", file->name, file->form,
	       file->complete, file->nr_logs, file->nr_dumps);
	printf("form|%s\n", guclog_file_form(file));
	for (i = 0; (text = file->message[i]); i++)
		printf("said|%s\n", text);
	for (i = 0; (text = file->bare[i]); i++)
		printf("bare|%s\n", text);
	show_reasons(file, GUCLOG_WANT_LOG);
	show_reasons(file, GUCLOG_WANT_DUMP);
	for (i = 0; (log = file->log[i]); i++)
		show_log(log);
	if (guclog_file_rename(file, "other"))
		return 3;
	log = file->log[0];
	printf("renamed|%s|%s\n", file->name, log ? log->name : "-");
	guclog_close(file);
	return 0;
}
