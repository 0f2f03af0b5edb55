// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include <getopt.h>
#include <unistd.h>

#include "events/cli.h"
#include "events/eventout.h"
#include "events/export_perfetto.h"
#include "events/filter.h"
#include "events/print.h"
#include "events/schema.h"
#include "util/file_out.h"
#include "util/msg.h"

static const char usage[] =
"Usage: guclog export --perfetto OUT [OPTION...] INPUT\n"
"       guclog export --csv|--jsonl [-o OUT] [OPTION...] INPUT\n"
"Write the events of a GuC log for another program.\n"
"\n"
"  --perfetto OUT      a trace for Perfetto: one track per GT, on the host's\n"
"                      boottime clock\n"
"  --csv               one row per event, under the names of the columns\n"
"  --jsonl             one JSON object per event and line\n"
"  -o, --output OUT    write to OUT instead of standard output\n"
"  --since TIME        not the events before TIME: seconds since boot, -SECONDS\n"
"  --until TIME        before the newest event, or a date and time in UTC\n"
"  --id ID[,ID...]     only events with these ids\n"
"  --tail N            only the last N\n"
"  --schema FILE       names for ids and arguments; guclog(1) has the format\n"
"  --gt N              only the log of this GT\n"
"  -h, --help          this text\n"
"\n"
"INPUT is a log in any form, a directory of such, or '-' for standard input.\n"
"A trace leaves out the events that have no place on its clock, and says how\n"
"many. Without an anchor its time begins at the oldest event.\n";

enum shape { NONE, PERFETTO, CSV, JSONL };

/**
 * struct export - one run
 * @logs: the input
 * @filter: which events
 * @schema: names
 * @shape: what is written
 * @out: where to, NULL for standard output
 * @perfetto: the trace, NULL in the other forms
 * @print: the text, in the other forms
 */
struct export {
	struct cli_logs logs;
	struct filter filter;
	struct schema schema;
	enum shape shape;
	const char *out;
	struct export_perfetto *perfetto;
	struct print print;
};

static void say_left_out(const char *name, u64 n, const char *why)
{
	if (n)
		msg_fail(name, "%llu events left out: %s", n, why);
}

static void say_counts(const struct timeline *t,
		       const struct export_counts *counts)
{
	char *name = cli_name(t->view);

	say_left_out(name, counts->before_load,
		     "from before the firmware was loaded again");
	say_left_out(name, counts->ambiguous,
		     "a gap hides when they were");
	say_left_out(name, counts->before_boot, "from before the boot");
	say_left_out(name, counts->no_clock,
		     "the log does not say how long a tick is");
	if (!t->anchored && counts->exported)
		msg_fail(name, "no anchor to the host's clock: time begins at the oldest event");
	free(name);
}

static void put_event(struct export *x, struct eventout *line,
		      const struct event *e)
{
	if (x->shape == PERFETTO) {
		export_perfetto_event(x->perfetto, e);
	} else if (x->shape == CSV) {
		eventout_csv(line, e);
	} else {
		eventout_json(line, e);
		print_char(&x->print, '\n');
	}
}

static void put_events(struct export *x, struct timeline *t, unsigned int nr)
{
	struct eventout line = {
		.p = &x->print,
		.t = t,
		.schema = &x->schema,
		.log = nr,
	};
	u64 skip = filter_skip(&x->filter, t);
	struct event e;

	if (x->shape == PERFETTO)
		export_perfetto_begin(x->perfetto, t);
	while (timeline_next(t, &e)) {
		if (!filter_wants(&x->filter, t, &e) || (skip && skip--))
			continue;
		put_event(x, &line, &e);
	}
	if (x->shape == PERFETTO)
		say_counts(t, export_perfetto_end(x->perfetto));
}

static int export_log(struct export *x, const struct logview *view,
		      unsigned int nr)
{
	struct timeline t;
	int ret;

	ret = cli_timeline(&t, view, &x->filter);
	if (ret)
		return ret;
	put_events(x, &t, nr);
	if (t.rest)
		msg_fail(view->input->name, "%llu bytes are no whole event",
			 t.rest);
	return t.rest || view->nr_faults ? CMD_FAULTS : CMD_FINE;
}

static void export_logs(struct export *x)
{
	struct logview view;
	unsigned int i = 0;
	int ret;

	while (cli_next(&x->logs, &i, &view)) {
		ret = export_log(x, &view, i - 1);
		x->logs.status = max(x->logs.status, ret);
	}
}

static int to_perfetto(struct export *x)
{
	bool keep;

	x->perfetto = export_perfetto_open(x->out, &x->schema);
	if (!x->perfetto)
		return CMD_FAILED;
	export_logs(x);
	keep = x->logs.status != CMD_FAILED;
	if (export_perfetto_close(x->perfetto, keep))
		return CMD_FAILED;
	return x->logs.status;
}

