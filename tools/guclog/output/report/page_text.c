// SPDX-License-Identifier: GPL-2.0-only
/*
 * Writes a report as text, for issue forms that accept no files.
 */
#include <json-c/json.h>

#include "output/report/data.h"
#include "output/report/page.h"

/* Largest number of rows of a table that are written. */
#define MAX_ROWS	30

static size_t length(struct json_object *list)
{
	return list ? json_object_array_length(list) : 0;
}

static const char *text_at(struct json_object *list, size_t i)
{
	struct json_object *o = json_object_array_get_idx(list, i);

	return o ? json_object_get_string(o) : "";
}

static void put_lines(struct print *p, struct json_object *list, const char *before)
{
	size_t i;

	for (i = 0; i < length(list); i++) {
		print_str(p, before);
		print_str(p, text_at(list, i));
		print_char(p, '\n');
	}
}

/* Write the missing parts, the advice about the firmware, and the description of the machine. */
static void put_head(struct print *p, struct json_object *head)
{
	struct json_object *facts = data_member(head, "facts");
	size_t i;

	put_lines(p, data_member(head, "missing"), "INCOMPLETE: ");
	put_lines(p, data_member(head, "lines"), "");
	for (i = 0; i < length(facts); i++) {
		struct json_object *row = json_object_array_get_idx(facts, i);

		print_str(p, "  ");
		print_str(p, text_at(row, 0));
		print_str(p, ": ");
		print_str(p, text_at(row, 1));
		print_char(p, '\n');
	}
}

/*
 * Write an explanation. Its first sentence is for all readers, and comes before the description of
 * the machine.
 */
static void put_explanation(struct print *p, struct json_object *e, struct json_object *head,
			    bool named)
{
	struct json_object *sentences = data_member(e, "sentences");
	size_t i;

	print_char(p, '\n');
	if (named) {
		print_str(p, json_object_get_string(data_member(e, "name")));
		print_str(p, ":\n");
	}
	for (i = 0; i < length(sentences); i++) {
		struct json_object *s = json_object_array_get_idx(sentences, i);

		print_str(p, i ? "- " : "");
		print_str(p, json_object_get_string(data_member(s, "text")));
		print_char(p, '\n');
		if (!i)
			put_head(p, head);
	}
	if (!length(sentences))
		put_head(p, head);
	print_str(p, "Signature: ");
	print_str(p, json_object_get_string(data_member(e, "signature")));
	print_char(p, '\n');
}

/*
 * Write a row without its empty cells. In a table of more than 3 columns, each cell follows the
 * name of its column.
 */
static void put_row(struct print *p, struct json_object *head, struct json_object *row)
{
	const char *before = "  ";
	size_t i;

	for (i = 0; i < length(row); i++) {
		const char *cell = text_at(row, i);

		if (!*cell)
			continue;
		print_str(p, before);
		if (length(head) > 3) {
			print_str(p, text_at(head, i));
			print_char(p, ' ');
		}
		print_str(p, cell);
		before = length(head) > 3 ? ", " : "  ";
	}
	print_char(p, '\n');
}

static void put_table(struct print *p, struct json_object *table)
{
	struct json_object *rows = data_member(table, "rows"), *head = data_member(table, "head");
	size_t i, nr = length(rows);

	if (!nr || json_object_get_boolean(data_member(table, "folded")))
		return;
	print_char(p, '\n');
	print_str(p, json_object_get_string(data_member(table, "title")));
	print_str(p, ":\n");
	for (i = 0; i < nr && i < MAX_ROWS; i++)
		put_row(p, head, json_object_array_get_idx(rows, i));
	if (nr > MAX_ROWS) {
		print_str(p, "  and ");
		print_dec(p, nr - MAX_ROWS, 1, ' ');
		print_str(p, " more\n");
	}
}

/**
 * page_text() - write the report as text
 * @p: destination
 * @data: all data of the report except the events; see data.c
 */
void page_text(struct print *p, struct json_object *data)
{
	struct json_object *heads = data_member(data, "heads");
	struct json_object *explain = data_member(data, "explain");
	struct json_object *tables = data_member(data, "tables");
	size_t i;

	print_str(p, "GuC log report of ");
	print_str(p, json_object_get_string(data_member(data, "file")));
	print_str(p, ", guclog ");
	print_str(p, json_object_get_string(data_member(data, "version")));
	print_char(p, '\n');
	for (i = 0; i < length(heads); i++)
		put_explanation(p, json_object_array_get_idx(explain, i),
				json_object_array_get_idx(heads, i), length(explain) > 1);
	for (i = 0; i < length(tables); i++)
		put_table(p, json_object_array_get_idx(tables, i));
}
