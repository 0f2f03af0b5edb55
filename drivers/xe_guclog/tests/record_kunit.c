// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the recording of incidents (see xgl_incident.h): the detection of a sleep of the system,
 * the value of the configfs attribute incidents, the numbers of records and of triggers without a
 * record, and the table of killed queues. No xe is loaded, and no probe is called.
 */
#include <kunit/test.h>
#include <linux/suspend.h>

#include "test_source.h"
#include "xgl_dump.h"
#include "xgl_incident.h"
#include "xgl_kill.h"
#include "xgl_last.h"
#include "xgl_snapshot.h"
#include "xgl_tracer.h"
#include "xgl_trigger.h"
#include "xgl_saver.h"
#include "xgl_xe.h"

/**
 * struct fake - the environment of the code under test
 * @layout: the layout of xe's structures, NULL if the layout was not read
 * @sleeps: number of calls of xgl_saver_sleep()
 * @dump_error: the result of xgl_dump_incident()
 * @triggers: to how many triggers a probe is attached
 * @queue_dev: the device of each queue, NULL if queues cannot be read
 */
static struct fake {
	struct xgl_xe_layout *layout;
	unsigned int sleeps;
	int dump_error;
	enum xgl_trigger_state triggers;
	struct device *queue_dev;
} *fake;

#define xgl_xe_layout_get()				(fake->layout)
#define xgl_xe_layout_put(layout)			((void)(layout))
#define xgl_trigger_device(layout, xe)			((void)(layout), NULL)
#define xgl_trigger_queue_gt(layout, queue, dev, gt)	((void)(layout), (void)(queue), *(gt) = 0, \
							 *(dev) = fake->queue_dev)
#define xgl_trigger_queue_facts(layout, queue, event)	((void)(layout))
#define xgl_trigger_failed_engine(layout, xe, gt, len, end, event) ((void)(layout))
#define xgl_trigger_states(layout, xe, gt, states)	((void)(layout), false)
#define xgl_trigger_init()				0
#define xgl_trigger_exit()				((void)0)
#define xgl_trigger_attach(protos)			((void)(protos))
#define xgl_trigger_detach()				((void)0)
#define xgl_trigger_state()				fake->triggers
#define xgl_trigger_knows_kills()			true
#define xgl_trigger_print(text)				((void)(text))
#define xgl_saver_init()				0
#define xgl_saver_exit()				((void)0)
#define xgl_saver_start(src, dev, gt)			NULL
#define xgl_saver_stop(w)				((void)(w))
#define xgl_saver_suspending(w, layout, xe)		((void)(w))
#define xgl_saver_sleep()				((void)fake->sleeps++)
#define xgl_last_keep(name, gt, snap, reason, ns)	xgl_snapshot_free(snap)
#define xgl_dump_is_pending(name, gt, where)		((void)(name), false)
#define xgl_dump_incident(name, gt, where, snap, notes)	((void)(where), (void)(snap), \
							 fake->dump_error)
#define xgl_tracer_incident(name, gt, incident)		((void)(incident))

#include "../xgl_kill.c"
#include "../xgl_incident.c"

static int xgl_record_init(struct kunit *test)
{
	fake = kunit_kzalloc(test, sizeof(*fake), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, fake);
	fake->triggers = XGL_TRIGGERS_ALL;
	sleeps = 0;
	nr_missing = 0;
	queues_read = false;
	queues_unread = false;
	return 0;
}

static void xgl_record_exit(struct kunit *test)
{
	cancel_work_sync(&blind);
	xgl_kill_stop();
}

/*
 * xgl_incident_sleeps() must return an odd number from the beginning of a sleep of the system until
 * the system is awake again.
 */
