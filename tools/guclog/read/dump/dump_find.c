// SPDX-License-Identifier: GPL-2.0-only
/* Finds parts of a devcoredump. */
#include "read/dump/dump_reader.h"
#include "read/log/logs.h"
#include "read/open.h"

/**
 * dump_linux() - get the release of Linux that made a devcoredump
 * @dump: the devcoredump
 *
 * Return: 100 * major + minor, such as 612 for Linux 6.12; 0 if it is not known.
 */
u32 dump_linux(const struct guclog_dump *dump)
{
	const char *kernel = guclog_dump_text(&dump->head, DUMP_HEAD_KERNEL);
	unsigned int major, minor;

	if (!kernel || sscanf(kernel, "%u.%u", &major, &minor) != 2 || major > 100 || minor > 99)
		return 0;
	return 100 * major + minor;
}

/**
 * dump_find_context() - find an exec queue
 * @dump: the devcoredump
 * @guc_id: guc_id of the exec queue
 *
 * Return: the first exec queue with this guc_id, or NULL if there is none.
 */
const struct guclog_dump_context *dump_find_context(const struct guclog_dump *dump, u32 guc_id)
{
	unsigned int i, j;

	for (i = 0; i < dump->nr_gts; i++)
		for (j = 0; j < dump->gt[i].nr_contexts; j++)
			if (dump->gt[i].context[j].guc_id == guc_id)
				return &dump->gt[i].context[j];
	return NULL;
}

/**
 * dump_find_gt() - find the sections of a GT
 * @dump: the devcoredump
 * @facts: facts (properties) of a log, among them the number of its GT. If it is NULL, or has no
 *	number of a GT, the first GT of the devcoredump is found.
 *
 * Return: the sections, or NULL if there are none. Sections for which the devcoredump names no GT
 * match every GT.
 */
const struct guclog_dump_gt *dump_find_gt(const struct guclog_dump *dump,
					  const struct guc_facts *facts)
{
	bool has_gt = facts && guc_facts_has(facts, GUC_FACT_gt);
	unsigned int i;

	for (i = 0; i < dump->nr_gts; i++)
		if (!has_gt || !dump->gt[i].has_id || dump->gt[i].id == facts->gt)
			return &dump->gt[i];
	return NULL;
}

/**
 * dump_find_range() - find the memory of the GPU VM at an address
 * @dump: the devcoredump
 * @address: the address in the VM
 *
 * Return: the range that contains the address, or NULL if there is none.
 */
const struct guclog_dump_range *dump_find_range(const struct guclog_dump *dump, u64 address)
{
	unsigned int i;

	for (i = 0; i < dump->vm.nr_ranges; i++) {
		const struct guclog_dump_range *r = &dump->vm.range[i];

		if (r->has_length && address >= r->address && address - r->address < r->length)
			return r;
	}
	return NULL;
}

static const struct guclog_dump_field *find_field(const struct guclog_dump_fields *fields,
						  enum dump_name id)
{
	unsigned int i;

	for (i = 0; i < fields->nr; i++)
		if (fields->field[i].id == id && !fields->field[i].item)
			return &fields->field[i];
	return NULL;
}

const char *guclog_dump_text(const struct guclog_dump_fields *fields, enum dump_name id)
{
	const struct guclog_dump_field *field = find_field(fields, id);

	return field ? field->value : NULL;
}

bool guclog_dump_number(const struct guclog_dump_fields *fields, enum dump_name id,
			uint64_t *number)
{
	const struct guclog_dump_field *field = find_field(fields, id);

	if (!field || !field->is_number)
		return false;
	*number = field->number;
	return true;
}

bool guclog_dump_seconds(const struct guclog_dump_fields *fields, enum dump_name id, uint64_t *ns)
{
	const char *text = guclog_dump_text(fields, id);
	struct guc_view v;
	u64 time;

	if (!text)
		return false;
	v = guc_view(text, strlen(text));
	if (!eat_timestamp(&v, &time) || v.len)
		return false;
	*ns = time;
	return true;
}

const struct guclog_dump_problem *guclog_dump_cut(const struct guclog_dump *dump)
{
	const struct dump *d = (const struct dump *)dump;

	return !d->cut.text || (dump->log && dump->log->nr_losses) ? NULL : &d->cut;
}

enum guclog_no_log guclog_dump_why_no_log(const struct guclog_dump *dump)
{
	const struct guclog_dump_gt *gt = dump->nr_gts ? &dump->gt[0] : NULL;
	u32 kernel = dump_linux(dump);
	unsigned int i;

	for (i = 0; i < dump->nr_gts; i++)
		if (dump->gt[i].log.present)
			return GUCLOG_NO_LOG_DATA;
	if (kernel && kernel < 613)
		return GUCLOG_NO_LOG_KERNEL;
	/* The section of the log is between the title of the GT and the section "GuC CT". */
	if (gt && gt->has_id && gt->ct.present)
		return GUCLOG_NO_LOG_UNKNOWN;
	return kernel || dump->cut ? GUCLOG_NO_LOG_CUT : GUCLOG_NO_LOG_UNKNOWN;
}

const struct guclog_log *guclog_dump_find_log(const struct guclog_file *file,
					      const struct guclog_dump *dump,
					      const struct guclog_dump_gt *gt)
{
	const struct guclog_log *log;
	unsigned int i;

	for (i = 0; (log = file->log[i]); i++)
		if (log->dump == dump && log->line == gt->log.blob.line)
			return log;
	return NULL;
}
