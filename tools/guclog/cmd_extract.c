// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include <getopt.h>

#include "abi/guc_log_abi.h"
#include "events/cli.h"
#include "events/summary.h"
#include "util/file_out.h"
#include "util/msg.h"

static const char usage[] =
"Usage: guclog extract WHAT [OPTION...] INPUT\n"
"Write a part of a GuC log as it is.\n"
"\n"
"  --crash             the firmware's crash dump\n"
"  --events            the entries of the ring, oldest first\n"
"  --before-load       the entries from before the firmware was loaded again\n"
"  --page              the state page\n"
"  --capture           the state capture region\n"
"  --image             the log buffer as far as it is there\n"
"  --schema            the binary event schema of an LFD file\n"
"  --version           the firmware's version as text\n"
"  --gt N              of this GT (default: the first log)\n"
"  -o, --output OUT    write to OUT instead of standard output\n"
"  -h, --help          this text\n"
"\n"
"INPUT is a log in any form, a directory of such, or '-' for standard input.\n"
"The exit status is 1 when the part is not there.\n";

enum what {
	NOTHING, CRASH, EVENTS, BEFORE_LOAD, PAGE, CAPTURE, IMAGE, SCHEMA,
	VERSION,
};

/**
 * struct extract - one run
 * @logs: the input
 * @what: which part
 * @out: where to, NULL for standard output
 */
struct extract {
	struct cli_logs logs;
	enum what what;
	const char *out;
};

static int write_views(const char *path, const struct guc_view *v,
		       unsigned int nr)
{
	struct file_out out;
	unsigned int i;

	if (file_out_open(&out, path, true))
		return CMD_FAILED;
	for (i = 0; i < nr; i++) {
		if (file_out_write(&out, v[i].data, v[i].len)) {
			file_out_drop(&out);
			return CMD_FAILED;
		}
	}
	return file_out_close(&out) ? CMD_FAILED : CMD_FINE;
}

static int write_version(const struct extract *x, const struct logview *view)
{
	struct summary sum;
	char line[48];
	int n;

	summary_make(&sum, view);
	if (!*sum.firmware) {
		msg_fail(view->input->name, "the version is not known");
		return CMD_FAULTS;
	}
	n = snprintf(line, sizeof(line), "%s\n", sum.firmware);
	return file_save(x->out, false, line, (size_t)n) ? CMD_FAILED :
							    CMD_FINE;
}

/* The parts of an image; an LFD file has none of them. */
static struct guc_view image_part(const struct logview *view, u64 offset,
				  u64 len)
{
	if (view->is_lfd)
		return guc_view(NULL, 0);
	return guc_view_clip(input_log_view(view->input), offset, len);
}

/* Return: pieces of the part, 0 when it is not there. */
static unsigned int find_part(enum what what, const struct logview *view,
			      struct guc_view v[LOGVIEW_MAX_RUNS])
{
	const struct guc_region *r = &view->log.region[GUC_REGION_CAPTURE];
	unsigned int i;

	switch (what) {
	case EVENTS:
		for (i = 0; i < view->nr_runs; i++)
			v[i] = view->run[i].data;
		return view->nr_runs;
	case CRASH:
		v[0] = view->crash;
		break;
	case BEFORE_LOAD:
		v[0] = view->before_load;
		break;
	case PAGE:
		v[0] = image_part(view, 0, GUC_LOG_STATE_PAGE_SIZE);
		break;
	case CAPTURE:
		v[0] = image_part(view, r->offset, r->avail);
		break;
	case IMAGE:
		v[0] = image_part(view, 0, view->input->len);
		break;
	default:
		v[0] = view->schema;
	}
	return v[0].len ? 1 : 0;
}

static int extract(struct extract *x, const char *path)
{
	struct guc_view v[LOGVIEW_MAX_RUNS];
	struct logview view;
	unsigned int i = 0, nr;
	int ret;

	if (cli_open(&x->logs, path))
		return CMD_FAILED;
	if (!cli_next(&x->logs, &i, &view)) {
		msg_fail(x->logs.in.name, "no log of GT %u", x->logs.gt);
		return CMD_FAULTS;
	}
	if (x->what == VERSION)
		return write_version(x, &view);
	nr = find_part(x->what, &view, v);
	if (!nr) {
		msg_fail(view.input->name, "has no such part");
		return CMD_FAULTS;
	}
	ret = write_views(x->out, v, nr);
	return max(ret, x->logs.status);
}

#define OPTION_WHAT	256

static const struct option options[] = {
	{ "crash", no_argument, NULL, OPTION_WHAT + CRASH },
	{ "events", no_argument, NULL, OPTION_WHAT + EVENTS },
	{ "before-load", no_argument, NULL, OPTION_WHAT + BEFORE_LOAD },
	{ "page", no_argument, NULL, OPTION_WHAT + PAGE },
	{ "capture", no_argument, NULL, OPTION_WHAT + CAPTURE },
	{ "image", no_argument, NULL, OPTION_WHAT + IMAGE },
	{ "schema", no_argument, NULL, OPTION_WHAT + SCHEMA },
	{ "version", no_argument, NULL, OPTION_WHAT + VERSION },
	{ "gt", required_argument, NULL, 'g' },
	{ "output", required_argument, NULL, 'o' },
	{ "help", no_argument, NULL, 'h' },
	{ NULL, 0, NULL, 0 }
};

static int set_option(struct extract *x, int opt)
{
	if (opt > OPTION_WHAT) {
		if (x->what != NOTHING)
			msg_fail(NULL, "one part at a time");
		else
			x->what = opt - OPTION_WHAT;
		return x->what == (enum what)(opt - OPTION_WHAT) ? 0 : -1;
	}
	if (opt == 'g')
		return cli_set_gt(&x->logs, optarg);
	if (opt != 'o')
		return -1;	/* getopt has said why */
	x->out = optarg;
	return 0;
}

/**
 * cmd_extract() - guclog extract
 * @argc: number of arguments
 * @argv: arguments
 *
 * Return: an enum cmd_status.
 */
int cmd_extract(int argc, char **argv)
{
	struct extract x = { .what = NOTHING };
	int ret = CMD_FINE, opt = 0;

	while ((opt = getopt_long(argc, argv, "o:h", options, NULL)) != -1) {
		if (opt == 'h') {
			fputs(usage, stdout);
			goto out;
		}
		if (set_option(&x, opt)) {
			ret = cmd_bad_usage("extract");
			goto out;
		}
	}
	if (argc - optind != 1 || x.what == NOTHING) {
		msg_fail(NULL, "a part and one INPUT are needed");
		ret = cmd_bad_usage("extract");
		goto out;
	}
	ret = extract(&x, argv[optind]);
out:
	cli_close(&x.logs);
	return ret;
}
