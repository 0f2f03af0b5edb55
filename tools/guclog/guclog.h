/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/**
 * DOC: libguclog
 *
 * libguclog reads the logs of the GuC, a microcontroller in Intel GPUs, in every form in which they
 * are stored. It returns the decoded events of a log and the contexts that the events name. From a
 * devcoredump it also returns the CT messages (the messages between the driver and the GuC), and
 * from an LFD file (log format descriptors) the blocks of the file. It writes logs as LFD files,
 * and reads and writes ASIC info, a structure with the properties of a GPU. C and C++ programs can
 * use it.
 *
 * Errors are negative errno values. guclog_strerror() returns the text of an error:
 *
 * ================  ==============================================================
 * -ENODATA          truncated: the bytes end before the structure does
 * -EBADMSG          the bytes have no valid meaning
 * -EPROTONOSUPPORT  the version or the format of the data is not known
 * -ENOENT           does not exist
 * -ENOMSG           the input has no GuC log
 * -ENOSPC           the caller's buffer is too small
 * -EINVAL           an invalid argument
 * -ENOMEM           there is not enough memory
 * ================  ==============================================================
 *
 * The guclog_open() functions fill a &struct guclog_error with a sentence about the
 * input. Its code may also be the errno value of a system call that failed.
 *
 * The library has no global state, prints nothing and never ends the program, whatever bytes
 * the input contains. A handle is a pointer that the library returned, such as a file or a reader
 * of events. Different threads may use different handles at the same time. Several threads may use
 * the same handle at the same time only in functions that take it as a pointer to const and do not
 * free it. So threads may share a &struct guclog_file if each thread has its own
 * &struct guclog_events.
 *
 * guclog_blocks_open() does not copy its input, so the caller must keep the input unchanged until
 * the handle is freed. The guclog_open() functions copy what they need. Strings and data that a
 * handle returned are valid until the handle is freed.
 *
 * Functions that write text take a buffer like snprintf(): they return the length of the
 * whole text without the terminator, and truncate a text that does not fit. With a NULL
 * buffer and size 0 they only return the length.
 */
#ifndef GUCLOG_H
#define GUCLOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The release of the library that this header belongs to. */
#define GUCLOG_VERSION	"1.0.0"

/**
 * guclog_version() - get the release of the library
 *
 * Return: a constant string such as "1.0.0".
 */
const char *guclog_version(void);

/**
 * guclog_strerror() - get the text of an error
 * @error: a negative errno value that a function of the library has returned
 *
 * Return: a constant string.
 */
const char *guclog_strerror(int error);

/**
 * struct guclog_error - the reason why an input could not be opened
 * @code: a negative errno value; 0 when the input was opened
 * @text: a sentence that names the input; empty when the input was opened
 */
struct guclog_error {
	int code;
	char text[508];
};

/**
 * struct guclog_fault - a value in an input that breaks the input's format
 * @error: a negative errno value; 0 when there is no fault
 * @offset: offset of the wrong value from the start of the input, bytes
 * @found: the wrong value
 * @expected: the value that the format requires, or the bound that @found exceeds; 0 if the fault
 *	is not about such a number
 * @text: the fault as a sentence
 */
struct guclog_fault {
	int error;
	uint64_t offset;
	uint64_t found;
	uint64_t expected;
	char text[160];
};

/**
 * struct guclog_bytes - bytes in memory
 * @data: first byte, NULL when @len is 0
 * @len: number of bytes
 */
struct guclog_bytes {
	const void *data;
	size_t len;
};

struct guclog_analysis;
struct guc_event_def;
struct guclog_file;
struct guclog_incident;
struct guclog_log;
struct guclog_dump;
struct guclog_facts;
struct guclog_events;
struct guclog_blocks;

/*
 * Value of a guc_id (the number of a context) or of an engine number that does not exist or is not
 * known.
 */
#define GUCLOG_NONE		UINT32_MAX
/* Value of the index of an event that does not exist. */
#define GUCLOG_NO_EVENT		UINT64_MAX
/* Value of a time that is not known. */
#define GUCLOG_NO_TIME		INT64_MIN

/* The answer to a yes-or-no question, which can be unknown. */
enum guclog_tri {
	GUCLOG_UNKNOWN,
	GUCLOG_NO,
	GUCLOG_YES
};

/**
 * struct guclog_options - how an input is opened
 * @size: sizeof(struct guclog_options)
 * @name: for guclog_open_memory() and guclog_open_fd(): name of the input in messages; NULL for a
 *	default name
 * @max_memory: maximum memory for the file in bytes, 0 for 2 GiB. The content of a compressed
 *	input can be thousands of times larger than the input.
 * @flags: 0, or a bitwise OR of these flags:
 *	GUCLOG_OPEN_LOGS: keep only the logs of devcoredumps, not their other sections. This needs
 *	less memory.
 *	GUCLOG_OPEN_CHECK: keep the list of the blocks of an LFD file, so that guclog_check() does
 *	not have to find them again.
 *	GUCLOG_OPEN_ANY: return a &struct guclog_file for every input, unless there is not enough
 *	memory. If the input could not be read, the member complete of &struct guclog_file is
 *	false. If the input has no log, guclog_file_reason() returns the reason. The member
 *	message of &struct guclog_file contains neither this reason nor the losses and faults of the
 *	logs.
 *	Data of an unknown form become a log of GUCLOG_FORM_UNKNOWN. With this flag, guclog_open()
 *	reads standard input if its path is "-".
 */
struct guclog_options {
	size_t size;
	const char *name;
	uint64_t max_memory;
	unsigned int flags;
};

/* Flags of struct guclog_options. */
#define GUCLOG_OPEN_ANY		1u
#define GUCLOG_OPEN_LOGS	2u
#define GUCLOG_OPEN_CHECK	4u

/* The forms of an input, or of one log in it. */
enum guclog_form {
	GUCLOG_FORM_UNKNOWN,		/* bytes that match none of the forms below */
	GUCLOG_FORM_IMAGE,		/* raw image of the log buffer */
	GUCLOG_FORM_LFD,		/* LFD file (log format descriptors) */
	GUCLOG_FORM_ASIC,		/* ASIC info (GPU properties) that is not in an RDF file */
	GUCLOG_FORM_RDF,		/* RDF file: AMD's container for traces and ASIC info */
	GUCLOG_FORM_DEVCOREDUMP,	/* Xe devcoredump */
	GUCLOG_FORM_DEBUGFS,		/* debugfs guc_log of xe */
	GUCLOG_FORM_DEBUGFS_OLD,	/* debugfs guc_log of xe in Linux 6.12 */
	GUCLOG_FORM_DMESG_CAPTURE,	/* "Capture N.M:" lines of the kernel log */
	GUCLOG_FORM_HEXDUMP,		/* guc_log_dump of i915 */
	GUCLOG_FORM_RELAY,		/* guc_log_relay of i915 */
	GUCLOG_FORM_ERROR_STATE,	/* error state of i915 */
	GUCLOG_FORM_DIRECTORY		/* directory with files of the forms above */
};

/**
 * guclog_form_detect() - detect the binary form of an input from its content
 * @data: the input, or at least its first 4096 bytes
 * @len: bytes at @data
 *
 * ASIC info has no magic number. An input that matches no other form is ASIC info if @len is the
 * length of one of the versions of ASIC info.
 *
 * Return: GUCLOG_FORM_LFD, GUCLOG_FORM_RDF, GUCLOG_FORM_IMAGE, GUCLOG_FORM_ASIC or
 * GUCLOG_FORM_UNKNOWN.
 */
enum guclog_form guclog_form_detect(const void *data, size_t len);

/**
 * guclog_form_label() - get the name of a form
 * @form: the form
 *
 * Return: a constant string such as "LFD file".
 */
const char *guclog_form_label(enum guclog_form form);

/**
 * guclog_form_phrase() - get the name of a form with its article
 * @form: the form
 *
 * Return: a constant string such as "an LFD file".
 */
const char *guclog_form_phrase(enum guclog_form form);

/**
 * struct guclog_file - an input
 * @name: path of the input, or the name in the options; printable
 * @packing: compression of the input, a constant string such as "gzip"; NULL when not compressed
 * @form: form of the input; GUCLOG_FORM_UNKNOWN also for an archive, an email or a file without a
 *	log
 * @complete: the input was read to its end
 * @nr_logs: number of logs; 0 for a devcoredump without a log, such as those of Linux 6.12
 * @log: the logs, followed by NULL
 * @nr_dumps: number of devcoredumps
 * @dump: the devcoredumps, followed by NULL
 * @nr_bare: number of devcoredumps without a log
 * @bare: names of the devcoredumps without a log, followed by NULL
 * @nr_messages: number of messages
 * @message: texts about missing or damaged parts of the input and about skipped files: at most
 *	64 texts in UTF-8 without control characters, followed by NULL
 *
 * The library allocates this structure. Later releases add members at its end.
 */
struct guclog_file {
	const char *name;
	const char *packing;
	enum guclog_form form;
	bool complete;
	unsigned int nr_logs;
	const struct guclog_log *const *log;
	unsigned int nr_dumps;
	const struct guclog_dump *const *dump;
	unsigned int nr_bare;
	const char *const *bare;
	unsigned int nr_messages;
	const char *const *message;
};

/**
 * guclog_open() - read the logs in a file or a directory
 * @path: a file or a directory
 * @options: NULL for the defaults
 * @error: filled with the error, or with code 0 on success; may be NULL
 *
 * Reads every form that the command guclog reads: Xe devcoredumps, debugfs files of xe and i915,
 * captures in the kernel log, raw images and LFD files. The input may be compressed, in an archive,
 * in a directory, or pasted from an email or a web page. If the input is damaged, all parts that
 * can be read are returned. @message of &struct guclog_file and @losses of each &struct guclog_log
 * list the missing parts.
 *
 * Return: the file, which the caller must free with guclog_close(), or NULL on an error, such as
 * -ENOMSG for an input with neither a log nor a devcoredump. With the flag GUCLOG_OPEN_ANY, the
 * function returns a file for such an input, too.
 */
struct guclog_file *guclog_open(const char *path,
				const struct guclog_options *options,
				struct guclog_error *error);

/**
 * guclog_open_memory() - read the logs of an input in memory
 * @data: the bytes of the input, such as a text that was pasted
 * @len: bytes at @data
 * @options: NULL for the defaults
 * @error: filled with the error, or with code 0 on success; may be NULL
 *
 * @data is not needed after the call.
 *
 * Return: the same as guclog_open().
 */
struct guclog_file *guclog_open_memory(const void *data, size_t len,
				       const struct guclog_options *options,
				       struct guclog_error *error);

/**
 * guclog_open_fd() - read the logs of an open file
 * @fd: a file, pipe or socket that is open for reading
 * @options: NULL for the defaults
 * @error: filled with the error, or with code 0 on success; may be NULL
 *
 * Reads from the current position to the end. @fd stays open.
 *
 * Return: the same as guclog_open().
 */
struct guclog_file *guclog_open_fd(int fd, const struct guclog_options *options,
				   struct guclog_error *error);

/**
 * guclog_close() - free a file with its logs and devcoredumps
 * @file: the file, may be NULL
 */
void guclog_close(struct guclog_file *file);

/**
 * guclog_file_form() - get the form of a file
 * @file: the file
 *
 * Return: a constant string such as "Xe devcoredump", "LFD file" or "directory"; for an archive or
 * an email, the form of its first log; or "data of an unknown form" if the file has neither a log
 * of a known form nor a devcoredump, which is only possible with the flag GUCLOG_OPEN_ANY.
 */
const char *guclog_file_form(const struct guclog_file *file);

/**
 * guclog_file_rename() - set @name of a &struct guclog_file and of all its logs
 * @file: the file
 * @name: the new name, which is copied
 *
 * The file on the disk keeps its name.
 *
 * Return: 0 or -ENOMEM.
 */
int guclog_file_rename(struct guclog_file *file, const char *name);

/* The missing content for which guclog_file_reason() returns the reason. */
enum guclog_want {
	GUCLOG_WANT_LOG,
	GUCLOG_WANT_DUMP
};

/**
 * guclog_file_reason() - get the reason why a file has no log or no devcoredump
 * @file: the file
 * @want: the missing content: a log or a devcoredump
 * @i: number of the sentence, from 0. There can be several sentences: for a directory, one about
 *	the directory and one about each of at most 8 files in it; if logs are missing in
 *	devcoredumps, one about each devcoredump
 * @buf: destination
 * @size: bytes at @buf
 *
 * Return: length of the sentence in @buf, or -ENOENT after the last sentence.
 */
long guclog_file_reason(const struct guclog_file *file, enum guclog_want want,
			unsigned int i, char *buf, size_t size);

/*
 * Facts: properties of a GPU and of one of its GTs (a GT is a part of the GPU with its own engines
 * and GuC). The log itself does not contain them. Each fact has a key and a value. As text, a fact
 * is a line such as graphics_ip=20.01. The keys and values are the same as in the "info" file of
 * the kernel module xe_guclog.
 */

/* Numbers of the facts; also the bit numbers in @known of struct guclog_facts. */
enum guclog_fact {
	GUCLOG_FACT_SOURCE,
	GUCLOG_FACT_DRIVER,
	GUCLOG_FACT_KERNEL,
	GUCLOG_FACT_PCI_ADDRESS,
	GUCLOG_FACT_PCI_ID,
	GUCLOG_FACT_PCI_REVISION,
	GUCLOG_FACT_PLATFORM,
	GUCLOG_FACT_GRAPHICS_IP,
	GUCLOG_FACT_GRAPHICS_STEP,
	GUCLOG_FACT_MEDIA_IP,
	GUCLOG_FACT_GPU_TYPE,
	GUCLOG_FACT_GPU_INDEX,
	GUCLOG_FACT_DSS_GEOMETRY_MASK,
	GUCLOG_FACT_DSS_COMPUTE_MASK,
	GUCLOG_FACT_DSS_PER_SLICE,
	GUCLOG_FACT_EU_PER_DSS_MASK,
	GUCLOG_FACT_EU_SIMD,
	GUCLOG_FACT_L3_BANK_MASK,
	GUCLOG_FACT_L3_BANK_KIB,
	GUCLOG_FACT_SLM_KIB,
	GUCLOG_FACT_THREADS_PER_EU,
	GUCLOG_FACT_HARDWARE_CONTEXTS,
	GUCLOG_FACT_GEOMETRY_PIPES_PER_SLICE,
	GUCLOG_FACT_PIXELS_PER_SLICE,
	GUCLOG_FACT_CLOCK_CURRENT_MHZ,
	GUCLOG_FACT_CLOCK_MAX_MHZ,
	GUCLOG_FACT_VRAM_BYTES,
	GUCLOG_FACT_MEMORY_TYPE,
	GUCLOG_FACT_MEMORY_BUS_BITS,
	GUCLOG_FACT_MEMORY_MTPS,
	GUCLOG_FACT_DEVICE_STATUS,
	GUCLOG_FACT_XE_GUC_LOG_LFD,
	GUCLOG_FACT_GT,
	GUCLOG_FACT_TILE,
	GUCLOG_FACT_GT_TYPE,
	GUCLOG_FACT_STATUS,
	GUCLOG_FACT_LOG_BYTES,
	GUCLOG_FACT_GUC_FIRMWARE,
	GUCLOG_FACT_GUC_VERSION,
	GUCLOG_FACT_GUC_WANTED,
	GUCLOG_FACT_LOG_LEVEL,
	GUCLOG_FACT_LOG_OVERFLOWS,
	GUCLOG_FACT_LOG_FLUSHES,
	GUCLOG_FACT_REFERENCE_CLOCK_HZ,
	GUCLOG_FACT_WOKEN,
	GUCLOG_FACT_ANCHOR,
	GUCLOG_FACT_ANCHOR_BOOTTIME_NS,
	GUCLOG_FACT_ANCHOR_REALTIME_NS,
	GUCLOG_FACT_ANCHOR_GUC_TICK,
	GUCLOG_FACT_ANCHOR_UNCERTAINTY_NS,
	GUCLOG_FACT_ANCHOR_AGE_NS
};

/**
 * struct guclog_release - a version such as 70.44.1
 * @major: first number
 * @minor: second number
 * @patch: third number
 */
struct guclog_release {
	uint32_t major;
	uint32_t minor;
	uint32_t patch;
};

/**
 * struct guclog_bdf - a PCI address
 * @domain: PCI domain
 * @bus: bus number
 * @dev: device number on the bus
 * @fn: function number of the device
 */
struct guclog_bdf {
	uint32_t domain;
	uint8_t bus;
	uint8_t dev;
	uint16_t fn;
};

/**
 * struct guclog_pci_id - a PCI ID
 * @vendor: 0x8086 for Intel
 * @device: device ID
 */
struct guclog_pci_id {
	uint16_t vendor;
	uint16_t device;
};

/**
 * struct guclog_mask - a bit mask with up to 128 bits
 * @lo: bits 63 to 0
 * @hi: bits 127 to 64
 */
struct guclog_mask {
	uint64_t lo;
	uint64_t hi;
};

