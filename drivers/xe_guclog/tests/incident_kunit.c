// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of incidents (hangs and errors of the GPU, see guc_incident.h): the triggers (events that
 * the driver notices, such as an engine reset) that belong to one incident, the choice of the logs
 * to keep, the change of the log since the first trigger, and the text about the incident.
 */
#include "guc_incident.h"
#include "test_guard.h"
#include "test_image.h"

/* Exactly eight kinds of messages of the GuC must be triggers. */
static void guc_incident_of_actions(struct kunit *test)
{
	unsigned int found = 0;
	u32 action;

	for (action = 0; action < 0x10000; action++)
		found += guc_trigger_of_action(action) >= 0;
	KUNIT_EXPECT_EQ(test, found, 8);
	KUNIT_EXPECT_EQ(test, guc_trigger_of_action(0x1008), GUC_TRIGGER_ENGINE_RESET);
	KUNIT_EXPECT_EQ(test, guc_trigger_of_action(0x4605), GUC_TRIGGER_CGP_ERROR);
	KUNIT_EXPECT_EQ(test, guc_trigger_of_action(0x8004), GUC_TRIGGER_CRASH_DUMP);
	/*
	 * Two messages that are not triggers: the request to read the log, and the end of a TLB
	 * invalidation.
	 */
	KUNIT_EXPECT_EQ(test, guc_trigger_of_action(0x8003), -ENOENT);
	KUNIT_EXPECT_EQ(test, guc_trigger_of_action(0x7001), -ENOENT);
	KUNIT_EXPECT_STREQ(test, guc_trigger_name(GUC_TRIGGER_COUNT), "unknown");
}

/* The name of the engine must be read from a message of the GuC about a failed engine reset. */
static void guc_incident_names_the_engine(struct kunit *test)
{
	static const struct {
		u32 msg[GUC_INCIDENT_FAILED_WORDS];
		const char *want;
	} rows[] = {
		{ { 0x00000004, 0x90001009, 0, 0 }, "rcs0" },
		{ { 0x00000004, 0x90001009, 3, 8 }, "bcs8" },
		{ { 0x00000004, 0x90001009, 4, 1 }, "ccs1" },
		{ { 0x00000004, 0x90001009, 5, U32_MAX }, "gsccs4294967295" },
		{ { 0x00000004, 0x90001009, 6, 0 }, "" },
		{ { 0x00000004, 0x90001008, 0, 0 }, "" },
		{ { 0, 0, 0, 0 }, "" },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		struct guc_incident_event e = { .trigger = GUC_TRIGGER_RESET_FAILED };

		guc_incident_failed_engine(&e, rows[i].msg);
		KUNIT_EXPECT_STREQ(test, e.engine, rows[i].want);
	}
}

#define MS	1000000ull

static struct guc_incident_event trigger_of_gt(enum guc_trigger trigger, u64 ms)
{
	return (struct guc_incident_event){ .trigger = trigger, .boottime_ns = ms * MS };
}

static struct guc_incident_event trigger_of(enum guc_trigger trigger, u64 ms, u32 guc_id)
{
	return (struct guc_incident_event){
		.trigger = trigger, .boottime_ns = ms * MS, .has_queue = true, .guc_id = guc_id,
	};
}

static struct guc_incident_event trigger_of_killed(enum guc_trigger trigger, u64 ms, u32 guc_id)
{
	struct guc_incident_event e = trigger_of(trigger, ms, guc_id);

	e.killed = true;
	return e;
}

/* Allocate an incident without triggers, because it is too large for a 32-bit kernel's stack. */
static struct guc_incident *new_incident(struct kunit *test)
{
	struct guc_incident *incident = kunit_kzalloc(test, sizeof(*incident), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, incident);
	return incident;
}

static void add(struct guc_incident *incident, struct guc_incident_event e)
{
	guc_incident_add(incident, &e);
}

/*
 * Add the triggers of an engine reset: the GuC captures the state and resets the engine, then the
 * driver ends the job.
 */
static void add_reset(struct guc_incident *incident, u64 ms, u32 guc_id, bool killed)
{
	add(incident, trigger_of_gt(GUC_TRIGGER_STATE_CAPTURE, ms));
	add(incident, trigger_of_gt(GUC_TRIGGER_ENGINE_RESET, ms + 1));
	if (killed) {
		add(incident, trigger_of_killed(GUC_TRIGGER_ENGINE_RESET, ms + 1, guc_id));
		add(incident, trigger_of_killed(GUC_TRIGGER_TIMEOUT, ms + 5, guc_id));
	} else {
		add(incident, trigger_of(GUC_TRIGGER_ENGINE_RESET, ms + 1, guc_id));
		add(incident, trigger_of(GUC_TRIGGER_TIMEOUT, ms + 5, guc_id));
	}
}

