// SPDX-License-Identifier: GPL-2.0-only
#include "events/log_choice.h"

#include "log/logview.h"
#include "guc_text.h"
#include "util/msg.h"

/* Return: whether the GT of a log is known. */
static bool get_gt(const struct input_log *log, u32 *gt)
{
	struct logview view;
	bool known;

	*gt = log->facts.gt;
	if (guc_facts_has(&log->facts, GUC_FACT_gt))
		return true;
	/* The comments of an LFD file have its facts. */
	logview_open(&view, log);
	*gt = view.facts.gt;
	known = guc_facts_has(&view.facts, GUC_FACT_gt);
	logview_close(&view);
	return known;
}

/**
 * log_choice_wants() - is a log one of those that the user asked for?
 * @choice: what the user typed
 * @in: the input
 * @i: index of the log
 *
 * Return: whether it is; a log of an unknown GT is not if a GT was given.
 */
bool log_choice_wants(const struct log_choice *choice, const struct input *in,
		      unsigned int i)
{
	u32 gt;

	if (choice->log.given && choice->log.value != i)
		return false;
	if (!choice->gt.given)
		return true;
	return get_gt(&in->log[i], &gt) && gt == choice->gt.value;
}

/* "GT 0, GT 1, an unknown GT": each once. */
static void list_gts(const struct input *in, struct guc_text *text)
{
	bool unknown = false;
	unsigned int i, j;
	u32 gt, other;

	for (i = 0; i < in->nr_logs; i++) {
		if (!get_gt(&in->log[i], &gt)) {
			unknown = true;
			continue;
		}
		for (j = 0; j < i; j++)
			if (get_gt(&in->log[j], &other) && other == gt)
				break;
		if (j == i)
			guc_text_add(text, "%sGT %u", text->len ? ", " : "", gt);
	}
	if (unknown)
		guc_text_add(text, "%sa GT that is not known",
			     text->len ? ", " : "");
}

static void fail_gt(const struct log_choice *choice, const struct input *in)
{
	char buf[320] = "";
	struct guc_text text = { .buf = buf, .size = sizeof(buf) };

	list_gts(in, &text);
	msg_fail(in->name, "has no log of GT %llu, only of %s",
		 choice->gt.value, buf);
}

static void fail(const struct log_choice *choice, const struct input *in)
{
	if (choice->log.given && in->nr_logs == 1)
		msg_fail(in->name, "has no log %llu, only log 0",
			 choice->log.value);
	else if (choice->log.given && choice->log.value >= in->nr_logs)
		msg_fail(in->name, "has no log %llu, only logs 0 to %u",
			 choice->log.value, in->nr_logs - 1);
	else if (choice->log.given)
		msg_fail(in->name, "log %llu is not of GT %llu",
			 choice->log.value, choice->gt.value);
	else
		fail_gt(choice, in);
}

/**
 * log_choice_check() - is there a log that the user asked for?
 * @choice: what the user typed
 * @in: the input; has a log
 *
 * Return: 0, or -1 after printing on stderr which logs there are.
 */
int log_choice_check(const struct log_choice *choice, const struct input *in)
{
	unsigned int i;

	for (i = 0; i < in->nr_logs; i++)
		if (log_choice_wants(choice, in, i))
			return 0;
	fail(choice, in);
	return -1;
}

/**
 * log_choice_one() - the one log that the user asked for
 * @choice: what the user typed
 * @in: the input
 *
 * Return: the log; NULL after printing on stderr why there is none, or why it is
 * not the only one.
 */
const struct input_log *log_choice_one(const struct log_choice *choice,
				       const struct input *in)
{
	const struct input_log *one = NULL;
	unsigned int i, nr = 0;

	if (!in->nr_logs) {
		input_tell_no_log(in);
		return NULL;
	}
	if (log_choice_check(choice, in))
		return NULL;
	for (i = 0; i < in->nr_logs; i++) {
		if (!log_choice_wants(choice, in, i))
			continue;
		one = &in->log[i];
		nr++;
	}
	if (nr == 1)
		return one;
	msg_fail(in->name, "has %u logs: choose one with --gt or --log", nr);
	return NULL;
}
