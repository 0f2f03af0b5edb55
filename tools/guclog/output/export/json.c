// SPDX-License-Identifier: GPL-2.0-only
/*
 * Writes events and the items of a timeline as JSON. Unknown values of an event are omitted; an
 * unknown offset or uncertainty of a time is null.
 */
#include "output/export/export.h"

#include "guc_event.h"
#include "base/printable.h"

static void put_key(struct print *p, const char *key)
{
	print_str(p, ",\"");
	print_str(p, key);
	print_str(p, "\":");
}

static void put_u64(struct print *p, const char *key, u64 value)
{
	put_key(p, key);
	print_dec(p, value, 1, ' ');
}

static void put_s64(struct print *p, const char *key, s64 value)
{
	put_key(p, key);
	print_s64(p, value, 1);
}

/* Write a number, or null if it is not known. */
static void put_known(struct print *p, const char *key, bool known, s64 value)
{
	put_key(p, key);
	if (known)
		print_s64(p, value, 1);
	else
		print_str(p, "null");
}

/* Write a text; control characters and bytes that are not UTF-8 become "\xNN". */
static void put_text(struct print *p, const char *key, const char *text)
{
	char escaped[PRINTABLE_MAX];

	put_key(p, key);
	print_char(p, '"');
	while (*text) {
		size_t n = printable_next(&text, escaped), i;

		for (i = 0; i < n; i++) {
			if (escaped[i] == '"' || escaped[i] == '\\')
				print_char(p, '\\');
			print_char(p, escaped[i]);
		}
	}
	print_char(p, '"');
}

/* Write the fields that the dictionary defines. The engine's name is added for readability. */
static void put_fields(struct print *p, const struct guc_event_def *def,
		       const struct guclog_event *e)
{
	u32 class = U32_MAX, instance = U32_MAX;
	char name[32];
	unsigned int i;

	print_str(p, ",\"fields\":{");
	for (i = 0; i < def->nr_fields; i++) {
		const struct guc_event_field *field = &def->field[i];
		u32 value = guc_event_value(field, e->arg);

		print_str(p, i ? ",\"" : "\"");
		print_str(p, field->name);
		print_str(p, "\":");
		print_dec(p, value, 1, ' ');
		if (field->kind == GUC_EVENT_CLASS)
			class = value;
		else if (field->kind == GUC_EVENT_INSTANCE)
			instance = value;
	}
	print_char(p, '}');
	if (class == U32_MAX || instance == U32_MAX ||
	    (def->id == GUC_EV_CTX_NOT_READY && instance == GUC_EVENT_DISABLED))
		return;
	guc_engine_name(name, sizeof(name), class, instance);
	put_text(p, "engine", name);
}

static void put_name(struct guclog_export *x, const struct guclog_event *e)
{
	const struct guclog_event_name *name = export_name(x->names, e->id);
	const struct guc_event_def *def = e->name && !name ? e->definition : NULL;

	if (name)
		put_text(&x->print, "name", name->name);
	if (!def)
		return;
	put_text(&x->print, "name", def->name);
	if (e->guess)
		print_str(&x->print, ",\"guess\":true");
	if (e->learned)
		print_str(&x->print, ",\"learned\":true");
	put_fields(&x->print, def, e);
}

/* Write the members of an event. */
static void put_event(struct guclog_export *x, const struct guclog_event *e)
{
	struct print *p = &x->print;

	print_str(p, "\"log\":");
	print_dec(p, x->log, 1, ' ');
	if (*x->gt) {
		put_key(p, "gt");
		print_str(p, x->gt);
	}
	put_u64(p, "index", e->index);
	if (e->before_load)
		print_str(p, ",\"before_load\":true");
	if (e->gap_bytes)
		put_u64(p, "gap_bytes", e->gap_bytes);
	if (e->gap_ticks)
		put_u64(p, "gap_ticks", e->gap_ticks);
	if (e->gap_estimate)
		put_u64(p, "gap_estimate_entries", e->gap_estimate);
	if (e->after_load)
		print_str(p, ",\"after_load\":true");
	if (e->ambiguous)
		print_str(p, ",\"ambiguous\":true");
	put_s64(p, "tick", e->tick);
	if (e->boottime_ns != GUCLOG_NO_TIME)
		put_s64(p, "boottime_ns", e->boottime_ns);
	if (e->realtime_ns != GUCLOG_NO_TIME)
		put_s64(p, "realtime_ns", e->realtime_ns);
	put_u64(p, "id", e->id);
	if (e->dword1)
		put_u64(p, "dw1", e->dword1);
	print_str(p, ",\"args\":[");
	print_dec(p, e->arg[0], 1, ' ');
	print_char(p, ',');
	print_dec(p, e->arg[1], 1, ' ');
	print_char(p, ']');
	put_name(x, e);
}

