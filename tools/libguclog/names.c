// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Names of what a log, a devcoredump or a fact has a number of, and texts of facts.
 */
#include "internal.h"

#include "guc_device.h"
#include "guc_event.h"
#include "guc_report.h"

const char *guclog_device_name(uint16_t device)
{
	const struct guc_device *found = guc_device_find(device);

	return found ? found->name : NULL;
}

const char *guclog_engine_class_name(uint32_t class)
{
	return guc_event_class_name(class);
}

void guclog_facts_merge(struct guclog_facts *facts, const struct guclog_facts *more)
{
	guc_facts_merge(core_facts(facts), const_core_facts(more));
}

size_t guclog_facts_info(const struct guclog_facts *device, const struct guclog_facts *gt,
			 unsigned int nr_gts, char *buf, size_t size)
{
	struct guc_text text = guclog_text(buf, size);

	guc_report_info(&text, const_core_facts(device), const_core_facts(gt), nr_gts);
	return text.len;
}