/*
 * The end of a killed process must not count as a hang, even when the GuC resets engines to end the
 * jobs of the process.
 */
static void guc_incident_knows_kills(struct kunit *test)
{
	struct guc_incident *incident = new_incident(test);
	u32 i;

	add(incident, trigger_of_killed(GUC_TRIGGER_TIMEOUT, 1, 7));
	KUNIT_EXPECT_TRUE(test, guc_incident_is_kill(incident));
	KUNIT_EXPECT_NULL(test, guc_incident_cause(incident));
	/* ten queues are killed at the same time */
	incident = new_incident(test);
	for (i = 0; i < 10; i++)
		add_reset(incident, 1 + i, 10 + i, true);
	KUNIT_EXPECT_EQ(test, incident->count.triggers, 40);
	KUNIT_EXPECT_TRUE(test, guc_incident_is_kill(incident));
	/* another queue hangs, and was not killed */
	add_reset(incident, 30, 5, false);
	KUNIT_EXPECT_FALSE(test, guc_incident_is_kill(incident));
	KUNIT_ASSERT_NOT_NULL(test, guc_incident_cause(incident));
	KUNIT_EXPECT_EQ(test, guc_incident_cause(incident)->guc_id, 5);
	/* a killed queue accesses memory that the driver has unmapped */
	incident = new_incident(test);
	add(incident, trigger_of_gt(GUC_TRIGGER_CAT_ERROR, 1));
	add(incident, trigger_of_killed(GUC_TRIGGER_CAT_ERROR, 1, 7));
	KUNIT_EXPECT_TRUE(test, guc_incident_is_kill(incident));
	/* A reset of the GT is an incident, even when all queues were killed. */
	add(incident, trigger_of_gt(GUC_TRIGGER_GT_RESET, 2));
	KUNIT_EXPECT_FALSE(test, guc_incident_is_kill(incident));
}

/*
 * After the GuC's message about an engine reset, a trigger that names the queue must be expected
 * until the driver reports the queue.
 */
static void guc_incident_waits_for_the_queue(struct kunit *test)
{
	struct guc_incident *incident = new_incident(test);

	add(incident, trigger_of_gt(GUC_TRIGGER_STATE_CAPTURE, 1));
	KUNIT_EXPECT_TRUE(test, guc_incident_is_waiting(incident));
	KUNIT_EXPECT_FALSE(test, guc_incident_is_kill(incident));
	add(incident, trigger_of_gt(GUC_TRIGGER_ENGINE_RESET, 2));
	KUNIT_EXPECT_TRUE(test, guc_incident_is_waiting(incident));
	add(incident, trigger_of(GUC_TRIGGER_ENGINE_RESET, 2, 7));
	KUNIT_EXPECT_FALSE(test, guc_incident_is_waiting(incident));
	add(incident, trigger_of_gt(GUC_TRIGGER_CAT_ERROR, 3));
	KUNIT_EXPECT_TRUE(test, guc_incident_is_waiting(incident));
	add(incident, trigger_of_killed(GUC_TRIGGER_CAT_ERROR, 3, 8));
	KUNIT_EXPECT_FALSE(test, guc_incident_is_waiting(incident));
	add(incident, trigger_of_gt(GUC_TRIGGER_CGP_ERROR, 4));
	KUNIT_EXPECT_TRUE(test, guc_incident_is_waiting(incident));
	add(incident, trigger_of_killed(GUC_TRIGGER_CGP_ERROR, 4, 9));
	KUNIT_EXPECT_FALSE(test, guc_incident_is_waiting(incident));
	KUNIT_EXPECT_FALSE(test, guc_incident_is_kill(incident));
	incident = new_incident(test);
	add(incident, trigger_of_gt(GUC_TRIGGER_CRASH_DUMP, 1));
	KUNIT_EXPECT_FALSE(test, guc_incident_is_waiting(incident));
}

/*
 * guc_incident_cause() must find the queue that hung, although jobs of other queues also time out,
 * in a GT reset or while they wait for the engine.
 */
