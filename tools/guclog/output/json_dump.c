// SPDX-License-Identifier: GPL-2.0-only
#include <json-c/json.h>

#include "base/types.h"
#include "model/printed.h"
#include "read/dump/messages.h"
#include "read/dump/sections.h"
#include "read/log/captures.h"
#include "read/log/logs.h"
#include "read/open.h"
#include "output/json_out.h"
#include "base/msg.h"
#include "base/clean.h"

static void put_string(struct json_object *to, const char *key, const char *text)
{
	if (text)
		json_put_text(to, key, text_of(text));
	else
		json_put(to, key, NULL);
}

/* Add the value of a field, null if the devcoredump does not have it. */
static void put_field(struct json_object *to, const struct guclog_dump_fields *fields,
		      const struct printed_name *name)
{
	uint64_t n = 0;
	bool known;

	if (name->type == PRINTED_TEXT) {
		put_string(to, name->key, guclog_dump_text(fields, name->id));
		return;
	}
	known = name->type == PRINTED_SECONDS ? guclog_dump_seconds(fields, name->id, &n) :
						guclog_dump_number(fields, name->id, &n);
	json_put(to, name->key, json_known_u64(known, n));
}

/* Return: an object with the names of fields of the dump as keys and their texts as values. */
static struct json_object *new_fields(const struct guclog_dump_fields *fields)
{
	struct json_object *o = json_object_new_object();
	unsigned int i;

	for (i = 0; i < fields->nr; i++) {
		const char *name = fields->field[i].name;
		char *key = text_clean(text_of(name));

		put_string(o, key, fields->field[i].value);
		free(key);
	}
	return o;
}

static struct json_object *new_log(const struct guclog_dump_log *log)
{
	struct json_object *o;

	if (!log->present)
		return NULL;
	o = json_object_new_object();
	json_put(o, "fields", new_fields(&log->fields));
	json_put_u64(o, "bytes", log->blob.bytes);
	json_put(o, "length", json_known_u64(log->blob.has_length, log->blob.length));
	json_put_bool(o, "damaged", log->blob.damaged);
	return o;
}

static struct json_object *new_ct(const struct guclog_dump *dump, unsigned int number)
{
	const struct guclog_dump_gt *gt = &dump->gt[number];
	const struct guclog_ct *ct;
	struct json_object *o;
	unsigned int i;

	if (!gt->ct.present)
		return NULL;
	o = json_object_new_object();
	ct = guclog_ct_open(dump, number);
	if (!ct)
		mem_none();
	json_put_bool(o, "disabled", gt->ct.disabled);
	json_put(o, "fields", new_fields(&gt->ct.fields));
	for (i = GUCLOG_H2G; i <= GUCLOG_G2H; i++) {
		struct json_object *ring = NULL;

		if (ct->ring[i]->present) {
			ring = new_fields(&gt->ct.ring[i]);
			json_put_bool(ring, "usable", ct->ring[i]->usable);
			json_put_u64(ring, "messages", ct->ring[i]->nr_messages);
			json_put_u64(ring, "unread", ct->ring[i]->nr_unread);
		}
		json_put(o, i == GUCLOG_H2G ? "h2g" : "g2h", ring);
	}
	guclog_ct_close(ct);
	return o;
}

static struct json_object *new_context(const struct guclog_dump_context *ctx)
{
	struct json_object *o = json_object_new_object();
	struct json_object *lrcs = json_object_new_array();
	struct json_object *jobs = json_object_new_array();
	unsigned int i;

	json_put_u64(o, "guc_id", ctx->guc_id);
	json_put(o, "fields", new_fields(&ctx->fields));
	for (i = 0; i < ctx->nr_lrcs; i++)
		json_object_array_add(lrcs, new_fields(&ctx->lrc[i].fields));
	for (i = 0; i < ctx->nr_jobs; i++) {
		struct json_object *job = json_object_new_object();

		json_put(job, "seqno", json_object_new_int((int32_t)ctx->job[i].seqno));
		json_put_bool(job, "fence", ctx->job[i].fence);
		json_put_bool(job, "finished", ctx->job[i].finished);
		json_object_array_add(jobs, job);
	}
	json_put(o, "lrcs", lrcs);
	json_put(o, "jobs", jobs);
	return o;
}

