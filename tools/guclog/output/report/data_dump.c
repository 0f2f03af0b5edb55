// SPDX-License-Identifier: GPL-2.0-only
/*
 * Adds the sections of a devcoredump to the data of the page, as tables.
 */
#include <json-c/json.h>

#include "guc_abi_names.h"
#include "guc_ct.h"
#include "guc_text.h"
#include "explain/explain.h"
#include "model/records.h"
#include "read/dump/sections.h"
#include "output/report/data.h"
#include "timeline/ct_messages.h"

/* Largest number of memory ranges of the VM that are shown. */
#define MAX_RANGES	500
/* Largest number of messages of one ring that are shown. */
#define MAX_MESSAGES	2000

__printf(2, 3) static void add_cellf(struct json_object *row, const char *fmt, ...)
{
	char buf[256];
	va_list args;

	va_start(args, fmt);
	vsnprintf(buf, sizeof(buf), fmt, args);
	va_end(args);
	data_add_cell(row, buf);
}

static void add_head(struct json_object *data, const struct guclog_dump *dump)
{
	static const char * const head[] = { "field", "value", NULL };
	struct json_object *rows = data_add_table(data, "Devcoredump", head);
	unsigned int i;

	for (i = 0; i < dump->head.nr; i++) {
		struct json_object *row = data_add_row(rows);

		data_add_cell(row, dump->head.field[i].name);
		data_add_cell(row, dump->head.field[i].value);
	}
}

/* Add the engine class of a queue: xe names a queue by this class and its guc_id, such as ccs32. */
static void add_class(struct json_object *row, const char *name)
{
	add_cellf(row, "%.*s", name ? (int)strcspn(name, "0123456789") : 0, name ?: "");
}

/* Convert "640000 (us)" to "640000 us". */
static void add_timeout(struct json_object *row, const char *text)
{
	size_t len = text ? strcspn(text, " ") : 0;

	add_cellf(row, "%.*s%s", (int)len, text ?: "", len ? " us" : "");
}

static void add_contexts(struct json_object *data, const struct guclog_dump_gt *gt)
{
	static const char * const head[] = {
		"guc_id", "class", "LRCA", "ring head (bytes)", "ring tail (bytes)",
		"last seqno done", "preemption timeout", "schedule state",
		"pending jobs", NULL
	};
	static const enum dump_name lrc_field[] = {
		DUMP_LRC_DESC, DUMP_LRC_HEAD, DUMP_LRC_TAIL, DUMP_LRC_SEQNO,
	};
	struct json_object *rows;
	unsigned int i, k;

	if (!gt->nr_contexts)
		return;
	rows = data_add_table(data, "Exec queues in the devcoredump", head);
	for (i = 0; i < gt->nr_contexts; i++) {
		const struct guclog_dump_context *c = &gt->context[i];
		struct json_object *row = data_add_row(rows);

		add_cellf(row, "%u", c->guc_id);
		add_class(row, guclog_dump_text(&c->fields, DUMP_QUEUE_NAME));
		for (k = 0; k < ARRAY_SIZE(lrc_field); k++)
			data_add_cell(row, c->nr_lrcs ?
				      guclog_dump_text(&c->lrc[0].fields, lrc_field[k]) : NULL);
		add_timeout(row, guclog_dump_text(&c->fields, DUMP_QUEUE_PREEMPT_TIMEOUT));
		data_add_cell(row, guclog_dump_text(&c->fields, DUMP_QUEUE_STATE));
		add_cellf(row, "%u", c->nr_jobs);
	}
}

/* Add a row for a message: the time of the event about it, then the properties of the message. */
static void add_message(struct json_object *index, struct json_object *row, u32 gt,
			const struct guc_ct_ring *ring, const struct guc_ct_msg *msg)
{
	char buf[CT_MESSAGE_TEXT];
	const char *words;

	ct_message_text(buf, ring, msg);
	data_add_cell(row, data_message_time(index, gt, buf));
	add_cellf(row, "%u", msg->offset);
	add_cellf(row, "%u", msg->fence);
	data_add_cell(row, msg->unread ? "no" : "yes");
	words = strstr(buf, "fence ");
	words = words ? strchr(words + 6, ' ') : NULL;
	data_add_cell(row, words ? words + 1 : buf);
}

static void add_ring(struct json_object *data, struct json_object *index, u32 gt,
		     const struct ct_messages *list)
{
	static const char * const head[] = {
		"time (s)", "offset (dwords)", "fence", "read", "message", NULL
	};
	struct json_object *rows;
	char title[64];
	u32 i;

	if (!list->nr)
		return;
	snprintf(title, sizeof(title), "%s, newest first%s",
		 list->ring->id == GUC_CT_H2G ? "Messages to the GuC (H2G)" :
		 "Messages to the driver (G2H)",
		 list->nr > MAX_MESSAGES ? " (the newest 2000)" : "");
	rows = data_add_table(data, title, head);
	for (i = 0; i < min_t(u32, list->nr, MAX_MESSAGES); i++)
		add_message(index, data_add_row(rows), gt, list->ring,
			    &list->msg[list->nr - 1 - i]);
}

