// SPDX-License-Identifier: GPL-2.0-only
/*
 * Calls libguclog for an input in any form. The first byte selects the flags of the options and how
 * much memory the library may use, and the rest is the input. If memory is short, the result must
 * be an error with a text, and nothing may stay allocated.
 */
#include "base/types.h"
#include "events/findings.h"
#include "explain/explain.h"
#include "model/fact_set.h"
#include "read/check.h"
#include "read/dump/messages.h"
#include "read/dump/sections.h"
#include "read/forms.h"
#include "read/lfd/file.h"
#include "read/log/captures.h"
#include "read/log/events.h"
#include "read/log/logs.h"
#include "read/open.h"

#include "fuzz.h"
#include "guc_ct.h"

/*
 * The checks read at most this number of logs and events of an input, because a short input can
 * describe many logs with large holes.
 */
#define MAX_LOGS	4u
#define MAX_EVENTS	20000u

static void check_plain(const char *text, size_t size)
{
	size_t i, len = strnlen(text, size);

	FUZZ_CHECK(len < size);
	for (i = 0; i < len; i++)
		FUZZ_CHECK((u8)text[i] >= ' ' && text[i] != 0x7f);
}

static void add(void *sum, const struct guclog_context *ctx, bool engine, int64_t from, int64_t to)
{
	FUZZ_CHECK(ctx->guc_id < 65536);
	*(u64 *)sum += engine && to > from ? (u64)(to - from) : 0;
}

static void check_findings(struct guclog_events *walk)
{
	const struct guclog_analysis *a = walk->analysis;
	const struct guclog_survey *s = guclog_analysis_survey(a);
	const struct guclog_context *ctx;
	u64 contexts = 0, slices = 0;
	struct guclog_rule rule;
	unsigned int i;

	for (i = 0; (ctx = guclog_analysis_context(a, i)); i++) {
		FUZZ_CHECK(ctx->first <= ctx->last);
		contexts += (u64)guclog_analysis_on_ticks(a, ctx);
	}
	FUZZ_CHECK(i == s->contexts && s->named <= s->known && s->known <= s->events);
	for (i = 0; guclog_analysis_reset(a, i); i++)
		;
	FUZZ_CHECK(i == s->resets);
	for (i = 0; !guclog_analysis_rule(a, i, &rule); i++)
		FUZZ_CHECK(rule.hits <= rule.checks);
	FUZZ_CHECK(guclog_events_slices(walk, add, &slices) || slices == contexts);
}

static void check_explanation(const struct guclog_log *log)
{
	const struct guclog_explanation *x = guclog_explain(log, NULL, NULL, NULL);
	unsigned int i, k;

	if (!x)
		return;
	FUZZ_CHECK(*x->signature && strlen(x->first->engine) < sizeof(x->first->engine));
	FUZZ_CHECK((x->nr_suspects > 0) == (x->hang == GUCLOG_YES));
	for (i = 0; i < x->nr_sentences; i++) {
		check_plain(x->sentence[i]->text, strlen(x->sentence[i]->text) + 1);
		for (k = 0; k < x->sentence[i]->nr_events; k++)
			FUZZ_CHECK(x->sentence[i]->event[k] !=  GUCLOG_NO_EVENT);
	}
	guclog_explanation_free(x);
}

static void check_walk(const struct guclog_log *log)
{
	struct guclog_error error;
	struct guclog_events *walk = log_events_open(log, 0, &error);
	struct guclog_event e;
	const char *name;
	char text[512] = "";
	unsigned int n, i;
	u32 value;

	FUZZ_CHECK(!error.code || error.code == -ENOENT || error.code == -EPROTONOSUPPORT);
	FUZZ_CHECK(!walk == !!error.code);
	if (!walk)
		return;
	for (n = 0; n < MAX_EVENTS && guclog_events_next(walk, &e); n++) {
		FUZZ_CHECK(!e.name == !guclog_event_text(walk, &e, text, sizeof(text)));
		check_plain(text, sizeof(text));
		FUZZ_CHECK(e.guc_id == GUCLOG_NONE || e.guc_id < 65536);
		for (i = 0; !guclog_event_field(&e, i, &name, &value); i++)
			FUZZ_CHECK(*name && e.name);
	}
	check_findings(walk);
	guclog_events_close(walk);
}