/**
 * struct guclog_facts - facts of a device (a GPU) and of one of its GTs
 * @known: bit GUCLOG_FACT_<KEY> is set if <key> is known; members of unknown facts are 0
 * @source: form of the input that contained the facts
 * @driver: "xe" or "i915"
 * @kernel: release of the kernel
 * @pci_address: PCI address of the device
 * @pci_id: PCI vendor ID and device ID
 * @pci_revision: PCI revision of the device
 * @platform: name of the platform
 * @graphics_ip: 100 * major + minor: 2001 is 20.01
 * @graphics_step: revision field of the register GMD_ID, which contains the version of the graphics
 *	IP
 * @media_ip: 100 * major + minor, like @graphics_ip
 * @gpu_type: 1 for integrated, 2 for discrete, 3 for virtual, else 0
 * @gpu_index: number of the GPU in the machine
 * @dss_geometry_mask: bit n is set if DSS (dual subslice) n exists for geometry
 * @dss_compute_mask: bit n is set if DSS n exists for compute
 * @dss_per_slice: number of DSS in each slice
 * @eu_per_dss_mask: bit n is set if EU n of a DSS exists
 * @eu_simd: SIMD lanes of an EU
 * @l3_bank_mask: bit n is set if L3 bank n exists
 * @l3_bank_kib: size of an L3 bank, KiB
 * @slm_kib: shared local memory of a DSS, KiB
 * @threads_per_eu: number of hardware threads of an EU
 * @hardware_contexts: number of hardware contexts
 * @geometry_pipes_per_slice: number of geometry pipes in each slice
 * @pixels_per_slice: pixels that a slice writes per clock
 * @clock_current_mhz: current frequency of the GT, MHz
 * @clock_max_mhz: highest frequency of the GT, MHz
 * @vram_bytes: size of the VRAM, bytes
 * @memory_type: number of the memory type in ASIC info; guclog_facts_get() returns its name
 * @memory_bus_bits: width of the memory bus, bits
 * @memory_mtps: transfer rate of the memory, 10^6 transfers per second
 * @device_status: "ok", or the reason why nothing more is known about the device
 * @xe_guc_log_lfd: "present" or "absent": whether xe itself has a guc_log_lfd file
 * @gt: number of the GT
 * @tile: number of the GT's tile
 * @gt_type: 0 for a main GT, 1 for a media GT
 * @status: "ok", or the reason why there is no log
 * @log_bytes: length of the log buffer, bytes
 * @guc_firmware: file name of the GuC firmware
 * @guc_version: version of the GuC firmware that runs
 * @guc_wanted: version of the GuC firmware that the driver was written for
 * @log_level: log level of the GuC, 0 to 5
 * @log_overflows: number of overflows of the log that xe has counted
 * @log_flushes: number of flushes of the log that xe has counted
 * @reference_clock_hz: frequency of the GuC's clock, Hz
 * @woken: "yes" when the device was suspended and was resumed to copy the log
 * @anchor: how the clock anchor (values of the GuC's and the host's clock at the same time) was
 *	obtained; or "none" and the reason why there is none
 * @anchor_boottime_ns: time of the anchor on the host's boottime clock, ns
 * @anchor_realtime_ns: time of the anchor on the host's wall clock, ns since 1970 UTC
 * @anchor_guc_tick: time of the anchor on the GuC's clock, or the low 32 bits of this time,
 *	ticks
 * @anchor_uncertainty_ns: maximum difference between the host's times of the anchor and the
 *	time of its GuC tick, ns
 * @anchor_age_ns: time from the anchor to the copy of the log, ns; 0 when unknown
 */
struct guclog_facts {
	uint64_t known;
	char source[32];
	char driver[32];
	char kernel[72];
	struct guclog_bdf pci_address;
	struct guclog_pci_id pci_id;
	uint32_t pci_revision;
	char platform[32];
	uint32_t graphics_ip;
	uint32_t graphics_step;
	uint32_t media_ip;
	uint32_t gpu_type;
	uint32_t gpu_index;
	struct guclog_mask dss_geometry_mask;
	struct guclog_mask dss_compute_mask;
	uint32_t dss_per_slice;
	struct guclog_mask eu_per_dss_mask;
	uint32_t eu_simd;
	struct guclog_mask l3_bank_mask;
	uint32_t l3_bank_kib;
	uint32_t slm_kib;
	uint32_t threads_per_eu;
	uint32_t hardware_contexts;
	uint32_t geometry_pipes_per_slice;
	uint32_t pixels_per_slice;
	uint32_t clock_current_mhz;
	uint32_t clock_max_mhz;
	uint64_t vram_bytes;
	uint32_t memory_type;
	uint32_t memory_bus_bits;
	uint32_t memory_mtps;
	char device_status[128];
	char xe_guc_log_lfd[32];
	uint32_t gt;
	uint32_t tile;
	uint32_t gt_type;
	char status[128];
	uint64_t log_bytes;
	char guc_firmware[128];
	struct guclog_release guc_version;
	struct guclog_release guc_wanted;
	uint32_t log_level;
	uint32_t log_overflows;
	uint32_t log_flushes;
	uint32_t reference_clock_hz;
	char woken[32];
	char anchor[32];
	uint64_t anchor_boottime_ns;
	uint64_t anchor_realtime_ns;
	uint64_t anchor_guc_tick;
	uint64_t anchor_uncertainty_ns;
	uint64_t anchor_age_ns;
};

/**
 * guclog_facts_has() - find out whether a fact is known
 * @facts: the facts
 * @fact: the fact
 *
 * Return: true if the fact is known.
 */
bool guclog_facts_has(const struct guclog_facts *facts, enum guclog_fact fact);

/**
 * guclog_fact_key() - get the key of a fact
 * @i: number of the fact, from 0
 *
 * Return: a constant string; NULL after the last fact.
 */
const char *guclog_fact_key(unsigned int i);

/**
 * guclog_facts_set() - set or remove a fact
 * @facts: the facts
 * @key: the key
 * @value: the value as text; NULL removes the fact
 *
 * Return: 0, -ENOENT for an unknown key, -EINVAL for a malformed value. On an error the fact is
 * not changed.
 */
int guclog_facts_set(struct guclog_facts *facts, const char *key,
		     const char *value);

/**
 * guclog_facts_get() - get the value of a fact
 * @facts: the facts
 * @key: the key
 * @buf: destination
 * @size: bytes at @buf
 *
 * Return: length of the value, or -ENOENT when the key or its value is not known.
 */
long guclog_facts_get(const struct guclog_facts *facts, const char *key,
		      char *buf, size_t size);

/**
 * guclog_facts_merge() - copy all known facts into another set
 * @facts: the destination; a fact that @more also has is replaced
 * @more: the facts to copy
 */
void guclog_facts_merge(struct guclog_facts *facts, const struct guclog_facts *more);

/**
 * struct guclog_device - a GPU in the table of known devices
 * @name: the product name, NULL if it is not known
 * @platform: name of the platform
 */
struct guclog_device {
	const char *name;
	const char *platform;
};

/**
 * guclog_device_find() - find a GPU in the table of known devices
 * @device: PCI device ID; the vendor is Intel
 * @found: filled with the properties of the GPU
 *
 * Return: 0, or -ENOENT if the GPU is not in the table.
 */
int guclog_device_find(uint16_t device, struct guclog_device *found);

/**
 * guclog_engine_class_name() - get the name of an engine class
 * @engine_class: the GuC's number of the engine class
 *
 * Return: a constant string such as "ccs", or NULL when it is not known.
 */
const char *guclog_engine_class_name(uint32_t engine_class);

/**
 * struct guclog_facts_file - facts of a device and all its GTs
 * @device: facts of the device
 * @nr_gts: number of GTs
 * @gt: facts of each GT, in the order of the file; facts of the device are not included
 */
struct guclog_facts_file {
	const struct guclog_facts *device;
	unsigned int nr_gts;
	const struct guclog_facts *const *gt;
};

/**
 * guclog_facts_open() - read a file with the facts of a device and all its GTs
 * @path: the kernel module's "info" file, or an LFD file, which has the facts in its comments; may
 *	be compressed. "-" is standard input.
 * @error: filled with the error, or with code 0 on success; may be NULL
 *
 * Return: the facts, which the caller must free with guclog_facts_close(), or NULL on an error.
 */
const struct guclog_facts_file *guclog_facts_open(const char *path, struct guclog_error *error);

/**
 * guclog_facts_close() - free the facts of a file
 * @file: the file, may be NULL
 */
void guclog_facts_close(const struct guclog_facts_file *file);

/**
 * guclog_facts_info() - write facts in the form of the kernel module's "info" file
 * @file: facts of a device and its GTs. Only device facts are used from the member @device, and
 *	only GT facts from the member @gt.
 * @buf: destination; the text gets a terminator
 * @size: bytes at @buf
 *
 * Return: length of the whole text without the terminator.
 */
size_t guclog_facts_info(const struct guclog_facts_file *file, char *buf, size_t size);

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
 * guclog_log_hole() - get a range of bytes that are missing in the image of a log
 * @log: the log
 * @i: number of the range, from 0
 * @from: set to the offset of the first missing byte
 * @to: set to the offset after the last missing byte
 *
 * Return: 0, or -ENOENT after the last range.
 */
int guclog_log_hole(const struct guclog_log *log, unsigned int i, uint64_t *from,
		    uint64_t *to);

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

/*
 * A reader returns the events of a log one by one. Intel publishes no names of events, so the names
 * were derived from real logs (Documentation/guc-events.rst). The library tests with rules whether
 * the names fit the log, and does not use a name that does not fit.
 */

/**
 * struct guclog_event - one event
 * @index: number of the event: 0 for the oldest event of the log. Events from before the firmware
 *	was loaded again are numbered separately, also from 0.
 * @tick: time of the event in ticks of the GuC's clock, counted from an origin that is the same for
 *	all events of the log. The ticks continue when the 32-bit timestamps wrap.
 * @boottime_ns: time of the event on the host's boottime clock, ns; or GUCLOG_NO_TIME
 * @realtime_ns: time of the event on the wall clock, ns since 1970 UTC; or GUCLOG_NO_TIME
 * @ago_ns: time from this event to the newest one, ns; or GUCLOG_NO_TIME
 * @gap_bytes: length in bytes of the events that are missing right before this one; for a stream, a
 *	lower bound
 * @gap_ticks: for a stream: time from the event before the gap to this event, in ticks of the
 *	GuC's clock; 0 when unknown
 * @gap_estimate: for a stream: the number of missing events, estimated from the rate before
 *	the gap; 0 when there is no estimate
 * @name: name of the event, a constant string; NULL if it is unknown or does not fit this log
 * @definition: used only by the library; valid as long as @analysis of the reader
 * @stamp: the 32-bit timestamp in the entry
 * @dword1: second dword of the entry, which is 0 in all known logs
 * @id: event id
 * @arg: arguments of the event
 * @guc_id: guc_id of the context to which the event belongs, GUCLOG_NONE if there is none or it is
 *	unknown
 * @engine: number of the engine to which the event belongs, GUCLOG_NONE if there is none or it is
 *	unknown; guclog_engine_name() returns its name
 * @before_load: the event is from before the firmware was loaded again
 * @after_load: for a stream: the firmware was loaded again right before the event
 * @ambiguous: the times may be wrong by multiples of 2^32 ticks: there is a gap between the
 *	event and the clock anchor (the newest event if there is no anchor), the newest events are
 *	missing, the order of the events is unknown, two anchors contradict each other, or the event
 *	is from before the firmware was loaded again
 * @guess: the name is a guess
 * @learned: the name was learned from this log, see guclog_learn()
 */
struct guclog_event {
	uint64_t index;
	int64_t tick;
	int64_t boottime_ns;
	int64_t realtime_ns;
	int64_t ago_ns;
	uint64_t gap_bytes;
	uint64_t gap_ticks;
	uint64_t gap_estimate;
	const char *name;
	const struct guc_event_def *definition;
	uint32_t stamp;
	uint32_t dword1;
	uint32_t id;
	uint32_t arg[2];
	uint32_t guc_id;
	uint32_t engine;
	bool before_load;
	bool after_load;
	bool ambiguous;
	bool guess;
	bool learned;
};

/**
 * struct guclog_events - a reader of a log's events
 * @log: the log
 * @analysis: the analysis of the log, NULL with GUCLOG_EVENTS_PLAIN
 * @hz: ticks per second, 0 when unknown
 * @anchored: ticks can be converted to the host's boottime
 * @has_realtime: ticks can be converted to wall-clock time
 * @inner_gap: events are missing between two events of the log, not only before the oldest or after
 *	the newest one; the timestamps can have wrapped any number of times in the gap
 * @entries: number of events, without those from before the firmware was loaded again
 * @before_load: number of events from before the firmware was loaded again
 * @rest: number of bytes that do not form a whole event. They are at the ends of the ranges of
 *	events that follow each other without a gap.
 * @wraps: number of wraps of the 32-bit timestamp from the oldest to the newest event
 * @newest: tick of the newest event
 * @oldest: tick of the oldest event
 * @now: if @anchored: tick at which the log was copied
 *
 * The library allocates this structure. The members do not change while events are read.
 */
struct guclog_events {
	const struct guclog_log *log;
	const struct guclog_analysis *analysis;
	uint32_t hz;
	bool anchored;
	bool has_realtime;
	bool inner_gap;
	uint64_t entries;
	uint64_t before_load;
	uint64_t rest;
	uint64_t wraps;
	int64_t newest;
	int64_t oldest;
	uint64_t now;
};

/* Flag of guclog_events_open(): the events have no analysis, so no names, contexts and engines. */
#define GUCLOG_EVENTS_PLAIN	1u
/*
 * Flag of guclog_events_open(): the events have names, contexts and engines, but the log is not
 * searched for a hang. Then guclog_analysis_findings() returns empty findings, and
 * guclog_analysis_survey() fills only @firmware_known, @misfit, @rules_tested, @rules_held and
 * @words.
 */
#define GUCLOG_EVENTS_NAMES	2u

/**
 * guclog_events_open() - begin to read the events of a log
 * @log: the log, which must remain valid until guclog_events_close()
 * @flags: 0, GUCLOG_EVENTS_PLAIN or GUCLOG_EVENTS_NAMES
 * @error: filled with the error, or with code 0 on success; may be NULL
 *
 * The function reads all events once to count and analyse them. A log may have any number of
 * readers, in any threads.
 *
 * Return: the reader, which is at its first event and which the caller must free with
 * guclog_events_close(), or NULL on an error. The code in @error is then -EPROTONOSUPPORT if the
 * version of the entries is not known, -ENOENT if the log has neither events nor a version, or
 * -ENOMEM.
 */
struct guclog_events *guclog_events_open(const struct guclog_log *log, unsigned int flags,
					 struct guclog_error *error);

/**
 * guclog_events_copy() - make a second reader of the same events, with its own position
 * @events: a reader of the same events, which must remain valid until the second one is freed
 *
 * Return: the second reader, which is at its first event and which the caller must free with
 * guclog_events_close(), or NULL if there is no memory.
 */
struct guclog_events *guclog_events_copy(const struct guclog_events *events);

/**
 * guclog_events_close() - free a reader
 * @events: the reader, may be NULL
 */
void guclog_events_close(struct guclog_events *events);

/**
 * guclog_events_next() - get the next event
 * @events: the reader
 * @event: filled with the event
 *
 * Events from before the firmware was loaded again come first. Then the other events follow, in the
 * order that @order of the log gives.
 *
 * Return: true, or false at the end.
 */
bool guclog_events_next(struct guclog_events *events, struct guclog_event *event);

/**
 * guclog_events_seek() - go to an event
 * @events: the reader
 * @index: number of the event that guclog_events_next() returns next, not counting events from
 *	before the firmware was loaded again; 0 for the oldest event
 *
 * Return: 0, or -ENOENT when the log does not have the event; the reader is then at its
 * end.
 */
int guclog_events_seek(struct guclog_events *events, uint64_t index);

/**
 * guclog_events_rewind() - go back to the first event that guclog_events_next() returns
 * @events: the reader
 */
void guclog_events_rewind(struct guclog_events *events);

/**
 * guclog_events_boottime_ns() - get a time on the host's boottime clock
 * @events: the reader
 * @tick: tick of an event
 *
 * Return: the time in ns, negative if the event is from before the host's start; or GUCLOG_NO_TIME
 * if @anchored of the reader is false.
 */
int64_t guclog_events_boottime_ns(const struct guclog_events *events, int64_t tick);

/**
 * guclog_events_realtime_ns() - get a time on the host's wall clock
 * @events: the reader
 * @tick: tick of an event
 *
 * Return: ns since 1970 UTC, or GUCLOG_NO_TIME if @has_realtime of the reader is false.
 */
int64_t guclog_events_realtime_ns(const struct guclog_events *events, int64_t tick);

/**
 * guclog_event_text() - get the name and the arguments of an event as text
 * @events: the reader that gave the event, at any position
 * @event: the event
 * @buf: destination
 * @size: bytes at @buf
 *
 * For an event about a message of the driver, the text also includes this message if the
 * devcoredump contains it.
 *
 * Return: length of the text, 0 for an event without a name.
 */
size_t guclog_event_text(const struct guclog_events *events, const struct guclog_event *event,
			 char *buf, size_t size);

/**
 * guclog_event_field() - get a field of the arguments of an event
 * @event: from guclog_events_next()
 * @i: number of the field, from 0
 * @name: set to the name of the field, a constant string
 * @value: set to the value of the field
 *
 * Return: 0; or -ENOENT after the last field, or if the event has no name.
 */
int guclog_event_field(const struct guclog_event *event, unsigned int i,
		       const char **name, uint32_t *value);

/**
 * guclog_engine_name() - get the name of an engine
 * @engine: number of the engine, not GUCLOG_NONE
 * @buf: destination
 * @size: bytes at @buf
 *
 * Return: length of the name, such as "ccs0".
 */
size_t guclog_engine_name(uint32_t engine, char *buf, size_t size);

/*
 * The structures from here on contain the results of the analysis of a log, with the events that
 * prove them. The library allocates them, except &struct guclog_rule, and they are valid as long as
 * the analysis. A member "index" or "..._index" is the index of an event in the log. Times are in
 * ticks of the GuC's clock, which guclog_analysis_ns() converts to nanoseconds.
 *
 * Names in capitals, such as CTX_PLACED, are names of events. guclog_dictionary_row() returns their
 * meaning.
 */

/* States of a context. */
enum guclog_context_state {
	GUCLOG_CONTEXT_SEEN,		/* an event names the context but not its state */
	GUCLOG_CONTEXT_REGISTERED,
	GUCLOG_CONTEXT_ENABLED,
	GUCLOG_CONTEXT_READY,		/* has work and waits for an engine */
	GUCLOG_CONTEXT_PLACED,		/* written to an engine, which has not acknowledged it */
	GUCLOG_CONTEXT_RUNNING,
	GUCLOG_CONTEXT_PREEMPTING,	/* on an engine that was asked to switch it out */
	GUCLOG_CONTEXT_SWITCHED_OUT,	/* has left its engine */
	GUCLOG_CONTEXT_IDLE,		/* has no work */
	GUCLOG_CONTEXT_RESET,		/* a reset removed it from its engine */
	GUCLOG_CONTEXT_DISABLED,
	GUCLOG_CONTEXT_DEREGISTERED
};

