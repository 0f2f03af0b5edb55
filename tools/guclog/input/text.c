// SPDX-License-Identifier: GPL-2.0-only
#include "input/text.h"

#include "input/ascii85_log.h"
#include "input/dmesg_capture.h"
#include "input/headline.h"
#include "input/hexdump.h"
#include "util/msg.h"

/* Longer than any line that is not data; printk's are shorter than this. */
#define LINE_HEAD	2048

enum mode {
	IN_HEAD,	/* collecting the beginning of a line */
	IN_DATA,	/* in the bulk of a line of data */
	IN_SKIP,	/* in the rest of a line that is of no use */
};

/**
 * struct text - a text that is being read
 * @in: what it is read into
 * @mode: where in a line
 * @line: number of the line, from 1
 * @len: characters at @head
 * @head: the line's beginning
 * @devcoredump: its first line has been seen
 * @said: what the lines so far have said
 * @data: decoder of the data of a dump
 * @captures: of the kernel log's captures
 * @hexdump: of i915's dump
 */
struct text {
	struct input *in;
	enum mode mode;
	u64 line;
	size_t len;
	char head[LINE_HEAD];
	bool devcoredump;
	struct headlines said;
	struct ascii85_log data;
	struct dmesg_captures captures;
	struct hexdump hexdump;
};

static bool starts(struct guc_view v, const char *text)
{
	size_t len = strlen(text);

	return v.len >= len && !memcmp(v.data, text, len);
}

/* Return: characters before the data when the line is one of data, else 0. */
static size_t data_start(struct guc_view v)
{
	static const char now[] = "[LOG].data: ", old[] = "Log data: ";

	if (starts(v, now))
		return sizeof(now) - 1;
	return starts(v, old) ? sizeof(old) - 1 : 0;
}

static enum form data_form(const struct text *t, struct guc_view v)
{
	if (t->devcoredump)
		return FORM_DEVCOREDUMP;
	return v.data[0] == '[' ? FORM_DEBUGFS : FORM_DEBUGFS_OLD;
}

/* The beginning of a line of data: the rest follows as it comes. */
static void begin_data(struct text *t, struct guc_view v, size_t start)
{
	ascii85_log_end(&t->data);
	ascii85_log_begin(&t->data, t->in, data_form(t, v), &t->said, t->line);
	t->data.one_line = true;
	headline_next_log(&t->said);
	t->mode = ascii85_log_feed(&t->data, (const char *)v.data + start,
				   v.len - start, t->line) ? IN_DATA : IN_SKIP;
}

/* A line, or as much of a long one as there is room for. */
static void take_head(struct text *t)
{
	struct guc_view v = guc_view(t->head, t->len);
	size_t start = data_start(v);

	t->mode = IN_SKIP;
	t->len = 0;
	if (start) {
		begin_data(t, v, start);
		return;
	}
	if (dmesg_capture_line(&t->captures, t->in, v, t->line) ||
	    hexdump_line(&t->hexdump, t->in, &t->said, v, t->line))
		return;
	if (starts(v, "**** Xe Device Coredump ****"))
		t->devcoredump = true;
	headline_read(&t->said, v);
}

static void end_line(struct text *t, bool newline)
{
	if (t->mode == IN_HEAD) {
		if (t->len && t->head[t->len - 1] == '\r')
			t->len--;
		take_head(t);
	}
	t->data.ended = newline;
	ascii85_log_end(&t->data);
	t->mode = IN_HEAD;
	t->line++;
}

/* Characters of one line. */
static void take_chars(struct text *t, const char *data, size_t len)
{
	while (len && t->mode == IN_HEAD) {
		size_t n = min(len, sizeof(t->head) - t->len);

		memcpy(t->head + t->len, data, n);
		t->len += n;
		data += n;
		len -= n;
		if (t->len == sizeof(t->head))
			take_head(t);
	}
	if (len && t->mode == IN_DATA &&
	    !ascii85_log_feed(&t->data, data, len, t->line))
		t->mode = IN_SKIP;
}

/**
 * text_begin() - begin to read a text
 * @in: gets its logs
 *
 * Return: for text_end().
 */
struct text *text_begin(struct input *in)
{
	struct text *t = mem_grow(NULL, sizeof(*t));

	memset(t, 0, sizeof(*t));
	t->in = in;
	t->line = 1;
	return t;
}

/**
 * text_feed() - read a piece
 * @t: the text
 * @data: the piece; lines may go on from one to the next
 * @len: its characters
 */
void text_feed(struct text *t, const char *data, size_t len)
{
	while (len) {
		const char *newline = memchr(data, '\n', len);
		size_t n = newline ? (size_t)(newline - data) : len;

		take_chars(t, data, n);
		if (!newline)
			return;
		end_line(t, true);
		data += n + 1;
		len -= n + 1;
	}
}

/**
 * text_end() - no more comes
 * @t: from text_begin(); freed
 */
void text_end(struct text *t)
{
	if (t->len || t->mode != IN_HEAD)
		end_line(t, false);
	dmesg_captures_end(&t->captures);
	hexdump_end(&t->hexdump, t->in, true);
	free(t);
}
