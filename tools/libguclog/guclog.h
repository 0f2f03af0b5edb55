/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * libguclog: GuC logs of Intel GPUs, read and written by the code of the kernel
 * module xe_guclog. For C and C++.
 *
 * Errors are negative errno values:
 *
 *   -ENODATA          truncated: the bytes end before the structure does
 *   -EBADMSG          contradictory: the bytes have no valid meaning
 *   -EPROTONOSUPPORT  an unknown major version
 *   -ENOENT           absent
 *   -ENOSPC           the caller's buffer is too small
 *   -EINVAL           an invalid argument
 *   -ENOMEM           no memory
 *
 * The library has no state of its own, does no I/O, prints nothing and never ends
 * the program, whatever the input's bytes. Two threads may use two handles at the
 * same time; one handle belongs to one thread at a time, or to any number of
 * them that only call functions which take it as const.
 *
 * Input is never copied: the memory that was given to guclog_log_parse() or
 * guclog_lfd_open() must stay as it is until the handle is freed. Pointers to
 * data point into it; strings are constant unless documented otherwise.
 *
 * Functions that make text take a buffer like snprintf(): they return the length of the
 * text without its terminator, and truncate a text that does not fit. With a buffer of
 * NULL and a size of 0 they only return the length.
 */
#ifndef GUCLOG_H
#define GUCLOG_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The release of the library, like "0.1.0". */
const char *guclog_version(void);

/*
 * Faults: errors in an input and their offsets.
 */

/**
 * struct guclog_fault - one fault
 * @error: its errno value, negative; 0 when there is none
 * @offset: bytes from the start of the input
 * @found: the value that is wrong
 * @expected: the bound or value that was expected; 0 if there is none
 * @text: the fault as a sentence
 */
struct guclog_fault {
	int error;
	uint64_t offset;
	uint64_t found;
	uint64_t expected;
	char text[160];
};

/*
 * Facts: properties of a device and a GT that are not part of the log. Each is a key and
 * a value in text, such as graphics_ip=20.01. The keys and their values are
 * those of the module's "info" file.
 */
struct guclog_facts;

/*
 * Return: an empty set of facts, or NULL if there is no memory. Free it with
 * guclog_facts_free().
 */
struct guclog_facts *guclog_facts_new(void);
void guclog_facts_free(struct guclog_facts *facts);

/*
 * The key of fact number @i; NULL behind the last one.
 */
const char *guclog_fact_key(unsigned int i);

/*
 * Set a fact; a @value of NULL removes it.
 * Return: 0, -ENOENT for a key that is not known, -EINVAL for a malformed value;
 * the fact is then unchanged.
 */
int guclog_facts_set(struct guclog_facts *facts, const char *key,
		     const char *value);

/*
 * Set facts from text of key=value lines, as the module's "info" file has it:
 * those of the device, and those of one GT. Empty lines, lines that start with
 * '#' and unknown keys are skipped.
 * @gt: the GT's number, or GUCLOG_FIRST_GT
 * @line: when not NULL, on -EINVAL the number of the line, from 1
 * Return: 0, -EINVAL for a line without '=', a malformed value or a second value
 * of a key, -ENOENT when @gt is not there; @facts is then unchanged.
 */
#define GUCLOG_FIRST_GT	(-1L)
int guclog_facts_read(struct guclog_facts *facts, const char *text, size_t len,
		      long gt, unsigned int *line);

/*
 * Write the value of a fact into @buf, as text.
 * Return: its length, or -ENOENT when the key or its value is not known.
 */
long guclog_facts_get(const struct guclog_facts *facts, const char *key,
		      char *buf, size_t size);

/* All facts as key=value lines. */
size_t guclog_facts_text(const struct guclog_facts *facts, char *buf,
			 size_t size);

/*
 * Logs: the image of a GuC log buffer.
 */
struct guclog_log;

