// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* The CT messages of a devcoredump, one by one. */
#include "dump/dump.h"
#include "guc_abi_names.h"
#include "text.h"

struct guclog_ct {
	const struct guc_ct *ct;
	unsigned int ring;
	u32 nr;
	u32 at;
	u32 *offset;
};

/* Begin with the ring of this number, or the next that can be read. */
static int begin_ring(struct guclog_ct *ct)
{
	for (; ct->ring < GUC_CT_RINGS; ct->ring++) {
		const struct guc_ct_ring *ring = &ct->ct->ring[ct->ring];

		if (!ring->usable)
			continue;
		free(ct->offset);
		ct->offset = calloc(ring->size + 1, sizeof(*ct->offset));
		if (!ct->offset)
			return -ENOMEM;
		ct->nr = guc_ct_index(ring, ct->offset);
		ct->at = 0;
		return 0;
	}
	return 0;
}

int guclog_ct_open(struct guclog_ct **ct, const struct guclog_dump *dump,
		   unsigned int i)
{
	struct guclog_ct *c;

	if (i >= dump->nr_gts || !dump->gt[i].ct.parsed)
		return -ENOENT;
	c = calloc(1, sizeof(*c));
	if (!c)
		return -ENOMEM;
	c->ct = dump->gt[i].ct.parsed;
	if (begin_ring(c)) {
		free(c);
		return -ENOMEM;
	}
	*ct = c;
	return 0;
}

static void tell(const struct guc_ct_ring *ring, const struct guc_ct_msg *msg,
		 struct guclog_message *to)
{
	struct guc_text text = guclog_text(to->text, sizeof(to->text));
	const struct guc_abi_action *action = guc_abi_action(msg->action);
	u32 i;

	to->ring = ring->id == GUC_CT_H2G ? GUCLOG_H2G : GUCLOG_G2H;
	to->offset = msg->offset;
	to->unread = msg->unread;
	to->fence = msg->fence;
	to->type = msg->type;
	to->type_name = guc_abi_name(GUC_ABI_HXG_TYPE, msg->type);
	to->action = msg->action;
	to->name = guc_ct_msg_has_action(msg) && action ? action->name : NULL;
	for (i = 0; i < msg->nr_data && i < GUCLOG_MESSAGE_WORDS; i++)
		guc_ct_msg_data(ring, msg, i, &to->data[i]);
	to->nr_data = i;
	guc_ct_msg_print(&text, ring, msg);
}

int guclog_ct_next(struct guclog_ct *ct, struct guclog_message *message)
{
	struct guc_ct_msg msg;

	memset(message, 0, sizeof(*message));
	while (ct->ring < GUC_CT_RINGS) {
		const struct guc_ct_ring *ring = &ct->ct->ring[ct->ring];

		if (ct->at < ct->nr) {
			/* The index has the newest message first. */
			guc_ct_msg_read(&msg, ring,
					ct->offset[ct->nr - 1 - ct->at++]);
			tell(ring, &msg, message);
			return 1;
		}
		ct->ring++;
		ct->nr = 0;
		if (begin_ring(ct))
			return -ENOMEM;
	}
	return 0;
}

void guclog_ct_free(struct guclog_ct *ct)
{
	if (!ct)
		return;
	free(ct->offset);
	free(ct);
}
