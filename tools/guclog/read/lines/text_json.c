// SPDX-License-Identifier: GPL-2.0-only
/*
 * Kernel logs in JSON: "journalctl -o json" has an object in each line, "dmesg --json" one array,
 * and collectors such as those of containers have objects of their own.
 */
#include "read/lines/timed_text.h"

#include <json-c/json.h>

#include "base/eat.h"

/* Largest number of objects and arrays in each other that are searched for messages. */
#define MAX_DEPTH	8

static const char *text_of(struct json_object *o, const char *key)
{
	struct json_object *v;

	return json_object_object_get_ex(o, key, &v) &&
	       json_object_is_type(v, json_type_string) ? json_object_get_string(v) : NULL;
}

/* Add a line of "dmesg --json". Return: whether the object is such a line. */
static bool dmesg_line(struct timed_text *text, struct json_object *o)
{
	struct text_times times = { .known[TEXT_PRINTK] = true };
	const char *line = text_of(o, "msg");
	struct json_object *time;
	double seconds;

	if (!line || !json_object_object_get_ex(o, "time", &time))
		return false;
	seconds = json_object_get_double(time);
	if (!(seconds >= 0 && seconds < 1e9))
		return false;
	times.ns[TEXT_PRINTK] = (s64)(seconds * 1e6 + 0.5) * 1000;
	timed_text_add_message(text, &times, guc_view(line, strlen(line)));
	return true;
}

/* Get a message from an array of bytes. journalctl prints messages that are not UTF-8 like this. */
static struct guc_view bytes_of(struct arena *arena, struct json_object *array)
{
	size_t len = json_object_array_length(array), i;
	u8 *bytes = arena_alloc(arena, len + 1);

	for (i = 0; bytes && i < len; i++)
		bytes[i] = (u8)json_object_get_int(json_object_array_get_idx(array, i));
	return guc_view(bytes, bytes ? len : 0);
}

/* Add a record of the journal. Return: whether the object is such a record. */
static bool journal_line(struct timed_text *text, struct json_object *o)
{
	struct journal_record record = JOURNAL_RECORD;

	json_object_object_foreach(o, key, value) {
		struct guc_view v = { .data = NULL };

		if (json_object_is_type(value, json_type_string))
			v = guc_view(json_object_get_string(value),
				     (size_t)json_object_get_string_len(value));
		else if (json_object_is_type(value, json_type_array) && !strcmp(key, "MESSAGE"))
			v = bytes_of(text->arena, value);
		if (v.data)
			journal_field(&record, guc_view(key, strlen(key)), v);
	}
	return journal_add(text, &record);
}

static bool read_array(struct timed_text *text, struct json_object *all)
{
	struct json_object *array;
	bool found = false;
	size_t i;

	if (!json_object_object_get_ex(all, "dmesg", &array) ||
	    !json_object_is_type(array, json_type_array))
		return false;
	for (i = 0; i < json_object_array_length(array); i++)
		found |= dmesg_line(text, json_object_array_get_idx(array, i));
	return found;
}

static struct guc_view view_of(struct json_object *string)
{
	return guc_view(json_object_get_string(string),
			(size_t)json_object_get_string_len(string));
}

/* Return: whether a field with this name can be a time, so that a number in it is one. */
static bool is_time_name(const char *name)
{
	return strcasestr(name, "time") || strcasestr(name, "date") || !strcasecmp(name, "ts");
}

/* Use a value of an object or array if it is a time. @name: NULL in an array */
static void take_time(struct text_times *times, const char *name, struct json_object *value)
{
	const char *number;

	if (json_object_is_type(value, json_type_string)) {
		text_times_add(times, view_of(value));
		return;
	}
	if (!json_object_is_type(value, json_type_int) || (name && !is_time_name(name)))
		return;
	number = json_object_to_json_string(value);
	text_times_add(times, guc_view(number, strlen(number)));
}

/*
 * Add the messages in an object or an array, whose times are those of its messages and of those in
 * objects in it, unless these have times of their own. Return: whether there is a message.
 */
static bool walk(struct timed_text *text, struct json_object *o, struct text_times times,
		 unsigned int depth);

