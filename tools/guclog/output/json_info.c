// SPDX-License-Identifier: GPL-2.0-only
#include <json-c/json.h>

#include "read/dump/sections.h"
#include "base/types.h"
#include "base/out.h"
#include "explain/explain.h"
#include "messages/lines.h"
#include "model/fact_set.h"
#include "output/report/summary.h"
#include "read/forms.h"
#include "read/log/events.h"
#include "read/log/logs.h"
#include "output/json_out.h"

static void put_facts(struct json_object *to, const struct guclog_facts *f)
{
	struct json_object *facts = json_object_new_object();
	const char *key;
	char value[192];
	unsigned int i;

	for (i = 0; (key = guclog_fact_key(i)); i++)
		if (guclog_facts_has(f, (enum guclog_fact)i) &&
		    guclog_facts_get(f, key, value, sizeof(value)) >= 0)
			json_put_string(facts, key, value);
	json_put(to, "facts", facts);
}

static void put_s64(struct json_object *to, const char *key, s64 value)
{
	json_put(to, key, json_object_new_int64(value));
}

/* Return: whether the tick of the newest event is known and can be converted to ns. */
static bool knows_newest(const struct guclog_summary *sum, const struct guclog_log *log)
{
	return sum->events && sum->events->entries && sum->events->hz &&
	       !log->layout->unordered && !log->layout->missing_bytes;
}

static void put_events(struct json_object *to, const struct guclog_summary *sum,
		       const struct guclog_log *log)
{
	struct json_object *events = json_object_new_object();

	json_put_u64(events, "version", log->layout->version);
	json_put_u64(events, "bytes", log->layout->bytes);
	json_put_string(events, "order", log->layout->order);
	json_put_u64(events, "ring_bytes", log->layout->ring_size);
	json_put_bool(events, "wrapped", log->layout->wrapped);
	json_put_u64(events, "full_count", log->layout->full_count);
	if (sum->events) {
		json_put_u64(events, "entries", sum->events->entries);
		json_put_u64(events, "before_load", sum->events->before_load);
		if (!sum->events->inner_gap)
			json_put_u64(events, "tick_wraps", sum->events->wraps);
	}
	json_put_u64(events, "gap_bytes", log->layout->gap_bytes);
	if (log->layout->gap_ticks)
		json_put_u64(events, "gap_ticks", log->layout->gap_ticks);
	if (log->layout->gap_estimate)
		json_put_u64(events, "gap_estimate_entries", log->layout->gap_estimate);
	json_put_u64(events, "missing_bytes", log->layout->missing_bytes);
	json_put_u64(events, "late_bytes", log->layout->late_bytes);
	json_put_u64(events, "after_wrap_bytes", log->layout->after_wrap.len);
	json_put_u64(events, "not_understood_bytes", log->layout->not_understood);
	if (sum->span_ns >= 0)
		json_put_u64(events, "span_ns", (u64)sum->span_ns);
	if (sum->age_ns >= 0)
		json_put_u64(events, "newest_age_ns", (u64)sum->age_ns);
	if (knows_newest(sum, log) && sum->events->anchored)
		put_s64(events, "newest_boottime_ns",
			guclog_events_boottime_ns(sum->events, sum->events->newest));
	if (knows_newest(sum, log) && sum->events->has_realtime)
		put_s64(events, "newest_realtime_ns",
			guclog_events_realtime_ns(sum->events, sum->events->newest));
	if (log->anchor_of)
		json_put_string(events, "anchor_of", log->anchor_of);
	json_put(to, "events", events);
}

static void put_trouble(struct json_object *to, const struct guclog_summary *sum,
			const struct guclog_log *log)
{
	static const char * const crash[] = {
		[GUCLOG_CRASH_UNKNOWN] = "unknown",
		[GUCLOG_CRASH_NONE] = "none",
		[GUCLOG_CRASH_PRESENT] = "present",
	};
	struct json_object *faults = json_object_new_array();
	struct json_object *advice = json_object_new_array();
	struct guclog_fault fault;
	unsigned int i;

	for (i = 0; !log->is_lfd && !guclog_log_fault(log, i, &fault); i++)
		json_object_array_add(faults, json_fault(&fault));
	for (i = 0; i < sum->nr_advice; i++)
		json_object_array_add(advice, json_object_new_string(sum->advice[i]));
	json_put_string(to, "crash_dump", crash[log->layout->crash]);
	json_put(to, "crash_dump_bytes",
		 json_known_u64(log->layout->crash != GUCLOG_CRASH_UNKNOWN, log->crash.len));
	json_put_u64(to, "losses", log->nr_losses);
	json_put_u64(to, "fault_count", log->layout->faults);
	json_put(to, "faults", faults);
	json_put(to, "advice", advice);
}

