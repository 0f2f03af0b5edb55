/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Shows the messages between driver and GuC in a devcoredump, for "guclog dump --messages".
 */
#ifndef _DUMP_MESSAGES_H_
#define _DUMP_MESSAGES_H_

#include "base/base.h"
#include "base/number.h"

struct guclog_file;

/**
 * struct dump_messages - which messages are shown, and how
 * @file: the input, with its devcoredumps
 * @gt: show only the messages of this GT
 * @ring: 0 to show the messages of both rings; 1 + n to show only those of the ring n, an enum
 *	guclog_ring
 * @last: number of newest messages of each ring that are shown
 * @json: print JSON instead of text
 */
struct dump_messages {
	const struct guclog_file *file;
	struct number gt;
	int ring;
	struct number last;
	bool json;
};

int dump_messages(const struct dump_messages *m);

#endif