/**
 * struct guclog_pending - the latest request of one kind about a context
 * @open: the request has no answer in the log; false also if there was no request
 * @value: the value in the request, such as the new scheduling mode
 * @tick: tick of the request
 * @index: index of the event of the request
 */
struct guclog_pending {
	bool open;
	uint32_t value;
	int64_t tick;
	uint64_t index;
};

/**
 * struct guclog_context - a context and its history in the log
 * @guc_id: number of the context
 * @state: state after the last event of the log; GUCLOG_CONTEXT_SEEN if no event after the last gap
 *	shows the state
 * @since: tick at which @state began
 * @lrca: LRCA: bits 31:12 of the address of the context image; 0 if no event contained it
 * @engine_class: class of the context's engines, GUCLOG_NONE if no event contained it
 * @engine: number of the engine on which the context is or was last; GUCLOG_NONE if unknown
 * @priority: latest priority of the context, GUCLOG_NONE if no event contained it
 * @first: index of the first event that names the context
 * @last: index of the last event that names the context
 * @runs: number of times that the context began to run in this log
 * @submits: number of submissions
 * @preempted: number of preemptions of the context
 * @resets: number of resets that removed the context from its engine
 * @on_engine: the context is on @engine
 * @on_known: the log has the event that placed the context on @engine, at @on_since. If false,
 *	@on_since is the start of the log, the end of a gap, or the time at which the state of the
 *	context last changed.
 * @on_since: tick from which the context is known to be on @engine, see @on_known
 * @on_index: index of the event at @on_since, GUCLOG_NO_EVENT unless @on_known
 * @left: number of times that the context left an engine because it was complete or was preempted
 * @whole_runs: number of the stays on an engine, counted in @left, that began in this log
 * @longest_run: duration of the longest of the @whole_runs, ticks
 * @on_ticks: time that the context was on engines, ticks; without the time since @on_since
 * @on_least: @on_ticks is a lower bound: a part of the time lies outside the log or in a gap
 * @longest_wait: longest time from a CTX_READY of the context to the next CTX_PLACED, ticks;
 *	without the time that the context waits at the end of the log, see
 *	guclog_analysis_wait_ticks()
 * @ready_index: index of the last CTX_READY of the context
 * @first_ready: argument 0 of the first CTX_READY of the context, 0 if there is none
 * @born: the log contains the registration of the context
 * @mode: the driver's latest request to change the scheduling mode (to enable or disable the
 *	context)
 * @end: the driver's request to deregister the context
 * @mode_known: a change of the mode was requested or acknowledged after the last gap
 * @end_known: @end is valid, because the context was registered or its deregistration was requested
 *	after the last gap
 * @ended: the engine has reported that the context left it because the context was complete or was
 *	preempted
 * @answers: number of requests to change the scheduling mode or to deregister the context that the
 *	GuC has acknowledged
 * @not_ready: since the driver disabled the context, the log has a CTX_NOT_READY of it
 * @says_disabled: the last such CTX_NOT_READY says that the context is disabled
 */
struct guclog_context {
	uint32_t guc_id;
	enum guclog_context_state state;
	int64_t since;
	uint32_t lrca;
	uint32_t engine_class;
	uint32_t engine;
	uint32_t priority;
	uint64_t first;
	uint64_t last;
	uint64_t runs;
	uint64_t submits;
	uint64_t preempted;
	uint64_t resets;
	bool on_engine;
	bool on_known;
	int64_t on_since;
	uint64_t on_index;
	uint64_t left;
	uint64_t whole_runs;
	int64_t longest_run;
	int64_t on_ticks;
	bool on_least;
	int64_t longest_wait;
	uint64_t ready_index;
	uint32_t first_ready;
	bool born;
	bool mode_known;
	bool end_known;
	struct guclog_pending mode;
	struct guclog_pending end;
	bool ended;
	uint64_t answers;
	bool not_ready;
	bool says_disabled;
};

/**
 * struct guclog_wait - a request of the GuC to an engine to switch its context out (a preemption)
 * @open: the engine has not answered
 * @tick: tick of the request
 * @index: index of the event SWITCH_OUT_REQUEST
 * @engine: number of the engine
 * @disabled: the GuC made the request because the driver had disabled @victim
 * @victim: guc_id of the context on the engine, GUCLOG_NONE when it is not known
 * @waiter: guc_id of the context for which the GuC made the request: the only context that was
 *	ready and had no engine. GUCLOG_NONE if there was none or several, or if @disabled.
 * @waiter_index: index of the event with which @waiter became ready
 * @waiters: number of contexts that were ready and had no engine when the request was made; 0 if
 *	@disabled
 * @looks: number of SWITCH_OUT_WAIT events (the GuC still waits for the answer) since the request,
 *	without those that came while another engine also had an unanswered request
 * @last_look: tick of the last SWITCH_OUT_WAIT
 * @period: ticks between the last two SWITCH_OUT_WAIT events, 0 when not known
 */
struct guclog_wait {
	bool open;
	int64_t tick;
	uint64_t index;
	uint32_t engine;
	bool disabled;
	uint32_t victim;
	uint32_t waiter;
	uint64_t waiter_index;
	unsigned int waiters;
	uint64_t looks;
	int64_t last_look;
	int64_t period;
};

/* Maximum number of contexts of a reset that are stored. All are counted. */
#define GUCLOG_MAX_VICTIMS	8u

/**
 * struct guclog_victim - a context that a reset removed from its engine
 * @guc_id: number of the context
 * @lrca: LRCA: bits 31:12 of the address of the context image
 * @engine: number of the engine from which the context was removed
 * @tick: tick of the context's CTX_NOT_READY or CTX_OFF_ENGINE, whichever came first
 * @index: index of the event at @tick
 * @on_known: the log shows when the context was placed on the engine: at @on_since
 * @on_since: tick from which the context was on the engine, or is known to have been there
 * @on_index: index of the event at @on_since, GUCLOG_NO_EVENT unless @on_known
 * @left: number of earlier times that the context left an engine because it was complete or was
 *	preempted
 * @whole_runs: number of the stays on an engine, counted in @left, that began in this log
 * @longest_run: duration of the longest of the @whole_runs, ticks
 * @preempted: number of earlier preemptions of the context
 * @gave_way_index: index of the event that ended the last of these preemptions; GUCLOG_NO_EVENT if
 *	there is none, or if another context was preempted on the same engine later
 * @gave_way_tick: tick of the event at @gave_way_index
 * @gave_way_ticks: time from the request to switch out to the event at @gave_way_index, ticks
 */
struct guclog_victim {
	uint32_t guc_id;
	uint32_t lrca;
	uint32_t engine;
	int64_t tick;
	uint64_t index;
	bool on_known;
	int64_t on_since;
	uint64_t on_index;
	uint64_t left;
	uint64_t whole_runs;
	int64_t longest_run;
	uint64_t preempted;
	uint64_t gave_way_index;
	int64_t gave_way_tick;
	int64_t gave_way_ticks;
};

/**
 * struct guclog_reset - one engine reset
 * @begin_seen: the log contains ENGINE_RESET_BEGIN of this reset
 * @end_seen: the log contains ENGINE_RESET_END of this reset
 * @broken: the events of the reset are not in the normal order
 * @begin_tick: tick of the first event of the reset that the log contains
 * @end_tick: tick of the last event of the reset that the log contains
 * @begin_index: index of the first event of the reset that the log contains
 * @end_index: index of the last event of the reset that the log contains
 * @engine_class: engine class in ENGINE_RESET_BEGIN or ENGINE_RESET_END
 * @contradicts: the log contradicts itself, because the removed context is not the context that was
 *	placed on the engine
 * @timed_out: a SWITCH_OUT_TIMEOUT caused the reset
 * @wait_known: the log contains the SWITCH_OUT_REQUEST that timed out
 * @wait: this request, if @wait_known
 * @timeout_tick: tick of SWITCH_OUT_TIMEOUT
 * @timeout_index: index of SWITCH_OUT_TIMEOUT
 * @nr_victims: number of contexts that the reset removed from engines; at most
 *	GUCLOG_MAX_VICTIMS of them are in @victim
 * @victim: the contexts that are stored
 * @capture_index: index of the event about the driver's first message
 *	LOG_BUFFER_FILE_FLUSH_COMPLETE after the reset (the driver has read the state capture), or
 *	GUCLOG_NO_EVENT
 * @disabled_index: index of the first SCHED_MODE_DONE after the reset that acknowledges the disable
 *	of a victim, or GUCLOG_NO_EVENT
 * @disabled_tick: tick of the event at @disabled_index
 * @deregistered_index: index of the first CTX_DEREGISTERED of a victim after the reset, or
 *	GUCLOG_NO_EVENT
 * @limit_us: preemption timeout of the victim in us, 0 when it is not known
 * @limit_from_ct: @limit_us is from a message in the H2G ring of the devcoredump; otherwise it is
 *	from the list of contexts in the devcoredump
 * @limit_fits: the time from @wait to SWITCH_OUT_TIMEOUT is as long as @limit_us, up to a tolerance
 * @placed: guc_id of the first context that had waited before the reset and was placed on one of
 *	the reset engines after the removal of the victim, GUCLOG_NONE if there is none
 * @placed_index: index of the event with which @placed was put on the engine
 * @placed_ready: index of the event with which @placed became ready
 */
struct guclog_reset {
	bool begin_seen;
	bool end_seen;
	bool broken;
	int64_t begin_tick;
	int64_t end_tick;
	uint64_t begin_index;
	uint64_t end_index;
	uint32_t engine_class;
	bool contradicts;
	bool timed_out;
	bool wait_known;
	struct guclog_wait wait;
	int64_t timeout_tick;
	uint64_t timeout_index;
	unsigned int nr_victims;
	struct guclog_victim victim[GUCLOG_MAX_VICTIMS];
	uint64_t capture_index;
	uint64_t disabled_index;
	int64_t disabled_tick;
	uint64_t deregistered_index;
	uint32_t limit_us;
	bool limit_from_ct;
	bool limit_fits;
	uint32_t placed;
	uint64_t placed_index;
	uint64_t placed_ready;
};

/* The kind of request that the GuC or an engine no longer answers. */
enum guclog_stuck {
	GUCLOG_STUCK_UNKNOWN,		/* cannot be determined */
	GUCLOG_STUCK_NOTHING,		/* no request is late */
	GUCLOG_STUCK_SUBMIT,		/* an engine or the GuC itself does not accept a context */
	GUCLOG_STUCK_H2G,		/* the GuC does not read messages */
	GUCLOG_STUCK_DISABLE,		/* the disable of a context is not acknowledged */
	GUCLOG_STUCK_DEREGISTER		/* the deregistration of a context is not acknowledged */
};

/* The reason for the value of @stuck of the findings. */
enum guclog_why {
	GUCLOG_WHY_NOTHING_OPEN,	/* every request was answered */
	GUCLOG_WHY_RULES,		/* @stuck depends on rules that failed */
	GUCLOG_WHY_END_MISSING,		/* events after the newest one in the log are missing */
	GUCLOG_WHY_NO_CLOCK,		/* the age of the unanswered request is not known */
	GUCLOG_WHY_YOUNG,		/* the unanswered request is not old enough to be late */
	GUCLOG_WHY_LATE,		/* the unanswered request is late */
	GUCLOG_WHY_NO_EVENTS,		/* the log has no events */
	GUCLOG_WHY_HIDDEN,		/* the GuC has not read messages, and these were redacted */
	GUCLOG_WHY_UNREAD		/* as before, and no event shows which one it read last */
};

/**
 * struct guclog_request - the request that has been unanswered longest at the end of the log
 * @what: kind of the request, GUCLOG_STUCK_NOTHING if no request is unanswered
 * @enable: for GUCLOG_STUCK_SUBMIT: the request is the enable of a context, with which the driver
 *	also submits the first work of the context
 * @guc_id: context of the request, GUCLOG_NONE if it belongs to no context
 * @engine: engine of the request, GUCLOG_NONE if it belongs to no engine
 * @tick: tick of the request
 * @index: index of the event of the request
 * @age: ticks from the request until the log was copied, or until the newest event
 * @limit: age in ticks at which the request is late
 */
struct guclog_request {
	enum guclog_stuck what;
	bool enable;
	uint32_t guc_id;
	uint32_t engine;
	int64_t tick;
	uint64_t index;
	int64_t age;
	int64_t limit;
};

/**
 * struct guclog_findings - the result of the analysis
 * @hang: whether the log has a reset or a request is stuck; also unknown when an engine has not
 *	answered a request to switch out at the end of the log, or the firmware has crashed
 * @reset: whether the log has the engine reset that the other members describe, see @chosen
 * @chosen: the reset that the other members describe; NULL if there is none. If the devcoredump
 *	names a context (see @reason_guc_id), it is the newest reset that removed this context, else
 *	the newest reset for which this context waited, else the last reset if the log does not show
 *	which contexts it removed. Otherwise it is the last reset. A reset that is much older than
 *	the devcoredump or the trigger of the recording is not chosen.
 * @nr_resets: number of engine resets in the log
 * @victim: the context that @chosen removed from its engine; if there is no such reset but a
 *	request is stuck, the context of that request. Its @guc_id and @engine are GUCLOG_NONE if
 *	unknown.
 * @inferred: the log does not show the removal of @victim, but @victim was on the engine
 * @other_victims: number of further contexts that @chosen removed from engines
 * @pending: the request to switch out that an engine has not answered when the log ends, so
 *	a reset may follow; NULL if there is none
 * @expired: an engine did not switch its context out in time, but the log has no reset of that
 *	engine
 * @reported: the GuC has reported a reset of the context @reason_guc_id to the driver, and this
 *	reset is not in the log
 * @waiter: guc_id of the context that waited for the engine, or GUCLOG_NONE
 * @has_wait: @wait_ticks is known
 * @wait_ticks: ticks from SWITCH_OUT_REQUEST to SWITCH_OUT_TIMEOUT
 * @limit_us: preemption timeout of the victim in us, 0 when not known
 * @limit_from_ct: @limit_us is from a message in the H2G ring of the devcoredump; otherwise it is
 *	from the list of contexts in the devcoredump
 * @reason_guc_id: guc_id in the Reason (the line of the devcoredump with the driver's reason for
 *	making it). If the Reason names no context: guc_id of the only context that the devcoredump
 *	lists, or GUCLOG_NONE.
 * @reason_differs: the devcoredump lists the context that was reset, but its Reason names another
 *	context
 * @reason_waits: the Reason names the context that waited for the engine, or a context that the
 *	reset removed from another engine
 * @not_this: number of resets in the log other than @chosen, if @reason_guc_id is known. They are
 *	resets of other contexts, or are too old.
 * @faults_known: @faults is known
 * @faults: number of page faults without an answer at the end of the log
 * @stuck: the kind of request that is stuck
 * @why: the reason for the value of @stuck
 * @open: the request that has been unanswered longest
 * @nr_open: number of requests without an answer
 * @newer_messages: number of messages of the driver that the GuC has read after the log's newest
 *	event
 * @unread_messages: number of messages of the driver that the GuC has not read
 */
struct guclog_findings {
	enum guclog_tri hang;
	enum guclog_tri reset;
	const struct guclog_reset *chosen;
	uint64_t nr_resets;
	struct guclog_victim victim;
	bool inferred;
	unsigned int other_victims;
	const struct guclog_wait *pending;
	bool expired;
	bool reported;
	uint32_t waiter;
	bool has_wait;
	int64_t wait_ticks;
	uint32_t limit_us;
	bool limit_from_ct;
	uint32_t reason_guc_id;
	bool reason_differs;
	bool reason_waits;
	uint64_t not_this;
	bool faults_known;
	uint32_t faults;
	enum guclog_stuck stuck;
	enum guclog_why why;
	struct guclog_request open;
	unsigned int nr_open;
	uint32_t newer_messages;
	uint32_t unread_messages;
};

/**
 * struct guclog_survey - totals and statistics of a whole log
 * @hz: ticks per second, 0 when not known
 * @has_firmware: @firmware is known
 * @firmware: GuC version: major 23:16, minor 15:8, patch 7:0
 * @firmware_known: the dictionary (the table of the event names) was made from logs of this version
 * @misfit: too many rules failed: the dictionary does not match this firmware
 * @learned: number of event names that were learned from this log or earlier logs and are used; 0
 *	when the names of the dictionary are used
 * @basis_events: number of event ids in the log whose names are known from earlier logs of this
 *	firmware
 * @basis_logs: largest number of earlier logs that agree about the name of one of these event ids
 * @conflicts: number of event ids for which the log contradicts earlier logs; these ids get no name
 * @rules_tested: number of rules of the dictionary that could be tested on the log
 * @rules_held: number of tested rules that are true for the log
 * @words: bit mask of the event names that are used for the log: bit n stands for event n of
 *	guclog_analysis_id()
 * @before_load: the analysis is about the events from before the firmware was loaded again, because
 *	these show a hang, and the events since then do not
 * @events: number of events, without those of the other side of such a load
 * @known: number of events whose id is in the dictionary
 * @named: number of events with a name
 * @guesses: number of events with a name that is a guess
 * @gaps: number of gaps in the log
 * @end_missing: the newest events are missing, or the order is not known
 * @missing_bytes: length of the newest events if these are missing, 0 if unknown
 * @apart: the H2G ring of the devcoredump has messages, but they do not match the events of the log
 * @first_tick: tick of the oldest event
 * @last_tick: tick of the newest event
 * @part_tick: tick of the first event after the last gap
 * @silence: longest time between two consecutive events without a gap, ticks
 * @silence_before: index of the event at the end of @silence
 * @silence_from: tick of the event at the start of @silence
 * @contexts: number of contexts
 * @lost_contexts: number of further contexts, which were not stored
 * @resets: number of resets that guclog_analysis_reset() returns
 * @granted: number of requests to switch out after which the context left its engine
 * @granted_ticks: longest time from a request that @granted counts to its answer, ticks
 * @faults_usable: the rules about the events of page faults are true for the log
 * @faults: number of page faults in the log
 * @fault_answers: number of answers to page faults in the log
 * @fault_tick: tick of the newest page fault or answer to one
 */
