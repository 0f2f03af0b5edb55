// SPDX-License-Identifier: GPL-2.0-only
#include <json-c/json.h>

#include "base/types.h"
#include "events/learn/learned.h"
#include "model/dictionary.h"
#include "output/json_out.h"

static struct json_object *new_id(uint32_t id)
{
	return json_known_u64(id != GUCLOG_NONE, id);
}

static struct json_object *new_fields(const struct guclog_learned_row *row)
{
	struct json_object *list = json_object_new_array();
	unsigned int i;

	for (i = 0; i < row->nr_fields; i++) {
		const struct guclog_row_field *f = &row->field[i];
		struct json_object *o = json_object_new_object();

		json_put_string(o, "name", f->name);
		json_put_bool(o, "found", f->bits);
		if (f->bits) {
			json_put_u64(o, "arg", f->arg);
			json_put_u64(o, "low", f->low);
			json_put_u64(o, "bits", f->bits);
		}
		json_put_bool(o, "guess", f->guess);
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
	json_put_string(o, "name", row->name);
	json_put_string(o, "grade", row->grade);
	json_put_bool(o, "used", row->used);
	json_put_bool(o, "base", row->base);
	json_put(o, "score", json_object_new_double(row->score));
	json_put_u64(o, "hits", row->hits);
	json_put_u64(o, "checks", row->checks);
	json_put_string(o, "evidence", row->evidence);
	json_put_string(o, "refutation", row->refutation);
	json_put(o, "rival", new_id(row->rival));
	json_put(o, "fields", new_fields(row));
	for (i = 0; i < 2; i++)
		json_object_array_add(look, json_object_new_string(row->look[i]));
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
	json_put_bool(top, "anchored", learned->anchored);
	json_put_u64(top, "messages", learned->aligned);
	json_put_u64(top, "base_held", learned->base_held);
	json_put_u64(top, "base_moved", learned->base_moved);
	for (i = 0; i < learned->nr_rows; i++)
		json_object_array_add(list, new_row(learned->row[i]));
	json_put(top, "rows", list);
	json_print(top);
}
