// SPDX-License-Identifier: GPL-2.0-only
#include "decode.h"

#include "order/order.h"
#include "util/msg.h"
#include "util/status.h"

/* The newest event with a place in the order, 0 without. */
static s64 newest_ns(const struct order *o)
{
	s64 ns = 0;
	size_t k;

	for (k = 0; k < o->nr && o->source[o->item[k].source].placed; k++)
		if (o->item[k].log >= 0)
			ns = o->item[k].ns;
	return ns;
}

/* Return: 0, or -1 after printing on stderr why the time has no place in the order. */
static int limit_ns(const struct order *o, const struct filter_time *time, s64 none, s64 *ns)
{
	if (time->wall && !o->has_boot_wall) {
		msg_fail(NULL, "no log has an anchor to the wall clock; try -SECONDS");
		return -1;
	}
	*ns = !time->set ? none : time->wall ? time->ns - o->boot_wall :
	      time->ago ? newest_ns(o) + time->ns : time->ns;
	return 0;
}

/* Return: a bit for each event of a log that is selected, whatever its time. */
static u8 *selected_events(const struct filter *filter, struct analysed_log *log)
{
	struct filter only = *filter;
	struct filter_walk walk;
	struct guclog_event e;
	u64 entries = log->t ? log->t->entries : 0;
	u8 *bits = mem_zero(entries / 8 + 1);

	if (!entries)
		return bits;
	only.since.set = false;
	only.until.set = false;
	only.tail.given = false;
	filter_walk_begin(&walk, &only, log->t);
	while (filter_walk_next(&walk, &e))
		if (!e.before_load && e.index < entries)
			bits[e.index / 8] |= (u8)(1u << e.index % 8);
	return bits;
}

/* Keep the first items, and those from @from on. */
static void drop_items(struct order *o, size_t first, size_t from)
{
	size_t k;

	for (k = first; k < from; k++)
		free(o->item[k].msg);
	memmove(o->item + first, o->item + from, (o->nr - from) * sizeof(*o->item));
	o->nr -= from - first;
}

/* The selection of events by more than their time; it does not apply to other items. */
static int select_events(struct decode *d, struct order *o)
{
	u8 **bits = mem_zero((o->nr_logs + 1) * sizeof(*bits));
	size_t k, kept = 0;
	unsigned int i;
	int ret = 0;

	for (i = 0; i < o->nr_logs && !ret; i++) {
		if (filter_needs_words(&d->filter) &&
		    !(o->log[i].survey && o->log[i].survey->words)) {
			msg_fail(guclog_log_name(o->log[i].view.handle), DECODE_NO_WORDS);
			ret = -1;
		} else {
			bits[i] = selected_events(&d->filter, &o->log[i]);
		}
	}
	for (k = 0; k < o->nr && !ret; k++) {
		const struct order_item *item = &o->item[k];

		if (item->log < 0 ||
		    bits[item->log][item->e.index / 8] >> item->e.index % 8 & 1)
			o->item[kept++] = *item;
	}
	if (!ret)
		o->nr = kept;
	for (i = 0; i < o->nr_logs; i++)
		free(bits[i]);
	free(bits);
	return ret;
}

/* The limits apply to items with a place in the order, which come first. */
static int select_times(struct decode *d, struct order *o)
{
	size_t first = 0, end, placed = 0;
	s64 since, until;

	if (limit_ns(o, &d->filter.since, INT64_MIN, &since) ||
	    limit_ns(o, &d->filter.until, INT64_MAX, &until))
		return -1;
	while (placed < o->nr && o->source[o->item[placed].source].placed)
		placed++;
	while (first < placed && o->item[first].ns < since)
		first++;
	for (end = first; end < placed && o->item[end].ns <= until;)
		end++;
	if (d->filter.tail.given && d->filter.tail.value < end - first)
		first = end - (size_t)d->filter.tail.value;
	drop_items(o, end, placed);
	drop_items(o, 0, first);
	return 0;
}

static int write_order(struct decode *d, void *what)
{
	const struct order *o = what;

	switch (d->to) {
	case DECODE_TEXT:
		order_print(o, &d->print, &d->schema);
		break;
	case DECODE_CSV:
		order_csv(o, &d->print, &d->schema);
		break;
	default:
		order_json(o, &d->print, &d->schema, d->to == DECODE_JSONL);
	}
	return CMD_FINE;
}

static int show(struct decode *d, struct order *o)
{
	int ret = order_status(o);

	if (!o->nr) {
		msg_fail(NULL, "no event with a time in these files");
		ret = max_t(int, ret, CMD_FAULTS);
	}
	if (select_times(d, o) || select_events(d, o))
		return CMD_FAILED;
	return max(ret, decode_write(d, write_order, o));
}

/**
 * decode_timeline() - show or write all that has a time in several inputs, in one order
 * @d: the run
 * @path: the inputs
 * @nr: number of these
 *
 * Context: process context; reads the inputs and writes.
 * Return: an enum cmd_status.
 */
int decode_timeline(struct decode *d, char **path, int nr)
{
	struct order o = {
		.choice = d->in.logs.choice,
		.no_suspend = d->no_suspend,
		.trace_boot = d->trace_clock == 1,
	};
	int ret = CMD_FAILED;

	if (!order_open(&o, path, nr)) {
		order_sort(&o);
		ret = d->to == DECODE_PERFETTO ? decode_perfetto_timeline(d, &o) : show(d, &o);
	}
	order_close(&o);
	return ret;
}
