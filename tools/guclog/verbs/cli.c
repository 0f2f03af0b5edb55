// SPDX-License-Identifier: GPL-2.0-only
#include "verbs/cli.h"

#include "verbs/log_messages.h"
#include "base/file.h"
#include "base/fixedbuf.h"
#include "base/msg.h"
#include "base/out.h"
#include "base/options.h"
#include "base/status.h"

/* Value of --max-memory: maximum memory for one input in bytes, 0 for the library's default. */
static u64 max_memory;

/**
 * cli_set_max_memory() - set the maximum memory for one input
 * @arg: a number of bytes, which may end with K, M or G
 *
 * Context: process context; affects each input that is opened later.
 * Return: NULL, or a text about the error in the argument.
 */
const char *cli_set_max_memory(const char *arg)
{
	const char *why = options_bytes(&max_memory, arg);

	if (!why && max_memory)
		file_set_max(max_memory);
	return why;
}

/*
 * Print that an input needs too much memory, also if messages are turned off, because what was
 * found in the other inputs is then incomplete. Return: an empty input in its place. The program
 * ends if there is no memory.
 */
static struct guclog_file *refuse(const char *name, const char *why)
{
	const struct open_options options = {
		.name = name, .flags = GUCLOG_OPEN_ANY,
	};
	static const struct guclog_log *const no_log[1];
	struct guclog_file *file = logs_open_memory("", 0, &options, NULL);
	bool quiet = msg_quiet(false);

	if (!file)
		mem_none();
	msg_fail(NULL, "%s; 'guclog --max-memory N VERB' sets the limit", why);
	msg_quiet(quiet);
	file->complete = false;
	file->nr_logs = 0;
	file->log = no_log;
	return file;
}

static struct guclog_file *open_file(const char *path, const struct log_source *source,
				     unsigned int flags, bool *refused)
{
	const struct open_options options = {
		.name = source ? source->name : NULL,
		.max_memory = max_memory,
		.flags = GUCLOG_OPEN_ANY | flags,
	};
	const struct out_input *open = source && source->name ? NULL : out_input(path);
	struct guclog_error error;
	struct guclog_file *file;
	const char *message;
	unsigned int i;

	*refused = false;
	if (open)
		return open->file;
	file = options.name ? logs_open_memory(source->data, source->len, &options, &error) :
			      logs_open(path, &options, &error);
	*refused = !file;
	if (!file)
		return refuse(options.name ?: path, error.text);
	for (i = 0; (message = file->message[i]); i++)
		msg_fail(NULL, "%s", message);
	return file;
}

/**
 * cli_open_file() - read an input of the command line
 * @path: a file, an archive, a directory, or "-" for standard input
 * @source: bytes that are read in place of the path, NULL to read the path
 * @flags: 0, or a bitwise OR of GUCLOG_OPEN_LOGS and GUCLOG_OPEN_CHECK
 *
 * Prints on stderr what cannot be read. @complete of the returned &struct guclog_file is false if a
 * part was not read, also if the input needs more memory than --max-memory allows.
 *
 * Return: the file, which the caller must close with logs_close(), also for an input without a
 * log. The program ends if there is no memory.
 */
struct guclog_file *cli_open_file(const char *path, const struct log_source *source,
				  unsigned int flags)
{
	bool refused;

	return open_file(path, source, flags, &refused);
}

/**
 * cli_close_file() - free an input, unless it was open before the verb ran
 * @file: from cli_open_file(), may be NULL
 */
void cli_close_file(const struct guclog_file *file)
{
	const struct out *out = out_now();
	unsigned int i;

	for (i = 0; i < out->nr_inputs; i++)
		if (out->input[i].file == file)
			return;
	logs_close((struct guclog_file *)file);
}

/* Get the number of the GT of a log. Return: whether it is known. */
static bool get_gt(const struct guclog_log *log, u32 *gt)
{
	*gt = log->facts->gt;
	return facts_know(log->facts, GUCLOG_FACT_GT);
}

/**
 * log_choice_wants() - find out whether the user asked for a log
 * @choice: the logs that the user selected with --gt and --log
 * @file: the input, with all its logs
 * @i: index of the log
 *
 * Return: whether the user asked for the log. If the user gave a GT, logs of an unknown GT are not
 * among the selected ones.
 */
static bool log_choice_wants(const struct log_choice *choice, const struct guclog_file *file,
			     unsigned int i)
{
	u32 gt;

	if (choice->log.given && choice->log.value != i)
		return false;
	if (!choice->gt.given)
		return true;
	return get_gt(file->log[i], &gt) && gt == choice->gt.value;
}

