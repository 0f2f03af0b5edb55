// SPDX-License-Identifier: GPL-2.0-only
#include <json-c/json.h>

#include "known/known.h"
#include "output/json_out.h"

/**
 * json_known() - the known trouble that a log looks like
 * @c: what is known of the log
 *
 * Return: an array with an object for each case.
 */
struct json_object *json_known(const struct known_case *c)
{
	struct json_object *list = json_object_new_array();
	const struct known_trouble *k;
	unsigned int i = 0;

	while ((k = known_next(c, &i))) {
		struct json_object *o = json_object_new_object();

		json_put(o, "id", json_object_new_string(k->id));
		json_put(o, "known", json_object_new_string(k->known));
		json_put(o, "link", json_object_new_string(k->link));
		json_put(o, "source", json_object_new_string(k->source));
		json_object_array_add(list, o);
	}
	return list;
}
