/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The log of one GT: its bytes, regions, faults and facts.
 */
#ifndef _GUCLOG_READ_LOG_LOGS_H_
#define _GUCLOG_READ_LOG_LOGS_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/types.h"
#include "read/forms.h"

struct guclog_dump;
struct guclog_facts;
struct guclog_file;
struct guclog_incident;
struct guclog_trigger;

/* Regions of the log buffer. */
enum guclog_region_id {
	GUCLOG_REGION_EVENT,		/* the ring of events */
	GUCLOG_REGION_CRASH,		/* the crash dump of the firmware */
	GUCLOG_REGION_CAPTURE		/* registers that the GuC captured at engine resets */
};

/* The order in which the library returns the events of a log. */
enum guclog_order {
	GUCLOG_ORDER_ABSENT,	/* there is no usable event region, or the order is unknown */
	GUCLOG_ORDER_LINEAR,	/* the ring has not wrapped; oldest event first */
	GUCLOG_ORDER_WRAPPED,	/* the ring has wrapped; oldest event first */
	GUCLOG_ORDER_STORAGE	/* the ring's pointers contradict each other: order of storage */
};

/* Keys of the LIC (log init config: values that the firmware stores in the log buffer). */
enum guclog_lic_key {
	GUCLOG_LIC_FW_VERSION = 1,	/* branch, major, minor and patch, one byte each */
	GUCLOG_LIC_GUC_DEVICE_ID,
	GUCLOG_LIC_TSC_FREQUENCY,	/* frequency of the events' timestamps, kHz */
	GUCLOG_LIC_GMD_ID,
	GUCLOG_LIC_BUILD_PLATFORM_ID
};

/**
 * struct guclog_region - a region of a log buffer, as the firmware describes it in the buffer
 * @offset: offset of the region in the image (the copy of the log buffer), bytes; may be greater
 *	than the length of the image
 * @size: size of the region, bytes
 * @avail: number of bytes of the region that lie in the log buffer, at most @size
 * @read_ptr: offset in the region up to which the driver has read, bytes
 * @write_ptr: offset in the region at which the firmware writes next, bytes
 * @sampled_write_ptr: write pointer at the last flush request, bytes
 * @wrap_offset: offset in the region at which the last whole entry before the latest wrap
 *	ended, bytes
 * @version: version of the format of the region's entries
 * @full_count: number of times that the region was full, modulo 16
 * @flush: 1 when the firmware asks the driver to read the region, else 0
 */
struct guclog_region {
	uint64_t offset;
	uint32_t size;
	uint32_t avail;
	uint32_t read_ptr;
	uint32_t write_ptr;
	uint32_t sampled_write_ptr;
	uint32_t wrap_offset;
	uint32_t version;
	uint32_t full_count;
	uint32_t flush;
};

/* Whether a log has a crash dump. */
enum guclog_crash {
	GUCLOG_CRASH_UNKNOWN,	/* the region of crash dumps is partly or completely missing */
	GUCLOG_CRASH_NONE,
	GUCLOG_CRASH_PRESENT
};

