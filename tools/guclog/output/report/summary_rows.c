// SPDX-License-Identifier: GPL-2.0-only
/*
 * Writes the summary of a log as rows of a name and a text.
 */
#include <time.h>

#include "guc_clock.h"
#include "guc_device.h"
#include "guc_entry.h"
#include "model/internal.h"
#include "base/number.h"
#include "output/report/summary.h"
#include "read/log/events.h"

static void put_fact(struct guc_text *text, const char *before,
		     const struct guc_facts *f, enum guc_fact_id id)
{
	if (!guc_facts_has(f, id))
		return;
	guc_text_add(text, "%s", text->len ? before : "");
	guc_fact_print(text, f, id);
}

/**
 * struct rows - destination of the rows
 * @row: called for each row
 * @context: first argument of @row
 * @sum: the summary
 * @layout: the layout of the log
 */
struct rows {
	guclog_row_fn row;
	void *context;
	const struct guclog_summary *sum;
	const struct guclog_layout *layout;
};

__printf(3, 4) static void add(const struct rows *r, const char *name, const char *fmt, ...)
{
	char text[512];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	r->row(r->context, name, text);
}

static void add_gpu(const struct rows *r)
{
	const struct guc_facts *f = const_core_facts(r->sum->log->facts);
	const struct guc_device *device = NULL;
	char buf[320] = "";
	struct guc_text text = { .buf = buf, .size = sizeof(buf) };

	if (guc_facts_has(f, GUC_FACT_pci_id))
		device = guc_device_find(f->pci_id.device);
	if (device && device->name)
		guc_text_add(&text, "%s", device->name);
	put_fact(&text, ", ", f, GUC_FACT_platform);
	put_fact(&text, ", PCI ", f, GUC_FACT_pci_id);
	put_fact(&text, " revision ", f, GUC_FACT_pci_revision);
	put_fact(&text, " at ", f, GUC_FACT_pci_address);
	put_fact(&text, ", graphics ", f, GUC_FACT_graphics_ip);
	put_fact(&text, ", media ", f, GUC_FACT_media_ip);
	add(r, "GPU", "%s", text.len ? buf : "not known");
}

static void add_gt(const struct rows *r)
{
	const struct guc_facts *f = const_core_facts(r->sum->log->facts);
	char buf[160] = "";
	struct guc_text text = { .buf = buf, .size = sizeof(buf) };

	put_fact(&text, "", f, GUC_FACT_gt);
	put_fact(&text, " ", f, GUC_FACT_gt_type);
	put_fact(&text, ", tile ", f, GUC_FACT_tile);
	if (text.len)
		add(r, "GT", "%s", buf);
	text.len = 0;
	put_fact(&text, "", f, GUC_FACT_driver);
	put_fact(&text, " on ", f, GUC_FACT_kernel);
	if (text.len)
		add(r, "driver", "%s", buf);
}

static void add_firmware(const struct rows *r)
{
	const struct guc_facts *f = const_core_facts(r->sum->log->facts);
	char buf[200] = "";
	struct guc_text text = { .buf = buf, .size = sizeof(buf) };

	put_fact(&text, "", f, GUC_FACT_guc_firmware);
	add(r, "firmware", "GuC %s%s%s%s%s%s%s",
	    *r->sum->firmware ? r->sum->firmware : "version not known",
	    *r->sum->wanted ? " (wanted " : "", r->sum->wanted,
	    *r->sum->wanted ? ")" : "", r->sum->outdated ? ", outdated" : "",
	    text.len ? ", " : "", buf);
	if (guc_facts_has(f, GUC_FACT_log_level))
		add(r, "log level", "%u", f->log_level);
}

static void put_events(struct guc_text *text, const struct guclog_layout *layout)
{
	if (layout->entries)
		guc_text_add(text, "%llu event%s", (u64)layout->entries,
			     layout->entries == 1 ? "" : "s");
	else
		guc_text_add(text, "%llu bytes of events", (u64)layout->bytes);
	if (*layout->order)
		guc_text_add(text, ", %s", layout->order);
}

static void add_buffer(const struct rows *r)
{
	char have[40], all[40];

	number_size(have, sizeof(have), r->sum->log->image.len);
	number_size(all, sizeof(all), r->sum->total);
	if (r->sum->missing && r->sum->total)
		add(r, "data", "incomplete: %s of %s", have, all);
	else if (r->sum->missing)
		add(r, "data", "%s; length of the log buffer unknown", have);
	else
		add(r, "data", "%s, %s", have, r->sum->log->is_lfd ? "an LFD file" :
		    "the whole log buffer");
}

/* Add the module's data about missing events; the number of missing bytes is a lower bound. */
static void add_gap(const struct rows *r)
{
	const struct guclog_layout *layout = r->layout;
	char buf[120] = "";
	struct guc_text text = { .buf = buf, .size = sizeof(buf) };
	u64 hz = r->sum->events ? r->sum->events->hz : 0;

	if (layout->gap_ticks && hz)
		guc_text_add(&text, "%llu.%06llu s of the firmware's clock",
			     layout->gap_ticks / hz,
			     layout->gap_ticks % hz * 1000000 / hz);
	else if (layout->gap_ticks)
		guc_text_add(&text, "%llu ticks of the firmware's clock", (u64)layout->gap_ticks);
	if (layout->gap_estimate)
		guc_text_add(&text, "%sabout %llu events, an estimate from the rate before the gap",
			     text.len ? ", " : "", (u64)layout->gap_estimate);
	if (text.len)
		add(r, "", "at least these bytes are missing; %s", buf);
}

