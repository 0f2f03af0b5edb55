// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the clock anchor: an event's timestamp, and the interval of the host's time in which the
 * event was written (see xgl_anchor.h). The interval must contain the time at which the event was
 * really written. Without an event there must be no anchor. An anchor must be dropped when the
 * firmware is loaded again. To find an anchor, a watch samples the state of the event ring until an
 * event is written.
 */
#include <linux/delay.h>
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/sched.h>

#include "test_guard.h"
#include "test_source.h"
#include "xgl_anchor.h"
#include "xgl_files.h"
#include "xgl_replay.h"

/* Offset of the event region in the small image. */
#define RING	0x1000u
#define KHZ	19200u

/**
 * struct firmware - a simulated firmware, which writes events while a watch samples its ring
 * @img: image of the log
 * @samples: number of reads of the event region's state so far
 * @at: for each event, the number of the sample before which it is written,
 *	counted from 1
 * @delay_ms: for each event, the time in ms from its timestamp to its write
 * @written: for each event, the time at which it was written, CLOCK_BOOTTIME in
 *	ns
 * @tick: for each event, its timestamp
 * @nr: number of events to write
 * @done: number of events that were written
 * @slow_ms: time in ms from the write of the first event to the copy that contains the event
 * @to_zero: the ring wraps right after each event, so the write pointer
 *	becomes 0
 */
struct firmware {
	struct test_image *img;
	unsigned int samples;
	unsigned int at[4];
	u32 delay_ms[4];
	u64 written[4];
	u32 tick[4];
	unsigned int nr;
	unsigned int done;
	unsigned int slow_ms;
	bool to_zero;
};

static struct firmware *fw;

static void write_event(struct test_source *s, u32 tick)
{
	u32 at = guc_load_le32(s->data + T_EVENT + T_WRITE);

	if (at + 20 > T_SMALL_EVENT) {
		test_store(s, T_EVENT + T_WRAP, at);
		at = 0;
	}
	test_store(s, RING + at, tick);
	test_store(s, T_EVENT + T_WRITE, at + 20);
}

static void write_now(struct test_source *s, unsigned int i)
{
	u64 now = ktime_get_boottime_ns();

	fw->written[i] = now;
	fw->tick[i] = div_u64(now, 1000000) * KHZ - fw->delay_ms[i] * KHZ;
	write_event(s, fw->tick[i]);
	if (fw->to_zero) {
		test_store(s, T_EVENT + T_WRAP, guc_load_le32(s->data + T_EVENT + T_WRITE));
		test_store(s, T_EVENT + T_WRITE, 0);
	}
}

/*
 * Write the events that are due. The source calls this function before each copy. A copy of only
 * the state of the event region (36 bytes) is a sample of the watch.
 */
static void run_firmware(struct test_source *s, u64 offset, size_t len)
{
	if (offset != T_EVENT || len != 36)
		return;
	fw->samples++;
	if (fw->done < fw->nr && fw->samples == fw->at[fw->done]) {
		write_now(s, fw->done);
		if (!fw->done++ && fw->slow_ms)
			msleep(fw->slow_ms);
	}
}

static struct test_source *log_with(struct kunit *test, struct firmware *firmware)
{
	struct test_image *img = test_small(test);
	struct test_source *s;

	test_put(img, T_KLV(3) + 4, KHZ);
	s = test_source(test, img);
	firmware->img = img;
	fw = firmware;
	s->on_copy = run_firmware;
	return s;
}

/*
 * The interval of the anchor must contain the time at which the event was written, and the anchor
 * must have the timestamp and the offset of this event.
 */
