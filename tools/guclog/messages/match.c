// SPDX-License-Identifier: GPL-2.0-only
/*
 * Finds the message that a text is, by the patterns of data/driver_messages.csv.
 */
#include "messages/message.h"

#include <ctype.h>

#include "base/eat.h"
#include "read/lines/text_time.h"

/**
 * struct piece - a part of a pattern: a text, and the field after it
 * @text: the text
 * @len: length of the text
 * @value: name and type of the field; type 0 if no field follows, '*' if any text follows
 * @more: the pattern after the piece
 */
struct piece {
	const char *text;
	size_t len;
	struct message_value value;
	const char *more;
};

/* Split off the first piece of a pattern. A piece also ends before "|". */
static struct piece next_piece(const char *pattern)
{
	struct piece p = { .text = pattern, .len = strcspn(pattern, "{|") };
	const char *end;

	p.more = pattern + p.len;
	if (*p.more != '{')
		return p;
	p.value.name = p.more + 1;
	end = p.value.name + strcspn(p.value.name, "}");
	p.value.name_len = strcspn(p.value.name, ":}");
	p.value.type = *p.value.name == '*' ? '*' : p.value.name[p.value.name_len + 1];
	p.more = end + 1;
	return p;
}

/* Read a decimal number with a sign, or a hexadecimal one after "0x". */
static size_t read_number(struct guc_view v, bool hex, struct message_value *value)
{
	bool minus = v.len && *v.data == '-';
	struct guc_view left = guc_view_clip(v, minus, v.len);
	u64 number = 0;
	size_t n = 0;

	if (!hex || view_begins(left, "0x")) {
		if (!eat_number(&left, &value->number))
			return 0;
		n = v.len - left.len;
	} else {
		while (n < left.len && n < 16 && isxdigit(left.data[n]))
			number = number << 4 | hex_value(left.data[n++]);
		value->number = number;
		n += n ? minus : 0;
	}
	value->has_number = n;
	if (minus)
		value->number = -value->number;
	return n;
}

/* Read "-EINVAL" or "-22". */
static size_t read_errno(struct guc_view v, struct message_value *value)
{
	size_t n = 1;

	if (v.len < 2 || *v.data != '-' || !isupper(v.data[1]))
		return read_number(v, false, value);
	while (n < v.len && (isupper(v.data[n]) || isdigit(v.data[n])))
		n++;
	return n;
}

/*
 * Return: length of "NAME [PID]" at the beginning of a text, without what forwarders of logs or
 * people put behind it. The name can have any characters, so the last PID is taken.
 */
static size_t read_process(struct guc_view v)
{
	size_t end, n;

	for (end = v.len; end > 3; end--) {
		if (v.data[end - 1] != ']')
			continue;
		for (n = end - 1; n && isdigit(v.data[n - 1]); n--)
			;
		if (n > 1 && n < end - 1 && v.data[n - 1] == '-')
			n--;
		if (n > 1 && n < end - 1 && v.data[n - 1] == '[')
			return end;
	}
	return 0;
}

/* Return: the length of the text before the next text of the pattern, or all of it. */
static size_t read_until(struct guc_view v, const char *pattern)
{
	size_t len = strcspn(pattern, "{|");
	const u8 *hit = len ? memmem(v.data, v.len, pattern, len) : NULL;

	return hit ? (size_t)(hit - v.data) : len ? SIZE_MAX : v.len;
}

/*
 * Read the value of a field. @pattern: the pattern after the field. Return: length of the value,
 * SIZE_MAX if the text does not have it.
 */
static size_t read_value(struct guc_view v, const char *pattern, struct message_value *value)
{
	size_t n = 0;

	switch (value->type) {
	case 'd':
	case 'x':
		n = read_number(v, value->type == 'x', value);
		break;
	case 'e':
		n = read_errno(v, value);
		break;
	case 'p':
		n = read_process(v);
		break;
	case 'w':
		while (n < v.len && !isspace(v.data[n]) &&
		       (v.data[n] != (u8)*pattern || !*pattern ||
			(*pattern == ':' && n + 1 < v.len && v.data[n + 1] != ' ')))
			n++;
		/* "engine_class=ccs, ..." of a text that somebody has shortened */
		while (n && strchr(",}\"", v.data[n - 1]))
			n--;
		break;
	default:
		return read_until(v, pattern);
	}
	return n ?: SIZE_MAX;
}

