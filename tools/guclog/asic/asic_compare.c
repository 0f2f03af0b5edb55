// SPDX-License-Identifier: GPL-2.0-only
#include "asic/asic_compare.h"

#include "base/base.h"

/*
 * Return: whether two values of ASIC info are equal. Both their numbers and their texts are
 * compared, because one of them is not enough: two NaNs with different bits have the same text, and
 * every string has the number 0.
 */
static bool is_same(const struct guclog_asic_value *a, const struct guclog_asic_value *b)
{
	return a->number == b->number && !strcmp(a->text, b->text);
}

/**
 * asic_field_differs() - compare a field of two ASIC infos (properties of GPUs for trace tools)
 * @a: one ASIC info
 * @b: the other ASIC info
 * @i: index of the field in both ASIC infos
 *
 * Return: true if the values differ; false if they are equal or if only one of the ASIC infos has
 * the field.
 */
bool asic_field_differs(const struct guclog_asic *a, const struct guclog_asic *b, unsigned int i)
{
	const struct guclog_asic_field *one = a->field[i], *two = b->field[i];
	unsigned int k;

	for (k = 0; k < min(one->nr_values, two->nr_values); k++)
		if (!is_same(one->value[k], two->value[k]))
			return true;
	return false;
}

static void show_value(const struct guclog_asic_field *a, const struct guclog_asic_field *b,
		       unsigned int i)
{
	char name[64];

	snprintf(name, sizeof(name), "%s", a->name);
	if (a->kind == GUCLOG_ASIC_MASK)
		snprintf(name, sizeof(name), "%s[%u][%u]", a->name, i / 2, i % 2);
	else if (a->nr_values > 1)
		snprintf(name, sizeof(name), "%s[%u]", a->name, i);
	printf("%-32s %s -> %s%s%s\n", name, a->value[i]->text, b->value[i]->text,
	       a->unit ? " " : "", a->unit ? a->unit : "");
}

/**
 * asic_compare() - print the fields in which two ASIC infos differ on stdout
 * @a: one ASIC info
 * @b: the other ASIC info
 *
 * If the versions differ, fields that only one version has are not compared.
 *
 * Context: process context; prints.
 * Return: true if all fields that both have are equal.
 */
bool asic_compare(const struct guclog_asic *a, const struct guclog_asic *b)
{
	bool same = true;
	unsigned int i, k;

	for (i = 0; i < a->nr_fields; i++) {
		if (!asic_field_differs(a, b, i))
			continue;
		same = false;
		for (k = 0; k < a->field[i]->nr_values; k++)
			if (!is_same(a->field[i]->value[k], b->field[i]->value[k]))
				show_value(a->field[i], b->field[i], k);
	}
	if (same)
		puts("no difference");
	if (a->version != b->version)
		printf("(version %u -> %u: fields that only one version has are omitted)\n",
		       a->version, b->version);
	return same;
}