static void xgl_anchor_encloses_the_event(struct kunit *test)
{
	struct firmware firmware = { .nr = 1, .at = { 3 }, .slow_ms = 50 };
	struct test_source *s = log_with(test, &firmware);
	u64 before = ktime_get_boottime_ns();
	struct xgl_anchor_point p;
	s64 apart;

	KUNIT_ASSERT_EQ(test, 0, xgl_anchor_watch(&s->src, 0, &p));
	KUNIT_EXPECT_EQ(test, p.tick, firmware.tick[0]);
	KUNIT_EXPECT_EQ(test, p.entry, T_SMALL_WRITE);
	KUNIT_EXPECT_EQ(test, p.write_ptr, T_SMALL_WRITE + 20);
	KUNIT_EXPECT_EQ(test, p.size, T_SMALL_EVENT);
	KUNIT_EXPECT_TRUE(test, p.wrapped);
	KUNIT_EXPECT_LE(test, p.boottime_ns - p.uncertainty_ns, firmware.written[0]);
	KUNIT_EXPECT_GE(test, p.boottime_ns + p.uncertainty_ns, firmware.written[0]);
	KUNIT_EXPECT_GE(test, p.boottime_ns, before);
	KUNIT_EXPECT_GT(test, p.uncertainty_ns, 0);
	/* The uncertainty must be at most the duration of the call of xgl_anchor_watch(). */
	KUNIT_EXPECT_LE(test, p.uncertainty_ns, ktime_get_boottime_ns() - before);
	apart = p.realtime_ns - p.boottime_ns -
		(ktime_get_real_ns() - ktime_get_boottime_ns());
	KUNIT_EXPECT_LT(test, abs(apart), (s64)NSEC_PER_SEC);
	KUNIT_EXPECT_EQ(test, s->begins, 1);
	KUNIT_EXPECT_EQ(test, s->ends, 1);
}

/*
 * If the watch finds several events, the anchor must be the event with the shortest delay
 * from its timestamp to the sample that found the event.
 */
static void xgl_anchor_is_the_nearest(struct kunit *test)
{
	struct firmware firmware = {
		.nr = 4, .at = { 1, 2, 3, 4 },
		.delay_ms = { 30000, 2000, 20000, 40000 },
	};
	struct test_source *s = log_with(test, &firmware);
	struct xgl_anchor_point p;

	KUNIT_ASSERT_EQ(test, 0, xgl_anchor_watch(&s->src, 0, &p));
	KUNIT_EXPECT_EQ(test, firmware.done, 4);
	KUNIT_EXPECT_EQ(test, p.tick, firmware.tick[1]);
	KUNIT_EXPECT_EQ(test, p.entry, T_SMALL_WRITE + 20);
	/* the watch ends early, after four events (XGL_ANCHOR_EVENTS) */
	KUNIT_EXPECT_EQ(test, firmware.samples, 4);
	KUNIT_EXPECT_EQ(test, s->ends, 1);
}

/*
 * An impossible frequency of the GuC's clock must not be used. The anchor must then be the
 * event that was found with the shortest interval between the two samples before and after
 * it appeared.
 */
static void xgl_anchor_of_a_wrong_frequency(struct kunit *test)
{
	struct firmware firmware = { .nr = 2, .at = { 1, 3 }, .slow_ms = 200 };
	struct test_source *s = log_with(test, &firmware);
	struct xgl_anchor_point p;

	test_store(s, T_KLV(3) + 4, U32_MAX);
	KUNIT_ASSERT_EQ(test, 0, xgl_anchor_watch(&s->src, 0, &p));
	KUNIT_EXPECT_EQ(test, firmware.done, 2);
	KUNIT_EXPECT_EQ(test, p.tick, firmware.tick[1]);
	KUNIT_EXPECT_LT(test, p.uncertainty_ns, 100 * NSEC_PER_MSEC);
}

/* The newest event must be found when the write pointer has just become 0. */
static void xgl_anchor_after_the_wrap(struct kunit *test)
{
	struct firmware firmware = { .nr = 1, .at = { 1 } };
	struct test_source *s = log_with(test, &firmware);
	struct xgl_anchor_point p;

	test_store(s, T_EVENT + T_WRITE, 1000);
	firmware.to_zero = true;
	KUNIT_ASSERT_EQ(test, 0, xgl_anchor_watch(&s->src, 0, &p));
	KUNIT_EXPECT_EQ(test, p.entry, 1000);
	KUNIT_EXPECT_EQ(test, p.write_ptr, 0);
	KUNIT_EXPECT_EQ(test, p.tick, firmware.tick[0]);
}

/*
 * Load the firmware again: its ring is empty, and the bytes in the ring are from before this load.
 */
static void load_again(struct test_source *s, u64 offset, size_t len)
{
	if (offset != T_EVENT || len != 36)
		return;
	test_store(s, T_EVENT + T_WRITE, 0);
	test_store(s, T_EVENT + T_WRAP, T_SMALL_EVENT);
}

