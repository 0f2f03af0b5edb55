// SPDX-License-Identifier: GPL-2.0-only
#include "input/log_choice.h"

#include "util/textbuf.h"
#include "util/log_file.h"
#include "util/msg.h"

/* Return: whether the GT of a log is known. */
static bool get_gt(const struct guclog_log *log, u32 *gt)
{
	struct guclog_facts facts;

	facts = *log->facts;
	*gt = facts.gt;
	return guclog_facts_has(&facts, GUCLOG_FACT_GT);
}

/**
 * log_choice_wants() - is a log one of those that the user asked for?
 * @choice: what the user typed
 * @file: the input
 * @i: index of the log
 *
 * Return: whether it is; a log of an unknown GT is not if a GT was given.
 */
bool log_choice_wants(const struct log_choice *choice, const struct guclog_file *file,
		      unsigned int i)
{
	u32 gt;

	if (choice->log.given && choice->log.value != i)
		return false;
	if (!choice->gt.given)
		return true;
	return get_gt(file->log[i], &gt) && gt == choice->gt.value;
}

/* "GT 0, GT 1, an unknown GT": each once. */
static void list_gts(const struct guclog_file *file, struct textbuf *text)
{
	bool unknown = false;
	unsigned int i, j;
	u32 gt, other;

	for (i = 0; i < file->nr_logs; i++) {
		if (!get_gt(file->log[i], &gt)) {
			unknown = true;
			continue;
		}
		for (j = 0; j < i; j++)
			if (get_gt(file->log[j], &other) && other == gt)
				break;
		if (j == i)
			textbuf_add(text, "%sGT %u", text->len ? ", " : "", gt);
	}
	if (unknown)
		textbuf_add(text, "%sa GT that is not known",
			    text->len ? ", " : "");
}

static void fail_gt(const struct log_choice *choice, const struct guclog_file *file)
{
	char buf[320] = "";
	struct textbuf text = { .buf = buf, .size = sizeof(buf) };

	list_gts(file, &text);
	msg_fail(file->name, "has no log of GT %llu, only of %s",
		 choice->gt.value, buf);
}

static void fail(const struct log_choice *choice, const struct guclog_file *file)
{
	if (choice->log.given && file->nr_logs == 1)
		msg_fail(file->name, "has no log %llu, only log 0",
			 choice->log.value);
	else if (choice->log.given && choice->log.value >= file->nr_logs)
		msg_fail(file->name, "has no log %llu, only logs 0 to %u",
			 choice->log.value, file->nr_logs - 1);
	else if (choice->log.given)
		msg_fail(file->name, "log %llu is not of GT %llu",
			 choice->log.value, choice->gt.value);
	else
		fail_gt(choice, file);
}

/**
 * log_choice_check() - is there a log that the user asked for?
 * @choice: what the user typed
 * @file: the input; has a log
 *
 * Return: 0, or -1 after printing on stderr which logs there are.
 */
int log_choice_check(const struct log_choice *choice, const struct guclog_file *file)
{
	unsigned int i;

	for (i = 0; i < file->nr_logs; i++)
		if (log_choice_wants(choice, file, i))
			return 0;
	fail(choice, file);
	return -1;
}

/**
 * log_choice_one() - the one log that the user asked for
 * @choice: what the user typed
 * @file: the input
 *
 * Return: the log; NULL after printing on stderr why there is none, or why it is
 * not the only one.
 */
const struct guclog_log *log_choice_one(const struct log_choice *choice,
					const struct guclog_file *file)
{
	const struct guclog_log *one = NULL;
	unsigned int i, nr = 0;

	if (!file->nr_logs) {
		log_file_tell(file, GUCLOG_WANT_LOG);
		return NULL;
	}
	if (log_choice_check(choice, file))
		return NULL;
	for (i = 0; i < file->nr_logs; i++) {
		if (!log_choice_wants(choice, file, i))
			continue;
		one = file->log[i];
		nr++;
	}
	if (nr == 1)
		return one;
	msg_fail(file->name, "has %u logs: choose one with --gt or --log", nr);
	return NULL;
}