/* Return: whether the text went out. */
static bool print_to(struct export *x, FILE *to)
{
	print_init(&x->print, to);
	if (x->shape == CSV)
		eventout_csv_head(&x->print);
	export_logs(x);
	print_flush(&x->print);
	return !fflush(to) && !ferror(to);
}

static int to_text(struct export *x)
{
	struct file_out out;
	FILE *to;
	bool fine;

	if (file_out_open(&out, x->out, false))
		return CMD_FAILED;
	to = fdopen(dup(out.fd), "w");
	fine = to && print_to(x, to);
	if (!fine)
		msg_fail(out.name, "%s", strerror(errno));
	if (to)
		fclose(to);
	if (!fine || x->logs.status == CMD_FAILED)
		file_out_drop(&out);
	else
		fine = !file_out_close(&out);
	return fine ? x->logs.status : CMD_FAILED;
}

static int export(struct export *x, const char *path)
{
	if (x->shape == PERFETTO && export_perfetto_missing())
		return CMD_FAILED;
	if (cli_open(&x->logs, path))
		return CMD_FAILED;
	return x->shape == PERFETTO ? to_perfetto(x) : to_text(x);
}

static const struct option options[] = {
	{ "perfetto", required_argument, NULL, 'p' },
	{ "csv", no_argument, NULL, 'c' },
	{ "jsonl", no_argument, NULL, 'l' },
	{ "output", required_argument, NULL, 'o' },
	{ "since", required_argument, NULL, 's' },
	{ "until", required_argument, NULL, 'u' },
	{ "id", required_argument, NULL, 'i' },
	{ "tail", required_argument, NULL, 'n' },
	{ "schema", required_argument, NULL, 'S' },
	{ "gt", required_argument, NULL, 'g' },
	{ "help", no_argument, NULL, 'h' },
	{ NULL, 0, NULL, 0 }
};

static int set_shape(struct export *x, enum shape chosen, const char *out)
{
	if (x->shape != NONE) {
		msg_fail(NULL, "one form at a time");
		return -1;
	}
	x->shape = chosen;
	if (out)
		x->out = out;
	return 0;
}

static int set_filter(struct filter *filter, int opt)
{
	int ret;

	if (opt == 's')
		ret = filter_set_time(&filter->since, optarg);
	else if (opt == 'u')
		ret = filter_set_time(&filter->until, optarg);
	else if (opt == 'i')
		ret = filter_add_ids(filter, optarg);
	else if (opt == 'n')
		ret = filter_set_tail(filter, optarg);
	else
		return -1;	/* getopt has said why */
	if (ret)
		msg_fail(NULL, "'%s' is not understood", optarg);
	return ret;
}

static int set_option(struct export *x, int opt)
{
	switch (opt) {
	case 'p':
		return set_shape(x, PERFETTO, optarg);
	case 'c':
		return set_shape(x, CSV, NULL);
	case 'l':
		return set_shape(x, JSONL, NULL);
	case 'o':
		x->out = optarg;
		return 0;
	case 'S':
		schema_free(&x->schema);
		return schema_read(&x->schema, optarg);
	case 'g':
		return cli_set_gt(&x->logs, optarg);
	default:
		return set_filter(&x->filter, opt);
	}
}

static const char *contradiction(const struct export *x, int nr_files)
{
	if (x->shape == NONE)
		return "one of --perfetto, --csv, --jsonl is needed";
	return nr_files == 1 ? NULL : "one INPUT is needed";
}

/**
 * cmd_export() - guclog export
 * @argc: number of arguments
 * @argv: arguments
 *
 * Return: an enum cmd_status.
 */
int cmd_export(int argc, char **argv)
{
	struct export *x = mem_grow(NULL, sizeof(*x));
	int ret = CMD_FINE, opt = 0;
	const char *why;

	memset(x, 0, sizeof(*x));
	while ((opt = getopt_long(argc, argv, "o:h", options, NULL)) != -1) {
		if (opt == 'h') {
			fputs(usage, stdout);
			goto out;
		}
		if (set_option(x, opt)) {
			ret = cmd_bad_usage("export");
			goto out;
		}
	}
	why = contradiction(x, argc - optind);
	if (why) {
		msg_fail(NULL, "%s", why);
		ret = cmd_bad_usage("export");
		goto out;
	}
	ret = export(x, argv[optind]);
out:
	cli_close(&x->logs);
	filter_free(&x->filter);
	schema_free(&x->schema);
	free(x);
	return ret;
}
