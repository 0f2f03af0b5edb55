/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Writes packets of a Perfetto trace to a file, one at a time.
 */
#ifndef _EXPORT_PACKET_H_
#define _EXPORT_PACKET_H_

#include "perfetto.pb-c.h"
#include "util/file_out.h"

#define EXPORT_PACKET_ROOM	(256 * 1024)

/**
 * struct export_packets - the file
 * @out: the file
 * @failed: it could not be written; the error was printed on stderr
 * @len: bytes in @buf
 * @buf: what has not been written yet
 */
struct export_packets {
	struct file_out out;
	bool failed;
	size_t len;
	u8 buf[EXPORT_PACKET_ROOM];
};

int export_packets_open(struct export_packets *p, const struct output *to);
void export_packet(struct export_packets *p, const Pf__TracePacket *packet);
int export_packets_close(struct export_packets *p, bool keep);

#endif
