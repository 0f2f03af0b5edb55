// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads the sections "Contexts", "HW Engines" and "VM state" of a devcoredump.
 */
#include "dump_reader.h"

static bool read_job(struct dump_reader *r, struct guclog_dump_context *ctx,
		     struct guc_view v)
{
	struct guclog_dump_job *job;
	u64 seqno, fence, finished;

	if (!printed_eat(&v, DUMP_QUEUE_JOB) || !dump_eat_number(&v, &seqno) ||
	    !printed_eat(&v, DUMP_QUEUE_JOB_FENCE) || !dump_eat_number(&v, &fence) ||
	    !printed_eat(&v, DUMP_QUEUE_JOB_FINISHED) || !dump_eat_number(&v, &finished))
		return false;
	job = dump_add(r, &ctx->job, &ctx->nr_jobs, sizeof(*job));
	if (job)
		*job = (struct guclog_dump_job){ (u32)seqno, fence, finished };
	return true;
}

/*
 * Read "[HWSP].length: 0x1000" or "[HWSP].data: ...". Return: true, or false if the line is
 * neither.
 */
static bool read_blob(struct dump_reader *r, struct guclog_dump_fields *fields,
		      struct guclog_dump_lrc *lrc, struct guc_view v)
{
	enum dump_section section = lrc ? SECTION_LRC : SECTION_QUEUE;
	struct guc_view name, value;
	enum dump_name what = printed_bracket(v, &name, &value);
	bool known;
	u64 n;

	if (what == DUMP_VM_LENGTH && eat(&value, " ") && dump_eat_number(&value, &n)) {
		r->context_blob = (struct guclog_dump_blob){ .has_length = true, .length = n };
		return dump_add_field(r, fields, section, v);
	}
	if (what != DUMP_VM_DATA)
		return false;
	known = dump_add_field(r, fields, section, guc_view(v.data, v.len - value.len));
	dump_begin_blob(r, &r->context_blob);
	if (lrc && printed_is(name, DUMP_LRC_HWSP))
		dump_keep_blob(r, &lrc->hwsp);
	else if (lrc && printed_is(name, DUMP_LRC_HWCTX))
		dump_keep_blob(r, &lrc->hwctx);
	return known;
}

/**
 * dump_contexts_line() - read a line of section "Contexts"
 * @r: reader of the devcoredump
 * @v: the line
 *
 * Return: true, or false if the line is unknown.
 */
bool dump_contexts_line(struct dump_reader *r, struct guc_view v)
{
	struct guclog_dump_gt *gt = dump_current_gt(r);
	struct guclog_dump_context *ctx;
	struct guc_view id = v;
	struct guclog_dump_fields *fields;
	struct guclog_dump_lrc *lrc;
	u64 n;

	if (!gt)
		return true;
	if (dump_eat_name(&id, DUMP_QUEUE_GUC_ID) && eat(&id, " ") &&
	    dump_eat_number(&id, &n)) {
		ctx = dump_add(r, &gt->context, &gt->nr_contexts, sizeof(*ctx));
		if (ctx) {
			ctx->guc_id = (u32)n;
			ctx->line = r->line;
		}
		r->in_lrc = false;
		return true;
	}
	if (!gt->nr_contexts)
		return false;
	ctx = &gt->context[gt->nr_contexts - 1];
	if (read_job(r, ctx, v))
		return true;
	id = v;
	if (dump_eat_name(&id, DUMP_LRC_DESC)) {
		r->in_lrc = dump_add(r, &ctx->lrc, &ctx->nr_lrcs,
				     sizeof(*ctx->lrc));
		if (!r->in_lrc)
			return true;
	} else if (dump_eat_name(&id, DUMP_QUEUE_STATE)) {
		r->in_lrc = false;
	}
	lrc = r->in_lrc ? &ctx->lrc[ctx->nr_lrcs - 1] : NULL;
	fields = lrc ? &lrc->fields : &ctx->fields;
	return read_blob(r, fields, lrc, v) ||
	       dump_add_field(r, fields, lrc ? SECTION_LRC : SECTION_QUEUE, v);
}

/*
 * Return: whether a line is a register: its name has no lower-case letters, and its value is
 * hexadecimal.
 */
static bool is_register(struct guc_view v)
{
	const u8 *colon = memchr(v.data, ':', v.len);
	size_t i;

	if (!colon)
		return false;
	for (i = 0; v.data + i < colon; i++)
		if (v.data[i] >= 'a' && v.data[i] <= 'z')
			return false;
	v = guc_view(colon + 1, v.len - i - 1);
	eat_blanks(&v);
	return eat(&v, "0x");
}