static void add_ring(const struct rows *r)
{
	char buf[200] = "";
	struct guc_text text = { .buf = buf, .size = sizeof(buf) };
	u64 gap = r->layout->missing_bytes + r->layout->gap_bytes;

	put_events(&text, r->layout);
	if (r->layout->ring_size)
		guc_text_add(&text, "; ring of %u KiB", r->layout->ring_size / 1024);
	if (r->layout->ring_size && !r->layout->stream)
		guc_text_add(&text, ", %llu%% used",
			     100 * (u64)r->layout->bytes / r->layout->ring_size);
	if (r->layout->full_count)
		guc_text_add(&text, ", was full %u times", r->layout->full_count);
	if (gap)
		guc_text_add(&text, "; %llu bytes missing", gap);
	add(r, "events", "%s", buf);
	add_gap(r);
	if (r->layout->late_bytes)
		add(r, "", "%llu of them were written while the log was copied",
		    (u64)r->layout->late_bytes / GUC_ENTRY_V2);
	if (r->sum->log->before_load.len && r->sum->events)
		add(r, "", "%llu more from before the firmware was loaded again",
		    (u64)r->sum->events->before_load);
	if (r->layout->not_understood)
		add(r, "", "%llu bytes after write_ptr do not look like events",
		    (u64)r->layout->not_understood);
	if (r->layout->after_wrap.len)
		add(r, "", "%zu bytes after wrap_offset are not part of the log; 'guclog convert' keeps them",
		    r->layout->after_wrap.len);
}

/* Add "SECONDS.MICROSECONDS s after boot" and, where known, the date of the newest event. */
static void put_moment(struct guc_text *text, const struct guclog_events *t)
{
	s64 boot = guclog_events_boottime_ns(t, t->newest);
	char date[64] = "";
	time_t second;
	struct tm tm;

	if (t->has_realtime) {
		second = (time_t)(guclog_events_realtime_ns(t, t->newest) / NS_PER_SEC);
		gmtime_r(&second, &tm);
		strftime(date, sizeof(date), ", %Y-%m-%d %H:%M:%S UTC", &tm);
	}
	guc_text_add(text, "%s%lld.%06lld s after boot%s", boot < 0 ? "-" : "",
		     llabs(boot) / NS_PER_SEC, llabs(boot) % NS_PER_SEC / 1000, date);
}

static void add_newest(const struct rows *r)
{
	const struct guclog_events *t = r->sum->events;
	char buf[200] = "";
	struct guc_text text = { .buf = buf, .size = sizeof(buf) };

	if (r->layout->missing_bytes) {
		add(r, "newest", "unknown: the newest %llu bytes of events are missing",
		    (u64)r->layout->missing_bytes);
		return;
	}
	if (!t->anchored)
		return;
	if (r->sum->age_ns >= 0)
		guc_text_add(&text, "%lld.%03lld s before the capture, ",
			     r->sum->age_ns / NS_PER_SEC, r->sum->age_ns % NS_PER_SEC / 1000000);
	put_moment(&text, t);
	add(r, "newest", "%s", buf);
	if (r->sum->log->anchor_of)
		add(r, "", "with the anchor of %s", r->sum->log->anchor_of);
}

/*
 * Add how long the time from the oldest to the newest event is. If events are missing between them,
 * only the shortest possible time is known, because the clock of the GuC can have wrapped.
 */
static void add_span(const struct rows *r, const struct guclog_events *t)
{
	bool least = r->sum->span_ns < 0 && t->inner_gap && !r->layout->stream;
	s64 ns = least ? guc_ticks_to_ns(t->newest - t->oldest, t->hz) : r->sum->span_ns;

	if (ns < 0)
		add(r, "time", "unknown: %s", t->inner_gap ?
		    "events are missing between others" : "the clocks contradict each other");
	else
		add(r, "time", "%s%lld.%03lld s from the oldest to the %s event%s",
		    least ? "at least " : "", ns / NS_PER_SEC, ns % NS_PER_SEC / 1000000,
		    r->layout->missing_bytes ? "last" : "newest",
		    least ? ": events are missing between others" : "");
}

static void add_times(const struct rows *r)
{
	const struct guclog_events *t = r->sum->events;

	if (!t || !t->entries || !t->hz || r->layout->unordered)
		return;
	add_span(r, t);
	add_newest(r);
}

static void add_crash(const struct rows *r)
{
	size_t len = r->sum->log->crash.len;

	if (len)
		add(r, "crash dump", "%zu bytes", len);
	else if (r->layout->crash == GUCLOG_CRASH_PRESENT)
		add(r, "crash dump", "present, but not in this file");
	else if (r->layout->crash == GUCLOG_CRASH_NONE)
		add(r, "crash dump", "none");
	else
		add(r, "crash dump", "unknown: its region is not in this file");
}

static void add_faults(const struct rows *r)
{
	struct guclog_fault fault;
	unsigned int i;

	add(r, "damage", r->layout->faults ? "%u" : "none", r->layout->faults);
	for (i = 0; !r->sum->log->is_lfd && !guclog_log_fault(r->sum->log, i, &fault); i++)
		add(r, "", "%s", fault.text);
	for (i = 0; i < r->sum->nr_advice; i++)
		add(r, i ? "" : "next", "%s", r->sum->advice[i]);
}

void guclog_summary_rows(const struct guclog_summary *summary, guclog_row_fn row, void *context)
{
	const struct rows rows = {
		.row = row,
		.context = context,
		.sum = summary,
		.layout = summary->log->layout,
	};

	add_gpu(&rows);
	add_gt(&rows);
	add_firmware(&rows);
	add_buffer(&rows);
	add_ring(&rows);
	add_times(&rows);
	add_crash(&rows);
	add_faults(&rows);
}
