// SPDX-License-Identifier: GPL-2.0-only
#include "output/dump_text.h"

#include "base/fixedbuf.h"
#include "base/msg.h"
#include "base/clean.h"
#include "base/out.h"
#include "model/printed.h"
#include "read/dump/dump_number.h"
#include "read/dump/messages.h"
#include "read/log/captures.h"
#include "read/log/logs.h"

/**
 * dump_text_row() - print a line: a label and a text from a devcoredump
 * @name: label of the line
 * @value: the text, in which bytes that are not printable become \xNN; if it is NULL, nothing is
 *	printed
 */
void dump_text_row(const char *name, const char *value)
{
	char *clean;

	if (!value)
		return;
	clean = text_clean(text_of(value));
	out_printf("  %-11s%s\n", name, clean);
	free(clean);
}

/**
 * dump_text_note() - print a line about a devcoredump: a label and a formatted text
 * @name: label of the line, "" if the line continues the preceding one
 * @fmt: format as for printf(); bytes of the formatted text that are not printable become \xNN
 */
void dump_text_note(const char *name, const char *fmt, ...)
{
	char text[1024];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	dump_text_row(name, text);
}

static void show_fields(const struct guclog_dump_fields *fields)
{
	unsigned int i;

	for (i = 0; i < fields->nr; i++)
		dump_text_note("", "%s: %s", fields->field[i].name,
			       fields->field[i].value);
}

static void show_log(const struct guclog_dump *dump, const struct guclog_dump_gt *gt)
{
	static const char * const absent[] = {
		[GUCLOG_NO_LOG_UNKNOWN] = "the section is missing",
		[GUCLOG_NO_LOG_KERNEL] =
			"none: this kernel's xe puts no GuC log into a devcoredump",
		[GUCLOG_NO_LOG_CUT] = "not in this part of the dump",
		[GUCLOG_NO_LOG_DATA] = "the section is missing",	/* another GT has it */
	};
	const struct guclog_dump_blob *blob = &gt->log.blob;
	const char *version = guclog_dump_text(&gt->log.fields, DUMP_LOG_VERSION);
	const char *level = guclog_dump_text(&gt->log.fields, DUMP_LOG_LEVEL);

	if (!gt->log.present) {
		dump_text_note("GuC log", "%s", absent[guclog_dump_why_no_log(dump)]);
		return;
	}
	if (!blob->present) {
		dump_text_note("GuC log", "the section has no data%s%s", version ? "; GuC " : "",
			       version ?: "");
		return;
	}
	dump_text_note("GuC log", "GuC %s, level %s, %llu bytes%s", version ? version : "?",
		       level ? level : "?", (u64)blob->bytes,
		       blob->damaged || (blob->has_length && blob->bytes < blob->length) ?
		       ", not all of it" : "");
}

static void show_ring(const char *name, const struct guclog_ct_ring *ring)
{
	if (!ring->present)
		return;
	dump_text_note(name, "%s: %u message%s, %u unread%s%s", ring->name, ring->nr_messages,
		       ring->nr_messages == 1 ? "" : "s",
		       ring->nr_unread,
		       ring->usable ? "" : "; head, tail and size contradict each other",
		       ring->status ? "; its status reports an error" : "");
}

static void show_ct(const struct guclog_dump *dump, unsigned int number)
{
	const struct guclog_dump_gt *gt = &dump->gt[number];
	const char *title = printed_title(SECTION_CT);
	const struct guclog_ct_ring *h2g, *g2h;
	const struct guclog_ct *ct;

	if (!gt->ct.present || gt->ct.disabled) {
		dump_text_note(title, gt->ct.present ? "the driver had disabled it" :
			       "the section is missing");
		return;
	}
	ct = guclog_ct_open(dump, number);
	if (!ct)
		mem_none();
	h2g = ct->ring[GUCLOG_H2G];
	g2h = ct->ring[GUCLOG_G2H];
	show_ring(title, h2g);
	show_ring(h2g->present ? "" : title, g2h);
	if (!h2g->present && !g2h->present)
		dump_text_note(title, gt->ct.blob.redacted ?
			       "its contents were taken out by --redact" :
			       "no ring can be found in it");
	guclog_ct_close(ct);
}

/*
 * Return: the name of an engine class. @class is a number of xe's enum xe_engine_class; the classes
 * in uapi/drm/xe_drm.h have other numbers.
 */
