// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include "abi/guc_log_abi.h"
#include "cmd_diff.h"
#include "events/cli.h"
#include "guc_lfd.h"
#include "guc_text.h"
#include "output/json_out.h"
#include "util/msg.h"

/**
 * struct side - one input
 * @logs: the input
 * @nr: number of its logs
 * @view: its logs
 * @paired: for each log, whether it has a partner
 */
struct side {
	struct cli_logs logs;
	unsigned int nr;
	struct log_view *view;
	bool *paired;
};

static void show_values(const struct diff *diff)
{
	int group = -1;
	unsigned int i;

	for (i = 0; i < diff->nr_values; i++) {
		const struct diff_value *v = &diff->value[i];

		if ((int)v->group != group)
			printf("  %s\n", diff_group_name(v->group));
		group = (int)v->group;
		printf("    %-22s %s -> %s\n", v->key,
		       v->a ? v->a : "(not known)",
		       v->b ? v->b : "(not known)");
	}
}

static void show_block(const struct diff_block *block)
{
	const char *name = guc_lfd_type_name(block->type);

	printf("    0x%04x %s", block->type, *name ? name : "(unknown)");
	if (block->nth)
		printf(" #%u", block->nth + 1);
	if (!block->in_a || !block->in_b)
		printf(": only in %c, %llu bytes\n", block->in_a ? 'A' : 'B',
		       block->in_a ? block->a : block->b);
	else if (block->a == block->b)
		printf(": %llu bytes, differ from byte %llu\n", block->a,
		       block->first);
	else
		printf(": %llu bytes -> %llu bytes, differ from byte %llu\n",
		       block->a, block->b, block->first);
}

static void show_blocks(const struct diff *diff)
{
	unsigned int i;

	if (!diff->nr_blocks)
		return;
	puts("  blocks");
	for (i = 0; i < diff->nr_stored; i++)
		show_block(&diff->block[i]);
	if (diff->nr_blocks > diff->nr_stored)
		printf("    and %llu more, see --all\n",
		       diff->nr_blocks - diff->nr_stored);
}

#define MAX_SHOWN	3

static void show_entries(char mark, const struct log_view *view, u64 index,
			 u64 nr, bool all)
{
	u64 shown = all ? nr : min_t(u64, nr, MAX_SHOWN);
	u64 i;

	for (i = index; i < index + shown; i++) {
		const u8 *p = guclog_log_entry(view->handle, i).data;

		printf("    %c%7llu  stamp 0x%08x  0x%04x  0x%08x 0x%08x\n",
		       mark, i, guc_load_le32(p), guc_load_le32(p + 8),
		       guc_load_le32(p + 12), guc_load_le32(p + 16));
	}
	if (nr > shown)
		printf("    %c        and %llu more\n", mark, nr - shown);
}

static void show_hunk(const struct diff_hunk *hunk, const struct log_view *a,
		      const struct log_view *b, bool all)
{
	show_entries('-', a, hunk->a, hunk->nr_a, all);
	show_entries('+', b, hunk->b, hunk->nr_b, all);
}

static void show_edges(const struct diff_events *events)
{
	if (events->older.nr_a)
		printf("    the %llu oldest of A are not in B\n",
		       events->older.nr_a);
	if (events->older.nr_b)
		printf("    the %llu oldest of B are not in A\n",
		       events->older.nr_b);
	if (events->newer.nr_a)
		printf("    the %llu newest of A are not in B\n",
		       events->newer.nr_a);
	if (events->newer.nr_b)
		printf("    the %llu newest of B are not in A\n",
		       events->newer.nr_b);
}

static void show_events(const struct diff *diff, const struct log_view *a,
			const struct log_view *b)
{
	const struct diff_events *events = &diff->events;
	unsigned int i;

	if (!events->only_a && !events->only_b)
		return;
	printf("  events\n    %llu only in A, %llu common, %llu only in B\n",
	       events->only_a, events->common, events->only_b);
	if (!events->common) {
		show_hunk(&events->older, a, b, diff->all);
		return;
	}
	show_edges(events);
	if (diff->all)
		show_hunk(&events->older, a, b, true);
	if (events->nr_hunks)
		printf("    and in %llu places between these:\n",
		       events->nr_hunks);
	for (i = 0; i < events->nr_stored; i++)
		show_hunk(&events->hunk[i], a, b, diff->all);
	if (events->nr_hunks > events->nr_stored)
		printf("    and in %llu more places, see --all\n",
		       events->nr_hunks - events->nr_stored);
	if (diff->all && (events->newer.nr_a || events->newer.nr_b)) {
		puts("    at the end:");
		show_hunk(&events->newer, a, b, true);
	}
}

static void show(const struct diff *diff, const struct log_view *a,
		 const struct log_view *b)
{
	char *one = cli_name(a), *two = cli_name(b);

	printf("A %s\nB %s\n", one, two);
	if (diff_is_same(diff))
		puts("  no difference");
	show_values(diff);
	show_blocks(diff);
	show_events(diff, a, b);
	free(one);
	free(two);
}

