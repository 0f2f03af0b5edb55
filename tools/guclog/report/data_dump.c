// SPDX-License-Identifier: GPL-2.0-only
/*
 * The sections of a devcoredump as tables of the page.
 */
#include <json-c/json.h>

#include "dump/dump.h"
#include "guc_abi_names.h"
#include "guc_text.h"
#include "output/json_out.h"
#include "report/data.h"
#include "util/msg.h"

/* More messages of one ring are not shown. */
#define MAX_MESSAGES	2000

static struct json_object *new_row(struct json_object *rows)
{
	struct json_object *row = json_object_new_array();

	json_object_array_add(rows, row);
	return row;
}

static void add_cell(struct json_object *row, const char *text)
{
	struct json_object *o = json_object_new_object();

	/* json_put_text() makes text of any bytes. */
	json_put_text(o, "text", guc_view(text ?: "", strlen(text ?: "")));
	json_object_array_add(row, json_object_get(json_object_object_get(o, "text")));
	json_object_put(o);
}

__printf(2, 3) static void add_cellf(struct json_object *row, const char *fmt, ...)
{
	char buf[256];
	va_list args;

	va_start(args, fmt);
	vsnprintf(buf, sizeof(buf), fmt, args);
	va_end(args);
	add_cell(row, buf);
}

static void add_head(struct json_object *data, const struct dump *dump)
{
	static const char * const head[] = { "field", "value", NULL };
	struct json_object *rows = data_add_table(data, "Devcoredump", head);
	unsigned int i;

	for (i = 0; i < dump->head.nr; i++) {
		struct json_object *row = new_row(rows);

		add_cell(row, dump->head.field[i].name);
		add_cell(row, dump->head.field[i].value);
	}
}

static void add_contexts(struct json_object *data, const struct dump_gt *gt)
{
	static const char * const head[] = {
		"guc_id", "name", "class", "LRCA", "ring head", "ring tail", "seqno",
		"preempt timeout", "state", "pending jobs", NULL
	};
	static const char * const lrc_field[] = {
		"HW Context Desc", "LRC Head (memory)", "LRC Tail (memory)", "Seqno (memory)",
	};
	struct json_object *rows;
	unsigned int i, k;

	if (!gt->nr_contexts)
		return;
	rows = data_add_table(data, "Contexts", head);
	for (i = 0; i < gt->nr_contexts; i++) {
		const struct dump_context *c = &gt->context[i];
		struct json_object *row = new_row(rows);

		add_cellf(row, "%u", c->guc_id);
		add_cell(row, dump_text(&c->fields, "Name"));
		add_cell(row, dump_text(&c->fields, "Class"));
		for (k = 0; k < ARRAY_SIZE(lrc_field); k++)
			add_cell(row, c->nr_lrcs ? dump_text(&c->lrc[0].fields,
							     lrc_field[k]) : NULL);
		add_cell(row, dump_text(&c->fields, "Preempt timeout"));
		add_cell(row, dump_text(&c->fields, "Schedule State"));
		add_cellf(row, "%u", c->nr_jobs);
	}
}

static void add_words(struct json_object *row, const struct guc_ct_ring *ring,
		      const struct guc_ct_msg *msg)
{
	const struct guc_abi_action *action =
		guc_ct_msg_has_action(msg) ? guc_abi_action(msg->action) : NULL;
	char buf[1024] = "";
	struct guc_text text = { .buf = buf, .size = sizeof(buf) };
	u32 i, value;

	for (i = 0; i < msg->nr_data; i++) {
		struct guc_view name = guc_abi_word(action, i);

		if (!guc_ct_msg_data(ring, msg, i, &value))
			break;
		guc_text_add(&text, "%s%.*s%s0x%x", i ? "  " : "", (int)name.len,
			     name.len ? (const char *)name.data : "",
			     name.len ? "=" : "", value);
	}
	add_cell(row, buf);
}

static void add_ring(struct json_object *data, const struct guc_ct_ring *ring)
{
	static const char * const head[] = {
		"offset", "fence", "action", "data", "read", NULL
	};
	struct json_object *rows;
	struct guc_ct_msg msg;
	char title[64];
	u32 *offset, n;

	if (!ring->usable || !ring->size)
		return;
	/* The newest message comes first. */
	offset = mem_grow(NULL, ring->size * sizeof(*offset));
	n = guc_ct_index(ring, offset);
	snprintf(title, sizeof(title), "%s messages, oldest first%s",
		 guc_ct_ring_name(ring->id),
		 n > MAX_MESSAGES ? " (the newest 2000)" : "");
	n = min_t(u32, n, MAX_MESSAGES);
	rows = data_add_table(data, title, head);
	while (n--) {
		const struct guc_abi_action *action;
		struct json_object *row;

		if (!guc_ct_msg_read(&msg, ring, offset[n]))
			continue;
		row = new_row(rows);
		action = guc_ct_msg_has_action(&msg) ? guc_abi_action(msg.action) : NULL;
		add_cellf(row, "%u", msg.offset);
		add_cellf(row, "%u", msg.fence);
		add_cellf(row, "0x%04x %s", msg.action, action ? action->name : "");
		add_words(row, ring, &msg);
		add_cell(row, msg.unread ? "no" : "yes");
	}
	free(offset);
}

/**
 * data_add_dump() - add the sections of a devcoredump
 * @data: from data_new()
 * @dump: the dump
 */
void data_add_dump(struct json_object *data, const struct dump *dump)
{
	struct guc_ct ct;
	unsigned int i, k;

	add_head(data, dump);
	for (i = 0; i < dump->nr_gts; i++) {
		add_contexts(data, &dump->gt[i]);
		if (!dump_ct(&dump->gt[i], &ct))
			continue;
		for (k = 0; k < GUC_CT_RINGS; k++)
			add_ring(data, &ct.ring[k]);
	}
}
