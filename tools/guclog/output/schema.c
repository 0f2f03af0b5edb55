// SPDX-License-Identifier: GPL-2.0-only
#include "output/schema.h"

#include "base/file.h"
#include "base/msg.h"
#include "base/options.h"

/*
 * A line of a schema file is ID NAME [ARG0 [ARG1]]. ARG0 and ARG1 are NAME, NAME:hex, NAME:dec,
 * NAME:signed, or "-" if the argument is not printed. "#" begins a comment.
 */

static bool is_name(const char *s)
{
	const char *p;

	for (p = s; *p; p++)
		if (*p <= 0x20 || *p >= 0x7f || strchr("=\"\\,", *p))
			return false;
	return p > s;
}

static const char *set_arg(struct guclog_arg_name *arg, char *word)
{
	static const struct {
		const char *name;
		enum guclog_arg_kind kind;
	} kinds[] = {
		{ "hex", GUCLOG_ARG_HEX },
		{ "dec", GUCLOG_ARG_DEC },
		{ "signed", GUCLOG_ARG_SIGNED },
	};
	char *kind = strchr(word, ':');
	unsigned int i;

	if (!strcmp(word, "-")) {
		arg->kind = GUCLOG_ARG_HIDE;
		return NULL;
	}
	if (kind)
		*kind++ = '\0';
	if (!is_name(word))
		return "not a name of an argument";
	arg->name = mem_copy(word);
	for (i = 0; kind && i < ARRAY_SIZE(kinds); i++) {
		if (strcmp(kind, kinds[i].name))
			continue;
		arg->kind = kinds[i].kind;
		return NULL;
	}
	return kind ? "not one of :hex, :dec, :signed" : NULL;
}

static struct guclog_event_name *add_event(struct schema *schema)
{
	schema->event = mem_grow(schema->event, (schema->nr + 1) *
				 sizeof(*schema->event));
	memset(&schema->event[schema->nr], 0, sizeof(*schema->event));
	return &schema->event[schema->nr++];
}

/*
 * Add the names in a line of the file to the schema. Return: NULL, or a text about the error in the
 * line.
 */
static const char *read_line(struct schema *schema, char *line)
{
	struct guclog_event_name *event;
	char *word, *save;
	const char *why = NULL;
	unsigned int i;
	u64 id;

	line[strcspn(line, "#\r")] = '\0';
	word = strtok_r(line, " \t", &save);
	if (!word)
		return NULL;
	if (!number_parse(word, strlen(word), U32_MAX, &id))
		return "not an event id";
	word = strtok_r(NULL, " \t", &save);
	if (!word || !is_name(word))
		return "no name after the id";
	event = add_event(schema);
	event->id = (u32)id;
	event->name = mem_copy(word);
	for (i = 0; !why && (word = strtok_r(NULL, " \t", &save)); i++)
		why = i < ARRAY_SIZE(event->arg) ?
		      set_arg(&event->arg[i], word) : "more than two arguments";
	return why;
}

static int by_id(const void *a, const void *b)
{
	const struct guclog_event_name *one = a, *two = b;

	return one->id < two->id ? -1 : one->id > two->id;
}

static int find_twins(const struct schema *schema, const char *path)
{
	unsigned int i;

	for (i = 1; i < schema->nr; i++) {
		if (schema->event[i].id != schema->event[i - 1].id)
			continue;
		msg_fail(path, "two lines for event 0x%x",
			 schema->event[i].id);
		return -1;
	}
	return 0;
}

static int read_lines(struct schema *schema, struct file *file)
{
	char *text = (char *)file->data, *line;
	unsigned int nr = 0;

	while ((line = strsep(&text, "\n"))) {
		const char *why = read_line(schema, line);

		nr++;
		if (!why)
			continue;
		msg_fail(file->name, "line %u: %s", nr, why);
		return -1;
	}
	return 0;
}

/*
 * Read a schema file. @schema: zeroed, or the names of another file, which are freed. Return: 0, or
 * -1 after printing the error, with the number of its line, on stderr.
 */
static int read_schema(struct schema *schema, const char *path)
{
	struct file file;
	int ret;

	schema_free(schema);
	ret = file_read(&file, path);
	if (!ret) {
		file.data = mem_grow(file.data, file.len + 1);
		file.data[file.len] = '\0';
		ret = read_lines(schema, &file);
	}
	file_free(&file);
	if (ret)
		return ret;
	if (schema->nr)
		qsort(schema->event, schema->nr, sizeof(*schema->event), by_id);
	return find_twins(schema, path);
}

/**
 * schema_find() - find the names of an event id in a schema file
 * @schema: the content of the schema file
 * @id: the event id
 *
 * Return: the names of the event and its arguments, or NULL if the file does not have the id.
 */
const struct guclog_event_name *schema_find(const struct schema *schema, u32 id)
{
	struct guclog_event_name key = { .id = id };

	if (!schema->nr)
		return NULL;
	return bsearch(&key, schema->event, schema->nr, sizeof(key), by_id);
}

/**
 * schema_name() - get the name of an event id
 * @schema: the names in the schema file, and @words
 * @id: the event id
 * @name: the name that the library found for events with this id in this log, NULL if there is none
 *
 * Return: the name in the schema file if it has the id; otherwise @name if names of the dictionary
 * apply to this log (@schema->words is not 0); otherwise NULL.
 */
const char *schema_name(const struct schema *schema, u32 id, const char *name)
{
	const struct guclog_event_name *event = schema_find(schema, id);

	return event ? event->name : schema->words ? name : NULL;
}

/**
 * schema_free() - free the names of a schema file
 * @schema: from schema_option()
 */
void schema_free(struct schema *schema)
{
	unsigned int i;

	for (i = 0; i < schema->nr; i++) {
		free((char *)schema->event[i].name);
		free((char *)schema->event[i].arg[0].name);
		free((char *)schema->event[i].arg[1].name);
	}
	free(schema->event);
	*schema = (struct schema){ .nr = 0 };
}

/**
 * schema_option() - read the schema that --schema names
 * @member: a struct schema; its previous content is freed
 * @arg: path of the schema file
 *
 * Return: the same as option_desc.call.
 */
const char *schema_option(void *member, const char *arg)
{
	return read_schema(member, arg) ? OPTION_FAILED : NULL;
}
