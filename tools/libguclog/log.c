// SPDX-License-Identifier: MIT OR GPL-2.0-only
#include "internal.h"

#include "guc_report.h"

#include "abi/guc_lic_abi.h"

/* The public numbers are the core's. */
static_assert((int)GUCLOG_REGION_CAPTURE == (int)GUC_REGION_CAPTURE,
	      "regions");
static_assert((int)GUCLOG_ORDER_STORAGE == (int)GUC_ORDER_STORAGE, "orders");
static_assert((int)GUCLOG_LIC_BUILD_PLATFORM_ID == (int)GUC_LIC_KEYS, "keys");

/**
 * guclog_log_parse() - parse an image
 * @log: set to the handle
 * @image: the log buffer, or a beginning of it; stays the caller's
 * @len: bytes at @image
 * @total: length of the log buffer in bytes, 0 when it is @len
 *
 * Return: 0, -EINVAL when @total is less than @len, -ENOMEM.
 */
int guclog_log_parse(struct guclog_log **log, const void *image, size_t len,
		     uint64_t total)
{
	struct guclog_log *l;

	if (!total)
		total = len;
	if (total < len)
		return -EINVAL;
	l = calloc(1, sizeof(*l));
	if (!l)
		return -ENOMEM;
	l->image = bytes(image, len);
	guc_log_parse(&l->log, l->image, total);
	*log = l;
	return 0;
}

/**
 * guclog_log_free() - free a log
 * @log: the handle, may be NULL
 */
void guclog_log_free(struct guclog_log *log)
{
	free(log);
}

/**
 * guclog_log_faults() - number of faults
 * @log: the handle
 *
 * Return: how many.
 */
unsigned int guclog_log_faults(const struct guclog_log *log)
{
	return log->log.nr_faults;
}

/**
 * guclog_log_fault() - one fault
 * @log: the handle
 * @i: its number
 * @fault: filled
 *
 * Return: 0, or -ENOENT.
 */
int guclog_log_fault(const struct guclog_log *log, unsigned int i,
		     struct guclog_fault *fault)
{
	if (i >= log->log.nr_faults || i >= GUC_LOG_MAX_FAULTS)
		return -ENOENT;
	tell_fault(fault, &log->log.fault[i]);
	return 0;
}

/**
 * guclog_log_region() - what the firmware says of a region
 * @log: the handle
 * @id: which
 * @region: filled
 *
 * Return: 0, or -ENOENT.
 */
int guclog_log_region(const struct guclog_log *log, enum guclog_region_id id,
		      struct guclog_region *region)
{
	const struct guc_region *r;

	if ((unsigned int)id >= GUC_REGION_COUNT)
		return -ENOENT;
	r = &log->log.region[id];
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

/**
 * guclog_log_lic() - a value of the LIC
 * @log: the handle
 * @key: which
 * @value: set
 *
 * Return: 0, or -ENOENT.
 */
int guclog_log_lic(const struct guclog_log *log, enum guclog_lic_key key,
		   uint32_t *value)
{
	if (!guc_lic_has(&log->log.lic, (u32)key))
		return -ENOENT;
	*value = log->log.lic.value[key];
	return 0;
}

static struct guclog_bytes span_bytes(const struct guclog_log *log,
				      struct guc_span span)
{
	if (!span.len)
		return (struct guclog_bytes){ .data = NULL };
	return (struct guclog_bytes){
		.data = log->image.data + span.offset,
		.len = span.len,
	};
}

/**
 * guclog_log_events() - the events
 * @log: the handle
 * @part: filled
 *
 * Return: how many parts, 0 to 2.
 */
unsigned int guclog_log_events(const struct guclog_log *log,
			       struct guclog_bytes part[2])
{
	unsigned int i;

	for (i = 0; i < log->log.events.nr_runs; i++)
		part[i] = span_bytes(log, log->log.events.run[i].span);
	return i;
}

/**
 * guclog_log_order() - what is known of the events' order
 * @log: the handle
 *
 * Return: the order.
 */
enum guclog_order guclog_log_order(const struct guclog_log *log)
{
	return (enum guclog_order)log->log.events.order;
}

/**
 * guclog_log_before_load() - events from before the firmware was loaded again
 * @log: the handle
 *
 * Return: their bytes, of length 0 when there are none.
 */
struct guclog_bytes guclog_log_before_load(const struct guclog_log *log)
{
	return span_bytes(log, log->log.events.before_load);
}

/**
 * guclog_log_crash() - the crash dump
 * @log: the handle
 *
 * Return: its bytes, of length 0 when there is none.
 */
struct guclog_bytes guclog_log_crash(const struct guclog_log *log)
{
	return span_bytes(log, log->log.crash);
}

/**
 * guclog_log_text() - states, LIC, ring and faults as text
 * @log: the handle
 * @buf: destination
 * @size: bytes at @buf
 *
 * Return: the text's length.
 */
size_t guclog_log_text(const struct guclog_log *log, char *buf, size_t size)
{
	struct guc_text text = guclog_text(buf, size);
	struct guc_lfd_source src = { .log = &log->log, .image = log->image };

	guc_report_state(&text, &src);
	return text.len;
}