/* If the firmware is loaded again and writes no event, there must be no anchor. */
static void xgl_anchor_of_an_empty_ring(struct kunit *test)
{
	struct test_source *s = test_source(test, test_small(test));
	struct xgl_anchor_point p;

	s->on_copy = load_again;
	KUNIT_EXPECT_EQ(test, -EAGAIN, xgl_anchor_watch(&s->src, 0, &p));
	KUNIT_EXPECT_EQ(test, s->begins, s->ends);
}

/*
 * Before each copy, set the pointers and the size of the ring to values at and beyond their limits.
 */
static void hostile(struct test_source *s, u64 offset, size_t len)
{
	static const u32 values[] = {
		0, 1, 3, 19, 20, 21, 1020, 1021, 1024, 1025, 1044, 0x7fffffff,
		0x80000000, 0xfffffff0, 0xffffffff,
	};

	if (len != 36)
		return;
	test_store(s, T_EVENT + T_WRITE, values[s->copies % ARRAY_SIZE(values)]);
	test_store(s, T_EVENT + T_WRAP, values[s->copies / 3 % ARRAY_SIZE(values)]);
	test_store(s, T_EVENT + T_SIZE, values[s->copies / 5 % ARRAY_SIZE(values)]);
}

/* With any pointers in the state, no byte outside the event region may be read. */
static void xgl_anchor_checks_the_pointers(struct kunit *test)
{
	struct test_source *s = test_source(test, test_small(test));
	u8 *page = test_guarded(test, 4096);
	struct xgl_anchor_point p;
	unsigned int i;

	memcpy(page, s->data, 4096);
	s->on_copy = hostile;
	for (i = 0; i < 20; i++) {
		int ret;

		memcpy(s->data, page, 4096);
		ret = xgl_anchor_watch(&s->src, 0, &p);
		KUNIT_EXPECT_TRUE(test, ret == 0 || ret == -EAGAIN);
		if (!ret)
			KUNIT_EXPECT_LE(test, p.entry, T_SMALL_EVENT - 20);
	}
	KUNIT_EXPECT_EQ(test, s->begins, s->ends);
}

/* When no event is written, the watch must end without an anchor. */
static void xgl_anchor_of_a_silent_log(struct kunit *test)
{
	struct firmware firmware = { .nr = 0 };
	struct test_source *s = log_with(test, &firmware);
	u64 start = ktime_get_boottime_ns();
	struct xgl_anchor_point p;

	KUNIT_EXPECT_EQ(test, -EAGAIN, xgl_anchor_watch(&s->src, 0, &p));
	KUNIT_EXPECT_GE(test, ktime_get_boottime_ns() - start, XGL_ANCHOR_WATCH_NS);
	KUNIT_EXPECT_EQ(test, s->ends, 1);
	KUNIT_EXPECT_GE(test, firmware.samples, XGL_ANCHOR_SAMPLES);
	/* the state page is read once, and 36 bytes, the state of one region, for each sample */
	KUNIT_EXPECT_EQ(test, s->bytes, 4096 + 36 * firmware.samples);
}

/* The watch must neither resume a suspended device nor copy its log. */
static void xgl_anchor_leaves_it_suspended(struct kunit *test)
{
	struct firmware firmware = { .nr = 1, .at = { 1 } };
	struct test_source *s = log_with(test, &firmware);
	struct xgl_anchor_point p;

	s->suspended = true;
	KUNIT_EXPECT_EQ(test, -EAGAIN, xgl_anchor_watch(&s->src, 0, &p));
	KUNIT_EXPECT_EQ(test, s->begins, 0);
	KUNIT_EXPECT_EQ(test, s->copies, 0);
	s->suspended = false;
	KUNIT_EXPECT_EQ(test, 0, xgl_anchor_watch(&s->src, 0, &p));
}