struct guclog_survey {
	uint32_t hz;
	bool has_firmware;
	uint32_t firmware;
	bool firmware_known;
	bool misfit;
	unsigned int learned;
	unsigned int basis_events;
	unsigned int basis_logs;
	unsigned int conflicts;
	unsigned int rules_tested;
	unsigned int rules_held;
	uint64_t words;
	bool before_load;
	uint64_t events;
	uint64_t known;
	uint64_t named;
	uint64_t guesses;
	uint64_t gaps;
	bool end_missing;
	uint64_t missing_bytes;
	bool apart;
	int64_t first_tick;
	int64_t last_tick;
	int64_t part_tick;
	int64_t silence;
	uint64_t silence_before;
	int64_t silence_from;
	unsigned int contexts;
	uint64_t lost_contexts;
	unsigned int resets;
	uint64_t granted;
	int64_t granted_ticks;
	bool faults_usable;
	uint64_t faults;
	uint64_t fault_answers;
	int64_t fault_tick;
};

/* Maximum number of fields of an event in the dictionary (the table of the event names). */
#define GUCLOG_ROW_FIELDS	4

/**
 * struct guclog_row_field - a field of an event's arguments
 * @name: name of the field
 * @arg: number of the argument that contains the field, 0 or 1
 * @low: lowest bit of the field
 * @bits: width of the field in bits; 0 in a &struct guclog_learned_row if it was not found
 * @guess: the meaning of the field is a guess
 */
struct guclog_row_field {
	const char *name;
	uint8_t arg;
	uint8_t low;
	uint8_t bits;
	bool guess;
};

/**
 * struct guclog_row - an event in the dictionary (the table of the event names)
 * @name: name of the event
 * @meaning: a short description of the event
 * @id: id of the event
 * @hits: number of checks of the strongest evidence for the name that passed
 * @checks: number of checks of this evidence
 * @evidence: classes of the evidence for the name, a bitwise OR of: 1 (class A): an argument
 *	equals a constant of a public header; 2 (B): an argument equals another value of the same
 *	dump; 4 (C): the events have a regular order or regular numbers; 8 (D): the name is a
 *	guess
 * @nr_fields: number of fields
 * @field: the fields
 * @guess: the name is a guess
 */
struct guclog_row {
	const char *name;
	const char *meaning;
	uint32_t id;
	uint32_t hits;
	uint32_t checks;
	uint32_t evidence;
	uint32_t nr_fields;
	struct guclog_row_field field[GUCLOG_ROW_FIELDS];
	bool guess;
};

/**
 * guclog_dictionary_row() - get a row of the dictionary
 * @i: number of the row, from 0; also its bit in @words of &struct guclog_survey
 * @row: filled with the row
 *
 * Return: 0, or -ENOENT after the last row.
 */
int guclog_dictionary_row(unsigned int i, struct guclog_row *row);

/**
 * guclog_dictionary_find() - find the row of an event id
 * @id: the id
 * @row: filled if the id is in the dictionary; may be NULL
 *
 * Return: the number of the row, or -ENOENT.
 */
int guclog_dictionary_find(uint32_t id, struct guclog_row *row);

/**
 * guclog_dictionary_firmware() - get a firmware version whose logs were used to make the dictionary
 * @i: number of the version, from 0
 *
 * Return: the version: major 23:16, minor 15:8, patch 7:0; 0 after the last version.
 */
uint32_t guclog_dictionary_firmware(unsigned int i);

/**
 * struct guclog_firmware_basis - the evidence for event names of firmware not in the dictionary
 * @first: first version to which the evidence applies: major 23:16, minor 15:8, patch 7:0
 * @last: last version to which the evidence applies
 * @device: PCI device id, 0 for any device
 * @events: number of events of the dictionary whose id in this firmware is known
 * @moved: number of those @events with an id or fields that differ from the dictionary
 * @logs: for the event that was found in the most logs: the number of these logs
 * @hits: number of passed checks of event names, for all events together
 * @checks: number of checks of event names, for all events together
 */
struct guclog_firmware_basis {
	uint32_t first;
	uint32_t last;
	uint32_t device;
	uint32_t events;
	uint32_t moved;
	uint32_t logs;
	uint64_t hits;
	uint64_t checks;
};

/**
 * guclog_dictionary_basis() - get the evidence for event names of firmware not in the dictionary
 * @i: number of the firmware's entry, from 0
 * @basis: filled with the evidence
 *
 * The logs of this firmware were not used to make the dictionary. If a firmware version has no
 * entry here, and guclog_dictionary_firmware() does not return the version either, the names are
 * learned from each log.
 *
 * Return: 0, or -ENOENT after the last entry.
 */
int guclog_dictionary_basis(unsigned int i, struct guclog_firmware_basis *basis);

/**
 * struct guclog_rule - a rule that tests event names on a log, and the result of the test
 * @name: short name of the rule: a letter and a number
 * @text: the condition that must be true
 * @off_text: event names or results that are not used when the rule fails
 * @wanted_percent: percentage of the tests in which the condition must be true
 * @weak: the rule is weak evidence: in a control, its condition was also true for logs in which the
 *	arguments of the events had been exchanged
 * @few: the rule was tested too rarely to be evidence
 * @failed: the condition was true in less than @wanted_percent of the tests; with 20 or more tests,
 *	one false result is allowed in any case
 * @checks: number of tests; 0 also if names were learned from the log, but not those of the rule
 * @hits: number of tests in which the condition was true
 * @failed_at: index of the event at which the condition was first false
 */
struct guclog_rule {
	const char *name;
	const char *text;
	const char *off_text;
	unsigned int wanted_percent;
	bool weak;
	bool few;
	bool failed;
	uint64_t checks;
	uint64_t hits;
	uint64_t failed_at;
};

/**
 * struct guclog_trigger - an event in the driver because of which the kernel module recorded a log
 * @name: name of the trigger, such as "job timeout"
 * @after_ns: time from the first trigger to this one, ns
 * @has_guc_id: @guc_id is known
 * @guc_id: guc_id of the queue (the context) that the trigger names
 * @engine: name of the engine of the queue, or of the engine that could not be reset; empty if
 *	unknown
 * @has_pid: @pid is known
 * @pid: PID of the process that created the queue
 * @process: name of this process; empty if unknown
 * @killed: the queue was killed by its owner, or because its owner ended; this is not a hang
 *
 * Made by scripts/gen-model.py from data/model/records.csv: change that file.
 */
struct guclog_trigger {
	char name[32];
	uint64_t after_ns;
	bool has_guc_id;
	uint32_t guc_id;
	char engine[16];
	bool has_pid;
	uint32_t pid;
	char process[32];
	bool killed;
};

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
 * struct guclog_learned_row - the proposed meaning of an event id of an unknown firmware
 * @id: the id
 * @count: number of events with this id
 * @name: name of the dictionary's event that is proposed for the id, NULL without a proposal
 * @grade: "certain", "likely", "doubt" (another proposal fits nearly as well) or "unknown"
 *	(no proposal fits, or there are too few events); only certain and likely proposals are used
 *	as names
 * @used: events with this id get the name. If the field of the engine was not found, the analysis
 *	does not use these events.
 * @base: the proposal is the event that has this id in the dictionary, with the same fields
 * @score: weight of the evidence in bits: log2 of how much more likely the passed checks are for
 *	the right event than for any other event
 * @hits: number of passed checks of the proposal
 * @checks: number of checks of the proposal; 0: the row was taken from the dictionary without a
 *	check
 * @evidence: classes of the checks, such as "BC", see @evidence of &struct guclog_row
 * @refutation: an observation that would refute the proposal, NULL if there is none
 * @rival: another id that fits @name nearly as well; @id itself if two logs contradict each other;
 *	or GUCLOG_NONE
 * @nr_fields: number of fields
 * @field: the fields
 * @look: a description of the values of each of the two arguments
 * @before: the id that most often precedes this id, or GUCLOG_NONE
 * @after: the id that most often follows this id, or GUCLOG_NONE
 */
struct guclog_learned_row {
	uint32_t id;
	uint64_t count;
	const char *name;
	const char *grade;
	bool used;
	bool base;
	double score;
	uint32_t hits;
	uint32_t checks;
	char evidence[8];
	const char *refutation;
	uint32_t rival;
	unsigned int nr_fields;
	struct guclog_row_field field[GUCLOG_ROW_FIELDS];
	const char *look[2];
	uint32_t before;
	uint32_t after;
};

/**
 * struct guclog_learned - the proposed meanings of the event ids of an unknown firmware
 * @anchored: the ids of the events about the driver's messages were found; otherwise nothing is
 *	learned
 * @aligned: number of events about the driver's messages that were matched with a message of the
 *	H2G ring
 * @base_held: number of events of the dictionary that have the same id in this firmware
 * @base_moved: number of events of the dictionary that have another id in this firmware
 * @logs: number of logs from which the meanings were learned
 * @nr_rows: number of rows
 * @row: the rows, ascending by id
 */
struct guclog_learned {
	bool anchored;
	uint32_t aligned;
	uint32_t base_held;
	uint32_t base_moved;
	uint32_t logs;
	unsigned int nr_rows;
	const struct guclog_learned_row *const *row;
};

/**
 * guclog_learn() - learn the meaning of the events of a log
 * @log: the log; more can be learned if it is from a devcoredump
 * @error: filled with the error, or with code 0 on success; may be NULL
 *
 * The names of the dictionary are the first proposals. A name is used only if a check on the log
 * confirms it, with one exception: if the checks confirm every proposal that can be checked, the
 * names of ids with too few events for a check are used, too.
 *
 * Return: the meanings, which the caller must free with guclog_learned_free(), or NULL on an error.
 */
struct guclog_learned *guclog_learn(const struct guclog_log *log,
				    struct guclog_error *error);

/**
 * guclog_learned_add() - add the evidence of another log of the same firmware
 * @learned: from guclog_learn()
 * @log: the other log
 * @error: filled with the error, or with code 0 on success; may be NULL
 *
 * The evidence for the same proposal in both logs is added up. Proposals that contradict each other
 * are not used. Pointers to rows from before the call are no longer valid.
 *
 * Return: 0 or a negative errno.
 */
int guclog_learned_add(struct guclog_learned *learned, const struct guclog_log *log,
		       struct guclog_error *error);

/**
 * guclog_learned_free() - free the learned meanings
 * @learned: from guclog_learn(), may be NULL
 */
void guclog_learned_free(struct guclog_learned *learned);

/**
 * guclog_analysis_findings() - get the verdict and the events that prove it
 * @a: the analysis
 *
 * Return: the findings.
 */
const struct guclog_findings *guclog_analysis_findings(const struct guclog_analysis *a);

/**
 * guclog_analysis_survey() - get totals and statistics of the whole log
 * @a: the analysis
 *
 * Return: the survey.
 */
const struct guclog_survey *guclog_analysis_survey(const struct guclog_analysis *a);

/**
 * guclog_analysis_ns() - convert a time to nanoseconds
 * @a: the analysis
 * @ticks: the time, ticks of the GuC's clock
 *
 * Return: the time in ns, or 0 when the frequency of the GuC's clock is not known.
 */
int64_t guclog_analysis_ns(const struct guclog_analysis *a, int64_t ticks);

/**
 * guclog_analysis_context() - get a context
 * @a: the analysis
 * @i: number of the context, from 0, in the order of the first event that names each context
 *
 * Return: the context; NULL after the last context.
 */
const struct guclog_context *
guclog_analysis_context(const struct guclog_analysis *a, unsigned int i);

/**
 * guclog_analysis_has_contexts() - check whether the contexts of a log can be listed
 * @a: the analysis
 *
 * Return: true, or false if event names that are needed to find the contexts do not fit this log.
 */
bool guclog_analysis_has_contexts(const struct guclog_analysis *a);

/**
 * guclog_analysis_on_ticks() - get the time that a context was on engines
 * @a: the analysis
 * @ctx: the context
 *
 * Return: the time up to the newest event of the log, in ticks.
 */
int64_t guclog_analysis_on_ticks(const struct guclog_analysis *a, const struct guclog_context *ctx);

/**
 * guclog_analysis_wait_ticks() - get the longest time that a context waited for an engine
 * @a: the analysis
 * @ctx: the context
 * @least: set to whether the time is a lower bound, because the context still waits at the end of
 *	the log
 *
 * Return: the longest time from a CTX_READY of the context to the next CTX_PLACED or, if there is
 * none, to the newest event of the log, in ticks.
 */
int64_t guclog_analysis_wait_ticks(const struct guclog_analysis *a,
				   const struct guclog_context *ctx, bool *least);

/**
 * guclog_analysis_reset() - get an engine reset
 * @a: the analysis
 * @i: number of the reset, from 0 for the oldest reset. Only the newest 32 resets are stored.
 *
 * Return: the reset; NULL after the last reset.
 */
const struct guclog_reset *guclog_analysis_reset(const struct guclog_analysis *a, unsigned int i);

/**
 * guclog_analysis_rule() - get a rule and the result of its test
 * @a: the analysis
 * @i: number of the rule, from 0
 * @rule: filled with the rule and its result
 *
 * Return: 0, or -ENOENT after the last rule.
 */
int guclog_analysis_rule(const struct guclog_analysis *a, unsigned int i,
			 struct guclog_rule *rule);

/**
 * guclog_analysis_id() - get the id of an event of the dictionary, and count it in the log
 * @a: the analysis
 * @i: number of the event in the dictionary, from 0
 * @id: set to the event's id in the dictionary
 * @count: set to the number of events of the log that have the name of event @i. If names were
 *	learned, the id of these events can differ from @id.
 *
 * Return: 0, or -ENOENT after the last event of the dictionary.
 */
int guclog_analysis_id(const struct guclog_analysis *a, unsigned int i, uint32_t *id,
		       uint64_t *count);

/**
 * typedef guclog_slice_fn - receives a period in which a context kept its state or its engine
 * @context: the argument of guclog_events_slices()
 * @ctx: the context right before the period ends
 * @engine: true: the context was on @ctx->engine for the whole period, in any states;
 *	false: the context was in @ctx->state for the whole period
 * @from: tick at which the period begins
 * @to: tick at which the period ends
 */
typedef void (*guclog_slice_fn)(void *context, const struct guclog_context *ctx, bool engine,
				int64_t from, int64_t to);

/**
 * guclog_events_slices() - get all periods in which contexts kept a state or an engine
 * @events: a reader with @analysis, at any position
 * @slice: called with each period when the period ends
 * @context: first argument of @slice
 *
 * Return: 0 or -ENOMEM.
 */
int guclog_events_slices(const struct guclog_events *events, guclog_slice_fn slice,
			 void *context);

/**
 * guclog_context_engine() - get the engine of a context as text
 * @context: the context
 * @buf: destination
 * @size: bytes at @buf
 *
 * Return: length of the text: the context's last engine, such as ccs0, or the class of its engines;
 * 0 if both are unknown.
 */
size_t guclog_context_engine(const struct guclog_context *context, char *buf, size_t size);

/**
 * guclog_context_state_name() - get the name of a state
 * @state: the state
 *
 * Return: a constant string such as "runs".
 */
const char *guclog_context_state_name(enum guclog_context_state state);

/* The source of a verdict or of a sentence. */
enum guclog_basis {
	GUCLOG_BASIS_NONE,
	GUCLOG_BASIS_DRIVER,		/* the devcoredump */
	GUCLOG_BASIS_LOG,		/* the events of the GuC's log */
	GUCLOG_BASIS_BOTH,		/* the devcoredump and the events */
	/* Only for sentences: */
	GUCLOG_BASIS_RECORD,		/* the kernel module, which recorded the log */
	GUCLOG_BASIS_KERNEL_LOG,	/* a kernel log */
	GUCLOG_BASIS_MAPPINGS,		/* the mappings of the process */
	GUCLOG_BASIS_REPORTS,		/* public reports by other people */
	GUCLOG_BASIS_TRACE		/* a trace of the driver's trace events */
};

/* How certain a sentence is. */
enum guclog_certainty {
	GUCLOG_CERTAINTY_READ,		/* the inputs contain the statement */
	GUCLOG_CERTAINTY_INFERRED,	/* the statement is inferred or an estimate */
	GUCLOG_CERTAINTY_UNKNOWN	/* the sentence is about missing information */
};

/**
 * struct guclog_sentence - a sentence of an explanation
 * @text: the sentence
 * @nr_events: number of events of the log that prove the sentence
 * @event: indexes of these events
 * @basis: the source of the sentence
 * @certainty: how certain the sentence is
 */
struct guclog_sentence {
	const char *text;
	unsigned int nr_events;
	const uint64_t *event;
	enum guclog_basis basis;
	enum guclog_certainty certainty;
};

/**
 * struct guclog_known - a published problem that an input resembles
 * @id: identifier of the problem
 * @known: description of the problem, a sentence without a full stop
 * @link: a public report
 * @source: author and date of the report
 * @matched: the properties of the problem that the input has
 * @refuted: an observation that would show that the input has another problem
 * @cure: what helped, a clause without a full stop; NULL if unknown
 *
 * Made by scripts/gen-model.py from data/model/records.csv: change that file.
 */
struct guclog_known {
	const char *id;
	const char *known;
	const char *link;
	const char *source;
	const char *matched;
	const char *refuted;
	const char *cure;
};

/**
 * struct guclog_advice - what the user can do next
 * @finding: what the advice follows from: "message" (a message of the driver advises it), "known
 *	case", "log level", "preemption timeout" or "job timeout" (the limit that was hit),
 *	"firmware" (an old one), "ring" (older events are lost), "filtered" (the kernel log lacks
 *	lines) or "report"
 * @text: the advice, a clause without a full stop
 *
 * Made by scripts/gen-model.py from data/model/records.csv: change that file.
 */
struct guclog_advice {
	const char *finding;
	const char *text;
};

/*
 * What the driver reported about a queue in a devcoredump or in a kernel log. Made by
 * scripts/gen-model.py from data/model/words.csv: change that file.
 */
