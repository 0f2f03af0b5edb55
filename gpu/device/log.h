/* SPDX-License-Identifier: GPL-2.0 */
/* log.h -- writes the GuC's log buffer as the firmware does. */
#ifndef GPU_LOG_H
#define GPU_LOG_H

#include "event.h"
#include "gpu.h"

/* The fields of a buffer state, in their order in memory. */
enum log_field {
	LOG_MARKER0,
	LOG_MARKER1,
	LOG_READ_PTR,
	LOG_WRITE_PTR,
	LOG_SIZE,
	LOG_SAMPLED,
	LOG_WRAP_OFFSET,
	LOG_FLAGS,
	LOG_VERSION,
	LOG_FIELDS,
};

void log_start(struct guc *guc, u32 params, u32 debug, u32 device);
void log_stop(struct guc_log *log);
void log_entry(struct guc *guc, const u32 entry[EVENT_DWORDS]);
void log_events(struct guc *guc, u64 count);
void log_clear(struct guc *guc);
void log_wrap(struct guc *guc);
void log_pace(struct guc *guc, u64 ns);
void log_crash(struct guc *guc);
void log_capture(struct guc *guc, u32 bytes);
void log_capture_region(struct guc *guc, u64 *at, u32 *size, u32 *write, u32 *read);
void log_capture_written(struct guc *guc, u32 write);
void log_flush(struct guc *guc);
void log_set_lic(struct guc *guc, enum lic_form form);
void log_set_field(struct guc *guc, enum log_section s, enum log_field f, u32 v);
u64 log_image_size(const struct guc_log *log);

#endif
