// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "guc_ct.h"

/* Offsets of the descriptors and rings in a snapshot of the CT buffers, in bytes. */
struct ct_layout {
	u64 desc[GUC_CT_RINGS];
	u64 ring[GUC_CT_RINGS];
};

/**
 * guc_ct_ring_name() - get the name of a ring of the CT buffers
 * @id: which ring
 *
 * Context: any, does not sleep.
 * Return: a constant string.
 */
const char *guc_ct_ring_name(enum guc_ct_ring_id id)
{
	return id == GUC_CT_H2G ? "H2G" : "G2H";
}

static void ct_fault(struct guc_ct *ct, const struct guc_fault *fault)
{
	if (ct->nr_faults < GUC_CT_MAX_FAULTS)
		ct->fault[ct->nr_faults] = *fault;
	ct->nr_faults++;
}

/**
 * guc_ct_ring_check() - check whether messages can be found in a ring
 * @ring: the ring; @ring->usable is set to the result, and @ring->known is limited to
 *	@ring->size
 * @fault: set to the fault, with offset 0; its code is GUC_FAULT_NONE if there is none
 *
 * Context: any, does not sleep.
 * Return: true if messages can be found. With a wrong head there is a fault, but messages
 * can still be found, so the result is true.
 */
bool guc_ct_ring_check(struct guc_ct_ring *ring, struct guc_fault *fault)
{
	*fault = (struct guc_fault){ .section = GUC_SECTION_CT };
	ring->usable = false;
	if (!ring->size || ring->size > GUC_CT_MAX_WORDS) {
		fault->code = GUC_FAULT_CT_SIZE;
		fault->found = ring->size;
		fault->expected = GUC_CT_MAX_WORDS;
		return false;
	}
	fault->expected = ring->size - 1;
	if (ring->tail >= ring->size) {
		fault->code = GUC_FAULT_CT_TAIL;
		fault->found = ring->tail;
		return false;
	}
	/*
	 * Messages can be found without the head, so report a wrong head and
	 * continue.
	 */
	if (ring->head >= ring->size) {
		fault->code = GUC_FAULT_CT_HEAD;
		fault->found = ring->head;
	}
	ring->known = min(ring->known, ring->size);
	ring->usable = true;
	return true;
}

static bool is_power_of_two(u64 n)
{
	return n && !(n & (n - 1));
}

/*
 * Compute the offsets of the descriptors and rings in a snapshot of @total bytes, which has the
 * layout of Linux 7.3 (@apart is true: each ring has its own buffer object) or of 6.12 (both rings
 * are in one buffer object). If *@g2h_words is 0, the length of the G2H ring is unknown, and is
 * computed too. Return: true, or false if the lengths do not fit this layout.
 */
static bool lay_out(struct ct_layout *l, u64 total, bool apart, u32 h2g_words,
		    u32 *g2h_words)
{
	const u64 descs = 2 * GUC_CT_DESC_ROOM;
	u64 h2g_end = descs + 4ull * h2g_words;
	u64 g2h = h2g_end + (apart ? descs : 0);
	u64 left;

	if (total <= g2h)
		return false;
	left = total - g2h;
	if (*g2h_words ? left != 4ull * *g2h_words : !is_power_of_two(left))
		return false;
	if (left >> 2 > U32_MAX)
		return false;
	*g2h_words = (u32)(left >> 2);
	l->desc[GUC_CT_H2G] = 0;
	l->desc[GUC_CT_G2H] = (apart ? h2g_end : 0) + GUC_CT_DESC_ROOM;
	l->ring[GUC_CT_H2G] = descs;
	l->ring[GUC_CT_G2H] = g2h;
	return true;
}