/**
 * cli_list_gt() - append a GT to a list in a message, such as "GT 0, GT 1"
 * @list: the list; unchanged if the GT is already in it
 * @gt: number of the GT
 */
void cli_list_gt(struct fixedbuf *list, u32 gt)
{
	const char *at = list->buf;
	char name[16];
	size_t len = (size_t)snprintf(name, sizeof(name), "GT %u", gt);

	for (; (at = strstr(at, name)); at += len)
		if (!at[len] || at[len] == ',')
			return;
	fixedbuf_add(list, "%s%s", list->len ? ", " : "", name);
}

/* Append the GTs of the logs to @text, each once: "GT 0, GT 1, a GT that is not known". */
static void list_gts(const struct guclog_file *file, struct fixedbuf *text)
{
	bool unknown = false;
	unsigned int i;
	u32 gt;

	for (i = 0; i < file->nr_logs; i++) {
		if (get_gt(file->log[i], &gt))
			cli_list_gt(text, gt);
		else
			unknown = true;
	}
	if (unknown)
		fixedbuf_add(text, "%sa GT that is not known",
			     text->len ? ", " : "");
}

static void fail_gt(const struct log_choice *choice, const struct guclog_file *file)
{
	char buf[320] = "";
	struct fixedbuf text = { .buf = buf, .size = sizeof(buf) };

	list_gts(file, &text);
	msg_fail(file->name, "has no log of GT %llu, only of %s",
		 choice->gt.value, buf);
}

/* Print on stderr that the input lacks the log that the user asked for, and which logs it has. */
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
 * log_choice_one() - find the one log that the user asked for
 * @choice: choice of the user
 * @file: the input, with all its logs
 *
 * Return: the log, or NULL after printing on stderr that the input has no such log or several.
 */
const struct guclog_log *log_choice_one(const struct log_choice *choice,
					const struct guclog_file *file)
{
	const struct guclog_log *one = NULL;
	unsigned int i, nr = 0;

	if (!file->nr_logs) {
		log_say_absent(file, GUCLOG_WANT_LOG);
		return NULL;
	}
	for (i = 0; i < file->nr_logs; i++) {
		if (!log_choice_wants(choice, file, i))
			continue;
		one = file->log[i];
		nr++;
	}
	if (!nr)
		fail(choice, file);
	if (nr > 1)
		msg_fail(file->name, "has %u logs: choose one with --gt or --log", nr);
	return nr == 1 ? one : NULL;
}

/**
 * cli_say_absent() - print on stderr why an input has no log that the user asked for
 * @logs: after cli_open() has failed; with @is_text, cli_open() leaves this message to the caller
 *
 * Nothing is printed if a part of the input was not read, because that was printed before.
 */
void cli_say_absent(const struct cli_logs *logs)
{
	const struct guclog_file *f = logs->file;

	if (f->log[0] && f->log[0]->form != GUCLOG_FORM_UNKNOWN)
		fail(&logs->choice, f);
	else if (f->complete)
		log_say_absent(f, GUCLOG_WANT_LOG);
}

/**
 * cli_use_file() - handle an input that is open
 * @logs: as for cli_open()
 * @file: the input; @file of @logs is set to it
 *
 * Return: the same as cli_open().
 */
int cli_use_file(struct cli_logs *logs, const struct guclog_file *file)
{
	const struct guclog_log *log = file->log[0];
	bool wanted = false;
	unsigned int i;

	logs->file = file;
	logs->status = file->complete ? CMD_FINE : CMD_FAULTS;
	if (logs->bare_too && file->bare[0] && !log)
		return 0;
	if (!log || log->form == GUCLOG_FORM_UNKNOWN) {
		if (!logs->is_text)
			cli_say_absent(logs);
		if (!log && file->dump[0] && file->dump[0]->nr_gts) {
			logs->status = CMD_FAULTS;
			return 0;
		}
		logs->status = CMD_FAILED;
		return -1;
	}
	if (!logs->bare_too && file->bare[0])
		log_say_absent(file, GUCLOG_WANT_LOG);
	for (i = 0; (log = file->log[i]); i++) {
		wanted |= log_choice_wants(&logs->choice, file, i);
		if (log->nr_losses)
			logs->status = max(logs->status, log_say_losses(log));
	}
	if (wanted)
		return 0;
	if (!logs->is_text)
		cli_say_absent(logs);
	logs->status = CMD_FAILED;
	return -1;
}