static void check_text(const struct guclog_log *log)
{
	size_t len = guclog_log_text(log, NULL, 0);
	char *text = fuzz_alloc(len + 1);

	FUZZ_CHECK(guclog_log_text(log, text, len + 1) == len);
	FUZZ_CHECK(strlen(text) == len);
	free(text);
}

/* The LFD file that the library writes from a log must be valid. */
static void check_lfd(const struct guclog_log *log)
{
	const struct guclog_facts *facts = log->facts;
	const char *notes = log->losses;
	const struct guclog_check_result *check;
	size_t len = 0, size;
	u8 *file;

	if (guclog_log_lfd(log, facts, notes, NULL, 0, &size)) {
		FUZZ_CHECK(log->is_lfd);
		return;
	}
	file = fuzz_alloc(size);
	FUZZ_CHECK(!guclog_log_lfd(log, facts, notes, file, size, &len));
	FUZZ_CHECK(len == size);
	check = guclog_check_bytes(file, len, GUCLOG_FORM_LFD);
	FUZZ_CHECK(check && check->form == GUCLOG_FORM_LFD && !check->nr_faults);
	guclog_check_free(check);
	free(file);
}

static void check_blocks(const struct guclog_log *log)
{
	struct guclog_bytes image = log->image;
	struct guclog_comment_line line;
	struct guclog_block block;
	struct guclog_blocks *lfd;
	char text[256];

	lfd = log->is_lfd ? guclog_blocks_open(image.data, image.len, NULL) : NULL;
	while (lfd && guclog_blocks_next(lfd, &block, NULL) > 0) {
		FUZZ_CHECK(block.offset < image.len && block.data.len < image.len);
		guclog_block_text(lfd, &block, text, sizeof(text));
		check_plain(text, sizeof(text));
		while (guclog_comment_next(&block.data, &line))
			FUZZ_CHECK(line.key.len + line.value.len <= line.text.len);
	}
	guclog_blocks_close(lfd);
}

static void check_losses(const struct guclog_log *log)
{
	FUZZ_CHECK(log->total >= log->image.len);
	FUZZ_CHECK(!log->nr_losses == !*log->losses);
}

/* Each captured register must have a name, and each capture must belong to a group. */
static void check_captures(const struct guclog_log *log)
{
	const struct guclog_captures *captures = guclog_captures_open(log, NULL);
	unsigned int i, k;

	for (i = 0; captures && i < captures->nr; i++) {
		const struct guclog_capture *c = captures->capture[i];

		FUZZ_CHECK(c->group < captures->nr_groups && c->nr_regs <= c->nr_captured);
		for (k = 0; k < c->nr_regs; k++)
			FUZZ_CHECK(*c->reg[k]->name);
	}
	guclog_captures_close(captures);
}

static void check_log(const struct guclog_log *log)
{
	struct guclog_bytes part[4];
	struct guclog_fault fault;
	unsigned int i;

	check_plain(log->name, 64);
	for (i = 0; !guclog_log_fault(log, i, &fault); i++)
		FUZZ_CHECK(fault.error < 0 && *fault.text);
	for (i = min(guclog_log_events(log, part, 4), 4u); i; i--)
		FUZZ_CHECK(!part[i - 1].len == !part[i - 1].data);
	FUZZ_CHECK(log->order <= GUCLOG_ORDER_STORAGE);
	check_losses(log);
	check_walk(log);
	check_explanation(log);
	/* Writing the LFD file of an image with a large hole takes too long. */
	if (log->image.len > 1 << 20)
		return;
	check_text(log);
	check_lfd(log);
	check_blocks(log);
	check_captures(log);
}

static void check_ring(const struct guclog_ct_ring *ring)
{
	uint32_t i;

	FUZZ_CHECK(ring->present || !ring->nr_messages);
	for (i = 0; i < ring->nr_messages; i++) {
		const struct guclog_message *m = ring->message[i];

		check_plain(m->text, strlen(m->text) + 1);
		FUZZ_CHECK(m->nr_data <= 254);
	}
}