static const char *class_name(u64 class)
{
	static const char * const names[] = {
		"render", "video decode", "video enhance", "copy", "other", "compute",
	};

	return class < ARRAY_SIZE(names) ? names[class] : "unknown class";
}

static void show_lrc(const struct guclog_dump_lrc *lrc)
{
	char seqnos[80] = "";
	u64 desc, head, tail, start, seqno;

	if (!dump_number(&lrc->fields, DUMP_LRC_DESC, &desc))
		return;
	if (!dump_number(&lrc->fields, DUMP_LRC_HEAD, &head) ||
	    !dump_number(&lrc->fields, DUMP_LRC_TAIL, &tail)) {
		dump_text_note("", "LRCA 0x%08llx", desc);
		return;
	}
	/*
	 * Sequence numbers are u32. xe prints them as signed numbers, which are negative for the
	 * first jobs of a queue.
	 */
	if (dump_number(&lrc->fields, DUMP_LRC_START_SEQNO, &start) &&
	    dump_number(&lrc->fields, DUMP_LRC_SEQNO, &seqno))
		snprintf(seqnos, sizeof(seqnos), "; started seqno %u, finished %u",
			 (u32)start, (u32)seqno);
	dump_text_note("", "LRCA 0x%08llx, ring head %llu, tail %llu%s%s", desc, head, tail,
		       head == tail ? " (empty)" : "", seqnos);
}

/*
 * Append the number in the field @id of a context to @text, if the dump has this field. @fmt: a
 * format with one %llu or %llx.
 */
static void add_number(struct fixedbuf *text, const struct guclog_dump_context *ctx,
		       enum dump_name id, const char *fmt)
{
	u64 value;

	if (dump_number(&ctx->fields, id, &value))
		fixedbuf_add(text, fmt, value);
}

/*
 * Print the names of the bits that are set in the state and the flags of an exec queue. Which bit
 * has which name depends on the version of the kernel.
 */
static void show_words(const struct guclog_dump *dump, const struct guclog_dump_context *ctx)
{
	char state[256], flags[256];
	size_t nr = guclog_dump_queue_words(dump, ctx, true, state, sizeof(state));
	size_t nr_flags = guclog_dump_queue_words(dump, ctx, false, flags, sizeof(flags));

	if (nr)
		dump_text_note("", "state: %s", state);
	if (nr_flags)
		dump_text_note("", "flags: %s", flags);
}

static void show_context(const struct guclog_dump *dump, const struct guclog_dump_context *ctx,
			 bool first, bool all)
{
	const char *name = guclog_dump_text(&ctx->fields, DUMP_QUEUE_NAME);
	char row[160];
	struct fixedbuf text = { .buf = row, .size = sizeof(row) };
	unsigned int i;
	u64 value;

	fixedbuf_add(&text, "guc_id %u", ctx->guc_id);
	/*
	 * xe makes the name of a queue from its engine class and its guc_id, so the name looks like
	 * that of an engine. Therefore print "queue" before it.
	 */
	if (name)
		fixedbuf_add(&text, ", queue %.40s", name);
	if (dump_number(&ctx->fields, DUMP_QUEUE_CLASS, &value))
		fixedbuf_add(&text, ": %s", class_name(value));
	add_number(&text, ctx, DUMP_QUEUE_LOGICAL_MASK, ", logical mask 0x%llx");
	add_number(&text, ctx, DUMP_QUEUE_STATE, ", state 0x%llx");
	dump_text_row(first ? "contexts" : "", row);
	text = (struct fixedbuf){ .buf = row, .size = sizeof(row) };
	row[0] = '\0';
	if (dump_number(&ctx->fields, DUMP_QUEUE_TIMEOUT, &value)) {
		if (value > 100ull * 365 * 24 * 3600 * 1000)
			fixedbuf_add(&text, "no job timeout");
		else
			fixedbuf_add(&text, "job timeout %llu ms", value);
	}
	add_number(&text, ctx, DUMP_QUEUE_PREEMPT_TIMEOUT,
		   &", preemption timeout %llu us"[text.len ? 0 : 2]);
	if (text.len)
		dump_text_row("", row);
	show_words(dump, ctx);
	for (i = 0; i < ctx->nr_lrcs; i++)
		show_lrc(&ctx->lrc[i]);
	for (i = 0; i < ctx->nr_jobs; i++)
		dump_text_note("", "pending job: seqno %u, fence %s, %s",
			       ctx->job[i].seqno,
			       ctx->job[i].fence ? "signaled" : "not signaled",
			       ctx->job[i].finished ? "finished" : "not finished");
	if (!all)
		return;
	show_fields(&ctx->fields);
	for (i = 0; i < ctx->nr_lrcs; i++)
		show_fields(&ctx->lrc[i].fields);
}

