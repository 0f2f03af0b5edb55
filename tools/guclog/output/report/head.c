// SPDX-License-Identifier: GPL-2.0-only
#include "output/report/head.h"

#include <json-c/json.h>
#include <time.h>

#include "base/arena.h"
#include "guc_device.h"
#include "model/internal.h"
#include "output/report/data.h"

static const char *field(const struct guclog_dump *dump, enum dump_name id)
{
	return dump ? guclog_dump_text(&dump->head, id) : NULL;
}

static void add_line(struct json_object *list, struct textbuf *t)
{
	if (t->len)
		json_object_array_add(list, data_text(t->text));
	t->len = 0;
}

/* Say that the firmware is old, unless the advice of the explanation says it. */
static void put_firmware(struct textbuf *t, const struct report_log *log,
			 const struct guclog_explanation *e)
{
	const struct guclog_summary *s = log ? &log->summary : NULL;
	unsigned int i;

	for (i = 0; i < e->nr_advice; i++)
		if (!strcmp(e->advice[i]->finding, "firmware"))
			return;
	if (s && s->outdated)
		textbuf_add(t, "The firmware is %s, the driver wanted %s: update linux-firmware.",
			    s->firmware, s->wanted);
}

static void add_fact(struct json_object *facts, const char *name, struct textbuf *t)
{
	struct json_object *row;

	if (!t->len)
		return;
	row = json_object_new_array();
	json_object_array_add(row, data_text(name));
	json_object_array_add(row, data_text(t->text));
	json_object_array_add(facts, row);
	t->len = 0;
}

/*
 * The context of pick(), which gets the rows of guclog_summary_rows() and uses those about the GPU
 * and the firmware.
 */
struct picked {
	struct json_object *facts;
	struct textbuf *t;
};

static void pick(void *context, const char *name, const char *text)
{
	struct picked *p = context;

	if (strcmp(name, "GPU") && strcmp(name, "firmware"))
		return;
	textbuf_add(p->t, "%s", text);
	add_fact(p->facts, name, p->t);
}

static void put_date(struct textbuf *t, const struct report_log *log,
		     const struct guclog_dump *dump)
{
	uint64_t ns = 0;
	char date[64];
	time_t second;
	struct tm tm;

	if (dump && guclog_dump_seconds(&dump->head, DUMP_HEAD_SNAPSHOT_TIME, &ns))
		second = (time_t)(ns / 1000000000);
	else if (log && log->events->has_realtime)
		second = (time_t)(guclog_events_realtime_ns(log->events, log->events->newest) /
				  1000000000);
	else
		return;
	gmtime_r(&second, &tm);
	strftime(date, sizeof(date), "%Y-%m-%d %H:%M:%S UTC", &tm);
	textbuf_add(t, "%s", date);
}

static void add_facts(struct json_object *facts, const struct report_log *log,
		      const struct guclog_dump *dump, struct textbuf *t)
{
	struct picked picked = { .facts = facts, .t = t };
	const struct guc_device *device = NULL;
	const char *version = NULL;
	uint64_t id;

	if (log)
		guclog_summary_rows(&log->summary, pick, &picked);
	if (!log && field(dump, DUMP_HEAD_PCI_ID)) {
		if (guclog_dump_number(&dump->head, DUMP_HEAD_PCI_ID, &id) && id <= 0xffff)
			device = guc_device_find((u16)id);
		textbuf_add(t, "%s%sPCI %s", device && device->name ? device->name : "",
			    device && device->name ? ", " : "", field(dump, DUMP_HEAD_PCI_ID));
		add_fact(facts, "GPU", t);
	}
	if (!log && dump && dump->nr_gts)
		version = guclog_dump_text(&dump->gt[0].log.fields, DUMP_LOG_VERSION);
	if (version) {
		textbuf_add(t, "GuC %s", version);
		add_fact(facts, "firmware", t);
	}
	if (field(dump, DUMP_HEAD_KERNEL))
		textbuf_add(t, "%s", field(dump, DUMP_HEAD_KERNEL));
	else if (log && guc_facts_has(const_core_facts(log->log->facts), GUC_FACT_kernel))
		textbuf_add(t, "%s", const_core_facts(log->log->facts)->kernel);
	add_fact(facts, "kernel", t);
	put_date(t, log, dump);
	add_fact(facts, "date", t);
}

static void add_missing(struct json_object *list, const struct report_log *log,
			const struct guclog_dump *dump, struct textbuf *t)
{
	const struct guclog_summary *s = log ? &log->summary : NULL;
	unsigned int losses = s ? s->log->nr_losses : 0;
	const struct guclog_layout *layout;

	if (dump && dump->cut) {
		textbuf_add(t, "The beginning or the end of the devcoredump is missing.");
		add_line(list, t);
	}
	if (!s || s->complete)
		return;
	layout = s->log->layout;
	if (s->missing)
		textbuf_add(t, "%llu bytes of the log buffer are missing.",
			    (unsigned long long)s->missing);
	add_line(list, t);
	if (layout->missing_bytes)
		textbuf_add(t, "%llu bytes of the newest events are missing.",
			    (unsigned long long)layout->missing_bytes);
	add_line(list, t);
	if (layout->gap_bytes)
		textbuf_add(t, "%llu bytes of events are missing before or between others.",
			    (unsigned long long)layout->gap_bytes);
	add_line(list, t);
	if (losses || layout->faults)
		textbuf_add(t, "The log is damaged: %u loss%s and %u fault%s, see below.", losses,
			    losses == 1 ? "" : "es", layout->faults,
			    layout->faults == 1 ? "" : "s");
	add_line(list, t);
}

/**
 * head_add() - add the facts about the machine, and what is missing from a log or a devcoredump
 * @data: from data_new()
 * @log: the log, NULL for a devcoredump without a log
 * @dump: the devcoredump, NULL if there is none
 * @e: the explanation
 *
 * Return: 0 or -ENOMEM.
 */
int head_add(struct json_object *data, const struct report_log *log,
	     const struct guclog_dump *dump, const struct guclog_explanation *e)
{
	struct json_object *o = json_object_new_object(), *lines = json_object_new_array();
	struct json_object *facts = json_object_new_array();
	struct json_object *missing = json_object_new_array();
	struct arena arena;
	struct textbuf t;
	bool failed;

	arena_init(&arena, ARENA_NO_LIMIT);
	textbuf_init(&t, &arena);
	put_firmware(&t, log, e);
	add_line(lines, &t);
	add_facts(facts, log, dump, &t);
	add_missing(missing, log, dump, &t);
	failed = t.failed;
	arena_free(&arena);
	data_put(o, "lines", lines);
	data_put(o, "facts", facts);
	data_put(o, "missing", missing);
	data_put(o, "hang", e->hang == GUCLOG_UNKNOWN ? NULL :
		 json_object_new_boolean(e->hang == GUCLOG_YES));
	data_put(o, "group", json_object_get(data_member(data, "group")));
	json_object_array_add(data_member(data, "heads"), o);
	return failed ? -ENOMEM : 0;
}
