// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the reader of the CT buffers, the two rings with the messages between driver and GuC:
 * the layouts of two kernels, the fields of every kind of message, rings that have wrapped, and
 * snapshots that are truncated or malformed. If a message does not fit at the end of a ring, xe
 * fills the end with zeroes, but the GuC continues the message at the start. The words of messages
 * are numbers, which do not come from the project's headers.
 */
#include <kunit/test.h>

#include "guc_abi_names.h"
#include "guc_ct.h"
#include "guc_lic.h"
#include "guc_text.h"
#include "test_guard.h"
#include "abi/guc_lic_abi.h"

#define WORDS	32

/*
 * Make a ring of @size words, of which the first @have words are available and end at a guard page.
 */
static struct guc_ct_ring make_ring(struct kunit *test, enum guc_ct_ring_id id,
				    const u32 *words, u32 size, u32 have, u32 tail)
{
	struct guc_ct_ring ring = {
		.id = id, .present = true, .head = tail, .tail = tail,
		.size = size, .known = size,
	};
	u8 *bytes = test_guarded(test, 4 * (size_t)have);
	struct guc_fault fault;
	u32 i;

	for (i = 0; i < 4 * have; i++)
		bytes[i] = words[i / 4] >> i % 4 * 8;
	ring.words = guc_view(bytes, 4 * (size_t)have);
	KUNIT_ASSERT_TRUE(test, guc_ct_ring_check(&ring, &fault));
	return ring;
}

static u32 *room(struct kunit *test, const struct guc_ct_ring *ring)
{
	return test_guarded(test, 4 * (size_t)ring->size);
}

static void expect_index(struct kunit *test, const struct guc_ct_ring *ring,
			 const u32 *want, u32 nr)
{
	u32 *offset = room(test, ring);
	u32 i, got = guc_ct_index(ring, offset);

	KUNIT_EXPECT_EQ(test, got, nr);
	for (i = 0; i < nr && i < got; i++)
		KUNIT_EXPECT_EQ_MSG(test, offset[i], want[i], "message %u", i);
}

/* Three messages of the driver, none of which the GuC has read. */
static const u32 h2g[WORDS] = {
	0x80100002, 0x20001000, 7,			/* SCHED_CONTEXT, guc_id 7 */
	0x00110003, 0x00051001, 7, 1,			/* MODE_SET, data0 5 */
	0x80120001, 0x10004503,				/* an event without data */
};

/* The messages of h2g[] must be found, and their fields and data words must be read. */
static void guc_ct_fields(struct kunit *test)
{
	struct guc_ct_ring ring = make_ring(test, GUC_CT_H2G, h2g, WORDS, WORDS, 9);
	struct guc_ct_msg msg;
	u32 value = 0;

	ring.head = 7;
	expect_index(test, &ring, (const u32[]){ 7, 3, 0 }, 3);
	KUNIT_ASSERT_TRUE(test, guc_ct_msg_read(&msg, &ring, 3));
	KUNIT_EXPECT_EQ(test, msg.fence, 0x11);
	KUNIT_EXPECT_EQ(test, msg.words, 4);
	KUNIT_EXPECT_EQ(test, msg.origin, GUC_HXG_ORIGIN_HOST);
	KUNIT_EXPECT_EQ(test, msg.type, GUC_HXG_TYPE_REQUEST);
	KUNIT_EXPECT_EQ(test, msg.action, 0x1001);
	KUNIT_EXPECT_EQ(test, msg.data0, 5);
	KUNIT_EXPECT_EQ(test, msg.nr_data, 2);
	KUNIT_EXPECT_FALSE(test, msg.unread);
	KUNIT_EXPECT_TRUE(test, guc_ct_msg_data(&ring, &msg, 1, &value));
	KUNIT_EXPECT_EQ(test, value, 1);
	KUNIT_EXPECT_FALSE(test, guc_ct_msg_data(&ring, &msg, 2, &value));
	KUNIT_ASSERT_TRUE(test, guc_ct_msg_read(&msg, &ring, 7));
	KUNIT_EXPECT_EQ(test, msg.type, GUC_HXG_TYPE_EVENT);
	KUNIT_EXPECT_EQ(test, msg.action, 0x4503);
	KUNIT_EXPECT_EQ(test, msg.nr_data, 0);
	KUNIT_EXPECT_TRUE(test, msg.unread);
	KUNIT_EXPECT_FALSE(test, guc_ct_msg_read(&msg, &ring, WORDS));
}