/**
 * struct how - how the differences are shown
 * @json: print JSON
 * @all: show every difference
 */
struct how {
	bool json;
	bool all;
};

static int diff_pair(const struct log_view *a, const struct log_view *b,
		     const struct how *how)
{
	struct diff diff;
	int ret;

	diff_make(&diff, a, b, how->all);
	ret = diff_is_same(&diff) ? CMD_FINE : CMD_FAULTS;
	if (how->json)
		json_diff_add(&diff, a, b);
	else
		show(&diff, a, b);
	diff_free(&diff);
	return ret;
}

static int diff_single(const struct log_view *view, char side, bool json)
{
	char *name = cli_name(view);

	if (json)
		json_diff_add_single(view, side);
	else
		printf("%c %s\n  only in %c\n", side, name, side);
	free(name);
	return CMD_FAULTS;
}

static bool is_same_gt(const struct log_view *a, const struct log_view *b,
		       bool by_number)
{
	bool has_a = guc_facts_has(&a->facts, GUC_FACT_gt);
	bool has_b = guc_facts_has(&b->facts, GUC_FACT_gt);

	if (!by_number)
		return !has_a || !has_b;
	return has_a && has_b && a->facts.gt == b->facts.gt;
}

/* First pair the logs of the same GT, then the logs of an unknown GT. */
static int diff_pairs(struct side *a, struct side *b, bool by_number,
		      const struct how *how)
{
	int ret = CMD_FINE, one;
	unsigned int i, j;

	for (i = 0; i < a->nr; i++) {
		for (j = 0; j < b->nr && !a->paired[i]; j++) {
			if (b->paired[j] || !is_same_gt(&a->view[i], &b->view[j],
							by_number))
				continue;
			a->paired[i] = true;
			b->paired[j] = true;
			one = diff_pair(&a->view[i], &b->view[j], how);
			ret = max(ret, one);
		}
	}
	return ret;
}

static int diff_rest(const struct side *side, char name, bool json)
{
	int ret = CMD_FINE;
	unsigned int i;

	for (i = 0; i < side->nr; i++)
		if (!side->paired[i])
			ret = diff_single(&side->view[i], name, json);
	return ret;
}

static int open_side(struct side *side, const char *path)
{
	struct log_view view;
	unsigned int i = 0;

	if (cli_open(&side->logs, path))
		return -1;
	while (cli_next(&side->logs, &i, &view)) {
		side->view = mem_grow(side->view,
				      (side->nr + 1) * sizeof(view));
		side->view[side->nr++] = view;
	}
	side->paired = mem_grow(NULL, side->nr * sizeof(*side->paired));
	memset(side->paired, 0, side->nr * sizeof(*side->paired));
	return 0;
}

static void close_side(struct side *side)
{
	cli_close(&side->logs);
	free(side->view);
	free(side->paired);
}

/**
 * struct diff_run - one run
 * @a: first input
 * @b: second input
 * @choice: the logs of both inputs that the user selected
 * @how: how the differences are shown
 */
struct diff_run {
	struct side a;
	struct side b;
	struct log_choice choice;
	struct how how;
};

static int run(void *into, int nr, char **path)
{
	struct diff_run *run = into;
	int part[4], ret = CMD_FINE;
	unsigned int i;

	run->a.logs.choice = run->choice;
	run->b.logs.choice = run->choice;
	if (open_side(&run->a, path[0]) || open_side(&run->b, path[1]))
		return CMD_FAILED;
	part[0] = diff_pairs(&run->a, &run->b, true, &run->how);
	part[1] = diff_pairs(&run->a, &run->b, false, &run->how);
	part[2] = diff_rest(&run->a, 'A', run->how.json);
	part[3] = diff_rest(&run->b, 'B', run->how.json);
	for (i = 0; i < ARRAY_SIZE(part); i++)
		ret = max(ret, part[i]);
	if (run->how.json)
		json_diff_print(ret == CMD_FINE);
	return ret;
}

static void end(void *into)
{
	struct diff_run *run = into;

	close_side(&run->a);
	close_side(&run->b);
}

static const struct option_desc options[] = {
	OPT_GT(struct diff_run, choice.gt, "only the logs of this GT"),
	OPT_FLAG(struct diff_run, how.all, "all",
		 "show every block, place and event, not only the first ones"),
	OPT_JSON(struct diff_run, how.json),
	OPT_END
};

/* guclog diff */
const struct cmd cmd_diff = {
	.summary = "show how two logs differ",
	.usage = {
		.verb = "diff",
		.synopsis = "[OPTION...] A B",
		.about =
"Show how two GuC logs differ: facts, values of the LIC, the ring, blocks, and\n"
"which events only one of them has.\n",
		.options = options,
		.notes = "A and B are logs in any form, or directories of such; one may be '-' for\n"
"standard input. The exit status is 0 if they are the same, 1 if they differ.\n",
		.operands = "two inputs are needed, A and B",
		.min_operands = 2,
		.max_operands = 2,
	},
	.size = sizeof(struct diff_run),
	.run = run,
	.end = end,
};
