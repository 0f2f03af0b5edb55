// SPDX-License-Identifier: GPL-2.0-only
#include <json-c/json.h>

#include "guc_abi_names.h"
#include "guc_text.h"
#include "guclog_dump.h"
#include "output/ct_list.h"
#include "output/json_out.h"

static struct json_object *gts;

static struct json_object *new_msg(const struct ct_list *list,
				   const struct guc_ct_msg *msg)
{
	const char *request = ct_list_request(list, msg);
	const char *type = guc_abi_name(GUC_ABI_HXG_TYPE, msg->type);
	const struct guc_abi_action *action = guc_abi_action(msg->action);
	struct json_object *o = json_object_new_object();
	struct json_object *data = json_object_new_array();
	char buf[4096] = "";
	struct guc_text text = { .buf = buf, .size = sizeof(buf) };
	u32 i, value;

	json_put_u64(o, "word", msg->offset);
	json_put_u64(o, "fence", msg->fence);
	json_put(o, "type", json_object_new_string(type ? type : ""));
	json_put(o, "unread", json_object_new_boolean(msg->unread));
	if (guc_ct_msg_has_action(msg)) {
		json_put_u64(o, "action", msg->action);
		json_put(o, "name",
			 action ? json_object_new_string(action->name) : NULL);
	} else {
		json_put(o, "answers",
			 request ? json_object_new_string(request) : NULL);
		if (msg->type == GUC_HXG_TYPE_RESPONSE_FAILURE)
			json_put_u64(o, "error", msg->action);
	}
	json_put_u64(o, "data0", msg->data0);
	for (i = 0; i < msg->nr_data; i++)
		if (guc_ct_msg_data(list->ring, msg, i, &value))
			json_object_array_add(data, json_object_new_uint64(value));
	json_put(o, "data", data);
	guc_ct_msg_print(&text, list->ring, msg);
	json_put(o, "text", json_object_new_string(buf));
	return o;
}

static struct json_object *new_ring(const struct ct_list *list, u64 last)
{
	const struct guc_ct_ring *ring = list->ring;
	struct json_object *o = json_object_new_object();
	struct json_object *messages = json_object_new_array();
	u32 i = last < list->nr ? list->nr - (u32)last : 0;

	json_put_u64(o, "words", ring->size);
	json_put_u64(o, "head", ring->head);
	json_put_u64(o, "tail", ring->tail);
	json_put_u64(o, "status", ring->status);
	json_put(o, "usable", json_object_new_boolean(ring->usable));
	json_put(o, "only_unread",
		 json_object_new_boolean(ring->known < ring->size));
	json_put_u64(o, "missing_words", list->missing_words);
	json_put_u64(o, "unread", list->unread);
	for (; i < list->nr; i++)
		json_object_array_add(messages, new_msg(list, &list->msg[i]));
	json_put(o, "messages", messages);
	return o;
}

/**
 * json_messages_add() - another GT for json_messages_print()
 * @name: name of the devcoredump, NULL when it is the only one
 * @gt: the GT
 * @list: the messages of its rings
 * @only: 1 plus the enum guc_ct_ring_id of the only ring, 0 for both
 * @last: only so many messages of each
 */
void json_messages_add(const char *name, const struct guclog_dump_gt *gt,
		       const struct ct_list *list, int only, u64 last)
{
	struct json_object *o = json_object_new_object();
	int i;

	if (name)
		json_put(o, "dump", json_object_new_string(name));
	json_put(o, "gt", gt->has_id ? json_object_new_uint64(gt->id) : NULL);
	json_put(o, "disabled", json_object_new_boolean(gt->ct.disabled));
	for (i = 0; i < GUC_CT_RINGS; i++) {
		bool wanted = list[i].ring->present &&
			      (!only || only == i + 1);

		json_put(o, i == GUC_CT_H2G ? "h2g" : "g2h",
			 wanted ? new_ring(&list[i], last) : NULL);
	}
	json_list_add(&gts, o);
}

/**
 * json_messages_print() - print the GTs that were added
 */
void json_messages_print(void)
{
	json_list_print(&gts, "gts", json_object_new_object());
}
