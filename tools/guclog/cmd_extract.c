// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include "abi/guc_log_abi.h"
#include "events/cli.h"
#include "events/summary.h"
#include "util/file_out.h"
#include "util/msg.h"
#include "util/text.h"

enum what {
	NOTHING, CRASH, EVENTS, BEFORE_LOAD, PAGE, CAPTURE, IMAGE, SCHEMA,
	VERSION,
};

/**
 * struct extract - one run
 * @logs: the input
 * @what: the part that is written
 * @out: --output
 */
struct extract {
	struct cli_logs logs;
	enum what what;
	struct output out;
};

static int write_views(const struct output *to, const struct guclog_bytes *v,
		       unsigned int nr)
{
	struct file_out out;
	unsigned int i;

	if (file_out_open(&out, to, true))
		return CMD_FAILED;
	for (i = 0; i < nr; i++) {
		if (file_out_write(&out, v[i].data, v[i].len)) {
			file_out_drop(&out);
			return CMD_FAILED;
		}
	}
	return file_out_close(&out) ? CMD_FAILED : CMD_FINE;
}

static int write_version(const struct extract *x, const struct log_view *view)
{
	struct summary sum;
	char line[48];
	int n;

	summary_make(&sum, view);
	if (!*sum.firmware) {
		msg_fail(guclog_log_name(view->handle), "the version is not known");
		return CMD_FAULTS;
	}
	n = snprintf(line, sizeof(line), "%s\n", sum.firmware);
	return file_save(&x->out, false, line, (size_t)n) ? CMD_FAILED :
							    CMD_FINE;
}

/* The parts of an image; an LFD file has none of them. */
static struct guclog_bytes image_part(const struct log_view *view, u64 offset, u64 len)
{
	if (view->is_lfd)
		return (struct guclog_bytes){ NULL, 0 };
	return text_bytes(guc_view_clip(log_bytes(view->handle), offset, len));
}

/*
 * @v: has room for one piece at least. Return: number of pieces of the part, 0 if the log
 * does not have it.
 */
static unsigned int find_part(enum what what, const struct log_view *view,
			      struct guclog_bytes *v, unsigned int room)
{
	struct guclog_region r;

	switch (what) {
	case EVENTS:
		return guclog_log_events(view->handle, v, room);
	case CRASH:
		v[0] = guclog_log_crash(view->handle);
		break;
	case BEFORE_LOAD:
		v[0] = guclog_log_before_load(view->handle);
		break;
	case PAGE:
		v[0] = image_part(view, 0, GUC_LOG_STATE_PAGE_SIZE);
		break;
	case CAPTURE:
		if (!guclog_log_region(view->handle, GUCLOG_REGION_CAPTURE, &r))
			v[0] = image_part(view, r.offset, r.avail);
		break;
	case IMAGE:
		v[0] = image_part(view, 0, guclog_log_image(view->handle).len);
		break;
	default:
		v[0] = view->layout.schema;
	}
	return v[0].len ? 1 : 0;
}

static int write_part(struct extract *x, const struct log_view *view)
{
	unsigned int room = guclog_log_events(view->handle, NULL, 0) + 1, nr;
	struct guclog_bytes *v = mem_zero(room * sizeof(*v));
	int ret = CMD_FAULTS;

	nr = find_part(x->what, view, v, room);
	if (nr)
		ret = write_views(&x->out, v, nr);
	else
		msg_fail(guclog_log_name(view->handle), "has no such part");
	free(v);
	return ret;
}

static int run(void *into, int n, char **path)
{
	struct extract *x = into;
	struct log_view view;
	unsigned int i = 0;
	int ret;

	if (x->what == NOTHING)
		return options_fail("extract", "an option for the part is needed");
	if (cli_open(&x->logs, path[0]) || !cli_next(&x->logs, &i, &view))
		return CMD_FAILED;
	if (x->what == VERSION)
		ret = write_version(x, &view);
	else
		ret = max(write_part(x, &view), x->logs.status);
	return ret;
}

static void end(void *into)
{
	struct extract *x = into;

	cli_close(&x->logs);
}

#define OPT_PART(option, part, text) \
	OPT_SELECT(struct extract, what, option, part, text)

static const struct option_desc options[] = {
	OPT_PART("crash", CRASH, "crash dump of the firmware"),
	OPT_PART("events", EVENTS, "entries of the ring, oldest first"),
	OPT_PART("before-load", BEFORE_LOAD,
		 "entries from before the firmware was loaded again"),
	OPT_PART("page", PAGE, "state page"),
	OPT_PART("capture", CAPTURE, "state capture region"),
	OPT_PART("image", IMAGE, "log buffer, as much of it as INPUT has"),
	OPT_PART("schema", SCHEMA, "binary event schema of an LFD file"),
	OPT_PART("version", VERSION, "version of the firmware, as text"),
	OPT_GT(struct extract, logs.choice.gt,
	       "of the log of this GT (default: the first log)"),
	OPT_OUTPUT(struct extract, out),
	OPT_END
};

/* guclog extract */
const struct cmd cmd_extract = {
	.summary = "write a part of a log as it is",
	.usage = {
		.verb = "extract",
		.synopsis = "PART [OPTION...] INPUT",
		.about =
"Write a part of a GuC log as it is.\n",
		.options = options,
		.notes = USAGE_INPUT
"The exit status is 1 if INPUT does not have the part.\n",
		.operands = "one INPUT is needed",
		.min_operands = 1,
		.max_operands = 1,
	},
	.size = sizeof(struct extract),
	.run = run,
	.end = end,
};
