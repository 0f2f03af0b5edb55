// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the code that follows an event ring (guc_follow.c). Each entry that a model of the
 * firmware writes must be read once and in order, or be counted as lost. A new load of the firmware
 * must be detected.
 */
#include "guc_follow.h"
#include "test_guard.h"
#include "test_image.h"

#define ENTRY	GUC_FOLLOW_ENTRY
#define SIZE	1024u			/* length of the model's ring, bytes */
#define ROOM	(SIZE / ENTRY)		/* entries */

/*
 * A model of the firmware and its ring. Each entry contains the number of the entry (@written) and
 * the number of the load (@load).
 */
struct model {
	struct kunit *test;
	struct guc_region r;
	u8 *ring;
	u32 written;
	u32 load;
};

/* Reset the model to a firmware that was just loaded and has written nothing yet. */
static void reset_model(struct model *m)
{
	memset(m->ring, 0, SIZE);
	m->r = (struct guc_region){
		.present = true, .size = SIZE, .avail = SIZE, .version = 2,
	};
	m->written = 0;
	m->load = 0;
}

static struct model *new_model(struct kunit *test)
{
	struct model *m = kunit_kzalloc(test, sizeof(*m), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, m);
	m->test = test;
	m->ring = test_guarded(test, SIZE);
	reset_model(m);
	return m;
}

static void write_entry(struct model *m, u32 at)
{
	u8 *entry = m->ring + at;

	guc_store_le32(1000 + m->written, entry);
	guc_store_le32(0, entry + 4);
	guc_store_le32(7, entry + 8);
	guc_store_le32(m->written, entry + 12);
	guc_store_le32(m->load, entry + 16);
}

static void write_events(struct model *m, u32 n)
{
	while (n--) {
		if (m->r.write_ptr + ENTRY > SIZE) {
			m->r.wrap_offset = m->r.write_ptr;
			m->r.write_ptr = 0;
		}
		write_entry(m, m->r.write_ptr);
		m->r.write_ptr += ENTRY;
		m->written++;
	}
}

static void load_again(struct model *m)
{
	m->r.write_ptr = 0;
	m->r.wrap_offset = 0;
	m->written = 0;
	m->load++;
}

static struct guc_view last_of(const struct model *m, const struct guc_follow *f)
{
	return guc_view(m->ring + f->last_pos, ENTRY);
}

static struct guc_view newest_of(const struct model *m)
{
	u32 pos;

	return guc_events_newest(&m->r, &pos) ? guc_view(m->ring + pos, ENTRY) : guc_view(NULL, 0);
}

static void start(struct model *m, struct guc_follow *f)
{
	KUNIT_ASSERT_TRUE(m->test, guc_follow_start(f, &m->r, newest_of(m)));
}

/*
 * Poll once with a buffer of @room bytes, and copy the new entries to @copy. The firmware writes
 * @meanwhile entries during the copy. Return: whether there are more entries to read.
 */
static bool look_at(struct model *m, struct guc_follow *f, u32 meanwhile, u32 room,
		    struct guc_follow_step *step, u8 copy[SIZE])
{
	u32 copied = 0, skipped, before;
	struct guc_view newest;
	unsigned int i;
	u8 last[ENTRY];
	bool more;

	KUNIT_ASSERT_TRUE(m->test, guc_follow_plan(f, &m->r, last_of(m, f), step));
	more = guc_follow_limit(step, room);
	/* Model the slowest possible copy: all bytes are read at its end. */
	write_events(m, meanwhile);
	for (i = 0; i < step->nr_spans; i++) {
		KUNIT_ASSERT_TRUE(m->test, step->span[i].offset + step->span[i].len <= SIZE);
		memcpy(copy + copied, m->ring + step->span[i].offset, step->span[i].len);
		copied += step->span[i].len;
	}
	if (copied)
		memcpy(last, copy + copied - ENTRY, ENTRY);
	newest = guc_view(last, copied ? ENTRY : 0);
	before = guc_follow_entries(step);
	guc_follow_settle(f, &m->r, step);
	skipped = before - guc_follow_entries(step);
	memmove(copy, copy + skipped * ENTRY, copied - skipped * ENTRY);
	guc_follow_commit(f, step, newest);
	return more;
}

static void look(struct model *m, struct guc_follow *f, u32 meanwhile,
		 struct guc_follow_step *step, u8 copy[SIZE])
{
	KUNIT_ASSERT_EQ(m->test, look_at(m, f, meanwhile, SIZE, step, copy), false);
}

static u32 number(const u8 *copy, u32 entry)
{
	return guc_load_le32(copy + entry * ENTRY + 12);
}

/*
 * For every number of new entries and every position of the reader, each new entry must be read
 * exactly once and in order.
 */
