// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Functions that return names for the numbers in logs, devcoredumps and facts, and the texts of
 * facts.
 */
#include "internal.h"

#include "guc_device.h"
#include "guc_event.h"
#include "guc_report.h"
#include "model/dictionary.h"
#include "model/known_names.h"

int guclog_device_find(uint16_t device, struct guclog_device *found)
{
	const struct guc_device *row = guc_device_find(device);

	if (!row)
		return -ENOENT;
	*found = (struct guclog_device){ .name = row->name, .platform = row->platform };
	return 0;
}

const char *guclog_engine_class_name(uint32_t engine_class)
{
	return guc_event_class_name(engine_class);
}

void guclog_facts_merge(struct guclog_facts *facts, const struct guclog_facts *more)
{
	guc_facts_merge(core_facts(facts), const_core_facts(more));
}

size_t guclog_facts_info(const struct guclog_facts_file *file, char *buf, size_t size)
{
	struct guc_text text = guclog_text(buf, size);
	unsigned int i;

	guc_report_info(&text, const_core_facts(file->device), NULL, 0);
	for (i = 0; i < file->nr_gts; i++)
		guc_facts_print(&text, const_core_facts(file->gt[i]), GUC_FACTS_GT);
	return text.len;
}

static void fill_row(struct guclog_row *row, const struct guc_event_def *def)
{
	unsigned int i;

	*row = (struct guclog_row){
		.name = def->name,
		.meaning = def->meaning,
		.id = def->id,
		.hits = def->hits,
		.checks = def->checks,
		.evidence = def->evidence,
		.nr_fields = def->nr_fields,
		.guess = guc_event_is_guess(def),
	};
	for (i = 0; i < def->nr_fields; i++)
		row->field[i] = (struct guclog_row_field){
			.name = def->field[i].name,
			.arg = def->field[i].arg,
			.low = def->field[i].low,
			.bits = def->field[i].bits,
			.guess = def->field[i].guess,
		};
}

int guclog_dictionary_row(unsigned int i, struct guclog_row *row)
{
	if (i >= GUC_EVX_COUNT)
		return -ENOENT;
	fill_row(row, &guc_event_table[i]);
	return 0;
}

int guclog_dictionary_find(uint32_t id, struct guclog_row *row)
{
	const struct guc_event_def *def = guc_event_find(id);

	if (!def)
		return -ENOENT;
	if (row)
		fill_row(row, def);
	return (int)guc_event_index(def);
}

uint32_t guclog_dictionary_firmware(unsigned int i)
{
	return i < guc_event_firmware_len ? guc_event_firmware[i] : 0;
}
