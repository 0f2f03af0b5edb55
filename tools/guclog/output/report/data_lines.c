// SPDX-License-Identifier: GPL-2.0-only
/*
 * Adds the messages between driver and GuC, and the lines of kernel logs and traces, to a report.
 */
#include <json-c/json.h>

#include "guc_clock.h"
#include "output/report/data.h"

/* Largest number of lines of one source that are shown. */
#define MAX_LINES	2000

static struct json_object *new_time(s64 ns)
{
	char text[40];

	snprintf(text, sizeof(text), "%.9f", (double)ns / GUC_NS_PER_SEC);
	return json_object_new_double_s((double)ns / GUC_NS_PER_SEC, text);
}

/* Add a mark for a line of a kernel log or trace to the timeline, at its time in s since boot. */
static void add_mark(struct json_object *data, const struct guclog_item *item)
{
	struct json_object *o = json_object_new_object();

	data_put(o, "t", new_time(item->ns));
	data_put(o, "text", data_text(item->text));
	json_object_array_add(data_member(data, "kernel"), o);
}

static void add_row(struct json_object *rows, const struct guclog_item *item)
{
	struct json_object *row = data_add_row(rows);
	u64 uncertainty = item->uncertainty_ns;
	char text[48];

	snprintf(text, sizeof(text), "%.6f", (double)item->ns / GUC_NS_PER_SEC);
	data_add_cell(row, text);
	snprintf(text, sizeof(text), uncertainty == GUCLOG_NO_BOUND ? "?" : "%.3f ms",
		 (double)uncertainty / 1e6);
	data_add_cell(row, text);
	data_add_cell(row, item->text);
}

static void add_source(struct json_object *data, const struct guclog_timeline *t,
		       const struct guclog_source *s)
{
	static const char * const head[] = { "time (s)", "+-", "text", NULL };
	struct json_object *rows;
	char title[256];
	size_t i, nr = 0;

	snprintf(title, sizeof(title), "%s: %s%s%s", s->name,
		 s->placed ? "seconds since boot, by " :
		 "not in the timeline, because ", s->how,
		 s->nr_items > MAX_LINES ? " (the newest 2000)" : "");
	rows = data_add_table(data, title, head);
	for (i = 0; i < t->nr_items; i++) {
		if (t->item[i]->source != s || nr++ + MAX_LINES < s->nr_items)
			continue;
		add_row(rows, t->item[i]);
		if (s->placed)
			add_mark(data, t->item[i]);
	}
}

/* Return: the number of the log to which the messages of the source @ct belong. */
static unsigned int log_of(const struct guclog_timeline *t, const struct guclog_source *ct)
{
	unsigned int i;

	for (i = 0; i < t->nr_sources; i++)
		if (t->source[i]->kind == GUCLOG_SOURCE_LOG &&
		    t->source[i]->events == ct->events)
			return t->source[i]->number;
	return UINT_MAX;
}

/**
 * data_add_messages() - add messages between driver and GuC to the timeline
 * @data: from data_new(), with the logs
 * @t: the timeline, sorted; its first logs are the logs of @data, in the same order
 */
void data_add_messages(struct json_object *data, const struct guclog_timeline *t)
{
	size_t i, nr_logs = json_object_array_length(data_member(data, "logs"));

	for (i = 0; i < t->nr_items; i++) {
		const struct guclog_item *item = t->item[i];
		unsigned int log;
		struct json_object *m;

		if (item->source->kind != GUCLOG_SOURCE_CT)
			continue;
		log = log_of(t, item->source);
		if (log >= nr_logs)
			continue;
		m = json_object_new_object();
		data_put_u64(m, "log", log);
		data_put_u64(m, "index", item->event.index);
		data_put(m, "h2g", json_object_new_boolean(!strncmp(item->text, "H2G", 3)));
		data_put(m, "t", new_time(item->ns));
		data_put(m, "text", data_text(item->text));
		json_object_array_add(data_member(data, "messages"), m);
	}
}

/* Print the key of a message: its GT and its text. */
static void message_key(char key[DATA_MESSAGE + 16], u64 gt, const char *text)
{
	snprintf(key, DATA_MESSAGE + 16, "%llu %s", gt, text);
}

/**
 * data_index_messages() - make an index of the messages, for data_message_time()
 * @data: with the messages of data_add_messages(); only the messages of its group are used
 *
 * Return: the messages by GT and text, to be released with json_object_put().
 */
struct json_object *data_index_messages(struct json_object *data)
{
	struct json_object *messages = data_member(data, "messages");
	struct json_object *index = json_object_new_object();
	struct json_object *group = data_member(data, "group");
	size_t i, nr = json_object_array_length(messages);

	for (i = 0; i < nr; i++) {
		struct json_object *m = json_object_array_get_idx(messages, i), *log, *list;
		char key[DATA_MESSAGE + 16];

		log = json_object_array_get_idx(data_member(data, "logs"),
						json_object_get_uint64(data_member(m, "log")));
		if (group && !json_object_equal(data_member(log, "group"), group))
			continue;
		message_key(key, json_object_get_uint64(data_member(log, "gt")),
			    json_object_get_string(data_member(m, "text")));
		list = data_member(index, key);
		if (!list) {
			list = json_object_new_array();
			json_object_object_add(index, key, list);
		}
		json_object_array_add(list, json_object_get(data_member(m, "t")));
	}
	return index;
}

/**
 * data_message_time() - find the time of a message
 * @index: from data_index_messages()
 * @gt: number of its GT
 * @text: text of the message. If several messages have the same text, the first call gets the time
 *	of the newest message, and each further call that of the next older one.
 *
 * Return: the time of the event about the message, on the clock of the page, or NULL if there is no
 * such event. The string is valid as long as the data of the page.
 */
const char *data_message_time(struct json_object *index, u32 gt, const char *text)
{
	char key[DATA_MESSAGE + 16];
	struct json_object *list, *time;
	size_t nr;

	message_key(key, gt, text);
	list = data_member(index, key);
	nr = list ? json_object_array_length(list) : 0;
	if (!nr)
		return NULL;
	time = json_object_array_get_idx(list, nr - 1);
	json_object_array_del_idx(list, nr - 1, 1);
	return json_object_to_json_string(time);
}

/**
 * data_add_lines() - add the lines of kernel logs and traces
 * @data: from data_new()
 * @t: the timeline of the log, the kernel logs and the traces, sorted
 *
 * Lines with a time on the clock of the log also get a mark in its timeline.
 */
void data_add_lines(struct json_object *data, const struct guclog_timeline *t)
{
	unsigned int i;

	for (i = 0; i < t->nr_sources; i++)
		if (t->source[i]->kind == GUCLOG_SOURCE_KERNEL_LOG ||
		    t->source[i]->kind == GUCLOG_SOURCE_TRACE)
			add_source(data, t, t->source[i]);
}