static void guc_follow_reads_each_entry_once(struct kunit *test)
{
	struct model *m = new_model(test);
	struct guc_follow_step step;
	u8 *copy = test_guarded(test, SIZE);
	u32 stride, looks, i;

	for (stride = 0; stride < ROOM; stride += 2) {
		struct guc_follow f;
		u32 next = 0;

		reset_model(m);
		start(m, &f);
		for (looks = 0; looks < ROOM; looks++) {
			write_events(m, stride);
			look(m, &f, 0, &step, copy);
			KUNIT_ASSERT_EQ(test, step.restarted, false);
			KUNIT_ASSERT_EQ(test, step.lost, 0);
			KUNIT_ASSERT_EQ(test, guc_follow_entries(&step), stride);
			for (i = 0; i < stride; i++)
				KUNIT_ASSERT_EQ(test, number(copy, i), next++);
			KUNIT_ASSERT_EQ(test, f.seq, next);
		}
	}
}

/*
 * A reader that was too slow must read the entries that are still in the ring, and count the others
 * as lost.
 */
static void guc_follow_counts_what_was_overwritten(struct kunit *test)
{
	struct model *m = new_model(test);
	struct guc_follow_step step;
	u8 *copy = test_guarded(test, SIZE);
	u32 first, many, i;

	for (first = 0; first < 2 * ROOM; first += 3) {
		for (many = ROOM; many < 2 * ROOM; many++) {
			struct guc_follow f;

			reset_model(m);
			write_events(m, first);
			start(m, &f);
			write_events(m, many);
			look(m, &f, 0, &step, copy);
			/*
			 * A reader that started at an empty ring has no last entry to compare with,
			 * so it does not notice a loss.
			 */
			if (!first)
				continue;
			KUNIT_ASSERT_LE(test, f.seq, many);
			KUNIT_ASSERT_EQ(test, step.lost + guc_follow_entries(&step), f.seq);
			/*
			 * The oldest entry may be missing, because it may be overwritten at any
			 * moment.
			 */
			KUNIT_ASSERT_LE(test, ROOM, guc_follow_entries(&step) + 1);
			for (i = 0; i < guc_follow_entries(&step); i++)
				KUNIT_ASSERT_EQ_MSG(test, number(copy, i),
						    first + many - guc_follow_entries(&step) + i,
						    "%u + %u, entry %u", first, many, i);
			KUNIT_ASSERT_EQ(test, f.seq, many);
		}
	}
}

/* An entry that was written during the copy must never be mistaken for an older one. */
static void guc_follow_drops_what_changed_in_the_copy(struct kunit *test)
{
	struct model *m = new_model(test);
	struct guc_follow_step step;
	u8 *copy = test_guarded(test, SIZE);
	u32 new, meanwhile, i;

	for (new = 0; new < ROOM; new += 2) {
		for (meanwhile = 0; meanwhile < ROOM; meanwhile++) {
			struct guc_follow f;
			u32 got;

			reset_model(m);
			write_events(m, ROOM + 10);
			start(m, &f);
			write_events(m, new);
			look(m, &f, meanwhile, &step, copy);
			got = guc_follow_entries(&step);
			KUNIT_ASSERT_EQ(test, got + step.lost, new);
			for (i = 0; i < got; i++)
				KUNIT_ASSERT_EQ(test, number(copy, i), ROOM + 10 + step.lost + i);
			if (new + meanwhile < ROOM)
				KUNIT_ASSERT_EQ(test, step.lost, 0);
			/* The next poll continues where this one ended. */
			look(m, &f, 0, &step, copy);
			KUNIT_ASSERT_EQ(test, f.seq, new + meanwhile);
		}
	}
}

/*
 * A load of the firmware must be detected, also when the firmware then writes as many entries as
 * before, or more.
 */
static void guc_follow_notices_a_load(struct kunit *test)
{
	struct model *m = new_model(test);
	struct guc_follow_step step;
	u8 *copy = test_guarded(test, SIZE);
	u32 before, after;

	for (before = 1; before < 2 * ROOM; before += 2) {
		for (after = 0; after < ROOM; after++) {
			struct guc_follow f;

			reset_model(m);
			write_events(m, before);
			start(m, &f);
			load_again(m);
			write_events(m, after);
			look(m, &f, 0, &step, copy);
			KUNIT_ASSERT_EQ_MSG(test, step.restarted, true, "%u, then %u",
					    before, after);
			KUNIT_ASSERT_EQ(test, guc_follow_entries(&step), after);
			if (after)
				KUNIT_ASSERT_EQ(test, number(copy, 0), 0);
			look(m, &f, 0, &step, copy);
			KUNIT_ASSERT_EQ(test, step.restarted, false);
		}
	}
}

