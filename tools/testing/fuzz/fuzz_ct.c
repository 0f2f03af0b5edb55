// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads CT buffers (the rings with the messages between driver and GuC) with any descriptor and any
 * words, from a snapshot of any length. Input: 8 bytes that select the descriptor and the length,
 * then words.
 */
#include "fuzz.h"

#include "guc_ct.h"

static void print_msg(struct guc_text *text, const void *arg)
{
	const struct guc_ct_ring *ring = ((const void * const *)arg)[0];
	const struct guc_ct_msg *msg = ((const void * const *)arg)[1];

	guc_ct_msg_print(text, ring, msg);
}

/*
 * It must be possible to read each data word of a message from the ring, but no word after the last
 * one.
 */
static void check_msg(const struct guc_ct_ring *ring, const struct guc_ct_msg *msg)
{
	const void *arg[] = { ring, msg };
	size_t len;
	u32 i, value;

	FUZZ_CHECK(msg->words >= 2 && msg->words <= 256);
	FUZZ_CHECK(msg->nr_data == msg->words - 2);
	for (i = 0; i < msg->nr_data; i++)
		FUZZ_CHECK(guc_ct_msg_data(ring, msg, i, &value));
	FUZZ_CHECK(!guc_ct_msg_data(ring, msg, i, &value));
	free(fuzz_text(print_msg, arg, &len));
	FUZZ_CHECK(len > 0);
}

/*
 * The messages must lie between the oldest word with known content and the tail, and must not
 * overlap.
 */
static void check_ring(const struct guc_ct_ring *ring)
{
	u32 *offset = fuzz_alloc(4 * (size_t)ring->size);
	u32 nr = guc_ct_index(ring, offset), i, above = 0;

	FUZZ_CHECK(nr <= ring->size / 2);
	for (i = 0; i < nr; i++) {
		struct guc_ct_msg msg;
		u32 back;

		FUZZ_CHECK(guc_ct_msg_read(&msg, ring, offset[i]));
		back = (ring->tail + ring->size - offset[i]) % ring->size;
		back = back ? back : ring->size;
		FUZZ_CHECK(back >= above + msg.words);
		FUZZ_CHECK(back <= ring->known);
		above = back;
		check_msg(ring, &msg);
	}
	free(offset);
}

static void check_snapshot(struct guc_view words, u32 select)
{
	static const u32 totals[] = { 0x22000, 0x23000, 0x3000, 0x2100 };
	u8 *copy = fuzz_copy(words.data, words.len);
	struct guc_ct ct;
	unsigned int i;

	guc_ct_parse(&ct, guc_view(copy, words.len),
		     select & 4 ? words.len : totals[select & 3],
		     select & 8 ? 1024 : 0, select & 16 ? 32768 : 0);
	for (i = 0; i < ct.nr_faults && i < GUC_CT_MAX_FAULTS; i++)
		/* The offset in a fault of a descriptor can be after the end of the data. */
		fuzz_check_fault(&ct.fault[i], max_t(size_t, words.len, 0x23000));
	for (i = 0; i < GUC_CT_RINGS; i++)
		if (ct.ring[i].usable)
			check_ring(&ct.ring[i]);
	free(copy);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct guc_view in = guc_view(data, size);
	u32 select = fuzz_take(&in, 1), more = fuzz_take(&in, 1);
	struct guc_ct_ring ring = {
		.id = select & 1,
		.present = true,
		.head = fuzz_take(&in, 2),
		.tail = fuzz_take(&in, 2),
		.known = fuzz_take(&in, 2),
	};
	struct guc_fault fault;
	u8 *copy = fuzz_copy(in.data, in.len);

	/* Also test a snapshot that ends within the ring. */
	ring.size = (u32)(in.len / 4) + (select & 2 ? more : 0);
	ring.words = guc_view(copy, in.len);
	if (guc_ct_ring_check(&ring, &fault))
		check_ring(&ring);
	else
		FUZZ_CHECK(!guc_ct_index(&ring, NULL));
	free(copy);
	check_snapshot(in, select >> 3);
	return 0;
}
