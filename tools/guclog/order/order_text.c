// SPDX-License-Identifier: GPL-2.0-only
#include "order/order.h"

#include "events/eventout.h"
#include "events/print.h"
#include "events/schema.h"
#include "guc_text.h"
#include "util/msg.h"

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

/* "kernel0  dmesg.txt, 3 lines; 1 more without a time" */
static void print_name(const struct order_source *s, FILE *to)
{
	static const char * const items[] = {
		[ORDER_GUC] = "event", [ORDER_CT] = "message", [ORDER_KERNEL] = "line",
		[ORDER_TRACE] = "event",
	};

	fprintf(to, "# %-8s %s, %llu %s%s", s->short_name, s->name, s->items,
		items[s->kind], s->items == 1 ? "" : "s");
	if (s->untimed)
		fprintf(to, "; %llu more without a time", s->untimed);
	fputc('\n', to);
}

static void print_source(const struct order_source *s, FILE *to)
{
	char buf[16];

	print_name(s, to);
	fprintf(to, "#          clock: %s\n", s->clock);
	if (!s->placed) {
		fprintf(to, "#          not placed in the order, but listed at the end: %s\n",
			s->how);
		return;
	}
	fprintf(to, "#          placed by %s\n#          uncertainty ", s->how);
	if (s->uncertainty == ORDER_UNKNOWN)
		fputs("unknown", to);
	else
		fprintf(to, "%s", short_time(s->uncertainty, buf));
	if (s->offset)
		fprintf(to, ", offset %s%lld.%06lld s", s->offset < 0 ? "-" : "",
			llabs(s->offset) / 1000000000, llabs(s->offset) / 1000 % 1000000);
	fputc('\n', to);
}

static void print_item(const struct order *o, const struct order_item *item,
		       struct print *p)
{
	const struct order_source *s = &o->source[item->source];
	u64 uncertainty = order_uncertainty(s, item->ns);
	char unit[16], text[40];

	print_ns(p, item->ns, 6);
	snprintf(text, sizeof(text), "  %8s  %-8s ", short_time(uncertainty, unit),
		 s->short_name);
	print_str(p, text);
	if (item->log >= 0) {
		struct schema schema = { .words = o->log[item->log].survey->words };
		struct eventout out = {
			.p = p, .t = &o->log[item->log].t, .schema = &schema,
		};

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
 * @to: the file
 * @since: first time on the common clock, ns
 * @until: last time
 *
 * Items of sources that are not placed are printed behind the others, whatever the limits.
 */
void order_print(const struct order *o, FILE *to, s64 since, s64 until)
{
	struct print *p = mem_grow(NULL, sizeof(*p));
	u32 last = U32_MAX;
	unsigned int i;
	size_t k;

	for (i = 0; i < o->nr_sources; i++)
		print_source(&o->source[i], to);
	fprintf(to, "#\n# +-: uncertainty of the time against the other sources; ?: unknown\n"
		"# seconds since boot        +-  source   what\n");
	fflush(to);
	print_init(p, to);
	for (k = 0; k < o->nr; k++) {
		const struct order_item *item = &o->item[k];
		const struct order_source *s = &o->source[item->source];

		if (s->placed && (item->ns < since || item->ns > until))
			continue;
		if (!s->placed && item->source != last)
			print_heading(s, p);
		last = item->source;
		print_item(o, item, p);
		if (p->len > PRINT_SIZE - 2 * PRINT_LINE)
			print_flush(p);
	}
	print_flush(p);
	free(p);
}
