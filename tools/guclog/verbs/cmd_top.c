// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include "collect/newest.h"
#include "collect/store.h"
#include "top/screen.h"
#include "base/clock.h"
#include "base/msg.h"

/**
 * struct top - options and state of "guclog top"
 * @view: the data that are printed
 * @streams: the streams of the GTs, from which the state of the GPUs is computed
 * @sys: mount point of sysfs, NULL for the default
 * @delay_ms: time between two samples in ms, 0 for the default
 * @stall: seconds after which work without progress is marked
 * @sort: enum top_sort
 * @once: print one sample and end
 * @json: print JSON
 */
struct top {
	struct top_view view;
	struct streams streams;
	const char *sys;
	u64 delay_ms;
	struct number stall;
	int sort;
	bool once;
	bool json;
};

/* Read a number of seconds. Fractions of a millisecond are ignored. */
static const char *set_delay(void *member, const char *arg)
{
	u64 *ms = member;
	double seconds;
	char *end;

	seconds = strtod(arg, &end);
	if (end == arg || *end || !(seconds >= 0.1 && seconds <= 3600))
		return "not a number of seconds from 0.1 to 3600";
	*ms = (u64)(seconds * 1000);
	return NULL;
}

/* Return: whether a stream is a recorded file that has not been read to its end. */
static bool has_more(const struct streams *streams)
{
	unsigned int i;

	for (i = 0; i < streams->nr; i++)
		if (streams->source[i]->kind == STREAM_RECORDED && streams->source[i]->fd >= 0)
			return true;
	return false;
}

/*
 * Read the streams for one interval, or until all of them have ended, and print one sample. With
 * --once, recorded files are read to their end.
 */
static int print_once(struct top *top)
{
	do {
		streams_read(&top->streams, clock_ms() + (s64)top->delay_ms, -1);
	} while (top->once && has_more(&top->streams));
	if (top_view_sample(&top->view))
		mem_none();
	if (top->json) {
		top_view_json(&top->view);
	} else {
		unsigned int i;

		top_view_lines(&top->view);
		for (i = 0; i < top->view.nr; i++)
			printf("%s\n", top->view.line[i].text);
	}
	return top->streams.status;
}

/*
 * Print one line of JSON after each interval, until all streams that the user has named have ended
 * or an error occurs.
 */
static int print_json(struct top *top)
{
	int ret;

	do {
		ret = print_once(top);
		streams_scan(&top->streams);
	} while (!ret && !ferror(stdout) && !(streams_ended(&top->streams) && !top->streams.all));
	return ret;
}

static int run(void *into, int nr, char **stream)
{
	struct top *top = into;

	if (!top->delay_ms)
		top->delay_ms = 1000;
	top->view.streams = &top->streams;
	top->view.sort = (enum top_sort)top->sort;
	top->view.stall_ns = (top->stall.given ? (s64)top->stall.value : 10) * 1000000000;
	top->view.store = top->view.store ?: STORE_DEFAULT;
	top->view.incident = newest_incident;
	if (streams_open(&top->streams, top->sys ?: "/sys", (unsigned int)nr, stream))
		return CMD_FAILED;
	if (!top->streams.nr) {
		msg_fail(NULL, "there is no stream: is the module xe_guclog loaded, and debugfs mounted and readable?");
		return CMD_FAILED;
	}
	/*
	 * Take a first sample now, so that the first rates are those of the time from now on, and
	 * not of the time since the first event of the log.
	 */
	if (top_view_sample(&top->view))
		mem_none();
	if (top->once)
		return print_once(top);
	return top->json ? print_json(top) : screen_run(&top->view, (s64)top->delay_ms);
}

static void end(void *into)
{
	struct top *top = into;

	top_view_free(&top->view);
	streams_close(&top->streams);
}

static const struct option_desc options[] = {
	OPT_CALL(struct top, delay_ms, "delay", "S", set_delay,
		 "seconds between two samples (default: 1)"),
	OPT_CHOICE(struct top, sort, "sort", "KEY", 0, top_sort_name,
		   "order of the contexts: busy (default), wait, guc_id or process"),
	OPT_FLAG(struct top, view.idle, "idle", "show contexts without work too"),
	OPT_NUMBER(struct top, stall, "stall", "S", 86400,
		   "mark work that has made no progress for S seconds\n"
		   "(default: 10; 0: never)"),
	OPT_FLAG(struct top, once, "once", "print one sample as text, or as JSON with --json"),
	OPT_JSON(struct top, json),
	OPT_TEXT(struct top, view.store, "store", "DIR",
		 "directory of the incidents (default: /var/lib/xe-guclog)"),
	OPT_TEXT(struct top, sys, "sys", "DIR",
		 "mount point of sysfs (default: /sys)"),
	OPT_END
};

/* guclog top */
const struct cmd cmd_top = {
	.summary = "show what the GPUs do now",
	.usage = {
		.verb = "top",
		.synopsis = "[OPTION...] [STREAM...]",
		.about =
"Show live what runs on the engines of all GPUs, which contexts wait for which, and\n"
"what makes no progress. Reads the streams of the module and does not wake a GPU.\n",
		.options = options,
		.notes =
"STREAM is a file guc_log_stream of the module, a pipe, or a recorded file (default:\n"
"the streams of all GTs). With --json alone, a line is printed after each interval.\n"
"Keys: q ends, the space bar pauses, s changes the order, i shows idle contexts too,\n"
"the arrows scroll.\n",
		.operands = "",
		.min_operands = 0,
		.max_operands = OPERANDS_ANY,
	},
	CMD_INTO(struct top),
	.run = run,
	.end = end,
};