static bool walk_value(struct timed_text *text, struct json_object *value,
		       const struct text_times *times, unsigned int depth)
{
	if (!json_object_is_type(value, json_type_string))
		return walk(text, value, *times, depth + 1);
	if (!text_is_message(view_of(value)))
		return false;
	timed_text_add_message(text, times, view_of(value));
	return true;
}

static bool walk(struct timed_text *text, struct json_object *o, struct text_times times,
		 unsigned int depth)
{
	struct text_times own = { .known[0] = false };
	bool found = false;
	size_t i;

	if (depth == MAX_DEPTH)
		return false;
	if (json_object_is_type(o, json_type_array)) {
		/* An entry is an array with its time and its message. */
		for (i = 0; i < json_object_array_length(o) && i < 4; i++)
			take_time(&own, NULL, json_object_array_get_idx(o, i));
		times = memchr(own.known, true, sizeof(own.known)) ? own : times;
		for (i = 0; i < json_object_array_length(o); i++)
			found |= walk_value(text, json_object_array_get_idx(o, i), &times, depth);
	} else if (json_object_is_type(o, json_type_object)) {
		json_object_object_foreach(o, name, value)
			take_time(&own, name, value);
		times = memchr(own.known, true, sizeof(own.known)) ? own : times;
		json_object_object_foreach(o, name2, value2) {
			(void)name2;
			found |= walk_value(text, value2, &times, depth);
		}
	}
	return found;
}

/*
 * Parse the object at the beginning of a text. If there is no memory, @failed of the arena is set.
 * @len: length of the text, which may continue after the object. Return: length of the object, or 0
 * if there is none.
 */
static size_t parse(struct timed_text *to, const char *text, size_t len, struct json_object **o)
{
	if (to->json)
		json_tokener_reset(to->json);
	else
		to->json = json_tokener_new();
	if (!to->json) {
		to->arena->failed = true;
		return 0;
	}
	*o = json_tokener_parse_ex(to->json, text, (int)min_t(size_t, len, 1 << 30));
	return *o ? json_tokener_get_parse_end(to->json) : 0;
}

/**
 * timed_text_end_json() - free the parser that timed_text_read_json() has used
 * @text: the text
 */
void timed_text_end_json(struct timed_text *text)
{
	if (text->json)
		json_tokener_free(text->json);
	text->json = NULL;
}

/* Return: whether an object of JSON can begin here. */
static bool begins_object(struct guc_view v)
{
	if (!eat(&v, "{"))
		return false;
	while (v.len && memchr(" \t\r\n", *v.data, 4))
		v = guc_view_clip(v, 1, v.len);
	return v.len && *v.data == '"';
}

/*
 * Find the object that begins in the first line of a text. Programs print other text before it:
 * "data: ", a record separator, the name of a container. Return: the text from there on; empty if
 * no object begins in this line.
 */
static struct guc_view find_object(struct guc_view all)
{
	const u8 *newline = memchr(all.data, '\n', all.len), *open;
	struct guc_view line = all;

	line.len = newline ? (size_t)(newline - all.data) : all.len;
	open = memchr(line.data, '{', line.len);
	if (!open)
		return guc_view(NULL, 0);
	all = guc_view_clip(all, (size_t)(open - all.data), all.len);
	return begins_object(all) ? all : guc_view(NULL, 0);
}

/**
 * timed_text_read_json() - read an object of JSON that begins in the first line of a text
 * @text: gets the lines of the kernel log in the object
 * @all: the text; moved after the object if there was one
 *
 * Return: whether there was an object.
 */
bool timed_text_read_json(struct timed_text *text, struct guc_view *all)
{
	static const struct text_times none = { .known[0] = false };
	struct guc_view object = find_object(*all);
	struct json_object *o;
	size_t n = object.len ? parse(text, (const char *)object.data, object.len, &o) : 0;

	if (!n)
		return false;
	if (!read_array(text, o) && !journal_line(text, o))
		walk(text, o, none, 0);
	json_object_put(o);
	*all = guc_view_clip(object, n, object.len);
	while (all->len && memchr(" \t\r\n,\x1e", *all->data, 6))
		*all = guc_view_clip(*all, 1, all->len);
	return true;
}