/* xgl_anchor_watch() must return an error for a log that cannot be watched. */
static void xgl_anchor_of_no_log(struct kunit *test)
{
	struct firmware firmware = { .nr = 1, .at = { 2 } };
	struct test_source *s = log_with(test, &firmware);
	struct xgl_anchor_point p;

	s->begin_error = -ENODEV;
	KUNIT_EXPECT_EQ(test, -ENODEV, xgl_anchor_watch(&s->src, 0, &p));
	s->begin_error = 0;
	s->total = XGL_MAX_LOG + 1ull;
	KUNIT_EXPECT_EQ(test, -EFBIG, xgl_anchor_watch(&s->src, 0, &p));
	KUNIT_EXPECT_EQ(test, s->copies, 0);
	/* the log buffer ends within the event region */
	s->total = RING + T_SMALL_EVENT - 4;
	KUNIT_EXPECT_EQ(test, -ENODATA, xgl_anchor_watch(&s->src, 0, &p));
	s->total = 4095;
	KUNIT_EXPECT_EQ(test, -ENODATA, xgl_anchor_watch(&s->src, 0, &p));
	s->total = T_SMALL_TOTAL;
	/* entries of a version that is not known */
	test_store(s, T_EVENT + T_VERSION, 3);
	KUNIT_EXPECT_EQ(test, -ENODATA, xgl_anchor_watch(&s->src, 0, &p));
	test_store(s, T_EVENT + T_VERSION, 2);
	test_store(s, T_EVENT + T_MARKER_1, 0);
	KUNIT_EXPECT_EQ(test, -ENODATA, xgl_anchor_watch(&s->src, 0, &p));
	KUNIT_EXPECT_EQ(test, s->begins, s->ends);
}

/**
 * struct fate - the changes to a log since its anchor was found
 * @name: description of the changes
 * @was_wrapped: the ring had wrapped when the anchor was found
 * @size: size of the ring now
 * @write: write_ptr now
 * @wrap: wrap_offset now
 * @tick: timestamp of the entry that is now at the offset of the anchor's event
 * @stale: the expected result of xgl_anchor_is_stale()
 */
struct fate {
	const char *name;
	bool was_wrapped;
	u32 size;
	u32 write;
	u32 wrap;
	u32 tick;
	bool stale;
};

static const struct fate fates[] = {
	{ "nothing", false, 0x400, 120, 0, 7, false },
	{ "more events", false, 0x400, 400, 0, 7, false },
	{ "wrapped since", false, 0x400, 20, 1020, 99, false },
	{ "wrapped before and now", true, 0x400, 20, 1020, 99, false },
	{ "loaded, and few events", false, 0x400, 100, 0, 7, true },
	{ "loaded, and more events", false, 0x400, 120, 0, 8, true },
	{ "loaded, wrap_offset is the size", true, 0x400, 500, 0x400, 7, true },
	{ "loaded, and no event", true, 0x400, 0, 0, 7, true },
	{ "another ring", false, 0x200, 120, 0, 7, true },
	{ "another ring, wrapped", false, 0x200, 20, 500, 7, true },
	{ "unknown", false, 0x400, 2000, 0, 7, false },
};

/* After each of these changes, an anchor must be stale exactly if the firmware was loaded again. */
static void xgl_anchor_ends_with_a_load(struct kunit *test)
{
	struct xgl_anchor_point p = {
		.tick = 7, .entry = 100, .write_ptr = 120, .size = 0x400,
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(fates); i++) {
		struct test_image *img = test_small(test);
		const struct fate *fate = &fates[i];

		test_put(img, T_EVENT + T_SIZE, fate->size);
		test_put(img, T_EVENT + T_WRITE, fate->write);
		test_put(img, T_EVENT + T_WRAP, fate->wrap);
		test_put(img, RING + 100, fate->tick);
		test_parse(img);
		p.wrapped = fate->was_wrapped;
		KUNIT_EXPECT_EQ_MSG(test, fate->stale,
				    xgl_anchor_is_stale(&p, &img->log.region[GUC_REGION_EVENT],
							guc_view(img->data + RING + 100, 20)),
				    "%s", fate->name);
	}
}

static void stop(void *source)
{
	struct test_source *s = source;

	xgl_anchor_stop(&s->src, 0);
	xgl_anchor_free(&s->src);
}

static struct guc_facts *facts_of_log(struct test_source *s)
{
	struct guc_facts *facts = kunit_kzalloc(s->test, sizeof(*facts), GFP_KERNEL);
	struct xgl_snapshot *snap = xgl_snapshot_take(&s->src, 0, XGL_EXTENT_NEEDED);

	KUNIT_ASSERT_NOT_NULL(s->test, facts);
	KUNIT_ASSERT_FALSE(s->test, IS_ERR(snap));
	*facts = snap->facts;
	xgl_snapshot_free(snap);
	return facts;
}