/* Answers have no action. For each type, the values in place of the action must be read. */
static void guc_ct_answers(struct kunit *test)
{
	static const u32 g2h[WORDS] = {
		0x00110001, 0xf0000003,			/* success, 3 */
		0x00120001, 0xe0210060,			/* failure 0x60, hint 0x21 */
		0x00130001, 0xb0000007,			/* busy, counter 7 */
		0x00140001, 0xd0000000,			/* retry */
	};
	struct guc_ct_ring ring = make_ring(test, GUC_CT_G2H, g2h, WORDS, WORDS, 8);
	struct guc_ct_msg msg;

	expect_index(test, &ring, (const u32[]){ 6, 4, 2, 0 }, 4);
	KUNIT_ASSERT_TRUE(test, guc_ct_msg_read(&msg, &ring, 0));
	KUNIT_EXPECT_FALSE(test, guc_ct_msg_has_action(&msg));
	KUNIT_EXPECT_EQ(test, msg.data0, 3);
	KUNIT_ASSERT_TRUE(test, guc_ct_msg_read(&msg, &ring, 2));
	KUNIT_EXPECT_EQ(test, msg.action, 0x60);
	KUNIT_EXPECT_EQ(test, msg.data0, 0x21);
	KUNIT_ASSERT_TRUE(test, guc_ct_msg_read(&msg, &ring, 4));
	KUNIT_EXPECT_EQ(test, msg.aux, 7);
	KUNIT_EXPECT_EQ(test, msg.action, 0);
}

/*
 * A message of xe did not fit into the last three words of the ring. Therefore xe filled these
 * words with zeroes and began again at word 0. All messages before and after the zeroes must be
 * found, but not the two words at the tail: they are the rest of an overwritten message and only
 * look like a message.
 */
static void guc_ct_wrapped_h2g(struct kunit *test)
{
	static const u32 words[16] = {
		0x80310002, 0x20001000, 9,
		0x80320001, 0x20004503,			/* the newest message */
		0x80010001, 0x20001000,			/* word 5: looks like a message */
		0x802f0002, 0x20001000, 8,		/* word 7: the oldest message */
		0x80300002, 0x20001000, 9,
		0, 0, 0,
	};
	struct guc_ct_ring ring = make_ring(test, GUC_CT_H2G, words, 16, 16, 5);

	expect_index(test, &ring, (const u32[]){ 3, 0, 10, 7 }, 4);
}

/*
 * If xe has written the zeroes at the end of the ring, but not yet the message that did not fit
 * there, the older messages must be found.
 */
static void guc_ct_just_wrapped(struct kunit *test)
{
	static const u32 words[16] = {
		0x80100002, 0x20001000, 7,
		0x00110003, 0x00051001, 7, 1,
		0x80120001, 0x10004503,
		0x80130003, 0x20001001, 9, 0,
	};
	struct guc_ct_ring ring = make_ring(test, GUC_CT_H2G, words, 16, 16, 0);

	expect_index(test, &ring, (const u32[]){ 9, 7, 3, 0 }, 4);
}

/* A message of the GuC that continues at word 0 of the ring must be found. */
static void guc_ct_wrapped_g2h(struct kunit *test)
{
	static const u32 words[16] = {
		0x11, 0x22, 0x33,			/* the end of the message at word 13 */
		0x00070001, 0x90008002,
		0, 0, 0, 0, 0,
		0x00050002, 0x90001002, 4,
		0x00060005, 0x90006002, 0x00,
	};
	struct guc_ct_ring ring = make_ring(test, GUC_CT_G2H, words, 16, 16, 5);
	struct guc_ct_msg msg;
	u32 value = 0;

	expect_index(test, &ring, (const u32[]){ 3, 13, 10 }, 3);
	KUNIT_ASSERT_TRUE(test, guc_ct_msg_read(&msg, &ring, 13));
	KUNIT_EXPECT_TRUE(test, guc_ct_msg_data(&ring, &msg, 0, &value));
	KUNIT_EXPECT_EQ(test, value, 0);
	KUNIT_EXPECT_TRUE(test, guc_ct_msg_data(&ring, &msg, 2, &value));
	KUNIT_EXPECT_EQ(test, value, 0x22);
	/* the message has six words, of which only five are before the tail */
	ring.tail = 2;
	KUNIT_EXPECT_FALSE(test, guc_ct_msg_read(&msg, &ring, 13));
}

