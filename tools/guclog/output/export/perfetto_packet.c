// SPDX-License-Identifier: GPL-2.0-only
#include "output/export/perfetto_packet.h"

#include "base/arena.h"

/* Protobuf tag before each packet: field 1 of Perfetto's message Trace, length-delimited. */
#define PACKET_TAG	0x0a

static bool make_room(struct perfetto_packets *packets, size_t len)
{
	u8 *packed;

	if (len <= packets->size)
		return true;
	packed = arena_grow(packets->arena, packets->packed, 2 * len);
	if (!packed) {
		packets->p->error = packets->p->error ?: -ENOMEM;
		return false;
	}
	packets->packed = packed;
	packets->size = 2 * len;
	return true;
}

/**
 * perfetto_packet() - write another packet
 * @packets: the trace; if there is no memory, the destination of the trace gets an error
 * @packet: the packet
 */
void perfetto_packet(struct perfetto_packets *packets, const Pf__TracePacket *packet)
{
	size_t len = pf__trace_packet__get_packed_size(packet), rest = len;

	if (!make_room(packets, len))
		return;
	print_char(packets->p, PACKET_TAG);
	for (; rest >= 0x80; rest >>= 7)
		print_char(packets->p, (char)(rest | 0x80));
	print_char(packets->p, (char)rest);
	pf__trace_packet__pack(packet, packets->packed);
	print_bytes(packets->p, (char *)packets->packed, len);
}
