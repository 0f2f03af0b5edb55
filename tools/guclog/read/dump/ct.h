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

/**
 * typedef ct_message_fn - a function that ct_messages_each() calls for a message of a ring
 * @arg: argument of ct_messages_each()
 * @ring: the ring
 * @msg: the message
 */
typedef void (*ct_message_fn)(void *arg, const struct guc_ct_ring *ring,
			      const struct guc_ct_msg *msg);

void ct_messages_each(const struct ct_messages *list, ct_message_fn take, void *arg);
bool ct_message_words(const struct guc_ct_ring *ring, const struct guc_ct_msg *msg, u32 word[],
		      u32 nr);
int ct_messages_read(struct ct_messages *messages, struct arena *a,
		     const struct guc_ct_ring *ring);

#endif
