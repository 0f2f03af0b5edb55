// SPDX-License-Identifier: GPL-2.0-only
#include "xe_header.h"

#include <json-c/json.h>
#include <limits.h>

#include "shared/number.h"
#include "shared/printable.h"

#define MAX_VALUE	256

/* Return: @value as a JSON string. Bytes other than printable ASCII become '?'. */
static struct json_object *text(const char *value, size_t len)
{
	char buf[MAX_VALUE];
	size_t i;

	len = min(len, sizeof(buf));
	for (i = 0; i < len; i++)
		buf[i] = printable_ascii(value[i]);
	return json_object_new_string_len(buf, (int)len);
}

/* Return: the rest of the first line that begins with @key, or NULL if there is no such line. */
static const char *find(const char *head, const char *key, size_t *len)
{
	const char *line = head, *end;
	size_t n = strlen(key);

	while (*line) {
		end = line + strcspn(line, "\n");
		if (!strncmp(line, key, n)) {
			line += n;
			*len = (size_t)(end - line);
			return line;
		}
		line = *end ? end + 1 : end;
	}
	return NULL;
}

/*
 * Add the name and the PID of a process from a text such as "python3 [41874]". The name may contain
 * spaces and brackets, so search the last "[".
 */
static void put_process(struct json_object *to, const char *value, size_t len)
{
	size_t open = len;
	u64 pid;

	while (open && value[open - 1] != '[')
		open--;
	if (open < 2 || value[len - 1] != ']' ||
	    !number_parse(value + open, len - 1 - open, INT_MAX, &pid)) {
		json_object_object_add(to, "process", text(value, len));
		return;
	}
	json_object_object_add(to, "process", text(value, open - 2));
	json_object_object_add(to, "pid", json_object_new_int((int)pid));
}

/**
 * xe_header_parse() - read the header of a devcoredump
 * @to: the object to which "reason", "process", "pid", "snapshot_time", "uptime", "kernel" and
 *	"pci_id" are added, as far as the dump has them
 * @head: the beginning of the dump's text
 */
void xe_header_parse(struct json_object *to, const char *head)
{
	static const struct {
		const char *line, *key;
	} plain[] = {
		{ "Reason: ", "reason" },
		{ "kernel: ", "kernel" },
		{ "Snapshot time: ", "snapshot_time" },
		{ "Uptime: ", "uptime" },
		{ "PCI ID: ", "pci_id" },
	};
	const char *value;
	size_t len;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(plain); i++) {
		value = find(head, plain[i].line, &len);
		if (value)
			json_object_object_add(to, plain[i].key, text(value, len));
	}
	value = find(head, "Process: ", &len);
	if (value)
		put_process(to, value, len);
}
