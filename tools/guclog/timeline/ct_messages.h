/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The text of a message in a CT ring, for a timeline or a report.
 */
#ifndef _GUCLOG_TIMELINE_MESSAGES_H_
#define _GUCLOG_TIMELINE_MESSAGES_H_

#include "read/dump/ct.h"
#include "timeline/timeline.h"

/* Size of the buffer for the text of a message, with its zero byte. A longer text is cut. */
#define CT_MESSAGE_TEXT	512

void ct_message_text(char buf[CT_MESSAGE_TEXT], const struct guc_ct_ring *ring,
		     const struct guc_ct_msg *msg);

#endif
