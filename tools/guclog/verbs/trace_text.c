// SPDX-License-Identifier: GPL-2.0-only
#include "verbs/trace_text.h"

#include "base/file.h"
#include "base/msg.h"
#include "read/lines/timed_text.h"

static bool add_file(struct kernel_logs *logs, const char *path)
{
	bool is, quiet = msg_quiet(true);
	size_t len;
	int more;
	u8 *data;

	data = text_file_read(path, TEXT_FILE_PROBE, &len, &more);
	is = data && timed_text_is_trace(guc_view(data, len));
	free(data);
	if (is && !logs->trace) {
		data = text_file_read(path, TEXT_FILE_MAX, &len, &more);
		logs->trace = mem_grow(data, len + 1);
		logs->trace[len] = '\0';
	}
	msg_quiet(quiet);
	return is;
}

static void add_one(void *logs, char *path)
{
	add_file(logs, path);
	free(path);
}

/**
 * trace_text_add() - keep the text of an input if it is a trace of the driver's trace events
 * @logs: gets the text, unless it already has one
 * @path: a file, or a directory, of which the first trace is taken
 *
 * Context: process context; reads the files. Prints nothing. The program ends if there is no
 * memory.
 * Return: whether @path is a trace; false for a directory.
 */
bool trace_text_add(struct kernel_logs *logs, const char *path)
{
	if (file_is_regular(path))
		return add_file(logs, path);
	if (file_is_directory(path))
		file_each(path, add_one, logs);
	return false;
}
