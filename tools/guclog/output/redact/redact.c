// SPDX-License-Identifier: GPL-2.0-only
#include "output/redact/redact.h"

#include "base/arena.h"
#include "model/printed_names.h"
#include "read/paste.h"
#include "read/forms.h"

/**
 * struct redaction - a redaction with its memory
 * @pub: the public part
 * @arena: arena that has the memory
 * @data: the redacted bytes
 * @count: amount of removed data, an element for each kind
 */
struct redaction {
	struct guclog_redaction pub;
	struct arena arena;
	u8 *data;
	struct guclog_redact_count count[GUCLOG_REDACT_KINDS];
};

/* Convert UTF-16 to a text with one byte for each character. */
static void make_bytes(struct redaction *r)
{
	enum paste_encoding encoding;
	size_t skip;

	encoding = paste_detect(r->data, r->pub.len, &skip);
	memmove(r->data, r->data + skip, r->pub.len - skip);
	r->pub.len -= skip;
	if (encoding != PASTE_BYTES)
		r->pub.len = paste_convert(encoding, r->data, r->pub.len - r->pub.len % 2);
}

static bool has(const u8 *data, size_t len, const char *text)
{
	return memmem(data, len, text, strlen(text));
}

/* Return: whether the input is a kernel log in JSON. */
static bool is_json(const u8 *data, size_t len)
{
	size_t i = 0;

	while (i < len && strchr("[ \t\r\n", data[i]))
		i++;
	return i < len && data[i] == '{';
}

/**
 * redact_form() - detect the form of the data that are redacted
 * @data: the data
 * @len: length of the data
 *
 * Return: the form, or GUCLOG_REDACT_ANY if it is not known what to redact.
 */
enum guclog_redact_form redact_form(const u8 *data, size_t len)
{
	static const char * const marks[] = {
		TITLE_HEAD, LINE_LOG_DATA, LINE_LOG_PLAIN_DATA, "Capture 1.",
	};
	enum guclog_form form = guclog_form_detect(data, len);
	unsigned int i;

	if (form == GUCLOG_FORM_LFD)
		return GUCLOG_REDACT_LFD;
	if (form == GUCLOG_FORM_IMAGE)
		return GUCLOG_REDACT_IMAGE;
	if (form != GUCLOG_FORM_UNKNOWN || is_json(data, len) ||
	    memchr(data, 0, min_t(size_t, len, 4096)))
		return GUCLOG_REDACT_ANY;
	for (i = 0; i < ARRAY_SIZE(marks); i++)
		if (has(data, len, marks[i]))
			return GUCLOG_REDACT_TEXT;
	/*
	 * Do not redact the output of "journalctl -o export" or "-o verbose" as a kernel log,
	 * because that would also remove the times of its lines.
	 */
	if (has(data, len, "__CURSOR=") || has(data, len, " [s="))
		return GUCLOG_REDACT_ANY;
	if (redact_is_kernel_log((const char *)data, len))
		return GUCLOG_REDACT_KERNEL_LOG;
	return has(data, len, "\nlog_bytes=") ? GUCLOG_REDACT_INFO : GUCLOG_REDACT_ANY;
}

static int redact(struct redaction *r)
{
	char *text = (char *)r->data;
	size_t len = r->pub.len;

	switch (r->pub.form) {
	case GUCLOG_REDACT_TEXT:
		return redact_text(r->count, &r->arena, text, len, false);
	case GUCLOG_REDACT_KERNEL_LOG:
		return redact_text(r->count, &r->arena, text, len, true);
	case GUCLOG_REDACT_LFD:
		return redact_lfd(r->count, r->data, len);
	case GUCLOG_REDACT_IMAGE:
		return redact_image(r->count, r->data, len);
	case GUCLOG_REDACT_INFO:
		redact_lines(r->count, (struct guclog_bytes){ text, len }, true);
		return 0;
	case GUCLOG_REDACT_ANY:
		break;
	}
	return -EPROTONOSUPPORT;
}

static int copy(struct redaction *r, const void *data, size_t len, enum guclog_redact_form form)
{
	r->data = arena_alloc(&r->arena, len + 1);
	if (!r->data)
		return -ENOMEM;
	if (len)
		memcpy(r->data, data, len);
	r->data[len] = 0;
	r->pub.len = len;
	r->pub.form = form;
	if (form != GUCLOG_REDACT_LFD && form != GUCLOG_REDACT_IMAGE)
		make_bytes(r);
	return 0;
}

static int make(struct redaction *r, const void *data, size_t len, enum guclog_redact_form form)
{
	int ret;

	if (form == GUCLOG_REDACT_ANY) {
		r->pub.len = len;
		r->data = redact_unwrap(&r->arena, data, &r->pub.len, &r->pub.form);
		ret = r->arena.failed ? -ENOMEM : r->data ? 0 : -EPROTONOSUPPORT;
	} else {
		ret = copy(r, data, len, form);
	}
	if (!ret)
		ret = redact(r);
	r->pub.data = r->data;
	r->pub.count = r->count;
	r->pub.nr_counts = GUCLOG_REDACT_KINDS;
	return ret;
}

const struct guclog_redaction *guclog_redact(const void *data, size_t len,
					     enum guclog_redact_form form, int *error)
{
	struct redaction *r = calloc(1, sizeof(*r));
	int ret = -ENOMEM;

	if (r) {
		arena_init(&r->arena, ARENA_NO_LIMIT);
		ret = make(r, data, len, form);
	}
	if (error)
		*error = ret;
	if (!ret)
		return &r->pub;
	if (r)
		guclog_redaction_free(&r->pub);
	return NULL;
}

void guclog_redaction_free(const struct guclog_redaction *redaction)
{
	struct redaction *r = (struct redaction *)(uintptr_t)redaction;

	if (!r)
		return;
	arena_free(&r->arena);
	free(r);
}
