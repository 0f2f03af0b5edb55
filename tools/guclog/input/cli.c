// SPDX-License-Identifier: GPL-2.0-only
#include "input/cli.h"

#include "input/filter.h"
#include "guclog.h"
#include "util/textbuf.h"
#include "util/msg.h"
#include "util/status.h"

static void tell_bare(const struct guclog_file *file)
{
	if (file->bare[0])
		log_file_tell(file, GUCLOG_WANT_LOG);
}

/**
 * cli_open() - read a verb's input
 * @logs: @choice may be set, the rest is filled; close it with cli_close(), also
 *	after an error
 * @path: the input
 *
 * Losses are printed on stderr and make the status CMD_FAULTS.
 *
 * Return: 0, or -1 after printing on stderr why there is no log, or none of those
 * that the user asked for.
 */
int cli_open(struct cli_logs *logs, const char *path)
{
	const struct guclog_log *log;
	const struct guclog_file *f;
	unsigned int i;

	logs->file = log_file_open(path, logs->dumps);
	f = logs->file;
	logs->status = f->complete ? CMD_FINE : CMD_FAULTS;
	log = f->log[0];
	if (logs->bare_too && f->bare[0] && !log)
		return 0;
	if (!log || log->form == GUCLOG_FORM_UNKNOWN) {
		if (logs->status == CMD_FINE)
			log_file_tell(f, GUCLOG_WANT_LOG);
		logs->status = CMD_FAILED;
		return -1;
	}
	if (!logs->bare_too)
		tell_bare(f);
	for (i = 0; (log = f->log[i]); i++) {
		if (log->nr_losses)
			logs->status = CMD_FAULTS;
		log_tell_losses(log, strlen("loss="));
	}
	if (!log_choice_check(&logs->choice, f))
		return 0;
	logs->status = CMD_FAILED;
	return -1;
}

/**
 * cli_next() - the next log
 * @logs: from cli_open()
 * @i: 0 for the first one; moved
 * @view: filled; valid until cli_close()
 *
 * Return: false when there is none.
 */
bool cli_next(struct cli_logs *logs, unsigned int *i, struct log_view *view)
{
	const struct guclog_log *log;

	while ((log = logs->file->log[*i])) {
		if (!log_choice_wants(&logs->choice, logs->file, (*i)++))
			continue;
		log_view_make(view, log);
		if (view->is_lfd && view->broken.error) {
			msg_fail(log->name, "%s", view->broken.text);
			logs->status = CMD_FAULTS;
		}
		return true;
	}
	return false;
}

/**
 * cli_close() - free the input
 * @logs: from cli_open()
 */
void cli_close(struct cli_logs *logs)
{
	guclog_close(logs->file);
	logs->file = NULL;
}

/**
 * cli_name() - get the name of a log
 * @view: the log
 *
 * Return: file and, if known, GT; to be freed.
 */
char *cli_name(const struct log_view *view)
{
	const char *file = view->handle->name;
	char *name = NULL;
	int n;

	if (guclog_facts_has(&view->facts, GUCLOG_FACT_GT))
		n = asprintf(&name, "%s: GT %u", file, view->facts.gt);
	else
		n = asprintf(&name, "%s", file);
	return n < 0 ? strdup("") : name;
}

/**
 * cli_describe() - print the number and the order of the events
 * @view: the log
 * @text: destination; no newline is added
 */
void cli_describe(const struct log_view *view, struct textbuf *text)
{
	u64 entries = view->layout.entries;

	if (entries)
		textbuf_add(text, "%llu events", entries);
	else
		textbuf_add(text, "%llu bytes of events", (u64)view->layout.bytes);
	if (*view->layout.order)
		textbuf_add(text, ", %s", view->layout.order);
}

/**
 * cli_is_empty() - has a log no events?
 * @view: the log
 *
 * Context: any.
 * Return: whether there are none, also none from before the load of the firmware.
 */
bool cli_is_empty(const struct log_view *view)
{
	return !view->layout.bytes && !view->handle->before_load.len;
}

/**
 * cli_tell_empty() - print on stderr that a log has no events
 * @view: the log
 *
 * The GuC of an idle media GT writes none: that is no fault, unless the log is damaged
 * or incomplete.
 *
 * Return: CMD_FINE or CMD_FAULTS.
 */
int cli_tell_empty(const struct log_view *view)
{
	bool whole = !view->layout.faults && !view->broken.error && !view->layout.missing_bytes &&
		     !view->layout.not_understood && !view->layout.gap_bytes &&
		     !view->handle->nr_losses &&
		     (view->is_lfd || view->layout.ring_size);
	char *name = cli_name(view);

	msg_fail(name, "no events");
	free(name);
	return whole ? CMD_FINE : CMD_FAULTS;
}

/**
 * cli_events() - begin to read the events of a log
 * @view: the log
 * @flags: as for guclog_events_open()
 *
 * Return: the reader, for guclog_events_close(); NULL when the log has no events that can
 * be separated. The program ends if there is no memory.
 */
struct guclog_events *cli_events(const struct log_view *view, unsigned int flags)
{
	struct guclog_error error;
	struct guclog_events *t = guclog_events_open(view->handle, flags, &error);

	if (error.code == -ENOMEM)
		mem_none();
	return t;
}

/**
 * cli_check_filter() - check whether a log has what a filter needs
 * @t: the events, NULL when they cannot be separated
 * @view: the log
 * @filter: the filter of the user
 *
 * Prints the reason if the events cannot be read.
 *
 * Return: CMD_FINE; CMD_FAULTS if there are no events that can be separated, CMD_FAILED
 * if the filter needs data that this log does not have.
 */
int cli_check_filter(const struct guclog_events *t, const struct log_view *view,
		     const struct filter *filter)
{
	const char *why;

	if (!t) {
		msg_fail(view->handle->name,
			 "version %u of the entries is not known",
			 view->layout.version);
		return CMD_FAULTS;
	}
	why = filter_unusable(filter, t);
	if (why) {
		msg_fail(view->handle->name, "%s", why);
		return CMD_FAILED;
	}
	return CMD_FINE;
}
