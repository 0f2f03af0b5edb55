// SPDX-License-Identifier: GPL-2.0-only
#include "order/order.h"

#include "output/eventout.h"
#include "output/print.h"
#include "input/schema.h"

static const char * const kinds[] = {
	[ORDER_GUC] = "guc", [ORDER_CT] = "ct", [ORDER_KERNEL] = "kernel",
	[ORDER_TRACE] = "trace",
};

static void put_key(struct print *p, const char *key)
{
	print_str(p, ",\"");
	print_str(p, key);
	print_str(p, "\":");
}

/* Printable ASCII, so that two characters need an escape. */
static void put_text(struct print *p, const char *key, const char *text)
{
	const char *s;

	put_key(p, key);
	print_char(p, '"');
	for (s = text; *s; s++) {
		if (*s == '"' || *s == '\\')
			print_char(p, '\\');
		print_char(p, *s);
	}
	print_char(p, '"');
}

static void put_ns(struct print *p, const char *key, bool known, s64 ns)
{
	put_key(p, key);
	if (known)
		print_s64(p, ns, 1);
	else
		print_str(p, "null");
}

static void put_uncertainty(struct print *p, u64 ns)
{
	put_ns(p, "uncertainty_ns", ns != ORDER_UNKNOWN, (s64)ns);
}

static void put_number(struct print *p, const char *key, u64 value)
{
	put_key(p, key);
	print_dec(p, value, 1, ' ');
}

static void put_source(struct print *p, const struct order_source *s)
{
	print_str(p, "{\"source\":\"");
	print_str(p, s->short_name);
	print_char(p, '"');
	put_text(p, "kind", kinds[s->kind]);
	put_text(p, "input", s->name);
	put_text(p, "clock", s->clock);
	put_key(p, "placed");
	print_str(p, s->placed ? "true" : "false");
	put_ns(p, "offset_ns", s->placed, s->offset);
	put_uncertainty(p, s->uncertainty);
	put_text(p, "how", s->how);
	put_number(p, "items", s->items);
	put_number(p, "without_time", s->untimed);
	print_char(p, '}');
}

static void put_item(const struct order *o, const struct order_item *item, struct print *p,
		     const struct schema *names)
{
	const struct order_source *s = &o->source[item->source];

	print_str(p, "{\"source\":\"");
	print_str(p, s->short_name);
	print_str(p, s->placed ? "\",\"time_ns\":" : "\",\"placed\":false,\"time_ns\":");
	print_s64(p, item->ns, 1);
	put_uncertainty(p, order_uncertainty(s, item->ns));
	if (item->log >= 0) {
		struct schema schema = *names;
		struct eventout out = {
			.p = p, .t = o->log[item->log].t, .schema = &schema,
			.log = (unsigned int)item->log,
		};

		schema.words = o->log[item->log].survey->words;
		print_char(p, ',');
		eventout_json_members(&out, &item->e);
	} else {
		put_text(p, "text", item->msg ?: item->text);
	}
	print_char(p, '}');
}

static void put_items(const struct order *o, struct print *p, const struct schema *names,
		      const char *key, bool placed)
{
	const char *before = "\n";
	size_t k;

	put_key(p, key);
	print_char(p, '[');
	for (k = 0; k < o->nr; k++) {
		if (o->source[o->item[k].source].placed != placed)
			continue;
		print_str(p, before);
		put_item(o, &o->item[k], p, names);
		before = ",\n";
	}
	print_str(p, "\n]");
}

/**
 * order_json() - print all items as JSON
 * @o: the order, sorted
 * @p: destination
 * @names: names of the user for ids
 * @lines: an object for each item, one on each line, instead of one object
 *
 * "events" has the items of placed sources, "unplaced" those of the others, each with the
 * time on its own clock. An event has the keys of eventout_json() besides.
 *
 * Context: any.
 */
void order_json(const struct order *o, struct print *p, const struct schema *names, bool lines)
{
	unsigned int i;
	size_t k;

	if (lines) {
		for (k = 0; k < o->nr; k++) {
			put_item(o, &o->item[k], p, names);
			print_char(p, '\n');
		}
		return;
	}
	print_str(p, "{\"sources\":[");
	for (i = 0; i < o->nr_sources; i++) {
		print_str(p, i ? ",\n" : "\n");
		put_source(p, &o->source[i]);
	}
	print_str(p, "\n]");
	put_items(o, p, names, "events", true);
	put_items(o, p, names, "unplaced", false);
	print_str(p, "}\n");
}

/* The names of the columns of a line of a text that an event has. */
#define EVENT_COLUMNS	15

static void csv_text(struct print *p, const char *text)
{
	print_char(p, '"');
	for (; *text; text++) {
		if (*text == '"')
			print_char(p, '"');
		print_char(p, *text);
	}
	print_char(p, '"');
}

static void csv_item(const struct order *o, const struct order_item *item, struct print *p,
		     const struct schema *names)
{
	const struct order_source *s = &o->source[item->source];
	u64 uncertainty = order_uncertainty(s, item->ns);
	unsigned int i;

	print_str(p, s->short_name);
	print_str(p, s->placed ? ",1," : ",0,");
	print_s64(p, item->ns, 1);
	print_char(p, ',');
	if (uncertainty != ORDER_UNKNOWN)
		print_dec(p, uncertainty, 1, ' ');
	print_char(p, ',');
	if (item->log >= 0) {
		struct schema schema = *names;
		struct eventout out = {
			.p = p, .t = o->log[item->log].t, .schema = &schema,
			.log = (unsigned int)item->log,
		};

		schema.words = o->log[item->log].survey->words;
		eventout_csv_members(&out, &item->e);
		print_char(p, ',');
	} else {
		for (i = 0; i < EVENT_COLUMNS; i++)
			print_char(p, ',');
		csv_text(p, item->msg ?: item->text);
	}
	print_char(p, '\n');
}

/**
 * order_csv() - print all items as rows, after the names of the columns
 * @o: the order, sorted
 * @p: destination
 * @names: names of the user for ids
 *
 * Numbers are decimal, unknown values are empty. The columns of an event are empty in other
 * rows, which have "text".
 *
 * Context: any.
 */
void order_csv(const struct order *o, struct print *p, const struct schema *names)
{
	size_t k;

	print_str(p, "source,placed,time_ns,uncertainty_ns," EVENTOUT_CSV_COLUMNS ",text\n");
	for (k = 0; k < o->nr; k++)
		csv_item(o, &o->item[k], p, names);
}
