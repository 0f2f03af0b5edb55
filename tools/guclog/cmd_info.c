// SPDX-License-Identifier: GPL-2.0-only
#include "cmd.h"

#include <time.h>

#include "analysis/dump_facts.h"
#include "collect/show.h"
#include "events/analyse.h"
#include "events/cli.h"
#include "events/summary.h"
#include "guc_device.h"
#include "guc_entry.h"
#include "guc_text.h"
#include "input/dump_file.h"
#include "known/known.h"
#include "output/json_out.h"
#include "util/msg.h"

#define NS	1000000000ll

static void put_fact(struct guc_text *text, const char *before,
		     const struct guc_facts *f, enum guc_fact_id id)
{
	if (!guc_facts_has(f, id))
		return;
	guc_text_add(text, "%s", text->len ? before : "");
	guc_fact_print(text, f, id);
}

__printf(2, 3) static void row(const char *name, const char *fmt, ...)
{
	va_list args;

	printf("  %-10s ", name);
	va_start(args, fmt);
	vprintf(fmt, args);
	va_end(args);
	putchar('\n');
}

static void show_gpu(const struct logview *view)
{
	const struct guc_facts *f = &view->facts;
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
	row("GPU", "%s", text.len ? buf : "not known");
}

static void show_gt(const struct logview *view)
{
	const struct guc_facts *f = &view->facts;
	char buf[160] = "";
	struct guc_text text = { .buf = buf, .size = sizeof(buf) };

	put_fact(&text, "", f, GUC_FACT_gt);
	put_fact(&text, " ", f, GUC_FACT_gt_type);
	put_fact(&text, ", tile ", f, GUC_FACT_tile);
	if (text.len)
		row("GT", "%s", buf);
	text.len = 0;
	put_fact(&text, "", f, GUC_FACT_driver);
	put_fact(&text, " on ", f, GUC_FACT_kernel);
	if (text.len)
		row("driver", "%s", buf);
}

static void show_firmware(const struct summary *sum)
{
	const struct guc_facts *f = &sum->view->facts;
	char buf[200] = "";
	struct guc_text text = { .buf = buf, .size = sizeof(buf) };

	put_fact(&text, "", f, GUC_FACT_guc_firmware);
	row("firmware", "GuC %s%s%s%s%s%s%s",
	    *sum->firmware ? sum->firmware : "version not known",
	    *sum->wanted ? " (wanted " : "", sum->wanted,
	    *sum->wanted ? ")" : "", sum->outdated ? ", outdated" : "",
	    text.len ? ", " : "", buf);
	if (guc_facts_has(f, GUC_FACT_log_level))
		row("log level", "%u", f->log_level);
}

static void show_buffer(const struct summary *sum)
{
	const struct logview *view = sum->view;
	char have[40] = "", all[40] = "";
	struct guc_text a = { .buf = have, .size = sizeof(have) };
	struct guc_text b = { .buf = all, .size = sizeof(all) };

	msg_size(&a, view->input->len);
	msg_size(&b, sum->total);
	if (sum->missing && sum->total)
		row("data", "end early: %s of %s are here", have, all);
	else if (sum->missing)
		row("data", "%s; length of the log buffer unknown", have);
	else
		row("data", "%s, %s", have, view->is_lfd ? "an LFD file" :
		    "the whole log buffer");
}

static void show_ring(const struct summary *sum)
{
	const struct logview *view = sum->view;
	char buf[200] = "";
	struct guc_text text = { .buf = buf, .size = sizeof(buf) };
	u64 gap = view->missing + logview_gaps(view);

	cli_describe(view, &text);
	if (view->ring_size)
		guc_text_add(&text, "; ring of %u KiB", view->ring_size / 1024);
	if (view->ring_size && !view->stream)
		guc_text_add(&text, ", %llu%% used",
			     100 * logview_bytes(view) / view->ring_size);
	if (view->full_count)
		guc_text_add(&text, ", was full %u times", view->full_count);
	if (gap)
		guc_text_add(&text, "; %llu bytes missing", gap);
	row("events", "%s", buf);
	if (view->late)
		row("", "%llu of them were written while the log was copied",
		    view->late / GUC_ENTRY_V2);
	if (view->before_load.len && sum->timed)
		row("", "%llu more from before the firmware was loaded again",
		    sum->t.before_load);
	if (view->not_understood)
		row("", "%llu bytes behind write_ptr do not look like events",
		    view->not_understood);
	if (view->behind_wrap.len)
		row("", "%zu bytes behind wrap_offset are no part of the log; 'guclog convert' keeps them",
		    view->behind_wrap.len);
}