/* Add a table of the sections of the dump that are missing or cannot be read. */
static void add_problems(struct json_object *data, const struct guclog_dump *dump)
{
	static const char * const head[] = { "problem", NULL };
	struct json_object *rows = data_add_table(data, "Problems of the devcoredump", head);
	unsigned int i;

	if (dump->cut)
		add_cellf(data_add_row(rows), "the beginning or the end of the dump is missing");
	for (i = 0; i < dump->nr_problems && i < GUCLOG_MAX_PROBLEMS; i++)
		add_cellf(data_add_row(rows), "line %llu: %s", (u64)dump->problem[i].line,
			  dump->problem[i].text);
}

/*
 * Add a table of those registers that exist once in an engine. Registers that exist in each
 * slice are left out: their names have an index.
 */
static void add_registers(struct json_object *data, const struct guclog_dump_gt *gt)
{
	static const char * const head[] = { "engine", "read by", "register", "value", NULL };
	static const char title[] = "Registers of the engines in the devcoredump";
	struct json_object *rows = NULL;
	unsigned int i, k;

	for (i = 0; i < gt->nr_engines; i++) {
		const struct guclog_dump_engine *engine = &gt->engine[i];

		for (k = 0; k < engine->regs.nr; k++) {
			const struct guclog_dump_field *reg = &engine->regs.field[k];
			struct json_object *row;

			if (strchr(reg->name, '['))
				continue;
			if (!rows)
				rows = data_add_folded(data, title, head);
			row = data_add_row(rows);
			data_add_cell(row, engine->name);
			data_add_cell(row, guclog_dump_text(&engine->fields, DUMP_ENGINE_SOURCE));
			data_add_cell(row, reg->name);
			data_add_cell(row, reg->value);
		}
	}
}

static void add_ranges(struct json_object *data, const struct guclog_dump_vm *vm)
{
	static const char * const head[] = {
		"address", "bytes", "properties", "contents", NULL
	};
	struct json_object *rows;
	unsigned int i;

	if (!vm->nr_ranges)
		return;
	rows = data_add_folded(data, vm->nr_ranges > MAX_RANGES ?
			       "Memory of the VM in the devcoredump (the first 500 ranges)" :
			       "Memory of the VM in the devcoredump", head);
	for (i = 0; i < vm->nr_ranges && i < MAX_RANGES; i++) {
		const struct guclog_dump_range *range = &vm->range[i];
		struct json_object *row = data_add_row(rows);

		add_cellf(row, "0x%012llx", (u64)range->address);
		if (range->has_length)
			add_cellf(row, "%llu", (u64)range->length);
		else
			data_add_cell(row, NULL);
		data_add_cell(row, range->properties);
		if (range->has_error)
			add_cellf(row, "not read: error %lld", (s64)range->error);
		else
			data_add_cell(row, range->blob.redacted ? "taken out" :
				      range->blob.present ? "in the dump" : "missing");
	}
}

/**
 * data_add_batch() - add the commands of a batch around the command that the engine was executing
 * @data: from data_new()
 * @e: the explanation; nothing is added if it has no commands
 */
void data_add_batch(struct json_object *data, const struct guclog_explanation *e)
{
	static const char * const head[] = {
		"place", "address", "command", "fields", "dwords", NULL
	};
	const struct guclog_batch *b = e->batch;
	struct json_object *rows;
	unsigned int i;

	if (!b || !b->nr_commands)
		return;
	rows = data_add_table(data, "Commands of the batch; \"stop\" is an estimate", head);
	for (i = 0; i < b->nr_commands; i++) {
		const struct guclog_command *c = b->command[i];
		struct json_object *row = data_add_row(rows);

		data_add_cell(row, c == b->stop ? "stop" :
			      b->work && c->address == b->work->address ? "last work" : NULL);
		add_cellf(row, "0x%012llx", (u64)c->address);
		add_cellf(row, "%s%s", c->level > 1 ? "(called) " : "", c->name);
		data_add_cell(row, c->text);
		add_cellf(row, "%u", c->dwords);
	}
}

/* Add tables of the messages in the CT rings. Return: 0 or -ENOMEM. */
static int add_rings(struct json_object *data, struct json_object *index,
		     const struct guclog_dump_gt *gt)
{
	struct arena arena;
	unsigned int k;
	int ret = 0;

	arena_init(&arena, ARENA_NO_LIMIT);
	for (k = 0; gt->ct.parsed && !ret && k < GUC_CT_RINGS; k++) {
		struct ct_messages list;

		ret = ct_messages_read(&list, &arena, &gt->ct.parsed->ring[k]);
		if (!ret)
			add_ring(data, index, gt->id, &list);
	}
	arena_free(&arena);
	return ret;
}

/**
 * data_add_dump() - add the sections of a devcoredump
 * @data: from data_new()
 * @dump: the dump
 *
 * Return: 0 or -ENOMEM.
 */
int data_add_dump(struct json_object *data, const struct guclog_dump *dump)
{
	struct json_object *index = data_index_messages(data);
	unsigned int i;
	int ret = 0;

	add_problems(data, dump);
	add_head(data, dump);
	for (i = 0; i < dump->nr_gts && !ret; i++) {
		add_contexts(data, &dump->gt[i]);
		add_registers(data, &dump->gt[i]);
		ret = add_rings(data, index, &dump->gt[i]);
	}
	add_ranges(data, &dump->vm);
	json_object_put(index);
	return ret;
}
