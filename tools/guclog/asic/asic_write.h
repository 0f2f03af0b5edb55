/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Writing ASIC info that is made from facts, from a PCI id, or from a blob.
 */
#ifndef _ASIC_WRITE_H_
#define _ASIC_WRITE_H_

#include "guc_asic.h"
#include "guc_facts.h"
#include "util/file_out.h"

int asic_facts_of_id(const char *arg, struct guc_facts *facts);
int asic_write(const struct output *to, enum guc_asic_form form,
	       const struct guc_facts *facts);
int asic_write_rdf(const struct output *to, const struct guc_asic *asic);

#endif
