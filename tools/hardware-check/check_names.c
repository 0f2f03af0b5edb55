// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests with the command guclog whether its dictionary (the names of event ids) is right for the
 * log of this machine.
 */
#include "hwcheck.h"
#include "base/types.h"

#define COMMAND_S	120

/*
 * Return: the path of a file with the event ring of a GT, or NULL if it cannot be read. The file
 * has the newest copy of the ring that check_stream() has kept. If there is no such copy, the
 * present content of the ring is saved to the file.
 */
static char *log_of(const struct machine *m, const struct gt *gt)
{
	char *path = path_of("%s/gt%u.ring.lfd", m->work, gt->id), *from;
	struct buffer b = { NULL, 0 };

	if (exists(path))
		return path;
	from = path_of("%s/guc_log_lfd", gt->ours);
	if (read_all(from, &b) || write_all(path, b.data, b.len)) {
		free(path);
		path = NULL;
	}
	buffer_free(&b);
	free(from);
	return path;
}

/*
 * Return: the output from the text @begin to the end of its line; empty if the text is not found.
 */
static struct guclog_bytes line_of(const struct buffer *output, const char *begin)
{
	const char *p = strstr(output->data, begin);

	return (struct guclog_bytes){ p ?: "", p ? strcspn(p, "\n") : 0 };
}

/* Add to @names the rules of the dictionary that are marked as failed in the output of guclog. */
static void failed_rules(const struct buffer *output, struct text *names)
{
	const char *p = output->data;
	char name[16], counts[32], verdict[16];

	while (p && *p) {
		if (sscanf(p, " %15s %31s %15s", name, counts, verdict) == 3 &&
		    strchr(counts, '/') && !strcmp(verdict, "FAILS"))
			text_add(names, " %s (%s)", name, counts);
		p = strchr(p, '\n');
		p = p ? p + 1 : NULL;
	}
}

/* Return: whether most events have an id that is not in the dictionary. */
static bool has_other_ids(const char *events)
{
	u64 all, other;

	return sscanf(events, "events %llu: %*u (%*f %%) with a name, %*u (%*f %%) of these a guess; %llu",
		      &all, &other) == 2 && other > all / 2;
}

/*
 * Test the rules of the dictionary on a log. A rule states what must be true if names of events are
 * right, for example the order of two events. Return: 0 if all rules hold, 1 if a rule fails, or -1
 * if the rules cannot be tested. If the log has no event to which a rule applies, the result is 1
 * if most ids are not in the dictionary, otherwise -1.
 */
static int test_rules(const struct machine *m, const char *log, struct text *text)
{
	const char * const argv[] = { m->guclog, "events", "--check", log, NULL };
	struct guclog_bytes events, rules;
	struct buffer output;
	int ret = run_program(argv, COMMAND_S, &output);

	events = line_of(&output, "events ");
	rules = line_of(&output, "rules ");
	if ((ret && ret != 1) || !rules.len) {
		text_add(text, "guclog events --check ended with status %d", ret);
		ret = -1;
	} else {
		text_add(text, "%.*s; %.*s", (int)rules.len, (const char *)rules.data,
			 (int)events.len, (const char *)events.data);
		if (ret)
			text_add(text, "; not held:");
		failed_rules(&output, text);
		if (!strncmp(rules.data, "rules 0 ", 8)) {
			text_add(text, "; no rule can be tested");
			ret = has_other_ids((const char *)events.data) ? 1 : -1;
		}
	}
	buffer_free(&output);
	return ret;
}

/*
 * Let guclog learn the meanings of event ids from the log alone. Return: number of ids that have a
 * different meaning from that in the dictionary.
 */
static unsigned int count_moved(const struct machine *m, const char *log, struct text *text)
{
	const char * const argv[] = { m->guclog, "events", "--learn", log, NULL };
	unsigned int there = 0, moved = 0;
	struct guclog_bytes line;
	struct buffer output;
	const char *p;
	int ret = run_program(argv, COMMAND_S, &output);

	line = line_of(&output, "Ids of the dictionary");
	p = line.len ? strchr(line.data, ':') : NULL;
	if (!p || sscanf(p, ": %u as there, %u moved", &there, &moved) != 2)
		text_add(text, "; events --learn ended with status %d", ret);
	else
		text_add(text, "; learned from the log alone: %u ids as in the dictionary, %u others",
			 there, moved);
	buffer_free(&output);
	return moved;
}

/**
 * check_names() - check that guclog's names of event ids are right for this machine's firmware
 * @m: from machine_open()
 * @page: the page for the user; a line with the result is added
 *
 * Uses the log of the first GT, because most of the work runs there.
 */
void check_names(const struct machine *m, struct page *page)
{
	struct text text = { NULL, 0 };
	unsigned int moved;
	char *log;
	int ret;

	if (machine_log_is_off(m, page, "dictionary"))
		return;
	log = log_of(m, &m->gt[0]);
	if (!log) {
		page_add(page, NOT_RUN, "dictionary", "there is no log");
		return;
	}
	say("Testing the dictionary");
	ret = test_rules(m, log, &text);
	if (ret < 0) {
		page_add(page, NOT_RUN, "dictionary", "%s", text.data);
	} else {
		moved = count_moved(m, log, &text);
		page_add(page, ret || moved ? HOLDS_NOT : HOLDS, "dictionary", "%s", text.data);
	}
	free(text.data);
	free(log);
}