static void xgl_record_counts_sleeps(struct kunit *test)
{
	static const unsigned long events[][2] = {
		{ PM_SUSPEND_PREPARE, PM_POST_SUSPEND },
		{ PM_HIBERNATION_PREPARE, PM_POST_HIBERNATION },
		{ PM_RESTORE_PREPARE, PM_POST_RESTORE },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(events); i++) {
		sleep_event(&sleep_notifier, events[i][0], NULL);
		KUNIT_EXPECT_EQ(test, xgl_incident_sleeps(), 2 * i + 1);
		sleep_event(&sleep_notifier, events[i][1], NULL);
		KUNIT_EXPECT_EQ(test, xgl_incident_sleeps(), 2 * i + 2);
		KUNIT_EXPECT_EQ(test, fake->sleeps, 2 * i + 2);
	}
}

/*
 * If the module is loaded while the system is going to sleep, the end of this sleep must not be
 * counted. Otherwise xgl_incident_sleeps() would be odd while the system is awake, and every GT
 * reset would be mistaken for a part of a sleep.
 */
static void xgl_record_starts_within_a_sleep(struct kunit *test)
{
	sleep_event(&sleep_notifier, PM_POST_SUSPEND, NULL);
	KUNIT_EXPECT_EQ(test, xgl_incident_sleeps() % 2, 0);
	KUNIT_EXPECT_EQ(test, fake->sleeps, 0);
	sleep_event(&sleep_notifier, PM_SUSPEND_PREPARE, NULL);
	KUNIT_EXPECT_EQ(test, xgl_incident_sleeps() % 2, 1);
}

/*
 * The attribute incidents must read "unable" if xe drives a GPU and no incident can be recorded,
 * and "partly" if those of some GPUs are recorded.
 */
static void xgl_record_says_that_it_cannot(struct kunit *test)
{
	struct target *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, t);
	KUNIT_EXPECT_STREQ(test, xgl_incident_state(), "1");
	xgl_incident_set_missing(2);
	KUNIT_EXPECT_STREQ(test, xgl_incident_state(), "unable");
	list_add(&t->node, &targets);
	KUNIT_EXPECT_STREQ(test, xgl_incident_state(), "partly");
	xgl_incident_set_missing(0);
	KUNIT_EXPECT_STREQ(test, xgl_incident_state(), "1");
	fake->triggers = XGL_TRIGGERS_SOME;
	KUNIT_EXPECT_STREQ(test, xgl_incident_state(), "partly");
	fake->triggers = XGL_TRIGGERS_NONE;
	KUNIT_EXPECT_STREQ(test, xgl_incident_state(), "unable");
	list_del(&t->node);
	KUNIT_EXPECT_STREQ(test, xgl_incident_state(), "1");
	xgl_incident_arm(false);
	KUNIT_EXPECT_STREQ(test, xgl_incident_state(), "0");
	xgl_incident_arm(true);
}

/* If the queues that xe creates cannot be read, the attribute incidents must read "unable". */
static void xgl_record_tests_the_queues(struct kunit *test)
{
	struct target *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);
	struct xgl_xe_layout *layout = kunit_kzalloc(test, sizeof(*layout), GFP_KERNEL);
	int queue;

	KUNIT_ASSERT_NOT_NULL(test, t);
	KUNIT_ASSERT_NOT_NULL(test, layout);
	t->layout = layout;
	t->dev = kunit_kzalloc(test, sizeof(*t->dev), GFP_KERNEL);
	list_add(&t->node, &targets);
	KUNIT_EXPECT_STREQ(test, xgl_incident_state(), "1");
	xgl_incident_of_create(&queue);
	KUNIT_EXPECT_STREQ(test, xgl_incident_state(), "unable");
	fake->queue_dev = t->dev;
	xgl_incident_of_create(&queue);
	KUNIT_EXPECT_STREQ(test, xgl_incident_state(), "1");
	list_del(&t->node);
}

/*
 * If the record of an incident cannot be made, the triggers of this incident must be added to the
 * triggers that are in no record. The next record must contain the number of all such triggers.
 */
