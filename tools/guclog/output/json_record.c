// SPDX-License-Identifier: GPL-2.0-only
/*
 * Writes the records of the model as JSON, by their descriptors.
 */
#include <json-c/json.h>

#include "output/json_record.h"
#include "output/report/data.h"

static bool is_known(const struct model_member *m, const u8 *object)
{
	if (m->has && !*(const bool *)(object + m->has - 1))
		return false;
	if (m->named && !*(const char *)(object + m->named - 1))
		return false;
	return !m->unless || !*(const bool *)(object + m->unless - 1);
}

static struct json_object *new_number(const struct model_member *m, u64 value)
{
	if (m->unknown == MODEL_UNKNOWN_NONE && value == GUCLOG_NONE)
		return NULL;
	return json_object_new_uint64(value);
}

static struct json_object *new_hex(const struct model_member *m, u64 value, int digits)
{
	char text[24];

	if (m->unknown == MODEL_UNKNOWN_ZERO && !value)
		return NULL;
	snprintf(text, sizeof(text), "0x%0*llx", digits, value);
	return json_object_new_string(text);
}

/**
 * json_ms() - make JSON of a time
 * @ns: the time in ns, GUCLOG_NO_TIME if unknown
 *
 * Return: the time in ms, NULL if it is unknown.
 */
struct json_object *json_ms(s64 ns)
{
	double ms = (double)ns / 1e6;
	char text[40];

	if (ns == GUCLOG_NO_TIME)
		return NULL;
	snprintf(text, sizeof(text), "%.4f", ms);
	return json_object_new_double_s(ms, text);
}

static struct json_object *new_text(const struct model_member *m, const char *text)
{
	bool known = text && (*text || m->unknown == MODEL_UNKNOWN_NULL);

	return known ? data_text(text) : NULL;
}

static struct json_object *new_bool(const struct model_member *m, bool value)
{
	if (m->unknown == MODEL_UNKNOWN_FALSE && !value)
		return NULL;
	return json_object_new_boolean(value);
}

/**
 * json_tri() - make JSON of an answer that can be unknown
 * @value: the answer
 *
 * Return: true or false, NULL if it is unknown.
 */
struct json_object *json_tri(enum guclog_tri value)
{
	return value == GUCLOG_UNKNOWN ? NULL : json_object_new_boolean(value == GUCLOG_YES);
}

static struct json_object *new_word(const struct model_member *m, unsigned int value)
{
	const char *word = model_word(m->words, value);

	return word ? json_object_new_string(word) : NULL;
}

/**
 * json_records() - make JSON of several structures of one record
 * @record: descriptor of the record
 * @list: array of @nr pointers to the structures
 * @nr: number of structures
 *
 * Return: an array, with an object as json_record() makes it for each structure.
 */
struct json_object *json_records(const struct model_record *record, const void *list,
				 unsigned int nr)
{
	const void * const *object = list;
	struct json_object *o = json_object_new_array();
	unsigned int i;

	for (i = 0; i < nr; i++)
		json_object_array_add(o, json_record(record, object[i]));
	return o;
}

/**
 * json_array() - make JSON of an array of structures of one record
 * @record: descriptor of the record
 * @object: the first structure
 * @nr: number of structures
 *
 * Return: as json_records().
 */
struct json_object *json_array(const struct model_record *record, const void *object,
			       unsigned int nr)
{
	struct json_object *o = json_object_new_array();
	unsigned int i;

	for (i = 0; i < nr; i++)
		json_object_array_add(o, json_record(record,
						     (const u8 *)object + i * record->size));
	return o;
}

/* @is_u64: the numbers have 64 bits, else 32 */
static struct json_object *new_numbers(const void *number, bool is_u64, unsigned int nr)
{
	struct json_object *o = json_object_new_array();
	unsigned int i;

	for (i = 0; i < nr; i++)
		json_object_array_add(o, json_object_new_uint64(is_u64 ?
								((const uint64_t *)number)[i] :
								((const u32 *)number)[i]));
	return o;
}

static struct json_object *new_value(const struct model_member *m, const u8 *object)
{
	const void *at = object + m->offset;

	switch ((enum model_type)m->type) {
	case MODEL_BOOL:
		return new_bool(m, *(const bool *)at);
	case MODEL_TRI:
		return json_tri(*(const enum guclog_tri *)at);
	case MODEL_U32:
		return new_number(m, *(const u32 *)at);
	case MODEL_S32:
		return json_object_new_int64(*(const int32_t *)at);
	case MODEL_U64:
		return new_number(m, *(const uint64_t *)at);
	case MODEL_U32S:
	case MODEL_EVENTS:
		return new_numbers(*(const void * const *)at, m->type == MODEL_EVENTS,
				   *(const unsigned int *)(object + m->count));
	case MODEL_TEXT:
		return new_text(m, *(const char * const *)at);
	case MODEL_NAME:
		return new_text(m, at);
	case MODEL_NS:
		return json_ms(*(const int64_t *)at);
	case MODEL_HEX:
		return new_hex(m, *(const uint64_t *)at, 1);
	case MODEL_DWORD:
		return new_hex(m, *(const u32 *)at, 8);
	case MODEL_EVENT:
		return *(const uint64_t *)at == GUCLOG_NO_EVENT ? NULL :
		       json_object_new_uint64(*(const uint64_t *)at);
	case MODEL_ENUM:
		return new_word(m, *(const unsigned int *)at);
	case MODEL_WORDS:
		return new_word(m, *(const bool *)at);
	case MODEL_ONE:
		return json_record(m->record, *(const void * const *)at);
	case MODEL_LIST:
		return json_records(m->record, *(const void * const *)at,
				    *(const unsigned int *)(object + m->count));
	case MODEL_ARRAY:
		return json_array(m->record, *(const void * const *)at,
				  *(const unsigned int *)(object + m->count));
	case MODEL_INLINE:
		break;
	}
	return NULL;
}

/* Return: the object for the keys that begin with the first @len characters of @key and a dot. */
static struct json_object *inner(struct json_object *o, const char *key, size_t len)
{
	struct json_object *found;
	char name[32];

	snprintf(name, sizeof(name), "%.*s", (int)len, key);
	if (json_object_object_get_ex(o, name, &found))
		return found;
	found = json_object_new_object();
	data_put(o, name, found);
	return found;
}

static void put_members(struct json_object *o, const struct model_record *record,
			const void *object)
{
	unsigned int i;

	for (i = 0; i < record->nr; i++) {
		const struct model_member *m = &record->member[i];
		const char *dot = strchr(m->key, '.');
		struct json_object *to = dot ? inner(o, m->key, (size_t)(dot - m->key)) : o;

		if (m->type == MODEL_INLINE)
			put_members(o, m->record, *(const void * const *)((const u8 *)object +
									  m->offset));
		else
			data_put(to, dot ? dot + 1 : m->key,
				 is_known(m, object) ? new_value(m, object) : NULL);
	}
}

/**
 * json_record() - make JSON of a record
 * @record: descriptor of the record
 * @object: the structure, or NULL
 *
 * Return: an object with all keys of the record, in which a value that is not known is null; NULL
 * if @object is NULL.
 */
struct json_object *json_record(const struct model_record *record, const void *object)
{
	struct json_object *o;

	if (!object)
		return NULL;
	o = json_object_new_object();
	put_members(o, record, object);
	return o;
}
