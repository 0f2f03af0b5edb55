// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads a kernel log in JSON. A record (one message of the log) is an object that contains no
 * object. The reader searches the text for records and parses one at a time with json-c, so
 * that no file needs more memory than one record.
 */
#include "read/json_text.h"

#include "base/arena.h"
#include <json-c/json.h>

#include "base/eat.h"

/*
 * Largest length of a record in characters. Longer records are skipped: lines of the kernel log are
 * shorter than 4 KiB.
 */
#define MAX_RECORD	(1024u * 1024)
#define MAX_PREFIX	64

/**
 * struct json_text - a kernel log in JSON that is being read
 * @arena: arena that has the memory of the reader
 * @take: called for each line of the log
 * @to: first argument of @take
 * @prefix: quote marks and blanks before every line of the text
 * @prefix_len: number of characters of @prefix
 * @column: number of characters of @prefix that were found in this line of the text; MAX_PREFIX
 *	after the first character that does not belong to the prefix
 * @row: number of characters of this line of the text so far
 * @width: largest number of characters of a line of the text so far
 * @start: number of characters of this line, after its blanks, that match the beginning of a
 *	record; NO_START if the line does not begin a record
 * @first: the first of these characters, which shows whether the form is that of journalctl or of
 *	dmesg
 * @inside: the next character is in a record
 * @string: the next character is in a string
 * @escape: the next character follows a backslash
 * @tokener: parser of json-c
 * @len: number of characters of the record; more than MAX_RECORD if @record does not have all of
 *	them
 * @room: number of characters that fit into @record
 * @record: the record so far
 */
struct json_text {
	struct arena *arena;
	json_text_line take;
	void *to;
	char prefix[MAX_PREFIX];
	size_t prefix_len;
	size_t column;
	size_t row;
	size_t width;
	unsigned int start;
	char first;
	bool inside;
	bool string;
	bool escape;
	struct json_tokener *tokener;
	size_t len;
	size_t room;
	char *record;
};

static void skip_blanks(struct guc_view *v)
{
	while (v->len && strchr(" \t>|", *v->data) && *v->data) {
		v->data++;
		v->len--;
	}
}

/*
 * Return: whether the line begins a kernel log: it has the beginning of a record of journalctl, or
 * the name of the array of dmesg.
 */
static bool begins(struct guc_view v)
{
	if (eat(&v, "\"dmesg\": [") || eat(&v, "\"dmesg\":["))
		return true;
	if (eat(&v, "\"__CURSOR\""))
		return true;
	eat(&v, "data: ");
	eat(&v, "\x1e");
	if (!eat(&v, "{"))
		return false;
	skip_blanks(&v);
	return eat(&v, "\"");
}

/**
 * json_text_is() - find out whether a line begins a kernel log in JSON
 * @line: the line, or its beginning
 *
 * Context: any, does not sleep.
 * Return: whether the line begins a kernel log in JSON.
 */
bool json_text_is(struct guc_view line)
{
	skip_blanks(&line);
	return line.len && strchr("\"{d\x1e", *line.data) && begins(line);
}

/*
 * Store the prefix of the lines: the quote marks at the beginning of the first line and the blank
 * after them. If the line begins with the brace of a record, its indentation is part of the prefix.
 */
static void learn_prefix(struct json_text *j, struct guc_view line)
{
	struct guc_view rest = line;
	size_t n;

	skip_blanks(&rest);
	n = line.len - rest.len;
	if (*rest.data == '"') {
		while (n && line.data[n - 1] != '>' && line.data[n - 1] != '|')
			n--;
		if (n && line.data[n] == ' ')
			n++;
	}
	if (n > MAX_PREFIX)
		return;
	memcpy(j->prefix, line.data, n);
	j->prefix_len = n;
}

