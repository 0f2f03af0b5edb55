// SPDX-License-Identifier: GPL-2.0-only
#include "info_views.h"

#include "verbs/cli.h"
#include "verbs/log_messages.h"
#include "output/schema.h"
#include "events/tally.h"
#include "events/findings.h"
#include "read/log/events.h"
#include "read/log/logs.h"
#include "output/json_out.h"
#include "base/msg.h"
#include "base/status.h"
#include "base/out.h"

static void show_ids(const struct tally *tally, const struct schema *schema)
{
	unsigned int i;

	out_printf("  %-10s  %9s  %6s  name\n", "id", "events", "share");
	for (i = 0; i < tally->nr_ids; i++) {
		const struct tally_id *id = &tally->id[i];
		const char *name = schema_name(schema, id->id, id->name);
		u64 permille = (id->count * 1000 + tally->events / 2) / tally->events;

		out_printf("  0x%08x  %9llu  %3llu.%llu%%  %s%s\n", id->id,
			   id->count, permille / 10, permille % 10,
			   name ? name : "",
			   name && name == id->name && id->guess ? "?" : "");
	}
}

static void show_time(const struct tally *tally, const struct guclog_events *t, bool missing)
{
	u64 most = 1, span = (u64)(t->newest - t->oldest);
	unsigned int i;

	if (!t->hz || !span)
		return;
	if (t->inner_gap) {
		out_printf("  over time: unknown, since events are missing between others\n");
		return;
	}
	for (i = 0; i < TALLY_SLOTS; i++)
		most = max(most, tally->slot[i]);
	out_printf("  over time, seconds before the %s event:\n",
		   missing ? "last" : "newest");
	for (i = 0; i < TALLY_SLOTS; i++) {
		u64 ticks = span - span * i / TALLY_SLOTS;
		int bar = (int)(tally->slot[i] * 40 / most);

		out_printf("  %11.3f  %9llu  %.*s\n",
			   -(double)ticks / t->hz, tally->slot[i], bar,
			   "########################################");
	}
	out_printf("  rate: %.1f events per second\n",
		   (double)tally->events * t->hz / (double)span);
	for (i = 0; i < TALLY_SILENCES && tally->silence[i].ticks; i++)
		out_printf("  no event for %.6f s before event %llu\n",
			   (double)tally->silence[i].ticks / t->hz,
			   tally->silence[i].before);
}

static int count_log(const struct guclog_log *log, struct schema *schema, bool json)
{
	struct tally tally;
	struct guclog_events *t;
	int ret = CMD_FINE;
	char *name;

	if (cli_is_empty(log))
		return log_say_empty(log);
	name = cli_name(log);
	t = cli_events(log, 0);
	if (!t || !t->entries) {
		msg_fail(name, "has no events in a known format version");
		ret = CMD_FAULTS;
		goto out;
	}
	schema->words = guclog_analysis_survey(t->analysis)->words;
	tally_make(&tally, t);
	if (json) {
		json_counts_add(name, &tally, t, schema);
	} else {
		out_printf("%s: %llu event%s, %u id%s\n", name, tally.events,
			   tally.events == 1 ? "" : "s", tally.nr_ids, tally.nr_ids == 1 ? "" : "s");
		show_ids(&tally, schema);
		show_time(&tally, t, log->layout->missing_bytes);
	}
	tally_free(&tally);
out:
	guclog_events_close(t);
	free(name);
	return ret;
}

/**
 * info_counts() - count the events of each log by id and over time
 * @logs: the options --gt and --log are set in it. This function opens the input in it; the caller
 *	must close it with cli_close().
 * @path: path of the input
 * @schema: names that the user gave with --schema
 * @json: prepare JSON for json_counts_print() instead of printing text
 *
 * Context: process context; reads the input and prints.
 * Return: an enum cmd_status.
 */
int info_counts(struct cli_logs *logs, const char *path, struct schema *schema, bool json)
{
	const struct guclog_log *log;
	unsigned int i = 0;
	int ret;

	if (cli_open(logs, path))
		return CMD_FAILED;
	while ((log = cli_next(logs, &i))) {
		ret = count_log(log, schema, json);
		logs->status = max(logs->status, ret);
	}
	return logs->status;
}