static void guc_incident_names_the_cause(struct kunit *test)
{
	static const struct {
		const char *label;
		enum guc_trigger kind[4];
		u32 guc_id[4];	/* 0: the trigger concerns the GT */
		u32 named;	/* 0: no cause is found */
	} rows[] = {
		{ "a timeout", { GUC_TRIGGER_TIMEOUT }, { 3 }, 3 },
		{ "an engine reset, later a timeout",
		  { GUC_TRIGGER_STATE_CAPTURE, GUC_TRIGGER_ENGINE_RESET, GUC_TRIGGER_ENGINE_RESET,
		    GUC_TRIGGER_TIMEOUT }, { 0, 0, 3, 4 }, 3 },
		{ "a late timeout of an earlier hang, then an engine reset",
		  { GUC_TRIGGER_STATE_CAPTURE, GUC_TRIGGER_TIMEOUT, GUC_TRIGGER_ENGINE_RESET },
		  { 0, 4, 3 }, 3 },
		{ "a GT reset, then timeouts",
		  { GUC_TRIGGER_GT_RESET, GUC_TRIGGER_TIMEOUT, GUC_TRIGGER_TIMEOUT },
		  { 0, 3, 4 }, 0 },
		{ "an engine that cannot be reset",
		  { GUC_TRIGGER_RESET_FAILED, GUC_TRIGGER_GT_RESET, GUC_TRIGGER_TIMEOUT },
		  { 0, 0, 3 }, 0 },
		{ "an engine reset after a GT reset",
		  { GUC_TRIGGER_GT_RESET, GUC_TRIGGER_ENGINE_RESET }, { 0, 3 }, 0 },
		{ "a timeout before a GT reset",
		  { GUC_TRIGGER_TIMEOUT, GUC_TRIGGER_GT_RESET }, { 3, 0 }, 0 },
		{ "an engine reset before a GT reset",
		  { GUC_TRIGGER_ENGINE_RESET, GUC_TRIGGER_GT_RESET, GUC_TRIGGER_TIMEOUT },
		  { 3, 0, 4 }, 3 },
	};
	unsigned int i, n;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		struct guc_incident *incident = new_incident(test);
		const struct guc_incident_event *cause;

		for (n = 0; n < 4 && (!n || rows[i].kind[n] || rows[i].guc_id[n]); n++)
			add(incident, rows[i].guc_id[n] ?
			    trigger_of(rows[i].kind[n], n + 1, rows[i].guc_id[n]) :
			    trigger_of_gt(rows[i].kind[n], n + 1));
		cause = guc_incident_cause(incident);
		KUNIT_EXPECT_EQ_MSG(test, cause ? cause->guc_id : 0, rows[i].named, "%s",
				    rows[i].label);
	}
}

/*
 * guc_incident_caused() must recognize triggers that are consequences of an incident. The hang of
 * another queue must be a new incident, even within a second.
 */
static void guc_incident_tells_consequences(struct kunit *test)
{
	struct guc_incident *incident = new_incident(test);
	struct guc_incident_event e;

	e = trigger_of_gt(GUC_TRIGGER_STATE_CAPTURE, 1);
	KUNIT_EXPECT_FALSE(test, guc_incident_caused(incident, &e));
	add_reset(incident, 1000, 3, false);
	e = trigger_of(GUC_TRIGGER_TIMEOUT, 1650, 3);
	KUNIT_EXPECT_TRUE(test, guc_incident_caused(incident, &e));
	e = trigger_of(GUC_TRIGGER_TIMEOUT, 2000, 3);
	KUNIT_EXPECT_FALSE(test, guc_incident_caused(incident, &e));
	e = trigger_of_gt(GUC_TRIGGER_STATE_CAPTURE, 1650);
	KUNIT_EXPECT_FALSE(test, guc_incident_caused(incident, &e));
	e = trigger_of(GUC_TRIGGER_TIMEOUT, 1650, 3);
	e.pid = 99;
	KUNIT_EXPECT_FALSE(test, guc_incident_caused(incident, &e));
	e = trigger_of(GUC_TRIGGER_TIMEOUT, 1650, 4);
	KUNIT_EXPECT_FALSE(test, guc_incident_caused(incident, &e));
	/* After a GT reset all jobs end, so a timeout of any queue is a consequence. */
	add(incident, trigger_of_gt(GUC_TRIGGER_GT_RESET, 1010));
	KUNIT_EXPECT_TRUE(test, guc_incident_caused(incident, &e));
	e = trigger_of_gt(GUC_TRIGGER_GT_RESET, 1650);
	KUNIT_EXPECT_TRUE(test, guc_incident_caused(incident, &e));
	e = trigger_of_gt(GUC_TRIGGER_CRASH_DUMP, 1650);
	KUNIT_EXPECT_FALSE(test, guc_incident_caused(incident, &e));
	/*
	 * A GT reset can be slow, so timeouts count as its consequences for 3 s, also those of
	 * queues that did not hang.
	 */
	e = trigger_of(GUC_TRIGGER_TIMEOUT, 3999, 4);
	KUNIT_EXPECT_TRUE(test, guc_incident_caused(incident, &e));
	e = trigger_of(GUC_TRIGGER_TIMEOUT, 4000, 4);
	KUNIT_EXPECT_FALSE(test, guc_incident_caused(incident, &e));
	e = trigger_of_gt(GUC_TRIGGER_GT_RESET, 2000);
	KUNIT_EXPECT_FALSE(test, guc_incident_caused(incident, &e));
}

