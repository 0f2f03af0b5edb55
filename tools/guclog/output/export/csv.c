// SPDX-License-Identifier: GPL-2.0-only
/*
 * Writes events and the items of a timeline as CSV (RFC 4180, except that lines end with a newline
 * only). Numbers are decimal, unknown values are empty.
 */
#include "output/export/export.h"

#include "base/csv.h"
#include "base/printable.h"

/*
 * Columns that are filled only for an event; they are empty for a CT message, and for a line of a
 * kernel log or trace.
 */
#define EVENT_COLUMNS \
	"log,gt,index,before_load,gap_bytes,ambiguous,stamp,tick," \
	"boottime_ns,realtime_ns,id,dw1,arg0,arg1,name"
#define NR_EVENT_COLUMNS	15

/**
 * export_csv_head() - write the names of the columns
 * @x: the export
 */
void export_csv_head(struct guclog_export *x)
{
	print_str(&x->print, x->timeline ?
		  "source,placed,time_ns,uncertainty_ns," EVENT_COLUMNS ",text\n" :
		  EVENT_COLUMNS "\n");
}

static void put_time(struct print *p, int64_t ns)
{
	if (ns != GUCLOG_NO_TIME)
		print_s64(p, ns, 1);
	print_char(p, ',');
}

static void put_number(struct print *p, u64 value)
{
	print_dec(p, value, 1, ' ');
	print_char(p, ',');
}

/* Write a text; control characters and bytes that are not UTF-8 become "\xNN". */
static void put_text(struct print *p, const char *text)
{
	char escaped[PRINTABLE_MAX];

	print_str(p, csv_is_formula(text) ? "\"'" : "\"");
	while (*text) {
		if (*text == '"')
			print_char(p, '"');
		print_bytes(p, escaped, printable_next(&text, escaped));
	}
	print_char(p, '"');
}

/* Write a name. The names of the dictionary need no quotes, but those of the caller may. */
static void put_name(struct print *p, const char *name)
{
	if (strpbrk(name, ",\"\r\n") || csv_is_formula(name))
		put_text(p, name);
	else
		print_str(p, name);
}

/* Write the columns of an event, EVENT_COLUMNS, without the end of the row. */
static void put_event(struct guclog_export *x, const struct guclog_event *e)
{
	const struct guclog_event_name *name = export_name(x->names, e->id);
	struct print *p = &x->print;

	put_number(p, x->log);
	print_str(p, x->gt);
	print_char(p, ',');
	print_dec(p, e->index, 1, ' ');
	print_str(p, e->before_load ? ",1," : ",0,");
	print_dec(p, e->gap_bytes, 1, ' ');
	print_str(p, e->ambiguous ? ",1," : ",0,");
	put_number(p, e->stamp);
	print_s64(p, e->tick, 1);
	print_char(p, ',');
	put_time(p, e->boottime_ns);
	put_time(p, e->realtime_ns);
	put_number(p, e->id);
	put_number(p, e->dword1);
	put_number(p, e->arg[0]);
	put_number(p, e->arg[1]);
	if (name || e->name)
		put_name(p, name ? name->name : e->name);
}

/**
 * export_csv_event() - write an event as a row
 * @x: the export
 * @e: the event
 */
void export_csv_event(struct guclog_export *x, const struct guclog_event *e)
{
	put_event(x, e);
	print_char(&x->print, '\n');
}

/**
 * export_csv_item() - write an item of a timeline as a row
 * @x: the export
 * @item: the item
 */
void export_csv_item(struct guclog_export *x, const struct guclog_item *item)
{
	struct print *p = &x->print;
	unsigned int i;

	print_str(p, item->source->short_name);
	print_str(p, item->source->placed ? ",1," : ",0,");
	print_s64(p, item->ns, 1);
	print_char(p, ',');
	if (item->uncertainty_ns != GUCLOG_NO_BOUND)
		print_dec(p, item->uncertainty_ns, 1, ' ');
	print_char(p, ',');
	if (!item->text) {
		put_event(x, &item->event);
		print_char(p, ',');
	} else {
		for (i = 0; i < NR_EVENT_COLUMNS; i++)
			print_char(p, ',');
		put_text(p, item->text);
	}
	print_char(p, '\n');
}
