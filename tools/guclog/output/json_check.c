// SPDX-License-Identifier: GPL-2.0-only
#include <json-c/json.h>

#include "output/json_out.h"
#include "util/file.h"

/* What was checked, and the one that is being checked. */
static struct json_object *files, *current;

/**
 * json_check_begin() - another file or log
 * @file: its name and length
 * @form: its form
 */
void json_check_begin(const struct file *file, const char *form)
{
	static const char * const arrays[] = {
		"faults", "losses", "missing_blocks", "told",
	};
	unsigned int i;

	current = json_object_new_object();
	json_put(current, "file", json_object_new_string(file->name));
	json_put(current, "form", json_object_new_string(form));
	json_put_u64(current, "bytes", file->len);
	for (i = 0; i < ARRAY_SIZE(arrays); i++)
		json_put(current, arrays[i], json_object_new_array());
	json_list_add(&files, current);
}

/**
 * json_check_fault() - a fault of the current file
 * @fault: the fault
 */
void json_check_fault(const struct guc_fault *fault)
{
	json_object_array_add(json_object_object_get(current, "faults"),
			      json_core_fault(fault));
}

/**
 * json_check_line() - a sentence about the current file
 * @key: the array that it belongs to
 * @line: the sentence
 */
void json_check_line(const char *key, const char *line)
{
	json_object_array_add(json_object_object_get(current, key),
			      json_object_new_string(line));
}

/**
 * json_check_text() - a member of the current file
 * @key: its name
 * @text: its value
 */
void json_check_text(const char *key, const char *text)
{
	json_put(current, key, json_object_new_string(text));
}

/**
 * json_check_end() - the current file is done
 * @status: the result
 * @faults: number of its faults, also those that are not in the array
 */
void json_check_end(const char *status, unsigned int faults)
{
	json_put(current, "status", json_object_new_string(status));
	json_put_u64(current, "fault_count", faults);
}

/**
 * json_check_print() - print what was checked
 * @status: the worst result
 */
void json_check_print(const char *status)
{
	struct json_object *o = json_object_new_object();

	json_put(o, "status", json_object_new_string(status));
	json_list_print(&files, "files", o);
}
