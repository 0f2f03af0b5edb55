// SPDX-License-Identifier: GPL-2.0-only
#include <json-c/json.h>

#include "read/dump/messages.h"
#include "read/dump/sections.h"
#include "output/json_out.h"
#include "base/out.h"

static struct json_object *new_msg(const struct guclog_message *m)
{
	struct json_object *o = json_object_new_object();
	struct json_object *data = json_object_new_array();
	u32 i;

	json_put_u64(o, "word", m->offset);
	json_put_u64(o, "fence", m->fence);
	json_put_string(o, "type", m->type_name ?: "");
	json_put_bool(o, "unread", m->unread);
	if (m->has_action) {
		json_put_u64(o, "action", m->action);
		json_put_string(o, "name", m->name);
	} else {
		json_put_string(o, "answers", m->answers);
		if (m->failed)
			json_put_u64(o, "error", m->action);
	}
	json_put_u64(o, "data0", m->data0);
	for (i = 0; i < m->nr_data; i++)
		json_object_array_add(data, json_object_new_uint64(m->data[i]));
	json_put(o, "data", data);
	json_put_string(o, "text", m->text);
	return o;
}

static struct json_object *new_ring(const struct guclog_ct_ring *ring, u64 last)
{
	struct json_object *o = json_object_new_object();
	struct json_object *messages = json_object_new_array();
	u32 i = last < ring->nr_messages ? ring->nr_messages - (u32)last : 0;

	json_put_u64(o, "words", ring->words);
	json_put_u64(o, "head", ring->head);
	json_put_u64(o, "tail", ring->tail);
	json_put_u64(o, "status", ring->status);
	json_put_bool(o, "usable", ring->usable);
	json_put_bool(o, "only_unread", ring->only_unread);
	json_put_u64(o, "missing_words", ring->missing_words);
	json_put_u64(o, "unread", ring->nr_unread);
	for (; i < ring->nr_messages; i++)
		json_object_array_add(messages, new_msg(ring->message[i]));
	json_put(o, "messages", messages);
	return o;
}

/**
 * json_messages_add() - add the messages of a GT for json_messages_print()
 * @name: name of the devcoredump, NULL if the input has only one devcoredump
 * @gt: the GT
 * @ct: the messages in the CT buffers of the GT
 * @only: 0 to print the messages of both rings; 1 + n to print only those of the ring n, an enum
 *	guclog_ring
 * @last: print only this number of the newest messages of each ring
 */
void json_messages_add(const char *name, const struct guclog_dump_gt *gt,
		       const struct guclog_ct *ct, int only, u64 last)
{
	struct json_object *o = json_object_new_object();
	int i;

	if (name)
		json_put_string(o, "dump", name);
	json_put(o, "gt", json_known_u64(gt->has_id, gt->id));
	json_put_bool(o, "disabled", gt->ct.disabled);
	for (i = GUCLOG_H2G; i <= GUCLOG_G2H; i++) {
		bool wanted = ct->ring[i]->present && (!only || only == i + 1);

		json_put(o, i == GUCLOG_H2G ? "h2g" : "g2h",
			 wanted ? new_ring(ct->ring[i], last) : NULL);
	}
	json_list_add(out_part(OUT_LIST), o);
}

/**
 * json_messages_print() - print the messages of the GTs from json_messages_add() as JSON
 */
void json_messages_print(void)
{
	json_list_print(out_part(OUT_LIST), "gts", json_object_new_object());
}
