// SPDX-License-Identifier: GPL-2.0-only
#include "read/mail.h"

#include <strings.h>

#include "base/arena.h"
#include "read/layer.h"
#include "base/messages.h"
#include "base/eat.h"
#include "read/log/logs.h"

#define MAX_DEPTH	8u
/* Size of a stored value of a header: larger than the longest boundary and most file names. */
#define VALUE		256

/**
 * struct part - a message, or a part of one
 * @body: the part after its header
 * @type: content type such as "text/plain", in lower case
 * @coding: encoding of the body
 * @boundary: text that separates its parts, empty if it has none
 * @file: name of the attached file, empty if there is none
 */
struct part {
	struct guc_view body;
	char type[VALUE];
	char coding[VALUE];
	char boundary[VALUE];
	char file[VALUE];
};

/**
 * struct mail - an email that is being read
 * @in: the logs are added to it
 * @reader: reads one part
 * @depth: number of parts that enclose the current part
 * @ret: -1 if a part could not be read
 */
struct mail {
	struct input *in;
	archive_member_reader reader;
	unsigned int depth;
	int ret;
};

static bool starts(struct guc_view v, const char *text)
{
	size_t len = strlen(text);

	return v.len >= len && !strncasecmp((const char *)v.data, text, len);
}

static bool is_header(struct guc_view line)
{
	size_t n = 0;

	while (n < line.len && line.data[n] > ' ' && line.data[n] < 0x7f && line.data[n] != ':')
		n++;
	return n && n < line.len && line.data[n] == ':';
}

/**
 * mail_is() - find out whether a text is an email or a mailbox
 * @text: the beginning of the text
 *
 * Context: any, does not sleep.
 * Return: whether the text begins with the header of an email.
 */
bool mail_is(struct guc_view text)
{
	static const char * const known[] = {
		"MIME-Version:", "Content-Type:", "Content-Transfer-Encoding:", "Message-ID:",
		"Received:",
	};
	struct guc_view line = layer_next_line(&text);
	unsigned int i;

	if (starts(line, "From "))
		line = layer_next_line(&text);
	if (!is_header(line))
		return false;
	for (; line.len && (is_header(line) || strchr(" \t", *line.data));
	     line = layer_next_line(&text))
		for (i = 0; i < ARRAY_SIZE(known); i++)
			if (starts(line, known[i]))
				return true;
	return false;
}

/* Copy a value that ends before one of the characters @ends, or that is in quotes. */
static void copy_value(char *to, struct guc_view v, const char *ends)
{
	size_t n = 0;

	while (v.len && strchr(" \t\n", *v.data) && *v.data)
		v = guc_view(v.data + 1, v.len - 1);
	if (v.len && *v.data == '"') {
		v = guc_view(v.data + 1, v.len - 1);
		ends = "\"";
	}
	for (; n < v.len && n + 1 < VALUE && v.data[n] && !strchr(ends, v.data[n]); n++)
		to[n] = (char)v.data[n];
	to[n] = 0;
}

/* Find the parameter @name, such as "boundary=", in a header, and copy its value. */
static void copy_parameter(char *to, struct guc_view v, const char *name)
{
	for (; v.len; v = guc_view(v.data + 1, v.len - 1))
		if (strchr("; \t\n", *v.data) && *v.data &&
		    starts(guc_view(v.data + 1, v.len - 1), name)) {
			v = guc_view(v.data + 1 + strlen(name), v.len - 1 - strlen(name));
			copy_value(to, v, "; \t\n");
			return;
		}
}

static void read_header(struct part *part, struct guc_view v)
{
	static const char type[] = "Content-Type:", coding[] = "Content-Transfer-Encoding:",
			  disposition[] = "Content-Disposition:";

	if (starts(v, type)) {
		v = guc_view(v.data + strlen(type), v.len - strlen(type));
		copy_value(part->type, v, "; \t\n");
		copy_parameter(part->boundary, v, "boundary=");
		copy_parameter(part->file, v, "name=");
	} else if (starts(v, coding)) {
		v = guc_view(v.data + strlen(coding), v.len - strlen(coding));
		copy_value(part->coding, v, "; \t\n");
	} else if (starts(v, disposition)) {
		copy_parameter(part->file, v, "filename=");
	}
}

/* Return: whether a line is empty or has only blanks, which another program may have added. */
static bool is_empty(struct guc_view line)
{
	eat_blanks(&line);
	return !line.len;
}

/*
 * Read the header, which ends at an empty line. A line that begins with a blank continues the line
 * before it.
 */
static void read_headers(struct part *part, struct guc_view text)
{
	memset(part, 0, sizeof(*part));
	while (text.len) {
		struct guc_view header = layer_next_line(&text);

		if (is_empty(header))
			break;
		while (text.len && (*text.data == ' ' || *text.data == '\t')) {
			struct guc_view next = text;

			if (is_empty(layer_next_line(&next)))
				break;
			text = next;
			header.len = (size_t)(text.data - header.data);
		}
		read_header(part, header);
	}
	part->body = text;
}