static void show_engine(const struct guclog_dump_engine *engine, bool first, bool all)
{
	const char *source = guclog_dump_text(&engine->fields, DUMP_ENGINE_SOURCE);
	static const enum dump_name main_regs[] = {
		DUMP_REGISTER_RING_HEAD, DUMP_REGISTER_RING_TAIL, DUMP_REGISTER_ACTHD,
		DUMP_REGISTER_IPEHR, DUMP_REGISTER_RING_INSTDONE,
	};
	char regs[256] = "";
	struct fixedbuf text = { .buf = regs, .size = sizeof(regs) };
	unsigned int i;

	dump_text_note(first ? "engines" : "", "%s, logical instance %u: %u registers%s%s",
		       engine->name, engine->logical_instance, engine->regs.nr,
		       source ? ", captured by " : "", source ? source : "");
	for (i = 0; i < ARRAY_SIZE(main_regs) && !all; i++) {
		const char *value = guclog_dump_text(&engine->regs, main_regs[i]);

		if (value)
			fixedbuf_add(&text, "%s%s %s", text.len ? ", " : "",
				     printed_text(main_regs[i]), value);
	}
	if (text.len)
		dump_text_row("", regs);
	if (all) {
		show_fields(&engine->fields);
		show_fields(&engine->regs);
	}
}

static void show_regs(const struct guclog_capture *capture)
{
	unsigned int i;

	for (i = 0; i < capture->nr_regs; i++) {
		const struct guclog_register *reg = capture->reg[i];
		char place[40] = "";

		if (reg->steered)
			snprintf(place, sizeof(place), "[group %u, instance %u]",
				 reg->group, reg->instance);
		dump_text_note("", reg->wide ? "%s%s: 0x%016llx" : "%s%s: 0x%08llx",
			       reg->name, place, (u64)reg->value);
	}
}

static void show_capture(const struct guclog_capture *c, bool all)
{
	const char *engine = c->class_name ? c->class_name : "engine of an unknown class ";
	const char *when = c->stale ? ", from an earlier time" :
			   c->unread ? ", not read by the driver" : "";

	if (c->type == GUCLOG_CAPTURE_INSTANCE && c->guc_id != GUCLOG_NONE)
		dump_text_note("", "%s%u ran guc_id %u, LRCA 0x%08x: %u registers%s", engine,
			       c->instance, c->guc_id, c->lrca, c->nr_captured, when);
	else if (c->type == GUCLOG_CAPTURE_INSTANCE)
		dump_text_note("", "%s%u, no context: %u registers%s", engine, c->instance,
			       c->nr_captured, when);
	else if (!all)
		return;
	else if (c->type_name)
		dump_text_note("", "%s: %u registers%s", c->type_name, c->nr_captured, when);
	else
		dump_text_note("", "type %u, not known: %u registers%s", c->type,
			       c->nr_captured, when);
	if (all)
		show_regs(c);
}

static void show_captures(const struct guclog_dump *dump, const struct guclog_dump_gt *gt,
			  const struct guclog_file *in, bool all)
{
	const struct guclog_log *log = guclog_dump_find_log(in, dump, gt);
	const struct guclog_captures *captures;
	unsigned int i;
	int err;

	if (!log)
		return;
	captures = guclog_captures_open(log, &err);
	if (err == -ENOMEM)
		mem_none();
	if (err) {
		dump_text_note("captures", err == -EBADMSG ?
			       "size and write pointer of the region contradict each other" :
			       "the log has no state capture region here");
		return;
	}
	if (!captures->nr)
		dump_text_note("captures", "the GuC has captured no engine");
	else
		dump_text_note("captures", "%u groups by the GuC, the oldest first",
			       captures->nr_groups);
	for (i = 0; i < captures->nr; i++)
		show_capture(captures->capture[i], all);
	if (captures->skipped)
		dump_text_note("", "%u bytes of the region belong to no group",
			       captures->skipped);
	guclog_captures_close(captures);
}

/**
 * dump_text_gt() - print the sections of a devcoredump about a GT
 * @dump: the devcoredump
 * @number: index of the GT in @dump
 * @in: the input, with the logs of @dump
 * @all: print every field and register
 */
