// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "guc_report.h"

#include "guc_entry.h"
#include "guc_facts.h"
#include "guc_lfd.h"
#include "guc_log.h"
#include "guc_text.h"
#include "guc_version.h"

#include "abi/guc_comment_abi.h"
#include "abi/guc_lic_abi.h"
#include "abi/guc_log_abi.h"

/**
 * guc_report_amount() - print a length as "<key>_bytes=" and "<key>_entries="
 * lines
 * @text: the text to append to
 * @key: the key without "_bytes" and "_entries"
 * @bytes: the length in bytes, less than 2^32
 * @version: version of the entries; for an unknown version only bytes are printed
 *
 * Context: any, does not sleep.
 */
void guc_report_amount(struct guc_text *text, const char *key, u64 bytes,
		       u32 version)
{
	guc_text_add(text, "%s" GUC_COMMENT_IN_BYTES "=%llu\n", key, bytes);
	if (version == GUC_LOG_EVENT_VERSION)
		guc_text_add(text, "%s" GUC_COMMENT_IN_ENTRIES "=%u\n", key,
			     (u32)bytes / GUC_ENTRY_V2);
}

/*
 * Print the lines about events that are missing, events that were written while the log was copied,
 * and bytes that do not look like events. Most logs have none of these.
 */
static void report_exceptions(struct guc_text *text,
			      const struct guc_events *events, u32 version)
{
	u64 gaps = guc_events_gaps(events);

	if (gaps)
		guc_report_amount(text, GUC_COMMENT_GAP, gaps, version);
	if (events->missing)
		guc_report_amount(text, GUC_COMMENT_MISSING, events->missing,
				  version);
	if (events->late)
		guc_report_amount(text, GUC_COMMENT_LATE, events->late,
				  version);
	if (events->not_understood)
		guc_text_add(text, GUC_COMMENT_NOT_UNDERSTOOD "=%u\n",
			     events->not_understood);
}

static void report_crash(struct guc_text *text, const struct guc_log *log)
{
	guc_text_add(text, GUC_COMMENT_CRASH "=");
	switch (log->crash_state) {
	case GUC_CRASH_NONE:
		guc_text_add(text, GUC_COMMENT_CRASH_NONE "\n");
		break;
	case GUC_CRASH_PRESENT:
		guc_text_add(text, GUC_COMMENT_CRASH_PRESENT ", %u bytes\n",
			     log->crash.len);
		break;
	case GUC_CRASH_UNKNOWN:
		guc_text_add(text, GUC_COMMENT_CRASH_UNKNOWN "\n");
		break;
	}
}

/**
 * guc_report_events() - print the event ring and the crash dump as key=value
 * lines
 * @text: the text to append to
 * @log: the parsed log
 *
 * Context: any, does not sleep.
 */
void guc_report_events(struct guc_text *text, const struct guc_log *log)
{
	const struct guc_region *r = &log->region[GUC_REGION_EVENT];
	const struct guc_events *events = &log->events;

	guc_text_add(text, GUC_COMMENT_ORDER "=%s\n",
		     guc_order_name(events->order));
	if (events->order != GUC_ORDER_ABSENT) {
		guc_text_add(text, GUC_COMMENT_VERSION "=%u\n", r->version);
		guc_text_add(text, GUC_COMMENT_SIZE "=%u\n", r->size);
		guc_report_amount(text, GUC_COMMENT_EVENT,
				  guc_events_bytes(events), r->version);
		report_exceptions(text, events, r->version);
		guc_text_add(text, GUC_COMMENT_WRITE_PTR "=0x%x\n",
			     r->write_ptr);
		guc_text_add(text, GUC_COMMENT_WRAP_OFFSET "=0x%x\n",
			     r->wrap_offset);
		guc_text_add(text, GUC_COMMENT_READ_PTR "=0x%x\n",
			     r->read_ptr);
		if (events->has_unread)
			guc_text_add(text, GUC_COMMENT_UNREAD "=%u\n",
				     events->unread);
		guc_text_add(text, GUC_COMMENT_FULL_COUNT "=%u\n",
			     r->full_count);
	}
	report_crash(text, log);
}

/**
 * guc_report_part() - print the offset and length of a part of the event region
 * @text: the text to append to; nothing is printed when the part is empty
 * @log: the parsed log
 * @key: the key without "_offset", "_bytes" and "_entries"
 * @span: the part of the event region
 *
 * Context: any, does not sleep.
 */
void guc_report_part(struct guc_text *text, const struct guc_log *log,
		     const char *key, const struct guc_span *span)
{
	const struct guc_region *r = &log->region[GUC_REGION_EVENT];

	if (!span->len)
		return;
	guc_text_add(text, "%s" GUC_COMMENT_AT_OFFSET "=0x%llx\n", key,
		     span->offset - r->offset);
	guc_report_amount(text, key, span->len, r->version);
}

/**
 * guc_report_faults() - print each stored fault as a fault=<sentence> line
 * @text: the text to append to
 * @log: the parsed log
 *
 * Context: any, does not sleep.
 */
void guc_report_faults(struct guc_text *text, const struct guc_log *log)
{
	unsigned int i, kept = min_t(unsigned int, log->nr_faults,
				     GUC_LOG_MAX_FAULTS);

	for (i = 0; i < kept; i++) {
		guc_text_add(text, GUC_COMMENT_FAULT "=");
		guc_fault_print(text, &log->fault[i]);
		guc_text_add(text, "\n");
	}
	if (log->nr_faults > kept)
		guc_text_add(text, GUC_COMMENT_FAULTS_NOT_LISTED "=%u\n",
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
 * guc_report_state() - print the state page, the event ring and the faults of a
 * log
 * @text: the text to append to
 * @src: the log and its notes; the notes are printed last
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
	guc_report_part(text, log, "before_load", &log->events.before_load);
	guc_report_part(text, log, "after_wrap", &log->events.after_wrap);
	guc_text_add(text, "[faults]\nfaults=%u\n", log->nr_faults);
	guc_report_faults(text, log);
	if (src->notes)
		guc_text_add(text, "%s", src->notes);
}

/**
 * guc_report_info() - print the facts (named values, see guc_facts.h) of a device and its GTs
 * @text: the text to append to
 * @device: facts of the device
 * @gt: facts of each GT
 * @nr_gts: number of GTs
 *
 * The facts of each GT begin with the number of the GT.
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
