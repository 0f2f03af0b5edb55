/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Writes packets of a Perfetto trace, one at a time.
 */
#ifndef _GUCLOG_PERFETTO_PACKET_H_
#define _GUCLOG_PERFETTO_PACKET_H_

#include "guc_env.h"
#include "perfetto.pb-c.h"
#include "base/print.h"

/**
 * struct perfetto_packets - a trace that is being written
 * @p: destination
 * @arena: arena that has the memory of @packed
 * @size: bytes at @packed
 * @packed: room for one packet
 */
struct perfetto_packets {
	struct print *p;
	struct arena *arena;
	size_t size;
	u8 *packed;
};

void perfetto_packet(struct perfetto_packets *packets, const Pf__TracePacket *packet);

#endif
