// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads the fields of a devcoredump (lines of the form "name: value"), and stores strings, items of
 * arrays and problems.
 */
#include "dump_reader.h"

/**
 * dump_eat_number() - read a number
 * @v: the rest of the line
 * @value: filled with the number; for a negative number, with its two's complement
 *
 * Return: true, or false if there are neither decimal digits nor hexadecimal ones after 0x, or if
 * their value has more than 64 bits.
 */
bool dump_eat_number(struct guc_view *v, u64 *value)
{
	bool negative = eat(v, "-");

	if (!eat_number(v, value))
		return false;
	if (negative)
		*value = -*value;
	return true;
}

/**
 * dump_problem_at() - store a description of a problem in the text of the devcoredump
 * @r: the reader
 * @line: number of the line that has the problem
 * @fmt: format as for printf()
 */
void dump_problem_at(struct dump_reader *r, u64 line, const char *fmt, ...)
{
	struct guclog_dump_problem *problem;
	char text[256];
	va_list args;

	if (r->dump->nr_problems++ >= GUCLOG_MAX_PROBLEMS)
		return;
	problem = &r->dump->problem[r->dump->nr_problems - 1];
	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	problem->line = line;
	problem->text = arena_strdup(r->arena, text);
	r->no_memory |= !problem->text;
}

/**
 * dump_cut() - store that the devcoredump is incomplete
 * @r: the reader
 * @line: number of the line at which a part is missing
 * @text: text for users that describes what is missing
 */
void dump_cut(struct dump_reader *r, u64 line, const char *text)
{
	struct dump *dump = (struct dump *)r->dump;

	dump_problem_at(r, line, "%s", text);
	r->dump->cut = true;
	if (dump->cut.text)
		return;
	dump->cut.line = line;
	dump->cut.text = arena_strdup(r->arena, text);
	r->no_memory |= !dump->cut.text;
}

/**
 * dump_add() - make room for one more item of an array
 * @r: reader of the devcoredump
 * @array: address of the pointer to the array
 * @nr: number of items in the array; incremented on success
 * @size: bytes of an item
 *
 * Return: the item, zeroed, or NULL if there are too many items or no memory.
 */
void *dump_add(struct dump_reader *r, void *array, unsigned int *nr, size_t size)
{
	char *items;

	memcpy(&items, array, sizeof(items));
	if (*nr >= DUMP_MAX_ITEMS) {
		dump_problem(r, "more than %u items of one kind: only the first %u are read",
			     DUMP_MAX_ITEMS, DUMP_MAX_ITEMS);
		return NULL;
	}
	items = arena_room(r->arena, *nr ? items : NULL, *nr, size);
	if (!items) {
		r->no_memory = true;
		return NULL;
	}
	memcpy(array, &items, sizeof(items));
	items += *nr * size;
	memset(items, 0, size);
	++*nr;
	return items;
}

/**
 * dump_string() - copy a part of a line
 * @r: reader of the devcoredump
 * @v: the part; blanks at its end are dropped
 *
 * Return: the copy, a string, or NULL if there is no memory.
 */
char *dump_string(struct dump_reader *r, struct guc_view v)
{
	char *s;

	while (v.len && (v.data[v.len - 1] == ' ' || v.data[v.len - 1] == '\t'))
		v.len--;
	s = arena_alloc(r->arena, v.len + 1);
	if (!s) {
		r->no_memory = true;
		return NULL;
	}
	memcpy(s, v.data, v.len);
	s[v.len] = '\0';
	return s;
}

/*
 * Return: what a line is about. @name: the name, with a colon after it. @item: set to N if the name
 * is "NAME[N]".
 */
static enum dump_name find_id(enum dump_section section, struct guc_view name,
			      struct guc_view place, u32 *item)
{
	const u8 *open = memchr(name.data, '[', name.len);
	enum dump_name id = printed_id(section, name, place);
	struct guc_view number = name, bracket, value;
	u64 n;

	if (id || !open || place.len)
		return id;
	if (open == name.data)
		return printed_bracket(guc_view(name.data, name.len + 1), &bracket, &value);
	name.len = (size_t)(open - name.data);
	number = guc_view(open + 1, number.len - name.len - 1);
	if (!eat_number(&number, &n) || n > U32_MAX || !eat(&number, "]") || number.len)
		return DUMP_UNKNOWN;
	*item = (u32)n;
	return printed_item(section, name);
}

static void add_value(struct dump_reader *r, struct guclog_dump_fields *fields,
		      enum dump_section section, struct guc_view name, struct guc_view part,
		      struct guc_view value)
{
	struct guclog_dump_field *field = dump_add(r, &fields->field, &fields->nr,
					    sizeof(*field));
	char full[128];
	u64 number = 0;
	int len;

	if (!field)
		return;
	len = snprintf(full, sizeof(full), "%.*s%s%.*s", min_t(int, name.len, 80),
		       (const char *)name.data, part.len ? " " : "",
		       min_t(int, part.len, 40), (const char *)part.data);
	field->id = find_id(section, name, part, &field->item);
	r->dump->nr_unknown += !field->id && section != SECTION_REGISTER;
	field->name = dump_string(r, guc_view(full, (size_t)max(len, 0)));
	field->value = dump_string(r, value);
	field->line = r->line;
	field->is_number = dump_eat_number(&value, &number) &&
			   (!value.len || *value.data == ' ');
	field->number = number;
}

/*
 * Skip "(internal)" or "(memory)". xe prints this word before or after a value to show whether it
 * read the value from its own structure or from the memory that it shares with the GPU.
 */
static bool eat_place(struct guc_view *v, struct guc_view *place)
{
	static const char * const places[] = { "(internal)", "(memory)" };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(places); i++) {
		*place = guc_view(v->data, strlen(places[i]));
		if (eat(v, places[i])) {
			eat_blanks(v);
			return true;
		}
	}
	return false;
}

/*
 * Add a field for each value of a line such as "(internal) 1, (memory) 2", "(memory) 1" or "1
 * (internal), 2 (memory)". Return: true, or false if the line has another form.
 */
static bool add_places(struct dump_reader *r, struct guclog_dump_fields *fields,
		       enum dump_section section, struct guc_view name, struct guc_view value)
{
	struct guc_view place = guc_view("", 0), left = value, number;
	unsigned int found = 0;

	while (left.len) {
		bool before = eat_place(&left, &place);
		u64 n;

		number = left;
		if (!dump_eat_number(&left, &n))
			break;
		number.len -= left.len;
		eat_blanks(&left);
		if (!before && !eat_place(&left, &place))
			break;
		add_value(r, fields, section, name, place, number);
		found++;
		if (!eat(&left, ","))
			break;
		eat_blanks(&left);
	}
	return found;
}

/**
 * dump_add_field() - store a "name: value" line
 * @r: reader of the devcoredump
 * @fields: the list to which the line is added
 * @section: the section of the line
 * @line: the line, without blanks at its beginning
 *
 * Return: true, or false if the line has another form.
 */
bool dump_add_field(struct dump_reader *r, struct guclog_dump_fields *fields,
		    enum dump_section section, struct guc_view line)
{
	const u8 *colon = memchr(line.data, ':', line.len);
	struct guc_view name, value;

	if (!colon || colon == line.data)
		return false;
	name = guc_view(line.data, (size_t)(colon - line.data));
	value = guc_view(colon + 1, line.len - name.len - 1);
	eat_blanks(&value);
	if (!add_places(r, fields, section, name, value))
		add_value(r, fields, section, name, guc_view("", 0), value);
	return true;
}