/*
 * The first message found ends exactly at the end of the ring, and the next one, at word 0, does
 * not have the next number. So the words of the first one only look like a message.
 */
static void guc_ct_false_message_at_the_end(struct kunit *test)
{
	static const u32 words[16] = {
		0x80310002, 0x20001000, 9,
		0x80320001, 0x20004503,
		0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99,
		0x80010001, 0x20001000,
	};
	struct guc_ct_ring ring = make_ring(test, GUC_CT_H2G, words, 16, 16, 5);

	expect_index(test, &ring, (const u32[]){ 3, 0 }, 2);
}

/*
 * The snapshot lacks the end of the ring. The newest message begins before the missing words and
 * ends at the start of the ring. The newest message must not be read, but the message before it
 * must be read.
 */
static void guc_ct_wrapped_with_gap(struct kunit *test)
{
	static const u32 words[14] = {
		0x22, 0x33, 0x44,			/* the end of the message at word 12 */
		0, 0, 0, 0, 0, 0,
		0x00050002, 0x90001002, 4,
		0x00060006, 0x90006002,
	};
	struct guc_ct_ring ring = make_ring(test, GUC_CT_G2H, words, 16, 14, 3);
	struct guc_ct_msg msg;

	KUNIT_EXPECT_TRUE(test, guc_ct_msg_read(&msg, &ring, 9));
	KUNIT_EXPECT_FALSE(test, guc_ct_msg_read(&msg, &ring, 12));
}

/*
 * Linux 6.12 prints only the words that the receiver has not read. The messages in these words
 * must be found.
 */
static void guc_ct_unread_only(struct kunit *test)
{
	struct guc_ct_ring ring = make_ring(test, GUC_CT_H2G, h2g, WORDS, WORDS, 9);

	ring.head = 3;
	ring.known = 6;
	expect_index(test, &ring, (const u32[]){ 7, 3 }, 2);
}

/* In a ring that is truncated at any word, all complete messages must be found. */
static void guc_ct_cut(struct kunit *test)
{
	static const u32 ends[] = { 3, 7, 9 };
	struct guc_ct_ring ring;
	u32 have, want;

	for (have = 1; have < WORDS; have++) {
		ring = make_ring(test, GUC_CT_H2G, h2g, WORDS, have, 9);
		for (want = 0; want < 3 && ends[want] <= have; want++)
			;
		KUNIT_EXPECT_EQ_MSG(test, guc_ct_index(&ring, room(test, &ring)), want,
				    "%u words", have);
	}
}

static const struct {
	const char *what;
	u32 head;
	u32 hxg;
} no_messages[] = {
	{ "length 0", 0x80100000, 0x20001000 },
	{ "beyond the tail", 0x80100003, 0x20001000 },
	{ "reserved bits", 0x80100902, 0x20001000 },
	{ "another format", 0x80101002, 0x20001000 },
	{ "from the GuC", 0x80100002, 0xa0001000 },
	{ "type 4", 0x80100002, 0x40001000 },
	{ "fast request, action 0", 0x80100002, 0x20000000 },
	{ "request, action 0", 0x80100002, 0x00000000 },
	{ "event, action 0", 0x80100002, 0x10000000 },
};

