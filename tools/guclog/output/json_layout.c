// SPDX-License-Identifier: GPL-2.0-only
#include "output/json_layout.h"

#include <json-c/json.h>

#include "guc_text.h"
#include "output/json_out.h"

static void put_string(struct json_object *to, const char *key, const char *value)
{
	json_put(to, key, json_object_new_string(value));
}

static void put_place(struct json_object *o, const struct xel_field *f)
{
	json_put_u64(o, "offset", f->off);
	json_put_u64(o, "bytes", f->size);
	if (f->width) {
		json_put_u64(o, "bit", f->bit);
		json_put_u64(o, "bits", f->width);
	}
	if (f->nelem) {
		json_put_u64(o, "elements", f->nelem);
		json_put_u64(o, "stride", f->stride);
	}
}

static struct json_object *new_field(enum xel_field_id id, const struct xel_field *f)
{
	struct json_object *o = json_object_new_object();

	put_string(o, "id", xel_field_id_name(id));
	put_string(o, "struct", xel_field_root(id));
	put_string(o, "path", xel_field_path(id));
	json_put(o, "required", json_object_new_boolean(xel_field_is_required(id)));
	json_put(o, "present", json_object_new_boolean(f->present));
	if (f->present)
		put_place(o, f);
	else
		put_string(o, "reason", xel_reason_text(f->reason));
	return o;
}

static struct json_object *new_fields(const struct xel_layout *layout)
{
	struct json_object *fields = json_object_new_array();
	unsigned int id;

	for (id = 0; id < XEL_FIELD_COUNT; id++)
		json_object_array_add(fields, new_field(id, &layout->field[id]));
	return fields;
}

static struct json_object *new_structs(const struct xel_layout *layout)
{
	struct json_object *structs = json_object_new_array(), *o;
	unsigned int i;

	for (i = 0; i < XEL_ROOT_COUNT; i++) {
		o = json_object_new_object();
		put_string(o, "name", xel_root_name(i));
		json_put_u64(o, "bytes", layout->size[i]);
		json_put_u64(o, "definitions", layout->copies[i]);
		json_object_array_add(structs, o);
	}
	return structs;
}

static struct json_object *new_names(const struct xel_layout *layout, unsigned int of)
{
	struct json_object *names = json_object_new_array(), *o;
	u32 i;

	for (i = 0; i < layout->nr_names; i++) {
		if (layout->name[i].of != of)
			continue;
		o = json_object_new_object();
		json_put_u64(o, "value", layout->name[i].value);
		put_string(o, "name", layout->name[i].name);
		json_object_array_add(names, o);
	}
	return names;
}

static struct json_object *new_enums(const struct xel_layout *layout)
{
	struct json_object *enums = json_object_new_array(), *o;
	unsigned int i;

	for (i = 0; i < XEL_ENUM_COUNT; i++) {
		o = json_object_new_object();
		put_string(o, "tag", xel_enum_tag(i));
		json_put(o, "names", new_names(layout, i));
		json_object_array_add(enums, o);
	}
	return enums;
}

static struct json_object *new_fault(const struct xel_layout_fault *fault)
{
	struct json_object *o = json_object_new_object();
	char buf[512];
	struct guc_text text = { .buf = buf, .size = sizeof(buf) };

	xel_layout_fault_print(&text, fault);
	if (fault->field < XEL_FIELD_COUNT)
		put_string(o, "id", xel_field_id_name(fault->field));
	put_string(o, "reason", xel_reason_text(fault->reason));
	put_string(o, "text", buf);
	return o;
}

/**
 * json_layout() - write a layout to stdout
 * @layout: the layout
 * @release: the kernel that it is of, empty when that is not known
 * @fault: why it is refused, NULL when it is not
 */
void json_layout(const struct xel_layout *layout, const char *release,
		 const struct xel_layout_fault *fault)
{
	struct json_object *o = json_object_new_object();

	json_put(o, "served", json_object_new_boolean(!fault));
	if (*release)
		put_string(o, "kernel", release);
	if (fault)
		json_put(o, "fault", new_fault(fault));
	json_put(o, "structs", new_structs(layout));
	json_put(o, "fields", new_fields(layout));
	json_put(o, "enums", new_enums(layout));
	json_print(o);
	putchar('\n');
}