/*
 * A reader with a small buffer must read each entry once and in order, or count it as lost, also
 * when the firmware overtakes it.
 */
static void guc_follow_with_a_small_buffer(struct kunit *test)
{
	struct model *m = new_model(test);
	struct guc_follow_step step;
	u8 *copy = test_guarded(test, SIZE);
	const u32 old = 2 * ROOM + 7;
	u32 room, new, meanwhile, i, n;

	for (room = ENTRY; room < SIZE; room += 3 * ENTRY + 4) {
		for (new = 0; new < 2 * ROOM; new += 5) {
			for (meanwhile = 0; meanwhile < 5; meanwhile++) {
				struct guc_follow f;
				bool more = true;
				u32 looks = 0, lost = 0;

				reset_model(m);
				write_events(m, old);
				start(m, &f);
				write_events(m, new);
				while (more) {
					u64 seq = f.seq;

					more = look_at(m, &f, looks < 8 ? meanwhile : 0, room,
						       &step, copy);
					KUNIT_ASSERT_EQ(test, more, step.left != 0);
					lost += step.lost;
					n = guc_follow_entries(&step);
					KUNIT_ASSERT_LE(test, n * ENTRY, room);
					for (i = 0; i < n; i++)
						KUNIT_ASSERT_EQ(test, number(copy, i),
								old + seq + step.lost + i);
					KUNIT_ASSERT_LE(test, looks++, 4 * ROOM);
				}
				look(m, &f, 0, &step, copy);
				KUNIT_ASSERT_EQ(test, f.seq, m->written - old);
				if (!(lost + step.lost))
					KUNIT_ASSERT_LE(test, new, ROOM);
			}
		}
	}
}

/*
 * guc_follow_overtaken() must return true exactly if the entry that was read last was overwritten.
 * The caller must then read the state of the ring again, because with the earlier state, old
 * entries would be mistaken for new ones.
 */
static void guc_follow_wants_the_state_again(struct kunit *test)
{
	struct model *m = new_model(test);
	u8 *copy = test_guarded(test, SIZE);
	struct guc_follow_step step;
	struct guc_follow f;

	write_events(m, ROOM + 10);
	start(m, &f);
	write_events(m, ROOM - 1);
	KUNIT_EXPECT_EQ(test, guc_follow_overtaken(&f, last_of(m, &f)), false);
	write_events(m, 1);
	KUNIT_EXPECT_EQ(test, guc_follow_overtaken(&f, last_of(m, &f)), true);
	look(m, &f, 0, &step, copy);
	KUNIT_EXPECT_EQ(test, f.seq, ROOM);
	KUNIT_EXPECT_EQ(test, step.lost, 1);
}

/*
 * guc_follow_start() and guc_follow_plan() must refuse a ring that is absent, incomplete, of
 * another length or of an unknown version, or whose pointers are wrong.
 */
static void guc_follow_not_of_nonsense(struct kunit *test)
{
	static const struct {
		const char *label;
		struct guc_region r;
	} rows[] = {
		{ "absent", { .size = SIZE, .avail = SIZE, .version = 2 } },
		{ "contradicts", { .present = true, .size = SIZE, .avail = SIZE, .version = 2,
				   .contradicts = true } },
		{ "short", { .present = true, .size = SIZE, .avail = SIZE - 4, .version = 2 } },
		{ "tiny", { .present = true, .size = 16, .avail = 16, .version = 2 } },
		{ "version", { .present = true, .size = SIZE, .avail = SIZE, .version = 3 } },
		{ "write_ptr", { .present = true, .size = SIZE, .avail = SIZE, .version = 2,
				 .write_ptr = SIZE + 4 } },
		{ "wrap_offset", { .present = true, .size = SIZE, .avail = SIZE, .version = 2,
				   .wrap_offset = SIZE + 4 } },
	};
	struct model *m = new_model(test);
	struct guc_follow_step step;
	struct guc_follow f, other;
	unsigned int i;

	start(m, &f);
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		KUNIT_EXPECT_FALSE_MSG(test, guc_follow_start(&other, &rows[i].r,
							      guc_view(m->ring, ENTRY)),
				       "%s", rows[i].label);
		KUNIT_EXPECT_FALSE_MSG(test, guc_follow_plan(&f, &rows[i].r, last_of(m, &f), &step),
				       "%s", rows[i].label);
	}
	other = f;
	other.size += ENTRY;
	KUNIT_EXPECT_FALSE(test, guc_follow_plan(&other, &m->r, last_of(m, &f), &step));
	write_events(m, 1);
	KUNIT_EXPECT_FALSE(test, guc_follow_start(&other, &m->r, guc_view(m->ring, ENTRY - 1)));
}