/**
 * json_text_begin() - begin to read a kernel log in JSON
 * @arena: arena from which memory is allocated
 * @line: the first line of the text, which must also be passed to json_text_feed()
 * @take: called for each line of the log
 * @to: first argument of @take
 *
 * Context: allocates memory.
 * Return: the reader, which the caller must free with json_text_end(), or NULL if there is no
 * memory.
 */
struct json_text *json_text_begin(struct arena *arena, struct guc_view line,
				  json_text_line take, void *to)
{
	struct json_text *j = arena_zero(arena, sizeof(*j));

	if (!j)
		return NULL;
	j->arena = arena;
	j->take = take;
	j->to = to;
	learn_prefix(j, line);
	j->tokener = json_tokener_new();
	if (!j->tokener) {
		arena->failed = true;
		arena_drop(arena, j);
		return NULL;
	}
	/*
	 * The opening brace of the first record can be on an earlier line, which the reader did
	 * not get: add a brace.
	 */
	json_text_feed(j, "{", 1);
	j->column = 0;
	j->row = 0;
	return j;
}

/* Call @take of @j for each line of a message. */
static void give(struct json_text *j, const char *text, size_t len)
{
	struct guc_view rest = guc_view(text, len), line;

	while (eat_line(&rest, &line))
		j->take(j->to, line);
}

/*
 * Read a message that is an array of bytes: journalctl prints a message in this way if it is
 * not UTF-8.
 */
static void give_bytes(struct json_text *j, struct json_object *array)
{
	size_t len = json_object_array_length(array), i;
	char *text = arena_alloc(j->arena, len + 1);

	if (!text)
		return;
	for (i = 0; i < len; i++)
		text[i] = (char)json_object_get_int(json_object_array_get_idx(array, i));
	give(j, text, len);
	arena_drop(j->arena, text);
}

static void give_message(struct json_text *j, struct json_object *record)
{
	static const char * const keys[] = { "MESSAGE", "msg" };
	struct json_object *message;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(keys); i++) {
		if (!json_object_object_get_ex(record, keys[i], &message))
			continue;
		if (json_object_is_type(message, json_type_string))
			give(j, json_object_get_string(message),
			     (size_t)json_object_get_string_len(message));
		else if (json_object_is_type(message, json_type_array))
			give_bytes(j, message);
	}
}

/*
 * Return: whether the record must be parsed: its message may be a line of a capture, which is a
 * dump that xe prints in lines "Capture N.M: ...".
 */
static bool is_of_interest(const struct json_text *j)
{
	static const char capture[] = "Capture ", key[] = "\"MESSAGE\"";
	const char *end = j->record + j->len;
	const char *p;

	if (memmem(j->record, j->len, capture, sizeof(capture) - 1))
		return true;
	p = memmem(j->record, j->len, key, sizeof(key) - 1);
	if (!p)
		return false;
	for (p += sizeof(key) - 1; p < end && strchr(" \t\n:", *p); p++)
		;
	return p < end && *p == '[';
}

/*
 * Parse a complete record. A record that is too long, or cannot be a line of a "Capture N.M:" dump,
 * is replaced by an empty line. A record that is not valid JSON is left out. If a record was a line
 * of such a dump, the line numbers M of the other lines show that it is missing.
 */
static void end_record(struct json_text *j)
{
	struct json_object *record;

	if (j->len > MAX_RECORD || !is_of_interest(j)) {
		j->take(j->to, guc_view("", 0));
		return;
	}
	json_tokener_reset(j->tokener);
	record = json_tokener_parse_ex(j->tokener, j->record, (int)j->len);
	if (!record)
		return;
	if (json_object_is_type(record, json_type_object))
		give_message(j, record);
	json_object_put(record);
}

static void add(struct json_text *j, const char *text, size_t len)
{
	char *more;

	if (j->len + len > MAX_RECORD) {
		j->len = MAX_RECORD + 1;
		return;
	}
	if (j->len + len > j->room) {
		more = arena_grow(j->arena, j->record, max(j->len + len, 2 * j->room));
		if (!more) {
			j->len = MAX_RECORD + 1;
			return;
		}
		j->room = max(j->len + len, 2 * j->room);
		j->record = more;
	}
	memcpy(j->record + j->len, text, len);
	j->len += len;
}

