// SPDX-License-Identifier: GPL-2.0-only
#include "verbs/inputs.h"

#include "messages/text_file.h"
#include "base/file.h"
#include "base/msg.h"
#include "base/status.h"

/**
 * inputs_begin() - begin a timeline: the events and lines of several inputs, sorted by time
 * @in: zeroed except @choice; end it with inputs_close()
 * @no_suspend: according to the user, the machine was not suspended since it booted
 * @trace_boot: according to the user, the clock of traces is the time since boot
 *
 * Context: the program ends if there is no memory.
 */
void inputs_begin(struct inputs *in, bool no_suspend, bool trace_boot)
{
	in->timeline = guclog_timeline_new((no_suspend ? GUCLOG_TIMELINE_NO_SUSPEND : 0) |
					   (trace_boot ? GUCLOG_TIMELINE_TRACE_BOOT : 0));
	if (!in->timeline)
		mem_none();
}

/* Add an input. Return: the input, valid until the next one is added. */
static struct input_file *add_file(struct inputs *in, const char *path, char *own)
{
	struct input_file *f;

	in->file = mem_grow(in->file, (in->nr + 1) * sizeof(*f));
	f = &in->file[in->nr++];
	*f = (struct input_file){ .path = path, .own = own };
	f->logs.choice = in->choice;
	return f;
}

static void close_last(struct inputs *in)
{
	struct input_file *f = &in->file[--in->nr];

	cli_close(&f->logs);
	free(f->own);
}

/*
 * If a file is a kernel log or a trace, add its lines to the timeline. Return: 0, or -1 if the file
 * cannot be read.
 */
static int read_text(struct inputs *in, struct input_file *f)
{
	int more = 0, ret;
	size_t len;
	u8 *data;

	if (!file_is_regular(f->path) && !file_is_pipe(f->path) && strcmp(f->path, "-"))
		return 0;
	data = text_file_read(f->path, TEXT_FILE_MAX, &len, &more);
	if (!data)
		return -1;
	ret = guclog_timeline_add_text(in->timeline, file_title(f->path), data, len);
	free(data);
	if (ret == -ENOMEM)
		mem_none();
	f->has_text = !ret;
	f->cut = !ret && more;
	if (f->has_text && more > 0)
		msg_fail(f->path, "is too long: only its first %zu bytes are read", len);
	return 0;
}

/*
 * Add the devcoredumps of the input that was opened last to the timeline. Analyse the logs of this
 * input; keep the logs that have an analysis, and add their events to the timeline.
 */
static void analyse_logs(struct inputs *in)
{
	struct input_file *f = &in->file[in->nr - 1];
	const struct guclog_dump *dump;
	struct cli_log log;
	unsigned int i;

	f->first_log = in->nr_logs;
	for (i = 0; (dump = f->logs.file->dump[i]); i++)
		if (guclog_timeline_add_dump(in->timeline, dump))
			mem_none();
	for (i = 0; cli_next_analysis(&f->logs, &i, &log);) {
		if (!log.a) {
			guclog_events_close(log.t);
			continue;
		}
		if (guclog_timeline_add_events(in->timeline, log.t))
			mem_none();
		in->log = mem_grow(in->log, (in->nr_logs + 1) * sizeof(*in->log));
		in->log[in->nr_logs++] = log;
		f->nr_logs++;
	}
}

/*
 * Open a file and add its events and lines to the timeline. Return: 0, or -1 if the file has
 * nothing that a timeline can use; the file is then closed.
 */
static int open_file(struct inputs *in, const char *path, char *own)
{
	struct input_file *f = add_file(in, path, own);
	bool is_pipe = file_is_pipe(path);
	int ret = read_text(in, f);
	bool quiet;

	if (is_pipe && f->has_text)
		return 0;
	if (is_pipe && !ret)
		msg_fail(path, "is a pipe without a kernel log or trace; read a GuC log from '-'");
	if (is_pipe || ret) {
		close_last(in);
		return -1;
	}
	/*
	 * If the file was found in a directory, do not print that it has no GuC log, because a
	 * directory can have any files.
	 */
	quiet = msg_quiet(own);
	f->logs.is_text = f->has_text;
	f->logs.bare_too = true;
	ret = cli_open_with_analysis(&f->logs, path);
	msg_quiet(quiet);
	if (f->has_text && !cli_nr_logs(f->logs.file))
		f->logs.status = f->logs.file->nr_messages ? CMD_FAULTS : CMD_FINE;
	if (!ret)
		analyse_logs(in);
	if (!ret || f->has_text)
		return 0;
	close_last(in);
	return -1;
}

/*
 * Open a file of a directory, such as the directory of a stored incident. Skip the file if it has
 * nothing that a timeline can use.
 */
static void open_own(void *in, char *path)
{
	open_file(in, path, path);
}

static int open_path(struct inputs *in, const char *path)
{
	unsigned int before = in->nr;
	int error;

	if (!file_is_directory(path))
		return open_file(in, path, NULL);
	error = file_each(path, open_own, in);
	if (error) {
		msg_fail(path, "%s", strerror(-error));
		return -1;
	}
	if (in->nr == before)
		msg_fail(path, "has neither a log nor a kernel log nor a trace");
	return in->nr == before ? -1 : 0;
}

/**
 * inputs_open() - read inputs
 * @in: after inputs_begin()
 * @path: the files and directories
 * @nr: number of files and directories
 *
 * Context: process context; reads the files.
 * Return: 0, or -1 after printing on stderr why an input cannot be used.
 */
int inputs_open(struct inputs *in, char **path, int nr)
{
	for (; nr; nr--, path++)
		if (open_path(in, *path))
			return -1;
	return 0;
}

/**
 * inputs_sort() - sort the events and lines of all inputs by time
 * @in: the inputs, after inputs_open()
 *
 * Context: the program ends if there is no memory.
 */
void inputs_sort(struct inputs *in)
{
	if (guclog_timeline_sort(in->timeline))
		mem_none();
}

/**
 * inputs_status() - get the exit status for inputs that were read
 * @in: from inputs_begin()
 *
 * Return: CMD_FINE, or CMD_FAULTS if an input has faults or is incomplete.
 */
int inputs_status(const struct inputs *in)
{
	int ret = CMD_FINE;
	unsigned int i;

	for (i = 0; i < in->nr; i++) {
		ret = max(ret, in->file[i].logs.status);
		if (in->file[i].cut)
			ret = max_t(int, ret, CMD_FAULTS);
	}
	return ret;
}

/**
 * inputs_close() - free the inputs
 * @in: from inputs_begin()
 */
void inputs_close(struct inputs *in)
{
	unsigned int i;

	guclog_timeline_free(in->timeline);
	for (i = 0; i < in->nr_logs; i++)
		guclog_events_close(in->log[i].t);
	while (in->nr)
		close_last(in);
	free(in->file);
	free(in->log);
	*in = (struct inputs){ .nr = 0 };
}
