// SPDX-License-Identifier: MIT OR GPL-2.0-only
/* Reads the messages between driver and GuC (CT: command transport) in a devcoredump. */
#include "read/dump/ct.h"

#include "base/arena.h"
#include "read/dump/dump.h"
#include "guc_abi_names.h"
#include "model/internal.h"
#include "read/dump/messages.h"

static_assert((int)GUCLOG_G2H == (int)GUC_CT_G2H, "rings");

/**
 * ct_messages_read() - read the messages of a ring
 * @messages: filled with the messages; empty if the ring is not usable, and after an error
 * @a: arena that gets the memory of @messages->msg
 * @ring: the ring
 *
 * Return: 0 or -ENOMEM.
 */
int ct_messages_read(struct ct_messages *messages, struct arena *a,
		     const struct guc_ct_ring *ring)
{
	u32 *offset, i;

	*messages = (struct ct_messages){ .ring = ring };
	if (!ring->usable || !ring->size)
		return 0;
	offset = arena_alloc(a, 4 * (size_t)ring->size);
	if (!offset)
		return -ENOMEM;
	messages->nr = guc_ct_index(ring, offset);
	messages->msg = arena_zero(a, (messages->nr + 1) * sizeof(*messages->msg));
	if (!messages->msg)
		messages->nr = 0;
	for (i = 0; i < messages->nr; i++)
		guc_ct_msg_read(&messages->msg[i], ring, offset[messages->nr - 1 - i]);
	arena_drop(a, offset);
	return messages->msg ? 0 : -ENOMEM;
}

/**
 * ct_messages_each() - call a function for each message of a ring that is a request or an event
 * @list: the messages of the ring, from ct_messages_read()
 * @take: the function, called with the newest message first
 * @arg: first argument of @take
 *
 * Context: that of @take.
 */
void ct_messages_each(const struct ct_messages *list, ct_message_fn take, void *arg)
{
	u32 i;

	for (i = list->nr; i--;)
		if (guc_ct_msg_has_action(&list->msg[i]))
			take(arg, list->ring, &list->msg[i]);
}

/**
 * ct_message_words() - read the first data words of a message
 * @ring: the ring
 * @msg: a message of the ring
 * @word: filled with the words
 * @nr: number of words to read
 *
 * Return: whether the message has all these words.
 */
bool ct_message_words(const struct guc_ct_ring *ring, const struct guc_ct_msg *msg, u32 word[],
		      u32 nr)
{
	u32 i;

	for (i = 0; i < nr; i++)
		if (!guc_ct_msg_data(ring, msg, i, &word[i]))
			return false;
	return true;
}

/*
 * Value of an element of @request of struct ct (see below) if several requests with different
 * actions have the element's fence, so it is not known which of them an answer belongs to.
 */
#define SEVERAL	BIT(17)
/*
 * Bit that is set in an element of @request of struct ct if the element has the action of a
 * request. Without this bit, an action 0 would look like an element without a request.
 */
#define REQUEST	BIT(16)

/**
 * struct ct - the CT buffers of a GT
 * @pub: the public part
 * @arena: memory of @pub
 * @ring: the rings of @pub
 * @request: for each ring, an array that is indexed by fence (the number that an answer repeats):
 *	REQUEST and the action of the requests with this fence; SEVERAL if they have different
 *	actions; 0 if there is no such request
 */
struct ct {
	struct guclog_ct pub;
	struct arena arena;
	struct guclog_ct_ring ring[GUC_CT_RINGS];
	u32 *request[GUC_CT_RINGS];
};

static void note_requests(u32 *request, const struct ct_messages *list)
{
	u32 i;

	for (i = 0; i < list->nr; i++) {
		const struct guc_ct_msg *msg = &list->msg[i];

		if (!guc_ct_msg_has_action(msg))
			continue;
		if (request[msg->fence] && request[msg->fence] != (REQUEST | msg->action))
			request[msg->fence] = SEVERAL;
		else
			request[msg->fence] = REQUEST | msg->action;
	}
}

/*
 * Return: the name of the action of the request that a message answers, or NULL if it is not known.
 * @request: the array of the other ring in @request of struct ct, NULL if that ring is not usable
 */
static const char *answered(const u32 *request, const struct guc_ct_msg *msg)
{
	const struct guc_abi_action *action;
	u32 found = request && !guc_ct_msg_has_action(msg) ? request[msg->fence] : 0;

	if (!(found & REQUEST))
		return NULL;
	action = guc_abi_action(found & ~REQUEST);
	return action ? action->name : "?";
}

static const u32 *data_of(struct ct *ct, const struct guc_ct_ring *ring,
			  const struct guc_ct_msg *msg, u32 *nr)
{
	u32 *data = arena_alloc(&ct->arena, (msg->nr_data + 1) * sizeof(*data)), i;

	*nr = 0;
	for (i = 0; i < msg->nr_data && data; i++)
		*nr += guc_ct_msg_data(ring, msg, i, &data[*nr]);
	return data;
}

static const char *text_of(struct ct *ct, const struct guc_ct_ring *ring,
			   const struct guc_ct_msg *msg)
{
	struct guc_text text = { .buf = NULL };

	guc_ct_msg_print(&text, ring, msg);
	text = (struct guc_text){
		.buf = arena_zero(&ct->arena, text.len + 1),
		.size = text.len + 1,
	};
	if (text.buf)
		guc_ct_msg_print(&text, ring, msg);
	return text.buf;
}