static void read_ring(struct guc_ct *ct, enum guc_ct_ring_id id,
		      struct guc_view snapshot, const struct ct_layout *l,
		      u32 size)
{
	const struct guc_ct_desc *desc =
		guc_view_at(snapshot, l->desc[id], sizeof(*desc));
	struct guc_ct_ring *ring = &ct->ring[id];
	struct guc_fault fault;

	ring->id = id;
	if (!desc) {
		ct_fault(ct, &(struct guc_fault){
			.code = GUC_FAULT_TOO_SHORT,
			.section = GUC_SECTION_CT,
			.offset = l->desc[id],
			.found = snapshot.len,
			.expected = l->desc[id] + sizeof(*desc) });
		return;
	}
	ring->present = true;
	ring->head = guc_load_le32(&desc->head);
	ring->tail = guc_load_le32(&desc->tail);
	ring->status = guc_load_le32(&desc->status);
	ring->size = size;
	ring->known = size;
	ring->words = guc_view_clip(snapshot, l->ring[id], 4ull * size);
	guc_ct_ring_check(ring, &fault);
	if (fault.code) {
		fault.offset = l->desc[id];
		ct_fault(ct, &fault);
	}
}

/**
 * guc_ct_parse() - find the descriptors and rings in a snapshot of the CT buffers
 * @ct: filled with the descriptors and the rings; the rings point into @snapshot
 * @snapshot: the [CTB].data of the devcoredump; may be truncated
 * @total: length of the whole snapshot in bytes, from [CTB].length
 * @h2g_words: length of the H2G ring in words, 0 when not known
 * @g2h_words: length of the G2H ring in words, 0 when not known
 *
 * The layouts of Linux 6.12 (one buffer object) and 7.3 (two) are supported.
 * @total determines which of them the snapshot has.
 *
 * Context: any, does not sleep.
 */
void guc_ct_parse(struct guc_ct *ct, struct guc_view snapshot, u64 total,
		  u32 h2g_words, u32 g2h_words)
{
	struct ct_layout l;
	unsigned int apart;

	*ct = (struct guc_ct){};
	if (!h2g_words)
		h2g_words = GUC_CT_H2G_WORDS;
	if (snapshot.len > total)
		snapshot.len = (size_t)total;
	for (apart = 0; apart < 2; apart++) {
		u32 g2h = g2h_words;

		if (!lay_out(&l, total, apart, h2g_words, &g2h))
			continue;
		read_ring(ct, GUC_CT_H2G, snapshot, &l, h2g_words);
		read_ring(ct, GUC_CT_G2H, snapshot, &l, g2h);
		return;
	}
	ct_fault(ct, &(struct guc_fault){
		.code = GUC_FAULT_CT_LAYOUT,
		.section = GUC_SECTION_CT,
		.found = total });
}

/*
 * Read the word with the index @at of the ring. After the end of the ring, indexes continue
 * at its start. Return: true, or false if the word is not in the snapshot.
 */
static bool ring_word(const struct guc_ct_ring *ring, u32 at, u32 *value)
{
	const void *p;

	if (at >= ring->size)
		at -= ring->size;
	p = guc_view_at(ring->words, 4ull * at, 4);
	if (!p)
		return false;
	*value = guc_load_le32(p);
	return true;
}

static void read_hxg(struct guc_ct_msg *msg, u32 hxg)
{
	msg->origin = FIELD_GET(GUC_HXG_MSG_0_ORIGIN, hxg);
	msg->type = FIELD_GET(GUC_HXG_MSG_0_TYPE, hxg);
	msg->aux = FIELD_GET(GUC_HXG_MSG_0_AUX, hxg);
	switch (msg->type) {
	case GUC_HXG_TYPE_REQUEST:
	case GUC_HXG_TYPE_EVENT:
	case GUC_HXG_TYPE_FAST_REQUEST:
	case GUC_HXG_TYPE_RESPONSE_FAILURE:
		msg->action = FIELD_GET(GUC_HXG_MSG_0_ACTION, hxg);
		msg->data0 = FIELD_GET(GUC_HXG_MSG_0_DATA0, hxg);
		break;
	case GUC_HXG_TYPE_RESPONSE_SUCCESS:
		msg->data0 = msg->aux;
		break;
	default:
		break;
	}
}

/**
 * guc_ct_msg_has_action() - check whether a message has an action
 * @msg: from guc_ct_msg_read()
 *
 * Context: any, does not sleep.
 * Return: true for a request, a fast request and an event; false for other messages.
 */
