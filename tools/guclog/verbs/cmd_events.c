// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include "verbs/cli.h"
#include "events_learn.h"
#include "output/json_out.h"
#include "base/msg.h"
#include "events/tally.h"
#include "base/clean.h"
#include "base/out.h"
#include "model/dictionary.h"

/* Largest number of ids that show_other_ids() prints. */
#define MAX_OTHER_IDS	40

/**
 * struct events - options and state of "guclog events"
 * @check: test the dictionary (the known names of event ids) on logs. Its rules are statements that
 *	are true if the names are right, for example "the first CTX_READY has the message's LRCA".
 * @learn: learn names of event ids from logs. Without @check and @learn, the dictionary is printed.
 * @json: print JSON instead of text
 */
struct events {
	bool check;
	bool learn;
	bool json;
};

static const char *evidence_text(const struct guclog_row *row, char buf[8])
{
	unsigned int i, n = 0;

	for (i = 0; i < 4; i++)
		if (row->evidence & 1u << i)
			buf[n++] = (char)('A' + i);
	buf[n] = '\0';
	return buf;
}

/*
 * The dictionary was made from logs of a few firmware versions. For each range of other versions,
 * print how many event ids are known, how many of them differ from the dictionary, and the
 * evidence.
 */
static void show_basis(void)
{
	struct guclog_firmware_basis basis;
	char version[FW_VERSION_SIZE];
	unsigned int i;

	out_printf("\nEvidence for other firmware versions:\n");
	for (i = 0; !guclog_dictionary_basis(i, &basis); i++) {
		out_printf("  %s", fw_version_text(basis.first, version));
		if (basis.first != basis.last)
			out_printf(" to %s", fw_version_text(basis.last, version));
		if (basis.device)
			out_printf(" on 8086:%04x", basis.device);
		out_printf(": %u events from %u logs, %u of them differ from the list above, %llu of %llu checks held\n",
			   basis.events, basis.logs, basis.moved, (unsigned long long)basis.hits,
			   (unsigned long long)basis.checks);
	}
	out_printf("  %s: none; names are learned from each log\n", i ? "further versions" : "all");
}

static void show_dictionary(void)
{
	char evidence[8], name[64], version[FW_VERSION_SIZE];
	struct guclog_row row;
	unsigned int i;
	u32 v;

	out_printf("%-6s  %-22s %-8s %9s  meaning\n", "id", "name", "evidence",
		   "held");
	for (i = 0; !guclog_dictionary_row(i, &row); i++) {
		snprintf(name, sizeof(name), "%s%s", row.name, row.guess ? "?" : "");
		out_printf("0x%04x  %-22s %-8s %4u/%-4u  %s\n", row.id, name,
			   evidence_text(&row, evidence), row.hits, row.checks, row.meaning);
	}
	out_printf("\nEvidence for a name: A = an argument equals a constant of a public header,\n"
	       "B = it equals another value of the same dump, C = order or arithmetic is\n"
	       "regular, D = a guess (name with '?').\n"
	       "Made from logs of GuC");
	for (i = 0; (v = guclog_dictionary_firmware(i)); i++)
		out_printf(" %s", fw_version_text(v, version));
	out_printf(". 'guclog events --check LOG' tests it on a log.\n");
	show_basis();
}

static void show_rule(const struct guclog_rule *rule)
{
	const char *state = !rule->checks ? "-" : rule->failed ? "FAILS" :
			    rule->weak ? "holds (weak)" :
			    rule->few ? "holds (few)" : "holds";

	out_printf("  %-4s %7llu/%-7llu %-12s  %s\n", rule->name, (u64)rule->hits,
		   (u64)rule->checks, state, rule->text);
	if (rule->hits != rule->checks)
		out_printf("%35s first failed at event %llu\n", "", (u64)rule->failed_at);
	if (rule->failed)
		out_printf("%35s disables: %s\n", "", rule->off_text);
}

static void show_firmware(const struct guclog_survey *s)
{
	char version[FW_VERSION_SIZE];

	if (!s->has_firmware)
		out_printf("  firmware unknown");
	else
		out_printf("  firmware GuC %s, %s", fw_version_text(s->firmware, version),
			   s->firmware_known ? "known" : s->basis_logs ?
			   "known in part" : s->learned ?
			   "unknown, so names were learned from this log" :
			   "not one of the versions from which the dictionary was made");
	if (s->basis_logs)
		out_printf(": %u ids from %u earlier log%s", s->basis_events, s->basis_logs,
			   s->basis_logs == 1 ? "" : "s");
	if (s->conflicts)
		out_printf(", %u of them contradicted by this log", s->conflicts);
	out_printf("; log format version 2\n");
}

static double percent(u64 part, u64 whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0;
}