/**
 * dump_engines_line() - read a line of section "HW Engines"
 * @r: reader of the devcoredump
 * @v: the line
 *
 * Return: true, or false if the line is unknown.
 */
bool dump_engines_line(struct dump_reader *r, struct guc_view v)
{
	const char *physical = printed_text(DUMP_ENGINE_INSTANCE);
	const u8 *p = memmem(v.data, v.len, physical, strlen(physical));
	struct guclog_dump_gt *gt = dump_current_gt(r);
	struct guclog_dump_engine *engine;
	struct guc_view left;
	u64 n;

	if (!gt)
		return true;
	if (p) {
		left = guc_view(p, v.len - (size_t)(p - v.data));
		if (!eat(&left, physical) || !dump_eat_number(&left, &n))
			return false;
		engine = dump_add(r, &gt->engine, &gt->nr_engines, sizeof(*engine));
		if (!engine)
			return true;
		engine->name = dump_string(r, guc_view(v.data, (size_t)(p - v.data)));
		engine->logical_instance = (u32)n;
		engine->line = r->line;
		return true;
	}
	if (!gt->nr_engines)
		return false;
	engine = &gt->engine[gt->nr_engines - 1];
	if (is_register(v))
		return dump_add_field(r, &engine->regs, SECTION_REGISTER, v);
	return dump_add_field(r, &engine->fields, SECTION_ENGINE, v);
}

/*
 * Return: the memory range at @address. This is the last range if it has this address, or else a
 * new range.
 */
static struct guclog_dump_range *range_at(struct dump_reader *r, u64 address)
{
	struct guclog_dump_vm *vm = &r->dump->vm;
	struct guclog_dump_range *range = vm->nr_ranges ?
				   &vm->range[vm->nr_ranges - 1] : NULL;

	if (range && range->address == address)
		return range;
	range = dump_add(r, &vm->range, &vm->nr_ranges, sizeof(*range));
	if (range)
		range->address = address;
	return range;
}

/* @what: what the line is about. @v: the value, with blanks before it */
static bool range_line(struct dump_reader *r, u64 address, enum dump_name what, struct guc_view v)
{
	struct guclog_dump_vm *vm = &r->dump->vm;
	struct guclog_dump_range *range;
	u64 n;

	if (what != DUMP_VM_DATA && !eat(&v, " "))
		return false;
	/*
	 * If the first line is "[0].error: ...", it is not about a range at address 0, because xe
	 * prints this line if it could not capture the VM at all.
	 */
	if (!vm->nr_ranges && !address && what == DUMP_VM_ERROR) {
		vm->has_error = dump_eat_number(&v, &n);
		vm->error = (s64)n;
		return vm->has_error;
	}
	range = range_at(r, address);
	if (!range)
		return true;
	if (what == DUMP_VM_LENGTH && dump_eat_number(&v, &n)) {
		range->has_length = true;
		range->length = n;
		dump_blob_length(&range->blob, n);
	} else if (what == DUMP_VM_PROPERTIES) {
		arena_drop(r->arena, range->properties);
		range->properties = dump_string(r, v);
	} else if (what == DUMP_VM_ERROR && dump_eat_number(&v, &n)) {
		range->has_error = true;
		range->error = (s64)n;
	} else if (what == DUMP_VM_DATA) {
		dump_begin_blob(r, &range->blob);
		dump_keep_blob(r, &range->bytes);
	} else {
		return false;
	}
	return true;
}

/**
 * dump_vm_line() - read a line of section "VM state"
 * @r: reader of the devcoredump
 * @v: the line
 *
 * Return: true, or false if the line is unknown.
 */
bool dump_vm_line(struct dump_reader *r, struct guc_view v)
{
	struct guc_view hex = guc_view("", 0), value;
	enum dump_name what = printed_bracket(v, &hex, &value);
	u64 address = 0;
	size_t i;

	if (*v.data != '[' || !memchr(v.data, ']', v.len))
		return dump_add_field(r, &r->dump->vm.fields, SECTION_VM, v);
	if (!what || hex.len > 16)
		return false;
	for (i = 0; i < hex.len; i++) {
		unsigned int c = hex.data[i] | 0x20u;

		if (c >= '0' && c <= '9')
			address = address << 4 | (c - '0');
		else if (c >= 'a' && c <= 'f')
			address = address << 4 | (c - 'a' + 10);
		else
			return false;
	}
	return range_line(r, address, what, value);
}