/*
 * guc_incident_continues() must recognize an incident that consists of late consequences of another
 * incident, although its first triggers do not name the queue.
 */
static void guc_incident_recognizes_late_resets(struct kunit *test)
{
	struct guc_incident *first = new_incident(test), *later = new_incident(test);

	add(first, trigger_of_gt(GUC_TRIGGER_CAT_ERROR, 1000));
	add(first, trigger_of(GUC_TRIGGER_CAT_ERROR, 1001, 3));
	add(later, trigger_of_gt(GUC_TRIGGER_STATE_CAPTURE, 1150));
	KUNIT_EXPECT_FALSE(test, guc_incident_continues(first, later));
	add_reset(later, 1151, 3, false);
	KUNIT_EXPECT_TRUE(test, guc_incident_continues(first, later));
	add(later, trigger_of_killed(GUC_TRIGGER_TIMEOUT, 1160, 5));
	KUNIT_EXPECT_TRUE(test, guc_incident_continues(first, later));
	/* another queue hangs as well */
	add(later, trigger_of(GUC_TRIGGER_ENGINE_RESET, 1170, 4));
	KUNIT_EXPECT_FALSE(test, guc_incident_continues(first, later));
	/* the queue hangs again, long after the first hang */
	later = new_incident(test);
	add_reset(later, 2500, 3, false);
	KUNIT_EXPECT_FALSE(test, guc_incident_continues(first, later));
	/* the second incident has a reset of the GT */
	later = new_incident(test);
	add_reset(later, 1150, 3, false);
	add(later, trigger_of_gt(GUC_TRIGGER_GT_RESET, 1155));
	KUNIT_EXPECT_FALSE(test, guc_incident_continues(first, later));
	/* there is no earlier incident */
	later = new_incident(test);
	add_reset(later, 10, 3, false);
	KUNIT_EXPECT_FALSE(test, guc_incident_continues(new_incident(test), later));
}

/*
 * guc_incident_has_other_queue() must return true if a trigger names a second queue that was not
 * killed, at or after the time at which the log was copied.
 */
static void guc_incident_notices_other_queues(struct kunit *test)
{
	struct guc_incident *incident = new_incident(test);

	add_reset(incident, 10, 3, false);
	/* the queue of the incident itself */
	KUNIT_EXPECT_FALSE(test, guc_incident_has_other_queue(incident, 11 * MS));
	add(incident, trigger_of_killed(GUC_TRIGGER_TIMEOUT, 20, 4));
	KUNIT_EXPECT_FALSE(test, guc_incident_has_other_queue(incident, 12 * MS));
	add(incident, trigger_of(GUC_TRIGGER_ENGINE_RESET, 21, 4));
	KUNIT_EXPECT_TRUE(test, guc_incident_has_other_queue(incident, 12 * MS));
	KUNIT_EXPECT_FALSE(test, guc_incident_has_other_queue(incident, 22 * MS));
}

/* Four incidents may begin at the same time; after these, only one in each second. */
static void guc_incident_limits_the_number(struct kunit *test)
{
	struct guc_incident_pace pace = { 0 };
	unsigned int n, ms;

	for (n = 0; guc_incident_may_begin(&pace, 5 * MS); n++)
		KUNIT_ASSERT_LE(test, n, 10);
	KUNIT_EXPECT_EQ(test, n, GUC_INCIDENT_BURST);
	for (ms = 6, n = 0; ms < 10000; ms++)
		n += guc_incident_may_begin(&pace, ms * MS);
	KUNIT_EXPECT_EQ(test, n, 9);
	guc_incident_was_none(&pace);
	KUNIT_EXPECT_TRUE(test, guc_incident_may_begin(&pace, 10000 * MS));
	KUNIT_EXPECT_FALSE(test, guc_incident_may_begin(&pace, 10000 * MS));
}