/* "SECONDS.MICROSECONDS s after boot" and, where known, the date. */
static void put_moment(struct guc_text *text, const struct timeline *t)
{
	s64 boot = timeline_boottime_ns(t, t->newest);
	char date[64] = "";
	time_t second;
	struct tm tm;

	if (t->has_realtime) {
		second = (time_t)(timeline_realtime_ns(t, t->newest) / NS);
		gmtime_r(&second, &tm);
		strftime(date, sizeof(date), ", %Y-%m-%d %H:%M:%S UTC", &tm);
	}
	guc_text_add(text, "%s%lld.%06lld s after boot%s", boot < 0 ? "-" : "",
		     llabs(boot) / NS, llabs(boot) % NS / 1000, date);
}

static void show_newest(const struct summary *sum)
{
	const struct timeline *t = &sum->t;
	char buf[200] = "";
	struct guc_text text = { .buf = buf, .size = sizeof(buf) };

	if (sum->view->missing) {
		row("newest", "unknown: %llu bytes of events behind the last one are missing",
		    sum->view->missing);
		return;
	}
	if (!t->anchored)
		return;
	if (sum->age_ns >= 0)
		guc_text_add(&text, "%lld.%03lld s before the capture, ",
			     sum->age_ns / NS, sum->age_ns % NS / 1000000);
	put_moment(&text, t);
	row("newest", "%s", buf);
	if (sum->view->anchor_of)
		row("", "by the clocks in %s", sum->view->anchor_of->name);
}

static void show_times(const struct summary *sum)
{
	const struct timeline *t = &sum->t;

	if (!sum->timed || !t->entries || !t->hz || sum->view->unordered)
		return;
	if (sum->span_ns < 0)
		row("time", "unknown: %s", timeline_has_inner_gap(t) ?
		    "events are missing between others" : "the clocks contradict each other");
	else
		row("time", "%lld.%03lld s from the oldest to the %s event",
		    sum->span_ns / NS, sum->span_ns % NS / 1000000,
		    sum->view->missing ? "last" : "newest");
	show_newest(sum);
}

static void show_crash(const struct logview *view)
{
	if (view->crash.len)
		row("crash dump", "%zu bytes", view->crash.len);
	else if (view->crash_state == GUC_CRASH_PRESENT)
		row("crash dump", "present, but not in this file");
	else if (view->crash_state == GUC_CRASH_NONE)
		row("crash dump", "none");
	else
		row("crash dump", "unknown: its region is not at hand");
}

static void show_trouble(const struct summary *sum)
{
	const struct logview *view = sum->view;
	unsigned int i;

	show_crash(view);
	row("faults", view->nr_faults ? "%u" : "none", view->nr_faults);
	for (i = 0; i < view->log.nr_faults && i < GUC_LOG_MAX_FAULTS; i++) {
		char buf[200];
		struct guc_text text = { .buf = buf, .size = sizeof(buf) };

		guc_fault_print(&text, &view->log.fault[i]);
		row("", "%s", buf);
	}
	for (i = 0; i < sum->nr_advice; i++)
		row(i ? "" : "next", "%s", sum->advice[i]);
}

static void show_known(const struct known_case *c)
{
	const struct known_trouble *k;
	unsigned int i = 0;

	while ((k = known_next(c, &i))) {
		row("known", "%s: %s", k->id, k->known);
		row("", "%s", k->link);
	}
}

static void show(const struct summary *sum, const char *packing,
		 const struct known_case *known)
{
	const struct logview *view = sum->view;

	printf("%s: %s%s%s, %s\n", view->input->name,
	       form_label(view->input->form), packing ? " in " : "",
	       packing ? packing : "",
	       sum->complete ? "whole" : "not whole or with faults");
	show_gpu(view);
	show_gt(view);
	show_firmware(sum);
	show_buffer(sum);
	show_ring(sum);
	show_times(sum);
	show_trouble(sum);
	show_known(known);
}

/**
 * struct info - one run
 * @logs: the input
 * @json: as JSON
 * @shown: logs, and devcoredumps without one, so far
 */
struct info {
	struct cli_logs logs;
	bool json;
	unsigned int shown;
};