/*
 * Remove a layer (an encoding or HTML, see layer.h) from the whole body, in place. @state: state of
 * the layer; freed
 */
static void undo(struct arena *arena, struct guc_view *body, const struct layer_kind *kind,
		 void *state)
{
	struct layer_io io = {
		.data = (u8 *)body->data,
		.len = body->len,
		.last = true,
	};

	if (state)
		body->len = kind->step(state, &io);
	arena_drop(arena, state);
}

static void read_leaf(struct mail *m, struct part *part)
{
	struct arena *arena = m->in->arena;
	struct input one = input_part(m->in);
	struct bytes *bytes;

	one.layers = m->in->layers + 1;
	if (!strcasecmp(part->coding, "base64"))
		undo(arena, &part->body, &layer_base64, layer_base64_all(arena));
	else if (!strcasecmp(part->coding, "quoted-printable"))
		undo(arena, &part->body, &layer_quoted_printable, arena_zero(arena, 1));
	if (!strcasecmp(part->type, "text/html"))
		undo(arena, &part->body, &layer_html, arena_zero(arena, layer_html.size));
	if (*part->file)
		one.name = arena_printf(arena, "%s: %s", m->in->name, part->file);
	one.name = arena_printable(arena, one.name ?: m->in->name);
	bytes = one.name ? bytes_from_memory(part->body.data, part->body.len, one.name,
					     &m->in->messages->sink) : NULL;
	if (!bytes || m->reader(&one, bytes))
		m->ret = -1;
	if (bytes)
		bytes_close(bytes);
	if (!m->in->packing)
		m->in->packing = one.packing;
	input_append(m->in, &one);
}

static void read_message(struct mail *m, struct guc_view text);

static bool is_boundary(struct guc_view line, const char *boundary)
{
	return starts(line, "--") && starts(guc_view(line.data + 2, line.len - 2), boundary);
}

/*
 * Read the parts of a multipart message. An email can contain the same text as plain text and as a
 * web page (multipart/alternative): only the first part that has a log or a devcoredump is then
 * used.
 */
static void read_parts(struct mail *m, const struct part *part)
{
	bool alternative = !strcasecmp(part->type, "multipart/alternative"), open = false;
	unsigned int had = m->in->nr_logs + m->in->nr_bare + m->in->nr_dumps;
	struct guc_view rest = part->body, from = rest;

	while (rest.len) {
		struct guc_view line = layer_next_line(&rest);
		bool end = is_boundary(line, part->boundary);

		if (open && (end || !rest.len)) {
			from.len = (size_t)((end ? line.data : rest.data) - from.data);
			read_message(m, from);
		}
		if (!end)
			continue;
		if (alternative && m->in->nr_logs + m->in->nr_bare + m->in->nr_dumps > had)
			return;
		open = true;
		from = rest;
	}
}

static void read_message(struct mail *m, struct guc_view text)
{
	struct part *part = arena_alloc(m->in->arena, sizeof(*part));

	if (!part)
		return;
	read_headers(part, text);
	m->depth++;
	if (*part->boundary && m->depth < MAX_DEPTH)
		read_parts(m, part);
	else if (!strcasecmp(part->type, "message/rfc822") && m->depth < MAX_DEPTH)
		read_message(m, part->body);
	else
		read_leaf(m, part);
	m->depth--;
	arena_drop(m->in->arena, part);
}

/*
 * Read an email, or each email of a mailbox, in which an email begins with a line "From ..." after
 * an empty line.
 */
static void read_messages(struct mail *m, struct guc_view text)
{
	static const char next[] = "\n\nFrom ";
	const u8 *end;

	while (text.len) {
		if (starts(text, "From "))
			layer_next_line(&text);
		end = memmem(text.data, text.len, next, sizeof(next) - 1);
		if (!end)
			end = text.data + text.len;
		read_message(m, guc_view(text.data, (size_t)(end - text.data)));
		text.len -= (size_t)(end - text.data);
		text.data = end;
		while (text.len && *text.data == '\n')
			text = guc_view(text.data + 1, text.len - 1);
	}
}

/**
 * mail_read() - read the parts of an email, or of all emails in a mailbox
 * @in: the logs are added to it
 * @bytes: the mail; its lines end with a newline, without a carriage return
 * @reader: reads one part
 *
 * Context: reads the bytes, allocates memory for all of them.
 * Return: 0, or -1 after a message; the logs that could be read are in @in.
 */
int mail_read(struct input *in, struct bytes *bytes, archive_member_reader reader)
{
	struct mail m = { .in = in, .reader = reader };
	size_t len = 0;
	u8 *data = NULL;
	int ret;

	ret = bytes_read_all(bytes, &data, &len, GUCLOG_MAX_IMAGE, arena_bytes_grow, in->arena);
	if (ret > 0)
		messages_add(in->messages, in->name, "is longer than %llu MiB: the rest is ignored",
			     GUCLOG_MAX_IMAGE >> 20);
	if (data)
		read_messages(&m, guc_view(data, len));
	arena_drop(in->arena, data);
	return ret ? -1 : m.ret;
}