/* Words with one of these invalid headers must not be read as a message. */
static void guc_ct_no_message(struct kunit *test)
{
	u32 words[WORDS] = { 0x80100002, 0x20001000, 7 };
	struct guc_ct_ring ring = make_ring(test, GUC_CT_H2G, words, WORDS, WORDS, 3);
	struct guc_ct_msg msg;
	unsigned int i;

	KUNIT_EXPECT_TRUE(test, guc_ct_msg_read(&msg, &ring, 0));
	for (i = 0; i < ARRAY_SIZE(no_messages); i++) {
		words[0] = no_messages[i].head;
		words[1] = no_messages[i].hxg;
		ring = make_ring(test, GUC_CT_H2G, words, WORDS, WORDS, 3);
		KUNIT_EXPECT_FALSE_MSG(test, guc_ct_msg_read(&msg, &ring, 0), "%s",
				       no_messages[i].what);
	}
}

/* A message of the driver may end at the end of the ring, but not go on at its start. */
static void guc_ct_ends_with_ring(struct kunit *test)
{
	u32 words[16] = { 0 };
	struct guc_ct_ring ring;
	struct guc_ct_msg msg;

	words[13] = 0x80100002;
	words[14] = 0x20001000;
	ring = make_ring(test, GUC_CT_H2G, words, 16, 16, 0);
	KUNIT_EXPECT_TRUE(test, guc_ct_msg_read(&msg, &ring, 13));
	words[13] = 0x80100003;
	ring = make_ring(test, GUC_CT_H2G, words, 16, 16, 1);
	KUNIT_EXPECT_FALSE(test, guc_ct_msg_read(&msg, &ring, 13));
}

/* Only requests, fast requests and events have an action; the words of an answer may be 0. */
static void guc_ct_actions(struct kunit *test)
{
	static const struct {
		u32 hxg;
		bool action;
	} types[] = {
		{ 0x80001000, true }, { 0x90001000, true }, { 0xa0001000, true },
		{ 0xb0000000, false }, { 0xd0000000, false }, { 0xe0000000, false },
		{ 0xf0000000, false },
	};
	struct guc_ct_ring ring;
	struct guc_ct_msg msg;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(types); i++) {
		const u32 words[WORDS] = { 0x00110001, types[i].hxg };

		ring = make_ring(test, GUC_CT_G2H, words, WORDS, WORDS, 2);
		KUNIT_ASSERT_TRUE(test, guc_ct_msg_read(&msg, &ring, 0));
		KUNIT_EXPECT_EQ(test, guc_ct_msg_has_action(&msg), types[i].action);
		KUNIT_EXPECT_EQ(test, msg.nr_data, 0);
	}
}

/*
 * In small rings in which all words are equal, no word outside the ring may be read, and no more
 * messages may be found than fit into the ring.
 */
static void guc_ct_hostile(struct kunit *test)
{
	static const u32 fills[] = { 0, 0x00010001, 0x900100ff, 0xffffffff };
	u32 words[WORDS], size, tail;
	struct guc_ct_ring ring;
	unsigned int i, id;

	for (i = 0; i < ARRAY_SIZE(fills); i++) {
		for (size = 0; size < WORDS; size++)
			words[size] = fills[i];
		for (size = 1; size < 8; size++)
			for (tail = 0; tail < size; tail++)
				for (id = 0; id < GUC_CT_RINGS; id++) {
					ring = make_ring(test, id, words, size, size, tail);
					KUNIT_EXPECT_LE(test,
							guc_ct_index(&ring, room(test, &ring)),
							size / 2);
				}
	}
}

