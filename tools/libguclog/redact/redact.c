// SPDX-License-Identifier: GPL-2.0-only
#include "redact/redact.h"

#include "arena.h"
#include "text/paste.h"

/**
 * struct redaction - a redaction with its memory
 * @pub: the public part
 * @arena: arena that has the memory
 * @data: the redacted bytes
 * @count: number of items that were redacted, by kind
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

/* Return: whether the input is a kernel log in JSON. */
static bool is_json(const struct redaction *r)
{
	size_t i = 0;

	while (i < r->pub.len && strchr("[ \t\r\n", r->data[i]))
		i++;
	return i < r->pub.len && r->data[i] == '{';
}

/*
 * Return: whether the input is the output of "journalctl -o export" or "-o verbose": a redaction of
 * its lines would also remove the times.
 */
static bool is_journal(const struct redaction *r)
{
	static const char export[] = "__CURSOR=", verbose[] = " [s=";

	return memmem(r->data, r->pub.len, export, sizeof(export) - 1) ||
	       memmem(r->data, r->pub.len, verbose, sizeof(verbose) - 1);
}

static bool is_facts(const struct redaction *r)
{
	static const char key[] = "\nlog_bytes=";

	return memmem(r->data, r->pub.len, key, sizeof(key) - 1);
}

static enum guclog_redact_form form_of(const struct redaction *r)
{
	static const char * const marks[] = {
		"**** Xe Device Coredump ****", "[LOG].data:", "Log data:", "Capture 1.",
	};
	enum guclog_form form = guclog_form_detect(r->data, r->pub.len);
	unsigned int i;

	if (form == GUCLOG_FORM_LFD)
		return GUCLOG_REDACT_LFD;
	if (form == GUCLOG_FORM_IMAGE)
		return GUCLOG_REDACT_IMAGE;
	if (form != GUCLOG_FORM_UNKNOWN || is_json(r) ||
	    memchr(r->data, 0, min_t(size_t, r->pub.len, 4096)))
		return GUCLOG_REDACT_ANY;
	for (i = 0; i < ARRAY_SIZE(marks); i++)
		if (memmem(r->data, r->pub.len, marks[i], strlen(marks[i])))
			return GUCLOG_REDACT_TEXT;
	if (is_journal(r))
		return GUCLOG_REDACT_ANY;
	if (redact_is_kernel_log((char *)r->data, r->pub.len))
		return GUCLOG_REDACT_KERNEL_LOG;
	return is_facts(r) ? GUCLOG_REDACT_INFO : GUCLOG_REDACT_ANY;
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
		redact_info(r->count, text, len);
		return 0;
	case GUCLOG_REDACT_ANY:
		break;
	}
	return -EPROTONOSUPPORT;
}

static int make(struct redaction *r, const void *data, size_t len, enum guclog_redact_form form)
{
	int ret;

	r->data = arena_alloc(&r->arena, len + 1);
	if (!r->data)
		return -ENOMEM;
	if (len)
		memcpy(r->data, data, len);
	r->data[len] = 0;
	r->pub.len = len;
	if (form != GUCLOG_REDACT_LFD && form != GUCLOG_REDACT_IMAGE)
		make_bytes(r);
	r->pub.form = form == GUCLOG_REDACT_ANY ? form_of(r) : form;
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
