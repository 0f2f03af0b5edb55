/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The messages of a ring as a list, for output.
 */
#ifndef _CT_LIST_H_
#define _CT_LIST_H_

#include "guc_ct.h"
#include "guclog_dump.h"

#define CT_LIST_REQUEST		BIT(16)
#define CT_LIST_SEVERAL		BIT(17)

/**
 * struct ct_list - the messages of one ring
 * @ring: the ring
 * @other: the list of the other ring
 * @request: by fence: CT_LIST_REQUEST and the action of the requests with that
 *	fence; CT_LIST_SEVERAL when they have different actions; 0 for none
 * @nr: messages
 * @unread: of these, not read by the receiver
 * @missing_words: words of the ring that the dump should have and has not
 * @msg: the messages, oldest first
 */
struct ct_list {
	const struct guc_ct_ring *ring;
	const struct ct_list *other;
	u32 *request;
	u32 nr;
	u32 unread;
	u32 missing_words;
	struct guc_ct_msg *msg;
};

const struct guc_ct *ct_list_make(struct ct_list list[GUC_CT_RINGS],
				  const struct guclog_dump_gt *gt);
void ct_list_free(struct ct_list list[GUC_CT_RINGS]);
const char *ct_list_request(const struct ct_list *list,
			    const struct guc_ct_msg *answer);

#endif
