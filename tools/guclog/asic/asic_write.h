/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Functions that write ASIC info (properties of a GPU in the form that trace tools expect). The
 * ASIC info is made from facts, from a PCI id or from a file with ASIC info.
 */
#ifndef _ASIC_WRITE_H_
#define _ASIC_WRITE_H_

#include "asic/info.h"
#include "model/fact_set.h"
#include "base/file_out.h"

int asic_facts_of_id(const char *arg, struct guclog_facts *facts);
int asic_write(const struct output *to, enum guclog_asic_form form,
	       const struct guclog_facts *facts);
int asic_write_rdf(const struct output *to, const struct guclog_asic *asic);

#endif
