// SPDX-License-Identifier: GPL-2.0-only
#include <json-c/json.h>

#include "output/json_out.h"
#include "base/out.h"

/**
 * json_machine_add() - add a log of this machine for json_machine_print()
 * @what: kind of the log
 * @path: path of the log, printable
 * @error: why the log cannot be read, NULL if it can be read
 */
void json_machine_add(const char *what, const char *path, const char *error)
{
	struct json_object *o = json_object_new_object();

	json_put_string(o, "what", what);
	json_put_string(o, "path", path);
	if (error)
		json_put_string(o, "error", error);
	json_list_add(out_part(OUT_LIST), o);
}

/**
 * json_machine_print() - print the list of the logs from json_machine_add() as JSON
 */
void json_machine_print(void)
{
	json_list_print(out_part(OUT_LIST), "logs", json_object_new_object());
}
