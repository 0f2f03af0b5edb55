/* SPDX-License-Identifier: GPL-2.0 */
/* log.h -- the GuC's log buffer, written as the firmware writes it. */
#ifndef GPU_LOG_H
#define GPU_LOG_H

#include "types.h"

struct guc;

enum log_section {
	LOG_EVENT,
	LOG_CRASH,
	LOG_CAPTURE,
	LOG_SECTIONS,
};

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

enum lic_form {
	LIC_GOOD,
	LIC_MISSING,		/* nothing but zeros */
	LIC_MINOR,		/* version 1.1, with a key more */
	LIC_MAJOR,		/* version 2.0 */
	LIC_UNKNOWN,		/* keys that nobody knows among the known */
	LIC_LONG,		/* a key with a value of three dwords */
	LIC_FORMS,
};

/**
 * struct guc_log - one log buffer
 * @base:    global address, 0: the driver gave none
 * @on:      events are to be written
 * @size:    of the sections' regions, in bytes
 * @write:   where the next event goes
 * @wraps:   how often the ring has wrapped since boot
 * @written: events since boot
 * @seed:    what they are made of
 * @live:    they carry the device's clock, not the seed's
 * @device:  the driver's device parameter, which is a key of the LIC
 * @lic:     form of the LIC
 * @torn:    at a wrap wrap_offset is left as it was: a header of two moments
 * @boot_events: events written at every boot
 * @rate:    events a second that the writer thread writes
 * @due:     part of an event that it owes, in nanoseconds times rate
 */
struct guc_log {
	u64 base;
	bool on;
	u32 size[LOG_SECTIONS];
	u32 write;
	unsigned long wraps;
	u64 written;
	u64 seed;
	bool live;
	u32 device;
	enum lic_form lic;
	bool torn;
	u32 boot_events;
	u32 rate;
	u64 due;
};

void log_start(struct guc *guc, u32 params, u32 debug, u32 device);
void log_stop(struct guc_log *log);
void log_events(struct guc *guc, u64 count);
void log_wrap(struct guc *guc);
void log_pace(struct guc *guc, u64 ns);
void log_crash(struct guc *guc);
void log_capture(struct guc *guc, u32 bytes);
void log_flush(struct guc *guc);
void log_set_lic(struct guc *guc, enum lic_form form);
void log_set_field(struct guc *guc, enum log_section s, enum log_field f, u32 v);
u64 log_image_size(const struct guc_log *log);

#endif