enum guclog_driver_kind {
	GUCLOG_DRIVER_NONE,	/* unknown, or the driver reported nothing */
	GUCLOG_DRIVER_JOB_TIMEOUT,	/* a job did not end in time, or its engine was reset */
	GUCLOG_DRIVER_QUEUE_CLEANUP,	/* a queue without job timeout had work and was removed */
	GUCLOG_DRIVER_DISABLE_FAILED,	/* the GuC did not acknowledge the disable of a context */
	GUCLOG_DRIVER_OTHER	/* a reason that the library does not know */
};

/* Maximum number of page faults that are stored. All are counted. */
#define GUCLOG_MAX_FAULTS	16u

/**
 * struct guclog_page_fault - a page fault that the GuC has reported to the driver
 * @asid: number of the address space
 * @address: address of the page
 * @engine: name of the engine, such as ccs0; empty if unknown
 * @access: "read", "write" or "atomic"
 * @type: "not present", or the kind of access violation
 * @level: level of the page tables at which the fault occurred
 * @refused: whether the driver answered that it did not resolve the fault; unknown if the ring of
 *	messages to the GuC does not have the answer
 *
 * Made by scripts/gen-model.py from data/model/records.csv: change that file.
 */
struct guclog_page_fault {
	uint32_t asid;
	uint64_t address;
	char engine[16];
	const char *access;
	const char *type;
	uint32_t level;
	enum guclog_tri refused;
};

/**
 * struct guclog_driver - what the driver recorded about a queue in a devcoredump and in kernel logs
 * @kind: why the driver made the devcoredump; without a devcoredump, what the kernel log reports
 * @reason: the line Reason of the devcoredump; NULL if unknown
 * @guc_id: guc_id of the queue; GUCLOG_NONE if unknown
 * @engine: engine of the queue; empty if unknown
 * @engine_class: class of the engines of the queue, such as "ccs"; NULL if unknown
 * @process: name of the process that owns the queue; NULL if unknown
 * @has_pid: @pid is known
 * @pid: PID of the process
 * @kernel_queue: the queue belongs to the driver itself
 * @bind_queue: the jobs of the queue change page tables
 * @wedged: the driver had declared the device wedged: it accepts no work until it is loaded again
 * @no_timeout: the jobs of the queue have no time limit
 * @has_seqno_begun: @seqno_begun is known
 * @seqno_begun: sequence number of the job that began last
 * @has_seqno_done: @seqno_done is known
 * @seqno_done: sequence number of the job that ended last; of a parallel queue, in the ring that
 *	has ended the fewest jobs
 * @job_ended: the job whose timeout the driver reported had ended when the driver made the dump
 * @given_up: the driver ended the jobs without waiting for their time limit, as it does after a
 *	reset
 * @run_ns: run time of the last job, ns; GUCLOG_NO_TIME if unknown. The dump has times of 32 bits,
 *	so the value can be too short by a multiple of 2^32 ticks.
 * @hang: whether the devcoredump or a kernel log shows a hang, even without the GuC log
 * @reset: whether the GuC has reported a reset of the context of the queue
 * @cat_error: whether the GuC has reported a memory (CAT) error of the context of the queue
 * @has_cat_type: @cat_type is known
 * @cat_type: type of the memory error
 * @failed_engine: name of the engine that the GuC could not reset; empty if unknown
 * @failed_reason: why the GuC could not reset it, a number of the GuC
 * @nr_unread: number of messages from the driver that the GuC had not read
 * @nr_unread_answers: number of messages from the GuC that the driver had not read
 * @not_reading: these messages fill so much of their ring that the driver cannot have read
 *	messages for a long time
 * @disable_unread: one of the unread messages disables the context. It was unread for seconds, the
 *	time that the driver waits for the answer before it makes a devcoredump.
 * @nr_fault_requests: number of page faults in the ring of messages from the GuC
 * @nr_fault_answers: number of answers to page faults in the ring of messages to the GuC
 * @nr_fault_refused: number of answers which report that the fault was not resolved
 * @nr_faults: number of elements of @fault
 * @fault: the newest page faults, the newest first
 *
 * Made by scripts/gen-model.py from data/model/records.csv: change that file.
 */
struct guclog_driver {
	enum guclog_driver_kind kind;
	const char *reason;
	uint32_t guc_id;
	char engine[16];
	const char *engine_class;
	const char *process;
	bool has_pid;
	uint32_t pid;
	bool kernel_queue;
	bool bind_queue;
	bool wedged;
	bool no_timeout;
	bool has_seqno_begun;
	int32_t seqno_begun;
	bool has_seqno_done;
	int32_t seqno_done;
	bool job_ended;
	bool given_up;
	int64_t run_ns;
	enum guclog_tri hang;
	enum guclog_tri reset;
	enum guclog_tri cat_error;
	bool has_cat_type;
	uint32_t cat_type;
	char failed_engine[16];
	uint32_t failed_reason;
	uint64_t nr_unread;
	uint64_t nr_unread_answers;
	bool not_reading;
	bool disable_unread;
	uint64_t nr_fault_requests;
	uint64_t nr_fault_answers;
	uint64_t nr_fault_refused;
	unsigned int nr_faults;
	const struct guclog_page_fault *const *fault;
};

/**
 * guclog_driver_kind_name() - get the name of a kind of report by the driver
 * @kind: the kind
 *
 * Return: a constant string such as "job timeout", or NULL if it is unknown.
 */
const char *guclog_driver_kind_name(enum guclog_driver_kind kind);

/**
 * guclog_basis_name() - get the name of the source of a verdict or sentence
 * @basis: the basis
 *
 * Return: a constant string such as "driver"; NULL for GUCLOG_BASIS_NONE.
 */
const char *guclog_basis_name(enum guclog_basis basis);

/**
 * guclog_certainty_name() - get the name of a certainty
 * @certainty: the certainty
 *
 * Return: "read", "inferred" or "unknown"; NULL for any other value.
 */
const char *guclog_certainty_name(enum guclog_certainty certainty);

/*
 * Whether the command at which an engine stopped was found in the batch. Made by
 * scripts/gen-model.py from data/model/words.csv: change that file.
 */
enum guclog_batch_state {
	GUCLOG_BATCH_FOUND,	/* the command was found */
	GUCLOG_BATCH_NOT_DUMPED,	/* the devcoredump lacks the memory of the batch */
	GUCLOG_BATCH_NO_MATCH,	/* no command at the address of the engine matches IPEHR */
	GUCLOG_BATCH_UNKNOWN,	/* not found; the search met an unknown command */
	GUCLOG_BATCH_NO_PLACE,	/* the address of the engine in the batch is not known */
	GUCLOG_BATCH_TOO_LONG,	/* the command is not among the first million commands */
	GUCLOG_BATCH_NO_START	/* not found; the devcoredump has no address of a batch */
};

/**
 * struct guclog_command - a command of a batch
 * @address: address of the first dword of the command
 * @header: first dword of the command
 * @name: name of the command
 * @dwords: length of the command, dwords
 * @level: 1 for a command of the batch that the ring calls, 2 for a command of a batch that this
 *	batch calls, and so on
 * @text: the most important fields of the command; empty if unknown
 *
 * Made by scripts/gen-model.py from data/model/records.csv: change that file.
 */
struct guclog_command {
	uint64_t address;
	uint32_t header;
	const char *name;
	uint32_t dwords;
	unsigned int level;
	const char *text;
};

/**
 * struct guclog_batch - the batch (buffer with commands of a program) that an engine was executing
 * @state: whether @stop was found, or why not
 * @start: address of the batch; 0 if unknown
 * @start_assumed: the address of the batch is not known, because no batch of the job leads to the
 *	command at which the engine stopped. @start is then the start of the memory range that
 *	contains @acthd.
 * @acthd: register ACTHD: the address of the engine in the batch
 * @ipehr: register IPEHR: first dword of the last command that was parsed
 * @stop: an estimate of the command at which or right after which the engine stopped; NULL if
 *	unknown
 * @work: the last command up to @stop that starts shader work, a copy or a fill; NULL if unknown
 * @nr_commands: number of elements of @command
 * @command: the last commands up to @stop in the order of execution, and some commands after
 *	@stop; all commands that can be reached from @start, each once, if the whole batch was asked
 *	for
 *
 * Made by scripts/gen-model.py from data/model/records.csv: change that file.
 */
struct guclog_batch {
	enum guclog_batch_state state;
	uint64_t start;
	bool start_assumed;
	uint64_t acthd;
	uint32_t ipehr;
	const struct guclog_command *stop;
	const struct guclog_command *work;
	unsigned int nr_commands;
	const struct guclog_command *const *command;
};

/*
 * The position of an engine in the ring of its context. Made by scripts/gen-model.py from
 * data/model/words.csv: change that file.
 */
enum guclog_place {
	GUCLOG_PLACE_UNKNOWN,	/* unknown */
	GUCLOG_PLACE_BEFORE_BATCH,	/* in the commands of the driver before the batch */
	GUCLOG_PLACE_IN_BATCH,	/* in the batch */
	GUCLOG_PLACE_AFTER_BATCH	/* in the commands of the driver after the batch */
};

/**
 * struct guclog_engine_state - the state of the engine when its registers were read or saved
 * @engine: name of the engine, such as ccs0; empty if unknown
 * @guc_id: guc_id of the context; GUCLOG_NONE if unknown
 * @saved: whether the registers are from the context image, where the engine saved them when it
 *	switched the context out, or were read from the engine
 * @source: who read the registers: "GuC" or "Manual" (the driver); NULL if unknown
 * @place: position of the engine in the ring of its context
 * @has_job: @job is known
 * @job: sequence number of the job that the engine executed
 * @job_dword: position of the engine in the commands of this job in the ring, dwords
 * @command: name of the last command that the engine had parsed; NULL if unknown
 * @has_ipehr: @ipehr is known
 * @ipehr: register IPEHR
 * @has_acthd: @acthd is known
 * @acthd: register ACTHD (address of the engine in the batch); in a context image, the address in
 *	the register BB_ADDR
 * @semaphore: whether the engine waited for a semaphore
 * @has_instdone: @instdone is known
 * @instdone: register RING_INSTDONE: the bit of a unit is 0 while the unit works
 * @busy: names of the units that worked according to @instdone, such as "VFE, CS"; empty if none
 *	of the units with a known name worked; NULL if unknown
 * @has_asid: @asid is known
 * @asid: address space ID of the context
 * @least_ns: minimum time that the context was on the engine, ns; GUCLOG_NO_TIME if unknown
 * @most_ns: maximum time that the context was on the engine, ns; GUCLOG_NO_TIME if unknown. It is
 *	unknown also if the 32 bits of the clock of the GuC can have wrapped.
 * @older: the registers were captured before the hang; false also if unknown
 *
 * Made by scripts/gen-model.py from data/model/records.csv: change that file.
 */
struct guclog_engine_state {
	char engine[16];
	uint32_t guc_id;
	bool saved;
	const char *source;
	enum guclog_place place;
	bool has_job;
	int32_t job;
	uint32_t job_dword;
	const char *command;
	bool has_ipehr;
	uint32_t ipehr;
	bool has_acthd;
	uint64_t acthd;
	enum guclog_tri semaphore;
	bool has_instdone;
	uint32_t instdone;
	const char *busy;
	bool has_asid;
	uint32_t asid;
	int64_t least_ns;
	int64_t most_ns;
	bool older;
};

/*
 * The evidence that a queue caused the problem for which the kernel module recorded a log. Made by
 * scripts/gen-model.py from data/model/words.csv: change that file.
 */
enum guclog_culprit_basis {
	GUCLOG_CULPRIT_UNKNOWN,	/* unknown */
	GUCLOG_CULPRIT_FIRMWARE,	/* a message of the firmware named the queue */
	GUCLOG_CULPRIT_REQUEST,	/* a request about the queue has no answer */
	GUCLOG_CULPRIT_RESET,	/* the log has the engine reset that removed the queue */
	GUCLOG_CULPRIT_DUMP,	/* xe made a devcoredump for the queue */
	GUCLOG_CULPRIT_TIMEOUT,	/* the first trigger that names a queue names this queue */
	GUCLOG_CULPRIT_ENGINE	/* the queue ran on the engine that could not be reset */
};

/**
 * struct guclog_culprit - the queue that caused the problem for which a log was recorded
 * @guc_id: guc_id of the queue; GUCLOG_NONE if unknown
 * @engine: engine of the queue; empty if unknown
 * @basis: the evidence for the queue
 *
 * When the driver resets the whole GT, the jobs of all queues time out. Therefore a trigger that
 * names a queue does not prove that this queue is the cause.
 *
 * Made by scripts/gen-model.py from data/model/records.csv: change that file.
 */
struct guclog_culprit {
	uint32_t guc_id;
	char engine[16];
	enum guclog_culprit_basis basis;
};

/**
 * guclog_culprit_basis_name() - get the name of the evidence for a queue
 * @basis: the evidence
 *
 * Return: "firmware", "request", "engine reset", "devcoredump", "job timeout" or "failed engine",
 * or NULL when the queue is unknown.
 */
const char *guclog_culprit_basis_name(enum guclog_culprit_basis basis);

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

/* Maximum number of lines of kernel logs that are stored. All are counted. */
#define GUCLOG_MAX_WITNESSES	64u

/**
 * struct guclog_witness - a line of a kernel log about a hang
 * @log: the kernel log
 * @line: the line
 * @joined: the time and the context in the line prove that it is about the hang that is explained;
 *	if false, the line may be about another hang
 */
struct guclog_witness {
	const struct guclog_kernel_log *log;
	const struct guclog_kernel_line *line;
	bool joined;
};

/**
 * struct guclog_memory_fault - a memory access of a context that failed, and what followed
 * @fault: the page fault that the driver refused to resolve; NULL if unknown
 * @cat_error: the GuC reported a memory (CAT) error of the context
 * @has_cat_type: @cat_type is known
 * @cat_type: type of the memory error
 * @refused_index: index of the event with which the GuC read the refusal; GUCLOG_NO_EVENT if
 *	unknown
 * @refused_tick: tick of this event
 * @cat_index: index of the CAT_ERROR event; GUCLOG_NO_EVENT if unknown
 * @cat_tick: tick of this event
 * @disabled_index: index of the event with which the driver disabled the context after the refusal
 *	or the memory error; GUCLOG_NO_EVENT if unknown
 * @disabled_tick: tick of this event
 *
 * Made by scripts/gen-model.py from data/model/records.csv: change that file.
 */
struct guclog_memory_fault {
	const struct guclog_page_fault *fault;
	bool cat_error;
	bool has_cat_type;
	uint32_t cat_type;
	uint64_t refused_index;
	int64_t refused_tick;
	uint64_t cat_index;
	int64_t cat_tick;
	uint64_t disabled_index;
	int64_t disabled_tick;
};

/**
 * struct guclog_explanation - the verdict about a log or devcoredump, and its evidence
 * @analysis: the analysis of the log, NULL if there is none
 * @hang: whether an engine was reset, a job timed out or a request is stuck; also unknown
 *	when an engine has not answered a request to switch out at the end of the log, or the
 *	firmware has crashed
 * @reset: whether an engine was reset
 * @victim: guc_id of the context that the reset removed from its engine, that is stuck, or for
 *	which the driver made the devcoredump; GUCLOG_NONE if unknown
 * @engine: engine of @victim, empty if unknown
 * @memory_fault: the memory access that failed and with which the hang began, NULL if there is none
 * @failed_reset: the GuC could not reset @engine, and @victim, if it is known, was on it
 * @waiter: guc_id of the context that waited for the engine, or GUCLOG_NONE
 * @wait_ns: time from the request to switch out to the timeout, ns; GUCLOG_NO_TIME if unknown, or
 *	if the GuC made the request because the driver had disabled @victim. The
 *	timestamps of events have 32 bits, so the time can be too short by a multiple of 2^32
 *	ticks if no event was written during the wait and @limit_ns is not known.
 * @limit_ns: preemption timeout of @victim, ns; or GUCLOG_NO_TIME
 * @unanswered_faults: number of page faults without an answer at the end of the log, or GUCLOG_NONE
 * @stuck: "submit", "h2g", "disable", "deregister"; "g2h" if the driver no longer reads the
 *	messages of the GuC; or NULL
 * @signature: a text that is the same for similar hangs
 * @nr_sentences: number of sentences
 * @sentence: the explanation in sentences, the most important first
 * @nr_known: number of elements of @known
 * @known: published problems that the input resembles
 * @basis: the source of the verdict
 * @driver: what the driver recorded about this hang in the devcoredump and in the kernel logs
 * @agree: whether the driver and the log name the same context and engine; unknown if one of
 *	them does not name a context, or if the driver names the context that waited
 * @state: the state of the engine, NULL unless its registers belong to the context of @driver
 * @batch: the batch that the engine was executing, NULL if there is none
 * @idle_engine: name of the engine if its registers show that no context was on it, so @state
 *	is NULL; else NULL
 * @culprit: for a log that the kernel module recorded: the queue that caused the problem
 * @nr_kernel_lines: number of lines about hangs in the kernel logs
 * @nr_witnesses: number of elements of @witness
 * @witness: lines of kernel logs, at most GUCLOG_MAX_WITNESSES: for each kernel log, first the
 *	lines that are proven to be about this hang, then the other lines, the newest first
 * @nr_captures: number of elements of @capture
 * @capture: state captures in the log (registers that the GuC stored at engine resets) that are not
 *	proven to belong to this hang, the newest first
 * @firmware_crash: whether the log has a crash dump of the firmware; unknown without a log, or if
 *	the region of crash dumps is missing. The log does not show when the firmware crashed.
 * @nr_kernel_logs: number of elements of @kernel_log
 * @kernel_log: the kernel logs that were given, with their incidents
 * @nr_advice: number of elements of @advice, at most 3
 * @advice: what to do next, the most important first
 */
