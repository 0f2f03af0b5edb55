// SPDX-License-Identifier: GPL-2.0-only
/* The signature of an explanation: a text that is the same for similar hangs. */
#include "explain/explanation.h"

#include "base/printable.h"

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/*
 * Add the driver's reason for the devcoredump with "N" in place of each number, because the numbers
 * differ between similar hangs.
 */
static void add_reason(struct guc_text *text, const char *reason)
{
	while (*reason) {
		if (!is_digit(*reason)) {
			guc_text_add(text, "%c", printable_ascii(*reason));
			reason++;
			continue;
		}
		guc_text_add(text, "N");
		if (reason[0] == '0' && reason[1] == 'x')
			reason += 2;
		reason += strspn(reason, "0123456789abcdefABCDEF");
	}
}

size_t guclog_reason_pattern(const char *reason, char *buf, size_t size)
{
	struct guc_text text = guclog_text(buf, size);

	add_reason(&text, reason);
	return text.len;
}

static void add_verdict(struct textbuf *text, const struct guclog_explanation *e)
{
	if (e->firmware_crash == GUCLOG_YES)
		textbuf_add(text, e->hang == GUCLOG_YES ? "firmware crash, " : "firmware crash");
	if (e->firmware_crash == GUCLOG_YES && e->hang != GUCLOG_YES)
		return;
	if (e->memory_fault)
		textbuf_add(text, "memory fault");
	else if (e->failed_reset)
		textbuf_add(text, "engine reset failed");
	else if (e->driver.job_ended && e->hang != GUCLOG_YES)
		textbuf_add(text, "job had ended");
	else if (e->hang == GUCLOG_UNKNOWN)
		textbuf_add(text, "cannot tell");
	else if (e->hang == GUCLOG_NO)
		textbuf_add(text, "no hang");
	else if (e->reset == GUCLOG_YES)
		textbuf_add(text, "engine reset");
	else if (e->stuck)
		textbuf_add(text, "stuck %s", e->stuck);
	else
		textbuf_add(text, "%s", guclog_driver_kind_name(e->driver.kind) ?: "hang");
	if (*e->first->engine)
		textbuf_add(text, " on %s", e->first->engine);
}

/* Add what the gravest incident of a kernel log is about, and its cause if that differs. */
static void add_incident(struct textbuf *text, const struct explanation *x)
{
	const struct guclog_kernel_incident *incident = x->incident;

	textbuf_add(text, "%s", guclog_message_class_name(incident->about));
	if (incident->cause->about != incident->about)
		textbuf_add(text, " after %s", guclog_kernel_event_name(incident->cause->event));
	if (x->shown.driver.engine_class)
		textbuf_add(text, " on %s", x->shown.driver.engine_class);
}

/**
 * signature_make() - make the signature of an explanation
 * @x: the explanation, with its verdict
 *
 * The signature consists of the verdict (a crash of the firmware first), the engine, and the
 * driver's reason without its numbers. It has only printable characters.
 *
 * Context: allocates memory; a failure makes guclog_explain() return NULL.
 */
void signature_make(struct explanation *x)
{
	const char *reason = x->dump ? guclog_dump_text(&x->dump->head, DUMP_HEAD_REASON) : NULL;
	char *buf, next[PRINTABLE_MAX];
	const char *rest;
	struct textbuf text;
	size_t len;

	textbuf_init(&text, &x->arena);
	if (x->incident)
		add_incident(&text, x);
	else if (x->found || x->shown.driver.job_ended || x->shown.hang == GUCLOG_YES ||
		 x->shown.firmware_crash == GUCLOG_YES)
		add_verdict(&text, &x->shown);
	else
		textbuf_add(&text, "no GuC log");
	if (reason && *reason) {
		len = guclog_reason_pattern(reason, NULL, 0);
		buf = arena_alloc(&x->arena, len + 1);
		if (buf)
			guclog_reason_pattern(reason, buf, len + 1);
		textbuf_add(&text, ": ");
		for (rest = buf; rest && *rest;)
			textbuf_bytes(&text, next, printable_next(&rest, next));
	}
	x->shown.signature = textbuf_end(&text);
}
