// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "guc_report.h"

#include "guc_facts.h"
#include "guc_lfd.h"
#include "guc_log.h"
#include "guc_text.h"
#include "guc_version.h"

#include "abi/guc_lic_abi.h"
#include "abi/guc_log_abi.h"

/* "<prefix>_bytes=" and, where an entry's length is known, "<prefix>_entries=". */
static void amount(struct guc_text *text, const char *prefix, u64 bytes,
		   u32 version)
{
	guc_text_add(text, "%s_bytes=%llu\n", prefix, bytes);
	if (version == GUC_LOG_EVENT_VERSION)
		guc_text_add(text, "%s_entries=%u\n", prefix,
			     (u32)bytes / (u32)sizeof(struct guc_log_event_v2));
}

/**
 * guc_report_events() - the event ring and the crash dump as key=value lines
 * @text: where to
 * @log: the log
 *
 * Context: any, does not sleep.
 */
void guc_report_events(struct guc_text *text, const struct guc_log *log)
{
	const struct guc_region *r = &log->region[GUC_REGION_EVENT];
	const struct guc_events *events = &log->events;

	guc_text_add(text, "event_order=%s\n", guc_order_name(events->order));
	if (events->order != GUC_ORDER_ABSENT) {
		guc_text_add(text, "event_version=%u\n", r->version);
		guc_text_add(text, "event_size=%u\n", r->size);
		amount(text, "event", guc_events_bytes(events), r->version);
		guc_text_add(text, "event_write_ptr=0x%x\n", r->write_ptr);
		guc_text_add(text, "event_wrap_offset=0x%x\n", r->wrap_offset);
		guc_text_add(text, "event_read_ptr=0x%x\n", r->read_ptr);
		if (events->has_unread)
			guc_text_add(text, "event_unread_bytes=%u\n",
				     events->unread);
		guc_text_add(text, "event_full_count=%u\n", r->full_count);
	}
	if (log->crash.len)
		guc_text_add(text, "crash_dump=present, %u bytes\n",
			     log->crash.len);
	else
		guc_text_add(text, "crash_dump=none\n");
}

/**
 * guc_report_before_load() - the events from before the firmware was loaded again
 * @text: where to; nothing is printed when there are none
 * @log: the log
 * @prefix: of the keys
 *
 * Context: any, does not sleep.
 */
void guc_report_before_load(struct guc_text *text, const struct guc_log *log,
			    const char *prefix)
{
	const struct guc_region *r = &log->region[GUC_REGION_EVENT];
	const struct guc_span *span = &log->events.before_load;

	if (!span->len)
		return;
	guc_text_add(text, "%s_offset=0x%llx\n", prefix,
		     span->offset - r->offset);
	amount(text, prefix, span->len, r->version);
}

/**
 * guc_report_faults() - every fault as a fault=<sentence> line
 * @text: where to
 * @log: the log
 *
 * Context: any, does not sleep.
 */
void guc_report_faults(struct guc_text *text, const struct guc_log *log)
{
	unsigned int i, kept = min_t(unsigned int, log->nr_faults,
				     GUC_LOG_MAX_FAULTS);

	for (i = 0; i < kept; i++) {
		guc_text_add(text, "fault=");
		guc_fault_print(text, &log->fault[i]);
		guc_text_add(text, "\n");
	}
	if (log->nr_faults > kept)
		guc_text_add(text, "faults_not_listed=%u\n",
			     log->nr_faults - kept);
}

static void report_region(struct guc_text *text, const struct guc_log *log,
			  enum guc_region_id id)
{
	const struct guc_region *r = &log->region[id];