struct guclog_explanation {
	const struct guclog_analysis *analysis;
	enum guclog_tri hang;
	enum guclog_tri reset;
	uint32_t victim;
	char engine[16];
	const struct guclog_memory_fault *memory_fault;
	bool failed_reset;
	uint32_t waiter;
	int64_t wait_ns;
	int64_t limit_ns;
	uint32_t unanswered_faults;
	const char *stuck;
	const char *signature;
	unsigned int nr_sentences;
	const struct guclog_sentence *const *sentence;
	unsigned int nr_known;
	const struct guclog_known *const *known;
	enum guclog_basis basis;
	struct guclog_driver driver;
	enum guclog_tri agree;
	const struct guclog_engine_state *state;
	const struct guclog_batch *batch;
	const char *idle_engine;
	struct guclog_culprit culprit;
	uint64_t nr_kernel_lines;
	unsigned int nr_witnesses;
	const struct guclog_witness *const *witness;
	unsigned int nr_captures;
	const struct guclog_engine_state *const *capture;
	enum guclog_tri firmware_crash;
	unsigned int nr_kernel_logs;
	const struct guclog_kernel_log *const *kernel_log;
	unsigned int nr_advice;
	const struct guclog_advice *const *advice;
};

/**
 * struct guclog_explain_options - options of guclog_explain()
 * @size: sizeof(struct guclog_explain_options)
 * @analysis: an existing analysis of the log, from a struct guclog_events; NULL to make a new one
 * @whole_batch: list all commands of the batch, at most 65536, even if the registers of its engine
 *	are not known
 * @nr_kernel_logs: number of kernel logs
 * @kernel_log: kernel logs, which must remain valid as long as the explanation
 * @maps: text of /proc/PID/maps of the process that the devcoredump names; NULL if there is none
 * @trace: text of a trace of xe's trace events, as tracefs or "trace-cmd report" prints it; NULL if
 *	there is none
 */
struct guclog_explain_options {
	size_t size;
	const struct guclog_analysis *analysis;
	bool whole_batch;
	unsigned int nr_kernel_logs;
	const struct guclog_kernel_log *const *kernel_log;
	const char *maps;
	const char *trace;
};

/**
 * guclog_explain() - explain what happened on the GPU
 * @log: the log, NULL if there is none
 * @dump: the devcoredump; NULL to use the devcoredump that contains @log, if there is one
 * @options: NULL for the defaults
 * @error: filled with the reason if there is no explanation, or with code 0; may be NULL
 *
 * Log and devcoredump must remain valid as long as the explanation. If a log cannot be analysed,
 * the explanation states that. With neither a log nor a devcoredump, the explanation is about the
 * gravest incident in the kernel logs.
 *
 * Return: the explanation, which the caller must free with guclog_explanation_free(), or NULL with
 * -ENOMEM, or with -EINVAL if the size of @options is too small.
 */
const struct guclog_explanation *
guclog_explain(const struct guclog_log *log, const struct guclog_dump *dump,
	       const struct guclog_explain_options *options, struct guclog_error *error);

/**
 * guclog_explanation_free() - free an explanation
 * @explanation: from guclog_explain(), may be NULL
 */
void guclog_explanation_free(const struct guclog_explanation *explanation);

/**
 * guclog_known_possible() - check if a published problem concerns the GPU and firmware of a log
 * @log: the log
 *
 * This function does not read the events, so it is faster than guclog_explain().
 *
 * Return: true if guclog_explain() may find a published problem.
 */
bool guclog_known_possible(const struct guclog_log *log);

/**
 * guclog_reason_pattern() - replace the numbers in a reason, so that similar hangs have equal texts
 * @reason: reason of a devcoredump, such as "LR job cleanup, guc_id=32"
 * @buf: destination
 * @size: bytes at @buf
 *
 * Return: length of the text, in which each number of the reason is N.
 */
size_t guclog_reason_pattern(const char *reason, char *buf, size_t size);

/**
 * struct guclog_field - one value of a devcoredump, usually a line "name: value"
 * @section: "head", "gt", "log", "ct", "context", "lrc", "job", "engine", "register" or
 *	"vm"
 * @gt: number of the GT, -1 when the line belongs to no GT
 * @number: guc_id in the sections "context" and "lrc", else -1
 * @item: name of an engine or of a CT ring, else NULL
 * @name: the name
 * @value: the value as printed in the devcoredump, with its unit
 */
struct guclog_field {
	const char *section;
	int64_t gt;
	int64_t number;
	const char *item;
	const char *name;
	const char *value;
};

/**
 * guclog_dump_list() - get a line of a devcoredump
 * @dump: the devcoredump
 * @i: number of the line, from 0
 * @field: filled with the name and the value in the line
 *
 * Return: 0, or -ENOENT after the last line.
 */
int guclog_dump_list(const struct guclog_dump *dump, size_t i,
		     struct guclog_field *field);

/* The rings of the CT buffers. */
enum guclog_ring {
	GUCLOG_H2G,	/* from the driver to the GuC */
	GUCLOG_G2H	/* from the GuC to the driver */
};

/**
 * struct guclog_message - a message between driver and GuC
 * @ring: the ring that contains the message
 * @unread: the receiver had not read the message
 * @offset: offset of the message's first word in the ring, words
 * @fence: number that the answer to the message repeats
 * @type: type of the HXG message
 * @action: action of a request or event, error code of a failure, else 0
 * @data0: a field of the HXG header (the message's first word after the CT header): bits 27 to 16
 *	of a request or event, the hint of a failure, or bits 27 to 0 of a success
 * @nr_data: number of data words, at most 254
 * @data: the data words
 * @type_name: name of @type, a constant string, NULL if unknown
 * @has_action: the message is a request or an event, and so has an action
 * @failed: the message is an answer that reports an error
 * @name: name of the action, a constant string, NULL if the action has no name
 * @answers: for an answer: name of the action of the request that it answers, or "?" if the action
 *	has no name. NULL if no request with this fence is known, or if there are several with
 *	different actions.
 * @text: the message as text
 */
struct guclog_message {
	enum guclog_ring ring;
	bool unread;
	uint32_t offset;
	uint32_t fence;
	uint32_t type;
	uint32_t action;
	uint32_t data0;
	uint32_t nr_data;
	const uint32_t *data;
	const char *type_name;
	bool has_action;
	bool failed;
	const char *name;
	const char *answers;
	const char *text;
};

/**
 * struct guclog_ct_ring - a ring of the CT buffers
 * @name: "H2G" or "G2H"
 * @present: the devcoredump has the ring; if not, all numbers are 0
 * @usable: @head, @tail and @words are consistent, so the messages can be found
 * @only_unread: the kernel has printed only the words that were not read
 * @words: length of the ring, words
 * @head: offset of the word that the receiver reads next
 * @tail: offset of the word that the sender writes next
 * @status: status in the ring's descriptor
 * @status_names: names of the bits of @status, separated by blanks
 * @missing_words: number of words that the devcoredump should have but lacks
 * @nr_unread: number of messages that the receiver had not read
 * @nr_messages: number of messages
 * @message: the messages, oldest first
 */
struct guclog_ct_ring {
	const char *name;
	bool present;
	bool usable;
	bool only_unread;
	uint32_t words;
	uint32_t head;
	uint32_t tail;
	uint32_t status;
	const char *status_names;
	uint32_t missing_words;
	uint32_t nr_unread;
	uint32_t nr_messages;
	const struct guclog_message *const *message;
};

/**
 * struct guclog_ct - the CT buffers of a GT
 * @ring: the rings, indexed by enum guclog_ring
 * @nr_faults: number of faults (wrong values) in the rings; only @nr_kept of them are stored
 * @nr_kept: number of elements of @fault
 * @fault: the first faults
 */
struct guclog_ct {
	const struct guclog_ct_ring *ring[2];
	unsigned int nr_faults;
	unsigned int nr_kept;
	const struct guclog_fault *const *fault;
};

/**
 * guclog_ct_open() - read the CT messages of a GT
 * @dump: the devcoredump, which must remain valid
 * @i: index of the GT in the devcoredump, from 0
 *
 * No ring is present if the devcoredump does not have the GT or its CT buffers, or if their
 * contents were redacted.
 *
 * Return: the CT buffers, which the caller must free with guclog_ct_close(), or NULL if there is no
 * memory.
 */
const struct guclog_ct *guclog_ct_open(const struct guclog_dump *dump, unsigned int i);

/**
 * guclog_ct_close() - free CT messages
 * @ct: from guclog_ct_open(), may be NULL
 */
void guclog_ct_close(const struct guclog_ct *ct);

/**
 * guclog_log_lfd() - write a log as an LFD file
 * @log: the log
 * @facts: facts of the device and the GT, NULL if there are none
 * @notes: further lines for the main comment of the file (a HOST_COMMENT block), each key=value
 *	in printable ASCII and ended by a newline; NULL for none
 * @buf: destination, NULL to get only the length
 * @size: bytes at @buf
 * @len: set to the length of the file
 *
 * The file is byte for byte the same as the kernel module's guc_log_lfd for the same log, facts and
 * notes.
 *
 * Return: 0; -EINVAL if the notes are malformed or if the input was an LFD file; -ENOMEM; or
 * -ENOSPC if @size is too small, and @buf is then unchanged.
 */
int guclog_log_lfd(const struct guclog_log *log, const struct guclog_facts *facts,
		   const char *notes, void *buf, size_t size, size_t *len);

/**
 * typedef guclog_write_fn - receives a piece of the output
 * @context: the context argument of the function that writes the output
 * @data: the piece
 * @len: bytes at @data
 *
 * Return: 0 to continue; any other value ends the output.
 */
typedef int (*guclog_write_fn)(void *context, const void *data, size_t len);

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
	GUCLOG_BLOCK_TIMESTAMP_ANCHOR_CONFIG = 0x6003,
	GUCLOG_BLOCK_HEADER = 0x10000		/* the file header; only from a stream */
};

/**
 * struct guclog_block - one block of an LFD file
 * @offset: offset of the block's header in the file or in the stream, bytes
 * @type: GUCLOG_BLOCK_*, or another number
 * @value: first dword of @data, 0 if there is none
 * @nr_events: number of events of version 2 in a LOG_EVENTS_BUFFER, else 0
 * @data: data of the block
 * @bytes: the whole block: its header and its data
 */
struct guclog_block {
	uint64_t offset;
	uint32_t type;
	uint32_t value;
	uint64_t nr_events;
	struct guclog_bytes data;
	struct guclog_bytes bytes;
};

/**
 * guclog_blocks_open() - begin to read the blocks of an LFD file in memory
 * @file: the whole file, which must remain valid
 * @len: bytes at @file
 * @fault: filled with the reason why @file is not an LFD file, or with the error -ENOMEM; its
 *	@error is 0 on success; may be NULL
 *
 * Return: the reader, which the caller must free with guclog_blocks_close(), or NULL on an error.
 */
struct guclog_blocks *guclog_blocks_open(const void *file, size_t len,
					 struct guclog_fault *fault);

/**
 * guclog_blocks_stream() - begin to read the blocks of an LFD file that arrives in pieces
 *
 * Return: the reader, or NULL if there is not enough memory.
 */
struct guclog_blocks *guclog_blocks_stream(void);

/**
 * guclog_blocks_add() - give a reader the next bytes of a stream
 * @blocks: from guclog_blocks_stream(); blocks from earlier calls are no longer valid
 * @data: the bytes, which are copied
 * @len: bytes at @data
 *
 * Return: 0 or -ENOMEM.
 */
int guclog_blocks_add(struct guclog_blocks *blocks, const void *data, size_t len);

/**
 * guclog_blocks_close() - end the reading of blocks
 * @blocks: the reader, may be NULL
 */
void guclog_blocks_close(struct guclog_blocks *blocks);

/**
 * guclog_blocks_next() - get the next block
 * @blocks: from guclog_blocks_open() or guclog_blocks_stream()
 * @block: filled with the block; the first block of a stream is GUCLOG_BLOCK_HEADER
 * @fault: filled with the fault of the file; its @error is 0 if there is none; may be NULL
 *
 * Return: 1 if @block was filled; 0 at the end of the file, or when a stream needs more bytes; or
 * the @error of the fault, which all later calls return too.
 */
int guclog_blocks_next(struct guclog_blocks *blocks, struct guclog_block *block,
		       struct guclog_fault *fault);

/**
 * guclog_blocks_whole() - check whether a stream ends with a whole block
 * @blocks: from guclog_blocks_stream(), after guclog_blocks_next() has returned 0
 *
 * Return: true, or false if the last block is incomplete or there is no block.
 */
bool guclog_blocks_whole(const struct guclog_blocks *blocks);

/**
 * guclog_blocks_cut() - get the incomplete block at the end of a truncated file
 * @blocks: from guclog_blocks_open(), after guclog_blocks_next() has returned an error
 * @block: filled with the part of the block that is in the file, in whole dwords
 *
 * Return: 1 if @block was filled, 0 when the file does not end within the data of a block.
 */
int guclog_blocks_cut(const struct guclog_blocks *blocks, struct guclog_block *block);

/**
 * guclog_blocks_version() - get the version of an LFD file
 * @blocks: from guclog_blocks_open() or guclog_blocks_stream()
 *
 * Return: the major version in bits 31:16, the minor version in bits 15:0.
 */
uint32_t guclog_blocks_version(const struct guclog_blocks *blocks);

/**
 * guclog_block_text() - describe the content of a block in one line
 * @blocks: from guclog_blocks_open()
 * @block: the latest block that guclog_blocks_next() or guclog_blocks_cut() filled
 * @buf: destination
 * @size: bytes at @buf
 *
 * Return: length of the text; 0 for a HOST_COMMENT block. guclog_comment_next() returns the lines
 * of such a block.
 */
size_t guclog_block_text(const struct guclog_blocks *blocks,
			 const struct guclog_block *block, char *buf, size_t size);

/* The content of a block of events. */
enum guclog_part {
	GUCLOG_PART_LOG,		/* events of the log */
	GUCLOG_PART_BEFORE_LOAD,	/* events from before the firmware was loaded again */
	GUCLOG_PART_AFTER_WRAP		/* bytes after wrap_offset, which are not part of the log */
};

/**
 * struct guclog_block_events - the content of a block of events
 * @part: kind of content, an enum guclog_part
 * @version: version of the entries
 * @entry_bytes: length of one entry in bytes, 0 when the version is not known
 * @entries: the entries, without padding
 * @order: order of the entries as text, empty when no comment contains it
 * @gap_bytes: length in bytes of the events that are missing right before this block
 * @gap_ticks: as in struct guclog_event
 * @gap_estimate: as in struct guclog_event
 */
struct guclog_block_events {
	int part;
	uint32_t version;
	uint32_t entry_bytes;
	struct guclog_bytes entries;
	struct guclog_bytes order;
	uint64_t gap_bytes;
	uint64_t gap_ticks;
	uint64_t gap_estimate;
};

/**
 * guclog_blocks_events() - get the content of a block of events
 * @blocks: from guclog_blocks_open()
 * @block: as for guclog_block_text()
 * @events: filled with the events and their properties, most of which are from the comments of the
 *	file
 *
 * Return: 0, -EINVAL for a block of another type, -ENODATA when the block is too short.
 */
int guclog_blocks_events(const struct guclog_blocks *blocks, const struct guclog_block *block,
			 struct guclog_block_events *events);

/**
 * guclog_block_os() - get the operating system in an OS_ID block
 * @block: the block
 * @release: set to the release of the operating system, without padding
 *
 * Return: name of the operating system, a constant string; NULL for a block of another type or
 * without data.
 */
const char *guclog_block_os(const struct guclog_block *block,
			    struct guclog_bytes *release);

/**
 * guclog_block_range() - get the origin of blocks of a type, and whether they are required
 * @type: the type
 *
 * Return: a constant string such as "required, from the firmware".
 */
const char *guclog_block_range(uint32_t type);

/**
 * struct guclog_comment_line - one line of a comment
 * @text: the whole line, without its newline
 * @key: the text before the first "="; empty when the line does not have the form key=value
 * @value: the text after the first "="
 */
struct guclog_comment_line {
	struct guclog_bytes text;
	struct guclog_bytes key;
	struct guclog_bytes value;
};

/**
 * guclog_comment_next() - get the next line of a comment
 * @rest: the data of a HOST_COMMENT block, or a text; changed to the part after the line
 * @line: filled with the line
 *
 * The padding of the block is not part of a line.
 *
 * Return: 1 if @line was filled, 0 at the end.
 */
int guclog_comment_next(struct guclog_bytes *rest, struct guclog_comment_line *line);

/**
 * guclog_comment_get() - get the first value of a key
 * @comment: as for guclog_comment_next()
 * @key: the key
 * @value: set to the value
 *
 * Return: 0, or -ENOENT if the comment does not have the key.
 */
int guclog_comment_get(struct guclog_bytes comment, const char *key,
		       struct guclog_bytes *value);

/**
 * struct guclog_comment - information in a comment about the blocks after it
 * @of_events: the comment belongs to the block of events right after it
 * @is_main: the comment is the main comment of the file, which describes the whole log; in a stream
 *	it precedes the events
 * @is_stream: the file is a stream of the kernel module
 * @is_anchor: the comment has a clock anchor
 * @after_load: the firmware was loaded again right before the events
 * @lost_events: minimum number of events that are missing right before the events
 * @lost_estimate: estimated number of these missing events, 0 if there is no estimate
 * @gap_ticks: time between the events before and after the gap, in ticks of the GuC's clock;
 *	0 if unknown
 * @anchor_age_ns: time from the clock anchor to the writing of the comment, ns
 */
struct guclog_comment {
	bool of_events;
	bool is_main;
	bool is_stream;
	bool is_anchor;
	bool after_load;
	uint64_t lost_events;
	uint64_t lost_estimate;
	uint64_t gap_ticks;
	uint64_t anchor_age_ns;
};

/**
 * guclog_comment_read() - get the information in a comment about the blocks after it
 * @text: the data of a HOST_COMMENT block
 * @comment: filled with the information
 */
void guclog_comment_read(struct guclog_bytes text, struct guclog_comment *comment);

/**
 * guclog_comment_block() - make a HOST_COMMENT block
 * @lines: text of the block; each line ends with a newline
 * @buf: destination, NULL to get only the length
 * @size: bytes at @buf
 *
 * Return: length of the block in bytes; if it is more than @size, @buf is unchanged.
 */
size_t guclog_comment_block(const char *lines, void *buf, size_t size);

