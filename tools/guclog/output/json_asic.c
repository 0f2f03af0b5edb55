// SPDX-License-Identifier: GPL-2.0-only
#include <json-c/json.h>
#include <math.h>

#include "output/json_out.h"
#include "asic/info.h"

/*
 * Make a JSON number of the bits of a float. Return: the number, or NULL, which json-c writes as
 * null, for infinity and NaN.
 */
static struct json_object *new_f32(u64 bits)
{
	u32 v = (u32)bits;
	float f;

	memcpy(&f, &v, sizeof(f));
	return isfinite(f) ? json_object_new_double((double)f) : NULL;
}

static struct json_object *new_value(const struct guclog_asic_field *field, unsigned int i)
{
	u64 v = field->value[i]->number;

	return field->kind == GUCLOG_ASIC_FLOAT ? new_f32(v) : json_object_new_uint64(v);
}

static struct json_object *new_array(const struct guclog_asic_field *field)
{
	struct json_object *array = json_object_new_array();
	unsigned int i;

	for (i = 0; i < field->nr_values; i++)
		json_object_array_add(array, new_value(field, i));
	return array;
}

/* If the number in a field stands for a name or a PCI address, add that under "<field>_name". */
static void put_name(struct json_object *to, const struct guclog_asic_field *field)
{
	char key[64];

	if (field->kind != GUCLOG_ASIC_NAMED && field->kind != GUCLOG_ASIC_BDF)
		return;
	snprintf(key, sizeof(key), "%s_name", field->name);
	json_put(to, key, json_object_new_string(field->value[0]->text));
}

static void put_field(struct json_object *to, const struct guclog_asic_field *field)
{
	if (!field->nr_values)
		return;
	if (field->kind == GUCLOG_ASIC_STRING)
		json_put_text(to, field->name, field->string);
	else if (field->nr_values > 1)
		json_put(to, field->name, new_array(field));
	else
		json_put(to, field->name, new_value(field, 0));
	put_name(to, field);
}

static const char *form_option(enum guclog_asic_form form)
{
	switch (form) {
	case GUCLOG_ASIC_V1:
		return "v1";
	case GUCLOG_ASIC_V2:
		return "v2";
	case GUCLOG_ASIC_V3:
		return "v3";
	case GUCLOG_ASIC_V1_PACKED:
		return "packed";
	case GUCLOG_ASIC_RDF:
		return "rdf";
	}
	return "";
}

/**
 * json_asic() - print ASIC info as JSON on stdout
 * @asic: the ASIC info
 * @origins: also print where each value comes from
 *
 * Context: process context; prints.
 */
void json_asic(const struct guclog_asic *asic, bool origins)
{
	struct json_object *root = json_object_new_object();
	struct json_object *fields = json_object_new_object();
	struct json_object *from = json_object_new_object();
	unsigned int i;

	json_put_string(root, "form", form_option(asic->form));
	json_put_u64(root, "version", asic->version);
	json_put(root, "fields", fields);
	for (i = 0; i < asic->nr_fields; i++) {
		put_field(fields, asic->field[i]);
		if (*asic->field[i]->origin)
			json_put(from, asic->field[i]->name,
				 json_object_new_string(asic->field[i]->origin));
	}
	if (origins)
		json_put(root, "origins", from);
	else
		json_object_put(from);
	json_print(root);
}

/**
 * json_asic_fault() - print as JSON why ASIC info could not be read
 * @fault: the defect of the ASIC info
 *
 * Context: process context; prints.
 */
void json_asic_fault(const struct guclog_fault *fault)
{
	struct json_object *root = json_object_new_object();

	json_put(root, "fault", json_fault(fault));
	json_print(root);
}
