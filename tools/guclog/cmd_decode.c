// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include <getopt.h>

#include "events/cli.h"
#include "events/eventout.h"
#include "events/filter.h"
#include "events/follow.h"
#include "events/print.h"
#include "events/schema.h"
#include "guc_text.h"
#include "util/msg.h"

static const char usage[] =
"Usage: guclog decode [OPTION...] INPUT\n"
"Show the events of a GuC log, oldest first: index, time, id, arguments.\n"
"\n"
"  --time WHAT        boot  seconds since boot (default where it is known)\n"
"                     wall  date and time, UTC\n"
"                     ago   seconds before the newest event\n"
"                     tick  ticks of the GuC's clock\n"
"  --since TIME       not the events before TIME: seconds since boot, -SECONDS\n"
"  --until TIME       before the newest event, or a date and time in UTC\n"
"  --id ID[,ID...]    only events with these ids\n"
"  --tail N           only the last N\n"
"  --schema FILE      names for ids and arguments; guclog(1) has the format\n"
"  --gt N             only the log of this GT\n"
"  --follow           read INPUT, a file, again and again, and show the events that\n"
"                     are new, until interrupted\n"
"  --json             the same as JSON; guclog(1) has the names\n"
"  -h, --help         this text\n"
"\n"
"INPUT is a log in any form, a directory of such, or '-' for standard input.\n"
"A '~' marks a time that may be off by whole wraps of the GuC's 32 bits.\n"
"What is missing is told on standard error, and the exit status is 1.\n";

/**
 * struct decode - one run
 * @logs: the input
 * @filter: which events
 * @schema: names
 * @time: the time column
 * @json: as JSON
 * @begun: the JSON's head is out
 * @following: go on when INPUT does
 * @follow: what was there before
 * @print: standard output
 */
struct decode {
	struct cli_logs logs;
	struct filter filter;
	struct schema schema;
	enum eventout_time time;
	bool json;
	bool begun;
	bool following;
	struct follow follow;
	struct print print;
};

static void put_head(struct decode *d, const struct logview *view,
		     const struct timeline *t, const struct eventout *out)
{
	static const char * const column[] = {
		[EVENTOUT_BOOT] = "seconds since boot",
		[EVENTOUT_WALL] = "UTC",
		[EVENTOUT_AGO] = "seconds before the newest event",
		[EVENTOUT_TICK] = "GuC ticks",
	};
	char buf[160];
	struct guc_text text = { .buf = buf, .size = sizeof(buf) };
	char *name = cli_name(view);

	cli_describe(view, &text);
	print_str(&d->print, "# ");
	print_str(&d->print, name);
	print_str(&d->print, ": ");
	print_str(&d->print, buf);
	print_str(&d->print, "; time in ");
	print_str(&d->print, column[out->time]);
	if (t->anchored &&
	    guc_facts_has(&view->facts, GUC_FACT_anchor_uncertainty_ns)) {
		print_str(&d->print, ", +/- ");
		print_ns(&d->print, (s64)view->facts.anchor_uncertainty_ns, 1);
	}
	print_char(&d->print, '\n');
	free(name);
}

/* The events from before the load come first; the line parts them. */
static void put_part(struct decode *d, const struct timeline *t,
		     const struct event *e, bool *old)
{
	if (e->before_load == *old)
		return;
	*old = e->before_load;
	if (*old) {
		print_str(&d->print, "# ");
		print_dec(&d->print, t->before_load, 1, ' ');
		print_str(&d->print, " events from before the firmware was loaded again");
		print_str(&d->print, ", in storage order:\n");
	} else {
		print_str(&d->print, "# since the firmware was loaded:\n");
	}
}

static void put_events(struct decode *d, struct timeline *t,
		       struct eventout *out, const struct follow_log *follow,
		       bool *first)
{
	u64 skip = filter_skip(&d->filter, t);
	bool old = false;
	struct event e;

	while (timeline_next(t, &e)) {
		if (!filter_wants(&d->filter, t, &e) || (skip && skip--))
			continue;
		if (follow && !follow_is_new(follow, &e))
			continue;
		if (d->json) {
			print_str(&d->print, *first ? "\n" : ",\n");
			eventout_json(out, &e);
			*first = false;
			continue;
		}
		put_part(d, t, &e, &old);
		eventout_text(out, &e);
	}
	if (t->rest)
		msg_fail(t->view->input->name, "%llu bytes are no whole event",
			 t->rest);
}

