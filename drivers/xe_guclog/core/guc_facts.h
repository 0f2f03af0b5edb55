/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Facts: named values about a device and a GT that are not part of the log. The list
 * GUC_FACTS() generates struct guc_facts, the ``key=value`` lines, and the selection of facts
 * for a HOST_COMMENT (a block of an LFD file with text from the host). Therefore the kernel
 * module, its configfs attributes and the command guclog have the same facts.
 */
#ifndef _GUC_FACTS_H_
#define _GUC_FACTS_H_

#include "guc_env.h"

struct guc_text;

/* A version such as 70.44.1. */
struct guc_release {
	u32 major;
	u32 minor;
	u32 patch;
};

/* A PCI address. The struct has no padding, because facts are compared as bytes. */
struct guc_bdf {
	u32 domain;
	u8 bus;
	u8 dev;
	u16 fn;
};

/* A PCI ID. */
struct guc_pci_id {
	u16 vendor;
	u16 device;
};

/* A mask of up to 128 bits: lo has bits 63 to 0, and hi has bits 127 to 64. */
struct guc_mask {
	u64 lo;
	u64 hi;
};

enum guc_gt_type {
	GUC_GT_MAIN,
	GUC_GT_MEDIA,
};

typedef char guc_str32[32];
typedef char guc_str72[72];
typedef char guc_str128[128];

/**
 * DOC: Facts
 *
 * A fact is a line key=value. A key ends with the unit of its value. GUC_FACTS() lists
 * the keys and marks those that a HOST_COMMENT contains.
 *
 * Facts of the device with a meaning that the key does not show (a DSS is a dual subslice, an EU is
 * an execution unit, and the register GMD ID has the version of the GPU's IP):
 *
 * =======================  ========================================================
 * source                   origin of the facts: xe, replay, or the form of the input file
 * kernel                   release of the kernel
 * graphics_step            revision field of the GMD ID
 * dss_geometry_mask,       bit n is set if DSS n exists for geometry or for compute
 * dss_compute_mask
 * eu_simd                  SIMD lanes of an EU
 * slm_kib                  shared local memory of each DSS
 * pixels_per_slice         pixels that a slice writes per clock
 * memory_mtps              10^6 transfers per second
 * device_status            ok, "wedged: ...", or the reason why other facts are unknown
 * xe_guc_log_lfd           present or absent: whether xe has a guc_log_lfd file itself
 * =======================  ========================================================
 *
 * Facts of a GT with a meaning that the key does not show:
 *
 * =======================  ========================================================
 * status                   ok, or the reason why there is no log
 * log_bytes                length of the log buffer
 * guc_wanted               firmware version that the driver wants
 * log_overflows,           xe's counts of overflows and of flushes of the log
 * log_flushes
 * woken                    yes if the device was suspended, and was resumed for the
 *                          latest copy of the log; the driver may have loaded the
 *                          firmware again then
 * anchor                   how the clock anchor was obtained, or none and the reason
 * anchor_boottime_ns       time of the anchor on the host's boottime clock
 * anchor_realtime_ns       time of the anchor on the host's wall clock
 * anchor_guc_tick          time of the anchor in ticks of the GuC's clock, or only the low
 *                          32 bits of this time
 * anchor_uncertainty_ns    half of the time between the reads of the host's clock
 *                          before and after the anchor
 * anchor_age_ns            time from the anchor to the copy of the log; 0 if unknown
 * =======================  ========================================================
 *
 * Values are decimal numbers, except:
 *
 * =======================  ========================================================
 * pci_address              0000:03:00.0
 * pci_id                   8086:e223, vendor and device
 * pci_revision             0x00
 * graphics_ip, media_ip    20.01
 * masks                    0x3f, up to 128 bits
 * gpu_type                 unknown, integrated, discrete, virtual
 * gt_type                  main, media
 * memory_type              ddr4, ddr5, gddr6, hbm2, lpddr4, lpddr5, ...
 * guc_version, guc_wanted  70.44.1
 * all of kind STR          printable ASCII
 * =======================  ========================================================
 */

/*
 * The list of all facts: X(scope, in_comment, kind, type, key)
 *
 * scope: D for a fact of the device, G for a fact of a GT. in_comment: a HOST_COMMENT
 * contains the fact. kind: the type and the text form of the value. U32 and U64 are
 * decimal numbers, X32 is printed as 0x%02x, STR is text, REL is a version of the GuC
 * firmware, BDF is a PCI address, ID is a PCI ID, IP is a version of the GPU's IP (stored
 * as 100 * major + minor), MASK is a mask. GPU, GT and MEM are printed as the name of a
 * type: of the GPU, of a GT, or of memory.
 */