/* Information about a devcoredump of Linux 6.12. */
static void show_bare(const char *name)
{
	printf("%s: Xe devcoredump without a GuC log\n", name);
	row("next", "'guclog dump' shows what is in it");
	row("", "Linux 6.12 puts no log into a devcoredump: it is in debugfs,");
	row("", "dri/*/gt*/uc/guc_log, until the GuC is loaded anew; the module xe_guclog adds it");
	row("", "to later incidents");
}

/* An incident can have no log, or have been reduced. */
static int no_log(struct info *info, bool incident)
{
	info->shown += incident;
	return incident ? CMD_FAULTS : CMD_FAILED;
}

/**
 * struct looks - which known trouble a log looks like
 * @known: what is known of the log
 * @dump: the devcoredump, NULL without
 * @a: the analysis, NULL without
 * @facts: what it used
 */
struct looks {
	struct known_case known;
	struct dump *dump;
	struct analysis *a;
	struct dump_facts facts;
};

/* A log is analysed only if there is known trouble of its GPU and firmware. */
static void look(struct looks *l, const struct summary *sum, const char *path)
{
	const struct guc_facts *f = &sum->view->facts;
	struct timeline t = sum->t;

	*l = (struct looks){ .dump = NULL };
	known_describe(&l->known, f, NULL, NULL);
	if (!known_possible(&l->known) || !sum->timed || !t.entries)
		return;
	if (sum->view->input->form == FORM_DEVCOREDUMP && strcmp(path, "-"))
		l->dump = dump_file_find(path);
	if (!dump_facts_read(&l->facts, l->dump, guc_facts_has(f, GUC_FACT_gt), f->gt))
		l->a = analyse(&t, &l->facts.facts);
	known_describe(&l->known, f, l->a, l->dump);
}

static void look_end(struct looks *l)
{
	analysis_free(l->a);
	dump_facts_free(&l->facts);
	dump_free(l->dump);
}

static void info_logs(struct info *info, const char *path)
{
	struct logview view;
	struct summary sum;
	struct looks looks;
	unsigned int i = 0;

	while (cli_next(&info->logs, &i, &view)) {
		summary_make(&sum, &view);
		look(&looks, &sum, path);
		if (!sum.complete)
			info->logs.status = max(info->logs.status,
						(int)CMD_FAULTS);
		if (info->json) {
			json_info_add(&sum, &looks.known);
		} else {
			fputs(info->shown ? "\n" : "", stdout);
			show(&sum, info->logs.in.packing, &looks.known);
		}
		look_end(&looks);
		info->shown++;
		logview_close(&view);
	}
}

static void info_bare(struct info *info)
{
	unsigned int i;

	for (i = 0; i < info->logs.in.nr_bare; i++) {
		if (info->json) {
			json_info_add_bare(info->logs.in.bare[i]);
		} else {
			fputs(info->shown ? "\n" : "", stdout);
			show_bare(info->logs.in.bare[i]);
		}
		info->shown++;
	}
	if (i)
		info->logs.status = max(info->logs.status, (int)CMD_FAULTS);
}

static int info_input(struct info *info, const char *path)
{
	bool incident = show_incident(path, info->json);

	info->logs.bare_too = true;
	if (cli_open(&info->logs, path))
		return no_log(info, incident);
	info_logs(info, path);
	info_bare(info);
	return info->logs.status;
}

static int run(void *into, int nr, char **path)
{
	struct info *info = into;
	int ret = CMD_FINE, one;

	for (; nr; nr--, path++) {
		one = info_input(info, *path);
		ret = max(ret, one);
		cli_close(&info->logs);
	}
	if (info->json && (info->shown || ret != CMD_FAILED))
		json_info_print();
	return ret;
}

static void end(void *into)
{
	struct info *info = into;

	cli_close(&info->logs);
}

static const struct option_desc options[] = {
	OPT_GT(struct info, logs.choice.gt, "only the log of this GT"),
	OPT_JSON(struct info, json),
	OPT_END
};

/* guclog info */
const struct cmd cmd_info = {
	.summary = "describe a log on one screen",
	.usage = {
		.verb = "info",
		.synopsis = "[OPTION...] INPUT...",
		.about =
"Describe a GuC log on one screen: whether it is complete, GPU, firmware, level,\n"
"ring, newest event, crash dump, and what to do next.\n",
		.options = options,
		.notes = USAGE_INPUT
"The exit status is 1 if the log is not complete or has faults.\n",
		.operands = "an INPUT is needed",
		.min_operands = 1,
		.max_operands = OPERANDS_ANY,
	},
	.size = sizeof(struct info),
	.run = run,
	.end = end,
};
