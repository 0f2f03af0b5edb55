/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The lines of a kernel log about xe and i915, and their incidents.
 */
#ifndef _GUCLOG_MESSAGES_LINES_H_
#define _GUCLOG_MESSAGES_LINES_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The following functions read the lines about hangs that xe prints into the kernel log. */

/* The event that a line of the kernel log reports. */
enum guclog_kernel_event {
	GUCLOG_KERNEL_JOB_TIMEOUT,	/* a job did not end in time */
	GUCLOG_KERNEL_ENGINE_RESET,	/* the GuC reset the engine of a queue */
	GUCLOG_KERNEL_MEMORY_ERROR,	/* the GuC reported a memory (CAT) error */
	GUCLOG_KERNEL_PAGE_FAULT,	/* a page fault that the driver did not resolve */
	GUCLOG_KERNEL_FAULT_REFUSED,	/* the driver's answer to a page fault: not resolved */
	GUCLOG_KERNEL_NO_ANSWER,	/* the GuC did not acknowledge an enable or a disable */
	GUCLOG_KERNEL_RESET_FAILED,	/* the GuC could not reset an engine */
	GUCLOG_KERNEL_GT_RESET,		/* the driver began to reset the GT */
	GUCLOG_KERNEL_WEDGED,		/* the driver declared the GPU wedged */
	GUCLOG_KERNEL_DUMP_CREATED,	/* the driver made a devcoredump */
	GUCLOG_KERNEL_GT_RESET_FAILED,	/* the driver could not reset the GT */
	GUCLOG_KERNEL_ERROR,		/* an error whose text is not known */
	GUCLOG_KERNEL_JOB_TIMEOUT_OTHER, /* a job of the driver itself did not end in time */
	GUCLOG_KERNEL_JOB_NOT_STARTED,	/* a job had not begun when its time limit had passed */
	GUCLOG_KERNEL_JOB_STUCK,	/* the clock of a job's context does not advance */
	GUCLOG_KERNEL_START_JOB_FAILED,	/* the driver's first job or queue on an engine failed */
	GUCLOG_KERNEL_GPU_HANG,		/* i915 found a hang */
	GUCLOG_KERNEL_FAULT_QUEUE_FULL,	/* a page fault could not be stored */
	GUCLOG_KERNEL_CT_BROKEN,	/* the channel between driver and GuC does not work */
	GUCLOG_KERNEL_REQUEST_REFUSED,	/* the GuC refused a request */
	GUCLOG_KERNEL_BAD_MESSAGE,	/* the GuC sent a message that is wrong */
	GUCLOG_KERNEL_TLB_TIMEOUT,	/* the GuC did not answer an invalidation of the TLB */
	GUCLOG_KERNEL_GUC_CRASH,	/* the firmware of the GuC crashed */
	GUCLOG_KERNEL_LOAD_FAILED,	/* the firmware of the GuC did not start */
	GUCLOG_KERNEL_LOAD_STATUS,	/* how far the firmware's start came */
	GUCLOG_KERNEL_OLD_FIRMWARE,	/* the driver refused the firmware because of its version */
	GUCLOG_KERNEL_NO_FIRMWARE,	/* the file of the firmware is missing or damaged */
	GUCLOG_KERNEL_PROBE_FAILED,	/* the driver could not be started */
	GUCLOG_KERNEL_RESET_ASKED,	/* the driver asked for a GT reset */
	GUCLOG_KERNEL_GT_RESET_DONE,	/* the GT was reset */
	GUCLOG_KERNEL_DEVICE_LOST,	/* the device does not answer */
	GUCLOG_KERNEL_PCI_ERROR,	/* the PCI core reported an error */
	GUCLOG_KERNEL_SURVIVABILITY,	/* the device is in survivability mode */
	GUCLOG_KERNEL_HARDWARE_ERROR,	/* the hardware reported an error */
	GUCLOG_KERNEL_PCI_RESET,	/* the PCI core began a function level reset */
	GUCLOG_KERNEL_PCI_RESET_DONE,	/* the PCI core ended a function level reset */
	GUCLOG_KERNEL_DRIVER_ERROR,	/* trouble of the driver that is not a hang */
	GUCLOG_KERNEL_VM_ERROR,		/* the driver banned an address space */
	GUCLOG_KERNEL_SUSPEND_FAILED,	/* a suspend or a resume failed */
	GUCLOG_KERNEL_WARNING,		/* a check in the driver's code failed */
	GUCLOG_KERNEL_STOPPED,		/* the kernel stopped in the driver's code */
	GUCLOG_KERNEL_DUMP_PATH,	/* a note about a devcoredump */
	GUCLOG_KERNEL_DUMP_DELETED,	/* a devcoredump was deleted */
	GUCLOG_KERNEL_DUMP_SKIPPED,	/* there was a devcoredump already */
	GUCLOG_KERNEL_FIRMWARE_AGE,	/* the firmware is older than recommended */
	GUCLOG_KERNEL_SLOW_LOAD,	/* the firmware was loaded slowly */
	GUCLOG_KERNEL_DETAIL,		/* belongs to the message before */
	GUCLOG_KERNEL_OTHER,		/* an error that is not about a hang */
	GUCLOG_KERNEL_DRIVER_START,	/* the driver was started */
	GUCLOG_KERNEL_INFO		/* not an error */
};