/**
 * cli_open() - read a verb's input
 * @logs: this function sets its @file and @status, the caller all other members. The caller must
 *	close it with cli_close(), also after an error.
 * @path: path of the input
 *
 * If parts of a log are missing (losses), they are printed on stderr, and the status is CMD_FAULTS.
 *
 * Return: 0, or -1 if the input has no log, or no log that the user asked for. The reason is then
 * printed on stderr, unless @is_text is set. If @bare_too or @dumps is set, a devcoredump without a
 * log is not an error.
 */
int cli_open(struct cli_logs *logs, const char *path)
{
	return cli_use_file(logs, open_file(path, &logs->source, logs->dumps ? 0 : GUCLOG_OPEN_LOGS,
					    &logs->refused));
}

/**
 * cli_text_status() - get the status of an input that is a kernel log alone
 * @logs: after cli_open() has failed
 *
 * Return: CMD_FAULTS if the text has a part of a devcoredump, about which the library has a
 * message, else CMD_FINE.
 */
int cli_text_status(const struct cli_logs *logs)
{
	return logs->file->nr_messages ? CMD_FAULTS : CMD_FINE;
}

/**
 * cli_next() - get the next log of an input that the user asked for
 * @logs: from cli_open()
 * @i: position in the list of logs, 0 before the first call; advanced to the next log
 *
 * If the log is an LFD file with a fault, prints the fault on stderr, and sets @status of @logs to
 * CMD_FAULTS at least.
 *
 * Return: the log, valid until cli_close(), or NULL if there is no further log.
 */
const struct guclog_log *cli_next(struct cli_logs *logs, unsigned int *i)
{
	const struct guclog_log *log;

	while ((log = logs->file->log[*i])) {
		if (!log_choice_wants(&logs->choice, logs->file, (*i)++))
			continue;
		if (log->is_lfd && log->nr_faults)
			logs->status = max(logs->status, log_say_faults(log));
		return log;
	}
	return NULL;
}

/**
 * cli_say_cut() - print on stderr which devcoredumps of an input were cut off
 * @logs: from cli_open(); if there is such a devcoredump, its @status becomes CMD_FAULTS at least
 *
 * No message is printed for a devcoredump whose log has losses, because cli_open() has printed the
 * losses.
 */
void cli_say_cut(struct cli_logs *logs)
{
	const struct guclog_dump_problem *cut;
	const struct guclog_dump *dump;
	unsigned int i;

	for (i = 0; (dump = logs->file->dump[i]); i++) {
		cut = guclog_dump_cut(dump);
		if (!cut)
			continue;
		logs->status = max_t(int, logs->status, CMD_FAULTS);
		msg_fail(dump->name, "the dump was cut off; line %llu: %s", (u64)cut->line,
			 cut->text);
	}
}

/**
 * cli_close() - free an input
 * @logs: from cli_open()
 */
void cli_close(struct cli_logs *logs)
{
	cli_close_file(logs->file);
	logs->file = NULL;
}

/**
 * cli_name() - get the name of a log
 * @log: the log
 *
 * Return: the name of the file and, if known, the GT; the caller must free it.
 */
char *cli_name(const struct guclog_log *log)
{
	if (!facts_know(log->facts, GUCLOG_FACT_GT))
		return mem_copy(log->name);
	return mem_printf("%s: GT %u", log->name, log->facts->gt);
}

/**
 * cli_is_empty() - find out whether a log has no events
 * @log: the log
 *
 * Return: true if the log has no events, not even from before the load of the firmware.
 */
bool cli_is_empty(const struct guclog_log *log)
{
	return !log->layout->bytes && !log->before_load.len;
}

/**
 * cli_events() - begin to read the events of a log
 * @log: the log
 * @flags: as for log_events_open()
 *
 * Return: the reader, which the caller must close with guclog_events_close(), or NULL if the format
 * version of the events, and with it their length, is unknown. The program ends if there is no
 * memory.
 */
struct guclog_events *cli_events(const struct guclog_log *log, unsigned int flags)
{
	struct guclog_error error;
	struct guclog_events *t = log_events_open(log, flags, &error);

	if (error.code == -ENOMEM)
		mem_none();
	return t;
}

/**
 * cli_open_with_analysis() - read an input whose logs cli_next_analysis() will analyse
 * @in: as for cli_open(), but this function also sets @dumps
 * @path: path of the input
 *
 * Return: 0, or -1 after printing on stderr why there is nothing to analyse. A devcoredump without
 * a log is not an error, unless @flags is GUCLOG_EVENTS_PLAIN.
 */