bool guc_ct_msg_has_action(const struct guc_ct_msg *msg)
{
	return msg->type == GUC_HXG_TYPE_REQUEST ||
	       msg->type == GUC_HXG_TYPE_EVENT ||
	       msg->type == GUC_HXG_TYPE_FAST_REQUEST;
}

/*
 * Return: the number of words from index @from up to index @to. If @to is less than @from, the
 * words go on at the start of the ring.
 */
static u32 words_from(const struct guc_ct_ring *ring, u32 from, u32 to)
{
	return to >= from ? to - from : to + ring->size - from;
}

/**
 * guc_ct_msg_read() - read the message at an offset in the ring
 * @msg: filled with the header of the message
 * @ring: a ring of the CT buffers, from guc_ct_parse()
 * @offset: index of the message's first word in the ring
 *
 * The words are accepted as a message only if all these conditions are met: the format is
 * HXG; the reserved bits are 0; the message has at least an HXG header and ends at or before
 * the tail; the origin is the side that writes to this ring; the type is known; and if this
 * type has an action, the action is not 0. A message in the H2G ring must not cross the end
 * of the ring. Words in the middle of a message can meet these conditions by chance, so
 * use guc_ct_index() to find where messages begin.
 *
 * Context: any, does not sleep.
 * Return: true if the words are a message and all its words are available.
 */
bool guc_ct_msg_read(struct guc_ct_msg *msg, const struct guc_ct_ring *ring,
		     u32 offset)
{
	u32 head, hxg, last, left;

	*msg = (struct guc_ct_msg){ .ring = ring->id, .offset = offset };
	if (!ring->usable || offset >= ring->size)
		return false;
	/* Most words are rejected here, when all words of a ring are tried. */
	if (!ring_word(ring, offset, &head))
		return false;
	msg->fence = FIELD_GET(GUC_CTB_MSG_0_FENCE, head);
	msg->words = 1 + FIELD_GET(GUC_CTB_MSG_0_NUM_DWORDS, head);
	if (FIELD_GET(GUC_CTB_MSG_0_FORMAT, head) != GUC_CTB_FORMAT_HXG ||
	    FIELD_GET(GUC_CTB_MSG_0_RESERVED, head) || msg->words < 2)
		return false;
	left = words_from(ring, offset, ring->tail);
	if (!left)
		left = ring->size;
	if (msg->words > left || !ring_word(ring, offset + 1, &hxg))
		return false;
	if (ring->id == GUC_CT_H2G && msg->words > ring->size - offset)
		return false;
	/*
	 * A truncated snapshot lacks words at the end of the ring. So it is enough to check
	 * the last word of the message that lies before the end of the ring.
	 */
	last = min(offset + msg->words, ring->size) - 1;
	if (!ring_word(ring, last, &head))
		return false;
	read_hxg(msg, hxg);
	if (msg->origin != (ring->id == GUC_CT_H2G ? GUC_HXG_ORIGIN_HOST :
			    GUC_HXG_ORIGIN_GUC) || msg->type == 4)
		return false;
	if (guc_ct_msg_has_action(msg) && !msg->action)
		return false;
	msg->nr_data = msg->words - 2;
	msg->unread = ring->head < ring->size && ring->head != ring->tail &&
		      left <= words_from(ring, ring->head, ring->tail);
	return true;
}

/**
 * guc_ct_msg_data() - read a data word of a message
 * @ring: a ring of the CT buffers, from guc_ct_parse()
 * @msg: the message, from @ring
 * @index: index of the data word; 0 is the first word after the HXG header
 * @value: filled with the word
 *
 * Context: any, does not sleep.
 * Return: true, or false if the message does not have this word.
 */
bool guc_ct_msg_data(const struct guc_ct_ring *ring,
		     const struct guc_ct_msg *msg, u32 index, u32 *value)
{
	return index < msg->nr_data &&
	       ring_word(ring, msg->offset + 2 + index, value);
}