static int decode_log(struct decode *d, const struct logview *view,
		      unsigned int nr, bool *first)
{
	struct eventout out = {
		.p = &d->print,
		.schema = &d->schema,
		.log = nr,
	};
	const struct follow_log *follow = NULL;
	struct timeline t;
	int ret;

	ret = cli_timeline(&t, view, &d->filter);
	if (ret)
		return ret;
	out.t = &t;
	out.time = eventout_time(&t, d->time);
	if (d->following)
		follow = follow_read(&d->follow, &t, nr);
	if (!d->json && (!follow || follow->first))
		put_head(d, view, &t, &out);
	if (!d->json && follow && follow->lost)
		print_str(&d->print, "# the events before are gone, some may be missing:\n");
	put_events(d, &t, &out, follow, first);
	return t.rest || view->nr_faults ? CMD_FAULTS : CMD_FINE;
}

/* Once over the input. */
static int decode_input(struct decode *d, const char *path, bool *first)
{
	struct logview view;
	unsigned int i = 0;
	int ret;

	if (cli_open(&d->logs, path))
		return CMD_FAILED;
	if (d->json && !d->begun)
		print_str(&d->print, "{\"events\":[");
	d->begun = true;
	while (cli_next(&d->logs, &i, &view)) {
		ret = decode_log(d, &view, i - 1, first);
		d->logs.status = max(d->logs.status, ret);
	}
	return d->logs.status;
}

/* Only a signal ends it; what goes wrong in between was said. */
static int decode_follow(struct decode *d, const char *path, bool *first)
{
	int ret;

	if (follow_start(&d->follow, path))
		return CMD_FAILED;
	do {
		cli_close(&d->logs);
		ret = decode_input(d, path, first);
		print_flush(&d->print);
		fflush(stdout);
		d->filter.has_tail = false;
	} while (!ferror(stdout) && follow_wait(&d->follow));
	return ret;
}

static int decode(struct decode *d, const char *path)
{
	bool first = true;
	int ret;

	print_init(&d->print, stdout);
	ret = d->following ? decode_follow(d, path, &first) :
			     decode_input(d, path, &first);
	if (d->json && d->begun)
		print_str(&d->print, "\n]}\n");
	print_flush(&d->print);
	return ret;
}

static const struct option options[] = {
	{ "time", required_argument, NULL, 't' },
	{ "since", required_argument, NULL, 's' },
	{ "until", required_argument, NULL, 'u' },
	{ "id", required_argument, NULL, 'i' },
	{ "tail", required_argument, NULL, 'n' },
	{ "schema", required_argument, NULL, 'S' },
	{ "gt", required_argument, NULL, 'g' },
	{ "follow", no_argument, NULL, 'f' },
	{ "json", no_argument, NULL, 'j' },
	{ "help", no_argument, NULL, 'h' },
	{ NULL, 0, NULL, 0 }
};

static int set_time(struct decode *d, const char *arg)
{
	static const char * const names[] = {
		[EVENTOUT_BOOT] = "boot",
		[EVENTOUT_WALL] = "wall",
		[EVENTOUT_AGO] = "ago",
		[EVENTOUT_TICK] = "tick",
	};
	unsigned int i;

	for (i = EVENTOUT_BOOT; i < ARRAY_SIZE(names); i++) {
		if (strcmp(arg, names[i]))
			continue;
		d->time = i;
		return 0;
	}
	return -1;
}

static int set_option(struct decode *d, int opt)
{
	int ret;

	switch (opt) {
	case 't':
		ret = set_time(d, optarg);
		break;
	case 's':
		ret = filter_set_time(&d->filter.since, optarg);
		break;
	case 'u':
		ret = filter_set_time(&d->filter.until, optarg);
		break;
	case 'i':
		ret = filter_add_ids(&d->filter, optarg);
		break;
	case 'n':
		ret = filter_set_tail(&d->filter, optarg);
		break;
	case 'S':
		schema_free(&d->schema);
		return schema_read(&d->schema, optarg);
	case 'g':
		return cli_set_gt(&d->logs, optarg);
	case 'f':
		d->following = true;
		return 0;
	case 'j':
		d->json = true;
		return 0;
	default:
		return -1;	/* getopt has said why */
	}
	if (ret)
		msg_fail(NULL, "'%s' is not understood", optarg);
	return ret;
}

/**
 * cmd_decode() - guclog decode
 * @argc: number of arguments
 * @argv: arguments
 *
 * Return: an enum cmd_status.
 */
int cmd_decode(int argc, char **argv)
{
	struct decode *d = mem_grow(NULL, sizeof(*d));
	int ret = CMD_FINE, opt = 0;

	memset(d, 0, sizeof(*d));
	while ((opt = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		if (opt == 'h') {
			fputs(usage, stdout);
			goto out;
		}
		if (set_option(d, opt)) {
			ret = cmd_bad_usage("decode");
			goto out;
		}
	}
	if (argc - optind != 1) {
		msg_fail(NULL, "one INPUT is needed");
		ret = cmd_bad_usage("decode");
		goto out;
	}
	ret = decode(d, argv[optind]);
out:
	follow_stop(&d->follow);
	cli_close(&d->logs);
	filter_free(&d->filter);
	schema_free(&d->schema);
	free(d);
	return ret;
}