static void xgl_record_counts_what_it_lost(struct kunit *test)
{
	struct guc_incident_event event = { .trigger = GUC_TRIGGER_UNCORRECTABLE };
	struct target *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, t);
	raw_spin_lock_init(&t->lock);
	t->unrecorded = (struct guc_incident_count){ 3, BIT(GUC_TRIGGER_TIMEOUT) };
	t->unrecorded_all = 3;
	KUNIT_EXPECT_TRUE(test, add_trigger(t, &event));
	KUNIT_EXPECT_FALSE(test, add_trigger(t, &event));
	KUNIT_EXPECT_TRUE(test, end_incident(t));
	count_failed(t);
	KUNIT_EXPECT_EQ(test, t->unrecorded_all, 5);
	event.boottime_ns = 2 * GUC_INCIDENT_NS;
	KUNIT_EXPECT_TRUE(test, add_trigger(t, &event));
	KUNIT_EXPECT_TRUE(test, end_incident(t));
	KUNIT_EXPECT_EQ(test, t->record.count.triggers, 1);
	KUNIT_EXPECT_EQ(test, t->record.unrecorded.triggers, 5);
	KUNIT_EXPECT_EQ(test, t->record.unrecorded.seen,
			BIT(GUC_TRIGGER_TIMEOUT) | BIT(GUC_TRIGGER_UNCORRECTABLE));
	KUNIT_EXPECT_EQ(test, t->unrecorded.triggers, 0);
}

/*
 * The member records must be the number of records that were made. The member unrecorded_all must
 * be the number of triggers without a record, both if the log could not be copied and if the dump
 * was refused. The numbers of the records must have no gap.
 */
static void xgl_record_counts_records(struct kunit *test)
{
	static const struct {
		int begin_error, dump_error;
		u32 records, unrecorded;
	} rows[] = {
		{ -ENODEV, 0, 0, 1 },
		{ 0, -EIO, 0, 2 },
		{ 0, 0, 1, 2 },
		{ 0, 0, 2, 2 },
	};
	struct guc_incident_event event = { .trigger = GUC_TRIGGER_UNCORRECTABLE };
	struct test_source *s = test_source(test, test_small(test));
	struct target *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);
	struct device *dev = kunit_kzalloc(test, sizeof(*dev), GFP_KERNEL);
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, t);
	KUNIT_ASSERT_NOT_NULL(test, dev);
	dev->init_name = "gpu";
	raw_spin_lock_init(&t->lock);
	t->src = &s->src;
	t->dev = dev;
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		s->begin_error = rows[i].begin_error;
		fake->dump_error = rows[i].dump_error;
		event.boottime_ns = (2 * i + 1) * GUC_INCIDENT_NS;
		KUNIT_ASSERT_TRUE(test, add_trigger(t, &event));
		incident_work(&t->work);
		KUNIT_EXPECT_EQ_MSG(test, t->records, rows[i].records, "row %u", i);
		KUNIT_EXPECT_EQ_MSG(test, t->series.seq, rows[i].records, "row %u", i);
		KUNIT_EXPECT_EQ_MSG(test, t->unrecorded_all, rows[i].unrecorded, "row %u", i);
	}
}

/*
 * After a GT reset, jobs of innocent queues time out late. They must not be recorded as a hang,
 * even if an application was killed between the reset and the timeout.
 */
