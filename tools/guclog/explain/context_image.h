/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* The registers in a context image: those that the engine saved in the LRC. */
#ifndef _CONTEXT_IMAGE_H_
#define _CONTEXT_IMAGE_H_

#include "explain/explanation.h"

/* Registers, by their offset from the base of the engine. */
#define CONTEXT_RING_HEAD	0x034u
#define CONTEXT_RING_START	0x038u
#define CONTEXT_RING_CTL	0x03cu
#define CONTEXT_IPEHR		0x068u
#define CONTEXT_BB_ADDR		0x140u
#define CONTEXT_BB_ADDR_UDW	0x168u
#define CONTEXT_ASID		0x278u
#define CONTEXT_RING_TIMESTAMP	0x358u

bool context_ring(const struct guclog_dump_fields *lrc, u64 *address);
bool context_register(const struct guclog_bytes *image, u32 offset, u32 *value);
const struct guclog_bytes *context_image(const struct explanation *x);
void context_image_read(struct explanation *x);

#endif