static void add_value(struct message_match *match, const struct message_value *value)
{
	if (value->type != '*' && match->nr < MESSAGE_FIELDS)
		match->value[match->nr++] = *value;
}

/*
 * Read the pieces that can be missing, after "|" of a pattern. Text that was left out or changed by
 * hand between them is skipped.
 */
static void read_rest(struct guc_view v, const char *pattern, struct message_match *match)
{
	while (*pattern) {
		struct piece p = next_piece(pattern);
		const u8 *hit;
		size_t n;

		pattern = p.more;
		while (p.len && strchr(", ", *p.text) && p.len > 1 && p.value.type != 'p') {
			p.text++;
			p.len--;
		}
		hit = p.len ? memmem(v.data, v.len, p.text, p.len) : v.data;
		if (!hit || !p.value.type)
			continue;
		p.value.text = guc_view_clip(v, (size_t)(hit - v.data) + p.len, v.len);
		n = read_value(p.value.text, p.more, &p.value);
		if (n > p.value.text.len)
			continue;
		v = guc_view_clip(p.value.text, n, v.len);
		p.value.text = guc_view_clip(p.value.text, 0, n);
		add_value(match, &p.value);
	}
}

/* Return: whether a text is the message of a row; if so, @match gets the values of its fields. */
static bool is_message(struct guc_view v, const struct message_row *row,
		       struct message_match *match)
{
	const char *pattern = row->pattern;

	*match = (struct message_match){ .row = row };
	while (*pattern && *pattern != '|') {
		struct piece p = next_piece(pattern);
		size_t n;

		if (v.len < p.len || memcmp(v.data, p.text, p.len))
			return false;
		v = guc_view_clip(v, p.len, v.len);
		pattern = p.more;
		if (!p.value.type)
			continue;
		n = read_value(v, pattern, &p.value);
		if (n > v.len)
			return false;
		p.value.text = guc_view_clip(v, 0, n);
		v = guc_view_clip(v, n, v.len);
		add_value(match, &p.value);
	}
	if (*pattern)
		read_rest(v, pattern + 1, match);
	/* "reset done" is not "reset donewhatever". */
	else if (v.len && isalnum(*v.data) && pattern != row->pattern && isalnum(pattern[-1]))
		return false;
	return true;
}

static bool is_for(const struct message_row *row, enum message_driver driver)
{
	return row->driver == driver ||
	       (row->driver == MESSAGE_ANY && (driver == MESSAGE_XE || driver == MESSAGE_I915));
}

static bool find_in(const struct message_head *head, unsigned int from, unsigned int to,
		    struct message_match *match)
{
	struct guc_view v = head->text;

	for (; from < to; from++) {
		const struct message_row *row = &message_table[from];

		if (row->begin_len <= v.len && is_for(row, head->driver) &&
		    !memcmp(row->pattern, v.data, row->begin_len) && is_message(v, row, match))
			return true;
	}
	return false;
}

/**
 * message_find() - find the message that a line is
 * @head: what the prefix of the line says
 * @match: filled with the message and the values of its fields, which are views of the line
 *
 * Return: whether the message is known.
 */
bool message_find(const struct message_head *head, struct message_match *match)
{
	u8 first = head->text.len ? *head->text.data : 0;

	*match = (struct message_match){ .row = NULL };
	if (!head->text.len)
		return false;
	if (first && first < 128 &&
	    find_in(head, message_index[first], message_index[first + 1], match))
		return true;
	if (find_in(head, 0, message_index[1], match))
		return true;
	*match = (struct message_match){ .row = NULL };
	return false;
}

/**
 * message_value() - find the value of a field
 * @match: a message
 * @name: name of the field
 *
 * Return: the value, or NULL if the line does not have it.
 */
const struct message_value *message_value(const struct message_match *match, const char *name)
{
	unsigned int i;

	for (i = 0; i < match->nr; i++)
		if (match->value[i].name_len == strlen(name) &&
		    !memcmp(match->value[i].name, name, match->value[i].name_len))
			return &match->value[i];
	return NULL;
}
