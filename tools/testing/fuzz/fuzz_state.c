// SPDX-License-Identifier: GPL-2.0-only
/*
 * Registers, the image of a context and the memory of a VM, as a devcoredump may have them:
 * the explanation is consistent, and the walk through a batch ends in bounded time, whatever
 * jumps it has.
 *
 * Input: values of registers and of the queue's lines, a length and the image, the rest is
 * the memory at %BASE.
 */
#include "fuzz.h"

#include "guclog_dump.h"

#define BASE	0x63fa00000ull

static char names[][28] = {
	"RING_HEAD", "RING_CTL", "RING_START", "RING_EXECLIST_STATUS",
	"RING_EXECLIST_SQ_CONTENTS", "IPEHR", "ACTHD", "RING_BBADDR",
	"HW Ring address", "HW Context Desc", "Start seqno (memory)", "Seqno (memory)",
	"Timestamp", "Job Timestamp", "Class", "Logical mask", "Flags", "Timeout",
	"batch_addr[0]",
};

static char value[] = "1", reason[] = "LR job cleanup, guc_id=32", reason_name[] = "Reason";
static char engine_name[] = "ccs0";

#define REGS	8u
#define LRC	6u
#define QUEUE	4u

/* A small number, an address near the memory, any number, or number @i of a real context. */
static u64 take_number(struct guc_view *in, unsigned int i)
{
	switch (fuzz_take(in, 1) & 3) {
	case 0:
		return fuzz_take(in, 1);
	case 1:
		return BASE + fuzz_take(in, 2);
	case 2:
		return i == 2 || i == 8 ? 0x21db000 : i == 4 || i == 9 ? 0x21df000 :
		       i == 7 ? BASE | 1 : 0x3001;
	default:
		return (u64)fuzz_take(in, 4) << 32 | fuzz_take(in, 4);
	}
}

static void check(const struct guclog_explanation *x)
{
	const struct guclog_batch *b = x->batch;
	unsigned int i;

	FUZZ_CHECK(*x->signature && x->nr_sentences);
	FUZZ_CHECK(!b || x->state);
	if (!b)
		return;
	FUZZ_CHECK(!b->stop == (b->state != GUCLOG_BATCH_FOUND));
	FUZZ_CHECK(!b->stop || b->stop->header == b->ipehr);
	FUZZ_CHECK(b->nr_commands <= 64);
	for (i = 0; i < b->nr_commands; i++)
		FUZZ_CHECK(b->command[i]->dwords && *b->command[i]->name);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct guclog_dump_field field[ARRAY_SIZE(names)];
	struct guclog_dump_field head = { reason_name, reason, false, 0, 1 };
	struct guclog_dump_engine engine = { .name = engine_name };
	struct guclog_dump_lrc lrc = { .fields = { LRC, field + REGS } };
	struct guclog_dump_context context = {
		.guc_id = 32, .nr_lrcs = 1, .lrc = &lrc,
		.fields = { QUEUE, field + REGS + LRC },
	};
	struct guclog_dump_gt gt = {
		.nr_contexts = 1, .context = &context, .nr_engines = 1, .engine = &engine,
		.job = { 1, field + REGS + LRC + QUEUE },
	};
	struct guclog_dump_range range = { .address = BASE };
	struct guclog_dump dump = {
		.head = { 1, &head }, .nr_gts = 1, .gt = &gt,
		.vm = { .present = true, .nr_ranges = 1, .range = &range },
	};
	struct guc_view in = guc_view(data, size);
	const struct guclog_explanation *x;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		field[i] = (struct guclog_dump_field){ names[i], value, true,
						       take_number(&in, i), i };
	engine.regs = (struct guclog_dump_fields){ REGS, field };
	lrc.hwctx.len = min_t(size_t, fuzz_take(&in, 2), in.len);
	lrc.hwctx.data = fuzz_copy(in.data, lrc.hwctx.len);
	range.bytes.len = in.len - lrc.hwctx.len;
	range.bytes.data = fuzz_copy(in.data + lrc.hwctx.len, range.bytes.len);
	range.blob.present = true;
	range.blob.bytes = range.bytes.len + 4096;
	x = guclog_explain(NULL, &dump, NULL, NULL);
	FUZZ_CHECK(x);
	check(x);
	guclog_explanation_free(x);
	free(lrc.hwctx.data);
	free(range.bytes.data);
	return 0;
}
