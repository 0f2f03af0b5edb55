// SPDX-License-Identifier: GPL-2.0-only
#include "util/facts.h"

#include "util/log_file.h"
#include "util/msg.h"

/**
 * facts_add_gt() - add a GT
 * @facts: the facts
 *
 * Return: its facts, all unknown; valid until the next GT is added.
 */
struct guclog_facts *facts_add_gt(struct facts *facts)
{
	struct guclog_facts *gt;

	facts->gt = mem_grow(facts->gt, (facts->nr_gts + 1) * sizeof(*gt));
	gt = &facts->gt[facts->nr_gts++];
	memset(gt, 0, sizeof(*gt));
	return gt;
}

/**
 * facts_read() - read a file with facts
 * @facts: filled; free it with facts_free(), also after an error
 * @path: the file, "-" for standard input
 *
 * Return: 0, or -1 after printing the reason on stderr.
 */
int facts_read(struct facts *facts, const char *path)
{
	struct guclog_error error;
	const struct guclog_facts_file *file = guclog_facts_open(path, &error);
	unsigned int i;

	*facts = (struct facts){ .nr_gts = 0 };
	if (!file) {
		msg_fail(NULL, "%s", error.text);
		return -1;
	}
	facts->device = *file->device;
	for (i = 0; i < file->nr_gts; i++)
		*facts_add_gt(facts) = *file->gt[i];
	guclog_facts_close(file);
	return 0;
}

static const struct guclog_facts *find_gt(const struct facts *facts, u32 gt)
{
	unsigned int i;

	for (i = 0; i < facts->nr_gts; i++)
		if (guclog_facts_has(&facts->gt[i], GUCLOG_FACT_GT) && facts->gt[i].gt == gt)
			return &facts->gt[i];
	return NULL;
}

/**
 * facts_merge() - facts of the device and of one GT together
 * @facts: the facts
 * @path: where they come from, for messages
 * @gt: number of the GT, the first GT if it is not given
 * @merged: filled
 *
 * Return: 0, or -1 after printing on stderr that there is no such GT.
 */
int facts_merge(const struct facts *facts, const char *path, const struct number *gt,
		struct guclog_facts *merged)
{
	const struct guclog_facts *one = facts->nr_gts ? facts->gt : NULL;

	if (gt->given) {
		one = find_gt(facts, (u32)gt->value);
		if (!one) {
			msg_fail(path, "no gt=%llu", gt->value);
			return -1;
		}
	}
	*merged = facts->device;
	if (one)
		guclog_facts_merge(merged, one);
	return 0;
}

/**
 * facts_free() - free facts
 * @facts: the facts
 */
void facts_free(struct facts *facts)
{
	free(facts->gt);
	*facts = (struct facts){ .nr_gts = 0 };
}