static bool wait_for_anchor(struct test_source *s)
{
	struct xgl_anchor_point p;
	unsigned int i;

	for (i = 0; i < 500; i++) {
		xgl_anchor_get(&s->src, 0, &p);
		if (p.boottime_ns)
			return true;
		msleep(20);
	}
	return false;
}

/*
 * The facts of a GT (named values, see guc_facts.h) must have no anchor at first, then an anchor
 * with its age, and no anchor again after the firmware was loaded again.
 */
static void xgl_anchor_is_told(struct kunit *test)
{
	static struct firmware firmware;
	struct guc_facts *facts;
	struct test_source *s;
	u64 age;

	firmware = (struct firmware){ .nr = 1, .at = { 2 } };
	s = log_with(test, &firmware);
	facts = facts_of_log(s);
	KUNIT_EXPECT_FALSE(test, guc_facts_has(facts, GUC_FACT_anchor));

	s->suspended = true;
	KUNIT_ASSERT_EQ(test, 0, xgl_anchor_start(&s->src, 0));
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, stop, s));
	facts = facts_of_log(s);
	KUNIT_EXPECT_STREQ(test, facts->anchor, "none yet");
	KUNIT_EXPECT_FALSE(test, guc_facts_has(facts, GUC_FACT_anchor_guc_tick));

	/* the device is active now, so that the next watch finds an anchor */
	s->suspended = false;
	KUNIT_ASSERT_TRUE(test, wait_for_anchor(s));
	facts = facts_of_log(s);
	age = ktime_get_boottime_ns() - firmware.written[0];
	KUNIT_EXPECT_STREQ(test, facts->anchor, "a change of write_ptr");
	KUNIT_EXPECT_EQ(test, facts->anchor_guc_tick, firmware.tick[0]);
	KUNIT_EXPECT_LE(test, facts->anchor_age_ns, age + facts->anchor_uncertainty_ns);
	KUNIT_EXPECT_TRUE(test, guc_facts_has(facts, GUC_FACT_anchor_boottime_ns) &&
			  guc_facts_has(facts, GUC_FACT_anchor_realtime_ns) &&
			  guc_facts_has(facts, GUC_FACT_anchor_uncertainty_ns) &&
			  guc_facts_has(facts, GUC_FACT_anchor_age_ns));
	msleep(50);
	KUNIT_EXPECT_GE(test, facts_of_log(s)->anchor_age_ns,
			facts->anchor_age_ns + 50 * NSEC_PER_MSEC);

	/* the firmware is loaded again */
	test_store(s, T_EVENT + T_WRITE, 40);
	test_store(s, T_EVENT + T_WRAP, 0);
	facts = facts_of_log(s);
	KUNIT_EXPECT_STREQ(test, facts->anchor, "none since the last load");
	KUNIT_EXPECT_FALSE(test, guc_facts_has(facts, GUC_FACT_anchor_guc_tick));
	KUNIT_EXPECT_STREQ(test, facts_of_log(s)->anchor, "none since the last load");

	/* a GT that is removed and added again has another log, so its anchor is dropped */
	xgl_anchor_stop(&s->src, 0);
	KUNIT_EXPECT_STREQ(test, facts_of_log(s)->anchor, "none yet");
}

/* A use of the log must start a watch; further uses within a short time must not start another. */
static void xgl_anchor_follows_use(struct kunit *test)
{
	static struct firmware firmware;
	struct test_source *s;
	unsigned int begins, i;

	firmware = (struct firmware){ .nr = 0 };
	s = log_with(test, &firmware);
	xgl_anchor_used(&s->src, 0);
	s->begin_error = -ENODEV;
	KUNIT_ASSERT_EQ(test, 0, xgl_anchor_start(&s->src, 0));
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, stop, s));
	/* the first watch fails, so a pause begins in which no watch may be started */
	msleep(100);
	s->begin_error = 0;
	for (i = 0; i < 100; i++)
		xgl_anchor_used(&s->src, 0);
	msleep(100);
	begins = s->begins;
	KUNIT_EXPECT_LE(test, begins, 1);
	msleep(1500);
	xgl_anchor_used(&s->src, 0);
	msleep(200);
	KUNIT_EXPECT_GT(test, s->begins, begins);
	KUNIT_EXPECT_LE(test, s->begins, 5);
}