#define NO_START	~0u

/*
 * Return: whether the line begins a record: with {" in the output of journalctl, or with },{ in the
 * output of dmesg. Without this check, a string without its closing quote would include the rest of
 * the text.
 */
static bool begins_record(struct json_text *j, char c)
{
	static const char journal[] = "{\"", dmesg[] = "},{";
	const char *begin;

	if (j->start == NO_START || (!j->start && (c == ' ' || c == '\t')))
		return false;
	if (!j->start)
		j->first = c;
	begin = j->first == *journal ? journal : dmesg;
	if (c != begin[j->start]) {
		j->start = NO_START;
		return false;
	}
	if (begin[++j->start])
		return false;
	j->start = NO_START;
	return true;
}

static void begin_record(struct json_text *j)
{
	j->inside = true;
	j->string = false;
	j->escape = false;
	j->len = 0;
	add(j, "{", 1);
}

static void take_string_char(struct json_text *j, char c)
{
	if (begins_record(j, c)) {
		begin_record(j);
		if (c == '{')
			return;
		j->string = true;
		add(j, &c, 1);
		return;
	}
	add(j, &c, 1);
	if (j->escape)
		j->escape = false;
	else if (c == '\\')
		j->escape = true;
	else if (c == '"')
		j->string = false;
}

static void take_plain_char(struct json_text *j, char c)
{
	j->start = NO_START;
	if (c == '{') {
		begin_record(j);
		return;
	}
	if (!j->inside)
		return;
	add(j, &c, 1);
	j->string = c == '"';
	if (c == '}') {
		end_record(j);
		j->inside = false;
	}
}

/*
 * Handle a newline, which is dropped: JSON never needs a newline as a separator, and a newline in a
 * string or a number shows that the text was wrapped there. If a line of a wrapped string is one
 * character shorter than the longest line, a program has removed the blank at its end: add the
 * blank.
 */
static void take_newline(struct json_text *j)
{
	if (j->inside && j->string && j->row + 1 == j->width)
		add(j, " ", 1);
	j->width = max(j->width, j->row);
	j->row = 0;
	j->column = 0;
	j->start = 0;
}

static void take_char(struct json_text *j, char c)
{
	if (c == '\n') {
		take_newline(j);
		return;
	}
	j->row += c != '\r';
	if (j->column < j->prefix_len && c == j->prefix[j->column]) {
		j->column++;
		return;
	}
	j->column = MAX_PREFIX;
	if (c == '\r')
		return;
	if (j->inside && j->string)
		take_string_char(j, c);
	else
		take_plain_char(j, c);
}

/*
 * @text is inside a JSON string. Return: number of characters at its beginning that have no special
 * meaning there.
 */
static size_t plain_chars(const char *text, size_t len)
{
	size_t n = 0;

	while (n < len && text[n] != '"' && text[n] != '\\' && text[n] != '\n' &&
	       text[n] != '\r')
		n++;
	return n;
}

/**
 * json_text_feed() - read a piece of the text
 * @j: from json_text_begin()
 * @data: the piece
 * @len: number of characters of the piece
 *
 * Context: allocates memory.
 */
void json_text_feed(struct json_text *j, const char *data, size_t len)
{
	while (len) {
		size_t n = 0;

		if (j->inside && j->string && !j->escape && j->start == NO_START)
			n = plain_chars(data, len);
		if (n) {
			add(j, data, n);
			j->row += n;
		} else {
			take_char(j, *data);
			n = 1;
		}
		data += n;
		len -= n;
	}
}

/**
 * json_text_end() - end a text
 * @j: from json_text_begin(); freed
 */
void json_text_end(struct json_text *j)
{
	json_tokener_free(j->tokener);
	arena_drop(j->arena, j->record);
	arena_drop(j->arena, j);
}
