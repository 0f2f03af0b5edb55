// SPDX-License-Identifier: GPL-2.0-only
#include "output/timeline_text.h"

#include "output/eventout.h"
#include "base/print.h"
#include "output/schema.h"
#include "events/findings.h"

#define SHORT_TIME	32	/* size of the text of a duration */

/*
 * Return: a duration as a short text, such as "12 ns", "3.4 us" or "100 ms"; "?" if it is not
 * known.
 */
static const char *short_time(u64 ns, char buf[SHORT_TIME])
{
	static const struct {
		u64 unit;
		const char *name;
	} units[] = { { 1000000000, "s" }, { 1000000, "ms" }, { 1000, "us" } };
	unsigned int i;

	if (ns == GUCLOG_NO_BOUND)
		return "?";
	snprintf(buf, SHORT_TIME, "%llu ns", ns);
	for (i = 0; i < ARRAY_SIZE(units); i++) {
		if (ns < units[i].unit)
			continue;
		snprintf(buf, SHORT_TIME, ns < 10 * units[i].unit ? "%.1f %s" : "%.0f %s",
			 (double)ns / (double)units[i].unit, units[i].name);
		break;
	}
	return buf;
}

static void print_num(struct print *p, u64 value)
{
	print_dec(p, value, 1, ' ');
}

/*
 * Print a line about a source of the timeline, such as "kernel0 dmesg.txt, 3 lines; 1 more without
 * a time".
 */
static void print_name(const struct guclog_source *s, struct print *p)
{
	static const char * const items[] = {
		[GUCLOG_SOURCE_LOG] = "event", [GUCLOG_SOURCE_CT] = "message",
		[GUCLOG_SOURCE_KERNEL_LOG] = "line", [GUCLOG_SOURCE_TRACE] = "event",
	};
	char name[24];

	snprintf(name, sizeof(name), "# %-8s ", s->short_name);
	print_str(p, name);
	print_printable(p, s->name);
	print_str(p, ", ");
	print_num(p, s->nr_items);
	print_char(p, ' ');
	print_str(p, items[s->kind]);
	print_str(p, s->nr_items == 1 ? "" : "s");
	if (s->nr_untimed) {
		print_str(p, "; ");
		print_num(p, s->nr_untimed);
		print_str(p, " more without a time");
	}
	print_char(p, '\n');
}

static void print_source(const struct guclog_source *s, struct print *p)
{
	char buf[64];

	print_name(s, p);
	print_str(p, "#          clock: ");
	print_str(p, s->clock);
	print_str(p, s->placed ? "\n#          placed by " :
		  "\n#          not placed in the order, but listed at the end: ");
	print_str(p, s->how);
	print_char(p, '\n');
	if (!s->placed)
		return;
	print_str(p, "#          uncertainty ");
	print_str(p, s->uncertainty_ns == GUCLOG_NO_BOUND ? "unknown" :
		  short_time(s->uncertainty_ns, buf));
	if (s->offset_ns) {
		snprintf(buf, sizeof(buf), ", offset %s%lld.%06lld s",
			 s->offset_ns < 0 ? "-" : "", llabs(s->offset_ns) / 1000000000,
			 llabs(s->offset_ns) / 1000 % 1000000);
		print_str(p, buf);
	}
	print_char(p, '\n');
}

static void print_item(const struct guclog_item *item, const struct schema *names,
		       struct print *p)
{
	const struct guclog_source *s = item->source;
	char unit[SHORT_TIME], text[64];

	print_ns(p, item->ns, 6);
	snprintf(text, sizeof(text), "  %8s  %-8s ", short_time(item->uncertainty_ns, unit),
		 s->short_name);
	print_str(p, text);
	if (item->text) {
		print_printable(p, item->text);
	} else {
		struct schema schema = *names;
		struct eventout out = { .p = p, .t = s->events, .schema = &schema };

		schema.words = guclog_analysis_survey(s->events->analysis)->words;
		eventout_words(&out, &item->event);
	}
	print_char(p, '\n');
}

/*
 * Print a heading before the items of a source whose times cannot be converted to the common clock
 * of the timeline. The items of this source are printed with the times of its own clock.
 */
static void print_heading(const struct guclog_source *s, struct print *p)
{
	print_str(p, "\n# ");
	print_str(p, s->short_name);
	print_str(p, ": not placed, times are from its own clock: ");
	print_str(p, s->how);
	print_char(p, '\n');
}

/**
 * timeline_print() - print items of a timeline (events of GuC logs and lines of texts) as text
 * @t: the timeline to which the items belong
 * @item: the items, in the order of the timeline
 * @nr: number of items
 * @p: destination
 * @names: names of event ids from the file of --schema
 *
 * Items of sources without a known time on the common clock are printed after the others.
 */
void timeline_print(const struct guclog_timeline *t, const struct guclog_item * const *item,
		    size_t nr, struct print *p, const struct schema *names)
{
	const struct guclog_source *last = NULL;
	unsigned int i;
	size_t k;

	for (i = 0; i < t->nr_sources; i++)
		print_source(t->source[i], p);
	print_str(p, "#\n# +-: uncertainty of the time against the other sources; ?: unknown\n"
		  "# seconds since boot        +-  source   what\n");
	for (k = 0; k < nr; k++) {
		const struct guclog_source *s = item[k]->source;

		if (!s->placed && s != last)
			print_heading(s, p);
		last = s;
		print_item(item[k], names, p);
	}
}
