// SPDX-License-Identifier: GPL-2.0-only
#include <json-c/json.h>

#include "cmd_diff.h"
#include "events/cli.h"
#include "guc_lfd.h"
#include "output/json_out.h"

static struct json_object *pairs;

static struct json_object *text(const char *s)
{
	return s ? json_object_new_string(s) : NULL;
}

static struct json_object *new_values(const struct diff *diff,
				      enum diff_group group)
{
	struct json_object *values = json_object_new_array();
	unsigned int i;

	for (i = 0; i < diff->nr_values; i++) {
		const struct diff_value *v = &diff->value[i];
		struct json_object *o;

		if (v->group != group)
			continue;
		o = json_object_new_object();
		json_put(o, "key", text(v->key));
		json_put(o, "a", text(v->a));
		json_put(o, "b", text(v->b));
		json_object_array_add(values, o);
	}
	return values;
}

static struct json_object *new_blocks(const struct diff *diff)
{
	struct json_object *blocks = json_object_new_array();
	unsigned int i;

	for (i = 0; i < diff->nr_stored; i++) {
		const struct diff_block *b = &diff->block[i];
		struct json_object *o = json_object_new_object();

		json_put_u64(o, "type", b->type);
		json_put(o, "name", text(guc_lfd_type_name(b->type)));
		json_put_u64(o, "nth", b->nth);
		json_put(o, "a_bytes", b->in_a ? json_object_new_uint64(b->a) :
						 NULL);
		json_put(o, "b_bytes", b->in_b ? json_object_new_uint64(b->b) :
						 NULL);
		if (b->in_a && b->in_b)
			json_put_u64(o, "first_difference", b->first);
		json_object_array_add(blocks, o);
	}
	return blocks;
}

static struct json_object *new_hunk(const struct diff_hunk *hunk)
{
	struct json_object *o = json_object_new_object();

	json_put_u64(o, "a_index", hunk->a);
	json_put_u64(o, "a_events", hunk->nr_a);
	json_put_u64(o, "b_index", hunk->b);
	json_put_u64(o, "b_events", hunk->nr_b);
	return o;
}

static struct json_object *new_events(const struct diff_events *events)
{
	struct json_object *o = json_object_new_object();
	struct json_object *between = json_object_new_array();
	unsigned int i;

	for (i = 0; i < events->nr_stored; i++)
		json_object_array_add(between, new_hunk(&events->hunk[i]));
	json_put_u64(o, "only_a", events->only_a);
	json_put_u64(o, "common", events->common);
	json_put_u64(o, "only_b", events->only_b);
	json_put(o, "older", new_hunk(&events->older));
	json_put(o, "newer", new_hunk(&events->newer));
	json_put_u64(o, "places_between", events->nr_hunks);
	json_put(o, "between", between);
	return o;
}

static void put_name(struct json_object *o, const char *key,
		     const struct log_view *view)
{
	char *name = cli_name(view);

	json_put(o, key, text(name));
	free(name);
}

/**
 * json_diff_add() - another pair of logs for json_diff_print()
 * @diff: how they differ
 * @a: one log
 * @b: the other one
 */
void json_diff_add(const struct diff *diff, const struct log_view *a,
		   const struct log_view *b)
{
	struct json_object *o = json_object_new_object();

	put_name(o, "a", a);
	put_name(o, "b", b);
	json_put(o, "same", json_object_new_boolean(diff_is_same(diff)));
	json_put(o, "facts", new_values(diff, DIFF_FACTS));
	json_put(o, "lic", new_values(diff, DIFF_LIC));
	json_put(o, "ring", new_values(diff, DIFF_RING));
	json_put_u64(o, "blocks_differ", diff->nr_blocks);
	json_put(o, "blocks", new_blocks(diff));
	if (diff->events.known)
		json_put(o, "events", new_events(&diff->events));
	json_list_add(&pairs, o);
}

/**
 * json_diff_add_single() - a log without a partner for json_diff_print()
 * @view: the log
 * @side: 'A' or 'B', which has it
 */
void json_diff_add_single(const struct log_view *view, char side)
{
	struct json_object *o = json_object_new_object();

	put_name(o, side == 'A' ? "a" : "b", view);
	json_put(o, side == 'A' ? "b" : "a", NULL);
	json_put(o, "same", json_object_new_boolean(false));
	json_list_add(&pairs, o);
}

/**
 * json_diff_print() - print the pairs that were added
 * @same: none of them differs
 */
void json_diff_print(bool same)
{
	struct json_object *o = json_object_new_object();

	json_put(o, "same", json_object_new_boolean(same));
	json_list_print(&pairs, "logs", o);
}