/**
 * struct guclog_layout - which events of the GuC's event ring a log has, and which are missing
 * @version: version of the format of the entries (events)
 * @order: order of the events as text; empty when the order is unknown, "absent" if an image has no
 *	usable event region
 * @wrapped: the ring had wrapped
 * @unordered: the events are in storage order: it is unknown which event is the oldest
 * @stream: the log is a stream (an LFD file without end, to which new events are appended), or was
 *	recorded from a stream
 * @bytes: length of the events in bytes, without events from before the firmware was loaded again
 * @entries: number of events, 0 when the length of an event is unknown
 * @gap_bytes: length in bytes of events that are missing between two events of the log or before
 *	the oldest event
 * @gap_ticks: for a stream: sum of the known durations of gaps, in ticks of the GuC's clock
 * @gap_estimate: for a stream: the number of missing events, estimated from the rate before each
 *	gap; 0 when there is no estimate
 * @missing_bytes: length in bytes of the newest events if these are missing, else 0
 * @late_bytes: length in bytes of the newest events that the firmware wrote while the log was
 *	copied
 * @not_understood: for a ring that has not wrapped: number of bytes after the write pointer that
 *	are not 0 and do not look like events
 * @after_wrap: for a ring that has wrapped: the bytes after the wrap offset. Their age is unknown,
 *	so they are not part of the log.
 * @schema: the data of a BINARY_SCHEMA_FORMAT block of an LFD file; empty if there is none
 * @crash: whether there is a crash dump
 * @faults: number of faults of the log, including those that a comment of an LFD file lists
 * @ring_size: length of the ring in bytes, 0 when unknown
 * @write_ptr: write pointer of the ring, bytes
 * @wrap_offset: wrap offset of the ring, bytes
 * @full_count: number of times that the ring was full, modulo 16
 */
struct guclog_layout {
	uint32_t version;
	const char *order;
	bool wrapped;
	bool unordered;
	bool stream;
	uint64_t bytes;
	uint64_t entries;
	uint64_t gap_bytes;
	uint64_t gap_ticks;
	uint64_t gap_estimate;
	uint64_t missing_bytes;
	uint64_t late_bytes;
	uint64_t not_understood;
	struct guclog_bytes after_wrap;
	struct guclog_bytes schema;
	enum guclog_crash crash;
	unsigned int faults;
	uint32_t ring_size;
	uint32_t write_ptr;
	uint32_t wrap_offset;
	uint32_t full_count;
};

/**
 * struct guclog_log - the log of one GT
 * @name: name of the file that contains the log, and the name of the member if the file is an
 *	archive; printable
 * @form: form of the log; guclog_form_label() returns its name
 * @is_lfd: the input was an LFD file. Its comment blocks describe the regions, the faults and the
 *	state of the log buffer; guclog_log_region() and guclog_log_text() return nothing, and
 *	guclog_log_lfd() cannot write the log again.
 * @line: line number of the log's first line in a text, 0 for a binary form
 * @image: the copy of the log buffer, in which missing bytes are 0; or the LFD file, which
 *	guclog_blocks_open() reads
 * @total: length of the log buffer in bytes if the input contains this length; else the length of
 *	@image
 * @facts: facts of the device and the GT
 * @own_facts: as @facts, but without a clock anchor from another copy of the log and without facts
 *	that only the comments of an LFD file contain
 * @anchor_of: name of the file with the other log from which the clock anchor was taken; NULL if
 *	this log has its own anchor or none
 * @nr_losses: number of losses (parts of the log that were missing or damaged in the input);
 *	@losses may list fewer
 * @losses: a line "loss=..." for each loss, for the argument @notes of guclog_log_lfd(); empty if
 *	there are no losses
 * @dump: the devcoredump that contains the log, NULL if there is none
 * @layout: which events of the event ring the log has
 * @order: order of the events
 * @before_load: events from before the firmware was loaded again; empty if there are none
 * @crash: the crash dump; empty if there is none
 * @nr_faults: number of faults; guclog_log_fault() returns the first 16 of them
 * @incident: the event in the driver because of which the kernel module recorded the log; its
 *	@trigger is empty if the log was not recorded because of such an event
 * @file: the file that contains the log
 *
 * The library allocates this structure. Later releases add members at its end.
 */
struct guclog_log {
	const char *name;
	enum guclog_form form;
	bool is_lfd;
	uint64_t line;
	struct guclog_bytes image;
	uint64_t total;
	const struct guclog_facts *facts;
	const struct guclog_facts *own_facts;
	const char *anchor_of;
	unsigned int nr_losses;
	const char *losses;
	const struct guclog_dump *dump;
	const struct guclog_layout *layout;
	enum guclog_order order;
	struct guclog_bytes before_load;
	struct guclog_bytes crash;
	unsigned int nr_faults;
	const struct guclog_incident *incident;
	const struct guclog_file *file;
};