/**
 * json_info_add() - add a log for json_info_print()
 * @sum: summary of the log
 * @log: the log
 * @explanation: explanation of the log, NULL if there is none
 */
void json_info_add(const struct guclog_summary *sum, const struct guclog_log *log,
		   const struct guclog_explanation *explanation)
{
	struct json_object *o = json_object_new_object();

	json_put_string(o, "file", log->name);
	json_put_string(o, "form", guclog_form_label(log->form));
	json_put_bool(o, "complete", sum->complete);
	json_put(o, "dump_cut", log->dump ? json_object_new_boolean(log->dump->cut) : NULL);
	json_put_u64(o, "bytes", log->image.len);
	json_put(o, "total_bytes", json_known_u64(sum->total, sum->total));
	json_put_string(o, "firmware", sum->firmware);
	json_put_string(o, "wanted", sum->wanted);
	json_put_bool(o, "outdated", sum->outdated);
	put_facts(o, log->facts);
	put_events(o, sum, log);
	put_trouble(o, sum, log);
	json_put(o, "known", json_known(explanation));
	json_list_add(out_part(OUT_LIST), o);
}

/**
 * json_info_incident() - add an input that is the directory of a stored incident for
 * json_info_print()
 * @metadata: metadata of the incident; json_info_print() releases them
 */
void json_info_incident(struct json_object *metadata)
{
	json_list_add(out_part(OUT_INCIDENTS), metadata);
}

/**
 * json_info_add_bare() - add a devcoredump without a log for json_info_print()
 * @name: name of the devcoredump
 */
void json_info_add_bare(const char *name)
{
	json_list_add(out_part(OUT_BARE), json_object_new_string(name));
}

/**
 * json_info_add_kernel_log() - add a kernel log without a GuC log for json_info_print()
 * @log: the kernel log
 */
void json_info_add_kernel_log(const struct guclog_kernel_log *log)
{
	struct json_object *o = json_object_new_object();
	unsigned int i, unknown = 0;

	for (i = 0; i < log->nr_lines; i++)
		unknown += log->line[i]->about == GUCLOG_MESSAGE_UNKNOWN;
	json_put(o, "name", json_object_new_string(log->name));
	json_put(o, "kernel", log->kernel ? json_object_new_string(log->kernel) : NULL);
	json_put(o, "lines", json_object_new_uint64(log->nr_lines));
	json_put(o, "unknown_errors", json_object_new_uint64(unknown));
	json_put(o, "incidents", json_object_new_uint64(log->nr_incidents));
	json_list_add(out_part(OUT_KERNEL_LOGS), o);
}

/* Add one incident as the object "incident", several incidents as the array "incidents". */
static void put_incidents(struct json_object *o)
{
	struct json_object *incidents = out_take(OUT_INCIDENTS);

	if (!incidents)
		return;
	if (json_object_array_length(incidents) > 1) {
		json_put(o, "incidents", incidents);
	} else {
		json_put(o, "incident",
			 json_object_get(json_object_array_get_idx(incidents, 0)));
		json_object_put(incidents);
	}
}

/**
 * json_info_print() - print as JSON what json_info_add(), json_info_add_bare() and
 * json_info_incident() have added
 */
void json_info_print(void)
{
	struct json_object *kernel_logs;
	struct json_object *o = json_object_new_object();

	put_incidents(o);
	json_put(o, "logs", out_take(OUT_LIST) ?: json_object_new_array());
	kernel_logs = out_take(OUT_KERNEL_LOGS);
	if (kernel_logs)
		json_put(o, "kernel_logs", kernel_logs);
	json_list_print(out_part(OUT_BARE), "dumps_without_log", o);
}