static void xgl_record_knows_consequences_after_a_kill(struct kunit *test)
{
	struct guc_incident_event reset = {
		.trigger = GUC_TRIGGER_GT_RESET, .boottime_ns = 10 * GUC_INCIDENT_NS,
	};
	struct guc_incident_event capture = {
		.trigger = GUC_TRIGGER_STATE_CAPTURE, .boottime_ns = 12 * GUC_INCIDENT_NS,
	};
	struct guc_incident_event killed = {
		.trigger = GUC_TRIGGER_TIMEOUT, .boottime_ns = 12 * GUC_INCIDENT_NS + 1,
		.has_queue = true, .guc_id = 7, .killed = true,
	};
	struct guc_incident_event innocent = {
		.trigger = GUC_TRIGGER_TIMEOUT, .boottime_ns = 12 * GUC_INCIDENT_NS + 2,
		.has_queue = true, .guc_id = 8,
	};
	struct target *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, t);
	raw_spin_lock_init(&t->lock);
	KUNIT_EXPECT_TRUE(test, add_trigger(t, &reset));
	KUNIT_EXPECT_TRUE(test, end_incident(t));
	/* The kill begins with a message that does not name the queue. */
	KUNIT_EXPECT_TRUE(test, add_trigger(t, &capture));
	KUNIT_EXPECT_FALSE(test, add_trigger(t, &killed));
	/* While the kill is handled, and after it. */
	KUNIT_EXPECT_FALSE(test, add_trigger(t, &innocent));
	KUNIT_EXPECT_FALSE(test, end_incident(t));
	innocent.boottime_ns++;
	KUNIT_EXPECT_FALSE(test, add_trigger(t, &innocent));
	KUNIT_EXPECT_EQ(test, t->unrecorded.triggers, 2);
	/* Later, a timeout is a hang. */
	innocent.boottime_ns = 10 * GUC_INCIDENT_NS + GUC_INCIDENT_RESET_NS;
	KUNIT_EXPECT_TRUE(test, add_trigger(t, &innocent));
}

/*
 * An engine reset that follows late after a memory CAT error of the same queue must not be recorded
 * as a second hang, although its first triggers do not name the queue.
 */
static void xgl_record_knows_late_resets(struct kunit *test)
{
	static const struct guc_incident_event events[] = {
		{ .trigger = GUC_TRIGGER_CAT_ERROR, .boottime_ns = 10 * GUC_INCIDENT_NS },
		{ .trigger = GUC_TRIGGER_CAT_ERROR, .boottime_ns = 10 * GUC_INCIDENT_NS + 1,
		  .has_queue = true, .guc_id = 7 },
		{ .trigger = GUC_TRIGGER_STATE_CAPTURE,
		  .boottime_ns = 10 * GUC_INCIDENT_NS + 2 * GATHER_NS },
		{ .trigger = GUC_TRIGGER_ENGINE_RESET,
		  .boottime_ns = 10 * GUC_INCIDENT_NS + 2 * GATHER_NS + 1 },
		{ .trigger = GUC_TRIGGER_ENGINE_RESET,
		  .boottime_ns = 10 * GUC_INCIDENT_NS + 2 * GATHER_NS + 2,
		  .has_queue = true, .guc_id = 7 },
	};
	struct target *t = kunit_kzalloc(test, sizeof(*t), GFP_KERNEL);
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, t);
	raw_spin_lock_init(&t->lock);
	KUNIT_EXPECT_TRUE(test, add_trigger(t, &events[0]));
	KUNIT_EXPECT_FALSE(test, add_trigger(t, &events[1]));
	KUNIT_EXPECT_TRUE(test, end_incident(t));
	KUNIT_EXPECT_TRUE(test, add_trigger(t, &events[2]));
	for (i = 3; i < ARRAY_SIZE(events); i++)
		KUNIT_EXPECT_FALSE(test, add_trigger(t, &events[i]));
	KUNIT_EXPECT_FALSE(test, end_incident(t));
	KUNIT_EXPECT_EQ(test, t->unrecorded.triggers, 3);
	KUNIT_EXPECT_EQ(test, t->unrecorded_all, 3);
	KUNIT_EXPECT_EQ(test, t->kills, 0);
	KUNIT_EXPECT_EQ(test, t->previous.event[0].trigger, GUC_TRIGGER_CAT_ERROR);
}

/* Let the work item that allocates entries run, and wait for it. */
static void fill_table(void)
{
	xgl_kill_start();
	flush_work(&fill);
}

