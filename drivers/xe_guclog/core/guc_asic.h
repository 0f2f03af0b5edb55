/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * ASIC info: written from facts, read back with suspicion.
 */
#ifndef _GUC_ASIC_H_
#define _GUC_ASIC_H_

#include "guc_fault.h"
#include "guc_view.h"
#include "abi/guc_asic_abi.h"

struct guc_facts;

/* The forms in which it is given out. */
enum guc_asic_form {
	GUC_ASIC_V1,		/* 568 bytes */
	GUC_ASIC_V2,		/* 576 bytes, read only */
	GUC_ASIC_V3,		/* 608 bytes */
	GUC_ASIC_V1_PACKED,	/* 558 bytes */
	GUC_ASIC_RDF,		/* version 1 in an RDF file, 664 bytes */
};

/**
 * struct guc_asic - what was read
 * @form: as it was found
 * @version: 1, 2 or 3
 * @info: as version 3, little-endian; what an older version does not have is 0
 */
struct guc_asic {
	enum guc_asic_form form;
	u32 version;
	struct guc_asic_info_v3 info;
};

void guc_asic_fill(struct guc_asic_info_v3 *info, const struct guc_facts *facts);
ssize_t guc_asic_write(enum guc_asic_form form, const struct guc_facts *facts,
		       void *buf, size_t size);
int guc_asic_read(struct guc_asic *asic, struct guc_view blob,
		  struct guc_fault *fault);
u32 guc_f32_bits(u32 value);

#endif