#define GUC_FACTS(X) \
	X(D, 1, STR, guc_str32, source) \
	X(D, 1, STR, guc_str32, driver) \
	X(D, 0, STR, guc_str72, kernel) \
	X(D, 1, BDF, struct guc_bdf, pci_address) \
	X(D, 1, ID, struct guc_pci_id, pci_id) \
	X(D, 1, X32, u32, pci_revision) \
	X(D, 1, STR, guc_str32, platform) \
	X(D, 1, IP, u32, graphics_ip) \
	X(D, 0, U32, u32, graphics_step) \
	X(D, 1, IP, u32, media_ip) \
	X(D, 0, GPU, u32, gpu_type) \
	X(D, 0, U32, u32, gpu_index) \
	X(D, 0, MASK, struct guc_mask, dss_geometry_mask) \
	X(D, 0, MASK, struct guc_mask, dss_compute_mask) \
	X(D, 0, U32, u32, dss_per_slice) \
	X(D, 0, MASK, struct guc_mask, eu_per_dss_mask) \
	X(D, 0, U32, u32, eu_simd) \
	X(D, 0, MASK, struct guc_mask, l3_bank_mask) \
	X(D, 0, U32, u32, l3_bank_kib) \
	X(D, 0, U32, u32, slm_kib) \
	X(D, 0, U32, u32, threads_per_eu) \
	X(D, 0, U32, u32, hardware_contexts) \
	X(D, 0, U32, u32, geometry_pipes_per_slice) \
	X(D, 0, U32, u32, pixels_per_slice) \
	X(D, 0, U32, u32, clock_current_mhz) \
	X(D, 0, U32, u32, clock_max_mhz) \
	X(D, 0, U64, u64, vram_bytes) \
	X(D, 0, MEM, u32, memory_type) \
	X(D, 0, U32, u32, memory_bus_bits) \
	X(D, 0, U32, u32, memory_mtps) \
	X(D, 0, STR, guc_str128, device_status) \
	X(D, 0, STR, guc_str32, xe_guc_log_lfd) \
	X(G, 1, U32, u32, gt) \
	X(G, 1, U32, u32, tile) \
	X(G, 1, GT, u32, gt_type) \
	X(G, 0, STR, guc_str128, status) \
	X(G, 0, U64, u64, log_bytes) \
	X(G, 1, STR, guc_str128, guc_firmware) \
	X(G, 1, REL, struct guc_release, guc_version) \
	X(G, 1, REL, struct guc_release, guc_wanted) \
	X(G, 1, U32, u32, log_level) \
	X(G, 0, U32, u32, log_overflows) \
	X(G, 0, U32, u32, log_flushes) \
	X(G, 1, U32, u32, reference_clock_hz) \
	X(G, 1, STR, guc_str32, woken) \
	X(G, 1, STR, guc_str32, anchor) \
	X(G, 1, U64, u64, anchor_boottime_ns) \
	X(G, 1, U64, u64, anchor_realtime_ns) \
	X(G, 1, U64, u64, anchor_guc_tick) \
	X(G, 1, U64, u64, anchor_uncertainty_ns) \
	X(G, 1, U64, u64, anchor_age_ns)

/* GUC_FACT_<key> is the index of a fact in the list. */
enum guc_fact_id {
#define X(scope, in_comment, kind, type, key) GUC_FACT_##key,
	GUC_FACTS(X)
#undef X
	GUC_FACT_COUNT
};

/**
 * struct guc_facts - all facts
 * @known: bit GUC_FACT_<key> is set when <key> is known
 *
 * The other members are the facts in GUC_FACTS(). Unknown facts are 0.
 */
struct guc_facts {
	u64 known;
	/* private: kernel-doc cannot read the members that GUC_FACTS() generates */
#define X(scope, in_comment, kind, type, key) type key;
	GUC_FACTS(X)
#undef X
};

/* Which facts guc_facts_print() prints. */
enum guc_facts_which {
	GUC_FACTS_DEVICE,	/* facts of the device */
	GUC_FACTS_GT,		/* facts of a GT */
	GUC_FACTS_COMMENT,	/* facts of device and GT that a HOST_COMMENT contains */
};

/* Maximum length of a line "key=value\n" in bytes, with its terminator. */
#define GUC_FACT_LINE_MAX	192

int guc_facts_find(const char *key, size_t len);
const char *guc_fact_key(enum guc_fact_id id);
bool guc_fact_is_gt(enum guc_fact_id id);
int guc_facts_set(struct guc_facts *facts, enum guc_fact_id id,
		  const char *value, size_t len);
void guc_facts_clear(struct guc_facts *facts, enum guc_fact_id id);
void guc_facts_merge(struct guc_facts *facts, const struct guc_facts *more);
void guc_fact_print(struct guc_text *text, const struct guc_facts *facts,
		    enum guc_fact_id id);
void guc_facts_print(struct guc_text *text, const struct guc_facts *facts,
		     enum guc_facts_which which);

static inline bool guc_facts_has(const struct guc_facts *facts,
				 enum guc_fact_id id)
{
	return facts->known & BIT_ULL(id);
}

#endif
