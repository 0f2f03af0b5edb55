// SPDX-License-Identifier: GPL-2.0-only
#include "read/lines/text_row.h"

#include <ctype.h>

#include "read/lines/text_time.h"

/* Shortest row that can have been wrapped, in characters. */
#define MIN_WIDTH	40u
/* Longest row of a wrapped text, in characters. */
#define MAX_WIDTH	400u
/* Longest word at which a row is broken, in characters. */
#define MAX_WORD	40u

/**
 * text_row_unquote() - remove the quote marks before a row: "> " and "| ", also several
 * @row: the row
 *
 * Return: the rest of the row.
 */
struct guc_view text_row_unquote(struct guc_view row)
{
	struct guc_view left = skip_blanks(row);

	while (left.len && (*left.data == '>' || *left.data == '|')) {
		row = skip(left, 1);
		eat(&row, " ");
		left = skip_blanks(row);
	}
	return row;
}

/* Return: whether the text begins with a PCI address and a colon, such as "0000:03:00.0:". */
static bool is_address(struct guc_view v)
{
	static const char form[] = ":xx:xx.x:";
	size_t n = 0, i;

	while (n < v.len && n < 8 && isxdigit(v.data[n]))
		n++;
	if (n < 4 || v.len - n < sizeof(form) - 1)
		return false;
	for (i = 0; form[i]; i++)
		if (form[i] == 'x' ? !isxdigit(v.data[n + i]) : v.data[n + i] != form[i])
			return false;
	return true;
}

/**
 * text_row_device() - find a driver and a device in a row, such as "xe 0000:03:00.0: "
 * @row: the row
 * @at: set to the position of the driver's name
 *
 * Return: whether the row has xe or i915 with a PCI address.
 */
bool text_row_device(struct guc_view row, size_t *at)
{
	static const char * const drivers[] = { "xe ", "i915 " };
	bool found = false;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(drivers); i++) {
		size_t len = strlen(drivers[i]), n;
		struct guc_view left = row;
		const u8 *hit;

		while ((hit = view_find(left, drivers[i]))) {
			n = (size_t)(hit - row.data);
			left = skip(row, n + len);
			if ((n && (isalnum(hit[-1]) || hit[-1] == '_')) || !is_address(left))
				continue;
			if (!found || n < *at)
				*at = n;
			found = true;
			break;
		}
	}
	return found;
}

/**
 * text_row_driver() - find the message of a driver in a row
 * @row: the row
 * @at: set to the position of the message: of the driver and the device, else of "[drm"
 *
 * Return: whether the row has such a message.
 */
bool text_row_driver(struct guc_view row, size_t *at)
{
	static const char * const drm[] = { "[drm]", "[drm:" };
	unsigned int i;

	if (text_row_device(row, at))
		return true;
	for (i = 0; i < ARRAY_SIZE(drm); i++) {
		const u8 *hit = view_find(row, drm[i]);

		*at = hit ? (size_t)(hit - row.data) : 0;
		if (hit)
			return true;
	}
	return false;
}