void dump_text_gt(const struct guclog_dump *dump, unsigned int number,
		  const struct guclog_file *in, bool all)
{
	const struct guclog_dump_gt *gt = &dump->gt[number];
	unsigned int i;

	if (gt->has_id)
		out_printf("GT %u\n", gt->id);
	else
		out_text("GT not known\n");
	show_log(dump, gt);
	show_captures(dump, gt, in, all);
	show_ct(dump, number);
	if (!gt->nr_contexts)
		dump_text_note("contexts", gt->has_contexts ? "none" :
			       "the section is missing");
	for (i = 0; i < gt->nr_contexts; i++)
		show_context(dump, &gt->context[i], !i, all);
	if (!gt->job.nr)
		dump_text_note("job", gt->has_job ? "none" : "the section is missing");
	for (i = 0; i < gt->job.nr; i++)
		dump_text_note(i ? "" : "job", "%s: %s", gt->job.field[i].name,
			       gt->job.field[i].value);
	if (!gt->nr_engines)
		dump_text_note("engines", gt->has_engines ? "none" :
			       "the section is missing");
	for (i = 0; i < gt->nr_engines; i++)
		show_engine(&gt->engine[i], !i, all);
}

/**
 * dump_text_vm() - print the section "VM state" of a devcoredump
 * @vm: the parsed section
 * @all: print every range
 */
void dump_text_vm(const struct guclog_dump_vm *vm, bool all)
{
	unsigned int i, unreadable = 0;
	u64 bytes = 0;

	if (!vm->present || vm->has_error) {
		if (vm->present && vm->error == -ENODEV)
			dump_text_note("VM", "nothing was marked for capture");
		else if (vm->present)
			dump_text_note("VM", "not captured: error %lld (%s)", (s64)vm->error,
				       strerror((int)min_t(u64, (u64)-vm->error, 4095)));
		else
			dump_text_note("VM", "the section is missing");
		return;
	}
	for (i = 0; i < vm->nr_ranges; i++) {
		bytes += vm->range[i].length;
		unreadable += vm->range[i].has_error;
	}
	dump_text_note("VM", unreadable ?
		       "%u range%s, %llu bytes; the driver could not read %u of the ranges" :
		       "%u range%s, %llu bytes", vm->nr_ranges, vm->nr_ranges == 1 ? "" : "s",
		       bytes, unreadable);
	for (i = 0; i < vm->nr_ranges && all; i++) {
		const struct guclog_dump_range *range = &vm->range[i];

		dump_text_note("", "0x%llx: 0x%llx bytes%s%s%s", (u64)range->address,
			       (u64)range->length, range->properties ? ", " : "",
			       range->properties ? range->properties : "",
			       range->has_error ? ", could not be read" : "");
	}
}

/**
 * dump_text_unknown() - print how many lines of a devcoredump are not known
 * @dump: the devcoredump
 */
void dump_text_unknown(const struct guclog_dump *dump)
{
	if (dump->nr_unknown)
		dump_text_note("unknown", "%u line%s with a name that guclog does not know",
			       dump->nr_unknown, dump->nr_unknown == 1 ? "" : "s");
}

/**
 * dump_text_next() - print what the user can do next with a devcoredump
 * @dump: the devcoredump
 * @in: the input, with the logs of @dump
 */
void dump_text_next(const struct guclog_dump *dump, const struct guclog_file *in)
{
	const struct guclog_dump_gt *gt = dump->nr_gts ? &dump->gt[0] : NULL;
	bool has_ct = false;
	unsigned int i;

	for (i = 0; i < dump->nr_gts; i++)
		has_ct |= dump->gt[i].ct.data || dump->gt[i].ct.cmd[0];
	if (gt && !gt->log.present && guclog_dump_why_no_log(dump) == GUCLOG_NO_LOG_CUT) {
		dump_text_note("next", "get the whole file: its other part can have the log");
	} else if (gt && !gt->log.present) {
		dump_text_note("next",
			       "the log of this kernel is in debugfs, dri/*/gt%u/uc/guc_log, until the",
			       gt->id);
		dump_text_note("",
			       "GuC is loaded again; the module xe_guclog adds it to later incidents");
	}
	if (in->nr_logs)
		dump_text_note("next", "'guclog decode' shows the events of the log");
	if (has_ct)
		dump_text_note(in->nr_logs || (gt && !gt->log.present) ? "" : "next",
			       "'guclog dump --messages' shows the messages between driver and GuC");
}
