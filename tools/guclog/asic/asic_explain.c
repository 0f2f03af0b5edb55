// SPDX-License-Identifier: GPL-2.0-only
#include "asic/asic_origin.h"

#include "guc_text.h"

static void report_value(struct guc_text *text, const struct guc_asic *asic,
			 const struct guc_asic_field *field, unsigned int i)
{
	guc_text_add(text, "%s", field->name);
	if (field->kind == GUC_ASIC_MASK)
		guc_text_add(text, "[%u]", i / 2);
	else if (field->kind != GUC_ASIC_TEXT && field->count > 1)
		guc_text_add(text, "[%u]", i);
	guc_text_add(text, "=");
	guc_asic_print(text, asic, field, i);
	if (field->unit)
		guc_text_add(text, " %s", field->unit);
}

static void each_value(const struct guc_asic *asic, const struct guc_facts *facts,
		       const struct guc_asic_field *field, asic_origin_fn fn, void *to)
{
	char line[256], from[256] = "";
	struct guc_text left = { .buf = line, .size = sizeof(line) };
	struct guc_text right = { .buf = from, .size = sizeof(from) };
	unsigned int i;

	asic_origin(&right, facts, field->name);
	if (!right.len)
		return;
	/* Only the masks of the slices that are present. */
	for (i = 0; i < field->count; i++) {
		if (i && (field->kind == GUC_ASIC_TEXT ||
			  !guc_asic_number(asic, field, i)))
			continue;
		left.len = 0;
		report_value(&left, asic, field, i);
		fn(to, line, from);
	}
}

/**
 * asic_origin_each() - go through ASIC info that is made from facts
 * @facts: of the device and its first GT, merged
 * @fn: called for each value, except those of fields that are always 0
 * @to: first argument of @fn
 */
void asic_origin_each(const struct guc_facts *facts, asic_origin_fn fn, void *to)
{
	struct guc_asic asic = { .form = GUC_ASIC_V3, .version = 3 };
	unsigned int i;

	guc_asic_fill(&asic.info, facts);
	for (i = 0; i < GUC_ASIC_FIELDS; i++)
		each_value(&asic, facts, &guc_asic_fields[i], fn, to);
}

static void report_line(void *to, const char *value, const char *from)
{
	guc_text_add(to, "%-46s # %s\n", value, from);
}

/**
 * asic_origin_report() - print ASIC info that is made from facts, and its origins
 * @text: destination
 * @facts: of the device and its first GT, merged
 *
 * Prints one line for each value.
 */
void asic_origin_report(struct guc_text *text, const struct guc_facts *facts)
{
	asic_origin_each(facts, report_line, text);
}