static const struct guclog_message *new_message(struct ct *ct, const struct guc_ct_ring *ring,
						const struct guc_ct_msg *msg)
{
	const struct guc_abi_action *action = guc_abi_action(msg->action);
	struct guclog_message *m = arena_alloc(&ct->arena, sizeof(*m));
	bool has_action = guc_ct_msg_has_action(msg);

	if (!m)
		return NULL;
	*m = (struct guclog_message){
		.unread = msg->unread,
		.offset = msg->offset,
		.fence = msg->fence,
		.action = has_action ? msg->action : 0,
		.data0 = msg->data0,
		.type_name = guc_abi_name(GUC_ABI_HXG_TYPE, msg->type),
		.has_action = has_action,
		.has_error = msg->type == GUC_HXG_TYPE_RESPONSE_FAILURE,
		.error = msg->action,
		.name = has_action && action ? action->name : NULL,
		.answers = answered(ct->request[!ring->id], msg),
		.text = text_of(ct, ring, msg),
	};
	m->data = data_of(ct, ring, msg, &m->nr_data);
	return m;
}

static const char *status_names(struct arena *arena, u32 status)
{
	struct textbuf text;
	unsigned int bit;

	textbuf_init(&text, arena);
	for (bit = 0; bit < 32; bit++) {
		const char *name = guc_abi_name(GUC_ABI_CTB_STATUS, 1u << bit);

		if (status >> bit & 1 && name)
			textbuf_add(&text, "%s%s", text.len ? " " : "", name);
	}
	return textbuf_end(&text);
}

static void fill_ring(struct ct *ct, enum guc_ct_ring_id id, const struct guc_ct_ring *ring,
		      const struct ct_messages *list)
{
	struct guclog_ct_ring *to = &ct->ring[id];
	const struct guclog_message **message;
	u32 i;

	message = arena_zero(&ct->arena, (list->nr + 1) * sizeof(*message));
	*to = (struct guclog_ct_ring){
		.name = guc_ct_ring_name(id),
		.present = ring->present,
		.usable = ring->usable,
		.only_unread = ring->known < ring->size,
		.words = ring->size,
		.head = ring->head,
		.tail = ring->tail,
		.status = ring->status,
		.status_names = status_names(&ct->arena, ring->status),
		.nr_messages = list->nr,
		.message = message,
	};
	if (ring->usable && ring->known == ring->size)
		to->missing_words = ring->size - (u32)(ring->words.len / 4);
	for (i = 0; i < list->nr && message; i++) {
		message[i] = new_message(ct, ring, &list->msg[i]);
		to->nr_unread += list->msg[i].unread;
	}
}

static void fill_faults(struct ct *ct, const struct guc_ct *from)
{
	unsigned int nr = min_t(unsigned int, from->nr_faults, GUC_CT_MAX_FAULTS), i;
	const struct guclog_fault **list = arena_zero(&ct->arena, (nr + 1) * sizeof(*list));

	for (i = 0; i < nr && list; i++) {
		struct guclog_fault *fault = arena_alloc(&ct->arena, sizeof(*fault));

		if (fault)
			fault_publish(fault, &from->fault[i]);
		list[i] = fault;
	}
	ct->pub.nr_faults = from->nr_faults;
	ct->pub.nr_kept = nr;
	ct->pub.fault = list;
}

static void fill(struct ct *ct, const struct guc_ct *from)
{
	struct ct_messages list[GUC_CT_RINGS] = { { .nr = 0 } };
	unsigned int i;

	for (i = 0; i < GUC_CT_RINGS; i++) {
		if (ct_messages_read(&list[i], &ct->arena, &from->ring[i]))
			return;
		if (!from->ring[i].usable)
			continue;
		ct->request[i] = arena_zero(&ct->arena, 0x10000 * sizeof(**ct->request));
		if (ct->request[i])
			note_requests(ct->request[i], &list[i]);
	}
	for (i = 0; i < GUC_CT_RINGS; i++) {
		fill_ring(ct, i, &from->ring[i], &list[i]);
		ct->pub.ring[i] = &ct->ring[i];
	}
	for (i = 0; i < GUC_CT_RINGS; i++) {
		arena_drop(&ct->arena, list[i].msg);
		arena_drop(&ct->arena, ct->request[i]);
	}
	fill_faults(ct, from);
}

const struct guclog_ct *guclog_ct_open(const struct guclog_dump *dump, unsigned int i)
{
	static const struct guc_ct nothing;
	const struct guc_ct *parsed = i < dump->nr_gts ? dump->gt[i].ct.parsed : NULL;
	struct ct *ct = calloc(1, sizeof(*ct));

	if (!ct)
		return NULL;
	arena_init(&ct->arena, ARENA_NO_LIMIT);
	fill(ct, parsed ?: &nothing);
	if (!ct->arena.failed)
		return &ct->pub;
	guclog_ct_close(&ct->pub);
	return NULL;
}

void guclog_ct_close(const struct guclog_ct *ct)
{
	struct ct *c = (struct ct *)ct;

	if (!c)
		return;
	arena_free(&c->arena);
	free(c);
}
