// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Functions of guclog.h that return parts of a log: its faults, its regions, values of the LIC (log
 * init config: values that the firmware stores in the log buffer) and the bytes of its events.
 */
#include "model/internal.h"
#include "read/log/log.h"

#include "guc_report.h"

#include "abi/guc_lic_abi.h"
#include "abi/guc_log_abi.h"

/*
 * Check that the constants of guclog.h have the same values as those of the core (code that the
 * module and the library share), because the library casts between them.
 */
static_assert((int)GUCLOG_REGION_CAPTURE == (int)GUC_REGION_CAPTURE,
	      "regions");
static_assert((int)GUCLOG_CRASH_PRESENT == (int)GUC_CRASH_PRESENT, "crash dump");
static_assert((int)GUCLOG_ORDER_STORAGE == (int)GUC_ORDER_STORAGE, "orders");
static_assert((int)GUCLOG_LIC_BUILD_PLATFORM_ID == (int)GUC_LIC_KEYS, "keys");

int guclog_log_fault(const struct guclog_log *log, unsigned int i,
		     struct guclog_fault *fault)
{
	const struct parsed_log *parsed = &log_of(log)->parsed;

	if (i >= log->nr_faults || i >= GUC_LOG_MAX_FAULTS)
		return -ENOENT;
	fault_publish(fault, log->is_lfd ? &parsed->broken : &parsed->log.fault[i]);
	return 0;
}

int guclog_log_region(const struct guclog_log *log, enum guclog_region_id id,
		      struct guclog_region *region)
{
	const struct guc_region *r;

	if ((unsigned int)id >= GUC_REGION_COUNT)
		return -ENOENT;
	r = &log_of(log)->parsed.log.region[id];
	if (!r->present)
		return -ENOENT;
	*region = (struct guclog_region){
		.offset = r->offset,
		.size = r->size,
		.avail = r->avail,
		.read_ptr = r->read_ptr,
		.write_ptr = r->write_ptr,
		.sampled_write_ptr = r->sampled_write_ptr,
		.wrap_offset = r->wrap_offset,
		.version = r->version,
		.full_count = r->full_count,
		.flush = r->flush,
	};
	return 0;
}

int guclog_log_lic(const struct guclog_log *log, enum guclog_lic_key key,
		   uint32_t *value)
{
	if (!guc_lic_has(&log_of(log)->parsed.lic, (u32)key))
		return -ENOENT;
	*value = log_of(log)->parsed.lic.value[key];
	return 0;
}

unsigned int guclog_log_events(const struct guclog_log *log,
			       struct guclog_bytes *part, unsigned int room)
{
	unsigned int i;

	for (i = 0; i < log_of(log)->parsed.nr_runs && i < room; i++)
		part[i] = to_bytes(log_of(log)->parsed.run[i].data);
	return log_of(log)->parsed.nr_runs;
}

size_t guclog_log_text(const struct guclog_log *log, char *buf, size_t size)
{
	struct guc_text text = guclog_text(buf, size);
	struct guc_lfd_source src = {
		.log = &log_of(log)->parsed.log,
		.image = input_log_bytes(log_of(log)->parsed.input),
	};

	if (!log->is_lfd)
		guc_report_state(&text, &src);
	return text.len;
}

#define ENTRY	sizeof(struct guc_log_event_v2)

struct guclog_bytes guclog_log_entry(const struct guclog_log *log, uint64_t index)
{
	const struct parsed_log *parsed = &log_of(log)->parsed;
	unsigned int low = 0, high = parsed->nr_runs, middle;
	const struct parsed_log_run *run;

	if (index >= parsed->layout.entries)
		return to_bytes(guc_view(NULL, 0));
	/* Find the last run (events without a gap) that does not begin after the event. */
	while (high - low > 1) {
		middle = low + (high - low) / 2;
		if (parsed->run[middle].first <= index)
			low = middle;
		else
			high = middle;
	}
	run = &parsed->run[low];
	return to_bytes(guc_view_clip(run->data, (index - run->first) * ENTRY, ENTRY));
}

/**
 * log_buffer_length() - get the length of the log buffer
 * @log: the log
 *
 * Return: the length in the input or, if that is greater, the end of the last region according to
 * the buffer states (the headers of the regions), bytes. For an LFD file it is the length of the
 * file.
 */
u64 log_buffer_length(const struct guclog_log *log)
{
	u64 total = max_t(u64, log->total, log->image.len), end;
	struct guclog_region r;
	unsigned int i;

	if (log->is_lfd)
		return log->image.len;
	for (i = 0; i < GUC_REGION_COUNT; i++) {
		if (guclog_log_region(log, (enum guclog_region_id)i, &r))
			continue;
		end = r.offset + r.size;
		total = max(total, end);
	}
	return total;
}

bool guclog_log_complete(const struct guclog_log *log)
{
	const struct guclog_layout *layout = log->layout;

	return log_buffer_length(log) == log->image.len && !log->nr_losses && !log->nr_faults &&
	       !layout->faults && !layout->missing_bytes && !layout->gap_bytes;
}
