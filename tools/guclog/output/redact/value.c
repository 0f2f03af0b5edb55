// SPDX-License-Identifier: GPL-2.0-only
/*
 * Redaction of single values, and the counts of redacted items.
 */
#include "output/redact/redact.h"

#include "guc_facts.h"
#include "guc_text.h"
#include "model/internal.h"

const char *guclog_redact_kind_name(enum guclog_redact_kind kind)
{
	static const char * const names[GUCLOG_REDACT_KINDS] = {
		[GUCLOG_REDACT_PROCESS] = "process name",
		[GUCLOG_REDACT_PID] = "process id",
		[GUCLOG_REDACT_HOST] = "host name",
		[GUCLOG_REDACT_BOOT] = "boot id",
		[GUCLOG_REDACT_KERNEL] = "kernel build",
		[GUCLOG_REDACT_ADDRESS] = "address",
		[GUCLOG_REDACT_MEMORY] = "VM contents",
		[GUCLOG_REDACT_CONTEXT] = "context image contents",
		[GUCLOG_REDACT_RING] = "ring contents",
		[GUCLOG_REDACT_UNKNOWN] = "unknown text",
		[GUCLOG_REDACT_FILE] = "whole file",
	};

	return (unsigned int)kind < GUCLOG_REDACT_KINDS ? names[kind] : "";
}

size_t guclog_redact_count_text(const struct guclog_redact_count *count,
				enum guclog_redact_kind kind, char *buf, size_t size)
{
	struct guc_text text = guclog_text(buf, size);

	guc_text_add(&text, "%s: %llu place%s, %llu byte%s", guclog_redact_kind_name(kind),
		     (unsigned long long)count->places, count->places == 1 ? "" : "s",
		     (unsigned long long)count->bytes, count->bytes == 1 ? "" : "s");
	if (count->line)
		guc_text_add(&text, ", first in line %llu", (unsigned long long)count->line);
	return text.len;
}

/**
 * redact_note() - count an item that was redacted
 * @count: the counts so far
 * @kind: kind of the item
 * @bytes: length of the item
 * @line: number of the item's line, 0 if the input is not a text
 *
 * Context: any.
 */
void redact_note(struct guclog_redact_count *count, enum guclog_redact_kind kind, size_t bytes,
		 u64 line)
{
	struct guclog_redact_count *c = &count[kind];

	if (!c->places++)
		c->line = line;
	c->bytes += bytes;
}

/**
 * redact_fill() - overwrite a text with "x"
 * @count: counts the item, unless it is empty
 * @kind: kind of the item
 * @text: the text
 * @len: length of the text
 * @line: number of the line
 *
 * Context: any.
 */
void redact_fill(struct guclog_redact_count *count, enum guclog_redact_kind kind, char *text,
		 size_t len, u64 line)
{
	if (!len)
		return;
	memset(text, 'x', len);
	redact_note(count, kind, len, line);
}

/* Return: length of the version in a kernel release, such as "6.12.9" in "6.12.9-local". */
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
 * redact_release() - redact the part of a kernel release after the version
 * @count: counts the redacted item
 * @release: the release; its version is kept
 * @len: length of the release
 * @line: number of its line
 *
 * Context: any.
 */
void redact_release(struct guclog_redact_count *count, char *release, size_t len, u64 line)
{
	size_t n = version_len(release, len);

	if (n < len)
		redact_fill(count, GUCLOG_REDACT_KERNEL, release + n, len - n, line);
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
 * redact_firmware() - redact the path of a firmware file unless it is in the driver's folder
 * @count: counts the redacted item
 * @path: a path such as "xe/bmg_guc_70.bin", which a user can have changed
 * @len: length of the path
 * @line: number of its line
 *
 * Context: any.
 */
void redact_firmware(struct guclog_redact_count *count, char *path, size_t len, u64 line)
{
	static const char * const folders[] = { "xe/", "i915/" };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(folders); i++) {
		size_t n = strlen(folders[i]);

		if (len > n && !memcmp(path, folders[i], n) &&
		    is_file_name(path + n, len - n))
			return;
	}
	redact_fill(count, GUCLOG_REDACT_UNKNOWN, path, len, line);
}

void guclog_redact_field(const char *name, char *value, size_t len,
			 struct guclog_redact_count *count)
{
	struct guclog_redact_count none[GUCLOG_REDACT_KINDS];

	if (!count)
		count = memset(none, 0, sizeof(none));
	if (!strcmp(name, "process"))
		redact_fill(count, GUCLOG_REDACT_PROCESS, value, len, 0);
	else if (!strcmp(name, "pid"))
		redact_fill(count, GUCLOG_REDACT_PID, value, len, 0);
	else if (!strcmp(name, "boot_id"))
		redact_fill(count, GUCLOG_REDACT_BOOT, value, len, 0);
	else if (!strcmp(name, "kernel"))
		redact_release(count, value, len, 0);
	else if (!strcmp(name, "guc_firmware"))
		redact_firmware(count, value, len, 0);
	else if (!strcmp(name, "reason"))
		redact_reason(count, value, len, 0);
	else if (guc_facts_find(name, strlen(name)) < 0)
		redact_fill(count, GUCLOG_REDACT_UNKNOWN, value, len, 0);
}