/* The kinds of defects that a check finds. */
enum guclog_defect_kind {
	GUCLOG_DEFECT_FAULT,		/* wrong bytes */
	GUCLOG_DEFECT_LOSS,		/* data was missing or damaged when the log was read */
	GUCLOG_DEFECT_LISTED,		/* a comment of the LFD file lists a fault or a loss */
	GUCLOG_DEFECT_MISSING,		/* a required block of the LFD file is missing */
	GUCLOG_DEFECT_DUMP		/* the devcoredump that contains the log was cut off */
};

/**
 * struct guclog_defect - a defect of a log or of a file
 * @kind: kind of the defect
 * @fault: for GUCLOG_DEFECT_FAULT: the fault, with its offset
 * @block: for a fault in an LFD file: the block that contains the fault or precedes it;
 *	@bytes.len of the block is 0 if there is none
 * @block_number: number of @block in the file, from 1
 * @in_block: the fault is in @block, not after it
 * @type: for GUCLOG_DEFECT_MISSING: type of the missing block
 * @text: the defect as a sentence
 * @where: for a fault in an LFD file: a sentence about @block, NULL if there is no such block
 */
struct guclog_defect {
	enum guclog_defect_kind kind;
	struct guclog_fault fault;
	struct guclog_block block;
	unsigned int block_number;
	bool in_block;
	uint32_t type;
	const char *text;
	const char *where;
};

/**
 * struct guclog_check_result - the result of a check
 * @form: form of the checked bytes; GUCLOG_FORM_UNKNOWN if this form cannot be checked
 * @bytes: number of checked bytes
 * @what: description of bytes without defects, such as "LFD 1.0, 8 blocks"; NULL if there are
 *	defects
 * @nr_faults: number of faults, including those that are not in @defect
 * @nr_defects: number of defects
 * @defect: the defects, in the order in which they were found
 */
struct guclog_check_result {
	enum guclog_form form;
	uint64_t bytes;
	const char *what;
	unsigned int nr_faults;
	unsigned int nr_defects;
	const struct guclog_defect *const *defect;
};

/**
 * guclog_check() - find the defects of a log, and where they are
 * @log: the log of a file, which must remain valid
 *
 * A log of GUCLOG_FORM_UNKNOWN is checked as ASIC info or as an RDF file if it is one of these.
 *
 * Return: the result, which the caller must free with guclog_check_free(), or NULL if there is no
 * memory.
 */
const struct guclog_check_result *guclog_check(const struct guclog_log *log);

/**
 * guclog_check_bytes() - find the defects of bytes in memory
 * @data: the bytes, which must remain valid
 * @len: bytes at @data
 * @form: form of the bytes; GUCLOG_FORM_UNKNOWN to detect the form
 *
 * Return: the result, which the caller must free with guclog_check_free(), or NULL if there is no
 * memory. Its form is GUCLOG_FORM_UNKNOWN if the bytes are not an image, an LFD file, ASIC info or
 * an RDF file.
 */
const struct guclog_check_result *guclog_check_bytes(const void *data, size_t len,
						     enum guclog_form form);

/**
 * guclog_check_free() - free the result of a check
 * @check: the result, may be NULL
 */
void guclog_check_free(const struct guclog_check_result *check);

/**
 * guclog_block_name() - get the name of a block type
 * @type: the type
 *
 * Return: a constant string, empty when the type is not known.
 */
const char *guclog_block_name(uint32_t type);

/*
 * The following functions find out whether the module xe_guclog can read the private structures
 * of the xe driver of a kernel.
 */

/**
 * struct guclog_xe_struct - a structure of xe
 * @name: name of the structure; "a|b" if its name is a in some kernels and b in others
 * @bytes: size of the structure in bytes, 0 if xe does not have it
 * @definitions: number of definitions of the structure in the type information (BTF)
 */
struct guclog_xe_struct {
	const char *name;
	uint32_t bytes;
	uint32_t definitions;
};

/**
 * struct guclog_xe_member - a member of xe's structures that the kernel module reads
 * @id: the name that the kernel module uses for the member
 * @structure: name of the structure
 * @path: path of the member in the structure
 * @reason: why the member is not known; NULL if it is known
 * @offset: bytes from the start of the structure
 * @bytes: size of the member in bytes
 * @bit: for a bit field: the lowest bit
 * @bits: for a bit field: the number of bits, else 0
 * @elements: for an array: the number of elements, else 0
 * @stride: for an array: the bytes from one element to the next
 * @required: the kernel module needs the member
 */
struct guclog_xe_member {
	const char *id;
	const char *structure;
	const char *path;
	const char *reason;
	uint32_t offset;
	uint32_t bytes;
	uint32_t bit;
	uint32_t bits;
	uint32_t elements;
	uint32_t stride;
	bool required;
};

/**
 * struct guclog_xe_name - an enumerator of xe: a name and a value
 * @name: the name
 * @value: value of the name
 * @of: index, in @enum_tag of &struct guclog_xe_layout, of the enumeration that has the name
 */
struct guclog_xe_name {
	const char *name;
	uint32_t value;
	uint32_t of;
};

/**
 * struct guclog_xe_layout - the private structures of the xe driver of a kernel
 * @name: name of the file that contains the xe driver or its BTF
 * @kernel: the release of the kernel, empty if it is not known
 * @text: the text of the kernel module's file xe_layout
 * @why: why the kernel module refuses the kernel, NULL if it supports the kernel
 * @reason: short form of @why
 * @member_id: the member that @why is about, NULL if there is none
 * @nr_structs: number of structures
 * @structure: the structures
 * @nr_members: number of members
 * @member: the members
 * @nr_enums: number of enumerations
 * @enum_tag: tags of the enumerations
 * @nr_names: number of names in all enumerations
 * @enumerator: the names
 * @supported: the kernel module can read the structures
 * @only_names: the file of the xe driver contains only the names and sizes of types that the kernel
 *	itself defines. If guclog_xe_layout_open() gets the kernel as @base, it may find the
 *	structures.
 */
struct guclog_xe_layout {
	const char *name;
	const char *kernel;
	const char *text;
	const char *why;
	const char *reason;
	const char *member_id;
	uint32_t nr_structs;
	const struct guclog_xe_struct *structure;
	uint32_t nr_members;
	const struct guclog_xe_member *member;
	uint32_t nr_enums;
	const char *const *enum_tag;
	uint32_t nr_names;
	const struct guclog_xe_name *enumerator;
	bool supported;
	bool only_names;
};

/**
 * guclog_xe_layout_open() - read the layout of the structures in the xe driver of a kernel
 * @xe: xe.ko, which may be compressed, or BTF such as /sys/kernel/btf/xe; "-" is standard
 *	input
 * @base: the kernel of @xe, its x86 boot image, or its BTF; NULL for the running kernel if @xe
 *	belongs to that kernel
 * @error: filled with the error, or with code 0 on success; -ENODATA if @xe can be read but has no
 *	type information that can be used; may be NULL
 *
 * Return: the layout, which the caller must free with guclog_xe_layout_close(), or NULL on an
 * error.
 */
const struct guclog_xe_layout *guclog_xe_layout_open(const char *xe, const char *base,
						     struct guclog_error *error);

/**
 * guclog_xe_layout_close() - free a layout
 * @layout: the layout, may be NULL
 */
void guclog_xe_layout_close(const struct guclog_xe_layout *layout);

/* The forms of ASIC info: a structure with the properties of a GPU, which trace tools read. */
enum guclog_asic_form {
	GUCLOG_ASIC_V1,		/* 568 bytes */
	GUCLOG_ASIC_V3,		/* 608 bytes */
	GUCLOG_ASIC_V1_PACKED,	/* 558 bytes */
	GUCLOG_ASIC_RDF,	/* RDF file with ASIC info; 664 bytes with version 1 */
	GUCLOG_ASIC_V2		/* 576 bytes; can be read but not written */
};

/**
 * guclog_asic_make() - make ASIC info from facts
 * @form: the form of the output
 * @facts: facts of the device and its first GT; facts that are missing are taken
 *	from the table of known devices
 * @buf: destination, NULL to get only the length
 * @size: bytes at @buf
 * @len: set to the length of the ASIC info in bytes
 *
 * Return: 0, -EINVAL for a form that cannot be written, -ENOSPC if @size is too small;
 * @buf is then unchanged.
 */
int guclog_asic_make(enum guclog_asic_form form,
		     const struct guclog_facts *facts, void *buf, size_t size,
		     size_t *len);

/* The kinds of values of a field of ASIC info. */
enum guclog_asic_kind {
	GUCLOG_ASIC_NUMBER,
	GUCLOG_ASIC_BDF,		/* bus << 16 | device << 8 | function */
	GUCLOG_ASIC_FLOAT,		/* the bits of a single-precision number */
	GUCLOG_ASIC_NAMED,		/* a number for which the ASIC info defines a name */
	GUCLOG_ASIC_STRING,
	GUCLOG_ASIC_MASK		/* two words of 16 bits for each slice */
};

/**
 * struct guclog_asic_value - a value of a field of ASIC info
 * @number: the number, 0 for a string
 * @text: the value in printable ASCII
 * @line: "name=text unit", as in the text of the ASIC info
 */
struct guclog_asic_value {
	uint64_t number;
	const char *text;
	const char *line;
};

/**
 * struct guclog_asic_field - a field of ASIC info
 * @name: name of the field
 * @unit: unit of its values, NULL if there is none
 * @kind: kind of its values
 * @string: for GUCLOG_ASIC_STRING: the bytes, without padding
 * @origin: for ASIC info that was made from facts: text that names the facts and the rows of the
 *	tables of known devices that gave the value. Empty for a field that is always 0, and for
 *	ASIC info that was read
 * @nr_values: number of values; 0 if the version of the ASIC info does not have the field
 * @value: the values
 */
struct guclog_asic_field {
	const char *name;
	const char *unit;
	enum guclog_asic_kind kind;
	struct guclog_bytes string;
	const char *origin;
	unsigned int nr_values;
	const struct guclog_asic_value *const *value;
};

/**
 * struct guclog_asic - ASIC info
 * @form: form of the ASIC info
 * @version: 1, 2 or 3
 * @nr_fields: number of fields, the same for all versions
 * @field: the fields, in the order of the ASIC info
 * @text: all fields as lines
 */
struct guclog_asic {
	enum guclog_asic_form form;
	uint32_t version;
	unsigned int nr_fields;
	const struct guclog_asic_field *const *field;
	const char *text;
};

/**
 * guclog_asic_open() - read ASIC info
 * @blob: ASIC info of any form and version; not needed after the call
 * @len: bytes at @blob
 * @fault: filled with the fault of @blob; its @error is 0 if there is none; may be NULL
 *
 * Return: the ASIC info, which the caller must free with guclog_asic_close(), or NULL if @blob has
 * a fault, or if there was not enough memory (@error of @fault is then 0).
 */
const struct guclog_asic *guclog_asic_open(const void *blob, size_t len,
					   struct guclog_fault *fault);

/**
 * guclog_asic_from_facts() - make ASIC info of version 3 from facts
 * @facts: as for guclog_asic_make()
 *
 * Return: the ASIC info, which the caller must free with guclog_asic_close(), or NULL if there is
 * no memory.
 */
const struct guclog_asic *guclog_asic_from_facts(const struct guclog_facts *facts);

/**
 * guclog_asic_close() - free ASIC info
 * @asic: the ASIC info, may be NULL
 */
void guclog_asic_close(const struct guclog_asic *asic);

/**
 * guclog_asic_wrap() - put ASIC info into an RDF file
 * @asic: from guclog_asic_open()
 * @buf: destination, NULL to get only the length
 * @size: bytes at @buf
 *
 * The ASIC info in the file has the version of @asic.
 *
 * Return: length of the file in bytes; if it is more than @size, @buf is unchanged.
 */
size_t guclog_asic_wrap(const struct guclog_asic *asic, void *buf, size_t size);

/*
 * A timeline has all events, messages and lines of several inputs, sorted by time. Its common
 * clock is the time since boot that includes the time of suspend (CLOCK_BOOTTIME). A source is the
 * part of an input that has one clock. If the relation of a source's clock to the common clock is
 * unknown, the source's items are not mixed with those of other sources.
 */

/* Kinds of sources. */
enum guclog_source_kind {
	GUCLOG_SOURCE_LOG,		/* events of a GuC log */
	GUCLOG_SOURCE_CT,		/* messages in a devcoredump's CT rings */
	GUCLOG_SOURCE_KERNEL_LOG,	/* lines of a kernel log about xe, i915 and DRM */
	GUCLOG_SOURCE_TRACE		/* events in the text output of a trace tool */
};

/*
 * Value of @uncertainty_ns of struct guclog_source and of struct guclog_item if the uncertainty is
 * unknown.
 */
#define GUCLOG_NO_BOUND		UINT64_MAX

/**
 * struct guclog_source - the items of one input that have the same clock
 * @kind: kind of the source
 * @index: number of the source in the timeline
 * @number: number of the source among the sources of the same kind
 * @name: name of the input, with the GT
 * @short_name: name for the lines of a table, such as "guc0"
 * @clock: description of the source's clock
 * @is_common: the clock of the source is the common clock, so @uncertainty_ns is valid for all
 *	times
 * @placed: the times can be converted to the common clock
 * @how: text: how the relation to the common clock was found, or why it is unknown
 * @offset_ns: for a kernel log or a trace: ns to add to a time of the source to get a time of the
 *	common clock
 * @at_ns: time on the common clock at which the relation of the clocks was found; the uncertainty
 *	of another time increases with its distance from @at_ns
 * @uncertainty_ns: uncertainty, in ns, of a time of the source that was converted to the common
 *	clock, at the time @at_ns; GUCLOG_NO_BOUND if it is unknown
 * @before_ns: additional uncertainty of times before @at_ns, ns: how long the machine may have been
 *	suspended between such a time and @at_ns
 * @nr_items: number of the source's items with a time
 * @nr_untimed: number of the source's items without a time
 * @events: for a log: its events; for CT messages: the events of the log of the same GT
 */
struct guclog_source {
	enum guclog_source_kind kind;
	unsigned int index;
	unsigned int number;
	const char *name;
	const char *short_name;
	const char *clock;
	bool is_common;
	bool placed;
	const char *how;
	int64_t offset_ns;
	int64_t at_ns;
	uint64_t uncertainty_ns;
	uint64_t before_ns;
	uint64_t nr_items;
	uint64_t nr_untimed;
	const struct guclog_events *events;
};

/**
 * struct guclog_item - an event, a message or a line in a timeline
 * @ns: time on the common clock, ns; if @source is not placed, time on the clock of @source, ns
 * @uncertainty_ns: uncertainty of @ns relative to other sources, ns; or GUCLOG_NO_BOUND
 * @source: source of the item
 * @text: for a message: a description; for a line: its text in the input; NULL for an event
 * @event: for an event: the event. For a message: only its @index is set: the index of the log's
 *	event about the message.
 */
struct guclog_item {
	int64_t ns;
	uint64_t uncertainty_ns;
	const struct guclog_source *source;
	const char *text;
	struct guclog_event event;
};

/**
 * struct guclog_timeline - all items of several inputs
 * @nr_sources: number of sources
 * @source: the sources
 * @nr_items: number of items
 * @item: items of sources with @placed, sorted by time; then the items of the other sources, sorted
 *	by source
 * @has_boot_wall: @boot_wall_ns is known
 * @boot_wall_ns: wall-clock time at which the machine booted, ns since 1970 UTC
 *
 * The library allocates this structure; guclog_timeline_sort() sets the members.
 */
struct guclog_timeline {
	unsigned int nr_sources;
	const struct guclog_source * const *source;
	size_t nr_items;
	const struct guclog_item * const *item;
	bool has_boot_wall;
	int64_t boot_wall_ns;
};

/*
 * Flag: the machine was not suspended since boot, so the times in a kernel log are times since
 * boot.
 */
#define GUCLOG_TIMELINE_NO_SUSPEND	1u
/* Flag: traces were recorded with the time since boot as their clock. */
#define GUCLOG_TIMELINE_TRACE_BOOT	2u
/* Start of a line in a trace that was recorded with the time since boot as its clock. */
#define GUCLOG_TRACE_CLOCK_BOOT		"# trace_clock: boot"

/**
 * guclog_timeline_new() - make a timeline without inputs
 * @flags: 0, or a bitwise OR of GUCLOG_TIMELINE_NO_SUSPEND and GUCLOG_TIMELINE_TRACE_BOOT
 *
 * Return: the timeline, which the caller must free with guclog_timeline_free(), or NULL if there is
 * no memory.
 */
struct guclog_timeline *guclog_timeline_new(unsigned int flags);

/**
 * guclog_timeline_free() - free a timeline
 * @timeline: the timeline, may be NULL
 */
void guclog_timeline_free(struct guclog_timeline *timeline);

/**
 * guclog_timeline_add_file() - add the logs and the devcoredumps of a file
 * @timeline: the timeline
 * @file: the file, which must remain valid
 *
 * Logs with events of an unknown version are left out.
 *
 * Return: 0 or -ENOMEM.
 */
int guclog_timeline_add_file(struct guclog_timeline *timeline, const struct guclog_file *file);

/**
 * guclog_timeline_add_events() - add one log
 * @timeline: the timeline
 * @events: a reader of the log, which must remain valid; its position does not matter
 *
 * Return: 0 or -ENOMEM.
 */
int guclog_timeline_add_events(struct guclog_timeline *timeline,
			       const struct guclog_events *events);

/**
 * guclog_timeline_add_dump() - add a devcoredump
 * @timeline: the timeline
 * @dump: the devcoredump, which must remain valid
 *
 * The devcoredump helps to convert the times of a kernel log to the common clock. Its log is not
 * added.
 *
 * Return: 0 or -ENOMEM.
 */
int guclog_timeline_add_dump(struct guclog_timeline *timeline, const struct guclog_dump *dump);

/**
 * guclog_timeline_add_text() - add a kernel log or the text output of a trace tool
 * @timeline: the timeline
 * @name: name of the text
 * @data: output of dmesg or journalctl, as text or JSON, or of trace-cmd or perf script; not
 *	needed after the call
 * @len: bytes at @data
 *
 * Lines that are not about xe, i915, DRM or the module xe_guclog are left out.
 *
 * Return: 0, -ENOMSG if the text is none of these outputs, or -ENOMEM.
 */