/* A ring with a wrong size or tail must be refused; with a wrong head, it must still be usable. */
static void guc_ct_bad_descriptor(struct kunit *test)
{
	struct guc_ct_ring ring = { .size = 16, .tail = 16, .known = 16 };
	struct guc_fault fault;

	KUNIT_EXPECT_FALSE(test, guc_ct_ring_check(&ring, &fault));
	KUNIT_EXPECT_EQ(test, fault.code, GUC_FAULT_CT_TAIL);
	KUNIT_EXPECT_EQ(test, fault.found, 16);
	KUNIT_EXPECT_EQ(test, fault.expected, 15);
	KUNIT_EXPECT_EQ(test, guc_ct_index(&ring, NULL), 0);
	ring = (struct guc_ct_ring){ .size = 16, .head = 17, .known = 99 };
	KUNIT_EXPECT_TRUE(test, guc_ct_ring_check(&ring, &fault));
	KUNIT_EXPECT_EQ(test, fault.code, GUC_FAULT_CT_HEAD);
	KUNIT_EXPECT_EQ(test, fault.found, 17);
	KUNIT_EXPECT_EQ(test, ring.known, 16);
	ring.size = 0;
	KUNIT_EXPECT_FALSE(test, guc_ct_ring_check(&ring, &fault));
	KUNIT_EXPECT_EQ(test, fault.code, GUC_FAULT_CT_SIZE);
	ring.size = (1u << 20) + 1;
	KUNIT_EXPECT_FALSE(test, guc_ct_ring_check(&ring, &fault));
	KUNIT_EXPECT_EQ(test, fault.code, GUC_FAULT_CT_SIZE);
	KUNIT_EXPECT_EQ(test, fault.found, (1u << 20) + 1);
	KUNIT_EXPECT_EQ(test, fault.expected, 1u << 20);
	ring.size = 1u << 20;
	KUNIT_EXPECT_TRUE(test, guc_ct_ring_check(&ring, &fault));
	KUNIT_EXPECT_EQ(test, fault.expected, (1u << 20) - 1);
}

/*
 * The offsets at which each kernel has the descriptor and the ring of G2H (messages from the GuC).
 */
static const struct {
	const char *kernel;
	u32 total;
	u32 g2h_desc;
	u32 g2h_ring;
} layouts[] = {
	{ "6.12", 0x22000, 0x800, 0x2000 },
	{ "7.3", 0x23000, 0x2800, 0x3000 },
};

/* Both rings must be found in the layouts of both kernels, whether or not their sizes are given. */
static void guc_ct_layouts(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(layouts); i++) {
		u8 *bytes = kunit_kzalloc(test, layouts[i].total, GFP_KERNEL);
		struct guc_view v = guc_view(bytes, layouts[i].total);
		struct guc_ct *ct = kunit_kzalloc(test, sizeof(*ct), GFP_KERNEL);
		u32 known;

		KUNIT_ASSERT_NOT_NULL(test, bytes);
		KUNIT_ASSERT_NOT_NULL(test, ct);
		bytes[4] = 3;
		bytes[layouts[i].g2h_desc + 4] = 5;
		bytes[layouts[i].g2h_desc + 8] = 1;
		bytes[0x1000] = 0xaa;
		bytes[layouts[i].g2h_ring] = 0xbb;
		for (known = 0; known < 2; known++) {
			guc_ct_parse(ct, v, v.len, known ? 1024 : 0, known ? 32768 : 0);
			KUNIT_EXPECT_EQ_MSG(test, ct->nr_faults, 0, "%s", layouts[i].kernel);
			KUNIT_EXPECT_EQ(test, ct->ring[GUC_CT_H2G].tail, 3);
			KUNIT_EXPECT_EQ(test, ct->ring[GUC_CT_H2G].size, 1024);
			KUNIT_EXPECT_EQ(test, ct->ring[GUC_CT_H2G].words.data[0], 0xaa);
			KUNIT_EXPECT_EQ(test, ct->ring[GUC_CT_G2H].tail, 5);
			KUNIT_EXPECT_EQ(test, ct->ring[GUC_CT_G2H].status, 1);
			KUNIT_EXPECT_EQ(test, ct->ring[GUC_CT_G2H].size, 32768);
			KUNIT_EXPECT_EQ(test, ct->ring[GUC_CT_G2H].words.data[0], 0xbb);
			KUNIT_EXPECT_EQ(test, ct->ring[GUC_CT_G2H].words.len, 0x20000);
		}
	}
}

/*
 * In a snapshot that is truncated anywhere, each ring whose descriptor is available must be found.
 * A length that no kernel writes must be a fault.
 */
