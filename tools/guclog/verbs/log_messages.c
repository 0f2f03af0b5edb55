// SPDX-License-Identifier: GPL-2.0-only
#include "verbs/log_messages.h"

#include "verbs/cli.h"
#include "base/msg.h"
#include "base/status.h"

/**
 * log_say_absent() - print on stderr why an input has no log or no devcoredump
 * @file: the input
 * @want: the missing content: a log or a devcoredump
 */
void log_say_absent(const struct guclog_file *file, enum guclog_want want)
{
	unsigned int i;
	char *text;
	long len;

	for (i = 0; (len = guclog_file_reason(file, want, i, NULL, 0)) > 0; i++) {
		text = mem_zero((size_t)len + 1);
		guclog_file_reason(file, want, i, text, (size_t)len + 1);
		msg_fail(NULL, "%s", text);
		free(text);
	}
}

/**
 * log_say_losses() - print on stderr which parts a log lacks
 * @log: the log
 *
 * Context: process context; prints.
 * Return: CMD_FINE, or CMD_FAULTS if the log lacks a part.
 */
int log_say_losses(const struct guclog_log *log)
{
	const size_t skip = strlen("loss=");
	const char *line = log->losses, *end;

	for (; (end = strchr(line, '\n')); line = end + 1)
		msg_fail(log->name, "%.*s", (int)(end - line - skip), line + skip);
	return log->nr_losses ? CMD_FAULTS : CMD_FINE;
}

/**
 * log_say_faults() - print on stderr the faults of a log
 * @log: the log. An LFD file has at most one fault: the reason why it cannot be read to its end.
 *
 * Context: process context; prints.
 * Return: CMD_FINE, or CMD_FAULTS if the log has a fault.
 */
int log_say_faults(const struct guclog_log *log)
{
	unsigned int nr = log->nr_faults, i;
	struct guclog_fault fault;

	for (i = 0; !guclog_log_fault(log, i, &fault); i++)
		msg_fail(log->name, "%s", fault.text);
	if (nr > i)
		msg_fail(log->name, "%u more faults", nr - i);
	return nr ? CMD_FAULTS : CMD_FINE;
}

/**
 * log_empty_status() - get the exit status for a log that has no events
 * @log: the log
 *
 * A log without events is a fault only if it is damaged or incomplete, because the GuC of an idle
 * media GT writes no events.
 *
 * Return: CMD_FINE or CMD_FAULTS.
 */
int log_empty_status(const struct guclog_log *log)
{
	bool whole = !log->layout->faults && !log->nr_faults && !log->layout->missing_bytes &&
		     !log->layout->not_understood && !log->layout->gap_bytes &&
		     !log->nr_losses &&
		     (log->is_lfd || log->layout->ring_size);

	return whole ? CMD_FINE : CMD_FAULTS;
}

/**
 * log_say_empty() - print on stderr that a log has no events
 * @log: the log
 *
 * Context: process context; prints.
 * Return: as log_empty_status().
 */
int log_say_empty(const struct guclog_log *log)
{
	char *name = cli_name(log);

	msg_fail(name, "no events");
	free(name);
	return log_empty_status(log);
}
