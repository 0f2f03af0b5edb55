// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include <getopt.h>

#include "events/cli.h"
#include "events/schema.h"
#include "events/tally.h"
#include "events/timeline.h"
#include "output/json_out.h"
#include "util/msg.h"

static const char usage[] =
"Usage: guclog stats [OPTION...] INPUT\n"
"Count the events of a GuC log: by id and over time, with the rate and the\n"
"longest silences.\n"
"\n"
"  --schema FILE  names for ids; guclog(1) has the format\n"
"  --gt N         only the log of this GT\n"
"  --json         the same as JSON; guclog(1) has the names\n"
"  -h, --help     this text\n"
"\n"
"INPUT is a log in any form, a directory of such, or '-' for standard input.\n";

/**
 * struct stats - one run
 * @logs: the input
 * @schema: names
 * @json: as JSON
 */
struct stats {
	struct cli_logs logs;
	struct schema schema;
	bool json;
};

static void show_ids(const struct tally *tally, const struct schema *schema)
{
	const struct schema_event *names;
	unsigned int i;

	printf("  %-10s  %9s  %6s  name\n", "id", "events", "share");
	for (i = 0; i < tally->nr_ids; i++) {
		const struct tally_id *id = &tally->id[i];
		u64 permille = id->count * 1000 / tally->events;

		names = schema_find(schema, id->id);
		printf("  0x%08x  %9llu  %3llu.%llu%%  %s\n", id->id,
		       id->count, permille / 10, permille % 10,
		       names ? names->name : "");
	}
}

static void show_time(const struct tally *tally, const struct timeline *t)
{
	u64 most = 1, span = (u64)(t->newest - t->oldest);
	unsigned int i;

	if (!t->hz || !span)
		return;
	for (i = 0; i < TALLY_SLOTS; i++)
		most = max(most, tally->slot[i]);
	printf("  over time, seconds before the newest event:\n");
	for (i = 0; i < TALLY_SLOTS; i++) {
		u64 ticks = span - span * i / TALLY_SLOTS;
		int bar = (int)(tally->slot[i] * 40 / most);

		printf("  %11.3f  %9llu  %.*s\n",
		       -(double)ticks / t->hz, tally->slot[i], bar,
		       "########################################");
	}
	printf("  rate: %.1f events per second\n",
	       (double)tally->events * t->hz / (double)span);
	for (i = 0; i < TALLY_SILENCES && tally->silence[i].ticks; i++)
		printf("  silent for %.6f s before event %llu\n",
		       (double)tally->silence[i].ticks / t->hz,
		       tally->silence[i].before);
}

static int stats_log(struct stats *s, const struct logview *view)
{
	char *name = cli_name(view);
	struct tally tally;
	struct timeline t;
	int ret = CMD_FINE;

	if (!timeline_open(&t, view) || !t.entries) {
		msg_fail(name, t.view->version ? "no events of a known version" :
						 "no events");
		ret = CMD_FAULTS;
		goto out;
	}
	tally_make(&tally, &t);
	if (s->json) {
		json_stats_add(name, &tally, &t, &s->schema);
	} else {
		printf("%s: %llu events, %u ids\n", name, tally.events,
		       tally.nr_ids);
		show_ids(&tally, &s->schema);
		show_time(&tally, &t);
	}
	tally_free(&tally);
out:
	free(name);
	return ret;
}

static int stats(struct stats *s, const char *path)
{
	struct logview view;
	unsigned int i = 0;

	if (s->json && json_missing())
		return CMD_FAILED;
	if (cli_open(&s->logs, path))
		return CMD_FAILED;
	while (cli_next(&s->logs, &i, &view))
		s->logs.status = max(s->logs.status, stats_log(s, &view));
	if (s->json)
		json_stats_print();
	return s->logs.status;
}

static const struct option options[] = {
	{ "schema", required_argument, NULL, 'S' },
	{ "gt", required_argument, NULL, 'g' },
	{ "json", no_argument, NULL, 'j' },
	{ "help", no_argument, NULL, 'h' },
	{ NULL, 0, NULL, 0 }
};

static int set_option(struct stats *s, int opt)
{
	switch (opt) {
	case 'S':
		schema_free(&s->schema);
		return schema_read(&s->schema, optarg);
	case 'g':
		return cli_set_gt(&s->logs, optarg);
	case 'j':
		s->json = true;
		return 0;
	default:
		return -1;	/* getopt has said why */
	}
}

/**
 * cmd_stats() - guclog stats
 * @argc: number of arguments
 * @argv: arguments
 *
 * Return: an enum cmd_status.
 */
int cmd_stats(int argc, char **argv)
{
	struct stats s = { .json = false };
	int ret = CMD_FINE, opt = 0;

	while ((opt = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		if (opt == 'h') {
			fputs(usage, stdout);
			goto out;
		}
		if (set_option(&s, opt)) {
			ret = cmd_bad_usage("stats");
			goto out;
		}
	}
	if (argc - optind != 1) {
		msg_fail(NULL, "one INPUT is needed");
		ret = cmd_bad_usage("stats");
		goto out;
	}
	ret = stats(&s, argv[optind]);
out:
	cli_close(&s.logs);
	schema_free(&s.schema);
	return ret;
}