/* Maximum length of an image in bytes. Real log buffers are far shorter. */
#define GUCLOG_MAX_IMAGE	(256ull * 1024 * 1024)

/**
 * guclog_log_fault() - get a fault (a defect) that was found in a log
 * @log: the log
 * @i: number of the fault, from 0
 * @fault: filled with the fault
 *
 * Return: 0, or -ENOENT if the log has no fault with this number, or @i is 16 or more: only the
 * first 16 faults are stored.
 */
int guclog_log_fault(const struct guclog_log *log, unsigned int i,
		     struct guclog_fault *fault);

/**
 * guclog_log_region() - get the firmware's description of a region
 * @log: the log
 * @id: the region
 * @region: filled with the description
 *
 * Return: 0, or -ENOENT if the firmware does not describe the region or if the input was an LFD
 * file.
 */
int guclog_log_region(const struct guclog_log *log, enum guclog_region_id id,
		      struct guclog_region *region);

/**
 * guclog_log_lic() - get a value of the LIC
 * @log: the log
 * @key: the key
 * @value: set to the value
 *
 * Return: 0, or -ENOENT when the LIC has no value for the key.
 */
int guclog_log_lic(const struct guclog_log *log, enum guclog_lic_key key,
		   uint32_t *value);

/**
 * guclog_log_events() - get the bytes of all events
 * @log: the log
 * @part: filled with the ranges of events that follow each other without a gap, in the order that
 *	@order of the log gives. Events may be missing between two ranges.
 * @room: number of elements of @part
 *
 * Return: number of ranges, which can be greater than @room; an image without missing bytes has
 * at most 2.
 */
unsigned int guclog_log_events(const struct guclog_log *log,
			       struct guclog_bytes *part, unsigned int room);

/**
 * guclog_log_text() - describe a log in the format of the kernel module's guc_log_state file
 * @log: the log
 * @buf: destination
 * @size: bytes at @buf
 *
 * Return: length of the text, or 0 if the input was an LFD file.
 */
size_t guclog_log_text(const struct guclog_log *log, char *buf, size_t size);

/**
 * guclog_log_entry() - get the bytes of an event
 * @log: the log
 * @index: number of the event, less than @entries of the log's @layout
 *
 * Return: the bytes of the event; empty after the last event.
 */
struct guclog_bytes guclog_log_entry(const struct guclog_log *log, uint64_t index);

/**
 * struct guclog_incident - the triggers (events in the driver) of a log that was recorded
 * @boottime_ns: time of the first trigger, CLOCK_BOOTTIME, ns; 0 if the kernel module did not
 *	record the log because of a trigger
 * @has_guc_id: @guc_id is known
 * @guc_id: guc_id of the queue that may be the cause according to the triggers: the queue in the
 *	first trigger that names a queue and is not a job timeout, else the queue of the first job
 *	timeout. Unknown if a trigger about the whole GT makes this doubtful.
 * @trigger: name of the first trigger, empty when there is none
 * @engine: name of the engine of the queue @guc_id, empty when unknown
 * @nr_triggers: number of triggers that the log lists, 0 for a log from an older module
 * @triggers: the triggers, in the order of their times
 * @restarted: the firmware was loaded again between the first trigger and the copy of the log.
 *	Events that the new firmware has overwritten are missing.
 * @unchanged: the log did not change between the first trigger and the copy, so no event is newer
 *	than the trigger
 */
struct guclog_incident {
	uint64_t boottime_ns;
	bool has_guc_id;
	uint32_t guc_id;
	char trigger[32];
	char engine[16];
	unsigned int nr_triggers;
	const struct guclog_trigger *triggers;
	bool restarted;
	bool unchanged;
};

/**
 * guclog_log_complete() - find out whether a log is complete
 * @log: the log
 *
 * Return: true if no part of the log is missing, and it has no faults.
 */
bool guclog_log_complete(const struct guclog_log *log);

#endif
