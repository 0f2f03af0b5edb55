// SPDX-License-Identifier: GPL-2.0-only
#include <json-c/json.h>

#include "guc_abi_names.h"
#include "output/capture_list.h"
#include "output/ct_list.h"
#include "output/dump_text.h"
#include "output/json_out.h"
#include "util/log_file.h"
#include "util/text.h"
#include "util/dump_number.h"

static void put_string(struct json_object *to, const char *key, const char *text)
{
	if (text)
		json_put_text(to, key, text_of(text));
	else
		json_put(to, key, NULL);
}

static void put_bool(struct json_object *to, const char *key, bool value)
{
	json_put(to, key, json_object_new_boolean(value));
}

/* A time in ns or a number, null when it is absent. */
static void put_number(struct json_object *to, const char *key,
		       const struct guclog_dump_fields *fields, const char *name)
{
	u64 n;

	json_put(to, key, dump_number(fields, name, &n) ?
		 json_object_new_uint64(n) : NULL);
}

static void put_seconds(struct json_object *to, const char *key,
			const struct guclog_dump_fields *fields, const char *name)
{
	u64 ns;

	json_put(to, key, dump_seconds(fields, name, &ns) ?
		 json_object_new_uint64(ns) : NULL);
}

/* Names and values as they are printed. */
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
	json_put(o, "length", log->blob.has_length ?
		 json_object_new_uint64(log->blob.length) : NULL);
	put_bool(o, "damaged", log->blob.damaged);
	return o;
}

static struct json_object *new_ct(const struct guclog_dump_gt *gt)
{
	struct ct_list list[GUC_CT_RINGS];
	struct json_object *o;
	const struct guc_ct *ct;
	unsigned int i;

	if (!gt->ct.present)
		return NULL;
	o = json_object_new_object();
	ct = ct_list_make(list, gt);
	put_bool(o, "disabled", gt->ct.disabled);
	json_put(o, "fields", new_fields(&gt->ct.fields));
	for (i = 0; i < GUC_CT_RINGS; i++) {
		struct json_object *ring = NULL;

		if (ct->ring[i].present) {
			ring = new_fields(&gt->ct.ring[i]);
			put_bool(ring, "usable", ct->ring[i].usable);
			json_put_u64(ring, "messages", list[i].nr);
			json_put_u64(ring, "unread", list[i].unread);
		}
		json_put(o, i == GUC_CT_H2G ? "h2g" : "g2h", ring);
	}
	ct_list_free(list);
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

		json_put_u64(job, "seqno", ctx->job[i].seqno);
		put_bool(job, "fence", ctx->job[i].fence);
		put_bool(job, "finished", ctx->job[i].finished);
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

static struct json_object *new_value(const struct capture_value *value)
{
	struct json_object *o = json_object_new_object();

	json_put(o, "name", json_object_new_string(value->name));
	json_put_u64(o, "value", value->value);
	if (value->steered) {
		json_put_u64(o, "group", value->group);
		json_put_u64(o, "instance", value->instance);
	}
	return o;
}

static struct json_object *new_capture(const struct capture_list *list,
				       const struct capture_item *item)
{
	const struct guc_capture *capture = &item->capture;
	const char *type = guc_capture_type_name(capture->type);
	const char *engine = guc_abi_engine(capture->engine_class);
	struct json_object *o = json_object_new_object();
	struct json_object *regs = json_object_new_array();
	bool is_engine = capture->type == GUC_CAPTURE_TYPE_INSTANCE;
	struct capture_value value;
	unsigned int i = 0;
	char name[16];

	json_put_u64(o, "group", item->group_index);
	put_bool(o, "stale", item->group.stale);
	put_bool(o, "unread", item->group.unread);
	put_bool(o, "partial", item->group.partial);
	put_string(o, "type", type);
	json_put_u64(o, "class", capture->engine_class);
	snprintf(name, sizeof(name), "%s%u", engine ? engine : "", capture->instance);
	put_string(o, "engine", is_engine && engine ? name : NULL);
	json_put(o, "guc_id", is_engine && capture->guc_id != U32_MAX ?
		 json_object_new_uint64(capture->guc_id) : NULL);
	json_put(o, "lrca", is_engine && capture->lrca != U32_MAX ?
		 json_object_new_uint64(capture->lrca) : NULL);
	while (capture_value_next(list, capture, &i, &value))
		json_object_array_add(regs, new_value(&value));
	json_put(o, "registers", regs);
	return o;
}

static struct json_object *new_captures(const struct guclog_dump *dump,
					const struct guclog_dump_gt *gt,
					const struct guclog_file *in)
{
	const struct guclog_log *log = dump_text_log(dump, gt, in);
	struct json_object *o, *captures;
	struct capture_list list;
	unsigned int i;

	if (!log || capture_list_make(&list, log))
		return NULL;
	o = json_object_new_object();
	captures = json_object_new_array();
	for (i = 0; i < list.nr; i++)
		json_object_array_add(captures, new_capture(&list, &list.item[i]));
	json_put_u64(o, "groups", list.nr_groups);
	json_put_u64(o, "skipped_bytes", list.skipped);
	json_put(o, "captures", captures);
	capture_list_free(&list);
	return o;
}

static struct json_object *new_gt(const struct guclog_dump *dump, const struct guclog_dump_gt *gt,
				  const struct guclog_file *in)
{
	struct json_object *o = json_object_new_object();
	struct json_object *contexts = json_object_new_array();
	struct json_object *engines = json_object_new_array();
	unsigned int i;

	json_put(o, "gt", gt->has_id ? json_object_new_uint64(gt->id) : NULL);
	json_put(o, "log", new_log(&gt->log));
	json_put(o, "captures", new_captures(dump, gt, in));
	json_put(o, "ct", new_ct(gt));
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
		json_put(r, "length", range->has_length ?
			 json_object_new_uint64(range->length) : NULL);
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

	put_string(o, "reason", guclog_dump_text(&dump->head, "Reason"));
	put_string(o, "kernel", guclog_dump_text(&dump->head, "kernel"));
	put_string(o, "module", guclog_dump_text(&dump->head, "module"));
	put_seconds(o, "snapshot_time_ns", &dump->head, "Snapshot time");
	put_seconds(o, "uptime_ns", &dump->head, "Uptime");
	put_string(o, "process", dump->process);
	json_put(o, "pid", dump->has_pid ? json_object_new_uint64(dump->pid) : NULL);
	put_number(o, "pci_id", &dump->head, "PCI ID");
	put_number(o, "pci_revision", &dump->head, "PCI revision");
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
	put_bool(o, "cut", dump->cut);
	put_bool(o, "from_kernel_log", dump->captured);
	put_head(o, dump);
	for (i = 0; i < dump->nr_gts; i++)
		json_object_array_add(gts, new_gt(dump, &dump->gt[i], in));
	json_put(o, "gts", gts);
	json_put(o, "vm", new_vm(&dump->vm));
	for (i = 0; i < dump->nr_problems && i < GUCLOG_MAX_PROBLEMS; i++) {
		struct json_object *problem = json_object_new_object();

		json_put_u64(problem, "line", dump->problem[i].line);
		put_string(problem, "text", dump->problem[i].text);
		json_object_array_add(problems, problem);
	}
	json_put_u64(o, "nr_problems", dump->nr_problems);
	json_put(o, "problems", problems);
	return o;
}

/**
 * json_dumps() - print the devcoredumps of an input
 * @in: the input
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
	putchar('\n');
}
