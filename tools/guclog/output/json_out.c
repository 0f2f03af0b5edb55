// SPDX-License-Identifier: GPL-2.0-only
#include "output/json_out.h"

#include <json-c/json.h>

#include "base/clean.h"
#include "base/msg.h"
#include "base/out.h"
#include "base/print.h"
#include "base/printable.h"

/**
 * json_put() - add a member to an object
 * @to: the JSON object that gets the member
 * @key: the member's name
 * @value: the member; @to owns it from now on
 */
void json_put(struct json_object *to, const char *key,
	      struct json_object *value)
{
	json_object_object_add(to, key, value);
}

/**
 * json_put_u64() - add a number to an object
 * @to: the JSON object that gets the member
 * @key: the member's name
 * @value: the number
 */
void json_put_u64(struct json_object *to, const char *key, u64 value)
{
	json_put(to, key, json_object_new_uint64(value));
}

/**
 * json_known_u64() - make a JSON number
 * @known: the number is known
 * @value: the number
 *
 * Context: allocates memory.
 * Return: the number, or NULL, which is null in JSON, if it is not known.
 */
struct json_object *json_known_u64(bool known, u64 value)
{
	return known ? json_object_new_uint64(value) : NULL;
}

/**
 * json_put_bool() - add true or false to an object
 * @to: the JSON object that gets the member
 * @key: the member's name
 * @value: the value
 *
 * Context: allocates memory.
 */
void json_put_bool(struct json_object *to, const char *key, bool value)
{
	json_put(to, key, json_object_new_boolean(value));
}

/**
 * json_put_string() - add a text to an object
 * @to: the JSON object that gets the member
 * @key: the member's name
 * @text: the text, NULL for null
 *
 * Context: allocates memory.
 */
void json_put_string(struct json_object *to, const char *key, const char *text)
{
	json_put(to, key, text ? json_object_new_string(text) : NULL);
}

/**
 * json_put_text() - add a text from an input to an object
 * @to: the JSON object that gets the member
 * @key: the member's name
 * @text: the text; bytes that are not printable ASCII become \xNN
 */
void json_put_text(struct json_object *to, const char *key,
		   struct guclog_bytes text)
{
	char *clean = text_clean(text);

	json_put(to, key, json_object_new_string(clean));
	free(clean);
}

/**
 * json_fault() - make a JSON object of a fault (a defect of an input)
 * @fault: the fault: what is wrong, where, and what was expected
 *
 * Context: allocates memory.
 * Return: the object.
 */
struct json_object *json_fault(const struct guclog_fault *fault)
{
	struct json_object *o = json_object_new_object();

	json_put(o, "text", json_object_new_string(fault->text));
	json_put_u64(o, "offset", fault->offset);
	json_put_u64(o, "found", fault->found);
	json_put_u64(o, "expected", fault->expected);
	return o;
}

/*
 * Write a JSON text. json-c escapes the control characters of ASCII only; a text in an input may
 * have others, or bytes that are not UTF-8. They become "\xNN", as in text output.
 */
static void put_json(const char *text)
{
	struct print *p = mem_grow(NULL, sizeof(*p));
	char out[PRINTABLE_MAX], first;
	size_t i, n;

	print_init(p, out_print, NULL);
	while (*text) {
		first = *text;
		if (first == '\n') {
			print_char(p, *text++);
			continue;
		}
		n = printable_next(&text, out);
		for (i = 0; i < n; i++) {
			if (out[i] == '\\' && first != '\\')
				print_char(p, '\\');
			print_char(p, out[i]);
		}
	}
	print_flush(p);
	free(p);
}

/**
 * json_write() - write a JSON value to stdout, without a newline at its end
 * @value: the value; freed
 */
void json_write(struct json_object *value)
{
	put_json(json_object_to_json_string_ext(value, JSON_C_TO_STRING_PRETTY |
						JSON_C_TO_STRING_SPACED |
						JSON_C_TO_STRING_NOSLASHESCAPE));
	json_object_put(value);
}

/**
 * json_print() - write a JSON value and a newline to stdout
 * @value: the value; freed
 */
void json_print(struct json_object *value)
{
	json_write(value);
	out_char('\n');
}

/**
 * json_list_add() - add a JSON value to a list
 * @list: the list, NULL before the first value
 * @value: the value; @list owns it from now on
 */
void json_list_add(struct json_object **list, struct json_object *value)
{
	if (!*list)
		*list = json_object_new_array();
	json_object_array_add(*list, value);
}

/**
 * json_list_print() - write an object with a list, and a newline, to stdout
 * @list: the list, which may be empty; set to NULL
 * @key: key of the list in the object
 * @o: the object; freed
 */
void json_list_print(struct json_object **list, const char *key, struct json_object *o)
{
	json_put(o, key, *list ?: json_object_new_array());
	*list = NULL;
	json_print(o);
}
