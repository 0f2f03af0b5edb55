// SPDX-License-Identifier: GPL-2.0-only
#include "asic/asic_compare.h"

#include "guc_text.h"

static size_t value_size(const struct guc_asic_field *field)
{
	switch (field->kind) {
	case GUC_ASIC_U16:
	case GUC_ASIC_MASK:
		return sizeof(u16);
	case GUC_ASIC_U64:
		return sizeof(u64);
	default:
		return sizeof(u32);
	}
}

/**
 * asic_field_is_same() - compare a field of two ASIC infos
 * @a: ASIC info
 * @b: other ASIC info
 * @field: a field that both have
 *
 * Return: whether every bit of it is the same; bytes after the end of a text are
 * ignored.
 */
bool asic_field_is_same(const struct guc_asic *a, const struct guc_asic *b,
			const struct guc_asic_field *field)
{
	const void *one = (const u8 *)&a->info + field->offset;
	const void *two = (const u8 *)&b->info + field->offset;

	if (field->kind == GUC_ASIC_TEXT)
		return !strncmp(one, two, field->count);
	return !memcmp(one, two, field->count * value_size(field));
}

static void show_value(const struct guc_asic *a, const struct guc_asic *b,
		       const struct guc_asic_field *field, unsigned int i)
{
	/* A text can be all \\xNN. */
	char one[1100], two[1100], name[64];
	struct guc_text from = { .buf = one, .size = sizeof(one) };
	struct guc_text to = { .buf = two, .size = sizeof(two) };

	*one = '\0';
	*two = '\0';
	guc_asic_print(&from, a, field, i);
	guc_asic_print(&to, b, field, i);
	snprintf(name, sizeof(name), "%s", field->name);
	if (field->kind == GUC_ASIC_MASK)
		snprintf(name, sizeof(name), "%s[%u][%u]", field->name, i / 2,
			 i % 2);
	else if (field->kind != GUC_ASIC_TEXT && field->count > 1)
		snprintf(name, sizeof(name), "%s[%u]", field->name, i);
	printf("%-32s %s -> %s%s%s\n", name, one, two, field->unit ? " " : "",
	       field->unit ? field->unit : "");
}

static void show_field(const struct guc_asic *a, const struct guc_asic *b,
		       const struct guc_asic_field *field)
{
	unsigned int i;

	if (field->kind == GUC_ASIC_TEXT) {
		show_value(a, b, field, 0);
		return;
	}
	for (i = 0; i < field->count; i++)
		if (guc_asic_number(a, field, i) != guc_asic_number(b, field, i))
			show_value(a, b, field, i);
}

/**
 * asic_compare() - print the fields in which two ASIC infos differ on stdout
 * @a: ASIC info
 * @b: other ASIC info
 *
 * Fields that only the newer version has are not compared.
 *
 * Return: whether the fields of both are the same.
 */
bool asic_compare(const struct guc_asic *a, const struct guc_asic *b)
{
	const struct guc_asic_field *field;
	bool same = true;
	unsigned int i;

	for (i = 0; i < GUC_ASIC_FIELDS; i++) {
		field = &guc_asic_fields[i];
		if (!asic_is_common(a, b, field) ||
		    asic_field_is_same(a, b, field))
			continue;
		show_field(a, b, field);
		same = false;
	}
	if (same)
		puts("no difference");
	if (a->version != b->version)
		printf("(version %u -> %u: fields that only one has are left out)\n",
		       a->version, b->version);
	return same;
}