/**
 * guclog_kernel_event_name() - get the name of the event that a line reports
 * @event: the event
 *
 * Return: a constant string such as "engine reset", or NULL if it is unknown.
 */
const char *guclog_kernel_event_name(enum guclog_kernel_event event);

/* What a message of a driver in the kernel log is about. */
enum guclog_message_class {
	GUCLOG_MESSAGE_UNKNOWN,		/* an error whose text is not known */
	GUCLOG_MESSAGE_JOB_TIMEOUT,	/* a job did not end in time */
	GUCLOG_MESSAGE_ENGINE_RESET,	/* an engine was reset, or could not be reset */
	GUCLOG_MESSAGE_MEMORY_FAULT,	/* a memory access could not be made */
	GUCLOG_MESSAGE_GUC_UNREACHABLE,	/* the GuC does not answer */
	GUCLOG_MESSAGE_GUC_CRASH,	/* the firmware of the GuC crashed */
	GUCLOG_MESSAGE_LOAD_FAILURE,	/* the GuC or the driver did not start */
	GUCLOG_MESSAGE_GT_RESET,	/* a reset of a GT */
	GUCLOG_MESSAGE_DEVICE_LOST,	/* the device does not answer, or was given up */
	GUCLOG_MESSAGE_HARDWARE_ERROR,	/* an error that the hardware reported */
	GUCLOG_MESSAGE_PCI_RESET,	/* a function level reset of the PCI device */
	GUCLOG_MESSAGE_DRIVER,		/* trouble of the driver that is not a hang */
	GUCLOG_MESSAGE_DUMP,		/* a devcoredump or an error state */
	GUCLOG_MESSAGE_FIRMWARE_AGE,	/* the firmware is older than recommended */
	GUCLOG_MESSAGE_DETAIL,		/* a part of the message before */
	GUCLOG_MESSAGE_OTHER,		/* an error that is not about a hang */
	GUCLOG_MESSAGE_INFO		/* not an error */
};

/**
 * guclog_message_class_name() - get the name of what a message is about
 * @about: the class
 *
 * Return: a constant string such as "memory fault", or NULL if it is unknown.
 */
const char *guclog_message_class_name(enum guclog_message_class about);

/**
 * struct guclog_message_field - a value in a message of a driver
 * @name: name of the field, such as "address"
 * @text: the value as it is in the message
 * @has_number: @number is known
 * @number: the value as a number; a negative one as its two's complement
 * @words: what the value means, from the driver's source; NULL if unknown
 */
struct guclog_message_field {
	const char *name;
	const char *text;
	bool has_number;
	uint64_t number;
	const char *words;
};

/**
 * struct guclog_kernel_line - a line of the kernel log about a hang
 * @event: the event that the line reports
 * @time: time of the line as printed in the kernel log
 * @ns: time of the line on the clock of the kernel log, ns
 * @device: PCI address of the GPU, empty if unknown
 * @has_gt: @gt is known
 * @gt: number of the GT
 * @guc_id: guc_id of the queue, or GUCLOG_NONE
 * @engine_class: class of the queue's engines, such as "ccs"; empty if unknown
 * @has_mask: @mask is known
 * @mask: logical mask of the queue's engines
 * @has_seqno: @seqno is known
 * @seqno: sequence number of the job
 * @process: name of the process, NULL if unknown
 * @has_pid: @pid is known
 * @pid: PID of the process
 * @has_asid: @asid is known
 * @asid: address space ID of a page fault
 * @text: the line without its time
 * @about: what the line is about
 * @weight: how grave that is: 0 for a note, 9 for a GPU that is lost
 * @has_time: @time and @ns are known; if not, @time is "an unknown time"
 * @error: the driver prints the line as an error
 * @i915: the driver is i915, not xe
 * @has_tile: @tile is known
 * @tile: number of the tile
 * @has_sigid: @sigid is known
 * @sigid: stable number of the message, of Linux 7.4 and later
 * @meaning: what the message means; NULL if its text is not known
 * @advice: what to do; NULL if there is no advice
 * @nr_fields: number of elements of @field
 * @field: the values in the message
 * @incident: number of the incident in the kernel log, or GUCLOG_NONE
 */
