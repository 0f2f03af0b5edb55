/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The messages between driver and GuC in a devcoredump.
 */
#ifndef _GUCLOG_READ_DUMP_MESSAGES_H_
#define _GUCLOG_READ_DUMP_MESSAGES_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/records.h"

struct guclog_dump;
struct guclog_fault;

/* The rings of the CT buffers. */
enum guclog_ring {
	GUCLOG_H2G,	/* from the driver to the GuC */
	GUCLOG_G2H	/* from the GuC to the driver */
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

#endif
