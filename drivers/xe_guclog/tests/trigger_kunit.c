// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the probes on xe's tracepoints (see xgl_trigger.h), with the tracepoints of an older and
 * of a newer xe. The newer xe has groups of queues (multi-queue), and reports their creation and
 * their errors through tracepoints of their own. No xe is loaded.
 */
#include <kunit/test.h>
#include <linux/delay.h>
#include <linux/tracepoint.h>

#include "abi/guc_ct_abi.h"
#include "xgl_incident.h"
#include "xgl_kill.h"
#include "xgl_trigger.h"
#include "xgl_xe.h"

#ifdef CONFIG_TRACEPOINTS

/**
 * struct fake - the environment of the code under test
 * @tp: the tracepoints of xe, by enum xel_proto_id
 * @probe: the probe that is attached to each of them, or NULL
 * @hangs: by enum guc_trigger: number of triggers that were not about a killed queue
 * @kills: number of triggers about killed queues
 */
static struct fake {
	struct tracepoint tp[XEL_PROTO_COUNT];
	void *probe[XEL_PROTO_COUNT];
	unsigned int hangs[GUC_TRIGGER_COUNT];
	unsigned int kills;
} *fake;

static int fake_register(struct tracepoint *tp, void *probe)
{
	fake->probe[tp - fake->tp] = probe;
	return 0;
}

static int fake_unregister(struct tracepoint *tp)
{
	fake->probe[tp - fake->tp] = NULL;
	return 0;
}

static void fake_incident(enum guc_trigger trigger, const void *queue)
{
	if (queue && xgl_kill_has(queue))
		fake->kills++;
	else
		fake->hangs[trigger]++;
}

#undef tracepoint_synchronize_unregister
#define tracepoint_probe_register(tp, probe, data)	fake_register(tp, probe)
#define tracepoint_probe_unregister(tp, probe, data)	fake_unregister(tp)
#define tracepoint_synchronize_unregister()		((void)0)
#define xgl_incident_log_flush(xe, gt)			((void)(xe))
#define xgl_incident_of_message(trigger, xe, gt, len, end) fake_incident(trigger, NULL)
#define xgl_incident_of_job(trigger, job)		fake_incident(trigger, NULL)
#define xgl_incident_of_queue(trigger, queue)		fake_incident(trigger, queue)
#define xgl_incident_of_create(queue)			((void)(queue))

#include "../xgl_trigger.c"

static int xgl_trigger_setup(struct kunit *test)
{
	unsigned int i;

	fake = kunit_kzalloc(test, sizeof(*fake), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, fake);
	for (i = 0; i < XEL_PROTO_COUNT; i++)
		fake->tp[i].name = xel_proto_name(i);
	return 0;
}

static void xgl_trigger_end(struct kunit *test)
{
	scoped_guard(mutex, &points_lock)
		forget_points();
}

#define ALL	(BIT(XEL_PROTO_COUNT) - 1)

/* Load an xe with the tracepoints of the bit mask @has, and attach to those of the mask @protos. */
static void load(unsigned long has, u32 protos)
{
	unsigned int i;

	scoped_guard(mutex, &points_lock) {
		forget_points();
		for_each_set_bit(i, &has, XEL_PROTO_COUNT)
			remember_point(&fake->tp[i], NULL);
	}
	xgl_kill_start();
	xgl_trigger_attach(protos);
}

/* Let xe call a tracepoint that has a queue as its only argument. */
static void call(enum xel_proto_id id, const void *queue)
{
	void (*probe)(void *data, struct xe_exec_queue *queue) = fake->probe[id];

	if (probe)
		probe(NULL, (void *)queue);
}

/* Let xe call the tracepoint of a message from the GuC. */
static void receive(u32 action)
{
	typeof(probe_g2h) *probe = fake->probe[XEL_PROTO_G2H];

	probe(NULL, NULL, 0, action, 4, 0, 0);
}

/* Wait until the table of killed queues has room for @n queues, but at most for ten seconds. */
static void wait_for_room(const char *queues, unsigned int n)
{
	unsigned int tries, i, found = 0;

	for (tries = 0; tries < 1000 && found < n; tries++) {
		fsleep(10 * USEC_PER_MSEC);
		found = 0;
		for (i = 0; i < n; i++)
			xgl_kill_add(&queues[i]);
		for (i = 0; i < n; i++) {
			found += xgl_kill_has(&queues[i]);
			xgl_kill_freed(&queues[i]);
		}
	}
}

/*
 * A queue of a group must not count as killed if it has the address of a killed queue, whether or
 * not the end of the killed queue was noticed: its hang must be recorded.
 */
