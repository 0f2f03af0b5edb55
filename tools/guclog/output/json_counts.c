// SPDX-License-Identifier: GPL-2.0-only
#include <json-c/json.h>

#include "output/schema.h"
#include "events/tally.h"
#include "read/log/events.h"
#include "output/json_out.h"
#include "base/out.h"

static struct json_object *new_ids(const struct tally *tally,
				   const struct schema *schema)
{
	struct json_object *ids = json_object_new_array();
	unsigned int i;

	for (i = 0; i < tally->nr_ids; i++) {
		const char *name = schema_name(schema, tally->id[i].id, tally->id[i].name);
		struct json_object *id = json_object_new_object();

		json_put_u64(id, "id", tally->id[i].id);
		json_put_u64(id, "events", tally->id[i].count);
		if (name)
			json_put_string(id, "name", name);
		json_object_array_add(ids, id);
	}
	return ids;
}

static struct json_object *new_silences(const struct tally *tally)
{
	struct json_object *silences = json_object_new_array();
	unsigned int i;

	for (i = 0; i < TALLY_SILENCES && tally->silence[i].ticks; i++) {
		struct json_object *s = json_object_new_object();

		json_put_u64(s, "ticks", tally->silence[i].ticks);
		json_put_u64(s, "before_index", tally->silence[i].before);
		json_object_array_add(silences, s);
	}
	return silences;
}

static struct json_object *new_slots(const struct tally *tally)
{
	struct json_object *slots = json_object_new_array();
	unsigned int i;

	for (i = 0; i < TALLY_SLOTS; i++)
		json_object_array_add(slots, json_object_new_uint64(tally->slot[i]));
	return slots;
}

/**
 * json_counts_add() - add a log for json_counts_print()
 * @name: name of the log
 * @tally: counts of the log's events
 * @t: reader of the log's events
 * @schema: names of events
 */
void json_counts_add(const char *name, const struct tally *tally,
		     const struct guclog_events *t, const struct schema *schema)
{
	struct json_object *o = json_object_new_object();

	json_put_string(o, "log", name);
	json_put_u64(o, "events", tally->events);
	json_put_u64(o, "clock_hz", t->hz);
	json_put(o, "ids", new_ids(tally, schema));
	if (t->inner_gap) {
		json_put(o, "span_ticks", NULL);
		json_put(o, "over_time", NULL);
		json_put(o, "silences", NULL);
	} else {
		json_put_u64(o, "span_ticks", (u64)(t->newest - t->oldest));
		json_put(o, "over_time", new_slots(tally));
		json_put(o, "silences", new_silences(tally));
	}
	json_list_add(out_part(OUT_LIST), o);
}

/**
 * json_counts_print() - print the counts of the logs from json_counts_add() as JSON
 */
void json_counts_print(void)
{
	json_list_print(out_part(OUT_LIST), "logs", json_object_new_object());
}
