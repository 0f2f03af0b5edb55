// SPDX-License-Identifier: GPL-2.0-only
/*
 * Redaction of the name and the PID of a process, also in the Reason of a devcoredump. A name can
 * have any characters.
 */
#include "output/redact/redact.h"

#include "base/eat.h"
#include "model/printed.h"

/**
 * redact_process() - redact a process
 * @count: counts the redacted items
 * @text: "NAME [PID]"; Linux 6.12 writes NAME only
 * @len: length of the text
 * @line: number of the line
 */
void redact_process(struct guclog_redact_count *count, char *text, size_t len, u64 line)
{
	size_t open = len;

	if (len && text[len - 1] == ']')
		while (open && text[open - 1] != '[')
			open--;
	if (open < 2 || open == len || text[open - 2] != ' ') {
		redact_fill(count, GUCLOG_REDACT_PROCESS, text, len, line);
		return;
	}
	redact_fill(count, GUCLOG_REDACT_PROCESS, text, open - 2, line);
	redact_fill(count, GUCLOG_REDACT_PID, text + open, len - open - 1, line);
}

static bool eat_sentence(struct guc_view *v)
{
	/*
	 * All sentences that xe of Linux 6.13 to 7.3 writes as Reason of a devcoredump; they
	 * are kept.
	 */
	if (printed_eat(v, DUMP_HEAD_TIMEDOUT))
		return eat(v, " -");
	if (printed_eat(v, DUMP_HEAD_CTB_IS_DEAD))
		return eat(v, " - ");
	return printed_eat(v, DUMP_HEAD_DISABLE_FAILED) || printed_eat(v, DUMP_HEAD_CLEANUP);
}

/*
 * Read a number with its name, such as ", guc_id=32". Return: true, or false if the text does not
 * have this form.
 */
static bool eat_pair(struct guc_view *v)
{
	static const char * const names[] = {
		"seqno=", "lrc_seqno=", "guc_id=", "flags=", "ret=", "guc_read=",
		"guc_read_stopped=",
	};
	unsigned int i;
	u64 value;

	eat(v, ",");
	eat(v, " ");
	for (i = 0; i < ARRAY_SIZE(names); i++) {
		if (eat(v, names[i])) {
			eat(v, "-");
			return eat_number(v, &value);
		}
	}
	return false;
}

/*
 * Return: length of the beginning of the text that xe itself writes: a known sentence and
 * numbers. This part is kept.
 */
static size_t length_of_sentence(struct guc_view text)
{
	struct guc_view left = text;
	size_t known;
	u64 value;

	if (!eat_sentence(&left))
		return 0;
	known = (size_t)(left.data - text.data);
	if (eat_number(&left, &value))
		return (size_t)(left.data - text.data);
	while (eat_pair(&left))
		known = (size_t)(left.data - text.data);
	return known;
}

/**
 * redact_reason() - redact everything in a Reason that xe itself does not write
 * @count: counts the redacted items
 * @text: the Reason of a devcoredump; changed in place
 * @len: length of the text
 * @line: number of the line
 *
 * A text "in NAME [PID]" after the sentence is redacted as a process.
 */
void redact_reason(struct guclog_redact_count *count, char *text, size_t len, u64 line)
{
	static const char in[] = " in ";
	size_t n = length_of_sentence(guc_view(text, len));

	text += n;
	len -= n;
	n = sizeof(in) - 1;
	if (len > n && !memcmp(text, in, n))
		redact_process(count, text + n, len - n, line);
	else
		redact_fill(count, GUCLOG_REDACT_UNKNOWN, text, len, line);
}
