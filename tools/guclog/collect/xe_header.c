// SPDX-License-Identifier: GPL-2.0-only
#include "xe_header.h"

#include <json-c/json.h>
#include <limits.h>

#include "base/eat.h"
#include "base/number.h"
#include "base/printable.h"
#include "model/printed.h"

#define MAX_VALUE	256
/* Longest name of a process in bytes, without the terminator: TASK_COMM_LEN - 1 of the kernel. */
#define MAX_COMM	15

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

/* Return: the value of the first line about @id, or NULL if there is no such line. */
static const char *find(const char *head, enum dump_name id, size_t *len)
{
	struct guc_view rest = guc_view(head, strlen(head)), line, value;
	const struct printed_name *name;

	while (eat_line(&rest, &line)) {
		name = printed_line(line, &value);
		if (name && name->id == id && eat(&value, " ")) {
			*len = value.len;
			return (const char *)value.data;
		}
	}
	return NULL;
}

/*
 * Return: length of the PID with its brackets at the end of a line, such as " [41874]", or 0 if the
 * line does not end with a PID. @pid: set to the PID
 */
static size_t pid_at_end(const char *line, size_t len, u64 *pid)
{
	size_t open = len;

	while (open && line[open - 1] != '[')
		open--;
	if (open < 2 || line[open - 2] != ' ' || line[len - 1] != ']' ||
	    !number_parse(line + open, len - 1 - open, INT_MAX, pid))
		return 0;
	return len - open + 2;
}

/*
 * Add the name and the PID of a process from a text such as "python3 [41874]". The name may contain
 * any bytes, also spaces, brackets and newlines, but no more than MAX_COMM bytes. So the PID is at
 * the end of the last line before which the name is not longer. (Linux 6.12 prints no PID.) Return:
 * the text after the process.
 */
static const char *put_process(struct json_object *to, const char *value)
{
	size_t first = strcspn(value, "\n"), len = first, name = first, end, n;
	u64 pid, found = 0;

	for (end = first;; end += 1 + strcspn(value + end + 1, "\n")) {
		n = pid_at_end(value, end, &pid);
		if (end > first && end - n > MAX_COMM)
			break;
		if (n) {
			name = end - n;
			len = end;
			found = pid;
		}
		if (!value[end])
			break;
	}
	json_object_object_add(to, "process", text(value, name));
	if (name < len)
		json_object_object_add(to, "pid", json_object_new_int((int)found));
	return value + len;
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
		enum dump_name id;
		const char *key;
		bool after_process;
	} plain[] = {
		{ .id = DUMP_HEAD_REASON, .key = "reason" },
		{ .id = DUMP_HEAD_KERNEL, .key = "kernel" },
		{ .id = DUMP_HEAD_SNAPSHOT_TIME, .key = "snapshot_time" },
		{ .id = DUMP_HEAD_UPTIME, .key = "uptime" },
		{ .id = DUMP_HEAD_PCI_ID, .key = "pci_id", .after_process = true },
	};
	const char *value, *end;
	size_t len;
	unsigned int i;

	value = find(head, DUMP_HEAD_PROCESS, &len);
	end = value ? put_process(to, value) : head;
	for (i = 0; i < ARRAY_SIZE(plain); i++) {
		/* The lines after the process are not searched in its name. */
		value = find(plain[i].after_process ? end : head, plain[i].id, &len);
		if (value)
			json_object_object_add(to, plain[i].key, text(value, len));
	}
}
