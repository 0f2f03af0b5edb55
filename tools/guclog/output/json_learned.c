// SPDX-License-Identifier: GPL-2.0-only
#include <json-c/json.h>

#include "guclog.h"
#include "output/json_out.h"

static struct json_object *new_text(const char *text)
{
	return text ? json_object_new_string(text) : NULL;
}

static struct json_object *new_id(uint32_t id)
{
	return id == GUCLOG_NONE ? NULL : json_object_new_uint64(id);
}

static struct json_object *new_fields(const struct guclog_learned_row *row)
{
	struct json_object *list = json_object_new_array();
	unsigned int i;

	for (i = 0; i < row->nr_fields; i++) {
		const struct guclog_row_field *f = &row->field[i];
		struct json_object *o = json_object_new_object();

		json_put(o, "name", new_text(f->name));
		json_put(o, "found", json_object_new_boolean(f->bits));
		if (f->bits) {
			json_put_u64(o, "arg", f->arg);
			json_put_u64(o, "low", f->low);
			json_put_u64(o, "bits", f->bits);
		}
		json_put(o, "guess", json_object_new_boolean(f->guess));
		json_object_array_add(list, o);
	}
	return list;
}

static struct json_object *new_row(const struct guclog_learned_row *row)
{
	struct json_object *o = json_object_new_object();
	struct json_object *look = json_object_new_array();
	unsigned int i;

	json_put_u64(o, "id", row->id);
	json_put_u64(o, "count", row->count);
	json_put(o, "name", new_text(row->name));
	json_put(o, "grade", new_text(row->grade));
	json_put(o, "used", json_object_new_boolean(row->used));
	json_put(o, "base", json_object_new_boolean(row->base));
	json_put(o, "score", json_object_new_double(row->score));
	json_put_u64(o, "hits", row->hits);
	json_put_u64(o, "checks", row->checks);
	json_put(o, "evidence", new_text(row->evidence));
	json_put(o, "refutation", new_text(row->refutation));
	json_put(o, "rival", new_id(row->rival));
	json_put(o, "fields", new_fields(row));
	for (i = 0; i < 2; i++)
		json_object_array_add(look, new_text(row->look[i]));
	json_put(o, "look", look);
	json_put(o, "before", new_id(row->before));
	json_put(o, "after", new_id(row->after));
	return o;
}

/**
 * json_learned() - print as JSON the names of event ids that were learned from logs
 * @learned: the names, from guclog_learn()
 */
void json_learned(const struct guclog_learned *learned)
{
	struct json_object *top = json_object_new_object();
	struct json_object *list = json_object_new_array();
	unsigned int i;

	json_put_u64(top, "logs", learned->logs);
	json_put(top, "anchored", json_object_new_boolean(learned->anchored));
	json_put_u64(top, "messages", learned->aligned);
	json_put_u64(top, "base_held", learned->base_held);
	json_put_u64(top, "base_moved", learned->base_moved);
	for (i = 0; i < learned->nr_rows; i++)
		json_object_array_add(list, new_row(learned->row[i]));
	json_put(top, "rows", list);
	json_print(top);
}