enum guclog_region_id {
	GUCLOG_REGION_EVENT,
	GUCLOG_REGION_CRASH,
	GUCLOG_REGION_CAPTURE
};

/* The order of the events. */
enum guclog_order {
	GUCLOG_ORDER_ABSENT,	/* no usable event region */
	GUCLOG_ORDER_LINEAR,	/* not wrapped, oldest first */
	GUCLOG_ORDER_WRAPPED,	/* wrapped, oldest first */
	GUCLOG_ORDER_STORAGE	/* the pointers contradict each other: storage order */
};

/* Keys of the LIC (log init config). */
enum guclog_lic_key {
	GUCLOG_LIC_FW_VERSION = 1,	/* branch, major, minor, patch: a byte each */
	GUCLOG_LIC_GUC_DEVICE_ID,
	GUCLOG_LIC_TSC_FREQUENCY,	/* of the events' timestamps, kHz */
	GUCLOG_LIC_GMD_ID,
	GUCLOG_LIC_BUILD_PLATFORM_ID
};

/**
 * struct guclog_region - a region of the image, with the values from the firmware
 * @offset: of the region in the image, bytes; may lie behind its end
 * @size: bytes
 * @avail: bytes of it that the image can hold, at most @size
 * @read_ptr: byte offset
 * @write_ptr: byte offset
 * @sampled_write_ptr: byte offset
 * @wrap_offset: byte offset
 * @version: of the entries
 * @full_count: number of times that it was full, modulo 16
 * @flush: 1 when the firmware asks for a read, else 0
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

/**
 * struct guclog_bytes - a part of the caller's memory
 * @data: first byte
 * @len: bytes
 */
struct guclog_bytes {
	const void *data;
	size_t len;
};

/*
 * Parse an image. Faults are not an error: the log has the parts that could be read, and
 * guclog_log_fault() returns the faults.
 * @image: the log buffer, or a beginning of it
 * @len: bytes at @image
 * @total: length of the whole log buffer in bytes, 0 when it is @len
 * Return: 0 with *@log set, -EINVAL when @total is less than @len, or -ENOMEM.
 */
int guclog_log_parse(struct guclog_log **log, const void *image, size_t len,
		     uint64_t total);
void guclog_log_free(struct guclog_log *log);

/* Return: the number of faults; only the first 16 of them are stored. */
unsigned int guclog_log_faults(const struct guclog_log *log);

/* Return: 0, or -ENOENT if fault @i does not exist or is not stored. */
int guclog_log_fault(const struct guclog_log *log, unsigned int i,
		     struct guclog_fault *fault);

/* Return: 0, or -ENOENT if the firmware does not describe the region. */
int guclog_log_region(const struct guclog_log *log, enum guclog_region_id id,
		      struct guclog_region *region);

/* Return: 0, or -ENOENT when the LIC has no value for the key. */
int guclog_log_lic(const struct guclog_log *log, enum guclog_lic_key key,
		   uint32_t *value);

/*
 * Get the events. The concatenated parts are the ring, in the order guclog_log_order().
 * Return: number of entries of @part that are filled, 0 to 2.
 */
unsigned int guclog_log_events(const struct guclog_log *log,
			       struct guclog_bytes part[2]);
enum guclog_order guclog_log_order(const struct guclog_log *log);

/*
 * Events from before the firmware was loaded again, and the crash dump. Both have a
 * length of 0 when there is none.
 */
struct guclog_bytes guclog_log_before_load(const struct guclog_log *log);
struct guclog_bytes guclog_log_crash(const struct guclog_log *log);

/* Describe the log as text, in the form of the module's guc_log_state. */
size_t guclog_log_text(const struct guclog_log *log, char *buf, size_t size);

/*
 * Reads the events one by one, as text, and gives the verdict on the whole log. The names
 * are not Intel's: they were derived from real logs (Documentation/guc-events.rst). They
 * are tested on every log, and a name that does not fit is not given.
 */
struct guclog_walk;

