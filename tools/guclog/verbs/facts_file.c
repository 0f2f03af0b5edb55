// SPDX-License-Identifier: GPL-2.0-only
#include "verbs/facts_file.h"

#include "base/msg.h"
#include "base/types.h"

/**
 * facts_file_open() - read a file with facts (named values about a device and its GTs)
 * @path: the file, "-" for standard input
 *
 * Context: process context; prints the reason on stderr if the file cannot be read.
 * Return: the facts, which the caller must free with guclog_facts_close(), or NULL on an error.
 */
const struct guclog_facts_file *facts_file_open(const char *path)
{
	struct guclog_error error;
	const struct guclog_facts_file *file = guclog_facts_open(path, &error);

	if (!file)
		msg_fail(NULL, "%s", error.text);
	return file;
}

static const struct guclog_facts *find_gt(const struct guclog_facts_file *file, u32 gt)
{
	unsigned int i;

	for (i = 0; i < file->nr_gts; i++)
		if (guclog_facts_has(file->gt[i], GUCLOG_FACT_GT) && file->gt[i]->gt == gt)
			return file->gt[i];
	return NULL;
}

/**
 * facts_file_choose() - merge the facts of the device and of one GT
 * @file: from facts_file_open()
 * @path: path of the file, for messages
 * @gt: number of the GT; if the user did not give it, the first GT of the file is used
 * @chosen: filled with the merged facts
 *
 * Context: process context; prints on stderr if there is no such GT.
 * Return: 0, or -1 if there is no such GT.
 */
int facts_file_choose(const struct guclog_facts_file *file, const char *path,
		      const struct number *gt, struct guclog_facts *chosen)
{
	const struct guclog_facts *one = file->nr_gts ? file->gt[0] : NULL;

	if (gt->given) {
		one = find_gt(file, (u32)gt->value);
		if (!one) {
			msg_fail(path, "no gt=%llu", gt->value);
			return -1;
		}
	}
	*chosen = *file->device;
	if (one)
		guclog_facts_merge(chosen, one);
	return 0;
}