struct guclog_kernel_line {
	enum guclog_kernel_event event;
	const char *time;
	int64_t ns;
	char device[16];
	bool has_gt;
	uint32_t gt;
	uint32_t guc_id;
	char engine_class[8];
	bool has_mask;
	uint64_t mask;
	bool has_seqno;
	uint32_t seqno;
	const char *process;
	bool has_pid;
	uint32_t pid;
	bool has_asid;
	uint32_t asid;
	const char *text;
	enum guclog_message_class about;
	unsigned int weight;
	bool has_time;
	bool error;
	bool i915;
	bool has_tile;
	uint32_t tile;
	bool has_sigid;
	uint32_t sigid;
	const char *meaning;
	const char *advice;
	unsigned int nr_fields;
	const struct guclog_message_field *field;
	uint32_t incident;
};

/* Whether the devcoredump of an incident still exists. */
enum guclog_kernel_dump {
	GUCLOG_DUMP_NONE,	/* the kernel log reports no devcoredump of the incident */
	GUCLOG_DUMP_PERHAPS,	/* it may still exist: at most an hour after it was made */
	GUCLOG_DUMP_DELETED,	/* the kernel log reports that it was deleted */
	GUCLOG_DUMP_EXPIRED	/* it is older than an hour, so the driver has deleted it */
};

/**
 * struct guclog_kernel_incident - lines of a kernel log that have one cause
 * @device: PCI address of the GPU; empty if unknown
 * @about: what the gravest line is about
 * @weight: how grave it is, see struct guclog_kernel_line; also grave is a GT reset that began and
 *	did not end
 * @cause: the first line, apart from notes and requests for a reset
 * @worst: the gravest line, of several the first
 * @nr_lines: number of lines
 * @line: the lines, in the order of the kernel log
 * @open_reset: the line with which a GT reset began whose end is not in the kernel log; NULL if
 *	there is none
 * @dump: whether the incident has a devcoredump that still exists
 * @dump_line: the line that reports the devcoredump; NULL if there is none
 * @dump_of: if the incident has no devcoredump because there was one already: number of its
 *	incident; else GUCLOG_NONE
 */
struct guclog_kernel_incident {
	char device[16];
	enum guclog_message_class about;
	unsigned int weight;
	const struct guclog_kernel_line *cause;
	const struct guclog_kernel_line *worst;
	unsigned int nr_lines;
	const struct guclog_kernel_line *const *line;
	const struct guclog_kernel_line *open_reset;
	enum guclog_kernel_dump dump;
	const struct guclog_kernel_line *dump_line;
	uint32_t dump_of;
};

/**
 * struct guclog_kernel_log - a kernel log
 * @name: name of the kernel log
 * @nr_lines: number of lines
 * @line: the lines about hangs and other trouble of the drivers, in the order of the kernel log
 * @nr_incidents: number of incidents
 * @incident: the incidents, in the order of the kernel log
 * @nr_unread: number of lines of the drivers that are not in @line because their texts are not
 *	known, and the drivers do not mark them as errors
 * @nr_harmless: number of lines of the drivers that are known not to be about a hang
 * @kernel: release of the kernel, from its first line after boot; NULL if unknown
 * @nr_filtered: number of page faults of which only the empty first line is there, because the text
 *	was filtered
 * @unread: the first of the lines that @nr_unread counts, NULL if there is none
 */
struct guclog_kernel_log {
	const char *name;
	unsigned int nr_lines;
	const struct guclog_kernel_line *const *line;
	unsigned int nr_incidents;
	const struct guclog_kernel_incident *const *incident;
	uint64_t nr_unread;
	uint64_t nr_harmless;
	const char *kernel;
	uint64_t nr_filtered;
	const char *unread;
};

/**
 * guclog_kernel_log_open() - read a kernel log
 * @name: name of the kernel log, for messages
 * @data: the text of dmesg or journalctl, or their JSON; not needed after the call
 * @len: bytes at @data
 * @error: set to 0 or a negative errno value: -ENOMSG if @data is not a kernel log; may be NULL
 *
 * Return: the kernel log, which the caller must free with guclog_kernel_log_free(), or NULL on an
 * error.
 */
const struct guclog_kernel_log *guclog_kernel_log_open(const char *name, const void *data,
						       size_t len, int *error);

/**
 * guclog_kernel_log_free() - free a kernel log
 * @log: from guclog_kernel_log_open(), may be NULL
 */
void guclog_kernel_log_free(const struct guclog_kernel_log *log);

#endif
