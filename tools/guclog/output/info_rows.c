// SPDX-License-Identifier: GPL-2.0-only
#include "output/info_rows.h"

#include <time.h>

#include "input/cli.h"
#include "util/textbuf.h"
#include "util/msg.h"

#define NS	1000000000ll

static void put_fact(struct textbuf *text, const char *before,
		     const struct guclog_facts *f, enum guclog_fact fact)
{
	if (!guclog_facts_has(f, fact))
		return;
	textbuf_add(text, "%s", text->len ? before : "");
	log_add_fact(text, f, fact);
}

/**
 * struct rows - destination of the rows
 * @row: called for each row
 * @to: first argument of @row
 */
struct rows {
	info_row row;
	void *to;
};

__printf(3, 4) static void add(const struct rows *r, const char *name, const char *fmt, ...)
{
	char text[512];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	r->row(r->to, name, text);
}

static void add_gpu(const struct rows *r, const struct log_view *view)
{
	const struct guclog_facts *f = &view->facts;
	const char *device = NULL;
	char buf[320] = "";
	struct textbuf text = { .buf = buf, .size = sizeof(buf) };

	if (guclog_facts_has(f, GUCLOG_FACT_PCI_ID))
		device = guclog_device_name(f->pci_id.device);
	if (device)
		textbuf_add(&text, "%s", device);
	put_fact(&text, ", ", f, GUCLOG_FACT_PLATFORM);
	put_fact(&text, ", PCI ", f, GUCLOG_FACT_PCI_ID);
	put_fact(&text, " revision ", f, GUCLOG_FACT_PCI_REVISION);
	put_fact(&text, " at ", f, GUCLOG_FACT_PCI_ADDRESS);
	put_fact(&text, ", graphics ", f, GUCLOG_FACT_GRAPHICS_IP);
	put_fact(&text, ", media ", f, GUCLOG_FACT_MEDIA_IP);
	add(r, "GPU", "%s", text.len ? buf : "not known");
}

static void add_gt(const struct rows *r, const struct log_view *view)
{
	const struct guclog_facts *f = &view->facts;
	char buf[160] = "";
	struct textbuf text = { .buf = buf, .size = sizeof(buf) };

	put_fact(&text, "", f, GUCLOG_FACT_GT);
	put_fact(&text, " ", f, GUCLOG_FACT_GT_TYPE);
	put_fact(&text, ", tile ", f, GUCLOG_FACT_TILE);
	if (text.len)
		add(r, "GT", "%s", buf);
	text.len = 0;
	put_fact(&text, "", f, GUCLOG_FACT_DRIVER);
	put_fact(&text, " on ", f, GUCLOG_FACT_KERNEL);
	if (text.len)
		add(r, "driver", "%s", buf);
}

static void add_firmware(const struct rows *r, const struct summary *sum)
{
	const struct guclog_facts *f = &sum->view->facts;
	char buf[200] = "";
	struct textbuf text = { .buf = buf, .size = sizeof(buf) };

	put_fact(&text, "", f, GUCLOG_FACT_GUC_FIRMWARE);
	add(r, "firmware", "GuC %s%s%s%s%s%s%s",
	    *sum->firmware ? sum->firmware : "version not known",
	    *sum->wanted ? " (wanted " : "", sum->wanted,
	    *sum->wanted ? ")" : "", sum->outdated ? ", outdated" : "",
	    text.len ? ", " : "", buf);
	if (guclog_facts_has(f, GUCLOG_FACT_LOG_LEVEL))
		add(r, "log level", "%u", f->log_level);
}

static void add_buffer(const struct rows *r, const struct summary *sum)
{
	const struct log_view *view = sum->view;
	char have[40] = "", all[40] = "";

	msg_size_text(have, sizeof(have), guclog_log_image(view->handle).len);
	msg_size_text(all, sizeof(all), sum->total);
	if (sum->missing && sum->total)
		add(r, "data", "end early: %s of %s are here", have, all);
	else if (sum->missing)
		add(r, "data", "%s; length of the log buffer unknown", have);
	else
		add(r, "data", "%s, %s", have, view->is_lfd ? "an LFD file" :
		    "the whole log buffer");
}

