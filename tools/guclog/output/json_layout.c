// SPDX-License-Identifier: GPL-2.0-only
#include <json-c/json.h>

#include "output/json_out.h"
#include "layout/xe_layout.h"

static void put_place(struct json_object *o, const struct guclog_xe_member *m)
{
	json_put_u64(o, "offset", m->offset);
	json_put_u64(o, "bytes", m->bytes);
	if (m->bits) {
		json_put_u64(o, "bit", m->bit);
		json_put_u64(o, "bits", m->bits);
	}
	if (m->elements) {
		json_put_u64(o, "elements", m->elements);
		json_put_u64(o, "stride", m->stride);
	}
}

static struct json_object *new_member(const struct guclog_xe_member *m)
{
	struct json_object *o = json_object_new_object();

	json_put_string(o, "id", m->id);
	json_put_string(o, "struct", m->structure);
	json_put_string(o, "path", m->path);
	json_put_bool(o, "required", m->required);
	json_put_bool(o, "present", !m->reason);
	if (m->reason)
		json_put_string(o, "reason", m->reason);
	else
		put_place(o, m);
	return o;
}

static struct json_object *new_members(const struct guclog_xe_layout *layout)
{
	struct json_object *members = json_object_new_array();
	unsigned int i;

	for (i = 0; i < layout->nr_members; i++)
		json_object_array_add(members, new_member(&layout->member[i]));
	return members;
}

static struct json_object *new_structs(const struct guclog_xe_layout *layout)
{
	struct json_object *structs = json_object_new_array(), *o;
	unsigned int i;

	for (i = 0; i < layout->nr_structs; i++) {
		o = json_object_new_object();
		json_put_string(o, "name", layout->structure[i].name);
		json_put_u64(o, "bytes", layout->structure[i].bytes);
		json_put_u64(o, "definitions", layout->structure[i].definitions);
		json_object_array_add(structs, o);
	}
	return structs;
}

static struct json_object *new_names(const struct guclog_xe_layout *layout, unsigned int of)
{
	struct json_object *names = json_object_new_array(), *o;
	unsigned int i;

	for (i = 0; i < layout->nr_names; i++) {
		if (layout->enumerator[i].of != of)
			continue;
		o = json_object_new_object();
		json_put_u64(o, "value", layout->enumerator[i].value);
		json_put_string(o, "name", layout->enumerator[i].name);
		json_object_array_add(names, o);
	}
	return names;
}

static struct json_object *new_enums(const struct guclog_xe_layout *layout)
{
	struct json_object *enums = json_object_new_array(), *o;
	unsigned int i;

	for (i = 0; i < layout->nr_enums; i++) {
		o = json_object_new_object();
		json_put_string(o, "tag", layout->enum_tag[i]);
		json_put(o, "names", new_names(layout, i));
		json_object_array_add(enums, o);
	}
	return enums;
}

static struct json_object *new_fault(const struct guclog_xe_layout *layout)
{
	struct json_object *o = json_object_new_object();

	if (layout->member_id)
		json_put_string(o, "id", layout->member_id);
	json_put_string(o, "reason", layout->reason);
	json_put_string(o, "text", layout->why);
	return o;
}

/**
 * json_layout() - print the layout of xe's structures as JSON on stdout
 * @layout: the offsets and sizes of their members
 *
 * Context: process context; prints.
 */
void json_layout(const struct guclog_xe_layout *layout)
{
	struct json_object *o = json_object_new_object();

	json_put_bool(o, "served", layout->supported);
	if (*layout->kernel)
		json_put_string(o, "kernel", layout->kernel);
	if (!layout->supported)
		json_put(o, "fault", new_fault(layout));
	json_put(o, "structs", new_structs(layout));
	json_put(o, "fields", new_members(layout));
	json_put(o, "enums", new_enums(layout));
	json_print(o);
}
