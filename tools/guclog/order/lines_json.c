// SPDX-License-Identifier: GPL-2.0-only
/*
 * Kernel logs in JSON: "journalctl -o json" has an object in each line, "dmesg --json"
 * one array.
 */
#include "order/lines.h"

#include <json-c/json.h>

static const char *text_of(struct json_object *o, const char *key)
{
	struct json_object *v;

	return json_object_object_get_ex(o, key, &v) &&
	       json_object_is_type(v, json_type_string) ? json_object_get_string(v) : NULL;
}

/* Return: false when the object is no line of dmesg. */
static bool dmesg_line(struct lines *lines, struct json_object *o)
{
	const char *text = text_of(o, "msg");
	struct json_object *time;
	double seconds;

	if (!text || !json_object_object_get_ex(o, "time", &time))
		return false;
	seconds = json_object_get_double(time);
	if (!(seconds >= 0 && seconds < 1e9))
		return false;
	lines->clock = LINES_PRINTK;
	lines_add(lines, (s64)(seconds * 1e6 + 0.5) * 1000, guc_view(text, strlen(text)));
	return true;
}

/* The journal has the kernel's own time in microseconds, as text. */
static bool journal_line(struct lines *lines, struct json_object *o)
{
	const char *text = text_of(o, "MESSAGE");
	const char *time = text_of(o, "_SOURCE_MONOTONIC_TIMESTAMP");

	if (!text)
		return false;
	if (!time || strlen(time) > 15)
		return true;
	lines->clock = LINES_PRINTK;
	lines_add(lines, (s64)strtoull(time, NULL, 10) * 1000, guc_view(text, strlen(text)));
	return true;
}

static bool read_array(struct lines *lines, struct json_object *all)
{
	struct json_object *array;
	bool found = false;
	size_t i;

	if (!json_object_object_get_ex(all, "dmesg", &array) ||
	    !json_object_is_type(array, json_type_array))
		return false;
	for (i = 0; i < json_object_array_length(array); i++)
		found |= dmesg_line(lines, json_object_array_get_idx(array, i));
	return found;
}

/* @len: of the text behind the object too. Return: its length, 0 when there is none. */
static size_t parse(const char *text, size_t len, struct json_object **o)
{
	struct json_tokener *tok = json_tokener_new();
	size_t n = 0;

	*o = json_tokener_parse_ex(tok, text, (int)min_t(size_t, len, 1 << 30));
	if (*o)
		n = json_tokener_get_parse_end(tok);
	json_tokener_free(tok);
	return n;
}

/**
 * lines_read_json() - read a kernel log in JSON
 * @lines: gets the lines
 * @text: the log
 * @len: its length
 *
 * Return: false if it is none.
 */
bool lines_read_json(struct lines *lines, const char *text, size_t len)
{
	bool found = false;

	while (len && strchr(" \t\r\n", *text)) {
		text++;
		len--;
	}
	while (len && *text == '{') {
		struct json_object *o;
		size_t n = parse(text, len, &o);

		if (!n)
			break;
		found |= read_array(lines, o) || journal_line(lines, o);
		json_object_put(o);
		for (; n < len && strchr(" \t\r\n", text[n]); n++)
			;
		text += n;
		len -= n;
	}
	return found;
}
