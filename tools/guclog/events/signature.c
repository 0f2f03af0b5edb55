// SPDX-License-Identifier: GPL-2.0-only
#include "events/signature.h"

#include "events/story.h"
#include "guc_text.h"
#include "guclog_dump.h"

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/**
 * signature_add_reason() - print the reason that the driver gives
 * @text: destination
 * @reason: the reason; each number of it becomes N, since numbers differ from hang
 *	to hang
 */
void signature_add_reason(struct guc_text *text, const char *reason)
{
	if (*reason)
		guc_text_add(text, ": ");
	while (*reason) {
		if (!is_digit(*reason)) {
			guc_text_add(text, "%c", *reason < ' ' || *reason > '~' ?
				     '?' : *reason);
			reason++;
			continue;
		}
		guc_text_add(text, "N");
		if (reason[0] == '0' && reason[1] == 'x')
			reason += 2;
		reason += strspn(reason, "0123456789abcdefABCDEF");
	}
}

static void print_verdict(struct guc_text *text, const struct guclog_findings *v)
{
	const char *stuck = guclog_stuck_name(v->stuck);
	char engine[STORY_TEXT];

	if (v->hang == GUCLOG_UNKNOWN)
		guc_text_add(text, "cannot tell");
	else if (v->hang == GUCLOG_NO)
		guc_text_add(text, "no hang");
	else if (v->reset == GUCLOG_YES)
		guc_text_add(text, "engine reset");
	else
		guc_text_add(text, "stuck %s", stuck ?: "");
	if (v->victim.engine != GUCLOG_NONE)
		guc_text_add(text, " on %s", story_engine(v->victim.engine, engine));
}

/**
 * signature_print() - print the signature of a log
 * @text: destination; no newline is added
 * @found: what the analysis of the log has found, NULL when there is no log that can be analysed
 * @dump: the devcoredump that the log is in, NULL without
 *
 * Made of the verdict, the engine, and the driver's reason without its numbers.
 */
void signature_print(struct guc_text *text, const struct guclog_findings *found,
		     const struct guclog_tree *dump)
{
	const char *reason = dump ? guclog_tree_text(&dump->head, "Reason") : NULL;

	if (found)
		print_verdict(text, found);
	else
		guc_text_add(text, "no GuC log");
	if (reason)
		signature_add_reason(text, reason);
}
