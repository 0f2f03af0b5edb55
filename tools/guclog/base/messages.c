// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "messages.h"

#include "arena.h"
#include "guc_fault.h"
#include "guc_text.h"

/* Add a message. If the list is full or there is no memory, the message is only counted. */
static void add(struct messages *m, const char *text)
{
	char *clean = m->nr < MESSAGES_MAX ? arena_printable(m->arena, text) : NULL;

	if (clean)
		m->text[m->nr++] = clean;
	else
		m->more++;
}

/**
 * messages_take() - store a message from the code in tools/guclog/base/
 * @context: the messages
 * @name: the file that the message is about, NULL if there is none
 * @text: the message
 */
void messages_take(void *context, const char *name, const char *text)
{
	messages_add(context, name, "%s", text);
}

/**
 * messages_add() - store a message
 * @m: the messages
 * @path: the file that the message is about, NULL if there is none
 * @fmt: format as for printf(), without a newline
 */
void messages_add(struct messages *m, const char *path, const char *fmt, ...)
{
	char buf[1024];
	int len = 0;
	va_list args;

	if (path)
		len = snprintf(buf, sizeof(buf) / 2, "%s: ", path);
	len = min_t(int, max(len, 0), sizeof(buf) / 2 - 1);
	va_start(args, fmt);
	vsnprintf(buf + len, sizeof(buf) - (size_t)len, fmt, args);
	va_end(args);
	add(m, buf);
}

/**
 * messages_add_fault() - store a fault as a message
 * @m: the messages
 * @path: the file that has the fault
 * @fault: the fault
 */
void messages_add_fault(struct messages *m, const char *path, const struct guc_fault *fault)
{
	char buf[256];
	struct guc_text text = { .buf = buf, .size = sizeof(buf) };

	guc_fault_print(&text, fault);
	messages_add(m, path, "%s", buf);
}
