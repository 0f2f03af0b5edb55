// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the text form of events: the consistency of the dictionary (the table of known
 * events, guc_event_table.c), the exact texts of events, and unexpected arguments.
 */
#include <kunit/test.h>

#include "guc_event.h"
#include "test_guard.h"

/* Events as in logs of GuC 70.44.1, some with unexpected arguments, and their texts. */
static const struct {
	u32 id;
	u32 arg[2];
	const char *words;
} rows[] = {
	{ 0x048e, { 0x1000, 0 }, "H2G_RECEIVED action=SCHED_CONTEXT" },
	{ 0x048e, { 0xeeee, 0 }, "H2G_RECEIVED action=0xeeee" },
	{ 0x048e, { 0x1000, 7 }, "H2G_RECEIVED action=SCHED_CONTEXT arg1=0x7" },
	{ 0x8105, { 0x2222, 0x29 }, "CTX_SUBMIT lrca=0x2222 guc_id=41" },
	{ 0x8103, { 0x02302222, 0x29 },
	  "CTX_READY lrca=0x2222 class=copy priority=2 guc_id=41" },
	{ 0x8104, { 0x08302222, 0x29 },
	  "CTX_PLACED lrca=0x2222 engine=bcs8 guc_id=41" },
	{ 0x8101, { 0x004021df, 0x20 },
	  "CTX_NOT_READY lrca=0x21df engine=ccs0 guc_id=32" },
	{ 0x8101, { 0x094021df, 0x20 },
	  "CTX_NOT_READY lrca=0x21df disabled guc_id=32" },
	{ 0x0365, { 0x00301002, 0x100 },
	  "ELSQ_SUBMIT class=copy mask=0x100 priority=2 mask_again=0x100" },
	{ 0x0476, { 0x1, 0x643fffc0 }, "CSB status=IDLE_ACTIVE engine=bcs8 guc_id=none" },
	{ 0x0476, { 0x18, 0x64000a40 },
	  "CSB status=ACTIVE_IDLE|COMPLETE engine=bcs8 guc_id=41" },
	{ 0x0476, { 0x20000082, 0x80000800 },
	  "CSB status=PREEMPTED|WAIT_SEMAPHORE|0x20000000 engine=ccs0 guc_id=32" },
	{ 0x0476, { 0, 0x00000bc0 }, "CSB status=0x0 engine=rcs0 guc_id=47" },
	{ 0x84bf, { 0x2f, 1 }, "SCHED_MODE_SET guc_id=47 enable=yes" },
	{ 0x84bf, { 0x2f, 2 }, "SCHED_MODE_SET guc_id=47 enable=2" },
	{ 0x850a, { 0x2f, 0xdeadbeee }, "CTX_REGISTERED guc_id=47" },
	{ 0x8505, { 2, 0xdeadbeee }, "CTX_POLICY? value?=2" },
	{ 0x850a, { 0x2f, 0x1234 }, "CTX_REGISTERED guc_id=47 arg1=0x1234" },
	{ 0x03b3, { 0x00040000, 1 }, "ENGINE_RESET_BEGIN? engine?=ccs0 mask?=0x1" },
	{ 0x03a8, { 4, 0 }, "SWITCH_OUT_REQUEST engine=ccs0" },
	{ 0x03a8, { 9, 0xffffffff }, "SWITCH_OUT_REQUEST engine=class9.4294967295" },
	{ 0x03b9, { 9, 0xdeadbeee }, "SWITCH_OUT_TIMEOUT class=9" },
};

/* Each event of the table above must be printed as the text in its row. */
static void guc_event_words_real(struct kunit *test)
{
	const struct guc_event_def *def;
	char buf[256];
	unsigned int i;
	size_t len;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		def = guc_event_find(rows[i].id);
		KUNIT_ASSERT_NOT_NULL(test, def);
		len = guc_event_words(buf, sizeof(buf), def, rows[i].arg);
		KUNIT_EXPECT_STREQ(test, buf, rows[i].words);
		KUNIT_EXPECT_EQ(test, len, strlen(rows[i].words));
	}
}

/*
 * In a buffer that is too short, the text must be truncated and terminated, and nothing may be
 * written after the buffer.
 */
static void guc_event_words_cut(struct kunit *test)
{
	const char *whole = rows[11].words;
	const struct guc_event_def *def = guc_event_find(rows[11].id);
	size_t size, len;
	char *buf;

	for (size = 1; size <= strlen(whole) + 1; size++) {
		buf = test_guarded(test, size);
		len = guc_event_words(buf, size, def, rows[11].arg);
		KUNIT_EXPECT_EQ(test, len, size - 1);
		KUNIT_EXPECT_EQ(test, memcmp(buf, whole, len), 0);
		KUNIT_EXPECT_EQ(test, buf[len], '\0');
	}
}