static void guc_ct_short_snapshot(struct kunit *test)
{
	struct guc_ct *ct = kunit_kzalloc(test, sizeof(*ct), GFP_KERNEL);
	size_t len;

	KUNIT_ASSERT_NOT_NULL(test, ct);
	for (len = 0; len < 0x880; len += 4) {
		u8 *bytes = test_guarded(test, len);

		memset(bytes, 0, len);
		guc_ct_parse(ct, guc_view(bytes, len), 0x22000, 0, 0);
		KUNIT_EXPECT_EQ(test, ct->ring[GUC_CT_H2G].present, len >= 0x40);
		KUNIT_EXPECT_EQ(test, ct->ring[GUC_CT_G2H].present, len >= 0x840);
	}
	guc_ct_parse(ct, guc_view(NULL, 0), 0x22004, 0, 0);
	KUNIT_EXPECT_EQ(test, ct->nr_faults, 1);
	KUNIT_EXPECT_EQ(test, ct->fault[0].code, GUC_FAULT_CT_LAYOUT);
	guc_ct_parse(ct, guc_view(NULL, 0), 0x22000, 1024, 1024);
	KUNIT_EXPECT_EQ(test, ct->fault[0].code, GUC_FAULT_CT_LAYOUT);
	/* A ring of 2^32 words or more is no ring of a kernel. */
	guc_ct_parse(ct, guc_view(NULL, 0), 0x2000 + (1ull << 34), 0, 0);
	KUNIT_EXPECT_EQ(test, ct->fault[0].code, GUC_FAULT_CT_LAYOUT);
}

/* Messages and the texts that describe them. The first messages are from a real dump. */
static const struct {
	enum guc_ct_ring_id ring;
	u32 words[16];
	const char *want;
} sentences[] = {
	{ GUC_CT_H2G, { 0x80100002, 0x20001000, 32 }, "SCHED_CONTEXT guc_id=32" },
	{ GUC_CT_H2G, { 0x80100003, 0x20001001, 32, 0 },
	  "SCHED_CONTEXT_MODE_SET guc_id=32 mode=disable" },
	{ GUC_CT_H2G, { 0x80100004, 0x2000100b, 32, 0x20020001, 640000 },
	  "UPDATE_CONTEXT_POLICIES guc_id=32 CONTEXT_POLICIES_PREEMPTION_TIMEOUT=640000 us" },
	{ GUC_CT_H2G, { 0x80100004, 0x2000100b, 32, 0x77770003, 5 },
	  "UPDATE_CONTEXT_POLICIES guc_id=32 0x7777=5 (2 words missing)" },
	{ GUC_CT_H2G, { 0x80100007, 0x20007000, 9, 0x80000001, 0x40, 0, 0xff80, 0x1b },
	  "TLB_INVALIDATION seqno=0x9 operation=PAGE_SELECTIVE,heavy,flush_cache asid=0x40 addr=0xff8000000000 log2_pages=0x1b",
	},
	{ GUC_CT_H2G, { 0x80100003, 0x20007000, 9, 0x103 },
	  "TLB_INVALIDATION seqno=0x9 operation=GUC,lite" },
	{ GUC_CT_H2G, { 0x00100004, 0x00003003, 0x602, 7, 1200 },
	  "PC_SLPC_REQUEST event=PARAMETER_SET GLOBAL_MAX_GT_UNSLICE_FREQ_MHZ=1200" },
	{ GUC_CT_H2G, { 0x00100004, 0x00003003, 0x502, 0x522000, 0 },
	  "PC_SLPC_REQUEST event=QUERY_TASK_STATE data1=0x522000 data2=0x0" },
	{ GUC_CT_H2G, { 0x8010000c, 0x20004502, 1, 47, 4, 1, 0, 0, 0, 0, 0, 0x224f019, 0 },
	  "REGISTER_CONTEXT flags=0x1 guc_id=47 engine_class=4(ccs) submit_mask=0x1 wq_desc=0x0 wq_base=0x0 wq_size=0x0 lrca=0x224f019",
	},
	{ GUC_CT_H2G, { 0x00100003, 0x00004100, 0x522000, 0 }, "GET_HWCONFIG addr=0x522000" },
	{ GUC_CT_H2G, { 0x00100002, 0x00004100, 0x522000 }, "GET_HWCONFIG addr_lo=0x522000" },
	{ GUC_CT_H2G, { 0x80100003, 0x20006003, 0x3a001, 0x2080 },
	  "PAGE_FAULT_RES_DESC asid=0x3a answer=handled hw_class=1 instance=1" },
	{ GUC_CT_H2G, { 0x80100002, 0x21231234, 5 }, "action 0x1234 data0=0x123 data1=0x5" },
	{ GUC_CT_G2H, { 0x00000005, 0x90006002, 0x0a000001, 0x3a000, 0xc8480001, 0xeab4 },
	  "REPORT_PAGE_FAULT_REQ_DESC asid=0x3a address=0xeab4c8480000 access=write fault=not-present level=1 hw_class=5 instance=0",
	},
	{ GUC_CT_G2H, { 0x00000002, 0x90008002, 1 }, "STATE_CAPTURE_NOTIFICATION status=NOSPACE" },
	{ GUC_CT_G2H, { 0x00100001, 0xe0210060 },
	  "RESPONSE_FAILURE error=INVALID_PARAMS hint=0x21" },
	{ GUC_CT_G2H, { 0x00100002, 0xf0000003, 9 }, "RESPONSE_SUCCESS data0=0x3 data1=0x9" },
	{ GUC_CT_G2H, { 0x00100001, 0xb0000007 }, "NO_RESPONSE_BUSY counter=7" },
	{ GUC_CT_G2H, { 0x00100001, 0xd0000002 }, "NO_RESPONSE_RETRY reason=2" },
};