static struct json_object *new_engine(const struct guclog_dump_engine *engine)
{
	struct json_object *o = json_object_new_object();

	put_string(o, "name", engine->name);
	json_put_u64(o, "logical_instance", engine->logical_instance);
	json_put(o, "fields", new_fields(&engine->fields));
	json_put(o, "registers", new_fields(&engine->regs));
	return o;
}

static struct json_object *new_register(const struct guclog_register *reg)
{
	struct json_object *o = json_object_new_object();

	json_put_string(o, "name", reg->name);
	json_put_u64(o, "value", reg->value);
	if (reg->steered) {
		json_put_u64(o, "group", reg->group);
		json_put_u64(o, "instance", reg->instance);
	}
	return o;
}

static struct json_object *new_known(u32 value)
{
	return json_known_u64(value != GUCLOG_NONE, value);
}

static struct json_object *new_capture(const struct guclog_capture *c)
{
	bool is_engine = c->type == GUCLOG_CAPTURE_INSTANCE;
	struct json_object *o = json_object_new_object();
	struct json_object *regs = json_object_new_array();
	char name[16];
	unsigned int i;

	json_put_u64(o, "group", c->group);
	json_put_bool(o, "stale", c->stale);
	json_put_bool(o, "unread", c->unread);
	json_put_bool(o, "partial", c->partial);
	put_string(o, "type", c->type_name);
	json_put_u64(o, "class", c->engine_class);
	snprintf(name, sizeof(name), "%s%u", c->class_name ? c->class_name : "", c->instance);
	put_string(o, "engine", is_engine && c->class_name ? name : NULL);
	json_put(o, "guc_id", new_known(c->guc_id));
	json_put(o, "lrca", new_known(c->lrca));
	for (i = 0; i < c->nr_regs; i++)
		json_object_array_add(regs, new_register(c->reg[i]));
	json_put(o, "registers", regs);
	return o;
}

static struct json_object *new_captures(const struct guclog_dump *dump,
					const struct guclog_dump_gt *gt,
					const struct guclog_file *in)
{
	const struct guclog_log *log = guclog_dump_find_log(in, dump, gt);
	const struct guclog_captures *captures;
	struct json_object *o, *list;
	unsigned int i;
	int err = -ENOENT;

	captures = log ? guclog_captures_open(log, &err) : NULL;
	if (err == -ENOMEM)
		mem_none();
	if (!captures)
		return NULL;
	o = json_object_new_object();
	list = json_object_new_array();
	for (i = 0; i < captures->nr; i++)
		json_object_array_add(list, new_capture(captures->capture[i]));
	json_put_u64(o, "groups", captures->nr_groups);
	json_put_u64(o, "skipped_bytes", captures->skipped);
	json_put(o, "captures", list);
	guclog_captures_close(captures);
	return o;
}

static struct json_object *new_gt(const struct guclog_dump *dump, unsigned int number,
				  const struct guclog_file *in)
{
	const struct guclog_dump_gt *gt = &dump->gt[number];
	struct json_object *o = json_object_new_object();
	struct json_object *contexts = json_object_new_array();
	struct json_object *engines = json_object_new_array();
	unsigned int i;

	json_put(o, "gt", json_known_u64(gt->has_id, gt->id));
	json_put(o, "log", new_log(&gt->log));
	json_put(o, "captures", new_captures(dump, gt, in));
	json_put(o, "ct", new_ct(dump, number));
	for (i = 0; i < gt->nr_contexts; i++)
		json_object_array_add(contexts, new_context(&gt->context[i]));
	json_put(o, "contexts", contexts);
	json_put(o, "job", new_fields(&gt->job));
	for (i = 0; i < gt->nr_engines; i++)
		json_object_array_add(engines, new_engine(&gt->engine[i]));
	json_put(o, "engines", engines);
	return o;
}