/*
 * Print what precedes an object: the beginning of its list, or a comma. @list: number of the list,
 * see &struct guclog_export
 */
static void begin_object(struct guclog_export *x, int list)
{
	struct print *p = &x->print;

	if (x->form == GUCLOG_EXPORT_JSONL)
		return;
	if (!x->list) {
		print_str(p, x->timeline ? ",\"events\":[" : "{\"events\":[");
		x->list = 1;
	}
	if (x->list < list) {
		print_str(p, "\n],\"unplaced\":[");
		x->list = list;
		x->any = false;
	}
	print_str(p, x->any ? ",\n" : "\n");
	x->any = true;
}

/**
 * export_json_event() - write an event as an object
 * @x: the export
 * @e: the event
 */
void export_json_event(struct guclog_export *x, const struct guclog_event *e)
{
	begin_object(x, 1);
	print_char(&x->print, '{');
	put_event(x, e);
	print_str(&x->print, x->form == GUCLOG_EXPORT_JSONL ? "}\n" : "}");
}

static void put_source(struct print *p, const struct guclog_source *s)
{
	static const char * const kinds[] = {
		[GUCLOG_SOURCE_LOG] = "guc", [GUCLOG_SOURCE_CT] = "ct",
		[GUCLOG_SOURCE_KERNEL_LOG] = "kernel", [GUCLOG_SOURCE_TRACE] = "trace",
	};

	print_str(p, "{\"source\":\"");
	print_str(p, s->short_name);
	print_char(p, '"');
	put_text(p, "kind", kinds[s->kind]);
	put_text(p, "input", s->name);
	put_text(p, "clock", s->clock);
	put_key(p, "placed");
	print_str(p, s->placed ? "true" : "false");
	put_known(p, "offset_ns", s->placed, s->offset_ns);
	put_known(p, "uncertainty_ns", s->uncertainty_ns != GUCLOG_NO_BOUND,
		  (s64)s->uncertainty_ns);
	put_text(p, "how", s->how);
	put_u64(p, "items", s->nr_items);
	put_u64(p, "without_time", s->nr_untimed);
	print_char(p, '}');
}

/**
 * export_json_sources() - write the sources of a timeline
 * @x: the export; nothing is written if its form is JSONL
 * @t: the timeline
 */
void export_json_sources(struct guclog_export *x, const struct guclog_timeline *t)
{
	unsigned int i;

	if (x->form == GUCLOG_EXPORT_JSONL)
		return;
	print_str(&x->print, "{\"sources\":[");
	for (i = 0; i < t->nr_sources; i++) {
		print_str(&x->print, i ? ",\n" : "\n");
		put_source(&x->print, t->source[i]);
	}
	print_str(&x->print, "\n]");
}

/**
 * export_json_item() - write an item of a timeline as an object
 * @x: the export
 * @item: the item; items whose source is not placed (their times are on another clock) must come
 *	last
 */
void export_json_item(struct guclog_export *x, const struct guclog_item *item)
{
	const struct guclog_source *s = item->source;
	struct print *p = &x->print;

	begin_object(x, s->placed ? 1 : 2);
	print_str(p, "{\"source\":\"");
	print_str(p, s->short_name);
	print_str(p, s->placed ? "\",\"time_ns\":" : "\",\"placed\":false,\"time_ns\":");
	print_s64(p, item->ns, 1);
	put_known(p, "uncertainty_ns", item->uncertainty_ns != GUCLOG_NO_BOUND,
		  (s64)item->uncertainty_ns);
	if (item->text) {
		put_text(p, "text", item->text);
	} else {
		print_char(p, ',');
		put_event(x, &item->event);
	}
	print_str(p, x->form == GUCLOG_EXPORT_JSONL ? "}\n" : "}");
}

/**
 * export_json_end() - write the end of the lists
 * @x: the export
 */
void export_json_end(struct guclog_export *x)
{
	struct print *p = &x->print;

	if (x->form == GUCLOG_EXPORT_JSONL)
		return;
	if (!x->list)
		print_str(p, x->timeline ? ",\"events\":[" : "{\"events\":[");
	if (x->timeline && x->list < 2)
		print_str(p, "\n],\"unplaced\":[");
	print_str(p, "\n]}\n");
}