/* The longest possible text of an event must fit into the buffers of the callers (256 bytes). */
static void guc_event_words_longest(struct kunit *test)
{
	static const u32 args[][2] = {
		{ U32_MAX, U32_MAX }, { 0, 0 }, { 0x89ff89ff, 0x89ff89ff },
		{ 0xfffffffe, 0x80000000 },
	};
	unsigned int i, j;
	char buf[256];
	size_t len;

	for (i = 0; i < GUC_EVX_COUNT; i++) {
		for (j = 0; j < ARRAY_SIZE(args); j++) {
			len = guc_event_words(buf, sizeof(buf), &guc_event_table[i],
					      args[j]);
			KUNIT_EXPECT_LT(test, len, sizeof(buf) - 1);
		}
	}
}

/*
 * In the dictionary, each event must be found by its id, must have evidence and a firmware, and its
 * fields must lie within the arguments.
 */
static void guc_event_table_sound(struct kunit *test)
{
	unsigned int i, j;

	for (i = 0; i < GUC_EVX_COUNT; i++) {
		const struct guc_event_def *def = &guc_event_table[i];

		KUNIT_EXPECT_PTR_EQ(test, guc_event_find(def->id), def);
		KUNIT_EXPECT_EQ(test, guc_event_index(def), i);
		KUNIT_EXPECT_NE(test, (u32)def->evidence, 0u);
		KUNIT_EXPECT_NE(test, def->firmware, 0u);
		KUNIT_EXPECT_LE(test, def->hits, def->checks);
		for (j = 0; j < def->nr_fields; j++) {
			const struct guc_event_field *field = &def->field[j];

			KUNIT_EXPECT_LT(test, (u32)field->arg, 2u);
			KUNIT_EXPECT_GT(test, (u32)field->bits, 0u);
			KUNIT_EXPECT_LE(test, (u32)field->low + field->bits, 32u);
			KUNIT_EXPECT_EQ(test, (u32)def->has[field->arg],
					(u32)GUC_EVENT_HAS_FIELDS);
		}
	}
}

static void guc_event_find_unknown(struct kunit *test)
{
	static const u32 ids[] = { 0, 1, 0x355, 0x357, 0x8106, 0x850f, 0x1048e,
				   U32_MAX };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(ids); i++)
		KUNIT_EXPECT_PTR_EQ(test, guc_event_find(ids[i]), NULL);
}

static void guc_event_firmware_known(struct kunit *test)
{
	KUNIT_EXPECT_TRUE(test, guc_event_known_firmware(0x00462c01));
	KUNIT_EXPECT_TRUE(test, guc_event_known_firmware(0x01462c01));
	KUNIT_EXPECT_FALSE(test, guc_event_known_firmware(0x00462c02));
	KUNIT_EXPECT_FALSE(test, guc_event_known_firmware(0));
}

static void guc_event_engine_names(struct kunit *test)
{
	static const struct {
		u32 class;
		u32 instance;
		const char *name;
	} engines[] = {
		{ 0, 0, "rcs0" }, { 1, 1, "vcs1" }, { 2, 0, "vecs0" },
		{ 3, 8, "bcs8" }, { 4, 3, "ccs3" }, { 5, 0, "gsccs0" },
		{ 6, 1, "class6.1" },
	};
	unsigned int i;
	char buf[32];

	for (i = 0; i < ARRAY_SIZE(engines); i++) {
		KUNIT_EXPECT_EQ(test, guc_engine_name(buf, sizeof(buf), engines[i].class,
						      engines[i].instance),
				strlen(engines[i].name));
		KUNIT_EXPECT_STREQ(test, buf, engines[i].name);
	}
	KUNIT_EXPECT_STREQ(test, guc_event_class_name(GUC_CLASS_COMPUTE), "compute");
	KUNIT_EXPECT_PTR_EQ(test, guc_event_class_name(GUC_CLASS_COUNT), NULL);
	KUNIT_EXPECT_STREQ(test, guc_event_status_name(15), "LITE_RESTORE");
	KUNIT_EXPECT_PTR_EQ(test, guc_event_status_name(9), NULL);
	KUNIT_EXPECT_PTR_EQ(test, guc_event_status_name(31), NULL);
}

static struct kunit_case guc_event_cases[] = {
	KUNIT_CASE(guc_event_words_real),
	KUNIT_CASE(guc_event_words_cut),
	KUNIT_CASE(guc_event_words_longest),
	KUNIT_CASE(guc_event_table_sound),
	KUNIT_CASE(guc_event_find_unknown),
	KUNIT_CASE(guc_event_firmware_known),
	KUNIT_CASE(guc_event_engine_names),
	{}
};

static struct kunit_suite guc_event_suite = {
	.name = "guc_event",
	.test_cases = guc_event_cases,
};

kunit_test_suite(guc_event_suite);