/**
 * struct guclog_event - one event
 * @index: its number, the oldest one is 0
 * @tick: ticks of the GuC's clock, counted over its wraps from the oldest event on
 * @id: its id
 * @arg: its arguments
 * @gap: 1 when events are missing before it
 * @guess: 1 when the name is a guess
 * @guc_id: context to which it belongs, -1 if there is none or it is unknown
 * @engine: engine to which it belongs, such as ccs0; empty if there is none or it is
 *	unknown
 * @name: its name, NULL if it is unknown or does not fit this log
 * @text: name and arguments in words; empty without a name
 */
struct guclog_event {
	uint64_t index;
	int64_t tick;
	uint32_t id;
	uint32_t arg[2];
	int gap;
	int guess;
	int32_t guc_id;
	char engine[16];
	const char *name;
	char text[256];
};

/**
 * struct guclog_verdict - the verdict on a log; unknown values are -1 or NULL
 * @hang: 1 when an engine was reset or something is stuck, else 0
 * @reset: 1 when an engine was reset, else 0
 * @victim: guc_id of the context that the reset removed from its engine
 * @engine: that engine, empty if unknown
 * @waiter: guc_id of the context for which the engine was wanted
 * @wait_ns: time from the request to leave the engine to the timeout
 * @unanswered_faults: page faults without an answer where the log ends
 * @stuck: "submit", "h2g", "disable", "deregister", or NULL
 * @rules_tested: rules of the dictionary that the log could test
 * @rules_held: number of these rules that held
 * @firmware_known: 1 when the dictionary was made from logs of this version
 */
struct guclog_verdict {
	int hang;
	int reset;
	int32_t victim;
	int32_t waiter;
	char engine[16];
	int64_t wait_ns;
	int32_t unanswered_faults;
	const char *stuck;
	unsigned int rules_tested;
	unsigned int rules_held;
	int firmware_known;
};

/*
 * Begin a walk over the events of a log, which must remain valid. Reads all of them once.
 * Return: 0 with *@walk set, -EPROTONOSUPPORT when the version of the entries is
 * not known, -ENOENT without events, or -ENOMEM.
 */
int guclog_walk_new(struct guclog_walk **walk, const struct guclog_log *log);
void guclog_walk_free(struct guclog_walk *walk);

/* Return: 1 with the next event, oldest first; 0 at the end. */
int guclog_walk_next(struct guclog_walk *walk, struct guclog_event *event);
void guclog_walk_rewind(struct guclog_walk *walk);

/* Get the verdict on the whole log, at any position of the walk. */
void guclog_walk_verdict(const struct guclog_walk *walk,
			 struct guclog_verdict *verdict);

/*
 * Writing LFD files. The bytes are the same as those of the module's guc_log_lfd for the
 * same log, facts and notes.
 * @facts: of the device and the GT, NULL if there are none
 * @notes: further lines for the comment, each key=value in printable ASCII and
 *	ended by a newline; NULL for none
 */

/*
 * Return: 0 with *@size set to the file's length, -EINVAL for malformed notes.
 */
int guclog_lfd_size(const struct guclog_log *log,
		    const struct guclog_facts *facts, const char *notes,
		    uint64_t *size);

/*
 * Return: 0 with *@len set, -EINVAL for malformed notes, -ENOMEM, or -ENOSPC when
 * @size is too small; @buf is then unchanged.
 */
int guclog_lfd_fill(const struct guclog_log *log,
		    const struct guclog_facts *facts, const char *notes,
		    void *buf, size_t size, size_t *len);

/*
 * @write: called with the pieces of the file, in order; a return value other than 0
 *	ends the writing
 * Return: 0, -EINVAL for malformed notes, -ENOMEM, or what @write returned.
 */
typedef int (*guclog_write_fn)(void *context, const void *data, size_t len);
int guclog_lfd_write(const struct guclog_log *log,
		     const struct guclog_facts *facts, const char *notes,
		     guclog_write_fn write, void *context);

