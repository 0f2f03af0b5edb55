// SPDX-License-Identifier: GPL-2.0-only
#include "decode.h"

#include "verbs/inputs.h"
#include "output/timeline_text.h"
#include "base/msg.h"
#include "base/status.h"

/**
 * struct selection - the items of a timeline (events of GuC logs and lines of texts) that are
 * printed
 * @in: the inputs that are in the timeline
 * @nr: number of items
 * @item: the items that are printed, in the order of time
 */
struct selection {
	struct inputs *in;
	size_t nr;
	const struct guclog_item **item;
};

/*
 * Return: the time of the newest event in ns on the common clock of the inputs (time since boot),
 * or 0 if no event has a time on this clock.
 */
static s64 newest_ns(const struct guclog_timeline *t)
{
	s64 ns = 0;
	size_t k;

	for (k = 0; k < t->nr_items && t->item[k]->source->placed; k++)
		if (!t->item[k]->text)
			ns = t->item[k]->ns;
	return ns;
}

/*
 * Convert the argument of --since or --until to a time on the common clock. @none: the result if
 * the option was not given. Return: 0, or -1 after printing on stderr why it cannot be converted.
 */
static int limit_ns(const struct guclog_timeline *t, const struct filter_time *time, s64 none,
		    s64 *ns)
{
	if (time->wall && !t->has_boot_wall) {
		msg_fail(NULL, "no log has an anchor to the wall clock; try -SECONDS");
		return -1;
	}
	*ns = !time->set ? none : time->wall ? time->ns - t->boot_wall_ns :
	      time->ago ? newest_ns(t) + time->ns : time->ns;
	return 0;
}

/*
 * Return: a bitmap with a bit for each event of a log, by its index. A bit is 1 if the options that
 * do not depend on time, such as --id and --engine, select the event. The caller must free it.
 */
static u8 *selected_events(const struct filter *filter, struct cli_log *log)
{
	struct filter only = *filter;
	struct filter_walk walk;
	struct guclog_event e;
	u8 *bits = mem_zero(log->t->entries / 8 + 1);

	only.since.set = false;
	only.until.set = false;
	only.tail.given = false;
	only.quiet = true;
	filter_walk_begin(&walk, &only, log->t);
	while (filter_walk_next(&walk, &e))
		if (!e.before_load && e.index < log->t->entries)
			bits[e.index / 8] |= (u8)(1u << e.index % 8);
	return bits;
}

/*
 * Select events by the options that do not depend on time, such as --id and --engine. Items that
 * are not events stay selected.
 */
static int select_events(struct decode *d, struct selection *s)
{
	u8 **bits = mem_zero((s->in->nr_logs + 1) * sizeof(*bits));
	size_t k, kept = 0;
	unsigned int i;
	int ret = 0;

	for (i = 0; i < s->in->nr_logs && !ret; i++) {
		struct cli_log *log = &s->in->log[i];

		if (filter_needs_words(&d->filter) && !log->survey->words) {
			msg_fail(log->log->name, DECODE_NO_WORDS);
			ret = -1;
		} else {
			bits[i] = selected_events(&d->filter, log);
		}
	}
	for (k = 0; k < s->nr && !ret; k++) {
		const struct guclog_item *item = s->item[k];
		u64 index = item->event.index;

		if (item->text || bits[item->source->number][index / 8] >> index % 8 & 1)
			s->item[kept++] = item;
	}
	if (!ret)
		s->nr = kept;
	for (i = 0; i < s->in->nr_logs; i++)
		free(bits[i]);
	free(bits);
	return ret;
}

/*
 * Select items by time. The limits apply only to items with a time on the common clock, which come
 * first in the timeline; all other items are selected.
 */
static int select_times(struct decode *d, struct selection *s)
{
	const struct guclog_timeline *t = s->in->timeline;
	size_t first = 0, end, placed = 0, k;
	s64 since, until;

	if (limit_ns(t, &d->filter.since, INT64_MIN, &since) ||
	    limit_ns(t, &d->filter.until, INT64_MAX, &until))
		return -1;
	while (placed < t->nr_items && t->item[placed]->source->placed)
		placed++;
	while (first < placed && t->item[first]->ns < since)
		first++;
	for (end = first; end < placed && t->item[end]->ns <= until;)
		end++;
	s->item = mem_zero((t->nr_items + 1) * sizeof(*s->item));
	for (k = first; k < end; k++)
		s->item[s->nr++] = t->item[k];
	for (k = placed; k < t->nr_items; k++)
		s->item[s->nr++] = t->item[k];
	return 0;
}

/* For --last, keep only the newest of the selected items that have a time on the common clock. */
static void select_newest(const struct decode *d, struct selection *s)
{
	size_t placed = 0, drop = 0;

	while (placed < s->nr && s->item[placed]->source->placed)
		placed++;
	if (d->filter.tail.given && d->filter.tail.value < placed)
		drop = placed - (size_t)d->filter.tail.value;
	s->nr -= drop;
	memmove(s->item, s->item + drop, s->nr * sizeof(*s->item));
}

static int write_selection(struct decode *d, void *what)
{
	const struct selection *s = what;
	struct guclog_names names = schema_names(&d->schema);
	struct guclog_export *x;
	size_t k;

	if (d->to == DECODE_TEXT) {
		timeline_print(s->in->timeline, s->item, s->nr, &d->print, &d->schema);
		return CMD_FINE;
	}
	x = guclog_export_open(decode_export_form(d), &names, print_write_to, &d->print, NULL);
	if (!x)
		mem_none();
	guclog_export_begin_timeline(x, s->in->timeline);
	for (k = 0; k < s->nr; k++)
		guclog_export_item(x, s->item[k]);
	guclog_export_close(x);
	return CMD_FINE;
}

static int show(struct decode *d, struct inputs *in)
{
	struct selection s = { .in = in };
	int ret = inputs_status(in);

	if (!in->timeline->nr_items) {
		msg_fail(NULL, "no event with a time in these files");
		ret = max_t(int, ret, CMD_FAULTS);
	}
	if (select_times(d, &s) || select_events(d, &s)) {
		ret = CMD_FAILED;
	} else {
		select_newest(d, &s);
		if (!s.nr && in->timeline->nr_items)
			msg_fail(NULL, "no event is selected");
		ret = max(ret, decode_write(d, write_selection, &s));
	}
	free(s.item);
	return ret;
}

/**
 * decode_timeline() - show or write the items of several inputs in the order of time
 * @d: options and state of "guclog decode"
 * @path: paths of the inputs
 * @nr: number of inputs
 *
 * Context: process context; reads the inputs and writes.
 * Return: an enum cmd_status.
 */
int decode_timeline(struct decode *d, char **path, int nr)
{
	struct inputs in = { .choice = d->in.choice };
	int ret = CMD_FAILED;

	inputs_begin(&in, d->no_suspend, d->trace_clock == 1);
	if (!inputs_open(&in, path, nr)) {
		inputs_sort(&in);
		ret = d->to == DECODE_PERFETTO ? decode_perfetto_timeline(d, &in) : show(d, &in);
	}
	inputs_close(&in);
	return ret;
}