int guclog_timeline_add_text(struct guclog_timeline *timeline, const char *name,
			     const void *data, size_t len);

/**
 * guclog_timeline_sort() - sort all items of the inputs by time
 * @timeline: the timeline; it can be sorted again after more inputs were added
 *
 * Return: 0; or -ENOMEM, and the timeline has no items.
 */
int guclog_timeline_sort(struct guclog_timeline *timeline);

/*
 * The following functions export events, or the items of a timeline, in forms for other
 * programs.
 */

/* Output formats of an export. */
enum guclog_export_form {
	GUCLOG_EXPORT_CSV,	/* CSV: a row of column names, then a row for each event */
	GUCLOG_EXPORT_JSONL,	/* a line with a JSON object for each event */
	GUCLOG_EXPORT_JSON,	/* one JSON object with all events */
	GUCLOG_EXPORT_PERFETTO	/* trace for Perfetto: a track for each log, engine and context */
};

/* How an argument of an event is shown. */
enum guclog_arg_kind {
	GUCLOG_ARG_HEX,
	GUCLOG_ARG_DEC,
	GUCLOG_ARG_SIGNED,
	GUCLOG_ARG_HIDE
};

/**
 * struct guclog_arg_name - the name of an argument
 * @name: name of the argument, NULL for none
 * @kind: how the argument is shown
 */
struct guclog_arg_name {
	const char *name;
	enum guclog_arg_kind kind;
};

/**
 * struct guclog_event_name - the names of an event and its arguments
 * @id: event id
 * @name: name of the event
 * @arg: names of its arguments
 */
struct guclog_event_name {
	uint32_t id;
	const char *name;
	struct guclog_arg_name arg[2];
};

/**
 * struct guclog_names - names from the caller, which are used instead of the dictionary's names
 * @nr: number of elements of @event
 * @event: names for each event id, in ascending order of the ids
 */
struct guclog_names {
	unsigned int nr;
	const struct guclog_event_name *event;
};

/**
 * struct guclog_export_counts - how many events of a log are in a trace for Perfetto
 * @exported: number of events in the trace
 * @before_load: number of events left out because they are from before the firmware was loaded
 *	again
 * @ambiguous: for a log without a clock anchor: number of events left out because their times are
 *	uncertain, see @ambiguous of &struct guclog_event
 * @before_boot: number of events left out because they are from before the host's clock began
 * @no_clock: number of events left out because the duration of a tick is unknown
 */
struct guclog_export_counts {
	uint64_t exported;
	uint64_t before_load;
	uint64_t ambiguous;
	uint64_t before_boot;
	uint64_t no_clock;
};

/**
 * guclog_export_log() - write all events of a log
 * @log: the log
 * @form: the output format
 * @write: called with the output in pieces, in order
 * @context: first argument of @write
 *
 * Return: 0, the error of guclog_events_open(), -EOPNOTSUPP when the library was built
 * without the format, -ENOMEM, or the value that @write returned.
 */
int guclog_export_log(const struct guclog_log *log, enum guclog_export_form form,
		      guclog_write_fn write, void *context);

/**
 * guclog_export_timeline() - write all items of a timeline
 * @timeline: the timeline, sorted
 * @form: the output format
 * @write: called with the output in pieces, in order
 * @context: first argument of @write
 *
 * Return: the same as guclog_export_log().
 */
int guclog_export_timeline(const struct guclog_timeline *timeline,
			   enum guclog_export_form form, guclog_write_fn write,
			   void *context);

struct guclog_export;

/**
 * guclog_export_open() - begin an export of events that the caller selects
 * @form: the output format
 * @names: names from the caller, which must remain valid; NULL for the names of the dictionary
 * @write: called with the output in pieces, in order
 * @context: first argument of @write
 * @error: set to 0 or a negative errno value; may be NULL
 *
 * If the output fails once, all later calls of guclog_export_*() functions for this export return
 * the same error.
 *
 * Return: the export, which the caller must free with guclog_export_close(), or NULL on an error:
 * -EOPNOTSUPP when the library was built without the format, -EINVAL or -ENOMEM.
 */
struct guclog_export *guclog_export_open(enum guclog_export_form form,
					 const struct guclog_names *names,
					 guclog_write_fn write, void *context, int *error);

/**
 * guclog_export_begin() - begin the output of a log
 * @x: the export
 * @events: a reader of the log, which must remain valid until guclog_export_end()
 * @number: number of the log in the output
 *
 * Return: 0, a negative errno value, or the value that @write of guclog_export_open() returned.
 */
int guclog_export_begin(struct guclog_export *x, const struct guclog_events *events,
			unsigned int number);

/**
 * guclog_export_event() - write an event of the log
 * @x: the export
 * @event: the event
 *
 * Return: 0, a negative errno value, or the value that @write of guclog_export_open() returned.
 */
int guclog_export_event(struct guclog_export *x, const struct guclog_event *event);

/**
 * guclog_export_tracks() - write tracks: the contexts of each engine, the states of each context
 * @x: the export; if its format is not GUCLOG_EXPORT_PERFETTO, the function does nothing
 *
 * Return: 0, a negative errno value, or the value that @write of guclog_export_open() returned.
 */
int guclog_export_tracks(struct guclog_export *x);

/**
 * guclog_export_end() - end the output of a log
 * @x: the export
 * @counts: filled if the format is GUCLOG_EXPORT_PERFETTO, else set to 0; may be NULL
 *
 * Return: 0, a negative errno value, or the value that @write of guclog_export_open() returned.
 */
int guclog_export_end(struct guclog_export *x, struct guclog_export_counts *counts);

/**
 * guclog_export_begin_timeline() - begin the items of a timeline
 * @x: an export without logs; not GUCLOG_EXPORT_PERFETTO
 * @timeline: the timeline, sorted
 *
 * Return: 0, a negative errno value, or the value that @write of guclog_export_open() returned.
 */
int guclog_export_begin_timeline(struct guclog_export *x,
				 const struct guclog_timeline *timeline);

/**
 * guclog_export_item() - write an item of a timeline
 * @x: the export
 * @item: the item; items must be written in the order of the timeline
 *
 * Return: 0, a negative errno value, or the value that @write of guclog_export_open() returned.
 */
int guclog_export_item(struct guclog_export *x, const struct guclog_item *item);

/**
 * guclog_export_source() - write the items of a source of a timeline as a track
 * @x: an export in the format GUCLOG_EXPORT_PERFETTO. Do not call this function between
 *	guclog_export_begin() and guclog_export_end().
 * @timeline: the timeline, sorted
 * @source: the source, which must not be a log
 *
 * Return: 0, a negative errno value, or the value that @write of guclog_export_open() returned.
 */
int guclog_export_source(struct guclog_export *x, const struct guclog_timeline *timeline,
			 const struct guclog_source *source);

/**
 * guclog_export_flush() - write all buffered output
 * @x: the export
 *
 * Return: 0, a negative errno value, or the value that @write of guclog_export_open() returned.
 */
int guclog_export_flush(struct guclog_export *x);

/**
 * guclog_export_close() - end an export
 * @x: the export, may be NULL
 *
 * Return: the same as guclog_export_begin().
 */
int guclog_export_close(struct guclog_export *x);

/*
 * Redaction overwrites data that identifies a person, a program or a machine, and the memory
 * contents of programs. The log, the registers and the lengths of all lines and blocks are kept.
 */

/* The kinds of data that redaction removes. */
enum guclog_redact_kind {
	GUCLOG_REDACT_PROCESS,		/* name of a process */
	GUCLOG_REDACT_PID,		/* PID of a process */
	GUCLOG_REDACT_HOST,		/* name of a host */
	GUCLOG_REDACT_BOOT,		/* id of a boot */
	GUCLOG_REDACT_KERNEL,		/* the part of a kernel release after the version */
	GUCLOG_REDACT_ADDRESS,		/* address in graphics memory or in a GPU VM */
	GUCLOG_REDACT_MEMORY,		/* contents of a GPU VM */
	GUCLOG_REDACT_CONTEXT,		/* contents of a context image */
	GUCLOG_REDACT_RING,		/* contents of a CT ring or of a work queue */
	GUCLOG_REDACT_UNKNOWN,		/* text in an unknown format */
	GUCLOG_REDACT_FILE,		/* a whole file that the caller leaves out */
	GUCLOG_REDACT_KINDS		/* number of kinds */
};

/* The formats of the bytes that are redacted. */
enum guclog_redact_form {
	GUCLOG_REDACT_ANY,		/* detect the format */
	GUCLOG_REDACT_TEXT,		/* devcoredump, debugfs file or kernel log with a GuC log */
	GUCLOG_REDACT_LFD,		/* LFD file */
	GUCLOG_REDACT_KERNEL_LOG,	/* kernel log, as text */
	GUCLOG_REDACT_INFO,		/* the kernel module's "info" file */
	GUCLOG_REDACT_IMAGE		/* image of a log buffer */
};

/**
 * struct guclog_redact_count - amount of removed data of one kind
 * @places: number of places from which data was removed
 * @bytes: total number of removed bytes
 * @line: line number of the first place, 0 if the bytes are not a text
 */
struct guclog_redact_count {
	uint64_t places;
	uint64_t bytes;
	uint64_t line;
};

/**
 * struct guclog_redaction - redacted bytes
 * @form: format of the bytes, never GUCLOG_REDACT_ANY
 * @data: the redacted bytes
 * @len: bytes at @data
 * @nr_counts: number of elements of @count
 * @count: amounts of removed data, indexed by enum guclog_redact_kind
 */
struct guclog_redaction {
	enum guclog_redact_form form;
	const void *data;
	size_t len;
	unsigned int nr_counts;
	const struct guclog_redact_count *count;
};

/**
 * guclog_redact() - redact a file
 * @data: the file; not needed after the call
 * @len: bytes at @data
 * @form: format of the file, GUCLOG_REDACT_ANY to detect it
 * @error: set to 0 or a negative errno value; may be NULL
 *
 * With GUCLOG_REDACT_ANY, the file may be compressed, or be in a mail, a web page or base64. The
 * result is the redacted file without this packing. With another @form, @data must not be packed.
 *
 * In a text, only lines of known formats are kept. In these lines, only the words that the driver
 * writes are kept.
 *
 * Return: the redaction, which the caller must free with guclog_redaction_free(), or NULL on an
 * error, such as -EPROTONOSUPPORT for bytes in none of the formats.
 */
const struct guclog_redaction *guclog_redact(const void *data, size_t len,
					     enum guclog_redact_form form, int *error);

/**
 * guclog_redaction_free() - free a redaction
 * @redaction: from guclog_redact(), may be NULL
 */
void guclog_redaction_free(const struct guclog_redaction *redaction);

/**
 * guclog_redact_field() - redact a single value
 * @name: name of the value: "process", "pid", "boot_id", "kernel", "reason", or the key of a fact
 *	(see guclog_fact_key())
 * @value: the value; changed in place
 * @len: length of the value
 * @count: an element for each kind, to which the amount of removed data is added; may be NULL
 *
 * A value with an unknown name is overwritten completely.
 */
void guclog_redact_field(const char *name, char *value, size_t len,
			 struct guclog_redact_count *count);

/**
 * guclog_redact_kind_name() - get the name of a kind
 * @kind: the kind
 *
 * Return: a constant string such as "process name".
 */
const char *guclog_redact_kind_name(enum guclog_redact_kind kind);

/**
 * guclog_redact_count_text() - get a count as text
 * @count: the count
 * @kind: kind of the removed data
 * @buf: destination
 * @size: bytes at @buf
 *
 * Return: length of the text, such as "process name: 2 places, 14 bytes, first in line 5".
 */
size_t guclog_redact_count_text(const struct guclog_redact_count *count,
				enum guclog_redact_kind kind, char *buf, size_t size);

/* The following structure and functions make a short description of a log. */

#define GUCLOG_MAX_ADVICE	8

/**
 * struct guclog_summary - a short description of a log
 * @log: the log
 * @events: reader of the log's events, NULL if the events cannot be read
 * @complete: see guclog_log_complete()
 * @total: length of the log buffer in bytes, 0 when unknown; for an LFD file, the length of the
 *	file
 * @missing: number of bytes of the log buffer that are missing in the input
 * @firmware: version of the firmware, empty when unknown
 * @wanted: version of the firmware that the driver was written for, empty when unknown
 * @outdated: @firmware is older than @wanted
 * @span_ns: time from the oldest to the newest event, ns; -1 when unknown, for example because
 *	events between them are missing
 * @age_ns: age of the newest event when the log was copied, ns; -1 when unknown
 * @nr_advice: number of elements of @advice
 * @advice: sentences that recommend what to do next
 */
struct guclog_summary {
	const struct guclog_log *log;
	const struct guclog_events *events;
	bool complete;
	uint64_t total;
	uint64_t missing;
	char firmware[40];
	char wanted[40];
	bool outdated;
	int64_t span_ns;
	int64_t age_ns;
	unsigned int nr_advice;
	const char *advice[GUCLOG_MAX_ADVICE];
};

/**
 * guclog_log_complete() - find out whether a log is complete
 * @log: the log
 *
 * Return: true if no part of the log is missing, and it has no faults.
 */
bool guclog_log_complete(const struct guclog_log *log);

/**
 * guclog_log_summary() - summarize a log
 * @log: the log, which must remain valid as long as the summary
 * @events: a reader of the log, which must remain valid as long as the summary; GUCLOG_EVENTS_PLAIN
 *	is enough. NULL if there is none.
 * @summary: filled with the summary
 */
void guclog_log_summary(const struct guclog_log *log, const struct guclog_events *events,
			struct guclog_summary *summary);

/**
 * typedef guclog_row_fn - receives a row of a table
 * @context: the argument of guclog_summary_rows()
 * @name: name of the row; empty when the row continues the preceding one
 * @text: text of the row
 */
typedef void (*guclog_row_fn)(void *context, const char *name, const char *text);

/**
 * guclog_summary_rows() - get a summary as rows of text
 * @summary: from guclog_log_summary()
 * @row: called with each row: GPU, GT, driver, firmware, log level, data, events, times, crash
 *	dump, faults, advice
 * @context: first argument of @row
 */
void guclog_summary_rows(const struct guclog_summary *summary, guclog_row_fn row, void *context);

/* Number of columns of the table of contexts. */
#define GUCLOG_CONTEXT_COLUMNS	9

/**
 * guclog_context_column() - get the name of a column of the table of contexts
 * @i: number of the column, from 0
 *
 * Return: a constant string; NULL after the last column.
 */
const char *guclog_context_column(unsigned int i);

/**
 * guclog_context_cell() - get the text of a cell of the table of contexts
 * @a: the analysis
 * @context: from guclog_analysis_context()
 * @i: number of the column
 * @buf: destination
 * @size: bytes at @buf
 *
 * Return: length of the text.
 */
size_t guclog_context_cell(const struct guclog_analysis *a, const struct guclog_context *context,
			   unsigned int i, char *buf, size_t size);

/**
 * guclog_explanation_json() - write an explanation as JSON
 * @explanation: the explanation
 * @log: the log that was explained, NULL if there is none
 * @name: name of the input
 * @write: called with pieces of one JSON object
 * @context: first argument of @write
 *
 * Return: 0, -EOPNOTSUPP when the library was built without json-c, -ENOMEM, or the value that
 * @write returned.
 */
int guclog_explanation_json(const struct guclog_explanation *explanation,
			    const struct guclog_log *log, const char *name,
			    guclog_write_fn write, void *context);

/*
 * The following function writes a report: all known information about an input, for readers who
 * do not have the input.
 */

/* Flag of struct guclog_report_options: write text instead of an HTML page. */
#define GUCLOG_REPORT_TEXT	1u
/* Maximum number of logs in a report. A page with more would be too large for a browser. */
#define GUCLOG_REPORT_MAX_LOGS	64

/**
 * struct guclog_report_text - a kernel log or the text output of a trace tool
 * @name: name of the text
 * @data: the text, as for guclog_timeline_add_text()
 * @len: bytes at @data
 */
struct guclog_report_text {
	const char *name;
	const void *data;
	size_t len;
};

/**
 * struct guclog_report_options - options of guclog_report()
 * @size: sizeof(struct guclog_report_options)
 * @title: name of the input in the report, NULL for the name of the file
 * @has_gt: include only the logs of @gt, and logs without the number of the GT
 * @gt: number of a GT
 * @flags: 0 or GUCLOG_REPORT_TEXT
 * @timeline_flags: as for guclog_timeline_new()
 * @nr_texts: number of elements of @text
 * @text: texts to include; the explanation also uses the texts that are kernel logs, and the first
 *	trace
 * @redacted: amounts of data that were removed from the input, an element for each kind; the report
 *	lists the amounts; NULL when nothing was removed
 * @maps: for an input with one devcoredump: the mappings of its process, as for
 *	guclog_explain(); NULL if there is none
 */
struct guclog_report_options {
	size_t size;
	const char *title;
	bool has_gt;
	uint32_t gt;
	unsigned int flags;
	unsigned int timeline_flags;
	unsigned int nr_texts;
	const struct guclog_report_text *text;
	const struct guclog_redact_count *redacted;
	const char *maps;
};

/**
 * guclog_report() - write a report
 * @file: the input, with its devcoredumps
 * @options: NULL for the defaults
 * @write: called with the report in pieces: one HTML page that needs no network, or text
 * @context: first argument of @write
 *
 * For a redacted report, use the input and the texts that guclog_redact() returned.
 *
 * Return: 0; -ENOMSG for a text that is neither a kernel log nor a trace, -E2BIG for a file
 * with more than GUCLOG_REPORT_MAX_LOGS logs, -EINVAL if the size of @options is too small,
 * -EOPNOTSUPP when the library was built without json-c, -ENOMEM, or the value that @write
 * returned.
 */
int guclog_report(const struct guclog_file *file, const struct guclog_report_options *options,
		  guclog_write_fn write, void *context);

#ifdef __cplusplus
}
#endif

#endif