/*
 * Reading LFD files.
 */
struct guclog_lfd;

/**
 * struct guclog_block - one block
 * @offset: of its header in the file, bytes
 * @type: GUCLOG_BLOCK_*, or another number
 * @data: its data
 */
struct guclog_block {
	uint64_t offset;
	uint32_t type;
	struct guclog_bytes data;
};

enum guclog_block_type {
	GUCLOG_BLOCK_FW_VERSION = 0x0001,
	GUCLOG_BLOCK_GUC_DEVICE_ID = 0x0002,
	GUCLOG_BLOCK_TSC_FREQUENCY = 0x0003,
	GUCLOG_BLOCK_GMD_ID = 0x0004,
	GUCLOG_BLOCK_BUILD_PLATFORM_ID = 0x0005,
	GUCLOG_BLOCK_LOG_EVENTS_BUFFER = 0x2000,
	GUCLOG_BLOCK_FW_CRASH_DUMP = 0x2001,
	GUCLOG_BLOCK_OS_ID = 0x4000,
	GUCLOG_BLOCK_BINARY_SCHEMA_FORMAT = 0x6000,
	GUCLOG_BLOCK_HOST_COMMENT = 0x6001,
	GUCLOG_BLOCK_TIMESTAMP_ANCHOR = 0x6002,
	GUCLOG_BLOCK_TIMESTAMP_ANCHOR_CONFIG = 0x6003
};

/*
 * Begin to read a file that lies in memory.
 * @fault: filled if it is not an LFD file, may be NULL
 * Return: 0 with *@lfd set, the fault's error, or -ENOMEM.
 */
int guclog_lfd_open(struct guclog_lfd **lfd, const void *file, size_t len,
		    struct guclog_fault *fault);
void guclog_lfd_free(struct guclog_lfd *lfd);

/*
 * The next block.
 * @fault: filled when there is one, may be NULL
 * Return: 1 with a block, 0 at the end of the file, or the error of the fault, which all
 * later calls return too.
 */
int guclog_lfd_next(struct guclog_lfd *lfd, struct guclog_block *block,
		    struct guclog_fault *fault);

/*
 * Read and check a whole file. Missing required blocks are not a fault.
 * @missing: when not NULL: bit n is set when block type n (1 to 5) is missing,
 *	bit 0 when OS_ID is
 * @fault: the first fault; may be NULL
 * Return: 0, or the fault's error.
 */
int guclog_lfd_check(const void *file, size_t len, uint32_t *missing,
		     struct guclog_fault *fault);

/* The name of a block type, empty when it is not known. */
const char *guclog_block_name(uint32_t type);

/*
 * ASIC info: the properties of a GPU, in the form that trace tools expect.
 */
enum guclog_asic_form {
	GUCLOG_ASIC_V1,		/* 568 bytes */
	GUCLOG_ASIC_V3,		/* 608 bytes */
	GUCLOG_ASIC_V1_PACKED,	/* 558 bytes */
	GUCLOG_ASIC_RDF		/* version 1 in an RDF file, 664 bytes */
};

/*
 * Make ASIC info of facts and, for what they do not say, the table of known
 * devices.
 * @buf: destination, NULL to get only the length
 * Return: 0 with *@len set, -EINVAL for an unknown form, -ENOSPC if it does not fit into
 * @size; @buf is then unchanged.
 */
int guclog_asic_make(enum guclog_asic_form form,
		     const struct guclog_facts *facts, void *buf, size_t size,
		     size_t *len);

/*
 * Read ASIC info of any form and version, and show it as text, every field with
 * its unit.
 * @text_len: set to the text's length; may be NULL
 * @fault: filled when there is one, may be NULL
 * Return: 0, or the fault's error.
 */
int guclog_asic_text(const void *blob, size_t len, char *buf, size_t size,
		     size_t *text_len, struct guclog_fault *fault);

#ifdef __cplusplus
}
#endif

#endif