/* For any values of the pointers, every span that is to be read must lie in the ring. */
static void guc_follow_stays_in_the_ring(struct kunit *test)
{
	struct model *m = new_model(test);
	struct guc_follow_step step;
	struct guc_follow f;
	u32 pos, write, wrap;
	unsigned int i;

	start(m, &f);
	for (pos = 0; pos <= SIZE; pos += 36) {
		for (write = 0; write <= SIZE; write += 20) {
			for (wrap = 0; wrap <= SIZE; wrap += 32) {
				f.pos = pos;
				f.wrapped = wrap & 32;
				f.has_last = wrap & 64;
				m->r.write_ptr = write;
				m->r.wrap_offset = wrap;
				if (!guc_follow_plan(&f, &m->r, last_of(m, &f), &step))
					continue;
				for (i = 0; i < step.nr_spans; i++)
					KUNIT_ASSERT_TRUE(test, step.span[i].len % ENTRY == 0 &&
							  step.span[i].offset + step.span[i].len <=
							  SIZE);
			}
		}
	}
}

/*
 * For a reader that was stopped for ten seconds, while the firmware wrote 100,000 events per
 * second, the duration of the gap and the number of lost events must be estimated correctly. The
 * GuC's clock runs at 19.2 MHz.
 */
static void guc_follow_estimates_a_gap(struct kunit *test)
{
	const u64 second = 19200000;
	struct guc_follow_pace pace = { 0 };
	struct guc_follow_gap gap;
	u32 tick = 0xfffff000;
	unsigned int i;

	guc_follow_estimate(&gap, &pace, 0, 500, 0, 7);
	KUNIT_EXPECT_EQ(test, gap.ticks, 500);
	KUNIT_EXPECT_EQ(test, gap.entries, 0);
	for (i = 0; i < 20; i++, tick += 192 * 2000)
		guc_follow_pace(&pace, tick, tick + 192 * 2000, 2000);
	guc_follow_estimate(&gap, &pace, tick, tick + (u32)(10 * second), 10 * second, 721);
	KUNIT_EXPECT_EQ(test, gap.ticks, 10 * second);
	KUNIT_EXPECT_GE(test, gap.entries, 999000);
	KUNIT_EXPECT_LE(test, gap.entries, 1001000);
	/*
	 * The GuC's 32-bit timestamp has wrapped twice during the gap. The duration by the host's
	 * clock, which is not exact, shows this.
	 */
	guc_follow_estimate(&gap, &pace, 5, 5 + 192 * 100, (2ull << 32) - 3 * second, 721);
	KUNIT_EXPECT_EQ(test, gap.ticks, (2ull << 32) + 192 * 100);
	guc_follow_estimate(&gap, &pace, 5, 6, 0, 721);
	KUNIT_EXPECT_EQ(test, gap.entries, 721);
	/* the rate is lower in the last polls before the gap, and these have more weight */
	for (i = 0; i < 8; i++)
		guc_follow_pace(&pace, 0, 1920 * 100, 100);
	guc_follow_estimate(&gap, &pace, 0, 10 * second, 0, 0);
	KUNIT_EXPECT_LE(test, gap.entries, 150000);
	KUNIT_EXPECT_GE(test, gap.entries, 100000);
	/* the largest values cause no overflow */
	guc_follow_pace(&pace, 0, 1, ~0u);
	guc_follow_estimate(&gap, &pace, 0, 1, ~0ull, 0);
	KUNIT_EXPECT_GT(test, gap.entries, 0);
	/* the estimate has an upper limit, so it does not wrap */
	pace = (struct guc_follow_pace){ .entries = 1 << 24, .ticks = 1 };
	guc_follow_estimate(&gap, &pace, 0, 0, ~0ull, 0);
	KUNIT_EXPECT_EQ(test, gap.entries, 1ull << 62);
}

static struct kunit_case guc_follow_cases[] = {
	KUNIT_CASE(guc_follow_reads_each_entry_once),
	KUNIT_CASE(guc_follow_counts_what_was_overwritten),
	KUNIT_CASE(guc_follow_drops_what_changed_in_the_copy),
	KUNIT_CASE(guc_follow_notices_a_load),
	KUNIT_CASE(guc_follow_with_a_small_buffer),
	KUNIT_CASE(guc_follow_wants_the_state_again),
	KUNIT_CASE(guc_follow_not_of_nonsense),
	KUNIT_CASE(guc_follow_stays_in_the_ring),
	KUNIT_CASE(guc_follow_estimates_a_gap),
	{}
};

static struct kunit_suite guc_follow_suite = {
	.name = "guc_follow",
	.test_cases = guc_follow_cases,
};

kunit_test_suite(guc_follow_suite);
