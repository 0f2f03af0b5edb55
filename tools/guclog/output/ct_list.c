// SPDX-License-Identifier: GPL-2.0-only
#include "output/ct_list.h"

#include "guc_abi_names.h"
#include "util/msg.h"

static void note_request(struct ct_list *list, const struct guc_ct_msg *msg)
{
	u32 *request = &list->request[msg->fence];

	if (!guc_ct_msg_has_action(msg))
		return;
	if (*request && *request != (CT_LIST_REQUEST | msg->action))
		*request = CT_LIST_SEVERAL;
	else
		*request = CT_LIST_REQUEST | msg->action;
}

static void make_one(struct ct_list *list, const struct guc_ct_ring *ring)
{
	u32 *offset, i;

	list->ring = ring;
	if (!ring->usable)
		return;
	if (ring->known == ring->size)
		list->missing_words = ring->size - (u32)(ring->words.len / 4);
	list->request = mem_zero(0x10000 * sizeof(*list->request));
	offset = mem_grow(NULL, 4 * (size_t)ring->size);
	list->nr = guc_ct_index(ring, offset);
	list->msg = mem_zero((list->nr + 1) * sizeof(*list->msg));
	for (i = 0; i < list->nr; i++) {
		guc_ct_msg_read(&list->msg[i], ring, offset[list->nr - 1 - i]);
		list->unread += list->msg[i].unread;
		note_request(list, &list->msg[i]);
	}
	free(offset);
}

/**
 * ct_list_make() - list the messages of both rings
 * @list: filled; free it with ct_list_free()
 * @gt: the GT
 *
 * Return: the rings; absent ones when the dump has none, or when they were redacted.
 */
const struct guc_ct *ct_list_make(struct ct_list list[GUC_CT_RINGS],
				  const struct guclog_dump_gt *gt)
{
	static const struct guc_ct nothing;
	const struct guc_ct *ct = gt->ct.parsed ?: &nothing;
	unsigned int i;

	memset(list, 0, GUC_CT_RINGS * sizeof(*list));
	for (i = 0; i < GUC_CT_RINGS; i++) {
		make_one(&list[i], &ct->ring[i]);
		list[i].other = &list[!i];
	}
	return ct;
}

/**
 * ct_list_free() - free what ct_list_make() has allocated
 * @list: the lists
 */
void ct_list_free(struct ct_list list[GUC_CT_RINGS])
{
	unsigned int i;

	for (i = 0; i < GUC_CT_RINGS; i++) {
		free(list[i].msg);
		free(list[i].request);
	}
}

/**
 * ct_list_request() - what an answer answers
 * @list: of the answer's ring
 * @answer: the message
 *
 * Return: name of the action of the request with the same fence, "?" when the ABI
 * has no name; NULL when it is no answer or the other ring has no such request, or
 * several with different actions.
 */
const char *ct_list_request(const struct ct_list *list,
			    const struct guc_ct_msg *answer)
{
	const struct guc_abi_action *action;
	u32 request;

	if (guc_ct_msg_has_action(answer) || !list->other->request)
		return NULL;
	request = list->other->request[answer->fence];
	if (!(request & CT_LIST_REQUEST))
		return NULL;
	action = guc_abi_action(request & ~CT_LIST_REQUEST);
	return action ? action->name : "?";
}
