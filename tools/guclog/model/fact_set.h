/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Facts: properties of a GPU and of one of its GTs.
 */
#ifndef _GUCLOG_MODEL_FACT_SET_H_
#define _GUCLOG_MODEL_FACT_SET_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
 * guclog_facts_info() - write facts in the form of the kernel module's "info" file
 * @file: facts of a device and its GTs. Only device facts are used from the member @device, and
 *	only GT facts from the member @gt.
 * @buf: destination; the text gets a terminator
 * @size: bytes at @buf
 *
 * Return: length of the whole text without the terminator.
 */
size_t guclog_facts_info(const struct guclog_facts_file *file, char *buf, size_t size);

#endif
