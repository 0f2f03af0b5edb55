// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * This file finds the words at which the messages of a ring of the CT buffers begin.
 * Messages have different lengths, and the oldest message is partly overwritten, so a
 * search that started at the oldest word could begin in the middle of a message. Therefore
 * the search goes backwards from the tail. A word can be the start of a message if it looks
 * like the header of a message that ends right before the tail or right before the start
 * of another message.
 */
#include "guc_ct.h"

/*
 * Return: whether the bit of word @at is set in @marks, a bitmap with a bit for each word of the
 * ring. The bitmap lies in the upper half of the buffer that the caller of guc_ct_index() provides.
 */
static bool is_marked(const u32 *marks, u32 at)
{
	return marks[at / 32] >> (at % 32) & 1;
}

static void mark(u32 *marks, u32 at)
{
	marks[at / 32] |= 1u << (at % 32);
}

/* Return: the index of the word that is @back words before the tail. */
static u32 place(const struct guc_ct_ring *ring, u32 back)
{
	return back <= ring->tail ? ring->tail - back :
				    ring->tail + ring->size - back;
}

static bool is_readable(const struct guc_ct_ring *ring, u32 at)
{
	return guc_view_at(ring->words, 4ull * at, 4);
}

static bool is_zero(const struct guc_ct_ring *ring, u32 at)
{
	const void *p = guc_view_at(ring->words, 4ull * at, 4);

	return p && !guc_load_le32(p);
}

/*
 * Return: number of zeroes from word @at backwards to the start of the ring, at most @most. Words
 * that are not available are not zeroes.
 */
static u32 zeroes_before(const struct guc_ct_ring *ring, u32 at, u32 most)
{
	const u8 *words = guc_view_at(ring->words, 0, 4 * (at + 1ull));
	u32 nr = 0;

	if (!words)
		return 0;
	most = min(most, at + 1);
	while (most - nr >= 2 && !guc_load_le64(words + 4ull * (at - nr - 1)))
		nr += 2;
	while (nr < most && !guc_load_le32(words + 4ull * (at - nr)))
		nr++;
	return nr;
}

/*
 * Return: true if the snapshot does not contain the word @at. Also true if the word can be the
 * header of a message, and the snapshot does not contain the end of this message.
 */
static bool is_cut(const struct guc_ct_ring *ring, u32 at)
{
	const void *p = guc_view_at(ring->words, 4ull * at, 4);
	u32 words;

	if (!p)
		return true;
	words = 1 + FIELD_GET(GUC_CTB_MSG_0_NUM_DWORDS, guc_load_le32(p));
	return at + words <= ring->size && !is_readable(ring, at + words - 1);
}

/*
 * Mark the words at which messages can begin. Also mark words that can follow a message although no
 * message begins there: words that are not available, and the zeroes that xe writes at the end of
 * the H2G ring when a message does not fit there. A message that ends right before such a word is
 * then marked, too.
 */
static void mark_all(const struct guc_ct_ring *ring, u32 *marks)
{
	bool zeroes = ring->id == GUC_CT_H2G;
	struct guc_ct_msg msg;
	u32 back;

	for (back = 1; back <= ring->known; back++) {
		u32 at = place(ring, back), next;
		bool older = back > ring->tail, zero = is_zero(ring, at);

		if (older && zeroes) {
			zeroes = zero;
			if (zeroes && (!ring->tail || is_marked(marks, 0))) {
				mark(marks, at);
				continue;
			}
		}
		/* Most words of a large ring are often 0, which is not the header of a message. */
		if (zero) {
			if (!zeroes)
				back += zeroes_before(ring, at, ring->known - back + 1) - 1;
			continue;
		}
		if (!guc_ct_msg_read(&msg, ring, at)) {
			if (is_cut(ring, at))
				mark(marks, at);
			continue;
		}
		if (msg.words > back)
			continue;
		next = at + msg.words;
		if (next >= ring->size)
			next -= ring->size;
		if (msg.words == back || is_marked(marks, next))
			mark(marks, at);
	}
}

/*
 * Check whether the first message of a sequence is real. This is necessary because words of an
 * overwritten message can look like the header of a message. xe numbers its messages (H2G) in
 * the field fence, so the message is real if the next message has the next number. Return:
 * false if the numbers do not fit; true otherwise, also if they cannot be compared.
 */
static bool is_followed(const struct guc_ct_ring *ring,
			const struct guc_ct_msg *msg)
{
	struct guc_ct_msg next;
	u32 at = msg->offset + msg->words;

	if (ring->id != GUC_CT_H2G)
		return true;
	if (at >= ring->size)
		at -= ring->size;
	if (at == ring->tail || !guc_ct_msg_read(&next, ring, at))
		return true;
	return ((msg->fence + 1u) & 0x7fff) == (next.fence & 0x7fffu);
}

static void reverse(u32 *list, u32 nr)
{
	u32 i;

	for (i = 0; i < nr / 2; i++) {
		u32 tmp = list[i];

		list[i] = list[nr - 1 - i];
		list[nr - 1 - i] = tmp;
	}
}

/**
 * guc_ct_index() - find the messages of a ring
 * @ring: a ring of the CT buffers, from guc_ct_parse()
 * @offset: buffer of @ring->size words, all of which can be overwritten; filled with the
 *	index of the first word of each message, starting with the newest message
 *
 * Use guc_ct_msg_read() to read the messages. If the snapshot of the ring is truncated,
 * messages can be missing between the messages that were found.
 *
 * Context: any, does not sleep. Takes time in proportion to @ring->size.
 * Return: number of messages, or 0 if @ring->usable is false.
 */
u32 guc_ct_index(const struct guc_ct_ring *ring, u32 *offset)
{
	struct guc_ct_msg msg;
	bool in_row = false;
	u32 *marks, back, nr = 0;

	if (!ring->usable)
		return 0;
	marks = offset + ring->size / 2;
	memset(offset, 0, 4 * (size_t)ring->size);
	mark_all(ring, marks);
	for (back = ring->known; back; ) {
		u32 at = place(ring, back);

		/* Skip 32 words at once if no message begins at any of them. */
		if (!in_row && at % 32 == 0 && !marks[at / 32] && back > 32 &&
		    ring->size - at >= 32) {
			back -= 32;
			continue;
		}
		if (!is_marked(marks, at) || !guc_ct_msg_read(&msg, ring, at) ||
		    msg.words > back || (!in_row && !is_followed(ring, &msg))) {
			in_row = in_row && is_marked(marks, at);
			back--;
			continue;
		}
		in_row = true;
		offset[nr++] = at;
		back -= msg.words;
	}
	reverse(offset, nr);
	return nr;
}
