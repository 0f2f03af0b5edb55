// SPDX-License-Identifier: GPL-2.0-only
/*
 * Kernel logs in records: lists of values, such as the fields of an object of JSON or of a row of
 * CSV. Some values are times, and some are messages. The names of the fields differ between the
 * programs that write records, so the values themselves tell what they are.
 */
#include "read/lines/text_time.h"

#include "read/lines/text_row.h"

/* Largest number of fields of a row of CSV. */
#define MAX_FIELDS	64
/* Largest length of a row of CSV, in bytes. */
#define MAX_CSV		(64 * 1024)

/**
 * text_times_add() - use a value of a record if it is a time
 * @times: the times of the record
 * @value: the value
 */
void text_times_add(struct text_times *times, struct guc_view value)
{
	enum text_clock clock;
	s64 ns;

	if (!text_time_value(value, &clock, &ns) || times->known[clock])
		return;
	times->known[clock] = true;
	times->ns[clock] = ns;
}

/**
 * text_is_message() - find out whether a value of a record is a message that the reader needs
 * @value: the value
 *
 * Return: whether the value names a driver, or is one of the few other messages that are used.
 */
bool text_is_message(struct guc_view value)
{
	static const char * const others[] = { "Linux version ", "PM: suspend", "xe_guclog" };
	unsigned int i;
	size_t at;

	if (text_row_driver(value, &at) || text_row_block(value, &at))
		return true;
	for (i = 0; i < ARRAY_SIZE(others); i++)
		if (memmem(value.data, value.len, others[i], strlen(others[i])))
			return true;
	return false;
}

/**
 * struct csv - a row of CSV
 * @nr: number of fields
 * @field: the fields without their quotes; quotes in a field are still doubled
 */
struct csv {
	unsigned int nr;
	struct guc_view field[MAX_FIELDS];
};

/* Read a field in quotes. Return: whether there is one, with a comma or newline after it. */
static bool eat_quoted(struct guc_view *v, struct guc_view *field)
{
	struct guc_view left = *v;
	const u8 *quote;

	if (!eat(&left, "\""))
		return false;
	*field = left;
	while ((quote = memchr(left.data, '"', left.len))) {
		left = skip(left, (size_t)(quote - left.data) + 1);
		if (eat(&left, "\""))
			continue;
		field->len = (size_t)(quote - field->data);
		*v = left;
		return !left.len || memchr(",;\t\r\n", *left.data, 5);
	}
	return false;
}

static bool eat_field(struct guc_view *v, struct guc_view *field)
{
	size_t n = 0;

	if (v->len && *v->data == '"')
		return eat_quoted(v, field);
	while (n < v->len && !memchr(",;\t\r\n\"", v->data[n], 6))
		n++;
	*field = guc_view_clip(*v, 0, n);
	*v = skip(*v, n);
	return !v->len || *v->data != '"';
}

/* Read a row, which can have newlines within quotes. Return: whether it is CSV. */
static bool eat_csv(struct guc_view *all, struct csv *csv)
{
	struct guc_view v = guc_view_clip(*all, 0, MAX_CSV);
	size_t len = v.len;

	csv->nr = 0;
	do {
		if (csv->nr == MAX_FIELDS || !eat_field(&v, &csv->field[csv->nr++]))
			return false;
	} while (v.len && memchr(",;\t", *v.data, 3) && (v = skip(v, 1), true));
	eat(&v, "\r");
	if (v.len && !eat(&v, "\n"))
		return false;
	*all = skip(*all, len - v.len);
	return csv->nr > 1;
}

/**
 * timed_text_read_csv() - read a row of CSV with a message in quotes
 * @text: gets the message
 * @all: the text; moved after the row if there was one
 *
 * Rows without quotes need no reader of their own: a time and other words before a message are
 * read in any row.
 *
 * Return: whether there was such a row.
 */
bool timed_text_read_csv(struct timed_text *text, struct guc_view *all)
{
	struct text_times times = { .known[0] = false };
	struct guc_view row = *all, left = *all;
	const u8 *newline = memchr(row.data, '\n', row.len);
	bool found = false;
	unsigned int i;
	struct csv csv;

	row.len = newline ? (size_t)(newline - row.data) : row.len;
	if ((!view_find(row, ",\"") && !view_find(row, "\",")) ||
	    !eat_csv(&left, &csv))
		return false;
	for (i = 0; i < csv.nr; i++)
		text_times_add(&times, csv.field[i]);
	for (i = 0; i < csv.nr; i++) {
		if (!text_is_message(csv.field[i]))
			continue;
		timed_text_add_message(text, &times, csv.field[i]);
		found = true;
	}
	if (found)
		*all = left;
	return found;
}
