/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The sources of the values in ASIC info (the properties of a GPU in the format of AMD's PAL):
 * facts (see guc_facts.h), and the tables of known devices and graphics IPs (see guc_device.h). The
 * writer of ASIC info takes each value from one source. The command guclog can print the source.
 */
#ifndef _GUC_ASIC_SOURCE_H_
#define _GUC_ASIC_SOURCE_H_

#include "guc_facts.h"

struct guc_device;
struct guc_graphics;

/**
 * struct guc_asic_known - the facts about a device and its rows in the tables
 * @facts: facts of the device and its first GT, merged
 * @dev: row of the PCI id in the table of devices; if there is none, a row of zeroes
 * @gfx: row of the graphics IP in the table of graphics IPs; if there is none, a row of
 *	zeroes
 * @ip: graphics IP, 100 * version + release; 0 if unknown
 * @gpu_type: GUC_ASIC_GPU_*
 * @l3_bank_kib: size of an L3 bank in KiB, 0 if unknown
 * @has_step: the stepping is known; on GPUs without a GMD ID register the stepping is the
 *	PCI revision
 * @grf_by_threads: the size of the register file is computed from the number of threads
 * @has_dss_masks: dss_geometry_mask or dss_compute_mask is known
 * @has_l3_banks: the size of the L3 is computed from its banks
 */
struct guc_asic_known {
	const struct guc_facts *facts;
	const struct guc_device *dev;
	const struct guc_graphics *gfx;
	u32 ip;
	u32 gpu_type;
	u32 l3_bank_kib;
	bool has_step;
	bool grf_by_threads;
	bool has_dss_masks;
	bool has_l3_banks;
};

/*
 * The inputs: the values from which the fields of ASIC info are computed. Each input has one or
 * more sources.
 */
enum guc_asic_input {
	GUC_ASIC_IN_ADDRESS,
	GUC_ASIC_IN_ID,
	GUC_ASIC_IN_REVISION,
	GUC_ASIC_IN_IP,
	GUC_ASIC_IN_STEP,
	GUC_ASIC_IN_TYPE,
	GUC_ASIC_IN_INDEX,
	GUC_ASIC_IN_CONTEXTS,
	GUC_ASIC_IN_NAME,
	GUC_ASIC_IN_PLATFORM,
	GUC_ASIC_IN_CLOCK,
	GUC_ASIC_IN_CLOCK_MAX,
	GUC_ASIC_IN_REFERENCE,
	GUC_ASIC_IN_EXTENT,
	GUC_ASIC_IN_DSS,
	GUC_ASIC_IN_DSS_OF_SLICE,
	GUC_ASIC_IN_DSS_MASK,
	GUC_ASIC_IN_EUS,
	GUC_ASIC_IN_LANES,
	GUC_ASIC_IN_THREADS,
	GUC_ASIC_IN_GRF,
	GUC_ASIC_IN_GRF_MIN,
	GUC_ASIC_IN_GRF_STEP,
	GUC_ASIC_IN_TEXELS,
	GUC_ASIC_IN_PIPES,
	GUC_ASIC_IN_PIXELS,
	GUC_ASIC_IN_L1,
	GUC_ASIC_IN_L3,
	GUC_ASIC_IN_L3_BANKS,
	GUC_ASIC_IN_L3_BANK,
	GUC_ASIC_IN_SLM,
	GUC_ASIC_IN_VRAM,
	GUC_ASIC_IN_MEMORY,
	GUC_ASIC_IN_RATE,
	GUC_ASIC_IN_BUS,
	GUC_ASIC_INPUTS
};

enum guc_asic_source_kind {
	GUC_ASIC_NO_SOURCE,
	GUC_ASIC_FACT,		/* a fact, used when it is known, even if it is 0 */
	GUC_ASIC_MORE_FACT,	/* a mask that is combined with the mask of the preceding source */
	GUC_ASIC_USED_FACT,	/* a fact, used only when it is known and not 0 */
	GUC_ASIC_DEVICE,	/* column of the device's row, used only when it is not 0 */
	GUC_ASIC_GRAPHICS,	/* column of the graphics IP's row, used only when it is not 0 */
};

/**
 * struct guc_asic_source - one possible source of an input
 * @name: name of the fact or the column
 * @kind: enum guc_asic_source_kind
 * @fact: enum guc_fact_id, if the source is a fact
 * @size: size of the value, bytes
 * @offset: offset of the value in struct guc_facts, guc_device or guc_graphics, bytes
 */
struct guc_asic_source {
	const char *name;
	u8 kind;
	u8 fact;
	u8 size;
	u16 offset;
};

/*
 * Maximum number of sources of an input. The first source for which guc_asic_has() returns true is
 * used.
 */
#define GUC_ASIC_MAX_SOURCES	3
extern const struct guc_asic_source
	guc_asic_sources[GUC_ASIC_INPUTS][GUC_ASIC_MAX_SOURCES];

void guc_asic_know(struct guc_asic_known *k, const struct guc_facts *facts);
bool guc_asic_has(const struct guc_asic_known *k,
		  const struct guc_asic_source *s);
u64 guc_asic_value(const struct guc_asic_known *k, enum guc_asic_input input);

#endif
