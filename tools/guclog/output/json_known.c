// SPDX-License-Identifier: GPL-2.0-only
#include <json-c/json.h>

#include "guclog.h"
#include "output/json_out.h"

/**
 * json_known() - make JSON of the known problems (published cases) that a log resembles
 * @e: the explanation of the log, NULL if there is none
 *
 * Return: an array with an object for each problem.
 */
struct json_object *json_known(const struct guclog_explanation *e)
{
	struct json_object *list = json_object_new_array();
	unsigned int i;

	for (i = 0; e && i < e->nr_known; i++) {
		const struct guclog_known *k = e->known[i];
		struct json_object *o = json_object_new_object();

		json_put(o, "id", json_object_new_string(k->id));
		json_put(o, "known", json_object_new_string(k->known));
		json_put(o, "link", json_object_new_string(k->link));
		json_put(o, "source", json_object_new_string(k->source));
		json_put(o, "matched", json_object_new_string(k->matched));
		json_put(o, "refuted", json_object_new_string(k->refuted));
		json_object_array_add(list, o);
	}
	return list;
}
