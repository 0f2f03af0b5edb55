// SPDX-License-Identifier: GPL-2.0-only
#include "util/log_file.h"

#include "util/msg.h"
#include "util/textbuf.h"

/**
 * log_file_open() - read an input
 * @path: a file, an archive, a directory, or "-" for standard input
 * @flags: a sum of GUCLOG_OPEN_LOGS and GUCLOG_OPEN_CHECK, or 0
 *
 * Prints on stderr what cannot be read; @complete of the file tells whether all was.
 *
 * Return: the file, for guclog_close(); it need not have a log. The program ends if there
 * is no memory.
 */
struct guclog_file *log_file_open(const char *path, unsigned int flags)
{
	const struct guclog_options options = {
		.size = sizeof(options),
		.max_memory = UINT64_MAX,
		.flags = GUCLOG_OPEN_ANY | flags,
	};
	struct guclog_file *file = guclog_open(path, &options, NULL);
	const char *message;
	unsigned int i;

	if (!file)
		mem_none();
	for (i = 0; (message = file->message[i]); i++)
		msg_fail(NULL, "%s", message);
	return file;
}

/**
 * log_file_tell() - print on stderr why an input has no log or no devcoredump
 * @file: the input
 * @want: what it does not have
 */
void log_file_tell(const struct guclog_file *file, enum guclog_want want)
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
 * log_tell_losses() - print on stderr what is missing of a log
 * @log: the log
 * @skip: characters at the beginning of each line that are not printed
 */
void log_tell_losses(const struct guclog_log *log, size_t skip)
{
	const char *line = log->losses, *end;

	for (; (end = strchr(line, '\n')); line = end + 1)
		msg_fail(log->name, "%.*s", (int)(end - line - skip), line + skip);
}

/**
 * log_tell_broken() - print on stderr why an LFD file cannot be read to its end
 * @log: the log
 *
 * Return: whether that is so.
 */
bool log_tell_broken(const struct guclog_log *log)
{
	struct guclog_fault fault;

	if (!log->is_lfd || guclog_log_fault(log, 0, &fault))
		return false;
	msg_fail(log->name, "%s", fault.text);
	return true;
}

/**
 * log_tell_faults() - print on stderr what is missing of a log, and its faults
 * @log: the log
 *
 * Context: process context; prints.
 */
void log_tell_faults(const struct guclog_log *log)
{
	unsigned int nr = log->nr_faults, i;
	struct guclog_fault fault;

	log_tell_losses(log, 0);
	for (i = 0; !guclog_log_fault(log, i, &fault); i++)
		msg_fail(log->name, "%s", fault.text);
	if (nr > i)
		msg_fail(log->name, "%u more faults", nr - i);
}

/**
 * log_make_lfd() - make the LFD file of a log in memory
 * @log: the log, which did not come as an LFD file
 * @facts: facts for its comment
 * @notes: further lines for its comment, or NULL
 *
 * Context: allocates memory.
 * Return: the bytes, to be freed. The program ends if there is no memory.
 */
struct guclog_bytes log_make_lfd(const struct guclog_log *log, const struct guclog_facts *facts,
				 const char *notes)
{
	struct guclog_bytes lfd = { .len = 0 };
	u8 *data;

	guclog_log_lfd(log, facts, notes, NULL, 0, &lfd.len);
	data = mem_grow(NULL, lfd.len + 1);
	if (guclog_log_lfd(log, facts, notes, data, lfd.len, &lfd.len))
		mem_none();
	lfd.data = data;
	return lfd;
}

/**
 * log_add_fact() - add the value of a fact to a text
 * @to: the text
 * @facts: the facts
 * @fact: the fact; nothing is added if it is not known
 *
 * Context: any.
 */
void log_add_fact(struct textbuf *to, const struct guclog_facts *facts, enum guclog_fact fact)
{
	char value[192];

	if (guclog_facts_get(facts, guclog_fact_key(fact), value, sizeof(value)) > 0)
		textbuf_add(to, "%s", value);
}