static struct json_object *new_vm(const struct guclog_dump_vm *vm)
{
	struct json_object *o, *ranges;
	unsigned int i;

	if (!vm->present)
		return NULL;
	o = json_object_new_object();
	ranges = json_object_new_array();
	json_put(o, "error", vm->has_error ? json_object_new_int64(vm->error) : NULL);
	json_put(o, "fields", new_fields(&vm->fields));
	for (i = 0; i < vm->nr_ranges; i++) {
		const struct guclog_dump_range *range = &vm->range[i];
		struct json_object *r = json_object_new_object();

		json_put_u64(r, "address", range->address);
		json_put(r, "length", json_known_u64(range->has_length, range->length));
		put_string(r, "properties", range->properties);
		json_put(r, "error", range->has_error ?
			 json_object_new_int64(range->error) : NULL);
		json_object_array_add(ranges, r);
	}
	json_put(o, "ranges", ranges);
	return o;
}

static void put_head(struct json_object *o, const struct guclog_dump *dump)
{
	struct json_object *list = json_object_new_array();
	unsigned int i;

	for (i = DUMP_UNKNOWN + 1; i < DUMP_NAMES; i++) {
		if (printed_row(i)->key)
			put_field(o, &dump->head, printed_row(i));
		if (i == DUMP_HEAD_PROCESS) {
			put_string(o, "process", dump->process);
			json_put(o, "pid", json_known_u64(dump->has_pid, dump->pid));
		}
	}
	for (i = 0; i < dump->nr_gt_infos; i++) {
		struct json_object *info = new_fields(&dump->gt_info[i].fields);

		json_put_u64(info, "gt", dump->gt_info[i].id);
		json_object_array_add(list, info);
	}
	json_put(o, "gt_list", list);
}

static struct json_object *new_dump(const struct guclog_dump *dump, const struct guclog_file *in)
{
	struct json_object *o = json_object_new_object();
	struct json_object *gts = json_object_new_array();
	struct json_object *problems = json_object_new_array();
	unsigned int i;

	json_put_u64(o, "lines", dump->lines);
	json_put_bool(o, "cut", dump->cut);
	json_put_bool(o, "from_kernel_log", dump->captured);
	put_head(o, dump);
	for (i = 0; i < dump->nr_gts; i++)
		json_object_array_add(gts, new_gt(dump, i, in));
	json_put(o, "gts", gts);
	json_put(o, "vm", new_vm(&dump->vm));
	for (i = 0; i < dump->nr_problems && i < GUCLOG_MAX_PROBLEMS; i++) {
		struct json_object *problem = json_object_new_object();

		json_put_u64(problem, "line", dump->problem[i].line);
		put_string(problem, "text", dump->problem[i].text);
		json_object_array_add(problems, problem);
	}
	json_put_u64(o, "unknown_lines", dump->nr_unknown);
	json_put_u64(o, "nr_problems", dump->nr_problems);
	json_put(o, "problems", problems);
	return o;
}

/**
 * json_dumps() - print the devcoredumps of an input as JSON
 * @in: the input, with its devcoredumps
 */
void json_dumps(const struct guclog_file *in)
{
	struct json_object *o, *all, *one;
	const struct guclog_dump *dump;
	unsigned int i;

	if (in->nr_dumps == 1) {
		o = new_dump(in->dump[0], in);
	} else {
		o = json_object_new_object();
		all = json_object_new_array();
		for (i = 0; (dump = in->dump[i]); i++) {
			one = new_dump(dump, in);
			put_string(one, "name", dump->name);
			json_object_array_add(all, one);
		}
		json_put(o, "dumps", all);
	}
	json_print(o);
}
