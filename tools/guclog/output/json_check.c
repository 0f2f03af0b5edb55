// SPDX-License-Identifier: GPL-2.0-only
#include <json-c/json.h>

#include "output/json_out.h"
#include "read/check.h"
#include "read/forms.h"
#include "base/out.h"

/* The results of json_check_add(), one object for each file or log. */

/*
 * Return: the array with the defects of a kind in the result of a file; it is created if it is
 * missing.
 */
static struct json_object *array_of(struct json_object *o, enum guclog_defect_kind kind)
{
	static const char * const arrays[] = {
		[GUCLOG_DEFECT_FAULT] = "faults",
		[GUCLOG_DEFECT_LOSS] = "losses",
		[GUCLOG_DEFECT_MISSING] = "missing_blocks",
		[GUCLOG_DEFECT_LISTED] = "listed",
		[GUCLOG_DEFECT_DUMP] = "dump_problems",
	};
	struct json_object *array;

	if (json_object_object_get_ex(o, arrays[kind], &array))
		return array;
	array = json_object_new_array();
	json_put(o, arrays[kind], array);
	return array;
}

/**
 * json_check_add() - add a file or log that was checked
 * @name: name of the file or log
 * @check: the result of the check
 * @status: "fine", "faults" or "error"
 * @error: why the file could not be checked, NULL if it was checked
 *
 * Context: allocates memory.
 */
void json_check_add(const char *name, const struct guclog_check_result *check, const char *status,
		    const char *error)
{
	struct json_object *o = json_object_new_object();
	unsigned int i;

	json_put_string(o, "file", name);
	json_put_string(o, "form", check->form == GUCLOG_FORM_UNKNOWN ? "unknown" :
			guclog_form_label(check->form));
	json_put_u64(o, "bytes", check->bytes);
	for (i = GUCLOG_DEFECT_FAULT; i <= GUCLOG_DEFECT_DUMP; i++)
		array_of(o, i);
	for (i = 0; i < check->nr_defects; i++) {
		const struct guclog_defect *d = check->defect[i];

		json_object_array_add(array_of(o, d->kind), d->kind == GUCLOG_DEFECT_FAULT ?
				      json_fault(&d->fault) : json_object_new_string(d->text));
		if (d->where)
			json_put_string(o, "where", d->where);
	}
	if (check->what)
		json_put_string(o, "what", check->what);
	if (error)
		json_put_string(o, "error", error);
	json_put_string(o, "status", status);
	json_put_u64(o, "fault_count", check->nr_faults);
	json_list_add(out_part(OUT_LIST), o);
}

/**
 * json_check_print() - print the results from json_check_add() as JSON
 * @status: the worst status of all files: "fine", "faults" or "error"
 *
 * Context: process context; prints.
 */
void json_check_print(const char *status)
{
	struct json_object *o = json_object_new_object();

	json_put_string(o, "status", status);
	json_list_print(out_part(OUT_LIST), "files", o);
}
