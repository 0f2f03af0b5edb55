// SPDX-License-Identifier: GPL-2.0-only
#include "redact/redact.h"

#ifdef GUCLOG_JSON
#include <json-c/json.h>
#endif

#include "guc_text.h"
#include "output/json_out.h"
#include "util/msg.h"
#include "shared/printable.h"

static const char * const names[REDACT_KINDS] = {
	[REDACT_PROCESS] = "process name",
	[REDACT_PID] = "process id",
	[REDACT_HOST] = "host name",
	[REDACT_BOOT] = "boot id",
	[REDACT_KERNEL] = "kernel build",
	[REDACT_ADDRESS] = "address",
	[REDACT_MEMORY] = "VM contents",
	[REDACT_CONTEXT] = "context image contents",
	[REDACT_RING] = "ring contents",
	[REDACT_UNKNOWN] = "unknown text",
	[REDACT_FILE] = "whole file",
};

/**
 * redact_note() - count something that was taken out
 * @list: what was taken out so far
 * @kind: what it is
 * @bytes: its length
 * @line: number of its line, 0 if it is not in a text
 */
void redact_note(struct redact_list *list, enum redact_kind kind, size_t bytes,
		 u64 line)
{
	struct redact_count *c = &list->count[kind];

	if (!c->places++)
		c->line = line;
	c->bytes += bytes;
}

/**
 * redact_describe() - what was taken out of one kind, in words
 * @count: how much; at least one place
 * @kind: the kind
 *
 * Return: the words; to be freed.
 */
char *redact_describe(const struct redact_count *count, enum redact_kind kind)
{
	char buf[128];
	struct guc_text text = { .buf = buf, .size = sizeof(buf) };

	guc_text_add(&text, "%s: %llu place%s, %llu byte%s", names[kind],
		     count->places, count->places == 1 ? "" : "s", count->bytes,
		     count->bytes == 1 ? "" : "s");
	if (count->line)
		guc_text_add(&text, ", first in line %llu", count->line);
	return printable(buf);
}

/**
 * redact_print() - print what was taken out on stderr
 * @list: what was taken out
 * @name: of the input
 */
void redact_print(const struct redact_list *list, const char *name)
{
	bool any = false;
	unsigned int i;

	for (i = 0; i < REDACT_KINDS; i++) {
		char *text;

		if (!list->count[i].places)
			continue;
		any = true;
		text = redact_describe(&list->count[i], i);
		msg_fail(name, "taken out: %s", text);
		free(text);
	}
	if (!any)
		msg_fail(name, "nothing had to be taken out");
}

#ifdef GUCLOG_JSON

/**
 * redact_json() - what was taken out, as JSON
 * @list: what was taken out
 *
 * Return: an array with an object for each kind.
 */
struct json_object *redact_json(const struct redact_list *list)
{
	struct json_object *all = json_object_new_array();
	unsigned int i;

	for (i = 0; i < REDACT_KINDS; i++) {
		const struct redact_count *c = &list->count[i];
		struct json_object *o;

		if (!c->places)
			continue;
		o = json_object_new_object();
		json_object_object_add(o, "what", json_object_new_string(names[i]));
		json_object_object_add(o, "places", json_object_new_uint64(c->places));
		json_object_object_add(o, "bytes", json_object_new_uint64(c->bytes));
		json_object_object_add(o, "line", c->line ?
				       json_object_new_uint64(c->line) : NULL);
		json_object_array_add(all, o);
	}
	return all;
}

/**
 * redact_print_json() - print as JSON what was taken out
 * @list: what was taken out
 */
void redact_print_json(const struct redact_list *list)
{
	struct json_object *o = json_object_new_object();

	json_object_object_add(o, "redacted", redact_json(list));
	json_print(o);
}

#endif

/**
 * redact_fill() - overwrite a text with "x"
 * @list: counts it, unless it is empty
 * @kind: what it is
 * @text: the text
 * @len: its length
 * @line: number of its line
 */
void redact_fill(struct redact_list *list, enum redact_kind kind, char *text,
		 size_t len, u64 line)
{
	if (!len)
		return;
	memset(text, 'x', len);
	redact_note(list, kind, len, line);
}

/* Length of the version in a kernel release: of "6.12.9" in "6.12.9-local". */
static size_t version_len(const char *release, size_t len)
{
	size_t n = 0;
	unsigned int dots = 0;

	for (; n < len; n++) {
		if (release[n] == '.' && dots++ == 2)
			break;
		if (release[n] != '.' && (release[n] < '0' || release[n] > '9'))
			break;
	}
	return n;
}

/**
 * redact_release() - take the build out of a kernel release
 * @list: counts it
 * @release: the release; its version stays
 * @len: its length
 * @line: number of its line
 */
void redact_release(struct redact_list *list, char *release, size_t len, u64 line)
{
	size_t n = version_len(release, len);

	redact_fill(list, REDACT_KERNEL, release + n, len - n, line);
}

static bool is_file_name(const char *text, size_t len)
{
	static const char letters[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
	size_t i;

	for (i = 0; i < len; i++)
		if (!memchr(letters, text[i], sizeof(letters) - 1))
			return false;
	return true;
}

/**
 * redact_firmware() - take out the path of a firmware that is not the driver's own
 * @list: counts it
 * @path: such as "xe/bmg_guc_70.bin"; a user can have set another one
 * @len: its length
 * @line: number of its line
 */
void redact_firmware(struct redact_list *list, char *path, size_t len, u64 line)
{
	static const char * const folders[] = { "xe/", "i915/" };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(folders); i++) {
		size_t n = strlen(folders[i]);

		if (len > n && !memcmp(path, folders[i], n) &&
		    is_file_name(path + n, len - n))
			return;
	}
	redact_fill(list, REDACT_UNKNOWN, path, len, line);
}
