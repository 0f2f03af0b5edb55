// SPDX-License-Identifier: GPL-2.0-only
/*
 * Explains a devcoredump with any registers, any context image and any VM memory. The explanation
 * must be consistent, and the walk through a batch must end in bounded time, whatever jumps the
 * batch has. State captures in a log may be used for the hang only if they are from its queue.
 *
 * Input: a number for each of names[], which are registers of an engine and lines of the dump about
 * the exec queue that hangs; a byte of options; a length and the context image; if the options say
 * so, a length and an image of a log; the rest is the memory at the address BASE. The options
 * select engine, graphics version, how the memory is divided into ranges, whether there is a log,
 * and whether all commands are listed.
 */
#include "fuzz.h"

#include "base/types.h"
#include "explain/explain.h"
#include "model/records.h"
#include "read/dump/sections.h"
#include "read/open.h"

#define BASE	0x63fa00000ull

static const enum dump_name names[] = {
	DUMP_REGISTER_RING_HEAD, DUMP_REGISTER_RING_CTL, DUMP_REGISTER_RING_START,
	DUMP_REGISTER_EXECLIST_STATUS, DUMP_REGISTER_SQ_CONTENTS, DUMP_REGISTER_IPEHR,
	DUMP_REGISTER_ACTHD, DUMP_REGISTER_BBADDR, DUMP_LRC_RING_ADDRESS, DUMP_LRC_DESC,
	DUMP_LRC_START_SEQNO, DUMP_LRC_SEQNO, DUMP_LRC_TIMESTAMP, DUMP_LRC_JOB_TIMESTAMP,
	DUMP_QUEUE_CLASS, DUMP_QUEUE_LOGICAL_MASK, DUMP_QUEUE_FLAGS, DUMP_QUEUE_TIMEOUT,
	DUMP_QUEUE_STATE, DUMP_JOB_BATCH_ADDRESS,
};

static char value[] = "1", reason[] = "LR job cleanup, guc_id=32", name[] = "name";
static char engines[][8] = { "ccs0", "rcs0", "bcs0", "vcs0" };
static char versions[][8] = { "20.2.0", "12.70.4", "12.0.0", "30.0.0" };
/* Length in bytes of the gap between two ranges of the VM's memory. */
#define GAP	64u

/* Bits of the byte of options; bits 0 to 3 select engine and graphics version. */
#define TWO_RANGES	BIT(4)
#define WITH_GAP	BIT(5)
#define WITH_LOG	BIT(6)
#define WHOLE_BATCH	BIT(7)

#define REGS	8u
#define LRC	6u
#define QUEUE	5u

/* Return: a small number, an address after BASE, a typical value of names[@i], or any number. */
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

static void check_captures(const struct guclog_explanation *x)
{
	unsigned int i;

	for (i = 0; i < x->nr_captures; i++) {
		const struct guclog_engine_state *s = x->capture[i];

		FUZZ_CHECK(*s->engine && s->guc_id != GUCLOG_NONE && !s->saved && !s->has_job);
		FUZZ_CHECK(!i || !x->capture[i - 1]->older || s->older);
	}
}

/* Take a log from the input. Return: the opened log, or NULL if the bytes are not a log. */
static struct guclog_file *take_log(struct guc_view *in)
{
	size_t len = min_t(size_t, 4 * fuzz_take(in, 2), in->len);
	struct guclog_file *file = logs_open_memory(in->data, len, NULL, NULL);

	*in = guc_view_clip(*in, len, in->len);
	return file;
}

static void check(const struct guclog_explanation *x, bool whole)
{
	const struct guclog_batch *b = x->batch;
	unsigned int i;

	FUZZ_CHECK(*x->signature && x->nr_sentences);
	check_captures(x);
	FUZZ_CHECK(!b || x->state || whole);
	if (!b)
		return;
	if (b->state == GUCLOG_BATCH_NO_PLACE) {
		FUZZ_CHECK(whole && !b->stop);
		return;
	}
	FUZZ_CHECK(!b->stop == (b->state != GUCLOG_BATCH_FOUND));
	FUZZ_CHECK(!b->stop || b->stop->header == b->ipehr);
	FUZZ_CHECK(b->nr_commands <= (whole ? 65536 : 64));
	for (i = 0; i < b->nr_commands; i++)
		FUZZ_CHECK(b->command[i]->dwords && *b->command[i]->name);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct guclog_dump_field field[ARRAY_SIZE(names)];
	struct guclog_dump_field head = { DUMP_HEAD_REASON, 0, name, reason, false, 0, 1 };
	struct guclog_dump_field version = { DUMP_GT_LIST_IP, 0, name, NULL, false, 0, 1 };
	struct guclog_dump_gt_info info = { .fields = { 1, &version } };
	struct guclog_explain_options options = { .analysis = NULL };
	struct guclog_dump_engine engine = { .name = NULL };
	struct guclog_dump_lrc lrc = { .fields = { LRC, field + REGS } };
	struct guclog_dump_context context = {
		.guc_id = 32, .nr_lrcs = 1, .lrc = &lrc,
		.fields = { QUEUE, field + REGS + LRC },
	};
	struct guclog_dump_gt gt = {
		.nr_contexts = 1, .context = &context, .nr_engines = 1, .engine = &engine,
		.job = { 1, field + REGS + LRC + QUEUE },
	};
	struct guclog_dump_range range[2] = { { .address = BASE } };
	struct guclog_dump dump = {
		.head = { 1, &head }, .nr_gts = 1, .gt = &gt, .nr_gt_infos = 1, .gt_info = &info,
		.vm = { .present = true, .range = range },
	};
	struct guc_view in = guc_view(data, size);
	struct guclog_file *file = NULL;
	const struct guclog_explanation *x;
	u8 *image, *content[2] = { NULL };
	unsigned int i;
	size_t len;
	u32 select;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		field[i] = (struct guclog_dump_field){ names[i], 0, name, value, true,
						       take_number(&in, i), i };
	engine.regs = (struct guclog_dump_fields){ REGS, field };
	select = fuzz_take(&in, 1);
	engine.name = engines[select & 3];
	version.value = versions[select >> 2 & 3];
	options.whole_batch = select & WHOLE_BATCH;
	lrc.hwctx.len = min_t(size_t, fuzz_take(&in, 2), in.len);
	image = fuzz_copy(in.data, lrc.hwctx.len);
	lrc.hwctx.data = image;
	in = guc_view_clip(in, lrc.hwctx.len, in.len);
	if (select & WITH_LOG)
		file = take_log(&in);
	for (i = 0; i < 2 && (!i || in.len); i++) {
		len = select & TWO_RANGES && !i ? in.len / 2 & ~3ul : in.len;
		content[i] = fuzz_copy(in.data, len);
		range[i].bytes = (struct guclog_bytes){ content[i], len };
		range[i].blob.present = true;
		range[i].blob.bytes = len + (i ? 4096 : 0);
		if (i)
			range[1].address = BASE + range[0].bytes.len +
					   (select & WITH_GAP ? GAP : 0);
		in = guc_view_clip(in, len, in.len);
		dump.vm.nr_ranges++;
	}
	x = guclog_explain(file ? file->log[0] : NULL, &dump, &options, NULL);
	FUZZ_CHECK(x);
	check(x, options.whole_batch);
	guclog_explanation_free(x);
	logs_close(file);
	free(image);
	free(content[0]);
	free(content[1]);
	return 0;
}
