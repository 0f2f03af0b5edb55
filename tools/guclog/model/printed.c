// SPDX-License-Identifier: GPL-2.0-only
/* Finds a text of a devcoredump in the table of the texts that xe prints. */
#include "model/printed.h"

#include "base/eat.h"

static int compare(const char *printed, struct guc_view text)
{
	size_t len = strlen(printed);
	int order = memcmp(printed, text.data, min(len, text.len));

	return order ?: (len > text.len) - (len < text.len);
}

/* Return: index of the first row that is not before @text. */
static unsigned int lower_bound(struct guc_view text)
{
	unsigned int first = 0, end = printed_names_len;

	while (first < end) {
		unsigned int middle = first + (end - first) / 2;

		if (compare(printed_names[middle].printed, text) < 0)
			first = middle + 1;
		else
			end = middle;
	}
	return first;
}

/**
 * printed_find() - find a text
 * @text: the text
 * @types: a bit for each enum printed_type that the row may have
 *
 * Return: the first row with the text, whatever its section is; NULL if there is none.
 */
const struct printed_name *printed_find(struct guc_view text, unsigned int types)
{
	unsigned int i;

	for (i = lower_bound(text);
	     i < printed_names_len && !compare(printed_names[i].printed, text); i++)
		if (types & BIT(printed_names[i].type))
			return &printed_names[i];
	return NULL;
}

/**
 * printed_id() - find out what a line "name: value" is about
 * @section: the section of the line
 * @name: the name in the line
 * @place: "(memory)", "(internal)", or empty
 *
 * People cut lines out of a devcoredump, such as the first line of an LRC. So if the section has no
 * line with this name, a line of another section counts.
 *
 * Return: what the line is about, DUMP_UNKNOWN if no section has such a line.
 */
enum dump_name printed_id(enum dump_section section, struct guc_view name, struct guc_view place)
{
	enum dump_name other = DUMP_UNKNOWN;
	const struct printed_name *row;
	unsigned int i;

	if (place.len > 2)
		place = guc_view(place.data + 1, place.len - 2);
	for (i = lower_bound(name);
	     i < printed_names_len && !compare(printed_names[i].printed, name); i++) {
		row = &printed_names[i];
		if (!(PRINTED_LINES & BIT(row->type)) || compare(row->place ?: "", place))
			continue;
		if (row->section == section)
			return row->id;
		other = other ?: row->id;
	}
	return other;
}

/**
 * printed_item() - find out what a line "NAME[number]: value" of a section is about
 * @section: the section
 * @name: the text before the bracket
 *
 * Return: what the line is about, DUMP_UNKNOWN if the section has no such line.
 */
enum dump_name printed_item(enum dump_section section, struct guc_view name)
{
	const struct printed_name *row = printed_find(name, BIT(PRINTED_ITEM));

	return row && row->section == section ? row->id : DUMP_UNKNOWN;
}

/**
 * printed_line() - read the name of a line "name: value"
 * @line: the line
 * @value: set to the text after the colon, with the blanks before the value
 *
 * Return: the first row with this name, whatever its section is; NULL if there is none.
 */
const struct printed_name *printed_line(struct guc_view line, struct guc_view *value)
{
	const u8 *colon;
	struct guc_view name;

	/* Most lines of a kernel log end here. */
	if (!line.len || !printed_initials[*line.data])
		return NULL;
	colon = memchr(line.data, ':', line.len);
	if (!colon)
		return NULL;
	name = guc_view(line.data, (size_t)(colon - line.data));
	*value = guc_view(colon + 1, line.len - name.len - 1);
	return printed_find(name, PRINTED_LINES);
}

/**
 * printed_eat() - skip a text
 * @v: the rest of the line; not moved unless it begins with the text
 * @id: name of the text
 *
 * Return: whether the line continues with the text.
 */
bool printed_eat(struct guc_view *v, enum dump_name id)
{
	return eat(v, printed_text(id));
}

/**
 * printed_is() - find out whether a text is that of a name
 * @text: the text
 * @id: the name
 *
 * Return: whether it is; if kernels print different texts, only the first one counts.
 */
bool printed_is(struct guc_view text, enum dump_name id)
{
	return !compare(printed_text(id), text);
}

/**
 * printed_bracket() - read the name of a line "[NAME].name: value"
 * @line: the line
 * @bracket: set to the text in the brackets: the name of data, or an address
 * @value: set to the text after the colon, with the blanks before the value
 *
 * Return: what the line is about, DUMP_UNKNOWN if it has another form or name.
 */
enum dump_name printed_bracket(struct guc_view line, struct guc_view *bracket,
			       struct guc_view *value)
{
	const u8 *close = line.len ? memchr(line.data, ']', line.len) : NULL, *colon;
	const struct printed_name *row;
	struct guc_view rest;

	if (!close || *line.data != '[')
		return DUMP_UNKNOWN;
	*bracket = guc_view(line.data + 1, (size_t)(close - line.data) - 1);
	rest = guc_view(close + 1, line.len - bracket->len - 2);
	if (!eat(&rest, "."))
		return DUMP_UNKNOWN;
	colon = memchr(rest.data, ':', rest.len);
	if (!colon)
		return DUMP_UNKNOWN;
	row = printed_find(guc_view(rest.data, (size_t)(colon - rest.data)), BIT(PRINTED_DOTTED));
	*value = guc_view(colon + 1, rest.len - (size_t)(colon + 1 - rest.data));
	return row ? row->id : DUMP_UNKNOWN;
}

/**
 * printed_data() - read the name of a line "[NAME].name: value" about certain data
 * @line: the line
 * @data: the data
 * @value: as printed_bracket()
 *
 * Return: what the line is about, DUMP_UNKNOWN if it is not about these data.
 */
enum dump_name printed_data(struct guc_view line, enum dump_name data, struct guc_view *value)
{
	struct guc_view bracket;
	enum dump_name id = printed_bracket(line, &bracket, value);

	return id && printed_is(bracket, data) ? id : DUMP_UNKNOWN;
}