	guc_text_add(text, "[%s]\n", guc_region_name(id));
	if (!r->present) {
		guc_text_add(text, "state=absent\n");
		return;
	}
	guc_text_add(text, "state_offset=0x%x\n", r->state_offset);
	guc_text_add(text, "region_offset=0x%llx\n", r->offset);
	guc_text_add(text, "size=%u\n", r->size);
	guc_text_add(text, "available=%u\n", r->avail);
	guc_text_add(text, "read_ptr=0x%x\n", r->read_ptr);
	guc_text_add(text, "write_ptr=0x%x\n", r->write_ptr);
	guc_text_add(text, "sampled_write_ptr=0x%x\n", r->sampled_write_ptr);
	guc_text_add(text, "wrap_offset=0x%x\n", r->wrap_offset);
	guc_text_add(text, "flush=%u\n", r->flush);
	guc_text_add(text, "full_count=%u\n", r->full_count);
	guc_text_add(text, "version=%u\n", r->version);
}

static void report_lic_value(struct guc_text *text, const struct guc_lic *lic,
			     u32 key)
{
	u32 v = lic->value[key];

	if (key == GUC_LIC_KEY_TSC_FREQUENCY) {
		guc_text_add(text, "%s=%u\n", guc_lic_key_name(key), v);
		return;
	}
	guc_text_add(text, "%s=0x%x", guc_lic_key_name(key), v);
	if (key == GUC_LIC_KEY_FW_VERSION)
		guc_text_add(text, " (%u.%u.%u)",
			     (u32)FIELD_GET(GUC_FW_VERSION_MAJOR, v),
			     (u32)FIELD_GET(GUC_FW_VERSION_MINOR, v),
			     (u32)FIELD_GET(GUC_FW_VERSION_PATCH, v));
	guc_text_add(text, "\n");
}

static void report_lic(struct guc_text *text, const struct guc_lic *lic)
{
	u32 key;

	guc_text_add(text, "[LIC]\n");
	if (!lic->present) {
		guc_text_add(text, "lic=absent\n");
		return;
	}
	guc_text_add(text, "offset=0x%x\n", lic->offset);
	guc_text_add(text, "version=%u.%u\n",
		     (u32)FIELD_GET(GUC_LIC_VERSION_MAJOR_MASK, lic->version),
		     (u32)FIELD_GET(GUC_LIC_VERSION_MINOR_MASK, lic->version));
	for (key = 1; key <= GUC_LIC_KEYS; key++)
		if (guc_lic_has(lic, key))
			report_lic_value(text, lic, key);
	if (lic->unknown_keys)
		guc_text_add(text, "unknown_keys=%u\n", lic->unknown_keys);
}

/**
 * guc_report_state() - a log's state page, ring and faults for a reader
 * @text: where to
 * @src: the log; its notes are printed last
 *
 * Context: any, does not sleep.
 */
void guc_report_state(struct guc_text *text, const struct guc_lfd_source *src)
{
	const struct guc_log *log = src->log;
	enum guc_region_id id;

	guc_text_add(text, "log_bytes=%llu\n", log->total);
	for (id = 0; id < GUC_REGION_COUNT; id++)
		report_region(text, log, id);
	report_lic(text, &log->lic);
	guc_text_add(text, "[events]\n");
	guc_report_events(text, log);
	guc_report_before_load(text, log, "before_load");
	guc_text_add(text, "[faults]\nfaults=%u\n", log->nr_faults);
	guc_report_faults(text, log);
	if (src->notes)
		guc_text_add(text, "%s", src->notes);
}

/**
 * guc_report_info() - what is known of a device and its GTs
 * @text: where to
 * @device: facts of the device
 * @gt: facts of each GT
 * @nr_gts: how many
 *
 * A reader finds a GT's facts behind the line that gives its number.
 *
 * Context: any, does not sleep.
 */
void guc_report_info(struct guc_text *text, const struct guc_facts *device,
		     const struct guc_facts *gt, unsigned int nr_gts)
{
	unsigned int i;

	guc_text_add(text, "writer=%s\n", GUC_WRITER);
	guc_facts_print(text, device, GUC_FACTS_DEVICE);
	for (i = 0; i < nr_gts; i++)
		guc_facts_print(text, &gt[i], GUC_FACTS_GT);
}
