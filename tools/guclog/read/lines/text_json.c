// SPDX-License-Identifier: GPL-2.0-only
/*
 * Kernel logs in JSON: "journalctl -o json" has an object in each line, "dmesg --json"
 * one array.
 */
#include "timeline/timeline.h"

#include <json-c/json.h>

#include "base/eat.h"

static const char *text_of(struct json_object *o, const char *key)
{
	struct json_object *v;

	return json_object_object_get_ex(o, key, &v) &&
	       json_object_is_type(v, json_type_string) ? json_object_get_string(v) : NULL;
}

/* Add a line of "dmesg --json". Return: whether the object is such a line. */
static bool dmesg_line(struct timed_text *text, struct json_object *o)
{
	const char *line = text_of(o, "msg");
	struct json_object *time;
	double seconds;

	if (!line || !json_object_object_get_ex(o, "time", &time))
		return false;
	seconds = json_object_get_double(time);
	if (!(seconds >= 0 && seconds < 1e9))
		return false;
	text->clock = TEXT_PRINTK;
	timed_text_add(text, (s64)(seconds * 1e6 + 0.5) * 1000, guc_view(line, strlen(line)));
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

/*
 * Parse the object at the beginning of a text. @arena: its @failed is set if there is no memory.
 * @len: length of the text, which may continue after the object. Return: length of the object, or 0
 * if there is none.
 */
static size_t parse(struct arena *arena, const char *text, size_t len, struct json_object **o)
{
	struct json_tokener *tok = json_tokener_new();
	size_t n = 0;

	if (!tok) {
		arena->failed = true;
		return 0;
	}
	*o = json_tokener_parse_ex(tok, text, (int)min_t(size_t, len, 1 << 30));
	if (*o)
		n = json_tokener_get_parse_end(tok);
	json_tokener_free(tok);
	return n;
}

/* Skip what journalctl prints before an object: blanks, "data: " or a record separator. */
static struct guc_view skip_separator(struct guc_view v)
{
	while (v.len && memchr(" \t\r\n\x1e", *v.data, 5))
		v = guc_view_clip(v, 1, v.len);
	eat(&v, "data: ");
	return v;
}

/**
 * timed_text_read_json() - read a kernel log in JSON
 * @text: gets the lines
 * @data: the log
 * @len: bytes at @data
 *
 * Context: any.
 * Return: 0, or -ENOMSG if the data are not a kernel log in JSON.
 */
int timed_text_read_json(struct timed_text *text, const char *data, size_t len)
{
	struct guc_view left = skip_separator(guc_view(data, len));
	bool found = false;

	while (left.len && *left.data == '{') {
		struct json_object *o;
		size_t n = parse(text->arena, (const char *)left.data, left.len, &o);

		if (!n)
			break;
		found |= read_array(text, o) || journal_line(text, o);
		json_object_put(o);
		left = skip_separator(guc_view_clip(left, n, left.len));
	}
	return found ? 0 : -ENOMSG;
}