/*
 * Of five hangs, the log of the first hang and the log of the newest hang must be kept. After the
 * log of the first hang was deleted, the next hang must begin a new series.
 */
static void guc_incident_keeps_first_and_newest(struct kunit *test)
{
	struct guc_incident *incident = new_incident(test);
	struct guc_series series = { 0 };
	u32 i;

	KUNIT_EXPECT_EQ(test, guc_series_add(&series, incident, false, false),
			GUC_INCIDENT_FIRST);
	KUNIT_EXPECT_EQ(test, incident->seq, 1);
	KUNIT_EXPECT_EQ(test, incident->first_seq, 1);
	for (i = 2; i <= 5; i++) {
		KUNIT_EXPECT_EQ(test, guc_series_add(&series, incident, true, i > 2),
				GUC_INCIDENT_NEWEST);
		KUNIT_EXPECT_EQ(test, incident->seq, i);
		KUNIT_EXPECT_EQ(test, incident->first_seq, 1);
		KUNIT_EXPECT_EQ(test, incident->replaced, i - 2);
	}
	/* The log of the first incident was deleted, so a new series begins. */
	KUNIT_EXPECT_EQ(test, guc_series_add(&series, incident, false, true),
			GUC_INCIDENT_FIRST);
	KUNIT_EXPECT_EQ(test, incident->seq, 6);
	KUNIT_EXPECT_EQ(test, incident->first_seq, 6);
	KUNIT_EXPECT_EQ(test, incident->replaced, 0);
}

/*
 * From two states of the event ring, guc_incident_compare() must find whether the firmware was
 * loaded again in between, and the minimum number of bytes that were written.
 */
static void guc_incident_compares_states(struct kunit *test)
{
	static const struct {
		const char *label;
		u32 then_write, then_wrap, now_write, now_wrap;
		bool restarted;
		u32 written;
	} rows[] = {
		{ "nothing", 100, 0, 100, 0, false, 0 },
		{ "written on", 100, 0, 300, 0, false, 200 },
		{ "wrapped since", 1000, 0, 60, 1020, false, 80 },
		{ "wrapped again", 1000, 1020, 60, 1020, false, 80 },
		{ "on in a wrapped ring", 100, 1020, 140, 1020, false, 40 },
		{ "restarted", 1000, 0, 60, 0, true, 60 },
		{ "restarted, as much", 100, 1020, 100, 0, true, 100 },
		{ "restarted, more", 100, 1020, 300, 1024, true, 300 },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		struct guc_region then = { .present = true, .size = 1024, .avail = 1024 };
		struct guc_region now = then;
		struct guc_incident_change change = { 0 };

		then.write_ptr = rows[i].then_write;
		then.wrap_offset = rows[i].then_wrap;
		now.write_ptr = rows[i].now_write;
		now.wrap_offset = rows[i].now_wrap;
		guc_incident_compare(&change, &then, &now);
		KUNIT_EXPECT_TRUE(test, change.is_known);
		KUNIT_EXPECT_EQ_MSG(test, change.restarted, rows[i].restarted, "%s",
				    rows[i].label);
		KUNIT_EXPECT_EQ_MSG(test, change.written, rows[i].written, "%s", rows[i].label);
		then.present = false;
		guc_incident_compare(&change, &then, &now);
		KUNIT_EXPECT_FALSE(test, change.is_known);
	}
}

