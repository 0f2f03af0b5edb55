// SPDX-License-Identifier: GPL-2.0-only
#include "read/log/logs.h"
#include "output/redacted.h"

#ifdef GUCLOG_JSON
#include <json-c/json.h>
#endif

#include "base/file.h"
#include "base/msg.h"
#include "base/status.h"
#include "read/open.h"

/**
 * redacted_open() - read a file and redact it
 * @f: filled with the result of the redaction; end it with redacted_close(), also after an error
 * @path: the file, compressed or not; "-" for standard input
 * @form: form of the file, GUCLOG_REDACT_ANY to detect it
 *
 * Context: the program ends if there is no memory.
 * Return: 0, also for a file that cannot be redacted, or -1 after printing on stderr why the file
 * cannot be read.
 */
int redacted_open(struct redacted_file *f, const char *path, enum guclog_redact_form form)
{
	struct file file;
	int error = file_read(&file, path);

	*f = (struct redacted_file){ .data = file.data, .len = file.len };
	free(file.name);
	if (error)
		return -1;
	f->redaction = guclog_redact(f->data, f->len, form, &error);
	if (error == -ENOMEM)
		mem_none();
	if (f->redaction)
		memcpy(f->count, f->redaction->count, sizeof(f->count));
	return 0;
}

/* Count the devcoredumps of an input, and the events in all its logs. */
static void count_parts(const void *data, size_t len, u64 *dumps, u64 *events)
{
	const struct open_options options = { .flags = GUCLOG_OPEN_ANY };
	struct guclog_file *file = logs_open_memory(data, len, &options, NULL);
	unsigned int i;

	if (!file)
		mem_none();
	*dumps = file->nr_dumps;
	*events = 0;
	for (i = 0; i < file->nr_logs; i++)
		*events += file->log[i]->layout->entries;
	logs_close(file);
}

/**
 * redacted_check() - check that the redaction has removed no events and no devcoredumps
 * @f: from redacted_open()
 * @path: the file
 *
 * The redaction removes all text whose meaning it does not know. This can happen to lines of a log
 * that were damaged, for example wrapped by a terminal, although the log can still be read.
 *
 * Context: process context; prints on stderr what is lost.
 * Return: CMD_FINE; CMD_FAULTS if events or devcoredumps are lost; CMD_FAILED if all events are.
 */
int redacted_check(const struct redacted_file *f, const char *path)
{
	u64 dumps, events, kept_dumps, kept;

	if (!f->redaction || f->redaction->form != GUCLOG_REDACT_TEXT)
		return CMD_FINE;
	count_parts(f->data, f->len, &dumps, &events);
	count_parts(f->redaction->data, f->redaction->len, &kept_dumps, &kept);
	if (kept >= events && kept_dumps >= dumps)
		return CMD_FINE;
	msg_fail(path, "the redaction of this text loses %llu of %llu events and %llu of %llu devcoredumps; instead, write each log with 'guclog convert -o LOG.lfd', and redact LOG.lfd",
		 events - min(events, kept), events, dumps - min(dumps, kept_dumps), dumps);
	return kept || !events ? CMD_FAULTS : CMD_FAILED;
}

/**
 * redacted_source() - get the redacted bytes of a file, for cli_open_file()
 * @f: from redacted_open(); must exist until the input is opened
 * @path: the path that the user gave; its last component becomes the name of the input
 *
 * Return: the redacted bytes, or the unchanged bytes of a file that cannot be redacted.
 */
struct log_source redacted_source(const struct redacted_file *f, const char *path)
{
	const char *base = strrchr(path, '/');

	base = base ? base + 1 : path;
	return (struct log_source){
		.name = file_title(base),
		.data = f->redaction ? f->redaction->data : f->data,
		.len = f->redaction ? f->redaction->len : f->len,
	};
}

/**
 * redacted_close() - free what redacted_open() has read
 * @f: from redacted_open()
 */
void redacted_close(struct redacted_file *f)
{
	guclog_redaction_free(f->redaction);
	free(f->data);
	*f = (struct redacted_file){ .len = 0 };
}

/**
 * redact_add_counts() - add the counts of redacted items of one file to those of other files
 * @to: the sum; line numbers are not added, because they are valid only for one file
 * @more: number of items that are added, by kind
 */
void redact_add_counts(struct guclog_redact_count *to, const struct guclog_redact_count *more)
{
	unsigned int i;

	for (i = 0; i < GUCLOG_REDACT_KINDS; i++) {
		to[i].places += more[i].places;
		to[i].bytes += more[i].bytes;
	}
}

/**
 * redact_print() - print on stderr what a redaction has removed
 * @count: number of items that were redacted, by kind
 * @name: name of the input
 */
void redact_print(const struct guclog_redact_count *count, const char *name)
{
	bool any = false;
	unsigned int i;
	char text[128];

	for (i = 0; i < GUCLOG_REDACT_KINDS; i++) {
		if (!count[i].places)
			continue;
		any = true;
		guclog_redact_count_text(&count[i], i, text, sizeof(text));
		msg_fail(name, "taken out: %s", text);
	}
	if (!any)
		msg_fail(name, "nothing had to be taken out");
}

#ifdef GUCLOG_JSON

/**
 * redact_json() - make JSON of what a redaction has removed
 * @count: number of items that were redacted, by kind
 *
 * Return: an array with one object for each kind of item; kinds without redacted items are omitted.
 */
struct json_object *redact_json(const struct guclog_redact_count *count)
{
	struct json_object *all = json_object_new_array();
	unsigned int i;

	for (i = 0; i < GUCLOG_REDACT_KINDS; i++) {
		const struct guclog_redact_count *c = &count[i];
		struct json_object *o;

		if (!c->places)
			continue;
		o = json_object_new_object();
		json_put_string(o, "what", guclog_redact_kind_name(i));
		json_put_u64(o, "places", c->places);
		json_put_u64(o, "bytes", c->bytes);
		json_put(o, "line", json_known_u64(c->line, c->line));
		json_object_array_add(all, o);
	}
	return all;
}

/**
 * redact_print_json() - print on stdout as JSON what a redaction has removed
 * @count: number of items that were redacted, by kind
 */
void redact_print_json(const struct guclog_redact_count *count)
{
	struct json_object *o = json_object_new_object();

	json_put(o, "redacted", redact_json(count));
	json_print(o);
}

#endif