static void show_events(const struct guclog_survey *s)
{
	u64 events = s->events, unknown = s->events - s->known;

	out_printf("  events %llu: %llu (%.1f %%) with a name, %llu (%.1f %%) of these a guess; "
	       "%llu (%.1f %%) with an id that is not in the dictionary\n",
	       events, (u64)s->named, percent(s->named, events), (u64)s->guesses,
	       percent(s->guesses, events), unknown, percent(unknown, events));
}

/*
 * Print the event ids that the dictionary does not have or, if names were learned from the log
 * (@learned), the ids for which no name was learned; with each id, print the number of its events.
 */
static void show_other_ids(const struct tally *tally, bool learned)
{
	unsigned int i, nr = 0;

	for (i = 0; i < tally->nr_ids && nr < MAX_OTHER_IDS; i++) {
		if (learned ? !!tally->id[i].name :
		    guclog_dictionary_find(tally->id[i].id, NULL) >= 0)
			continue;
		out_printf("%s %04x:%llu", nr++ ? "" : "  other ids:", tally->id[i].id,
			   tally->id[i].count);
	}
	if (nr)
		out_printf("\n");
}

static void show_check(const struct cli_log *log, const struct tally *tally,
		       const char *name)
{
	const struct guclog_survey *s = log->survey;
	struct guclog_rule rule;
	uint64_t count;
	unsigned int i;
	u32 id;

	out_printf("%s\n", name);
	show_firmware(s);
	show_events(s);
	out_printf("  rules %u tested, %u hold%s\n", s->rules_tested, s->rules_held,
		   s->misfit ? ": the dictionary does not fit, so no name is used" :
		   "");
	for (i = 0; !guclog_analysis_rule(log->a, i, &rule); i++)
		show_rule(&rule);
	out_printf("  ids:");
	for (i = 0; !guclog_analysis_id(log->a, i, &id, &count); i++)
		if (count)
			out_printf(" %04x:%llu%s", id, (u64)count,
				   s->words & 1ull << i ? "" : "(bare)");
	out_printf("\n");
	show_other_ids(tally, s->learned);
}

static void check_analysed(struct events *x, struct cli_log *log, const char *name)
{
	struct tally tally;

	tally_make(&tally, log->t);
	if (x->json)
		json_events_add(name, log->a, &tally);
	else
		show_check(log, &tally, name);
	tally_free(&tally);
}

static int check_log(void *x, struct cli_log *log, unsigned int nr)
{
	char *name;
	int ret;

	name = cli_log_name(log, &ret);
	if (!name)
		return ret;
	check_analysed(x, log, name);
	if (log->survey->rules_held != log->survey->rules_tested)
		ret = CMD_FAULTS;
	free(name);
	return ret;
}

static int run(void *into, int nr, char **path)
{
	struct events *x = into;
	int i, ret = CMD_FINE, one;

	if (x->check && x->learn)
		return options_fail("events", "--check and --learn cannot be used together");
	if ((x->check || x->learn) != !!nr)
		return options_fail("events", nr ? "logs are read only with --check or --learn" :
				    "--check and --learn need at least one LOG");
	if (x->learn)
		return events_learn(nr, path, x->json);
	if (!nr) {
		if (x->json)
			json_dictionary();
		else
			show_dictionary();
		return CMD_FINE;
	}
	for (i = 0; i < nr; i++) {
		one = cli_each_log_in(path[i], check_log, x);
		ret = max(ret, one);
	}
	if (x->json)
		json_events_print();
	return ret;
}

static const struct option_desc options[] = {
	OPT_FLAG(struct events, check, "check",
		 "test the rules of the dictionary on logs. The output is evidence:\n"
		 "report it if the firmware version is not in the dictionary"),
	OPT_FLAG(struct events, learn, "learn",
		 "learn from logs of one unknown firmware, preferably in devcoredumps, which\n"
		 "event each id is and which fields its arguments have: proposals with\n"
		 "their evidence. The other verbs use the proposals automatically"),
	OPT_JSON(struct events, json),
	OPT_END
};

/* guclog events */
const struct cmd cmd_events = {
	.summary = "show the known meanings of event ids, and test them on logs",
	.usage = {
		.verb = "events",
		.synopsis = "[--json]\n--check [--json] LOG...\n--learn [--json] LOG...",
		.about =
"Show the dictionary of event ids, test on logs whether its rules hold, or learn from\n"
"logs of another firmware what the ids of that firmware mean.\n",
		.options = options,
		.notes =
"If a rule fails on a log, the names and verdicts that depend on it are not used for\n"
"that log, and the exit status is 1. LOG is a log in any form, a directory of logs, or '-'.\n",
		.operands = "at least one LOG is needed",
		.min_operands = 0,
		.max_operands = OPERANDS_ANY,
	},
	CMD_INTO(struct events),
	.run = run,
};