static void add_ring(const struct rows *r, const struct summary *sum)
{
	const struct log_view *view = sum->view;
	char buf[200] = "";
	struct textbuf text = { .buf = buf, .size = sizeof(buf) };
	u64 gap = view->layout.missing_bytes + view->layout.gap_bytes;

	cli_describe(view, &text);
	if (view->layout.ring_size)
		textbuf_add(&text, "; ring of %u KiB", view->layout.ring_size / 1024);
	if (view->layout.ring_size && !view->layout.stream)
		textbuf_add(&text, ", %llu%% used",
			     100 * (u64)view->layout.bytes / view->layout.ring_size);
	if (view->layout.full_count)
		textbuf_add(&text, ", was full %u times", view->layout.full_count);
	if (gap)
		textbuf_add(&text, "; %llu bytes missing", gap);
	add(r, "events", "%s", buf);
	if (view->layout.late_bytes)
		add(r, "", "%llu of them were written while the log was copied",
		    (u64)view->layout.late_bytes / 20);
	if (guclog_log_before_load(view->handle).len && sum->timed)
		add(r, "", "%llu more from before the firmware was loaded again",
		    (u64)sum->t->before_load);
	if (view->layout.not_understood)
		add(r, "", "%llu bytes behind write_ptr do not look like events",
		    (u64)view->layout.not_understood);
	if (view->layout.behind_wrap.len)
		add(r, "", "%zu bytes behind wrap_offset are no part of the log; 'guclog convert' keeps them",
		    view->layout.behind_wrap.len);
}

/* "SECONDS.MICROSECONDS s after boot" and, where known, the date. */
static void put_moment(struct textbuf *text, const struct guclog_events *t)
{
	s64 boot = guclog_events_boottime_ns(t, t->newest);
	char date[64] = "";
	time_t second;
	struct tm tm;

	if (t->has_realtime) {
		second = (time_t)(guclog_events_realtime_ns(t, t->newest) / NS);
		gmtime_r(&second, &tm);
		strftime(date, sizeof(date), ", %Y-%m-%d %H:%M:%S UTC", &tm);
	}
	textbuf_add(text, "%s%lld.%06lld s after boot%s", boot < 0 ? "-" : "",
		     llabs(boot) / NS, llabs(boot) % NS / 1000, date);
}

static void add_newest(const struct rows *r, const struct summary *sum)
{
	const struct guclog_events *t = sum->t;
	char buf[200] = "";
	struct textbuf text = { .buf = buf, .size = sizeof(buf) };

	if (sum->view->layout.missing_bytes) {
		add(r, "newest", "unknown: %llu bytes of events behind the last one are missing",
		    (u64)sum->view->layout.missing_bytes);
		return;
	}
	if (!t->anchored)
		return;
	if (sum->age_ns >= 0)
		textbuf_add(&text, "%lld.%03lld s before the capture, ",
			     sum->age_ns / NS, sum->age_ns % NS / 1000000);
	put_moment(&text, t);
	add(r, "newest", "%s", buf);
	if (sum->view->anchor_of)
		add(r, "", "by the clocks in %s", sum->view->anchor_of);
}

static void add_times(const struct rows *r, const struct summary *sum)
{
	const struct guclog_events *t = sum->t;

	if (!sum->timed || !t->entries || !t->hz || sum->view->layout.unordered)
		return;
	if (sum->span_ns < 0)
		add(r, "time", "unknown: %s", t->inner_gap ?
		    "events are missing between others" : "the clocks contradict each other");
	else
		add(r, "time", "%lld.%03lld s from the oldest to the %s event",
		    sum->span_ns / NS, sum->span_ns % NS / 1000000,
		    sum->view->layout.missing_bytes ? "last" : "newest");
	add_newest(r, sum);
}

static void add_crash(const struct rows *r, const struct log_view *view)
{
	size_t len = guclog_log_crash(view->handle).len;

	if (len)
		add(r, "crash dump", "%zu bytes", len);
	else if (view->layout.crash == GUCLOG_CRASH_PRESENT)
		add(r, "crash dump", "present, but not in this file");
	else if (view->layout.crash == GUCLOG_CRASH_NONE)
		add(r, "crash dump", "none");
	else
		add(r, "crash dump", "unknown: its region is not at hand");
}

static void add_faults(const struct rows *r, const struct summary *sum)
{
	const struct log_view *view = sum->view;
	struct guclog_fault fault;
	unsigned int i;

	add(r, "faults", view->layout.faults ? "%u" : "none", view->layout.faults);
	for (i = 0; !view->is_lfd && !guclog_log_fault(view->handle, i, &fault); i++)
		add(r, "", "%s", fault.text);
	for (i = 0; i < sum->nr_advice; i++)
		add(r, i ? "" : "next", "%s", sum->advice[i]);
}

/**
 * info_rows() - describe a log: GPU, firmware, data, events, times, faults, advice
 * @sum: the log in short
 * @row: called for each row
 * @to: first argument of @row
 */
void info_rows(const struct summary *sum, info_row row, void *to)
{
	const struct rows rows = { .row = row, .to = to };

	add_gpu(&rows, sum->view);
	add_gt(&rows, sum->view);
	add_firmware(&rows, sum);
	add_buffer(&rows, sum);
	add_ring(&rows, sum);
	add_times(&rows, sum);
	add_crash(&rows, sum->view);
	add_faults(&rows, sum);
}
