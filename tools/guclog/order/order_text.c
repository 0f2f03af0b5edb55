// SPDX-License-Identifier: GPL-2.0-only
#include "order/order.h"

#include "output/eventout.h"
#include "output/print.h"
#include "input/schema.h"

/* "12 ns", "3.4 us", "100 ms", "2.0 s" or "?", in a column of 8. */
static const char *short_time(u64 ns, char buf[16])
{
	static const struct {
		u64 unit;
		const char *name;
	} units[] = { { 1000000000, "s" }, { 1000000, "ms" }, { 1000, "us" } };
	unsigned int i;

	if (ns == ORDER_UNKNOWN)
		return "?";
	snprintf(buf, 16, "%llu ns", ns);
	for (i = 0; i < ARRAY_SIZE(units); i++) {
		if (ns < units[i].unit)
			continue;
		snprintf(buf, 16, ns < 10 * units[i].unit ? "%.1f %s" : "%.0f %s",
			 (double)ns / (double)units[i].unit, units[i].name);
		break;
	}
	return buf;
}

static void print_num(struct print *p, u64 value)
{
	print_dec(p, value, 1, ' ');
}

/* "kernel0  dmesg.txt, 3 lines; 1 more without a time" */
static void print_name(const struct order_source *s, struct print *p)
{
	static const char * const items[] = {
		[ORDER_GUC] = "event", [ORDER_CT] = "message", [ORDER_KERNEL] = "line",
		[ORDER_TRACE] = "event",
	};
	char name[24];

	snprintf(name, sizeof(name), "# %-8s ", s->short_name);
	print_str(p, name);
	print_str(p, s->name);
	print_str(p, ", ");
	print_num(p, s->items);
	print_char(p, ' ');
	print_str(p, items[s->kind]);
	print_str(p, s->items == 1 ? "" : "s");
	if (s->untimed) {
		print_str(p, "; ");
		print_num(p, s->untimed);
		print_str(p, " more without a time");
	}
	print_char(p, '\n');
}

static void print_source(const struct order_source *s, struct print *p)
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
	print_str(p, s->uncertainty == ORDER_UNKNOWN ? "unknown" :
		  short_time(s->uncertainty, buf));
	if (s->offset) {
		snprintf(buf, sizeof(buf), ", offset %s%lld.%06lld s", s->offset < 0 ? "-" : "",
			 llabs(s->offset) / 1000000000, llabs(s->offset) / 1000 % 1000000);
		print_str(p, buf);
	}
	print_char(p, '\n');
}

static void print_item(const struct order *o, const struct order_item *item,
		       const struct schema *names, struct print *p)
{
	const struct order_source *s = &o->source[item->source];
	u64 uncertainty = order_uncertainty(s, item->ns);
	char unit[16], text[40];

	print_ns(p, item->ns, 6);
	snprintf(text, sizeof(text), "  %8s  %-8s ", short_time(uncertainty, unit),
		 s->short_name);
	print_str(p, text);
	if (item->log >= 0) {
		struct schema schema = *names;
		struct eventout out = {
			.p = p, .t = o->log[item->log].t, .schema = &schema,
		};

		schema.words = o->log[item->log].survey->words;
		eventout_words(&out, &item->e);
	} else {
		const char *words = item->msg ?: item->text;

		/* Longer than the buffer of a line: a trace can have any fields. */
		print_bytes(p, words, min_t(size_t, strlen(words), PRINT_LINE - 256));
	}
	print_char(p, '\n');
}

/* A heading where the source changes to one with a clock of its own. */
static void print_heading(const struct order_source *s, struct print *p)
{
	print_str(p, "\n# ");
	print_str(p, s->short_name);
	print_str(p, ": not placed, times are those of its own clock: ");
	print_str(p, s->how);
	print_char(p, '\n');
}

/**
 * order_print() - print all items as text
 * @o: the order, sorted
 * @p: destination
 * @names: names of the user for ids
 *
 * Items of sources that are not placed are printed after the others.
 *
 * Context: any.
 */
void order_print(const struct order *o, struct print *p, const struct schema *names)
{
	u32 last = U32_MAX;
	unsigned int i;
	size_t k;

	for (i = 0; i < o->nr_sources; i++)
		print_source(&o->source[i], p);
	print_str(p, "#\n# +-: uncertainty of the time against the other sources; ?: unknown\n"
		  "# seconds since boot        +-  source   what\n");
	for (k = 0; k < o->nr; k++) {
		const struct order_item *item = &o->item[k];
		const struct order_source *s = &o->source[item->source];

		if (!s->placed && item->source != last)
			print_heading(s, p);
		last = item->source;
		print_item(o, item, names, p);
	}
}