static void guc_ct_sentences(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(sentences); i++) {
		struct guc_ct_ring ring = make_ring(test, sentences[i].ring, sentences[i].words,
						    16, 16, 1 + (sentences[i].words[0] & 0xff));
		char *buf = kunit_kzalloc(test, 256, GFP_KERNEL);
		struct guc_text text = { .buf = buf, .size = 256 };
		struct guc_ct_msg msg;

		KUNIT_ASSERT_NOT_NULL(test, buf);
		KUNIT_ASSERT_TRUE(test, guc_ct_msg_read(&msg, &ring, 0));
		guc_ct_msg_print(&text, &ring, &msg);
		KUNIT_EXPECT_STREQ(test, buf, sentences[i].want);
	}
}

/* In the generated tables, every action and constant must be found by its value. */
static void guc_abi_actions_found(struct kunit *test)
{
	const struct guc_abi_action *action = guc_abi_action(0x1001);
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, action);
	KUNIT_EXPECT_STREQ(test, action->name, "SCHED_CONTEXT_MODE_SET");
	KUNIT_EXPECT_EQ(test, action->from, GUC_ABI_FROM_HOST);
	KUNIT_EXPECT_EQ(test, guc_abi_action(0x8002)->from, GUC_ABI_FROM_GUC);
	KUNIT_EXPECT_NULL(test, guc_abi_action(0));
	KUNIT_EXPECT_NULL(test, guc_abi_action(0x100a));
	KUNIT_EXPECT_NULL(test, guc_abi_action(0x11001));
	for (i = 0; i < guc_abi_nr_actions; i++)
		KUNIT_EXPECT_PTR_EQ(test, guc_abi_action(guc_abi_actions[i].code),
				    &guc_abi_actions[i]);
}

static bool word_is(u32 code, u32 index, const char *want)
{
	struct guc_view word = guc_abi_word(guc_abi_action(code), index);

	return word.len == strlen(want) && !memcmp(word.data, want, word.len);
}

/* guc_abi_word() must return the name of a data word of an action, and "" for an unknown word. */
static void guc_abi_words(struct kunit *test)
{
	KUNIT_EXPECT_TRUE(test, word_is(0x1001, 0, "guc_id"));
	KUNIT_EXPECT_TRUE(test, word_is(0x1001, 1, "mode"));
	KUNIT_EXPECT_TRUE(test, word_is(0x1001, 2, ""));
	KUNIT_EXPECT_TRUE(test, word_is(0x100b, 0, "guc_id"));
	KUNIT_EXPECT_TRUE(test, word_is(0x100b, 1, "klv"));
	KUNIT_EXPECT_TRUE(test, word_is(0x100b, 77, "klv"));
	KUNIT_EXPECT_TRUE(test, word_is(0x8004, 0, ""));
	KUNIT_EXPECT_TRUE(test, word_is(0, 0, ""));
}