int cli_open_with_analysis(struct cli_logs *in, const char *path)
{
	in->dumps = in->flags != GUCLOG_EVENTS_PLAIN;
	return cli_open(in, path);
}

/**
 * cli_next_analysis() - analyse the next log of an input that the user asked for
 * @in: from cli_open_with_analysis()
 * @i: position in the list of logs, 0 before the first call; advanced to the next log
 * @log: filled with the log, its events and its analysis; the caller must free its @t with
 *	guclog_events_close()
 *
 * Return: true, or false if there is no further log.
 */
bool cli_next_analysis(struct cli_logs *in, unsigned int *i, struct cli_log *log)
{
	*log = (struct cli_log){ .log = cli_next(in, i) };
	if (!log->log)
		return false;
	log->t = cli_events(log->log, in->flags);
	if (!log->t || !log->t->analysis || !log->t->entries)
		return true;
	log->a = log->t->analysis;
	log->survey = guclog_analysis_survey(log->a);
	return true;
}

/**
 * cli_log_explain() - explain a log, a devcoredump, or both
 * @log: from cli_next_analysis(), NULL to explain only @dump
 * @dump: the devcoredump; NULL if there is none, or to use the devcoredump that contains @log
 * @kernel: kernel logs and a trace, NULL if there are none; they must remain valid as long as the
 *	explanation
 * @maps: mappings of the process (/proc/PID/maps), NULL if there are none
 *
 * Return: the explanation, which the caller must free with guclog_explanation_free(). The program
 * ends if there is no memory.
 */
const struct guclog_explanation *cli_log_explain(const struct cli_log *log,
						 const struct guclog_dump *dump,
						 const struct kernel_logs *kernel,
						 const char *maps)
{
	const struct guclog_explain_options options = {
		.analysis = log ? log->a : NULL,
		.nr_kernel_logs = kernel ? kernel->nr : 0,
		.kernel_log = kernel ? kernel->log : NULL,
		.maps = maps,
		.trace = kernel ? kernel->trace : NULL,
	};
	const struct guclog_explanation *x;

	x = guclog_explain(log ? log->log : NULL, dump, &options, NULL);
	if (!x)
		mem_none();
	return x;
}

/**
 * cli_log_name() - get the name of a log that was analysed
 * @log: the log
 * @status: set to CMD_FINE, or to CMD_FAULTS if the log is damaged or has a format that is unknown
 *
 * Context: prints on stderr why a log was not analysed.
 * Return: the name, which the caller must free, or NULL if the log was not analysed.
 */
char *cli_log_name(const struct cli_log *log, int *status)
{
	char *name;

	*status = CMD_FINE;
	if (cli_is_empty(log->log)) {
		*status = log_say_empty(log->log);
		return NULL;
	}
	name = cli_name(log->log);
	if (log->a)
		return name;
	msg_fail(name, "has no events in a known format version");
	*status = CMD_FAULTS;
	free(name);
	return NULL;
}

/**
 * cli_each_log() - call a function for each log that the user asked for
 * @in: from cli_open_with_analysis(); its @status is set to the largest status of all logs
 * @handle: the function; gets @context, a log, and the index of the log in the input; returns an
 *	enum cmd_status
 * @context: first argument of @handle
 *
 * Context: process context.
 * Return: an enum cmd_status, the largest of all logs and of the input.
 */
int cli_each_log(struct cli_logs *in, cli_log_fn handle, void *context)
{
	struct cli_log log;
	unsigned int i = 0;
	int ret;

	while (cli_next_analysis(in, &i, &log)) {
		ret = handle(context, &log, i - 1);
		in->status = max(in->status, ret);
		guclog_events_close(log.t);
	}
	return in->status;
}

/**
 * cli_each_log_in() - read an input and call a function for each of its logs
 * @path: the input; it is an error if it has no log
 * @handle: as for cli_each_log()
 * @context: first argument of @handle
 *
 * Context: process context; reads the input.
 * Return: an enum cmd_status.
 */
int cli_each_log_in(const char *path, cli_log_fn handle, void *context)
{
	struct cli_logs in = { .file = NULL };
	int ret = CMD_FAILED;

	if (!cli_open_with_analysis(&in, path)) {
		ret = cli_each_log(&in, handle, context);
		if (!in.file->nr_logs) {
			msg_fail(path, "no GuC log in it");
			ret = CMD_FAULTS;
		}
	}
	cli_close(&in);
	return ret;
}
