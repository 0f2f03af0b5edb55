// SPDX-License-Identifier: GPL-2.0-only
/*
 * Redaction of single values, and the counts of redacted items.
 */
#include "output/redact/redact.h"

#include "guc_text.h"
#include "model/internal.h"
#include "output/redact/span.h"
#include "base/eat.h"

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
 * redact_fill() - overwrite a text with "x", except newlines, so that it keeps its lines
 * @count: counts the item, unless it is empty
 * @kind: kind of the item
 * @text: the text
 * @len: length of the text
 * @line: number of the line
 */
void redact_fill(struct guclog_redact_count *count, enum guclog_redact_kind kind, char *text,
		 size_t len, u64 line)
{
	size_t i;

	if (!len)
		return;
	for (i = 0; i < len; i++)
		if (text[i] != '\n')
			text[i] = 'x';
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
 */
void redact_release(struct guclog_redact_count *count, char *release, size_t len, u64 line)
{
	size_t n = version_len(release, len);

	if (n < len)
		redact_fill(count, GUCLOG_REDACT_KERNEL, release + n, len - n, line);
}

/*
 * Return: whether the text is the name of a firmware file of an Intel GPU, such as
 * "bmg_guc_70.bin": a platform, the microcontroller, and perhaps a version.
 */
static bool is_firmware_name(struct guc_view v)
{
	static const char * const platforms[] = {
		"adlp", "adls", "bmg", "bxt", "cml", "cri", "dg1", "dg2", "ehl", "glk", "icl",
		"kbl", "lnl", "mtl", "nvlp", "nvls", "nvl", "ptl", "pvc", "skl", "tgl",
	};
	static const char * const kinds[] = { "_guc", "_huc_gsc", "_huc", "_gsc" };
	unsigned int i, k;
	u64 number;

	for (i = 0; i < ARRAY_SIZE(platforms) && !eat(&v, platforms[i]); i++)
		;
	for (k = 0; k < ARRAY_SIZE(kinds) && !eat(&v, kinds[k]); k++)
		;
	if (i == ARRAY_SIZE(platforms) || k == ARRAY_SIZE(kinds))
		return false;
	if (eat(&v, "_") && !eat_number(&v, &number))
		return false;
	while (v.len > 1 && is_digit((char)v.data[1]) && eat(&v, "."))
		eat_number(&v, &number);
	return eat(&v, ".bin") && !v.len;
}

/**
 * redact_firmware() - redact the path of a firmware file unless it is one of Intel's files in the
 * driver's folder
 * @count: counts the redacted item
 * @path: a path such as "xe/bmg_guc_70.bin"; a user can choose another file
 * @len: length of the path
 * @line: number of its line
 */
void redact_firmware(struct guclog_redact_count *count, char *path, size_t len, u64 line)
{
	struct guc_view v = guc_view(path, len);

	if ((eat(&v, "xe/") || eat(&v, "i915/")) && is_firmware_name(v))
		return;
	redact_fill(count, GUCLOG_REDACT_UNKNOWN, path, len, line);
}

void guclog_redact_field(const char *name, char *value, size_t len,
			 struct guclog_redact_count *count)
{
	struct guclog_redact_count none[GUCLOG_REDACT_KINDS];

	if (!count)
		count = memset(none, 0, sizeof(none));
	redact_value(count, guc_view(name, strlen(name)), value, len, 0);
}
