// SPDX-License-Identifier: GPL-2.0-only
#include "order/order.h"

#include <json-c/json.h>

#include "guc_event.h"
#include "output/json_out.h"

static const char * const kinds[] = {
	[ORDER_GUC] = "guc", [ORDER_CT] = "ct", [ORDER_KERNEL] = "kernel",
	[ORDER_TRACE] = "trace",
};

static struct json_object *string(const char *text)
{
	return json_object_new_string(text);
}

static struct json_object *uncertainty(u64 ns)
{
	return ns == ORDER_UNKNOWN ? NULL : json_object_new_uint64(ns);
}

static struct json_object *new_source(const struct order_source *s)
{
	struct json_object *o = json_object_new_object();

	json_put(o, "source", string(s->short_name));
	json_put(o, "kind", string(kinds[s->kind]));
	json_put_text(o, "input", guc_view(s->name, strlen(s->name)));
	json_put(o, "clock", string(s->clock));
	json_put(o, "placed", json_object_new_boolean(s->placed));
	json_put(o, "offset_ns", s->placed ? json_object_new_int64(s->offset) : NULL);
	json_put(o, "uncertainty_ns", uncertainty(s->uncertainty));
	json_put(o, "how", string(s->how));
	json_put_u64(o, "items", s->items);
	json_put_u64(o, "without_time", s->untimed);
	return o;
}

static void put_event(struct json_object *o, const struct order *order,
		      const struct order_item *item)
{
	u64 known = order->log[item->log].survey->words;
	const struct guc_event_def *def = guc_event_find(item->e.id);
	char words[256];
	size_t n;

	json_put_u64(o, "id", item->e.id);
	json_put_u64(o, "arg0", item->e.arg[0]);
	json_put_u64(o, "arg1", item->e.arg[1]);
	if (!def || !(known & BIT_ULL(def - guc_event_table))) {
		json_put(o, "text", NULL);
		return;
	}
	n = guc_event_words(words, sizeof(words), def, item->e.arg);
	json_put_text(o, "text", guc_view(words, n));
}

static struct json_object *new_item(const struct order *order,
				    const struct order_item *item)
{
	const struct order_source *s = &order->source[item->source];
	struct json_object *o = json_object_new_object();
	const char *text = item->msg ?: item->text;

	json_put(o, "time_ns", json_object_new_int64(item->ns));
	json_put(o, "uncertainty_ns", uncertainty(order_uncertainty(s, item->ns)));
	json_put(o, "source", string(s->short_name));
	if (item->log >= 0)
		put_event(o, order, item);
	else
		json_put_text(o, "text", guc_view(text, strlen(text)));
	return o;
}

static const char *one_line(struct json_object *o)
{
	return json_object_to_json_string_ext(o, JSON_C_TO_STRING_PLAIN |
						 JSON_C_TO_STRING_NOSLASHESCAPE);
}

/* One line for each item, so that nothing needs to be held. */
static void print_items(const struct order *o, const char *key, bool placed, s64 since,
			s64 until)
{
	const char *before = "";
	size_t k;

	printf(",\n\"%s\":[", key);
	for (k = 0; k < o->nr; k++) {
		const struct order_item *item = &o->item[k];
		struct json_object *line;

		if (o->source[item->source].placed != placed ||
		    (placed && (item->ns < since || item->ns > until)))
			continue;
		line = new_item(o, item);
		printf("%s\n%s", before, one_line(line));
		json_object_put(line);
		before = ",";
	}
	printf("]");
}

/**
 * order_json() - print all items as JSON
 * @o: the order, sorted
 * @since: first time on the common clock, ns
 * @until: last time
 *
 * "events" has the items of placed sources, "unplaced" those of the others, each with the
 * time on its own clock.
 */
void order_json(const struct order *o, s64 since, s64 until)
{
	struct json_object *sources = json_object_new_array();
	unsigned int i;

	for (i = 0; i < o->nr_sources; i++)
		json_object_array_add(sources, new_source(&o->source[i]));
	printf("{\"sources\":%s", one_line(sources));
	json_object_put(sources);
	print_items(o, "events", true, since, until);
	print_items(o, "unplaced", false, since, until);
	puts("}");
}
