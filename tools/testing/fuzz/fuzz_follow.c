// SPDX-License-Identifier: GPL-2.0-only
/*
 * Follows an event ring while the firmware writes it, as the module's stream does. The entries that
 * are read must be those that were written, in order, and the count of lost entries must not be too
 * large, as long as the firmware writes as it should. The states can also have any values.
 *
 * Input: the number of entries of the ring, then steps: a byte that selects the step and a byte
 * with its number.
 */
#include "fuzz.h"

#include "guc_follow.h"
#include "guc_log.h"

#define ENTRY	GUC_FOLLOW_ENTRY
#define MAX_ENTRIES	64u
#define MAX_STEPS	400u
#define SPARE	12u	/* bytes at the end of the ring that no entry fills */

/**
 * struct ring - an event ring, its writer and its reader
 * @r: the state of the ring
 * @data: the bytes of the ring
 * @written: number of entries that the firmware has written since the ring was made
 * @load: number of times that the firmware was loaded
 * @odd: a state did not have the values that the firmware writes
 * @next: number of the entry that is expected next, without lost ones
 */
struct ring {
	struct guc_region r;
	u8 *data;
	u32 written;
	u32 load;
	bool odd;
	u32 next;
};

static void write_entries(struct ring *ring, u32 n)
{
	u8 *at;

	for (; n; n--) {
		if (ring->r.write_ptr > ring->r.size - ENTRY || ring->r.write_ptr % ENTRY) {
			ring->r.wrap_offset = min(ring->r.write_ptr, ring->r.size);
			ring->r.write_ptr = 0;
		}
		at = ring->data + ring->r.write_ptr;
		memset(at, 0, ENTRY);
		guc_store_le32(1000 + ring->written, at);
		guc_store_le32(7, at + 8);
		guc_store_le32(ring->written, at + 12);
		guc_store_le32(ring->load, at + 16);
		ring->r.write_ptr += ENTRY;
		ring->written++;
	}
}

static void load_again(struct ring *ring)
{
	ring->r.write_ptr = 0;
	ring->r.wrap_offset = 0;
	ring->load++;
}

/* The entries of a step must have been written, in order, with no more losses than were counted. */
static void check_entries(struct ring *ring, const u8 *copy, u32 nr)
{
	u32 i, number;

	for (i = 0; i < nr && !ring->odd; i++) {
		number = guc_load_le32(copy + i * ENTRY + 12);
		FUZZ_CHECK(number >= ring->next && number < ring->written);
		FUZZ_CHECK(!i || number == ring->next);
		ring->next = number + 1;
	}
}

/* Poll once, with room for @room bytes; the firmware writes @meanwhile entries during the copy. */
static void poll(struct ring *ring, struct guc_follow *f, u32 room, u32 meanwhile)
{
	struct guc_follow_step step;
	u32 copied = 0, nr, skipped;
	u8 *copy, newest[ENTRY];
	unsigned int i;

	if (!guc_follow_plan(f, &ring->r, guc_view(ring->data + f->last_pos, ENTRY), &step)) {
		FUZZ_CHECK(ring->odd);
		return;
	}
	guc_follow_limit(&step, room);
	write_entries(ring, meanwhile);
	copy = fuzz_alloc(ring->r.size);
	FUZZ_CHECK(step.nr_spans <= 2);
	for (i = 0; i < step.nr_spans; i++) {
		FUZZ_CHECK(step.span[i].len % ENTRY == 0);
		FUZZ_CHECK(step.span[i].offset + step.span[i].len <= ring->r.size);
		FUZZ_CHECK(copied + step.span[i].len <= ring->r.size);
		memcpy(copy + copied, ring->data + step.span[i].offset, step.span[i].len);
		copied += step.span[i].len;
	}
	if (copied)
		memcpy(newest, copy + copied - ENTRY, ENTRY);
	nr = guc_follow_entries(&step);
	FUZZ_CHECK(nr * ENTRY == copied && nr * ENTRY <= max(room, ENTRY));
	guc_follow_settle(f, &ring->r, &step);
	skipped = nr - guc_follow_entries(&step);
	FUZZ_CHECK(skipped <= nr);
	check_entries(ring, copy + skipped * ENTRY, nr - skipped);
	guc_follow_commit(f, &step, guc_view(newest, copied ? ENTRY : 0));
	free(copy);
}

/* A number of lost entries that is estimated from the pace must not be below the least number. */
static void estimate(u32 a, u32 b)
{
	struct guc_follow_pace pace = { 0 };
	struct guc_follow_gap gap;

	guc_follow_pace(&pace, a, a + 100 * b, b);
	guc_follow_estimate(&gap, &pace, a + 100 * b, a + 300 * b, 200 * (u64)b, b);
	FUZZ_CHECK(!gap.entries || gap.entries >= b);
}

static void step(struct ring *ring, struct guc_follow *f, struct guc_view *in)
{
	u32 kind = fuzz_take(in, 1), n = fuzz_take(in, 1);

	switch (kind % 8) {
	case 0:
	case 1:
		write_entries(ring, n);
		break;
	case 2:
		poll(ring, f, max(n, 1u) * ENTRY, 0);
		break;
	case 3:
	case 4:
		poll(ring, f, ring->r.size, n % 8 ? 0 : n);
		break;
	case 5:
		load_again(ring);
		/* It is unknown how many entries were written before the load. */
		ring->next = 0;
		break;
	case 6:
		estimate(kind * 256, n);
		break;
	default:
		if (n < 200)
			break;
		ring->odd = true;
		ring->r.write_ptr = fuzz_take(in, 2);
		ring->r.wrap_offset = fuzz_take(in, 2);
	}
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct guc_view in = guc_view(data, size);
	u32 entries = 2 + fuzz_take(&in, 1) % MAX_ENTRIES, i;
	struct ring ring = {
		.r = { .present = true, .size = entries * ENTRY + SPARE, .version = 2 },
	};
	struct guc_follow f = { 0 };
	u32 pos;

	ring.r.avail = ring.r.size;
	ring.data = fuzz_alloc(ring.r.size);
	memset(ring.data, 0, ring.r.size);
	FUZZ_CHECK(guc_follow_can(&ring.r));
	FUZZ_CHECK(guc_follow_start(&f, &ring.r, guc_events_newest(&ring.r, &pos) ?
				    guc_view(ring.data + pos, ENTRY) : guc_view(NULL, 0)));
	for (i = 0; i < MAX_STEPS && in.len; i++)
		step(&ring, &f, &in);
	free(ring.data);
	return 0;
}