static unsigned int watcher_cpus;

static void count_cpus(struct test_source *s, u64 offset, size_t len)
{
	watcher_cpus = current->nr_cpus_allowed;
	run_firmware(s, offset, len);
}

/*
 * The work item of a watch sleeps for a long time. Therefore the workqueue must not be bound to a
 * CPU, where the work item would delay others.
 */
static void xgl_anchor_is_not_bound_to_a_cpu(struct kunit *test)
{
	static struct firmware firmware;
	struct test_source *s;

	if (num_online_cpus() < 2)
		kunit_skip(test, "there is one CPU");
	firmware = (struct firmware){ .nr = 1, .at = { 1 } };
	s = log_with(test, &firmware);
	s->on_copy = count_cpus;
	KUNIT_ASSERT_EQ(test, 0, xgl_anchor_start(&s->src, 0));
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, stop, s));
	KUNIT_ASSERT_TRUE(test, wait_for_anchor(s));
	KUNIT_EXPECT_GT(test, watcher_cpus, 1);
}

/* The log of a replay device must not be watched. Its only anchor is one that userspace writes. */
static void xgl_anchor_not_of_replay(struct kunit *test)
{
	struct xgl_replay *replay = kunit_kzalloc(test, sizeof(*replay), GFP_KERNEL);
	struct guc_facts *facts = kunit_kzalloc(test, sizeof(*facts), GFP_KERNEL);
	struct xgl_anchor_point p;

	KUNIT_ASSERT_NOT_NULL(test, replay);
	KUNIT_ASSERT_NOT_NULL(test, facts);
	xgl_replay_start(replay);
	KUNIT_EXPECT_EQ(test, 0, xgl_anchor_start(&replay->src, 0));
	KUNIT_EXPECT_NULL(test, replay->src.anchor[0]);
	xgl_anchor_used(&replay->src, 0);
	xgl_anchor_get(&replay->src, 0, &p);
	KUNIT_EXPECT_EQ(test, p.boottime_ns, 0);
	facts->anchor_guc_tick = 5;
	facts->known = BIT_ULL(GUC_FACT_anchor_guc_tick);
	xgl_anchor_add_facts(&replay->src, 0, &p, facts);
	KUNIT_EXPECT_EQ(test, facts->known, BIT_ULL(GUC_FACT_anchor_guc_tick));
	KUNIT_EXPECT_EQ(test, facts->anchor_guc_tick, 5);
	xgl_anchor_get(&replay->src, XGL_MAX_GTS, &p);
	xgl_anchor_stop(&replay->src, 0);
	xgl_anchor_free(&replay->src);
}

static struct kunit_case xgl_anchor_cases[] = {
	KUNIT_CASE(xgl_anchor_encloses_the_event),
	KUNIT_CASE(xgl_anchor_is_the_nearest),
	KUNIT_CASE(xgl_anchor_of_a_wrong_frequency),
	KUNIT_CASE(xgl_anchor_after_the_wrap),
	KUNIT_CASE(xgl_anchor_of_an_empty_ring),
	KUNIT_CASE(xgl_anchor_checks_the_pointers),
	KUNIT_CASE(xgl_anchor_of_a_silent_log),
	KUNIT_CASE(xgl_anchor_leaves_it_suspended),
	KUNIT_CASE(xgl_anchor_of_no_log),
	KUNIT_CASE(xgl_anchor_ends_with_a_load),
	KUNIT_CASE(xgl_anchor_is_told),
	KUNIT_CASE(xgl_anchor_follows_use),
	KUNIT_CASE(xgl_anchor_is_not_bound_to_a_cpu),
	KUNIT_CASE(xgl_anchor_not_of_replay),
	{}
};

static int init_queue(struct kunit_suite *suite)
{
	return xgl_anchor_init();
}

static void exit_queue(struct kunit_suite *suite)
{
	xgl_anchor_exit();
}

static struct kunit_suite xgl_anchor_suite = {
	.name = "xgl_anchor",
	.suite_init = init_queue,
	.suite_exit = exit_queue,
	.test_cases = xgl_anchor_cases,
};

kunit_test_suite(xgl_anchor_suite);
