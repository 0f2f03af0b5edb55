// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include "verbs/cli.h"
#include "base/msg.h"
#include "events/tally.h"
#include "base/clean.h"
#include "events/learn/learned.h"

/* Event ids have 16 bits. A larger number comes from damaged data. */
#define MAX_ID		0xffffu
#define MAX_PAIRS	24u
#define PAIR_TABLE	4096u

/*
 * The output consists of numbers (counts, event ids, versions, PCI id, log level) and of constant
 * texts. No text is copied from an input, so that none of its addresses, names, arguments or times
 * can get into the output.
 */

/**
 * struct pair - two event ids that follow each other in the log
 * @first: the first id
 * @second: the second id
 * @count: number of times that the second id follows the first one
 */
struct pair {
	u32 first;
	u32 second;
	u64 count;
};

static void put_firmware(const struct guclog_survey *s)
{
	char version[FW_VERSION_SIZE];

	if (s->has_firmware)
		printf("firmware: %s%s\n", fw_version_text(s->firmware, version),
		       s->firmware_known ? " (in the dictionary)" : "");
	else
		printf("firmware: unknown\n");
}

/* Print the version of the kernel without the suffix that its builder added. */
static void put_kernel(const char *release)
{
	unsigned int major, minor;

	if (sscanf(release, "%u.%u", &major, &minor) == 2 && major < 100 && minor < 1000)
		printf("kernel: %u.%u\n", major, minor);
}

static void put_machine(const struct guclog_facts *f)
{
	if (facts_know(f, GUCLOG_FACT_PCI_ID))
		printf("device: %04x:%04x\n", f->pci_id.vendor & 0xffff,
		       f->pci_id.device & 0xffff);
	if (facts_know(f, GUCLOG_FACT_KERNEL))
		put_kernel(f->kernel);
	if (facts_know(f, GUCLOG_FACT_LOG_LEVEL))
		printf("log level: %u\n", f->log_level);
}

static void put_rules(const struct guclog_analysis *a)
{
	struct guclog_rule rule;
	unsigned int i;

	printf("rules:");
	for (i = 0; !guclog_analysis_rule(a, i, &rule); i++)
		if (rule.checks)
			printf(" %s=%llu/%llu%s", rule.name, (u64)rule.hits, (u64)rule.checks,
			       rule.failed ? "!" : "");
	printf("\n");
}

static void put_row(const struct guclog_learned_row *row)
{
	unsigned int i;

	if (row->id > MAX_ID)
		return;
	printf("id 0x%04x %llu", row->id, (u64)row->count);
	if (!row->used) {
		printf(" - (%s, %s)\n", row->look[0], row->look[1]);
		return;
	}
	printf(" %s %s %u/%u %s", row->name, row->grade, row->hits, row->checks,
	       *row->evidence ? row->evidence : "-");
	for (i = 0; i < row->nr_fields; i++)
		if (row->field[i].bits)
			printf(" %s=arg%u[%u:%u]", row->field[i].name, row->field[i].arg,
			       row->field[i].low + row->field[i].bits - 1, row->field[i].low);
	printf("\n");
}

static int more_often(const void *a, const void *b)
{
	const struct pair *x = a, *y = b;

	if (x->count != y->count)
		return x->count > y->count ? -1 : 1;
	if (x->first != y->first)
		return x->first < y->first ? -1 : 1;
	return x->second < y->second ? -1 : x->second > y->second;
}

static void count_pair(struct pair *table, u32 first, u32 second)
{
	u32 at = (first * 40503u + second * 65599u) % PAIR_TABLE, i;

	for (i = 0; i < 64; i++, at = (at + 1) % PAIR_TABLE) {
		struct pair *p = &table[at];

		if (p->count && (p->first != first || p->second != second))
			continue;
		p->first = first;
		p->second = second;
		p->count++;
		return;
	}
}

/* Print the most frequent pairs of ids of successive events. */
static void put_sequences(struct guclog_events *t)
{
	struct pair *table = calloc(PAIR_TABLE, sizeof(*table));
	struct guclog_event e;
	u32 last = MAX_ID + 1;
	unsigned int i;

	if (!table)
		return;
	guclog_events_rewind(t);
	while (guclog_events_next(t, &e)) {
		if (e.before_load || e.gap_bytes || e.id > MAX_ID)
			last = MAX_ID + 1;
		else if (last <= MAX_ID)
			count_pair(table, last, e.id);
		if (!e.before_load && e.id <= MAX_ID)
			last = e.id;
	}
	qsort(table, PAIR_TABLE, sizeof(*table), more_often);
	for (i = 0; i < MAX_PAIRS && table[i].count; i++)
		printf("%s %04x-%04x:%llu", i ? "" : "sequences:", table[i].first,
		       table[i].second, table[i].count);
	if (i)
		printf("\n");
	free(table);
}

static int contribute_log(void *context, struct cli_log *log, unsigned int nr)
{
	const char *path = context;
	struct guclog_learned *learned;
	struct guclog_error error;
	unsigned int i;

	if (!log->a) {
		msg_fail(path, "has no events%s",
			 cli_is_empty(log->log) ? "" : " in a known format version");
		return CMD_FAULTS;
	}
	learned = guclog_learn(log->log, &error);
	if (!learned) {
		msg_fail(path, "%s", error.text);
		return CMD_FAILED;
	}
	printf("guclog contribution 1\n");
	put_firmware(log->survey);
	put_machine(log->log->facts);
	printf("events: %llu\nmessages: %u\n", (u64)log->survey->events, learned->aligned);
	put_rules(log->a);
	for (i = 0; i < learned->nr_rows; i++)
		put_row(learned->row[i]);
	put_sequences(log->t);
	printf("end\n");
	guclog_learned_free(learned);
	return CMD_FINE;
}

static int run(void *into, int nr, char **path)
{
	int i, ret = CMD_FINE, one;

	for (i = 0; i < nr; i++) {
		one = cli_each_log_in(path[i], contribute_log, path[i]);
		ret = max(ret, one);
	}
	return ret;
}

static const struct option_desc options[] = {
	OPT_END
};

/* guclog contribute */
const struct cmd cmd_contribute = {
	.summary = "print what logs show about the events of their firmware, for this project",
	.usage = {
		.verb = "contribute",
		.synopsis = "LOG...",
		.about =
"Print what logs show about the events of their firmware: versions, ids with counts,\n"
"the results of the rules, what was learned, and which ids follow each other.\n"
"Read the output and attach it to an issue of this project: it helps users of the\n"
"same firmware.\n",
		.options = options,
		.notes =
"The output has no addresses, names, arguments or times: it has only numbers that were\n"
"counted, and constant texts. LOG is a log in any form, preferably a devcoredump, or '-'.\n",
		.operands = "at least one LOG is needed",
		.min_operands = 1,
		.max_operands = OPERANDS_ANY,
	},
	.run = run,
};
