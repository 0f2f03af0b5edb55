/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The messages of a CT ring, in order and in words.
 */
#ifndef _GUCLOG_TIMELINE_MESSAGES_H_
#define _GUCLOG_TIMELINE_MESSAGES_H_

#include "guc_ct.h"
#include "timeline/timeline.h"

/* Longest text of a message, with its terminator. */
#define CT_MESSAGE_TEXT	512

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
void ct_message_text(char buf[CT_MESSAGE_TEXT], const struct guc_ct_ring *ring,
		     const struct guc_ct_msg *msg);

#endif
