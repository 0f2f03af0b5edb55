/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads the messages of a CT ring (command transport: a ring for messages between driver and GuC).
 */
#ifndef _GUCLOG_CT_MESSAGES_H_
#define _GUCLOG_CT_MESSAGES_H_

#include "guc_ct.h"

struct arena;

/**
 * struct ct_messages - the messages of one ring
 * @ring: the ring
 * @nr: number of messages
 * @msg: the messages, oldest first
 */
struct ct_messages {
	const struct guc_ct_ring *ring;
	u32 nr;
	struct guc_ct_msg *msg;
};

int ct_messages_read(struct ct_messages *messages, struct arena *a,
		     const struct guc_ct_ring *ring);

#endif
