// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of incidents: the triggers that belong to one incident, the logs that
 * are kept, the changes to the log since the trigger, and the text about it.
 */
#include "guc_incident.h"
#include "test_guard.h"
#include "test_image.h"

static void guc_incident_of_actions(struct kunit *test)
{
	unsigned int found = 0;
	u32 action;

	for (action = 0; action < 0x10000; action++)
		found += guc_trigger_of_action(action) >= 0;
	KUNIT_EXPECT_EQ(test, found, 7);
	KUNIT_EXPECT_EQ(test, guc_trigger_of_action(0x1008), GUC_TRIGGER_ENGINE_RESET);
	KUNIT_EXPECT_EQ(test, guc_trigger_of_action(0x8004), GUC_TRIGGER_CRASH_DUMP);
	/* half full, and the answer to a TLB invalidation */
	KUNIT_EXPECT_EQ(test, guc_trigger_of_action(0x8003), -ENOENT);
	KUNIT_EXPECT_EQ(test, guc_trigger_of_action(0x7001), -ENOENT);
	KUNIT_EXPECT_STREQ(test, guc_trigger_name(GUC_TRIGGER_COUNT), "unknown");
}

static void guc_incident_lasts_a_second(struct kunit *test)
{
	KUNIT_EXPECT_TRUE(test, guc_incident_is_over(0, 5));
	KUNIT_EXPECT_FALSE(test, guc_incident_is_over(5, 5));
	KUNIT_EXPECT_FALSE(test, guc_incident_is_over(5, 5 + GUC_INCIDENT_NS - 1));
	KUNIT_EXPECT_TRUE(test, guc_incident_is_over(5, 5 + GUC_INCIDENT_NS));
}

/* Five hangs before a collector comes, then one more: the first and the newest stay. */
static void guc_incident_keeps_first_and_newest(struct kunit *test)
{
	struct guc_incident incident = { 0 };
	struct guc_series series = { 0 };
	u32 i;

	KUNIT_EXPECT_EQ(test, guc_series_add(&series, &incident, false, false),
			GUC_INCIDENT_FIRST);
	KUNIT_EXPECT_EQ(test, incident.seq, 1);
	KUNIT_EXPECT_EQ(test, incident.first_seq, 1);
	for (i = 2; i <= 5; i++) {
		KUNIT_EXPECT_EQ(test, guc_series_add(&series, &incident, true, i > 2),
				GUC_INCIDENT_NEWEST);
		KUNIT_EXPECT_EQ(test, incident.seq, i);
		KUNIT_EXPECT_EQ(test, incident.first_seq, 1);
		KUNIT_EXPECT_EQ(test, incident.replaced, i - 2);
	}
	/* The first was collected: a new series begins. */
	KUNIT_EXPECT_EQ(test, guc_series_add(&series, &incident, false, true),
			GUC_INCIDENT_FIRST);
	KUNIT_EXPECT_EQ(test, incident.seq, 6);
	KUNIT_EXPECT_EQ(test, incident.first_seq, 6);
	KUNIT_EXPECT_EQ(test, incident.replaced, 0);
}

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
		struct guc_incident incident = { 0 };

		then.write_ptr = rows[i].then_write;
		then.wrap_offset = rows[i].then_wrap;
		now.write_ptr = rows[i].now_write;
		now.wrap_offset = rows[i].now_wrap;
		guc_incident_compare(&incident, &then, &now);
		KUNIT_EXPECT_TRUE(test, incident.has_state);
		KUNIT_EXPECT_EQ_MSG(test, incident.restarted, rows[i].restarted, "%s",
				    rows[i].label);
		KUNIT_EXPECT_EQ_MSG(test, incident.written, rows[i].written, "%s", rows[i].label);
		then.present = false;
		guc_incident_compare(&incident, &then, &now);
		KUNIT_EXPECT_FALSE(test, incident.has_state);
	}
}

static void guc_incident_prints(struct kunit *test)
{
	static const char known[] =
		"incident_seq=7\nincident_first_seq=3\nincident_replaced=3\n"
		"incident_trigger=engine reset\nincident_triggers=2\n"
		"incident_triggers_seen=job timeout, engine reset\n"
		"incident_boottime_ns=5000000000\nincident_realtime_ns=6000000000\n"
		"incident_delay_ns=1500000\nincident_guc_id=12\nincident_engine=rcs0\n"
		"incident_pid=4711\nincident_process=a?b\n"
		"incident_log_restarted=no\nincident_written_bytes=40\n";
	static const char unknown[] =
		"incident_seq=1\nincident_first_seq=1\nincident_replaced=0\n"
		"incident_trigger=GT reset\nincident_triggers=1\n"
		"incident_triggers_seen=GT reset\n"
		"incident_boottime_ns=0\nincident_realtime_ns=0\nincident_delay_ns=0\n";
	struct guc_incident incident = {
		.seq = 7, .first_seq = 3, .replaced = 3, .trigger = GUC_TRIGGER_ENGINE_RESET,
		.seen = 1 << GUC_TRIGGER_ENGINE_RESET | 1 << GUC_TRIGGER_TIMEOUT, .triggers = 2,
		.boottime_ns = 5000000000ull, .realtime_ns = 6000000000ull,
		.delay_ns = 1500000, .has_queue = true, .has_pid = true, .guc_id = 12,
		.pid = 4711, .engine = "rcs0", .has_state = true, .written = 40,
	};
	char *buf = test_guarded(test, 1024);
	struct guc_text text = { .buf = buf, .size = 1024 };

	guc_incident_copy_name(incident.process, sizeof(incident.process), "a\nb", 99);
	guc_incident_print(&text, &incident);
	KUNIT_EXPECT_STREQ(test, buf, known);
	incident = (struct guc_incident){
		.seq = 1, .first_seq = 1, .trigger = GUC_TRIGGER_GT_RESET,
		.seen = 1 << GUC_TRIGGER_GT_RESET, .triggers = 1,
	};
	text = (struct guc_text){ .buf = buf, .size = 1024 };
	guc_incident_print(&text, &incident);
	KUNIT_EXPECT_STREQ(test, buf, unknown);
}

/* The text never exceeds the buffer and is always terminated. */
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
	KUNIT_CASE(guc_incident_lasts_a_second),
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
