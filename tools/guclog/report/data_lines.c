// SPDX-License-Identifier: GPL-2.0-only
/*
 * Lines of kernel logs and traces beside the events.
 */
#include <json-c/json.h>

#include "guc_clock.h"
#include "order/order.h"
#include "output/json_out.h"
#include "report/data.h"

/* More lines of one source are not shown. */
#define MAX_LINES	2000

/* A mark in the timeline, which has seconds since boot. */
static void add_mark(struct json_object *data, const struct order_item *item)
{
	struct json_object *o = json_object_new_object(), *list;
	char text[40];

	snprintf(text, sizeof(text), "%.6f", (double)item->ns / GUC_NS_PER_SEC);
	json_put(o, "t", json_object_new_double_s((double)item->ns / GUC_NS_PER_SEC, text));
	json_put_text(o, "text", guc_view(item->text, strlen(item->text)));
	if (json_object_object_get_ex(data, "kernel", &list))
		json_object_array_add(list, o);
}

static void add_row(struct json_object *rows, const struct order_source *s,
		    const struct order_item *item)
{
	struct json_object *row = json_object_new_array();
	struct json_object *o = json_object_new_object();
	u64 uncertainty = order_uncertainty(s, item->ns);
	char text[48];

	snprintf(text, sizeof(text), "%.6f", (double)item->ns / GUC_NS_PER_SEC);
	json_object_array_add(row, json_object_new_string(text));
	snprintf(text, sizeof(text), uncertainty == ORDER_UNKNOWN ? "?" : "%.3f ms",
		 (double)uncertainty / 1e6);
	json_object_array_add(row, json_object_new_string(text));
	/* json_put_text() makes text of any bytes. */
	json_put_text(o, "text", guc_view(item->text, strlen(item->text)));
	json_object_array_add(row, json_object_get(json_object_object_get(o, "text")));
	json_object_put(o);
	json_object_array_add(rows, row);
}

static void add_source(struct json_object *data, const struct order *o, u32 source)
{
	static const char * const head[] = { "time (s)", "+-", "text", NULL };
	const struct order_source *s = &o->source[source];
	struct json_object *rows;
	char title[256];
	size_t i, nr = 0;

	snprintf(title, sizeof(title), "%s: %s%s%s", s->name,
		 s->placed ? "seconds since boot, by " : "unknown offset, ", s->how,
		 s->items > MAX_LINES ? " (the first 2000)" : "");
	rows = data_add_table(data, title, head);
	for (i = 0; i < o->nr && nr < MAX_LINES; i++) {
		if (o->item[i].source != source)
			continue;
		add_row(rows, s, &o->item[i]);
		if (s->placed)
			add_mark(data, &o->item[i]);
		nr++;
	}
}

/**
 * data_add_lines() - add the lines of kernel logs and traces
 * @data: from data_new()
 * @o: the log and these files, sorted
 *
 * Lines that can be placed on the clock of the log also get a mark in its timeline.
 */
void data_add_lines(struct json_object *data, const struct order *o)
{
	unsigned int i;

	for (i = 0; i < o->nr_sources; i++)
		if (o->source[i].kind == ORDER_KERNEL || o->source[i].kind == ORDER_TRACE)
			add_source(data, o, i);
}