/* The text about an incident must have a line for each known value, and none for unknown values. */
static void guc_incident_prints(struct kunit *test)
{
	static const char known[] =
		"incident_seq=7\nincident_first_seq=3\nincident_replaced=3\n"
		"incident_trigger=engine reset\nincident_triggers=3\n"
		"incident_triggers_seen=job timeout, engine reset\n"
		"incident_unrecorded=2\nincident_unrecorded_seen=job timeout\n"
		"incident_boottime_ns=5000000000\nincident_realtime_ns=6000000000\n"
		"incident_delay_ns=1500000\nincident_guc_id=12\nincident_engine=rcs0\n"
		"incident_pid=4711\nincident_process=a?b\n"
		"incident_log_restarted=no\nincident_written_bytes=40\n"
		"incident_trigger_1=engine reset\nincident_trigger_1_ns=0\n"
		"incident_trigger_2=engine reset\nincident_trigger_2_ns=1000000\n"
		"incident_trigger_2_guc_id=12\nincident_trigger_2_engine=rcs0\n"
		"incident_trigger_2_pid=4711\nincident_trigger_2_process=a?b\n"
		"incident_trigger_3=job timeout\nincident_trigger_3_ns=7000000\n"
		"incident_trigger_3_guc_id=13\nincident_trigger_3_killed=yes\n";
	static const char unknown[] =
		"incident_seq=1\nincident_first_seq=1\nincident_replaced=0\n"
		"incident_trigger=GT reset\nincident_triggers=1\n"
		"incident_triggers_seen=GT reset\n"
		"incident_boottime_ns=0\nincident_realtime_ns=0\nincident_delay_ns=0\n"
		"incident_trigger_1=GT reset\nincident_trigger_1_ns=0\n";
	struct guc_incident *incident = new_incident(test);
	struct guc_incident_event queue = trigger_of(GUC_TRIGGER_ENGINE_RESET, 5001, 12);
	char *buf = test_guarded(test, 1024);
	struct guc_text text = { .buf = buf, .size = 1024 };

	incident->seq = 7;
	incident->first_seq = 3;
	incident->replaced = 3;
	incident->realtime_ns = 6000000000ull;
	incident->delay_ns = 1500000;
	incident->change = (struct guc_incident_change){ .is_known = true, .written = 40 };
	incident->unrecorded = (struct guc_incident_count){ 2, 1 << GUC_TRIGGER_TIMEOUT };
	queue.has_pid = true;
	queue.pid = 4711;
	guc_incident_copy_name(queue.engine, sizeof(queue.engine), "rcs0", 4);
	guc_incident_copy_name(queue.process, sizeof(queue.process), "a\nb", 99);
	add(incident, trigger_of_gt(GUC_TRIGGER_ENGINE_RESET, 5000));
	add(incident, queue);
	add(incident, trigger_of_killed(GUC_TRIGGER_TIMEOUT, 5007, 13));
	guc_incident_print(&text, incident);
	KUNIT_EXPECT_STREQ(test, buf, known);
	incident = new_incident(test);
	incident->seq = 1;
	incident->first_seq = 1;
	add(incident, trigger_of_gt(GUC_TRIGGER_GT_RESET, 0));
	text = (struct guc_text){ .buf = buf, .size = 1024 };
	guc_incident_print(&text, incident);
	KUNIT_EXPECT_STREQ(test, buf, unknown);
}

/* A copied name must never exceed its buffer, and must always be terminated. */
static void guc_incident_copies_names(struct kunit *test)
{
	char *to = test_guarded(test, 5);

	guc_incident_copy_name(to, 5, "abcdefgh", 8);
	KUNIT_EXPECT_STREQ(test, to, "abcd");
	guc_incident_copy_name(to, 5, "ab\377c", 3);
	KUNIT_EXPECT_STREQ(test, to, "ab?");
	guc_incident_copy_name(to, 5, "", 4);
	KUNIT_EXPECT_STREQ(test, to, "");
	guc_incident_copy_name(to, 1, "abc", 3);
	KUNIT_EXPECT_STREQ(test, to, "");
}

static struct kunit_case guc_incident_cases[] = {
	KUNIT_CASE(guc_incident_of_actions),
	KUNIT_CASE(guc_incident_names_the_engine),
	KUNIT_CASE(guc_incident_knows_kills),
	KUNIT_CASE(guc_incident_waits_for_the_queue),
	KUNIT_CASE(guc_incident_names_the_cause),
	KUNIT_CASE(guc_incident_tells_consequences),
	KUNIT_CASE(guc_incident_recognizes_late_resets),
	KUNIT_CASE(guc_incident_notices_other_queues),
	KUNIT_CASE(guc_incident_limits_the_number),
	KUNIT_CASE(guc_incident_keeps_first_and_newest),
	KUNIT_CASE(guc_incident_compares_states),
	KUNIT_CASE(guc_incident_prints),
	KUNIT_CASE(guc_incident_copies_names),
	{}
};

static struct kunit_suite guc_incident_suite = {
	.name = "guc_incident",
	.test_cases = guc_incident_cases,
};

kunit_test_suite(guc_incident_suite);