static void check_fields(const struct guclog_dump_fields *fields)
{
	unsigned int i;

	for (i = 0; i < fields->nr; i++)
		FUZZ_CHECK(fields->field[i].name && fields->field[i].value);
}

static void check_gt(const struct guclog_dump_gt *gt)
{
	unsigned int i, k;

	check_fields(&gt->fields);
	check_fields(&gt->log.fields);
	check_fields(&gt->ct.fields);
	for (i = 0; i < GUC_CT_RINGS; i++)
		check_fields(&gt->ct.ring[i]);
	check_fields(&gt->job);
	for (i = 0; i < gt->nr_contexts; i++) {
		check_fields(&gt->context[i].fields);
		for (k = 0; k < gt->context[i].nr_lrcs; k++)
			check_fields(&gt->context[i].lrc[k].fields);
	}
	for (i = 0; i < gt->nr_engines; i++) {
		check_fields(&gt->engine[i].fields);
		check_fields(&gt->engine[i].regs);
	}
}

static void check_dump(const struct guclog_dump *dump)
{
	unsigned int gt;

	check_fields(&dump->head);
	check_fields(&dump->vm.fields);
	for (gt = 0; gt < dump->nr_gt_infos; gt++)
		check_fields(&dump->gt_info[gt].fields);
	for (gt = 0; gt < dump->nr_gts; gt++) {
		const struct guclog_ct *ct = guclog_ct_open(dump, gt);

		check_gt(&dump->gt[gt]);
		FUZZ_CHECK(ct);
		check_ring(ct->ring[GUCLOG_H2G]);
		check_ring(ct->ring[GUCLOG_G2H]);
		guclog_ct_close(ct);
	}
}

/* Each reason why an input has no log must be a plain text. */
static void check_reasons(const struct guclog_file *file)
{
	char text[512];
	unsigned int i;

	for (i = 0; guclog_file_reason(file, GUCLOG_WANT_LOG, i, text, sizeof(text)) > 0; i++)
		check_plain(text, sizeof(text));
	FUZZ_CHECK(i || file->nr_logs);
	for (i = 0; file->bare[i]; i++)
		check_plain(file->bare[i], 64);
	FUZZ_CHECK(i <= file->nr_dumps || !file->nr_dumps);
}

static void check_file(struct guclog_file *file, unsigned int flags)
{
	const struct guclog_dump *dump;
	const char *message;
	unsigned int i;

	FUZZ_CHECK(*guclog_file_form(file));
	for (i = 0; (message = file->message[i]); i++)
		check_plain(message, 4096);
	for (i = 0; i < file->nr_logs && i < MAX_LOGS; i++)
		check_log(file->log[i]);
	FUZZ_CHECK(!file->log[file->nr_logs]);
	for (i = 0; (dump = file->dump[i]); i++)
		check_dump(dump);
	FUZZ_CHECK(i == file->nr_dumps);
	FUZZ_CHECK(i || file->nr_logs || flags);
	check_reasons(file);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct open_options options = { .name = "fuzz" };
	struct guc_view in = guc_view(data, size);
	u32 limit = fuzz_take(&in, 1);
	struct guclog_error error;
	struct guclog_file *file;

	/*
	 * For a third of the values of the first byte, the memory limit is at most 2.7 MiB, which
	 * is too little for some inputs.
	 */
	options.flags = limit & (GUCLOG_OPEN_ANY | GUCLOG_OPEN_LOGS);
	options.max_memory = limit < 0x55 ? (limit + 1) << 15 : 512u << 20;
	file = logs_open_memory(in.data, in.len, &options, &error);
	check_plain(error.text, sizeof(error.text));
	FUZZ_CHECK(!file == !!error.code && error.code <= 0);
	FUZZ_CHECK(file || !(options.flags & GUCLOG_OPEN_ANY) || error.code == -ENOMEM);
	FUZZ_CHECK(!file == !!*error.text);
	if (file)
		check_file(file, options.flags);
	logs_close(file);
	return 0;
}
