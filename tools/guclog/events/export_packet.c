// SPDX-License-Identifier: GPL-2.0-only
#include "events/export_packet.h"

#include "util/msg.h"

/* Trace.packet: field 1, length-delimited. */
#define PACKET_TAG	0x0a
/* Tag and the longest length. */
#define PACKET_HEAD	11

/**
 * export_packets_open() - begin a trace
 * @p: filled; end it with export_packets_close(), unless this fails
 * @to: destination
 *
 * Return: 0, or -1 after printing the reason on stderr.
 */
int export_packets_open(struct export_packets *p, const struct output *to)
{
	p->failed = false;
	p->len = 0;
	return file_out_open(&p->out, to, true);
}

static void flush(struct export_packets *p)
{
	if (!p->failed && file_out_write(&p->out, p->buf, p->len))
		p->failed = true;
	p->len = 0;
}

static void put_head(struct export_packets *p, size_t len)
{
	p->buf[p->len++] = PACKET_TAG;
	for (; len >= 0x80; len >>= 7)
		p->buf[p->len++] = (u8)(len | 0x80);
	p->buf[p->len++] = (u8)len;
}

/* Longer than the buffer: a user's names can be of any length. */
static void put_large(struct export_packets *p, const Pf__TracePacket *packet,
		      size_t len)
{
	u8 *large = mem_grow(NULL, len);

	put_head(p, len);
	flush(p);
	pf__trace_packet__pack(packet, large);
	if (!p->failed && file_out_write(&p->out, large, len))
		p->failed = true;
	free(large);
}

/**
 * export_packet() - another packet
 * @p: the trace
 * @packet: the packet
 */
void export_packet(struct export_packets *p, const Pf__TracePacket *packet)
{
	size_t len = pf__trace_packet__get_packed_size(packet);

	if (len + PACKET_HEAD > sizeof(p->buf) - p->len)
		flush(p);
	if (len + PACKET_HEAD > sizeof(p->buf)) {
		put_large(p, packet, len);
		return;
	}
	put_head(p, len);
	p->len += pf__trace_packet__pack(packet, p->buf + p->len);
}

/**
 * export_packets_close() - finish a trace
 * @p: the trace
 * @keep: false to discard it
 *
 * Return: 0, or -1 when it could not be written.
 */
int export_packets_close(struct export_packets *p, bool keep)
{
	flush(p);
	if (!p->failed && keep)
		return file_out_close(&p->out);
	file_out_drop(&p->out);
	return p->failed ? -1 : 0;
}