/* Return: whether the text begins with the name of a value of a page fault. */
static bool is_block(struct guc_view v)
{
	static const char * const names[] = {
		"ASID:", "VFID:", "PDATA:", "Faulted Address:", "FaultType:", "AccessType:",
		"FaultLevel:", "EngineClass:", "EngineInstance:", "SRCID:",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (view_begins(v, names[i]))
			return true;
	return false;
}

/**
 * text_row_block() - find the name of a value of a page fault in a row
 * @row: the row
 * @at: set to the position of the name
 *
 * xe prints the values of a page fault as one message of several lines.
 *
 * Return: whether the row has such a name as the beginning of a word.
 */
bool text_row_block(struct guc_view row, size_t *at)
{
	struct guc_view left = row;
	const u8 *colon;

	/* All names end with a colon, and begin with a capital letter. */
	while ((colon = memchr(left.data, ':', left.len))) {
		size_t end = (size_t)(colon - row.data), n = end;

		left = skip(row, end + 1);
		while (n && (isalpha(row.data[n - 1])))
			n--;
		if (n >= 8 && !memcmp(row.data + n - 8, "Faulted ", 8))
			n -= 8;
		*at = n;
		if (is_block(skip(row, n)))
			return true;
		/* "\tASID:" and "#011ASID:" */
		*at = n + 1;
		if (n < end && is_block(skip(row, n + 1)))
			return true;
	}
	return false;
}

/* Ways in which programs write a newline, a carriage return and a tab. */
static const struct {
	const char *text;
	bool newline;
} escapes[] = {
	{ "\\n", true }, { "\\\\n", true }, { "#012", true }, { "\\x0a", true },
	{ "\\x0A", true }, { "\\u000a", true }, { "\\012", true }, { "\\r", false },
	{ "\\\\r", false }, { "#015", false }, { "\\x0d", false }, { "\\t", false },
	{ "\\\\t", false }, { "#011", false }, { "\\x09", false }, { "\\u0009", false },
	{ "\\011", false },
};

static bool eat_escape(struct guc_view *v, bool *newline)
{
	unsigned int i;

	if (!v->len || (*v->data != '\\' && *v->data != '#'))
		return false;
	for (i = 0; i < ARRAY_SIZE(escapes); i++)
		if (eat(v, escapes[i].text)) {
			*newline = escapes[i].newline;
			return true;
		}
	return false;
}

/*
 * Return: whether an escaped newline ended a line of the log: the text after it begins a message or
 * a value of a page fault, or is the end of the record. The name of a process can have a backslash
 * and an "n", which are no escaped newline.
 */
static bool begins_line(struct guc_view v)
{
	struct guc_view head = guc_view_clip(v, 0, 200);
	size_t at;

	return !v.len || is_block(v) || memchr("\"'`", *v.data, 3) || text_row_device(head, &at);
}

/**
 * text_row_piece() - split off the first line of a row with escaped newlines, such as "\n", "#012"
 * @rest: the row; moved to the text after the newline
 * @piece: set to the line
 *
 * Return: whether there was a line.
 */
bool text_row_piece(struct guc_view *rest, struct guc_view *piece)
{
	size_t i;

	*piece = *rest;
	if (!rest->len)
		return false;
	for (i = 0; i < rest->len; i++) {
		struct guc_view left = skip(*rest, i);
		bool newline = false, one;

		while (eat_escape(&left, &one)) {
			newline |= one;
			left = skip_blanks(left);
		}
		if (!newline || !begins_line(left))
			continue;
		*piece = guc_view_clip(*rest, 0, i);
		*rest = left;
		return true;
	}
	*rest = skip(*rest, rest->len);
	return true;
}

static bool ends_with(struct guc_view v, const char *text)
{
	size_t len = strlen(text);

	return v.len >= len && !memcmp(v.data + v.len - len, text, len);
}

/* Remove one thing that can be at the end of a row after the message. */
static bool trim_end(struct guc_view *v, bool in_record)
{
	static const char * const ends[] = {
		"\\n", "\\r", "#012", "#015", "\\x0a", "\\u000a", "\\012"
	};
	unsigned int i;
	u8 last;

	if (!v->len)
		return false;
	last = v->data[v->len - 1];
	if (memchr(" \t\r\n,", last, 5) || (in_record && memchr("\"'`})", last, 5))) {
		v->len--;
		return true;
	}
	for (i = 0; i < ARRAY_SIZE(ends); i++)
		if (ends_with(*v, ends[i])) {
			v->len -= strlen(ends[i]);
			return true;
		}
	return false;
}

/**
 * text_row_message() - get the message of a row without what a record has after it
 * @row: the row
 * @at: position of the message
 *
 * If the message is in quotes, it ends at the closing quote. Commas, and the brackets and escaped
 * newlines that end a record, are removed.
 *
 * Return: the message.
 */
struct guc_view text_row_message(struct guc_view row, size_t at)
{
	struct guc_view v = skip(row, at);
	bool record = false, open = false, escaped = false;
	size_t i;

	for (i = 0; i < at; i++) {
		if (row.data[i] == '"') {
			open = !open;
			escaped = i && row.data[i - 1] == '\\';
		}
		record |= !!memchr("\"'`{(", row.data[i], 5);
	}
	for (i = 0; open && i < v.len; i++) {
		bool again = i + 1 < v.len && v.data[i + 1] == '"';

		if (v.data[i] != '"' || (i && v.data[i - 1] == '\\') != escaped)
			continue;
		if (!again || escaped) {
			v.len = i - escaped;
			break;
		}
		i++;
	}
	while (trim_end(&v, record))
		;
	return v;
}

/* Return: whether the row ends a paragraph: it is empty, or begins or ends a block of Markdown. */
static bool is_break(struct guc_view row)
{
	struct guc_view v = skip_blanks(row);

	return !v.len || view_begins(v, "```") || view_begins(v, "~~~") || *v.data == '#' ||
	       *v.data == '{';
}

/* Return: kind of a character: a digit or blank, a letter, or another character itself. */
static char kind(u8 c)
{
	return isdigit(c) || c == ' ' ? '0' : isalpha(c) ? 'a' : (char)c;
}

/* Return: whether the row begins like the first row with a message, for example with a name. */
static bool begins_alike(const struct text_unwrap *u, struct guc_view row)
{
	size_t i;

	if (row.len < sizeof(u->begin))
		return false;
	for (i = 0; i < sizeof(u->begin); i++)
		if (kind(row.data[i]) != kind((u8)u->begin[i]))
			return false;
	return true;
}

/* Return: whether the row begins a line of its own. @line: the row before it */
static bool is_begin(const struct text_unwrap *u, struct guc_view row, struct guc_view line)
{
	struct guc_view v = skip_blanks(row), text;
	enum text_clock clock;
	size_t at;
	s64 ns;

	/* /dev/kmsg has such lines after a message. */
	if (view_begins(v, "SUBSYSTEM=") || view_begins(v, "DEVICE="))
		return true;
	if (is_break(v) || is_block(v) || begins_alike(u, row) || text_time_kmsg(v, &ns, &text) ||
	    (text_time_find(v, &clock) && clock != TEXT_TRACE))
		return true;
	/* The line can have been broken before the name of the driver. */
	return text_row_device(v, &at) && text_row_driver(line, &at);
}

/* Return: whether the first word of a row would have made the row before it too long. */
static bool is_too_long(const struct text_unwrap *u, size_t last, struct guc_view row)
{
	struct guc_view word = skip_blanks(row);
	const u8 *blank = memchr(word.data, ' ', word.len);
	size_t len = blank ? (size_t)(blank - word.data) : word.len;

	return last + 1 + len > u->width;
}

/*
 * Find the length of the longest row of the paragraphs that have a message of a driver: it is the
 * width at which the text was wrapped.
 */
static void find_width(struct text_unwrap *u, struct guc_view all)
{
	struct guc_view row, last = { .data = NULL }, first;
	bool driver = false;
	size_t width = 0, at;

	while (u->width <= MAX_WIDTH && eat_line(&all, &row)) {
		row = text_row_unquote(row);
		if (is_break(row)) {
			driver = false;
			width = 0;
			last.len = 0;
			continue;
		}
		width = max(width, row.len);
		if (!driver && view_find(row, "[drm")) {
			driver = true;
			/* The line can have been broken before or after the name of the driver. */
			first = last.len && (view_begins(row, "[drm") ?
					     text_row_device(last, &at) :
					     text_row_device(row, &at) && !at) ? last : row;
			if (!u->width)
				memcpy(u->begin, first.data, min(first.len, sizeof(u->begin)));
		}
		if (driver)
			u->width = max(u->width, width);
		last = row;
	}
}

/* Return: whether a row ends with a whole word of the driver's messages, so it was not cut. */
static bool ends_with_word(struct guc_view v)
{
	static const char * const words[] = {
		" xe", " i915", " [drm]", " kernel:", " *ERROR*", " Tile0:", " Tile1:", " GT0:",
		" GT1:", " Engine", " memory", " CAT", " error", " Timedout", " job:", " reset",
		" Fault", " response:", " Xe", " device", " coredump", " has", " been", " in",
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(words); i++)
		if (ends_with(v, words[i]))
			return true;
	return false;
}

/* Return: whether the text was broken at a blank between these two rows. */
static bool is_word_break(const struct text_unwrap *u, struct guc_view last, struct guc_view row)
{
	if (!last.len || !row.len || is_begin(u, row, last) ||
	    (!view_find(last, "[drm") && !view_find(row, "[drm")))
		return false;
	if (last.len == u->width)
		return *row.data != ' ' && last.data[last.len - 1] != ' ' &&
		       (ends_with_word(last) || view_begins(row, "[drm"));
	return is_too_long(u, last.len, row);
}

/**
 * text_unwrap_begin() - prepare to join the rows of a text whose lines may have been wrapped
 * @u: the state; filled
 * @all: the text
 *
 * A terminal breaks a row at its width, also within a word. A mail program breaks it at a blank,
 * so its rows have different lengths.
 */
void text_unwrap_begin(struct text_unwrap *u, struct guc_view all)
{
	struct guc_view row, last = { .data = NULL };

	memset(u, 0, offsetof(struct text_unwrap, line));
	find_width(u, all);
	if (u->width < MIN_WIDTH || u->width > MAX_WIDTH) {
		u->width = 0;
		return;
	}
	u->cut = true;
	while (u->cut && eat_line(&all, &row)) {
		row = text_row_unquote(row);
		u->cut = !is_word_break(u, last, row);
		last = row;
	}
}

/**
 * text_unwrap_keep() - keep a row if the next row may continue it
 * @u: the state; no row is kept
 * @row: the row
 *
 * Return: whether the row was kept: it has the width at which the text was wrapped, or ends within
 * a sentence or with an omission.
 */
bool text_unwrap_keep(struct text_unwrap *u, struct guc_view row)
{
	bool wide = u->width && row.len + (u->cut ? 0 : MAX_WORD) >= u->width;

	if (row.len > MAX_WIDTH || !row.len ||
	    (!wide && !ends_with(row, ",") && !ends_with(row, "...")))
		return false;
	memcpy(u->line, row.data, row.len);
	u->len = row.len;
	u->last = row.len;
	return true;
}

/*
 * Return: whether the line was broken before this row: the last row is full, or it ends within a
 * sentence or with an omission.
 */
static bool was_broken(const struct text_unwrap *u, struct guc_view row)
{
	struct guc_view line = guc_view(u->line, u->len);
	size_t at;

	if ((ends_with(line, "...") || ends_with(line, ",")) && text_row_driver(line, &at))
		return true;
	if (!u->width)
		return false;
	return u->cut ? u->last == u->width : is_too_long(u, u->last, row);
}

/**
 * text_unwrap_add() - add a row to the row that is kept if it continues it
 * @u: the state
 * @row: the next row, without quote marks
 *
 * Return: whether the row was added; if not, the row that is kept is complete.
 */
bool text_unwrap_add(struct text_unwrap *u, struct guc_view row)
{
	bool cut = u->cut && u->last == u->width;

	if (!u->len || !was_broken(u, row) || is_begin(u, row, guc_view(u->line, u->len)))
		return false;
	u->last = row.len;
	if (!cut)
		row = skip_blanks(row);
	if (u->len + 1 + row.len > sizeof(u->line))
		return false;
	if (!cut)
		u->line[u->len++] = ' ';
	memcpy(u->line + u->len, row.data, row.len);
	u->len += row.len;
	return true;
}

/**
 * text_unwrap_take() - get the row that is kept, and keep it no longer
 * @u: the state
 *
 * Return: the row, valid until the next call of text_unwrap_keep(); empty if none is kept.
 */
struct guc_view text_unwrap_take(struct text_unwrap *u)
{
	struct guc_view line = guc_view(u->line, u->len);

	u->len = 0;
	return line;
}
