/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Facts: data about a device and a GT that is not part of the log. The struct,
 * the text form (key=value) and the content of a HOST_COMMENT are generated
 * from one list, so that they are the same in the module, its configfs and the
 * tool.
 */
#ifndef _GUC_FACTS_H_
#define _GUC_FACTS_H_

#include "guc_env.h"

struct guc_text;

/* u32 a.b.c */
struct guc_release {
	u32 major;
	u32 minor;
	u32 patch;
};

/* domain:bus:device.function, without padding: facts are compared as bytes */
struct guc_bdf {
	u32 domain;
	u8 bus;
	u8 dev;
	u16 fn;
};

/* vendor:device */
struct guc_pci_id {
	u16 vendor;
	u16 device;
};

/* Up to 128 bits; lo holds bits 63..0. */
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
 * A c after the name of a fact means that the HOST_COMMENT contains it.
 *
 * Of the device: source c, driver c, kernel (its release), pci_address c, pci_id
 * c, pci_revision c, platform c, graphics_ip c, graphics_step (revision of the
 * GMD ID), media_ip c, gpu_type, gpu_index, dss_geometry_mask and
 * dss_compute_mask (bit n: DSS n is there), dss_per_slice, eu_per_dss_mask,
 * eu_simd (lanes), l3_bank_mask, l3_bank_kib, slm_kib (per DSS), threads_per_eu,
 * hardware_contexts, geometry_pipes_per_slice, pixels_per_slice (per clock),
 * clock_current_mhz, clock_max_mhz, vram_bytes, memory_type, memory_bus_bits,
 * memory_mtps (transfers, 10^6 per second), device_status (ok, or why nothing more
 * is known), xe_guc_log_lfd (present or absent: whether xe writes such a file too).
 *
 * Of a GT: gt c, tile c, gt_type c, status (ok, or why there is no log),
 * log_bytes (length of the log buffer), guc_firmware c, guc_version c,
 * guc_wanted c, log_level c, log_overflows and log_flushes (as xe counts them),
 * reference_clock_hz c, woken c (yes when the device was suspended and was resumed
 * for the latest copy of the log, after which the driver may have loaded the
 * firmware again); and the anchor, the same instant on three clocks: anchor c
 * (how it was obtained, or none and why), anchor_boottime_ns c, anchor_realtime_ns c,
 * anchor_guc_tick c (or its low 32 bits), anchor_uncertainty_ns c (half of the
 * bracket), anchor_age_ns c (time from that instant to the copy of the log; 0 when
 * it is unknown).
 *
 * A key ends with its unit where it has one. Values are decimal except
 *
 * ================  ====================================================
 * pci_address       0000:03:00.0
 * pci_id            8086:e223, vendor and device
 * pci_revision      0x00
 * graphics_ip       20.01, likewise media_ip
 * the masks         0x3f, up to 128 bits
 * gpu_type          unknown, integrated, discrete, virtual
 * gt_type           main, media
 * memory_type       ddr4, ddr5, gddr6, hbm2, lpddr4, lpddr5, ...
 * guc_version       70.44.1, likewise guc_wanted
 * the others        printable ASCII: source driver kernel platform
 *                   device_status xe_guc_log_lfd status guc_firmware woken anchor
 * ================  ====================================================
 */

/*
 * X(scope, in_comment, kind, type, key)
 *
 * scope: D of the device, G of a GT. Kinds: U32 and U64 decimal, X32 0x%02x,
 * STR text, REL release, BDF and ID of PCI, IP (100 * major + minor is stored),
 * MASK, and the names of GPU types, GT types and MEM types.
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

/* GUC_FACT_<key>: a fact's place in the list. */
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
 * The other members are those of the list above. Unknown facts are 0.
 */
struct guc_facts {
	u64 known;
	/* private: to kernel-doc, which cannot read the list */
#define X(scope, in_comment, kind, type, key) type key;
	GUC_FACTS(X)
#undef X
};

/* Which facts to print. */
enum guc_facts_which {
	GUC_FACTS_DEVICE,	/* of the device */
	GUC_FACTS_GT,		/* of a GT */
	GUC_FACTS_COMMENT,	/* of both, those that a HOST_COMMENT carries */
};

/* Longest "key=value\n" line, terminator included. */
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
