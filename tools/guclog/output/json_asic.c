// SPDX-License-Identifier: GPL-2.0-only
#include <json-c/json.h>
#include <math.h>

#include "asic/asic_compare.h"
#include "asic/asic_origin.h"
#include "guclog.h"
#include "guc_asic.h"
#include "guc_text.h"
#include "output/json_out.h"

/* JSON has no infinity: those are null. */
static struct json_object *new_f32(u64 bits)
{
	u32 v = (u32)bits;
	float f;

	memcpy(&f, &v, sizeof(f));
	return isfinite(f) ? json_object_new_double((double)f) : NULL;
}

static struct json_object *new_value(const struct guc_asic *asic,
				     const struct guc_asic_field *field,
				     unsigned int i)
{
	u64 v = guc_asic_number(asic, field, i);

	return field->kind == GUC_ASIC_F32 ? new_f32(v) :
					     json_object_new_uint64(v);
}

static struct json_object *new_array(const struct guc_asic *asic,
				     const struct guc_asic_field *field)
{
	struct json_object *array = json_object_new_array();
	unsigned int i;

	for (i = 0; i < field->count; i++)
		json_object_array_add(array, new_value(asic, field, i));
	return array;
}

static void put_string(struct json_object *to, const struct guc_asic *asic,
		       const struct guc_asic_field *field)
{
	const char *s = (const char *)&asic->info + field->offset;

	json_put_text(to, field->name, ((struct guclog_bytes){ s, strnlen(s, field->count) }));
}

/* What a number stands for: "<field>_name". */
static void put_name(struct json_object *to, const struct guc_asic *asic,
		     const struct guc_asic_field *field)
{
	char key[64], buf[64];
	struct guc_text text = { .buf = buf, .size = sizeof(buf) };

	if (field->kind != GUC_ASIC_GPU && field->kind != GUC_ASIC_MEM &&
	    field->kind != GUC_ASIC_BDF)
		return;
	snprintf(key, sizeof(key), "%s_name", field->name);
	guc_asic_print(&text, asic, field, 0);
	json_put(to, key, json_object_new_string(buf));
}

static void put_field(struct json_object *to, const struct guc_asic *asic,
		      const struct guc_asic_field *field)
{
	if (field->kind == GUC_ASIC_TEXT)
		put_string(to, asic, field);
	else if (field->count > 1)
		json_put(to, field->name, new_array(asic, field));
	else
		json_put(to, field->name, new_value(asic, field, 0));
	put_name(to, asic, field);
}

static const char *form_option(enum guc_asic_form form)
{
	switch (form) {
	case GUC_ASIC_V1:
		return "v1";
	case GUC_ASIC_V2:
		return "v2";
	case GUC_ASIC_V3:
		return "v3";
	case GUC_ASIC_V1_PACKED:
		return "packed";
	case GUC_ASIC_RDF:
		return "rdf";
	}
	return "";
}

static struct json_object *new_asic(const struct guc_asic *asic)
{
	struct json_object *root = json_object_new_object();
	struct json_object *fields = json_object_new_object();
	unsigned int i;

	json_put(root, "form", json_object_new_string(form_option(asic->form)));
	json_put_u64(root, "version", asic->version);
	json_put(root, "fields", fields);
	for (i = 0; i < GUC_ASIC_FIELDS; i++)
		if (guc_asic_fields[i].version <= asic->version)
			put_field(fields, asic, &guc_asic_fields[i]);
	return root;
}

/**
 * json_asic() - ASIC info as JSON on stdout
 * @asic: as it was read
 * @fault: why it could not be read; then that is all
 */
void json_asic(const struct guc_asic *asic, const struct guc_fault *fault)
{
	struct json_object *root;

	if (fault->code == GUC_FAULT_NONE) {
		root = new_asic(asic);
	} else {
		root = json_object_new_object();
		json_put(root, "fault", json_fault(fault));
	}
	json_print(root);
	putchar('\n');
}

/**
 * json_asic_explain() - print ASIC info that is made from facts, and its origins, as JSON
 * @facts: of the device and its first GT, merged
 */
void json_asic_explain(const struct guc_facts *facts)
{
	struct guc_asic asic = { .form = GUC_ASIC_V3, .version = 3 };
	struct json_object *origins = json_object_new_object();
	struct json_object *root;
	unsigned int i;

	guc_asic_fill(&asic.info, facts);
	root = new_asic(&asic);
	for (i = 0; i < GUC_ASIC_FIELDS; i++) {
		char buf[256] = "";

		if (guclog_asic_origin((const struct guclog_facts *)facts,
				       guc_asic_fields[i].name, buf, sizeof(buf)))
			json_put(origins, guc_asic_fields[i].name,
				 json_object_new_string(buf));
	}
	json_put(root, "origins", origins);
	json_print(root);
	putchar('\n');
}

static struct json_object *new_difference(const struct guc_asic *a,
					  const struct guc_asic *b,
					  const struct guc_asic_field *field)
{
	struct json_object *both = json_object_new_object();
	struct json_object *one = json_object_new_object();
	struct json_object *two = json_object_new_object();

	put_field(one, a, field);
	put_field(two, b, field);
	json_put(both, "a", one);
	json_put(both, "b", two);
	return both;
}

/**
 * json_asic_compare() - print the fields in which two ASIC infos differ as JSON
 * @a: ASIC info
 * @b: other ASIC info
 *
 * Return: whether the fields of both are the same.
 */
bool json_asic_compare(const struct guc_asic *a, const struct guc_asic *b)
{
	struct json_object *root = json_object_new_object();
	struct json_object *fields = json_object_new_object();
	bool same = true;
	unsigned int i;

	for (i = 0; i < GUC_ASIC_FIELDS; i++) {
		const struct guc_asic_field *field = &guc_asic_fields[i];

		if (!asic_is_common(a, b, field) ||
		    asic_field_is_same(a, b, field))
			continue;
		json_put(fields, field->name, new_difference(a, b, field));
		same = false;
	}
	json_put(root, "same", json_object_new_boolean(same));
	json_put_u64(root, "a_version", a->version);
	json_put_u64(root, "b_version", b->version);
	json_put(root, "fields", fields);
	json_print(root);
	putchar('\n');
	return same;
}