static void xgl_trigger_knows_groups(struct kunit *test)
{
	static const char queues[80];
	unsigned int i;

	load(ALL, ALL);
	wait_for_room(queues, ARRAY_SIZE(queues));
	KUNIT_EXPECT_EQ(test, xgl_trigger_state(), XGL_TRIGGERS_ALL);
	KUNIT_EXPECT_TRUE(test, xgl_trigger_knows_kills());
	for (i = 0; i < ARRAY_SIZE(queues); i++) {
		call(XEL_PROTO_CREATE_MULTI, &queues[i]);
		call(XEL_PROTO_KILL, &queues[i]);
		call(XEL_PROTO_RESET, &queues[i]);
		if (i % 2)
			call(XEL_PROTO_DESTROY, &queues[i]);
	}
	KUNIT_EXPECT_EQ(test, fake->kills, ARRAY_SIZE(queues));
	for (i = 0; i < ARRAY_SIZE(queues); i++) {
		call(XEL_PROTO_CREATE_MULTI, &queues[i]);
		call(XEL_PROTO_RESET, &queues[i]);
		call(XEL_PROTO_DESTROY, &queues[i]);
	}
	KUNIT_EXPECT_EQ(test, fake->hangs[GUC_TRIGGER_ENGINE_RESET], ARRAY_SIZE(queues));
	KUNIT_EXPECT_EQ(test, fake->kills, ARRAY_SIZE(queues));
}

/* An error of a group must be a trigger, as a message of the GuC and as a tracepoint of xe. */
static void xgl_trigger_notices_group_errors(struct kunit *test)
{
	int queue;

	load(ALL, ALL);
	receive(GUC_ACTION_NOTIFY_MULTI_QUEUE_CGP_CONTEXT_ERROR);
	call(XEL_PROTO_CGP_ERROR, &queue);
	KUNIT_EXPECT_EQ(test, fake->hangs[GUC_TRIGGER_CGP_ERROR], 2);
}

/*
 * An older xe without groups must not count as incomplete, but an xe without another tracepoint, or
 * with unknown arguments of a tracepoint, must.
 */
static void xgl_trigger_knows_what_is_missing(struct kunit *test)
{
	static const struct {
		unsigned long lacks, differs;
		enum xgl_trigger_state state;
		bool kills;
	} rows[] = {
		{ OPTIONAL, 0, XGL_TRIGGERS_ALL, true },
		{ BIT(XEL_PROTO_CGP_ERROR), 0, XGL_TRIGGERS_ALL, true },
		{ BIT(XEL_PROTO_G2H), 0, XGL_TRIGGERS_SOME, true },
		{ OPTIONAL, BIT(XEL_PROTO_TIMEDOUT), XGL_TRIGGERS_SOME, true },
		{ 0, BIT(XEL_PROTO_CGP_ERROR), XGL_TRIGGERS_SOME, true },
		{ 0, BIT(XEL_PROTO_DESTROY), XGL_TRIGGERS_ALL, false },
		{ 0, TRIGGERS, XGL_TRIGGERS_NONE, true },
		{ TRIGGERS, 0, XGL_TRIGGERS_NONE, true },
		{ 0, ALL, XGL_TRIGGERS_NONE, false },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		load(ALL & ~rows[i].lacks, ALL & ~rows[i].differs);
		KUNIT_EXPECT_EQ_MSG(test, xgl_trigger_state(), rows[i].state, "row %u", i);
		KUNIT_EXPECT_EQ_MSG(test, xgl_trigger_knows_kills(), rows[i].kills, "row %u", i);
	}
	xgl_trigger_detach();
	KUNIT_EXPECT_FALSE(test, xgl_trigger_knows_kills());
}

#else

static int xgl_trigger_setup(struct kunit *test)
{
	return 0;
}

static void xgl_trigger_end(struct kunit *test)
{
}

static void no_tracepoints(struct kunit *test)
{
	kunit_skip(test, "this kernel has no tracepoints");
}

#define xgl_trigger_knows_groups		no_tracepoints
#define xgl_trigger_notices_group_errors	no_tracepoints
#define xgl_trigger_knows_what_is_missing	no_tracepoints

#endif

static struct kunit_case xgl_trigger_cases[] = {
	KUNIT_CASE(xgl_trigger_knows_groups),
	KUNIT_CASE(xgl_trigger_notices_group_errors),
	KUNIT_CASE(xgl_trigger_knows_what_is_missing),
	{}
};

static struct kunit_suite xgl_trigger_suite = {
	.name = "xgl_trigger",
	.init = xgl_trigger_setup,
	.exit = xgl_trigger_end,
	.test_cases = xgl_trigger_cases,
};

kunit_test_suite(xgl_trigger_suite);