static void guc_abi_constants(struct kunit *test)
{
	KUNIT_EXPECT_STREQ(test, guc_abi_find(GUC_ABI_KLV, 0x2002)->name,
			   "CONTEXT_POLICIES_PREEMPTION_TIMEOUT");
	KUNIT_EXPECT_STREQ(test, guc_abi_find(GUC_ABI_KLV, 0x2002)->unit, "us");
	KUNIT_EXPECT_NULL(test, guc_abi_find(GUC_ABI_KLV, 0));
	/*
	 * Key 1 of the LIC is another key of other KLVs. The names of keys that only i915 defines
	 * begin with "i915:".
	 */
	KUNIT_EXPECT_STREQ(test, guc_abi_name(GUC_ABI_KLV, GUC_LIC_KEY_FW_VERSION),
			   "VF_CFG_GGTT_START");
	KUNIT_EXPECT_STREQ(test, guc_lic_key_name(GUC_LIC_KEY_FW_VERSION), "fw_version");
	KUNIT_EXPECT_STREQ(test, guc_abi_name(GUC_ABI_KLV, 0x9001), "i915:SERIALIZED_RA_MODE");
	KUNIT_EXPECT_STREQ(test, guc_abi_name(GUC_ABI_SLPC_EVENT, 6), "PARAMETER_SET");
	KUNIT_EXPECT_STREQ(test, guc_abi_name(GUC_ABI_SLPC_PARAM, 9),
			   "GLOBAL_MAX_GT_SLICE_FREQ_MHZ");
	KUNIT_EXPECT_STREQ(test, guc_abi_name(GUC_ABI_RESPONSE, 0x60), "INVALID_PARAMS");
	KUNIT_EXPECT_STREQ(test, guc_abi_name(GUC_ABI_HXG_TYPE, 2), "FAST_REQUEST");
	KUNIT_EXPECT_NULL(test, guc_abi_name(GUC_ABI_HXG_TYPE, 4));
	KUNIT_EXPECT_STREQ(test, guc_abi_name(GUC_ABI_CTB_STATUS, 4), "MISMATCH");
	KUNIT_EXPECT_STREQ(test, guc_abi_name(GUC_ABI_ENGINE_CLASS, 4), "COMPUTE");
	KUNIT_EXPECT_STREQ(test, guc_abi_name(GUC_ABI_PRIORITY, 2), "KMD_NORMAL");
	KUNIT_EXPECT_STREQ(test, guc_abi_name(GUC_ABI_TLB_INVAL, 3), "GUC");
	KUNIT_EXPECT_STREQ(test, guc_abi_name(GUC_ABI_CAPTURE_STATUS, 1), "NOSPACE");
	KUNIT_EXPECT_STREQ(test, guc_abi_engine(4), "ccs");
	KUNIT_EXPECT_NULL(test, guc_abi_engine(6));
}

static struct kunit_case ct_cases[] = {
	KUNIT_CASE(guc_ct_fields),
	KUNIT_CASE(guc_ct_answers),
	KUNIT_CASE(guc_ct_wrapped_h2g),
	KUNIT_CASE(guc_ct_just_wrapped),
	KUNIT_CASE(guc_ct_wrapped_g2h),
	KUNIT_CASE(guc_ct_false_message_at_the_end),
	KUNIT_CASE(guc_ct_wrapped_with_gap),
	KUNIT_CASE(guc_ct_unread_only),
	KUNIT_CASE(guc_ct_cut),
	KUNIT_CASE(guc_ct_no_message),
	KUNIT_CASE(guc_ct_ends_with_ring),
	KUNIT_CASE(guc_ct_actions),
	KUNIT_CASE(guc_ct_hostile),
	KUNIT_CASE(guc_ct_bad_descriptor),
	KUNIT_CASE(guc_ct_layouts),
	KUNIT_CASE(guc_ct_short_snapshot),
	KUNIT_CASE(guc_ct_sentences),
	KUNIT_CASE(guc_abi_actions_found),
	KUNIT_CASE(guc_abi_words),
	KUNIT_CASE(guc_abi_constants),
	{}
};

static struct kunit_suite ct_suite = {
	.name = "guc_ct",
	.test_cases = ct_cases,
};

kunit_test_suite(ct_suite);