/*
 * A queue must count as killed from its kill until xe frees it. When recording is switched off, the
 * module does not notice this any more, so it must forget all queues.
 */
static void xgl_record_forgets_kills(struct kunit *test)
{
	static const char queues[3];

	fill_table();
	xgl_kill_add(&queues[0]);
	xgl_kill_add(&queues[1]);
	xgl_kill_freed(&queues[1]);
	KUNIT_EXPECT_TRUE(test, xgl_kill_has(&queues[0]));
	KUNIT_EXPECT_FALSE(test, xgl_kill_has(&queues[1]));
	/* A new queue has the address of a killed queue whose end was not noticed. */
	xgl_kill_add(&queues[2]);
	xgl_kill_created(&queues[2]);
	KUNIT_EXPECT_FALSE(test, xgl_kill_has(&queues[2]));
	xgl_incident_arm(false);
	xgl_incident_arm(true);
	KUNIT_EXPECT_FALSE(test, xgl_kill_has(&queues[0]));
}

/*
 * Each queue of a process with many queues must count as killed, although other processes create
 * and destroy many queues meanwhile.
 */
static void xgl_record_remembers_all_kills(struct kunit *test)
{
	static const char queues[4000], others[4000];
	unsigned int i, found = 0;

	fill_table();
	for (i = 0; i < ARRAY_SIZE(queues); i++)
		xgl_kill_created(&queues[i]);
	fill_table();
	for (i = 0; i < ARRAY_SIZE(queues); i++)
		xgl_kill_add(&queues[i]);
	for (i = 0; i < ARRAY_SIZE(others); i++) {
		xgl_kill_created(&others[i]);
		xgl_kill_add(&others[i]);
		xgl_kill_freed(&others[i]);
	}
	for (i = 0; i < ARRAY_SIZE(queues); i++)
		found += xgl_kill_has(&queues[i]) && !xgl_kill_has(&others[i]);
	KUNIT_EXPECT_EQ(test, found, ARRAY_SIZE(queues));
	KUNIT_EXPECT_TRUE(test, xgl_kill_is_complete());
	for (i = 0; i < ARRAY_SIZE(queues); i++)
		xgl_kill_freed(&queues[i]);
	KUNIT_EXPECT_EQ(test, nr_killed, 0);
	KUNIT_EXPECT_EQ(test, nr_queues, 0);
}

/* If there was no memory for a killed queue, this must be known. */
static void xgl_record_knows_that_a_kill_is_missing(struct kunit *test)
{
	int queue;

	xgl_kill_add(&queue);
	KUNIT_EXPECT_FALSE(test, xgl_kill_has(&queue));
	KUNIT_EXPECT_FALSE(test, xgl_kill_is_complete());
	xgl_kill_stop();
	KUNIT_EXPECT_TRUE(test, xgl_kill_is_complete());
}

static struct kunit_case xgl_record_cases[] = {
	KUNIT_CASE(xgl_record_counts_sleeps),
	KUNIT_CASE(xgl_record_starts_within_a_sleep),
	KUNIT_CASE(xgl_record_says_that_it_cannot),
	KUNIT_CASE(xgl_record_tests_the_queues),
	KUNIT_CASE(xgl_record_counts_what_it_lost),
	KUNIT_CASE(xgl_record_counts_records),
	KUNIT_CASE(xgl_record_knows_consequences_after_a_kill),
	KUNIT_CASE(xgl_record_knows_late_resets),
	KUNIT_CASE(xgl_record_forgets_kills),
	KUNIT_CASE(xgl_record_remembers_all_kills),
	KUNIT_CASE(xgl_record_knows_that_a_kill_is_missing),
	{}
};

static struct kunit_suite xgl_record_suite = {
	.name = "xgl_record",
	.init = xgl_record_init,
	.exit = xgl_record_exit,
	.test_cases = xgl_record_cases,
};

kunit_test_suite(xgl_record_suite);
