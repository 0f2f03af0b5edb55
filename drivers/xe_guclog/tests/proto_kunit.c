// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the check of xe's tracepoints (xel_proto.c). A tracepoint must be accepted only if the
 * types of its arguments in the type information (BTF) are those in XEL_PROTOS(), for which the
 * module's probe was compiled.
 */
#include "test_btf.h"

/* The ids of the types that the arguments of the tracepoints have. */
struct types {
	u32 voidp, xe, job, u8, u32, s64;
};

static void make_types(struct test_btf *b, struct types *t)
{
	t->voidp = test_btf_ptr(b, 0);
	t->xe = test_btf_ptr(b, test_btf_type(b, "xe_device", XEL_KIND_FWD, 0, 0));
	t->job = test_btf_ptr(b, test_btf_type(b, "xe_sched_job", XEL_KIND_FWD, 0, 0));
	t->u8 = test_btf_type(b, "u8", XEL_KIND_TYPEDEF, 0, test_btf_int(b, "unsigned char", 1));
	t->u32 = test_btf_int(b, "unsigned int", 4);
	t->s64 = test_btf_int(b, "long long int", 8);
}

/* Add the type "typedef void (*NAME)(PARAM...)", which the kernel has for each tracepoint. */
static void add_proto(struct test_btf *b, const char *name, const u32 *param, u32 nr)
{
	u32 id = test_btf_type(b, "", XEL_KIND_FUNC_PROTO, nr, 0), i;

	for (i = 0; i < nr; i++) {
		test_btf_word(b, 0);
		test_btf_word(b, param[i]);
	}
	test_btf_type(b, name, XEL_KIND_TYPEDEF, 0, test_btf_ptr(b, id));
}

static u32 resolve(struct test_btf *b)
{
	struct xel_layout *layout = kunit_kzalloc(b->test, sizeof(*layout), GFP_KERNEL);
	struct xel_layout_fault fault;

	KUNIT_ASSERT_NOT_NULL(b->test, layout);
	xel_layout_resolve(layout, test_btf_open(b), NULL, &fault);
	return layout->protos;
}

#define G2H	BIT(XEL_PROTO_G2H)
#define TIMEDOUT BIT(XEL_PROTO_TIMEDOUT)

/* Tracepoints of XEL_PROTOS() with the right arguments must be accepted, other names ignored. */
static void xel_proto_found(struct kunit *test)
{
	struct test_btf *b = test_btf_new(test, NULL);
	struct types t;

	make_types(b, &t);
	add_proto(b, "btf_trace_xe_guc_ctb_g2h",
		  (u32[]){ t.voidp, t.xe, t.u8, t.u32, t.u32, t.u32, t.u32 }, 7);
	add_proto(b, "btf_trace_xe_sched_job_timedout", (u32[]){ t.voidp, t.job }, 2);
	add_proto(b, "btf_trace_xe_sched_job_run", (u32[]){ t.voidp, t.u8 }, 2);
	KUNIT_EXPECT_EQ(test, resolve(b), G2H | TIMEDOUT);
}

/* A tracepoint must not be accepted if its arguments differ in any of these ways. */
static void xel_proto_other_arguments(struct kunit *test)
{
	struct types t;
	unsigned int way;

	for (way = 0; way < 9; way++) {
		struct test_btf *b = test_btf_new(test, NULL);

		make_types(b, &t);
		switch (way) {
		case 0: /* another structure */
			add_proto(b, "btf_trace_xe_sched_job_timedout",
				  (u32[]){ t.voidp, t.xe }, 2);
			break;
		case 1: /* one argument more */
			add_proto(b, "btf_trace_xe_sched_job_timedout",
				  (u32[]){ t.voidp, t.job, t.u8 }, 3);
			break;
		case 2: /* one argument less */
			add_proto(b, "btf_trace_xe_sched_job_timedout", (u32[]){ t.voidp }, 1);
			break;
		case 3: /* the type is not a function */
			test_btf_type(b, "btf_trace_xe_sched_job_timedout", XEL_KIND_TYPEDEF, 0,
				      t.job);
			break;
		case 4: /* a wider integer */
			add_proto(b, "btf_trace_xe_guc_ctb_g2h",
				  (u32[]){ t.voidp, t.xe, t.u8, t.u32, t.s64, t.u32, t.u32 }, 7);
			break;
		case 5: /* two different definitions */
			add_proto(b, "btf_trace_xe_sched_job_timedout",
				  (u32[]){ t.voidp, t.job }, 2);
			add_proto(b, "btf_trace_xe_sched_job_timedout",
				  (u32[]){ t.voidp, t.xe }, 2);
			break;
		case 6: /* a type that does not exist */
			add_proto(b, "btf_trace_xe_sched_job_timedout",
				  (u32[]){ t.voidp, 9999 }, 2);
			break;
		case 7: /* a pointer to a type that does not exist */
			add_proto(b, "btf_trace_xe_sched_job_timedout",
				  (u32[]){ t.voidp, test_btf_ptr(b, 9999) }, 2);
			break;
		case 8: /* a pointer to an integer */
			add_proto(b, "btf_trace_xe_sched_job_timedout",
				  (u32[]){ t.voidp, test_btf_ptr(b, t.u8) }, 2);
			break;
		}
		KUNIT_EXPECT_EQ_MSG(test, resolve(b), 0, "way %u", way);
	}
}

/* A tracepoint whose function type has no parameters at all must not be accepted. */
static void xel_proto_cut(struct kunit *test)
{
	struct test_btf *b = test_btf_new(test, NULL);
	u32 id;

	id = test_btf_ptr(b, 1 + b->nr + 1);
	test_btf_type(b, "btf_trace_xe_sched_job_timedout", XEL_KIND_TYPEDEF, 0, id);
	test_btf_type(b, "", XEL_KIND_FUNC_PROTO, 0, 0);
	KUNIT_EXPECT_EQ(test, resolve(b), 0);
}

static void xel_proto_names(struct kunit *test)
{
	KUNIT_EXPECT_STREQ(test, xel_proto_name(XEL_PROTO_G2H), "xe_guc_ctb_g2h");
	KUNIT_EXPECT_STREQ(test, xel_proto_name(XEL_PROTO_STOP), "xe_exec_queue_stop");
	KUNIT_EXPECT_NULL(test, xel_proto_name(XEL_PROTO_COUNT));
}

static struct kunit_case xel_proto_cases[] = {
	KUNIT_CASE(xel_proto_found),
	KUNIT_CASE(xel_proto_other_arguments),
	KUNIT_CASE(xel_proto_cut),
	KUNIT_CASE(xel_proto_names),
	{}
};

static struct kunit_suite xel_proto_suite = {
	.name = "xel_proto",
	.test_cases = xel_proto_cases,
};

kunit_test_suite(xel_proto_suite);
